"""The review file: severities by rule, and approvals by fingerprint."""

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import MappingError
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings
from mapper.review.settings_reader import read_settings

from ..support import compare
from .pairs import PAIRS


def read(text: str) -> Settings:
    return read_settings(Document("review.yml", text.encode()))


def test_levels_and_approvals_are_read() -> None:
    settings = read(
        "rules: {became-required: info, description-changed: ignore}\n"
        "approved:\n  - {fingerprint: 1f0a93c2b7d4, reason: agreed}\n"
    )
    assert settings.levels == {"became-required": ChangeSeverity.INFO, "description-changed": None}
    assert settings.approved == {"1f0a93c2b7d4": "agreed"}


def test_an_approved_change_keeps_its_severity_and_gets_the_reason() -> None:
    (change,) = compare(*PAIRS["became-required"])
    settings = Settings(approved={change.fingerprint: "agreed", "000000000000": "old"})
    (approved,) = settings.apply([change])
    assert (approved.approved, approved.counts, approved.severity) == ("agreed", False, ChangeSeverity.BREAKING)
    assert settings.unused([change]) == ["000000000000"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- a", "review.yml:1: a review file has the keys rules, approved and drift"),
        ("rule: {}", "review.yml:1:1: unknown key 'rule'"),
        ("rules: [a]", "review.yml:1:1: rules: a mapping"),
        (
            "rules:\n  became-requird: info",
            "review.yml:2:3: 'became-requird' is not a rule of the review; did you mean",
        ),
        ("rules:\n  became-required: bad", "review.yml:2:3: 'bad' is not a level"),
        ("approved: 5", "review.yml:1:1: approved: a list"),
        ("approved:\n  - {fingerprint: xyz, reason: a}", "review.yml:2:5: approved: a fingerprint"),
        ("approved:\n  - {fingerprint: 1f0a93c2b7d4}", "review.yml:2:5: approved: a reason is needed"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(MappingError) as caught:
        read(text)
    assert message in str(caught.value)
