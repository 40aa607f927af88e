"""What Markdown makes of a text is in proportion to the text, for each construct: tokens, HTML and Markdown.

A construct has a wide and a long side, such as the columns and the rows of a table, so that a product would show.
"""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from markdown_it.token import Token

from mkdocs_oasmap.render.descriptions import safe_lines
from mkdocs_oasmap.render.sanitized_html import render_markdown, tokens

from ..counting import calls

Construct = Callable[[int, int], str]

CONSTRUCTS: dict[str, Construct] = {
    "table with short rows": lambda wide, long: "|a" * wide + "|\n" + "|-" * wide + "|\n" + "|x\n" * long,
    "table with rows without a mark": lambda wide, long: "|a" * wide + "|\n" + "|-" * wide + "|\n" + "x\n" * long,
    "table without outer marks": lambda wide, long: "a" + "|a" * wide + "\n-" + "|-" * wide + "\n" + "x|\n" * long,
    "table with aligned columns": lambda wide, long: "|a" * wide + "|\n" + "|:-:" * wide + "|\n" + "|x\n" * long,
    "table with full rows": lambda wide, long: (
        ("|a" * wide + "|\n") + "|-" * wide + "|\n" + ("|x" * wide + "|\n") * long
    ),
    "tables one after the other": lambda wide, long: ("|a" * wide + "|\n" + "|-" * wide + "|\n|x\n|x\n\n") * long,
    "table in a list": lambda wide, long: "- " + "|a" * wide + "|\n  " + "|-" * wide + "|\n" + "  |x\n" * long,
    "table in a quotation": lambda wide, long: "> " + "|a" * wide + "|\n> " + "|-" * wide + "|\n" + "> |x\n" * long,
    "table under a table": lambda wide, long: "|a|\n|-|\n" * wide + "|x\n" * long,
    "nested lists": lambda wide, long: "".join("  " * (n % wide) + "- a\n" for n in range(long)),
    "nested quotations": lambda wide, long: ("> " * wide + "a\n") * long,
    "quotations of many depths": lambda wide, long: "".join("> " * (n % wide) + "a\n\n" for n in range(long)),
    "list items with many lines": lambda wide, long: ("1. " + "a\n   " * wide + "\n") * long,
    "emphasis": lambda wide, long: ("*" * wide + "a") * long,
    "code": lambda wide, long: ("`" * wide + "a") * long,
    "links to one definition": lambda wide, long: "[a]: https://a.example/" + "b" * wide + "\n\n" + "[a] " * long,
    "fences": lambda wide, long: ("`" * (3 + wide) + "\na\n" + "`" * (3 + wide) + "\n") * long,
    "lines that are broken": lambda wide, long: ("a" * wide + "  \n") * long,
    "entities": lambda wide, long: ("&amp;" * wide + "\n") * long,
    "addresses": lambda wide, long: ("https://a.example/" + "b" * wide + " ") * long,
}


def text_of(construct: Construct, size: int, share: float) -> str:
    """A text of about `size` characters whose wide side has a share of them."""
    wide = max(2, int(size * share / 4))
    long = 2
    while len(construct(wide, long)) < size:
        long *= 2
    return construct(wide, long)


def count(parsed: Sequence[Token]) -> int:
    return sum(1 + count(token.children or ()) for token in parsed)


@pytest.mark.parametrize("share", [0.02, 0.2, 0.5])
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_text_makes_no_more_than_its_own_size(name: str, share: float) -> None:
    made = []
    for size in (500, 2_000):
        text = text_of(CONSTRUCTS[name], size, share)
        sizes = count(tokens(text)), len(render_markdown(text)), len("\n".join(safe_lines(text)))
        made.append(max(sizes[0] / 4, sizes[1] / 60, sizes[2] / 40) / len(text))
    assert max(made) <= 1
    assert made[-1] <= 1.5 * max(made[0], 0.05)


@pytest.mark.parametrize("line", ["- a\n", "1. a\n", "- a\n  - b\n", "> a\n", "a\n-b\n", "|a|\n|-|\n", "a|b\n"])
def test_four_times_the_lines_are_four_times_the_calls(line: str) -> None:
    few, many = (calls(partial(render_markdown, line * number)) for number in (100, 400))
    assert many < 5 * few


def test_a_table_whose_rows_are_filled_up_beyond_its_text_stays_text() -> None:
    wide = render_markdown("|a" * 50 + "|\n" + "|-" * 50 + "|\n" + "|x\n" * 50)
    assert "<table" not in wide
    assert wide.count("x") == 50


@pytest.mark.parametrize("rows", ["| 1 |\n", "| 1 | 2 |\n", "1\n"])
def test_a_table_with_a_few_short_rows_is_a_table(rows: str) -> None:
    assert render_markdown("| name | size | use |\n| --- | --- | --- |\n" + rows * 3).count("<td") == 9
