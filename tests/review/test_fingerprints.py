"""Fingerprints stay the same: review files of users name them, and none may change between versions."""

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from mapper.registry import all_systems

from ..support import compare
from .pairs import PAIRS

KNOWN = Path(__file__).with_name("fingerprints.txt")
"""A line for each rule and kind: what approves the changes of its pair of states, made both ways."""


def lines() -> Iterator[str]:
    for rule, (old, new) in PAIRS.items():
        for way, changes in (("there", compare(old, new)), ("back", compare(new, old))):
            for change in changes:
                yield f"{rule} {way}: {change.rule.id} of {change.kind}: {change.fingerprint} {change.key}"
    (change,) = compare(*PAIRS["attribute-removed"])
    for kind in (kind for system in all_systems() for kind in system.kinds):
        yield f"of each kind: {kind}: {replace(change, kind=kind).fingerprint}"


def test_a_change_has_the_fingerprint_that_it_always_had() -> None:
    """A line that is there changes only with a release that says so."""
    assert set(KNOWN.read_text(encoding="utf-8").splitlines()) - set(lines()) == set()


def test_the_fingerprints_of_new_rules_are_kept_from_now_on() -> None:
    known = KNOWN.read_text(encoding="utf-8").splitlines()
    new = sorted(set(lines()) - set(known))
    assert not new, "\n".join([f"add these lines to {KNOWN.name}, which is sorted:", *new])
    assert known == sorted(known)
