"""The matrix of an entity: its attributes by their sources."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from mapper.model import Attribute, Body, Contribution, nested_body

from .describe import contribution_in_words, shown_status
from .labels import Labels
from .layout import Layout
from .page_names import part_name
from .source_views import CellView
from .views import LeftOutView, MatrixRow, MatrixView

MOST_CELLS = 250
"""The maximum number of cells with nested attributes; a larger matrix has root attributes only."""

_SYMBOLS = {
    Contribution.DECLARED: "●",
    Contribution.CONFIRMED: "○",
    Contribution.DESCRIPTION: "◐",
    Contribution.CHILDREN: "◑",
    Contribution.BOTH: "◕",
    Contribution.MISMATCH: "✕",
    Contribution.OVERRIDE: "✎",
}
_CELLS = {contribution: CellView(symbol, str(contribution)) for contribution, symbol in _SYMBOLS.items()}
_EMPTY = CellView("", "")
_Sources = dict[str, Contribution]


class _Row(Struct, frozen=True):
    path: str
    attribute: Attribute
    sources: _Sources
    same: int


def matrix(body: Body, left_out: Iterable[LeftOutView], layout: Layout, noun: str, labels: Labels) -> MatrixView:
    """The contribution of each source to each attribute. Nested ones have a row if they differ from their parent."""
    rows = [row for row in _rows(body, "", None)[0] if layout.shown_at(row.path) == row.path]
    roles = tuple(dict.fromkeys(role for row in rows for role in row.sources))
    nested = len(rows) * len(roles) <= MOST_CELLS
    if not nested:
        rows = [replace(row, same=0) for row in rows if row.attribute.name == row.path]
        roles = tuple(dict.fromkeys(role for row in rows for role in row.sources))
    used = {contribution for row in rows for contribution in row.sources.values()}
    cells = {c: replace(cell, text=contribution_in_words(c, noun)) for c, cell in _CELLS.items()}
    views = [_view(row, roles, layout, cells, labels) for row in rows]
    lines: dict[object, list[MatrixRow]] = {}
    for view in views:
        lines.setdefault(view.path if nested else (view.status_label, view.cells), []).append(view)
    return MatrixView(
        roles,
        tuple(map(tuple, lines.values())),
        tuple(cell for contribution, cell in cells.items() if contribution in used),
        nested,
        tuple({item.source_path: item for item in left_out}.values()),
    )


def _rows(body: Body, prefix: str, around: _Sources | None) -> tuple[list[_Row], int]:
    """The rows of a body, and the number of attributes with the same sources as the parent."""
    rows: list[_Row] = []
    same = 0
    for attribute in body.attributes:
        path = prefix + attribute.name
        sources: _Sources = {}
        for origin in attribute.origins:
            sources.setdefault(part_name(origin.part), origin.contribution)
        inner = nested_body(attribute.type)
        below, alike = _rows(inner, path + ".", sources) if inner else ([], 0)
        if sources == around and not below:
            same += 1 + alike
        else:
            rows += [_Row(path, attribute, sources, alike), *below]
    return rows, same


def _view(
    row: _Row,
    roles: tuple[str, ...],
    layout: Layout,
    symbols: dict[Contribution, CellView],
    labels: Labels,
) -> MatrixRow:
    cells = tuple(symbols[row.sources[role]] if role in row.sources else _EMPTY for role in roles)
    status = shown_status(row.attribute)
    return MatrixRow(row.path, layout.page_of(row.path), status.value, labels[f"status.{status}"], cells, row.same)
