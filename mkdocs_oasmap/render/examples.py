"""The examples of an entity as tabs, without a script: radio buttons choose among panels, which follow each other on
paper and where there is no style sheet.

A name in an example leads to its row.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from mapper.text.plural import capital

from ..pages.views import EntityView, ExampleView
from .markdown_rows import ended
from .sanitized_html import render_code, render_line
from .templates import escaped

MOST_TABS = 12
"""The most tabs that the style sheet knows; further examples follow them, folded."""

MOST_VARIANTS = 8
"""The most variants that the style sheet knows."""

MOST_HIGHLIGHTED = 250
"""The lines of examples that are highlighted, as a page has a budget of elements."""

_CHOSEN = "Typical"
_PARTS, _WHOLE = ("Minimal", "Typical"), "Full"
_NO_WORD = re.compile(r"[^a-z0-9]+")
_KEY = re.compile(r'( *)(?:- )?"?([A-Za-z_][\w-]*)"?(?= *=| ?\{|:| "[^"\n]*")')
_LONGEST = 400
"""The lines of an example that are looked at for names."""


class RowPaths(Struct, frozen=True):
    """The paths of rows, and what they begin with, up to two names, such as *spec.forProvider*."""

    anchors: Collection[str]
    holders: Collection[str]


def row_paths(anchors: Collection[str]) -> RowPaths:
    """What examples of a page with these anchors can lead to."""
    inner = [anchor.split(".", 2) for anchor in anchors if "." in anchor]
    return RowPaths(anchors, {first for first, *_ in inner} | {f"{path[0]}.{path[1]}" for path in inner})


def example_tabs(view: EntityView, labels: Mapping[str, str]) -> Markup:
    """The examples of a page, that of an import at the end."""
    examples = list(view.examples)
    if view.import_hint is not None:
        examples.append(replace(view.import_hint, title=labels["section.import"]))
    titles = list(dict.fromkeys(example.title for example in examples))
    if len(titles) > MOST_TABS:
        titles = [*titles[: MOST_TABS - 1], titles[-1]]  # an import stays
    rows = row_paths(view.anchors)
    ends = accumulate(example.text.count("\n") for example in examples)
    examples = [
        example if end <= MOST_HIGHLIGHTED else replace(example, language="text")
        for example, end in zip(examples, ends, strict=True)
    ]
    shown = [example for example in examples if example.title in titles]
    legend = escaped(labels["section.example"])
    out = [f'<fieldset class="oa-tabs"><legend class="oa-hidden">{legend}</legend>\n']
    variants, is_many = _variants(shown), len(shown) > 1
    parts = _PARTS if _WHOLE in titles else ()  # on paper, the full example is enough
    out += _choices(titles, variants, view)
    for example in shown:
        number = titles.index(example.title) + 1
        place = f"oa-panel--{number}{' oa-panel--part' if example.title in parts else ''}"
        own = [one.variant for one in shown if one.title == example.title]
        place += _inside(example.variant, own, variants)
        out.append(_panel(example, place, rows, is_one_of_many=is_many))
    out.append("</fieldset>\n")
    out += [_folded(example, rows) for example in examples if example not in shown]
    return Markup("".join(out))


def _variants(examples: Collection[ExampleView]) -> list[str]:
    found = [variant for variant in dict.fromkeys(example.variant for example in examples) if variant]
    return found[:MOST_VARIANTS]


def _choices(titles: list[str], variants: list[str], view: EntityView) -> Iterator[str]:
    """The radio buttons: one for each title, and one for each variant."""
    if len(titles) > 1:
        chosen = titles.index(_CHOSEN) if _CHOSEN in titles else 0
        for number, title in enumerate(titles):
            is_import = view.import_hint is not None and number == len(titles) - 1
            name = "import-block" if is_import else f"example-{_NO_WORD.sub('-', title.lower()).strip('-') or number}"
            yield _choice("tab", number, name, title, is_chosen=number == chosen)
    for number, variant in enumerate(variants if len(variants) > 1 else ()):
        name = f"example-in-{_NO_WORD.sub('-', variant.lower())}"
        yield _choice("variant", number, name, variant, is_chosen=number == 0)


def _choice(kind: str, number: int, name: str, title: str, *, is_chosen: bool) -> str:
    checked = " checked" if is_chosen else ""
    return (
        f'<input type="radio" class="oa-{kind}--{number + 1}" name="oa-{kind}" id="{name}"{checked}>'
        f'<label class="oa-{kind}" for="{name}">{escaped(title)}</label>\n'
    )


def _inside(variant: str, own: list[str], variants: list[str]) -> str:
    """The classes of the variants that a panel is shown for; the first of a title also for those that it lacks."""
    if not variant or len(variants) < 2:  # noqa: PLR2004 - nothing to choose
        return ""
    shown = [one for one in variants if one == variant or (variant == own[0] and one not in own)]
    return "".join(f" oa-in--{variants.index(one) + 1}" for one in shown)


def _panel(example: ExampleView, place: str, rows: RowPaths, *, is_one_of_many: bool) -> str:
    title = ", ".join(filter(None, (example.title, example.variant)))
    heading = f"<h3>{escaped(title)}</h3>\n" if is_one_of_many else ""
    words = f'<p class="oa-quiet">{render_line(ended(capital(example.words)))}</p>\n' if example.words else ""
    return f'<div class="oa-panel {place}">{heading}{linked_code(example, rows)}\n{words}</div>\n'


def _folded(example: ExampleView, rows: RowPaths) -> str:
    summary = escaped(f"{example.title}, {example.words}" if example.words else example.title)
    return f'<details class="oa-fold"><summary>{summary}</summary>\n{linked_code(example, rows)}\n</details>\n'


def linked_code(example: ExampleView, rows: RowPaths) -> str:
    """The code of an example, in which each name of an attribute is a link to its row."""
    html = str(render_code(example.text, example.language))
    if example.inside is None:
        return html
    head, code, tail = html.partition("<code>")
    lines = tail.split("\n")
    for number, name, path in named_lines(example.text, example.inside, rows):
        if number < len(lines):
            lines[number] = _linked(lines[number], name, path)
    return head + code + "\n".join(lines)


def _linked(line: str, name: str, path: str) -> str:
    """A line of highlighted code, with a link around its first name."""
    link = f'<a href="#{escaped(path)}">{name}</a>'
    if f">{name}<" in line:
        return line.replace(f">{name}<", f">{link}<", 1)
    return line.replace(name, link, 1) if line.lstrip(" -").startswith(name) else line


def named_lines(text: str, inside: str, rows: RowPaths) -> Iterator[tuple[int, str, str]]:
    """The names of an example that have rows: line (from 0), name and path.

    The path of a name follows from the indentation. `inside` are the names around the attributes. What has no row,
    such as a key of a map, is no part of a path.
    """
    outer = inside.split(".") if inside else []
    around: list[tuple[int, str | None]] = []
    for number, line in enumerate(text.strip("\n").split("\n")[:_LONGEST]):
        found = _KEY.match(line)
        if found is None:
            continue
        indent, name = found.start(2), found[2]
        while around and around[-1][0] >= indent:
            around.pop()
        depth = len(around)
        if depth < len(outer):
            around.append((indent, "" if name == outer[depth] else None))
            continue
        parent = around[-1][1] if around else ""
        path = None if parent is None else f"{parent}.{name}".removeprefix(".")
        is_row = path is not None and path in rows.anchors
        around.append((indent, path if is_row or path in rows.holders else parent))
        if is_row and path is not None:
            yield number, name, path
