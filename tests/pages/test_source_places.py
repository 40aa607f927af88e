"""Places of the inputs on pages: addresses of lines, and excerpts of them."""

import pytest

from mapper.inputs import Document
from mkdocs_oasmap.pages.source_places import Places, source_links
from mkdocs_oasmap.pages.source_views import Excerpt

LONG = "x" * 120


@pytest.mark.parametrize(
    ("text", "line", "lines"),
    [
        ("a: 1\nit: 2\nb: 3\n", 2, ("it: 2",)),
        ("it:\n  b: 1\n\n  c: 2\nd: 3\n", 1, ("it:", "  b: 1", "", "  c: 2")),
        ("it: {a: 1,\n     b: 2}\nc: 3\n", 1, ("it: {a: 1,", "     b: 2}")),
        ('{"a": 1,\n "it": 2,\n "b": 3}\n', 2, ('"it": 2,',)),
        ('{"a": 1,\n "it": [\n  2],\n "b": 3}\n', 2, ('"it": [', " 2],")),
        ("it:\n  - a\n" + "  - b\n" * 6, 1, ("it:", "  - a", *["  - b"] * 4)),
        (f"it: {LONG[:116]}\nb: 1", 1, (f"it: {LONG[:116]}",)),
        (f"it: {LONG[:117]}\nb: 1", 1, (f"it: {LONG[:115]}\u2026",)),
        (f"it: {'x' * 996}\nb: 1", 1, (f"it: {LONG[:115]}\u2026",)),
        (f"it: {'x' * 997}\nb: 1", 1, None),
    ],
)
def test_an_excerpt_is_the_line_with_those_that_are_deeper(text: str, line: int, lines: tuple[str, ...] | None) -> None:
    location = Document("a.yaml", text.encode()).node.child("it")
    assert Places(excerpts=True).excerpt(location) == (lines and Excerpt(line, lines))
    assert Places().excerpt(location) is None


@pytest.mark.parametrize(
    ("path", "line", "expected"),
    [
        ("a b.yaml", 3, "https://x.example/a%20b.yaml#L3"),
        ("a/b.yaml", None, "https://x.example/a/b.yaml#L1"),
        ("https://y.example/b.yaml", 3, "https://y.example/b.yaml"),
        ("../b.yaml", 3, None),
        ("/a/b.yaml", 3, None),
    ],
)
def test_files_outside_of_the_repository_have_no_address_in_it(path: str, line: int | None, expected: str) -> None:
    link = source_links("https://x.example/{path}#L{line}")
    assert link is not None
    assert link(path, line) == expected
    assert source_links("") is None
