"""The prose of the guide: sentences are short, the guide is, and each page leads on without a circle."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from .fences import DOCS
from .prose import GUIDE, LONGEST, MOST_WORDS, page_words, prose, sentences

_LINK = re.compile(r"\]\(([^)#]+\.md)(?:#[^)]*)?\)")


def links(path: Path, text: str) -> set[Path]:
    return {(path.parent / name).resolve() for name in _LINK.findall(text)}


def next_pages(path: Path) -> set[Path]:
    """The pages that the last line of a page leads to."""
    last = path.read_text(encoding="utf-8").rstrip().rpartition("\n")[2]
    return links(path, last) if last.startswith("Next: ") else set()


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.stem)
def test_no_sentence_is_longer_than_it_may_be(path: Path) -> None:
    assert [text for text in sentences(path) if len(text.split()) > LONGEST] == []


def test_the_guide_stays_short() -> None:
    assert sum(map(page_words, GUIDE)) <= MOST_WORDS


def test_next_leads_in_no_circle() -> None:
    assert len(list(TopologicalSorter({path: next_pages(path) for path in GUIDE}).static_order())) >= len(GUIDE)


def test_every_page_is_reached_from_the_front_page() -> None:
    reached, waiting = set[Path](), [DOCS / "index.md"]
    while waiting:
        path = waiting.pop()
        if path not in reached:
            reached.add(path)
            waiting += next_pages(path) or set()
            waiting += links(path, path.read_text(encoding="utf-8")) if path.stem == "index" else set()
    assert [path.stem for path in GUIDE if path not in reached] == []


def test_words_of_samples_and_lists_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(
        "# Two words\n\n```sh\na b c\n```\n<!-- labels -->\n\nx y\n\n<!-- end -->\nOne more [link](a/b.md).\n"
    )
    assert prose(path).split() == ["#", "Two", "words", "One", "more", "[link]."]
    assert page_words(path) == 5


def test_every_policy_says_when_to_choose_a_value() -> None:
    text = (DOCS / "policies.md").read_text(encoding="utf-8")
    table = text.partition("## Which value to choose\n")[2].partition("\n## ")[0]
    rows = {name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    assert rows == set(re.findall(r"^## `(\w+)`$", text, re.MULTILINE))
