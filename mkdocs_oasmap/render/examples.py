"""The examples of an entity, names by languages, without a script: one radio button for each name, and one for each
language. Samples follow their names, so that they are in order on paper and where there is no style sheet.

A name in an example leads to its row.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import accumulate

from markupsafe import Markup
from msgspec.structs import replace

from mapper.text.plural import capital

from ..pages.example_names import RowPaths, named_lines, row_paths
from ..pages.views import EntityView, ExampleView
from .markdown_rows import ended
from .sanitized_html import render_code, render_line
from .templates import escaped

MOST_TABS = 7
"""The most names that are tabs; more are a list beside the samples."""

MOST_VARIANTS = 8
"""The most variants that the style sheet knows."""

MOST_HIGHLIGHTED = 250
"""The lines of examples that are highlighted, as a page has a budget of elements."""

_CHOSEN = "Typical"
_PARTS, _WHOLE = ("Minimal", "Typical"), "Full"
_NO_WORD = re.compile(r"[^a-z0-9]+")


def example_tabs(view: EntityView, labels: Mapping[str, str]) -> Markup:
    """The examples of a page, with an import at the end."""
    examples = list(view.examples)
    if view.import_hint is not None:
        examples.append(replace(view.import_hint, title=labels["section.import"]))
    ends = accumulate(example.text.count("\n") + example.needs.count("\n") for example in examples)
    named: dict[str, list[ExampleView]] = {}
    for example, end in zip(examples, ends, strict=True):
        shown = example if end <= MOST_HIGHLIGHTED else replace(example, language="text")
        named.setdefault(example.title, []).append(shown)
    variants = _variants(examples)
    form = " oa-tabs--list" if len(named) > MOST_TABS else ""
    out = [f'<fieldset class="oa-tabs{form}"><legend class="oa-hidden">{escaped(labels["section.example"])}</legend>\n']
    out += _languages(variants)
    ids = _ids(list(named), has_import=view.import_hint is not None)
    chosen = _CHOSEN if _CHOSEN in named else next(iter(named), "")
    rows, parts = row_paths(view.anchors), _PARTS if _WHOLE in named else ()  # on paper, the full example is enough
    for (title, samples), id_ in zip(named.items(), ids, strict=True):
        if len(named) > 1:
            out.append(_choice("oa-tab", "tab", id_, title, is_chosen=title == chosen))
        part = " oa-sample--part" if title in parts else ""
        needs = labels["example.needs"].replace("{example}", title)
        panels = "".join(_panels(samples, variants, rows, needs, is_one_of_many=len(examples) > 1))
        out.append(f'<div class="oa-sample{part}">{panels}</div>\n')
    out.append("</fieldset>\n")
    return Markup("".join(out))


def _variants(examples: Collection[ExampleView]) -> list[str]:
    variants = [variant for variant in dict.fromkeys(example.variant for example in examples) if variant]
    return variants[:MOST_VARIANTS] if len(variants) > 1 else []


def _languages(variants: list[str]) -> Iterator[str]:
    """The radio buttons for the variants of all examples, if there are several."""
    if variants:
        yield '<div class="oa-variants">'
        for number, variant in enumerate(variants, 1):
            id_ = f"example-in-{_slug(variant) or number}"
            yield _choice(f"oa-variant oa-variant--{number}", "variant", id_, variant, is_chosen=number == 1)
        yield "</div>\n"


def _ids(titles: list[str], *, has_import: bool) -> list[str]:
    """The id of each name, which links and tests of sites use. Names that are spelled alike get a number."""
    ids: list[str] = []
    for number, title in enumerate(titles):
        id_ = f"example-{_slug(title) or number}"
        if has_import and number == len(titles) - 1:
            id_ = "import-block"
        ids.append(f"{id_}-{number}" if id_ in ids or id_.startswith("example-in-") else id_)
    return ids


def _slug(text: str) -> str:
    return _NO_WORD.sub("-", text.lower()).strip("-")


def _choice(style: str, group: str, id_: str, title: str, *, is_chosen: bool) -> str:
    checked = " checked" if is_chosen else ""
    return (
        f'<input type="radio" class="{style}" name="oa-{group}" id="{id_}"{checked}>'
        f'<label class="{style}" for="{id_}">{escaped(title)}</label>\n'
    )


def _panels(
    samples: list[ExampleView], variants: list[str], rows: RowPaths, needs: str, *, is_one_of_many: bool
) -> Iterator[str]:
    """The variants of an example. Its first is shown for the variants that it lacks, too. `needs` is the title of what
    it refers to.
    """
    own = [sample.variant for sample in samples]
    for number, example in enumerate(samples):
        lacking = [variant for variant in variants if variant not in own] if number == 0 else []
        shown = [variant for variant in variants if variant == example.variant or variant in lacking]
        place = "".join(f" oa-in--{variants.index(variant) + 1}" for variant in shown) if example.variant else ""
        title = ", ".join(filter(None, (example.title, example.variant)))
        heading = f"<h3>{escaped(title)}</h3>\n" if is_one_of_many else ""
        words = f'<p class="oa-quiet">{render_line(ended(capital(example.words)))}</p>\n' if example.words else ""
        if example.needs:
            code = render_code(example.needs, example.language)
            words += f'<details class="oa-fold"><summary>{escaped(needs)}</summary>\n{code}\n</details>\n'
        yield f'<div class="oa-panel{place}">{heading}{linked_code(example, rows)}\n{words}</div>\n'


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
