"""What the guide shows is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from .guide import pages, play


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_the_examples_of_a_page_are_true(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for block, found in play(page, tmp_path):
        assert block.text == found, f"{page.name}:{block.line}"


def test_there_are_examples() -> None:
    assert pages()
