"""Which names Go can declare."""

from __future__ import annotations

import pytest

from mapper.golang.source import is_exported, is_identifier


@pytest.mark.parametrize("name", ["a", "A", "_a", "__", "a1", "überName", "types"])
def test_letters_digits_and_underscores_are_names(name: str) -> None:
    assert is_identifier(name)


@pytest.mark.parametrize("name", ["", "1a", "_", "a-b", "a b", "range", "type", "a\n"])
def test_what_is_no_name(name: str) -> None:
    assert not is_identifier(name)


@pytest.mark.parametrize(("name", "exported"), [("A", True), ("Über", True), ("a", False), ("_A", False), ("1", False)])
def test_names_that_begin_with_a_capital_letter_are_exported(name: str, exported: bool) -> None:
    assert is_exported(name) is exported
