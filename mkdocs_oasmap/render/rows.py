"""Rows of attributes as HTML: the implementation of the macro `row` in `attributes.html`.

A large page has thousands of rows, and a template takes several times as long as plain code. Rare parts of a row are
macros of the templates, so that a site can override them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from mapper.text.plural import several

from ..pages.describe import says_more
from ..pages.views import AttributeView, SourceView, shortened_trail
from .sanitized_html import render_line, render_markdown
from .snippets import as_code, badges, capital, dotted, excerpt, given, place, place_at
from .templates import escaped, has_marks


class Macros(Struct, frozen=True):
    """The template macros of a row, for limits, fragments and changes, and the function for addresses."""

    limits: Callable[..., str]
    fragments: Callable[..., str]
    change: Any
    url: Callable[[str], str]


class RowWriter:
    """Writes rows. `source` is the label of their sources."""

    def __init__(self, source: str) -> None:
        self._source = escaped(source)

    def row(
        self,
        attribute: AttributeView,
        mixed: object,
        limits: Callable[..., str],
        fragments: Callable[..., str],
        change: Any,
        url: Callable[[str], str],
    ) -> Markup:
        """An attribute with everything nested in it. `mixed`: the group has attributes with different statuses."""
        out: list[str] = []
        marks = attribute.badges if mixed else attribute.marks
        self._row(out, attribute, marks, Macros(limits, fragments, change, url))
        return Markup("".join(out))

    def _row(
        self, out: list[str], attribute: AttributeView, marks: tuple[tuple[str, str], ...], macros: Macros
    ) -> None:
        out.append(self._head(attribute))
        if marks:
            out.append(badges(marks))
        out.extend(f' <span class="oasmap-badge">{escaped(version)}</span>' for version in attribute.versions)
        if attribute.changes:
            out.append(f" {macros.change.badges(attribute.changes)}")
        out.append("</div>\n")
        if attribute.description:
            out.append(f'<div class="oasmap-attribute__text">{render_markdown(attribute.description)}</div>\n')
        if attribute.deprecation and says_more(attribute.deprecation):
            out.append(f'<div class="oasmap-deprecation">Deprecated: {render_line(attribute.deprecation)}</div>\n')
        if (shown := attribute.shown_limits) or attribute.default is not None:
            out.append(macros.limits(attribute, shown))
        if attribute.changes:
            out.append(macros.change.notes(attribute.changes))
        if attribute.sources:
            self._sources(out, attribute)
        if attribute.fragments:
            out.append(macros.fragments(attribute))
        if attribute.part:
            self._part(out, attribute, macros.url(attribute.part))
        elif attribute.groups:
            self._nested(out, attribute, macros)
        out.append("</li>\n")

    def _head(self, attribute: AttributeView) -> str:
        """The beginning of a row: name and type."""
        anchor, path, name, trail = attribute.anchor, attribute.path, attribute.name, attribute.trail
        if anchor != path or has_marks(path):  # otherwise nothing is to be escaped, as the name is the end of the path
            anchor, path, name = escaped(anchor), escaped(path), escaped(name)
        title = ""
        if trail:
            before, is_short = _trail(trail)
            name = f"{before}{name}"
            title = f' title="{path}"' if is_short else ""
        return (
            f'<li class="oasmap-attribute" id="{anchor}"><div class="oasmap-attribute__head">'
            f'<a class="oasmap-attribute__name" href="#{anchor}"{title}><code>{name}</code></a>'
            f"{_type(attribute.type, attribute.note)}"
        )

    def _sources(self, out: list[str], attribute: AttributeView) -> None:
        reason, path = "" if attribute.is_member else attribute.reason, escaped(attribute.path)
        out.append(
            f'<details class="oasmap-source"><summary aria-label="{self._source} of {path}">{self._source}</summary>'
            f"<div>\n{_facts(reason, attribute.code_type)}<ul>\n"
        )
        out.extend(map(self._from, attribute.sources))
        out.append("</ul></div></details>\n")

    def _from(self, source: SourceView) -> str:
        hops = "".join([f" → {place(hop)}" for hop in source.via])
        where, lines = str(place(source.place)), ""
        if source.excerpt and source.quoted:
            where = place_at(source.place, f"#{source.quoted}")
        elif source.excerpt:
            lines = f'<pre class="oasmap-excerpt">{excerpt(source.excerpt)}</pre>\n'
        what = given(source.role, source.contribution, source.also)
        return f"<li>{what}: {where}{hops}{lines}</li>\n"

    def _part(self, out: list[str], attribute: AttributeView, url: str) -> None:
        anchor = escaped(attribute.nested_anchor)
        text = (
            f"{attribute.nested_count:,} nested {escaped(several(attribute.noun))} of {as_code(dotted(attribute.path))}"
        )
        moved = "".join([f'<span class="oasmap-moved" id="{escaped(name)}"></span>' for name in attribute.moved])
        link = f'<a href="{escaped(url)}#{anchor}">{text}</a>'
        out.append(f'<p class="oasmap-part" id="{anchor}">{link}, on a page of their own{moved}</p>\n')

    def _nested(self, out: list[str], attribute: AttributeView, macros: Macros) -> None:
        count, path = attribute.nested_count, escaped(attribute.path)
        noun = escaped(several(attribute.noun) if count != 1 else attribute.noun)
        changed = macros.change.inside(attribute.changed_inside) if attribute.changed_inside else ""
        anchor, opened = escaped(attribute.nested_anchor), " open" if attribute.is_open else ""
        out.append(
            f'<details class="oasmap-nested" id="{anchor}"{opened}>'
            f'<summary>{count:,} nested {noun}<span class="oasmap-hidden"> of {path}</span>{changed}</summary>\n'
            '<div class="oasmap-inside">\n'
        )
        for group in attribute.groups:
            out.append(
                f'<p class="oasmap-group">{escaped(group.title)}</p>\n'
                f'<ul class="oasmap-attributes oasmap-attributes--{escaped(group.key)}">\n'
            )
            for inner in group.attributes:
                if inner.gone_before:
                    out.append(macros.change.removed(inner.gone_before))
                self._row(out, inner, inner.marks, macros)
            if group.removed:
                out.append(macros.change.removed(group.removed))
            out.append("</ul>\n")
        out.append("</div></details>\n")


@lru_cache(maxsize=1024)
def _trail(trail: str) -> tuple[str, bool]:
    """The path of the parent, before the name of an attribute, and whether it is shortened."""
    short = shortened_trail(trail)
    return f'<span class="oasmap-trail">{dotted(short)}</span>', short != trail


@lru_cache(maxsize=1024)
def _facts(reason: str, code_type: str) -> str:
    """The reason for a status, and the type in code."""
    code = code_type and f"{as_code(code_type)} in code"
    facts = [fact for fact in (reason and escaped(capital(reason)), code) if fact]
    return f"<p>{'; '.join(facts)}.</p>\n" if facts else ""


@lru_cache(maxsize=1024)
def _type(type_: str, note: str) -> str:
    """A type, and who sets an absent value."""
    said = f", {escaped(note)}" if note else ""
    return f' <span class="oasmap-type">{escaped(type_)}{said}</span>'
