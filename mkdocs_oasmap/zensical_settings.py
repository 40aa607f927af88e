"""Settings for Zensical, from a site of MkDocs with the plugin: the text of `zensical.toml`."""

import json
import os
from collections.abc import Iterator
from datetime import date
from typing import Any

from mapper.links import real_path

from .render.html import SCRIPT, STYLESHEET
from .sites.settings_file import NAMES, entries_of, named_options
from .sites.whole_site import WholeSite

_FENCES = "pymdownx.superfences"
_OURS = "mkdocs_oasmap.markdown_block"  # the extension `oasmap` by the name of its module
_NOT_THERE = ("hooks", "validation", "INHERIT")
_THEMES = ("material", "zensical")


def zensical_settings(whole: WholeSite) -> tuple[str, list[str]]:
    """The text of zensical.toml, and notes on what is not carried over."""
    site = dict(whole.settings.site)
    notes = [f"{name} is left out: Zensical does not have it" for name in _NOT_THERE if site.pop(name, None)]
    theme = site.get("theme")
    theme = {"name": theme} if isinstance(theme, str) else dict(theme or {})
    if theme.get("name") not in (None, *_THEMES):
        notes.append(f"the theme {theme.pop('name')} is left out: Zensical has its own")
    site["theme"] = theme
    plugins = named_options(site.get("plugins"))
    plugins.setdefault("literate-nav" if site.get("nav") else "awesome-nav", {})
    if "literate-nav" in plugins:
        plugins["literate-nav"].setdefault("nav_file", ".nav.md")  # which is no page
    others = [name for name in plugins if name not in ("search", "oasmap", "literate-nav", "awesome-nav")]
    if others:
        notes.append(f"of the plugins {', '.join(others)}, Zensical runs those that it knows; it drops the others")
    site["plugins"] = plugins
    site["markdown_extensions"] = _extensions(named_options(site.get("markdown_extensions")))
    site["extra_css"] = [STYLESHEET, *entries_of(site, "extra_css")]
    if whole.settings.options.javascript:
        site["extra_javascript"] = [*entries_of(site, "extra_javascript"), SCRIPT]
    base = whole.settings.base
    inside = [os.path.relpath(path, base) for path, _ in whole.files if real_path(path).is_relative_to(base)]
    own = whole.settings.path.name
    site["watch"] = sorted({*entries_of(site, "watch"), *(name for name in inside if name != own)})
    return "".join(_lines(site)), notes


def _extensions(extensions: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The Markdown extensions, with ours, and with the function that writes the pages in place of a fence's format."""
    call = {"object": "mkdocs_oasmap.zensical.pages", "kwds": {"settings": NAMES[0]}}
    fences = {**extensions.get(_FENCES, {})}
    fences["custom_fences"] = [
        *entries_of(fences, "custom_fences"),
        {"name": "oasmap", "class": "oasmap", "format": call},
    ]
    ours = {"mkdocs": NAMES[0], "strict": True}
    others = {name: options for name, options in extensions.items() if name != _OURS}
    return {**others, _FENCES: fences, "oasmap": ours}


def _lines(site: dict[str, Any]) -> Iterator[str]:
    yield "# Settings for Zensical, made by `oasmap zensical init`. They are yours.\n[project]\n"
    tables = {name: value for name, value in site.items() if isinstance(value, dict)}
    for name, value in site.items():
        if name not in tables and value is not None:
            yield f"{_key(name)} = {_value(value)}\n"
    for name, table in tables.items():
        if name in ("plugins", "markdown_extensions"):
            for entry, options in table.items():
                yield f"\n[project.{_key(name)}.{_key(entry)}]\n"
                yield from _members(options)
        elif table:
            yield f"\n[project.{_key(name)}]\n"
            yield from _members(table)


def _members(table: dict[str, Any]) -> Iterator[str]:
    for name, value in table.items():
        if value is not None:
            yield f"{_key(name)} = {_value(value)}\n"


def _key(name: object) -> str:
    text = str(name)
    return text if text.isascii() and text.replace("-", "").replace("_", "").isalnum() else _value(text)


def _value(value: Any) -> str:
    """A value of TOML on one line."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case dict():
            members = (f"{_key(name)} = {_value(inner)}" for name, inner in value.items() if inner is not None)
            return f"{{{', '.join(members)}}}"
        case list() | tuple():
            return f"[{', '.join(_value(inner) for inner in value if inner is not None)}]"
        case date():
            return value.isoformat()
    text = str(value).replace("material.extensions.", "zensical.extensions.")  # functions of the theme
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
