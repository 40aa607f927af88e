"""A curve as an SVG picture: CPU time over the number of entries, and what reading the description takes alone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 320, 60, 50, 20, 20


def curve_picture(title: str, points: Sequence[tuple[int, float]], floor: float) -> str:
    """`points` are entries of the config and CPU seconds; `floor` is the least that any tool in Python takes."""
    most = max(count for count, _ in points)
    top = 1.15 * max(seconds for _, seconds in points)

    def x(count: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * count / most

    def y(seconds: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * seconds / top

    line = " ".join(f"{x(count):.0f},{y(seconds):.0f}" for count, seconds in points)
    marks = "".join(
        f'<circle cx="{x(count):.0f}" cy="{y(seconds):.0f}" r="4">'
        f"<title>{count} entries: {seconds:.2f} s</title></circle>"
        for count, seconds in points
    )
    ticks = "".join(
        f'<text x="{x(most * step / 4):.0f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{most * step // 4}</text>'
        f'<text x="{LEFT - 8}" y="{y(top * step / 4) + 4:.0f}" text-anchor="end">{top * step / 4:.2f}</text>'
        for step in range(5)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-size="12" '
        f'font-family="sans-serif" fill="currentColor" stroke="none"><title>{escape(title)}</title>'
        f'<g stroke="currentColor" fill="none"><path d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>'
        f'<path stroke-dasharray="4 4" d="M{LEFT} {y(floor):.0f}H{WIDTH - RIGHT}"/>'
        f'<polyline stroke-width="2" points="{line}"/></g>{marks}{ticks}'
        f'<text x="{WIDTH - RIGHT}" y="{y(floor) + 16:.0f}" text-anchor="end">reading the description alone</text>'
        f'<text x="{(WIDTH + LEFT) // 2}" y="{HEIGHT - 8}" text-anchor="middle">entries in the config</text>'
        f'<text x="{LEFT + 8}" y="{TOP + 4}">CPU seconds</text></svg>\n'
    )
