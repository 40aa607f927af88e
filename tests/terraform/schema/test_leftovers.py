"""What is said of a property, or of keys, that a schema declares and nothing maps, and the fix that goes with it."""

import pytest

from mapper.inputs import Document
from mapper.report.diagnostic import Fix, Rule
from mapper.systems.terraform import rules
from mapper.systems.terraform.schema.unmapped import (
    IGNORE_FIX,
    MERGE_FIX,
    MERGE_OR_IGNORE_FIX,
    ONLY_PROPERTIES_FIX,
    VARIANTS_FIX,
    Leftover,
    UnmappedKind,
)

from ...support import property_

NODE = Document("api.yaml", b"{}").node
LEFT = "the property 'a' is declared {}, and is left out"


def leftover(kind: str, path: str, keyword: str, rule: Rule, more: int = 0) -> Leftover:
    return Leftover(UnmappedKind(kind), tuple(path.split()), (NODE,), keyword, rule, more)


SAID: list[tuple[Leftover, str, Fix]] = [
    (leftover("property", "a", "allOf", rules.BESIDE_COMPOSITION), LEFT.format("next to allOf"), MERGE_OR_IGNORE_FIX),
    (leftover("property", "a", "$ref", rules.BESIDE_REFERENCE), LEFT.format("next to $ref"), MERGE_OR_IGNORE_FIX),
    (leftover("property", "a", "if", rules.CONDITIONAL), LEFT.format("in if, under a condition"), MERGE_OR_IGNORE_FIX),
    (leftover("property", "a", "not", rules.CONDITIONAL), LEFT.format("in not, under a condition"), IGNORE_FIX),
    (leftover("property", "a", "items", rules.OTHER_ITEMS),
     LEFT.format("in items, which is not what is mapped of this type"), IGNORE_FIX),
    (leftover("property", "a", "items", rules.OTHER_TYPE),
     LEFT.format("in items, which is not what is mapped of this type"), IGNORE_FIX),
    (leftover("property", "a", "content", rules.OTHER_MEDIA_TYPE), LEFT.format("for another media type"), IGNORE_FIX),
    (leftover("property", "a", "oneOf", rules.ENTRY_LOST), LEFT.format("in a branch of oneOf"), VARIANTS_FIX),
    (leftover("property", "a", "discriminator", rules.NOT_FOLLOWED),
     LEFT.format("in a schema that only the discriminator names"), IGNORE_FIX),
    (leftover("property", "a", "x", rules.OTHER_KEYS), LEFT.format("in x"), IGNORE_FIX),
    (leftover("property", "b a", "allOf", rules.BESIDE_COMPOSITION, 1_200),
     "the property 'b.a' is declared next to allOf, and is left out; and 1,200 more", MERGE_OR_IGNORE_FIX),
    (leftover("property", "a", "allOf", rules.POLICY),
     "what is said of 'a' in or next to allOf is merged (policy siblings)", MERGE_OR_IGNORE_FIX),
    (leftover("required", "a", "oneOf", rules.BESIDE_COMPOSITION),
     "that 'a' is required stands next to oneOf, and is left out", MERGE_FIX),
    (leftover("keywords", "format pattern", "$ref", rules.BESIDE_KEYWORDS),
     "what is next to $ref is left out: format, pattern", MERGE_FIX),
    (leftover("keys", "*", "additionalProperties", rules.VALUES_LOST),
     "other keys, which additionalProperties describes, cannot be given", ONLY_PROPERTIES_FIX),
    (leftover("keys", "a b *", "additionalProperties", rules.OTHER_KEYS, 2),
     "other keys of 'a.b', which additionalProperties describes, cannot be given; and 2 more", IGNORE_FIX),
    (leftover("keys", "^x", "patternProperties", rules.OTHER_KEYS),
     "keys that match '^x', which patternProperties describes, cannot be given", IGNORE_FIX),
    (leftover("keys", "a ^x", "allOf", rules.OTHER_KEYS),
     "keys of 'a' that match '^x', which allOf describes, cannot be given", IGNORE_FIX),
    (leftover("keys", "$dynamicRef", "$dynamicRef", rules.NOT_FOLLOWED),
     "what $dynamicRef leads to is not followed", IGNORE_FIX),
]  # fmt: skip


@pytest.mark.parametrize(("left", "text", "fix"), SAID, ids=lambda value: getattr(value, "text", ""))
def test_what_is_left_out_is_told_with_its_place_and_its_fix(left: Leftover, text: str, fix: Fix) -> None:
    note = left.note
    assert (note.text, note.fix, note.rule, note.location) == (text, fix, left.rule, NODE)


@pytest.mark.parametrize(
    ("keyword", "rule", "is_conditional", "is_sibling"),
    [
        ("if", rules.CONDITIONAL, True, False),
        ("not", rules.CONDITIONAL, False, False),
        ("then", rules.OTHER_KEYS, False, False),
        ("allOf", rules.BESIDE_COMPOSITION, False, True),
        ("$ref", rules.BESIDE_REFERENCE, False, True),
        ("oneOf", rules.ENTRY_LOST, False, True),
        ("content", rules.OTHER_MEDIA_TYPE, False, True),
    ],
)
def test_what_is_under_a_condition_is_no_sibling(
    keyword: str, rule: Rule, is_conditional: bool, is_sibling: bool
) -> None:
    left = leftover("property", "a", keyword, rule)
    assert (left.is_conditional, left.is_sibling, left.is_merged) == (is_conditional, is_sibling, False)


def test_what_several_patterns_have_is_told_once_where_the_first_says_it() -> None:
    each = "{properties: {lost: {type: string}}}"
    values = "additionalProperties: {properties: {k: {type: string}}}"
    oven = property_(f"{{type: object, {values}, if: {{patternProperties: {{'^a': {each}, '^b': {each}}}}}}}")
    found = oven.diagnostic(rules.CONDITIONAL)
    assert found.location is not None
    assert found.location.pointer.endswith("/if/patternProperties/^a/properties/lost")
