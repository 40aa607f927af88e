"""What all entities together report is bounded: each gets the same share of each rule."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.report.diagnostic import Rule
from mapper.terraform.attributes import collect_notes
from mapper.terraform.attributes.collect_notes import share
from mapper.terraform.rules import BAD_PATTERN, ONE_OF

from ..support import Mapped, resource

COUNTS = st.lists(st.integers(0, 50), max_size=8)
CHOICE = "{oneOf: [{type: array, items: {type: string}}, {type: object, properties: {a: {type: string}}}]}"
PATTERN = "{type: string, pattern: '(?=a)b'}"


@given(COUNTS, st.integers(0, 300))
def test_a_share_is_the_largest_one_that_fits(counts: list[int], total: int) -> None:
    def cut(most: int) -> int:
        return sum(min(most, count) for count in counts)

    most = share(counts, total)
    assert most == 1 or cut(most) <= total
    assert cut(most + 1) > total or most >= max(counts, default=1)


def nested(schema: str, size: int) -> Mapped:
    """A resource with twice that many attributes of the schema, half of them nested."""
    inner = ", ".join(f"p{n}: {schema}" for n in range(size))
    return resource(
        f"create: {{type: object, properties: {{{inner}, nested: {{type: object, properties: {{{inner}}}}}}}}}"
    )


def reported(mapped: Mapped, *rules: Rule) -> list[tuple[str, str, str | None]]:
    return [(found.path, found.text, found.fix) for found in mapped.mapping.diagnostics if found.rule in rules]


def codes(mapped: Mapped) -> Counter[str]:
    return Counter(found.code for found in mapped.mapping.diagnostics)


def test_the_first_findings_of_a_rule_are_reported_and_the_last_of_them_says_how_many_more_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    complete = nested(CHOICE, 10)
    monkeypatch.setattr(collect_notes, "MAX_FINDINGS", 12)
    bounded = nested(CHOICE, 10)
    everything, (*first, last) = reported(complete, ONE_OF), reported(bounded, ONE_OF)
    assert len(everything) == 20
    assert len(first) == 11
    assert first == everything[:11]
    path, text, fix = everything[11]
    assert last == (path, f"{text}; and 8 more of this kind", fix)
    assert codes(complete) - codes(bounded) == Counter({ONE_OF.code: 8})
    assert bounded.text == complete.text


def test_every_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = nested(PATTERN, 10)
    monkeypatch.setattr(collect_notes, "MAX_FINDINGS", 1)
    assert len(reported(complete, BAD_PATTERN)) == 20
    assert reported(nested(PATTERN, 10), BAD_PATTERN) == reported(complete, BAD_PATTERN)
