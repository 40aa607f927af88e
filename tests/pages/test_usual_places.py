"""The sentence on places that most attributes of a page have."""

import pytest

from mkdocs_oasmap.pages.usual_places import UsualPlaces, in_words


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ({"init": False}, " can also be set in init"),
        ({"init": False, "late": False}, " can also be set in init and late"),
        ({"status": True}, " can be read in status"),
        ({"status": True, "log": True}, " can be read in status and log"),
        ({"init": False, "status": True, "log": True}, " can also be set in init, and can be read in status and log"),
    ],
)
def test_places_to_set_and_to_read_are_told_in_one_sentence(others: dict[str, bool], words: str) -> None:
    said = "".join(cell.text for cell in in_words(UsualPlaces("spec", others), "field"))
    assert said == f"Each field of spec{words}, unless its row says otherwise."
