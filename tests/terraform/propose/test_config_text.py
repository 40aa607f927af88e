"""The text of a proposed config."""

import pytest
import yaml

from mapper.systems.terraform.propose.config_text import scalar


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("/pets/{id}", "/pets/{id}"),
        ("a: b", "'a: b'"),
        ("5", "'5'"),
        ("é", "é"),
        ("a {{ b", '"a {{ b"'),
        ("a {% b", '"a {% b"'),
        ("a {b", "a {b"),
        ("a\nb", '"a\\nb"'),
        ("a\u202eb", '"a\\u202Eb"'),
    ],
)
def test_a_text_is_quoted_where_it_would_be_something_else(text: str, written: str) -> None:
    assert scalar(text) == written
    assert yaml.safe_load(written) == text
