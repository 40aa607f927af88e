"""Rows of attributes as HTML: the implementation of the macro `row` in `attributes.html`.

A large page has hundreds of rows, and a template takes several times as long as plain code. Rare parts of a row are
macros of the templates, so that a site can override them. The elements of a row are few: a page has a budget.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from mapper.text.plural import capital, several

from ..pages.describe import says_more
from ..pages.source_views import LimitView, SourceView
from ..pages.views import AttributeView
from .direction import directed
from .sanitized_html import render_line, render_markdown
from .snippets import as_code, broken, excerpt, given, place, place_at
from .templates import escaped

_MARKS = {"required": ["oa-required"], "optional": ["oa-optional"], "computed_optional": ["oa-either"], "computed": []}
"""The classes of a row by its status: who sets it. Most rows of a site are read-only and have none."""


def write_row(
    source: str,
    attribute: AttributeView,
    limits: Callable[..., str],
    fragments: Callable[..., str],
    change: Any,
    url: Callable[[str], str],
) -> Markup:
    """An attribute with everything nested in it. `source` is the label of sources."""
    out: list[str] = []
    _Writer(escaped(source), limits, fragments, change, url).row(out, attribute)
    return Markup("".join(out))


class _Writer(Struct, frozen=True):
    """Writes rows: the label of sources, the template macros for limits, fragments and changes, and addresses."""

    source: str
    limits: Callable[..., str]
    fragments: Callable[..., str]
    change: Any
    url: Callable[[str], str]

    def row(self, out: list[str], attribute: AttributeView) -> None:
        """Add a row and those in it."""
        out.append(_head(attribute))
        text = str(directed(render_markdown(attribute.description))) if attribute.description else ""
        if attribute.deprecation and says_more(attribute.deprecation):
            text += f'<p class="oa-deprecated">Deprecated: {render_line(attribute.deprecation)}</p>'
        is_yours = not attribute.is_member and _MARKS[attribute.status]
        facts = _who(attribute.status_label, attribute.condition) if is_yours else ""
        if attribute.marks:
            facts += _marks(attribute.marks)
        shown = attribute.shown_limits
        folded = [limit for limit in shown if limit.is_list and len(limit.values) > _MOST_IN_LINE]
        if shown or attribute.default is not None:
            facts += str(self.limits(attribute, [limit for limit in shown if limit not in folded])).strip()
        facts += "".join([f"<span>{escaped(version)}</span>" for version in attribute.versions])
        if facts:
            facts = f"<small>{facts}</small>"
        facts += "".join(map(_values, folded))
        if attribute.changes:
            facts += str(self.change.notes(attribute.changes))
        out.append(f"<div>{text}{facts}</div>" if text or folded or attribute.changes else facts)
        if attribute.sources:
            self._sources(out, attribute)
        if attribute.fragments:
            out.append(self.fragments(attribute))
        if attribute.part or attribute.same_as:
            self._elsewhere(out, attribute)
        elif attribute.groups:
            self._nested(out, attribute)
        out.append("</li>\n")

    def _sources(self, out: list[str], attribute: AttributeView) -> None:
        reason, path = "" if attribute.is_member else attribute.reason, escaped(attribute.path)
        line = attribute.sources[0].place.line
        shown = f"L{line}" if line else self.source
        out.append(
            f'<details class="oa-source"><summary aria-label="{shown}: {self.source} of {path}">{shown}</summary>'
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
            lines = f'<pre class="oa-excerpt">{excerpt(source.excerpt)}</pre>\n'
        what = given(source.role, source.contribution, source.also)
        return f"<li>{what}: {where}{hops}{lines}</li>\n"

    def _nested(self, out: list[str], attribute: AttributeView) -> None:
        changed = self.change.inside(attribute.changed_inside) if attribute.changed_inside else ""
        names = "" if attribute.is_open else _nested_sample(attribute)
        anchor, opened = escaped(attribute.nested_anchor), " open" if attribute.is_open else ""
        out.append(
            f'<details class="oa-in" id="{anchor}"{opened}>'
            f'<summary>{_nested_count(attribute)}{names}{changed}</summary><ul class="oa-rows">\n'
        )
        for group in attribute.groups:
            for inner in group.attributes:
                if inner.gone_before:
                    out.append(self.change.removed(inner.gone_before))
                self.row(out, inner)
            if group.removed:
                out.append(self.change.removed(group.removed))
        out.append("</ul></details>")

    def _elsewhere(self, out: list[str], attribute: AttributeView) -> None:
        """The link to the nested attributes: on a page of their own, or below the first attribute with this object."""
        anchor = escaped(attribute.nested_anchor)
        if attribute.part:
            address, words = f"{self.url(attribute.part)}#{attribute.anchor}", ", on a page of their own"
        else:
            page = "" if attribute.same_part is None else self.url(attribute.same_part)
            address, words = f"{page}#{attribute.same_as}", f", as of {as_code(attribute.same_as)}"
        changed = self.change.inside(attribute.changed_inside) if attribute.changed_inside else ""
        out.append(
            f'<p class="oa-elsewhere" id="{anchor}"><a href="{escaped(address)}">{_nested_count(attribute)}</a>'
            f"{words}{_nested_sample(attribute)}{changed}</p>\n"
        )


def _head(attribute: AttributeView) -> str:
    """The beginning of a row: name and type. That nobody sets it is said beside the type: most such rows have no other
    fact, and do without a line for it.
    """
    anchor, name = escaped(attribute.anchor), attribute.name
    shown: object = name
    if len(name) > _LONG:
        shown = broken(name)
    elif anchor is not attribute.path:  # otherwise nothing is to be escaped, as the name is the end of the path
        shown = escaped(name)
    if "." in name and (outer := name.rpartition(".")[0]):
        shown = f'<span class="oa-outer">{broken(outer)}.<wbr></span>{broken(name[len(outer) + 1 :])}'
    kind = escaped(attribute.type)
    if not (attribute.is_member or _MARKS[attribute.status]):
        kind += f" · {escaped(attribute.status_label)}"
    return f'<li{_class(attribute)} id="{anchor}"><a href="#{anchor}">{shown}</a><i>{kind}</i>'


_MOST_IN_LINE = 8
"""The most allowed values in the line of facts; more are in a fold, which names at most `_NAMED` of them, with at most
`_FIRST` characters.
"""
_NAMED, _FIRST = 3, 36

_LONG = 12
"""Longer names may be broken after underscores."""


def _class(attribute: AttributeView) -> str:
    names = ["oa-member"] if attribute.is_member else _MARKS[attribute.status]
    if attribute.changes:
        names = [*names, "oa-row--changed", f"oa-row--{attribute.changes[0].severity}"]
    if attribute.deprecation:
        names = [*names, "oa-row--old"]
    return f' class="{" ".join(names)}"' if names else ""


def _nested_count(attribute: AttributeView) -> str:
    count = attribute.nested_count
    noun = escaped(several(attribute.noun) if count != 1 else attribute.noun)
    return f"{count:,} {noun} of {as_code(attribute.name)}"


def _nested_sample(attribute: AttributeView) -> str:
    """The first of the nested names, as what a fold has in it."""
    names = ", ".join([f"<code>{escaped(name)}</code>" for name in attribute.nested_names])
    more = "" if len(attribute.nested_names) == attribute.nested_count else ", …"
    return f'<span class="oa-names">: {names}{more}</span>'


@lru_cache(maxsize=256)
def _values(limit: LimitView) -> str:
    """Many allowed values, in a fold that names the first of them."""
    lengths = accumulate(map(len, limit.values))
    first = [value for value, length in zip(limit.values, lengths, strict=True) if length <= _FIRST][:_NAMED]
    named = ", ".join(map(as_code, first or limit.values[:1]))
    values = "".join([f"<li>{escaped(value)}</li>" for value in limit.values])
    return (
        f'<details class="oa-fold oa-values"><summary>{escaped(limit.text)} {len(limit.values):,} values: {named}, …'
        f"</summary><ul>{values}</ul></details>"
    )


@lru_cache(maxsize=1024)
def _who(label: str, condition: str) -> str:
    """Who sets an attribute, in words."""
    text = escaped(label).replace("{parent}", str(as_code(condition))) if condition else escaped(label)
    return f"<b>{text}</b>"


@lru_cache(maxsize=256)
def _marks(marks: tuple[tuple[str, str], ...]) -> str:
    """Facts in a row; cached, as many attributes have the same ones."""
    return "".join([f'<span class="oa-{key}">{escaped(text)}</span>' for key, text in marks])


@lru_cache(maxsize=1024)
def _facts(reason: str, code_type: str) -> str:
    """The reason for a status, and the type in code."""
    code = code_type and f"{as_code(code_type)} in code"
    facts = [fact for fact in (reason and escaped(capital(reason)), code) if fact]
    return f"<p>{'; '.join(facts)}.</p>\n" if facts else ""
