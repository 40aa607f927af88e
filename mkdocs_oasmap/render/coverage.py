"""Renders the coverage map: a row of squares for each tag, with a list of the same content for screen readers."""

from collections.abc import Callable

from markupsafe import Markup

from ..pages.home_page import CoverageMap, MapCell, MapRow
from .templates import escape

_MOST_LINKED = 250
"""The maximum number of operations with a link and words for each: a page has a budget."""
_COLUMNS, _SIZE, _STEP = 20, 12, 15


def coverage_map(view: CoverageMap, url: Callable[[str], str], losses: bool) -> Markup:
    """The map with its legend. `losses`: with markers for losses, which are for authors."""
    is_linked = view.total <= _MOST_LINKED
    row = _row if is_linked else _drawn
    parts = ['<figure class="oa-map"><div class="oa-cover">']
    parts += [row(one, url, losses=losses) for one in view.rows]
    parts += ["</div>", _legend(view, losses=losses), "</figure>"]
    if is_linked:
        parts.append(_words(view, url, losses=losses))
    return Markup("".join(parts))  # noqa: S704 - every text in it is escaped


def _head(row: MapRow) -> str:
    return f'{_text(row.title or "Operations")} <small class="oa-quiet">{row.used}/{len(row.cells)}</small>'


def _row(row: MapRow, url: Callable[[str], str], *, losses: bool) -> str:
    squares = "".join(_square(cell, url, losses=losses) for cell in row.cells)
    return f'<div>{_head(row)}<span aria-hidden="true">{squares}</span></div>'


def _square(cell: MapCell, url: Callable[[str], str], *, losses: bool) -> str:
    lost = " oa-sq--lost" if losses and cell.lost else ""
    attributes = (
        f'class="oa-sq oa-sq--{cell.use or "none"}{lost}"'
        f' title="{escape(f"{cell.operation}: {_cell_words(cell, losses=losses)}")}"'
    )
    address = _address(cell, url, losses=losses)
    if address is None:
        return f"<i {attributes}></i>"
    return f'<a {attributes} href="{escape(address)}" tabindex="-1"></a>'


def _drawn(row: MapRow, url: Callable[[str], str], *, losses: bool) -> str:  # noqa: ARG001 - as a row with links
    """A row as one drawing with a shape for each use."""
    shapes: dict[str, list[str]] = {}
    for number, cell in enumerate(row.cells):
        line, column = divmod(number, _COLUMNS)
        square = f"M{column * _STEP + 1} {line * _STEP + 1}h{_SIZE}v{_SIZE}h-{_SIZE}z"
        shapes.setdefault(cell.use or "none", []).append(square)
    width, height = min(len(row.cells), _COLUMNS) * _STEP, -(-len(row.cells) // _COLUMNS) * _STEP
    paths = "".join(f'<path class="oa-sq--{use}" d="{"".join(drawn)}"/>' for use, drawn in shapes.items())
    return f'<div>{_head(row)}<svg width="{width}" height="{height}" aria-hidden="true">{paths}</svg></div>'


def _cell_words(cell: MapCell, *, losses: bool) -> str:
    return f"{cell.words}, a property could not be mapped" if losses and cell.lost else cell.words


def _address(cell: MapCell, url: Callable[[str], str], *, losses: bool) -> str | None:
    if cell.page is None or (cell.page == "report" and not losses):
        return None
    return f"{url(cell.page)}#{cell.anchor}" if cell.anchor else url(cell.page)


def _legend(view: CoverageMap, *, losses: bool) -> str:
    keys = [(f"oa-sq--{name or 'none'}", words, count) for name, words, count in view.legend]
    lost = sum(cell.lost for row in view.rows for cell in row.cells)
    if losses and lost:
        keys.append(("oa-sq--lost", "a property could not be mapped", lost))
    shown = (f'<span><i class="oa-sq {name}"></i>{_text(words)} {count:,}</span>' for name, words, count in keys)
    return f'<figcaption class="oa-count">{"".join(shown)}</figcaption>'


def _words(view: CoverageMap, url: Callable[[str], str], *, losses: bool) -> str:
    parts = ['<details class="oa-fold"><summary>The same in words</summary>']
    for row in view.rows:
        covered = f"{row.used} of {len(row.cells)}"
        parts.append(f"<p><b>{_text(row.title or 'Operations')}</b>: {_text(covered)}</p><ul>")
        for cell in row.cells:
            address = _address(cell, url, losses=losses)
            text = _text(_cell_words(cell, losses=losses))
            linked = f'<a href="{escape(address)}">{text}</a>' if address is not None else text
            parts.append(f"<li><code>{_text(cell.operation)}</code> {linked}</li>")
        parts.append("</ul>")
    return "".join([*parts, "</details>"])


def _text(text: str) -> str:
    return escape(text, quote=False)
