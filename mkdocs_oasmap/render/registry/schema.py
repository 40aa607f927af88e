"""Renders the schema of a page as Markdown, with the headings and anchors of the registry and tfplugindocs."""

from collections.abc import Iterator
from enum import IntEnum

from msgspec import Struct
from msgspec.structs import replace

from mapper.text.plural import plural

from ...pages.registry import FieldGroup, FieldView, ParameterView, SchemaView, SectionView
from ..descriptions import safe_inline, safe_lines
from ..markdown_escape import anchor, code, fragment, line, readable
from ..markdown_rows import facts, item
from ..sanitized_html import first_sentence


class Detail(IntEnum):
    """How much a page shows of each attribute, in decreasing order."""

    ALL = 0
    """Full descriptions."""
    SENTENCES = 1
    """The first sentence of each nested description."""
    NAMES = 2
    """Only names and types of nested attributes."""


class Extent(Struct, frozen=True):
    """How much of a schema a page shows: the detail of each attribute, and the maximum nesting level of sections."""

    detail: Detail = Detail.ALL
    levels: int | None = None


def extents(schema: SchemaView | None) -> Iterator[Extent]:
    """The possible extents of a page, in decreasing order."""
    yield from map(Extent, Detail)
    deepest = max((section.level for section in schema.sections), default=0) if schema else 0
    yield from (Extent(Detail.NAMES, levels) for levels in range(deepest - 1, -1, -1))


_MARKS, _HEADING, _BELOW = len("- `` ()\n"), len('<a id=""></a>\n### Nested Schema for ``\n\n'), len("(see [below](#))")


def least_size(schema: SchemaView, extent: Extent) -> int:
    """A lower bound for the size of the section in bytes, which is fast to compute."""
    shown = [section for section in schema.sections if extent.levels is None or section.level <= extent.levels]
    anchors = {section.anchor for section in shown}
    size = sum(_HEADING + _sure(section.anchor) + _sure(section.path) for section in shown)
    for group in (*schema.groups, *(group for section in shown for group in section.groups)):
        for field in group.fields:
            size += _MARKS + _sure(field.name)
            if field.anchor in anchors:
                size += _BELOW + _sure(field.anchor)
    return size


def _sure(text: str) -> int:
    """The size of a text in bytes; 0 if escaping could change it."""
    return len(text) if text.isascii() and text.isprintable() and " " not in text else 0


def schema_markdown(schema: SchemaView, extent: Extent = Extent()) -> str:  # noqa: B008 - it is immutable
    """The section *Schema*, with a section for each attribute with nested ones."""
    shown = schema.sections
    if extent.levels is not None:
        shown = tuple(section for section in shown if section.level <= extent.levels)
        anchors = {section.anchor for section in shown}
        schema = SchemaView(_without_links(schema.groups, anchors), ())
        shown = tuple(replace(section, groups=_without_links(section.groups, anchors)) for section in shown)
    return "\n".join(_schema(schema.groups, shown, extent)).rstrip("\n") + "\n"


def _without_links(groups: tuple[FieldGroup, ...], anchors: set[str]) -> tuple[FieldGroup, ...]:
    """The groups without links to sections that the page does not have."""
    return tuple(
        replace(group, fields=tuple(f if f.anchor in anchors else replace(f, anchor="") for f in group.fields))
        for group in groups
    )


def _schema(groups: tuple[FieldGroup, ...], sections: tuple[SectionView, ...], extent: Extent) -> Iterator[str]:
    detail = extent.detail
    yield "## Schema\n"
    if extent.levels is not None:
        deeper = plural(extent.levels, "level") if extent.levels else "the first level"
        yield f"~> There is more: what is nested below {deeper} has no room on this page.\n"
    for group in groups:
        yield from (f"### {group.title}\n", *_fields(group, max(detail - 1, 0)), "")
    for section in sections:
        yield anchor(section.anchor)
        yield f"### Nested Schema for {code(section.path)}\n"
        for group in section.groups:
            yield from (f"{group.title}:\n", *_fields(group, detail), "")
        yield ""


def _fields(group: FieldGroup, detail: int) -> list[str]:
    """Attributes as a list; some parsers need an empty line after an item with several blocks."""
    items = [_field(field, detail) for field in group.fields]
    return [f"{text}\n" if "\n\n" in text and number < len(items) else text for number, text in enumerate(items, 1)]


def _field(field: FieldView, detail: int) -> str:
    head = f"- {code(field.name)} ({line(', '.join([field.type, *field.marks]))})"
    lines: tuple[str, ...] = ()
    description = field.description or ("The ID of this resource." if field.name == "id" else "")  # as tfplugindocs
    if detail == Detail.SENTENCES and description:
        lines = (readable(line(first_sentence(description))),)
    elif detail == Detail.ALL:
        lines = tuple(readable("\n".join(safe_lines(description))).splitlines())
    sentences = list(facts(field.row)) if field.row is not None and detail < Detail.NAMES else []
    if field.row is not None and field.row.replaces and detail < Detail.NAMES:
        sentences.append("A new value makes Terraform replace the whole object.")
    if field.anchor:
        sentences.append(f"(see [below for nested schema](#{fragment(field.anchor)}))")
    return item(f"{head} ", lines, " ".join(sentences)).rstrip()


def parameter_markdown(parameter: ParameterView) -> str:
    """A parameter of a function as an item of a numbered list."""
    first, *rest = (*parameter.marks, "")
    words = [first, parameter.type, *rest] if first == "Variadic" else [parameter.type, first, *rest]
    head = f"1. {code(parameter.name)} ({line(', '.join(filter(None, words)))})"
    return f"{head} {readable(safe_inline(parameter.description))}".rstrip()
