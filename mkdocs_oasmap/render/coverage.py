"""Renders the coverage map as SVG: a row of squares for each tag, with a list of the same content for screen
readers.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from markupsafe import Markup

from ..pages.home_page import CoverageMap, MapCell, MapRow

_COLUMNS = 16
_SIZE, _STEP = 14, 18


def coverage_map(view: CoverageMap, url: Callable[[str], str], losses: bool) -> Markup:
    """The map with its legend. `losses`: with markers for losses, which are for authors."""
    parts = ['<figure class="oasmap-map"><div class="oasmap-map__rows" aria-hidden="true">']
    parts += [_row(row, url, losses=losses) for row in view.rows]
    parts.append("</div>")
    parts.append(_legend(view, losses=losses))
    parts.append("</figure>")
    parts.append(_words(view, url, losses=losses))
    return Markup("".join(parts))  # noqa: S704 - every text in it is escaped


def _row(row: MapRow, url: Callable[[str], str], *, losses: bool) -> str:
    columns = min(len(row.cells), _COLUMNS)
    lines = -(-len(row.cells) // _COLUMNS)
    width, height = columns * _STEP, lines * _STEP
    squares = "".join(_square(cell, number, url, losses=losses) for number, cell in enumerate(row.cells))
    title = f'{_text(row.title or "Operations")} <span class="oasmap-quiet">{row.used}/{len(row.cells)}</span>'
    return (
        f'<div class="oasmap-map__row"><p>{title}</p>'
        f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">{squares}</svg></div>'
    )


def _square(cell: MapCell, number: int, url: Callable[[str], str], *, losses: bool) -> str:
    line, column = divmod(number, _COLUMNS)
    x, y = column * _STEP + 1, line * _STEP + 1
    kind = cell.use or "none"
    shape = f'<rect class="oasmap-map__{kind}" x="{x}" y="{y}" width="{_SIZE}" height="{_SIZE}" rx="3"/>'
    if losses and cell.lost:
        shape += f'<circle class="oasmap-map__lost" cx="{x + _SIZE - 3}" cy="{y + 3}" r="3"/>'
    title = f"<title>{_text(cell.operation)}: {_text(_said(cell, losses=losses))}</title>"
    address = _address(cell, url, losses=losses)
    if address is None:
        return f"<g>{title}{shape}</g>"
    return f'<a href="{escape(address)}" tabindex="-1">{title}{shape}</a>'


def _said(cell: MapCell, *, losses: bool) -> str:
    return f"{cell.words}, something is lost" if losses and cell.lost else cell.words


def _address(cell: MapCell, url: Callable[[str], str], *, losses: bool) -> str | None:
    if cell.page is None or (cell.page == "report" and not losses):
        return None
    return f"{url(cell.page)}#{cell.anchor}" if cell.anchor else url(cell.page)


def _legend(view: CoverageMap, *, losses: bool) -> str:
    def key(name: str, words: str, count: int) -> str:
        picture = f'<rect class="oasmap-map__{name or "none"}" x="1" y="1" width="{_SIZE}" height="{_SIZE}" rx="3"/>'
        if name == "lost":
            picture = '<circle class="oasmap-map__lost" cx="8" cy="8" r="3"/>'
        drawn = f'<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">{picture}</svg>'
        return f"<span>{drawn} {_text(words)} {count:,}</span>"

    keys = [key(name, words, count) for name, words, count in view.legend]
    lost = sum(cell.lost for row in view.rows for cell in row.cells)
    if losses and lost:
        keys.append(key("lost", "something is lost", lost))
    return f'<figcaption class="oasmap-map__legend">{"".join(keys)}</figcaption>'


def _words(view: CoverageMap, url: Callable[[str], str], *, losses: bool) -> str:
    parts = ['<details class="oasmap-nested"><summary>' + "The same in words" + "</summary>"]
    for row in view.rows:
        covered = f"{row.used} of {len(row.cells)}"
        parts.append(f"<p><b>{_text(row.title or 'Operations')}</b>: {_text(covered)}</p><ul>")
        for cell in row.cells:
            address = _address(cell, url, losses=losses)
            text = _text(_said(cell, losses=losses))
            linked = f'<a href="{escape(address)}">{text}</a>' if address is not None else text
            parts.append(f"<li><code>{_text(cell.operation)}</code> {linked}</li>")
        parts.append("</ul>")
    return "".join([*parts, "</details>"])


def _text(text: str) -> str:
    return escape(text, quote=False)
