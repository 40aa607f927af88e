"""The lists of the guide that are made of what the program says of itself: `python example_site/tables.py` writes them.

A list stands between two comments, and is there for readers of the files, too. `<!-- options: generate -->` begins the
arguments of a command with the words of its `--help`, without those that it shares with `generate`;
`<!-- settings: read -->` a group of the options of the plugin, `<!-- keys: crossplane -->` the keys of a config,
`<!-- action -->` the inputs of the action,
`<!-- labels -->` the labels of pages, `<!-- sessions -->` those of nox, `<!-- markers -->` those of tests,
`<!-- diagnostics -->` and `<!-- review-rules -->` the catalogues.

As a hook of MkDocs, this module puts blocks in the place of the catalogues, and pictures in the page itself; in the
files, `<!-- picture: NAME -->` comes before a link to the file. A code span with a comment, such as
`name<!-- reference/index.md -->`, is a link to a page that only the site has. An address that moved leads on.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import yaml

from mapper.registry import catalogue, review_rules, system_named
from mkdocs_oasmap.cli.program import Command, Commands
from mkdocs_oasmap.options import OasmapOptions
from mkdocs_oasmap.options_schema import plugin_schema
from mkdocs_oasmap.pages.labels import LABELS

HERE = Path(__file__).parent
_LISTS = "options|settings|keys|action|labels|sessions|markers|diagnostics|review-rules|picture"
_REGION = re.compile(rf"^<!-- ({_LISTS})(?:: ([\w-]+))? -->\n.*?^<!-- end -->$", re.MULTILINE | re.DOTALL)
_ONLY_IN_SITE = re.compile(r"(`[^`\n]+`|\*\*[^*\n]+\*\*)<!-- (\S+) -->")
_FIRST = "generate"
MOVED = {"faq": "troubleshooting/"}
"""Addresses of pages that are no more, and where what they said is now."""
_SETTINGS = {
    "read": ("allow_hosts", "check_spec", "config", "mappings", "overlays", "sidecar", "spec", "system"),
    "compared": ("baseline", "baseline_config", "baseline_missing", "history", "recorded", "review", "versions"),
    "system": ("dialect", "drift", "live", "plugin_dirs", "proof", "provider", "service", "version"),
}
"""The options of the plugin by groups; all others are `written`."""
_SEE = {
    "allow_hosts": "inputs.md#references-to-other-hosts", "baseline": "reviewing.md#in-the-site",
    "config": "#generator-config", "drift": "providers.md#is-what-ships-what-is-documented", "labels": "labels.md",
    "levels": "diagnostics.md", "live": "providers.md#a-running-provider", "overlays": "inputs.md#overlays",
    "proof": "providers.md#the-provider-proves-its-pages", "recorded": "reviewing.md#in-the-site",
    "registry_docs": "registry.md", "review": "reviewing.md#the-review-file", "service": "kubernetes.md#the-api-group",
    "split": "customising.md#large-resources",
}  # fmt: skip
"""Where more is said about an option that has no section of its own."""


_2020 = r"(?!root-package)(.*-|omitempty|runtime_package|resource_overlays|secrets)"
_KEYS = {
    "crossplane": ("crossplane", "", re.compile(f"(?!{_2020})")),
    "resources": ("crossplane", "resource_metadata", re.compile(r"(?!terraform_name)")),
    "profile-2020": ("crossplane", "", re.compile(_2020)),
    "overlays": ("crossplane", "resource_overlays", re.compile(r"(?!terraform_name)")),
}
"""The lists of keys: the system of the config, the key of the mappings, and the keys that are listed."""
_SEE_KEY = {
    "profile": "#the-profile-v2020", "reference_namespaces": "crossplane-running.md", "secrets": "#secrets-by-reference"
}  # fmt: skip


def on_page_markdown(markdown: str, **_: Any) -> str:
    """The page of the site: with blocks for the catalogues, pictures in the page, and links to pages of the site."""

    def shown(found: re.Match[str]) -> str:
        if found[1] == "picture":
            return "\n".join(picture(found[2]))
        if found[1] in ("diagnostics", "review-rules"):
            return f"::: oasmap {found[1]}"
        return "\n".join(found[0].split("\n")[1:-1])

    return _ONLY_IN_SITE.sub(r"[\1](\2)", _REGION.sub(shown, markdown))


def filled(path: Path) -> str:
    """The text of a file of the guide with its lists made anew."""
    up = "../" * len(path.relative_to(HERE / "docs").parts)
    makers = {"options": options, "settings": settings, "keys": keys, "picture": lambda name: picture_link(name, up)}
    plain = {
        "action": action, "labels": labels, "sessions": sessions, "markers": markers, "diagnostics": diagnostics,
        "review-rules": rules,
    }  # fmt: skip

    def made(found: re.Match[str]) -> str:
        lines = plain[found[1]]() if found[1] in plain else makers[found[1]](found[2])
        start = f"<!-- {found[1]}: {found[2]} -->" if found[2] else f"<!-- {found[1]} -->"
        return "\n".join([start, "", *lines, "", "<!-- end -->"])

    return _REGION.sub(made, path.read_text("utf-8"))


def diagnostics() -> Iterator[str]:
    """The diagnostics: what each means, and what to do."""
    for code, rule in sorted(catalogue().items()):
        to_do = f" *To do:* {rule.remedy}" if rule.remedy else ""
        text = f"{rule.title}. {rule.consequence}{to_do}"
        yield f'- <a id="diagnostics.{code}"></a>**{code}** ({rule.severity}): {_plain(text)}'


def rules() -> Iterator[str]:
    """The rules of a review."""
    for rule in review_rules().values():
        text = f"{rule.title}. {rule.why}"
        yield f'- <a id="{rule.id}"></a>**{rule.id}** ({rule.severity}): {_plain(text)}'


def picture_link(name: str, up: str) -> Iterator[str]:
    """A link to a picture, or the file if it is Markdown; `up` leads to this folder."""
    (path,) = (HERE / "pictures").glob(f"{name}.*")
    if path.suffix != ".svg":
        yield path.read_text("utf-8").strip()
        return
    title = re.search(r"<title[^>]*>([^<]+)</title>|aria-label=\"([^\"]+)\"", path.read_text("utf-8"))
    words = (title[1] or title[2]) if title else name
    yield f"[{words}]({up}pictures/{path.name})"


def settings(group: str) -> Iterator[str]:
    """The lines of the table of a group of options: the default, and the words of the JSON Schema."""
    named, defaults = plugin_schema()["properties"], OasmapOptions()
    grouped = {name for names in _SETTINGS.values() for name in names}
    sections = set(re.findall(r"^### `(\w+)`$", (HERE / "docs/configuration.md").read_text("utf-8"), re.MULTILINE))
    yield "| Option | Default | Meaning |\n| --- | --- | --- |"
    for name in _SETTINGS.get(group) or sorted(named.keys() - grouped):
        default = json.dumps(defaults[name]).strip('"')
        shown = "none" if default in ("null", "[]", "{}", ".", "") else f"`{default}`"
        first = f"[`{name}`](#{name})" if name in sections and group != "system" else f"`{name}`"
        anchor = "" if first.startswith("[") or group == "system" else f'<a id="{name}"></a>'
        more = f" [More]({_SEE[name]})." if name in _SEE else ""
        yield f"| {first} | {shown} | {anchor}{_plain(named[name]['description'])}{more} |"


def keys(name: str) -> Iterator[str]:
    """The lines of a table of the keys of a config, in the words of its JSON Schema."""
    system, key, listed = _KEYS[name]
    schema = system_named(system).config_tools.schema() or {}
    if key:
        schema = schema["properties"][key]["items"]
    yield "| Key | Meaning |\n| --- | --- |"
    for word, value in sorted(schema["properties"].items()):
        if listed.match(word) and "description" in value:
            more = f" [More]({_SEE_KEY[word]})." if word in _SEE_KEY else ""
            yield f"| `{word}` | {_plain(value['description'])}{more} |"


def action() -> Iterator[str]:
    """The lines of the table of the inputs of the action, in its words."""
    path = HERE.parent / ".github/actions/oasmap/action.yml"
    if not path.is_file():
        return  # a copy of the site alone
    text = path.read_text("utf-8")
    yield "| Input | Default | Meaning |\n| --- | --- | --- |"
    for name, given in yaml.safe_load(text)["inputs"].items():
        shown = f"`{given['default']}`" if given["default"] and "{" not in given["default"] else ""
        yield f"| `{name}` | {shown} | {_plain(given['description'])} |"


def picture(name: str) -> Iterator[str]:
    """A picture in the page itself, so that it has the colors of the page; or a table that a test measures."""
    (path,) = (HERE / "pictures").glob(f"{name}.*")
    text = path.read_text("utf-8").strip()
    yield f"<div>\n{text}\n</div>" if path.suffix == ".svg" else text


def sessions() -> Iterator[str]:
    """The lines of the table of the sessions of nox, in the words of their docstrings."""
    path = HERE.parent / "noxfile.py"
    functions = ast.parse(path.read_text("utf-8")).body if path.is_file() else ()
    yield "| Command | What it runs |\n| --- | --- |"
    for function in functions:
        if isinstance(function, ast.FunctionDef) and function.decorator_list:
            text = (ast.get_docstring(function) or "").replace("\n", " ")
            yield f"| `nox -s {function.name}` | {_plain(text)} |"


def markers() -> Iterator[str]:
    """The lines of the table of the markers of tests."""
    path = HERE.parent / "pyproject.toml"
    project = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    yield "| Marker | Needs |\n| --- | --- |"
    for marker in project.get("tool", {}).get("pytest", {}).get("ini_options", {}).get("markers", ()):
        name, _, needs = marker.partition(": ")
        yield f"| `{name}` | {_plain(needs)} |"


def on_post_build(config: Any, **_: Any) -> None:
    """Let addresses of pages that moved lead on."""
    for old, new in MOVED.items():
        path = Path(config.site_dir, old, "index.html")
        path.parent.mkdir(parents=True, exist_ok=True)
        target = f"../{new}"
        path.write_text(
            f'<!doctype html><title>{new}</title><link rel="canonical" href="{target}">'
            f'<meta http-equiv="refresh" content="0; url={target}"><a href="{target}">{new}</a>\n',
            encoding="utf-8",
        )


def options(name: str) -> Iterator[str]:
    """The lines of the tables of a command: its own arguments, then those of single systems."""
    known = set(_rows(_FIRST)) if name != _FIRST else set()
    titles = dict.fromkeys(title for title, row in _rows(name) if (title, row) not in known)
    for title in titles:
        if title not in ("Arguments", "Options"):
            yield f"\n{title}:\n"
        if title != "Options" or "Arguments" not in titles:
            yield "| Argument | Meaning |\n| --- | --- |"
        yield from (row for other, row in _rows(name) if other == title and (title, row) not in known)


def labels() -> Iterator[str]:
    """The lines of the table of labels."""
    yield "| Key | Text |\n| --- | --- |"
    yield from (f"| `{key}` | {text} |" for key, text in sorted(LABELS.items()))


def _rows(name: str) -> Iterator[tuple[str, str]]:
    """The rows for the arguments of a command, each with the title of its section."""
    command = Commands().get_command(click.Context(Commands()), name)
    if not isinstance(command, Command):
        raise TypeError(name)
    context = command.make_context(name, [], resilient_parsing=True)
    for title, records in command.sections(context).items():
        for shown, text in records:
            if "--help" not in shown:
                first, *_ = re.findall(r"--[\w-]+", shown) or [""]
                metavar = shown.rpartition(" ")[2] if first and " " in shown.rpartition(first)[2] else ""
                words = " ".join(filter(None, (first or shown, metavar)))
                words = words[1:-1] if words[0] == "[" else words
                meaning = text.removesuffix("  [required]").replace("  [default: ", " (default: ")
                meaning = meaning.replace("  [", " (")
                meaning = f"{meaning[:-1]})" if meaning.endswith("]") and " (" in meaning else meaning
                if choices := re.search(r"[\[{](.*\|.*)[\]}]", shown):
                    words = first or "ACTION"
                    meaning += f". One of: {choices[1].replace('|', ', ')}"
                words = words.replace("|", " or ")
                yield title, f"| `{words}` | {_plain(meaning[:1].upper() + meaning[1:])}. |"


def _plain(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def main(arguments: list[str]) -> int:
    """Write the lists into the files of the guide; with `--check`, only say which files have others."""
    is_check = "--check" in arguments
    stale = {path: made for path in sorted((HERE / "docs").rglob("*.md")) if (made := filled(path)) != path.read_text()}
    for path, made in stale.items():
        if not is_check:
            path.write_text(made, encoding="utf-8")
        told = "has lists that are out of date: nox -s lists" if is_check else "written"
        sys.stdout.write(f"{path.relative_to(HERE.parent)}: {told}\n")
    return int(is_check and bool(stale))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
