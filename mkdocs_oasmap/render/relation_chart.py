"""What uses what, as a drawing for the overview: an SVG without a script, in the colour of the text; and as a list."""

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from markupsafe import Markup
from msgspec import Struct

from ..pages.home_page import RelatedView
from .templates import escaped

MOST_NODES = 30
"""The most entities of a drawing; of more, there is only the list."""

MOST_LISTED = 200
"""The most entities of the list; the others have it on their own pages."""

_ROW, _GAP, _EDGE, _LETTER = 26, 70, 14, 7.3
"""Pixels: the height of a row, between columns, around the drawing, and of a letter of 12 px in a monospaced font."""


class _Node(Struct, frozen=True):
    """An entity: its name without what all names begin with, its place, and how many use it."""

    entity: RelatedView
    name: str
    x: float
    y: float
    users: int

    @property
    def end(self) -> float:
        """Where its name ends."""
        return self.x + 12 + _LETTER * len(self.name)


def relation_chart(entities: Sequence[RelatedView], url: Callable[[str], str]) -> Markup:
    """The drawing, if there are few entities, and the list."""
    items = [_item(entity, entities, url) for entity in entities if entity.uses]
    left = len(items) - MOST_LISTED
    more = [f"<li>and {left:,} more, on their own pages</li>"] if left > 0 else []
    listed = "\n".join([*items[:MOST_LISTED], *more])
    chart = _drawing(entities, url) if len(entities) <= MOST_NODES else ""
    return Markup(f'{chart}<details class="oa-fold"><summary>As a list</summary>\n<ul>\n{listed}\n</ul></details>\n')


def _item(entity: RelatedView, entities: Sequence[RelatedView], url: Callable[[str], str]) -> str:
    used = ", ".join(_link(entities[number], url) for number in entity.uses)
    return f"<li>{_link(entity, url)} uses {used}</li>"


def _link(entity: RelatedView, url: Callable[[str], str]) -> str:
    return f'<a href="{escaped(url(entity.key))}"><code>{escaped(entity.title)}</code></a>'


def _drawing(entities: Sequence[RelatedView], url: Callable[[str], str]) -> str:
    nodes = _placed(entities)
    width = max(node.end for node in nodes.values()) + _EDGE
    height = max(node.y for node in nodes.values()) + _EDGE
    edges = [_edge(nodes[used], nodes[number]) for number in nodes for used in entities[number].uses]
    names = [
        f'<a href="{escaped(url(node.entity.key))}" tabindex="-1"><circle cx="{node.x:.0f}" cy="{node.y:.0f}"'
        f' r="{min(3 + node.users, 8)}"/>'
        f'<text x="{node.x + 12:.0f}" y="{node.y + 4:.0f}">{escaped(node.name)}</text></a>'
        for node in nodes.values()
    ]
    return (
        f'<div class="oa-chart"><svg viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" aria-hidden="true">'
        f'<path d="{"".join(edges)}"/>{"".join(names)}</svg></div>\n'
    )


def _edge(used: _Node, user: _Node) -> str:
    middle = (used.end + user.x) / 2
    return (
        f"M{used.end + 4:.0f} {used.y:.0f}C{middle:.0f} {used.y:.0f} {middle:.0f} {user.y:.0f}"
        f" {user.x - 6:.0f} {user.y:.0f}"
    )


def _placed(entities: Sequence[RelatedView]) -> dict[int, _Node]:
    """The nodes by the numbers of entities: what is needed is on the left of what needs it."""
    columns = _columns(entities)
    titles = [entity.title for entity in entities]
    same = takewhile(lambda pair: pair[0] == pair[1], zip(min(titles), max(titles), strict=False))
    shared = "".join(letter for letter, _ in same).rfind("_") + 1
    users = [0] * len(entities)
    for entity in entities:
        for used in entity.uses:
            users[used] += 1
    nodes: dict[int, _Node] = {}
    x: float = _EDGE
    for column in sorted(set(columns.values())):
        mine = [number for number in range(len(entities)) if columns[number] == column]
        mine.sort(key=lambda number: (_height(entities[number], nodes), entities[number].title))
        for row, number in enumerate(mine):
            entity = entities[number]
            nodes[number] = _Node(entity, entity.title[shared:], x, _EDGE + row * _ROW, users[number])
        x = max(nodes[number].end for number in mine) + _GAP
    return nodes


def _height(entity: RelatedView, placed: Mapping[int, _Node]) -> float:
    """The mean height of what an entity uses, so that edges are short."""
    heights = [placed[number].y for number in entity.uses if number in placed]
    return sum(heights) / len(heights) if heights else 0


def _columns(entities: Sequence[RelatedView]) -> dict[int, int]:
    """The length of the longest way to what uses nothing. What refers back to an entity before it does not count."""
    columns: dict[int, int] = {}

    def column(number: int, around: frozenset[int]) -> int:
        if number not in columns:
            inner = around | {number}
            below = [column(used, inner) for used in entities[number].uses if used not in inner]
            columns[number] = max(below, default=-1) + 1
        return columns[number]

    for number in range(len(entities)):
        column(number, frozenset())
    return columns
