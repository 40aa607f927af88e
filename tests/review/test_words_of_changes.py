"""The words of each change of an attribute, with the values of both sides and the size of what changes."""

import pytest

from mapper.model import Mapping
from mapper.review.changes import Change

from ..support import compare, resource
from .pairs import EITHER, INNER, attribute, custom, it, member, nested, spec

LIMIT = custom("stringvalidator.LengthAtMost(8)")
A, B, TWO = attribute("a", "optional"), attribute("b", "optional"), attribute("two", "required")
READ_A, READ_B = attribute("a", "computed"), attribute("b", "computed")


def objects(status: str, *attributes: object) -> Mapping:
    return it(status, "single_nested", attributes=list(attributes))


def one(schema: str) -> Mapping:
    return resource(f"create: {{type: object, properties: {{it: {schema}, crumb: {{type: string}}}}}}").mapping


def said(change: Change) -> str:
    """Path and text, the values before and after, the size if there is one, and what is read only."""
    size = f" [{change.nested}]" if change.nested else ""
    return f"{change.path}: {change.text} ({change.before} -> {change.after}){size}"


CHOSEN = "optional, the API chooses if left out"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (spec(), it("optional"), "it: added: optional, of type string (None -> optional, string)"),
        (spec(), it("computed"), "it: added: read-only, of type string (None -> read-only, string)"),
        (spec(), it(default={"static": "a"}),
         f'it: added: {CHOSEN}, of type string, with the default "a" (None -> {CHOSEN}, string)'),
        (spec(), it("computed", default={"static": "a"}),
         "it: added: read-only, of type string (None -> read-only, string)"),
        (it("optional"), spec(), "it: removed (optional, string -> None)"),
        (nested("single", INNER, B), spec(),
         f"it: removed, with the 2 attributes in it ({CHOSEN}, nested attributes -> None) [2]"),
        (nested("single", INNER), spec(), f"it: removed ({CHOSEN}, nested attributes -> None) [1]"),
        (member("a"), member("a", "b"), "it.b: objects have the new member, of type string;"
         " every configuration that sets it has to give it (None -> string)"),
        (member("a", "b"), member("a"), "it.b: removed (string -> None)"),
        (nested("list", A), nested("list", A, TWO),
         "it.two: added: required if it is set, of type string (None -> required, string)"),
        (it(), it(deprecation_message="x"), "it: it is deprecated (None -> x)"),
        (it(deprecation_message="x"), it(), "it: it is no longer deprecated (x -> None)"),
        (it(deprecation_message="x"), it(deprecation_message="y"), "it: its deprecation message changed (x -> y)"),
        (it(), it(sensitive=True), "it: it is sensitive (None -> None)"),
        (it(sensitive=True), it(), "it: it is no longer sensitive (None -> None)"),
        (it(write_only=True), it(), "it: it is no longer write-only (None -> None)"),
        (it(), it(description="b"), "it: its description changed (None -> b)"),
        (it(validators=LIMIT), it(EITHER, "bool"), "it: its type changed from string to bool (string -> bool)"),
        (objects("optional", A, B), objects("computed", READ_A, READ_B),
         "it: was optional, is read-only, with the 2 attributes in it (optional -> read-only) [2]"),
        (objects("optional", A), objects("computed", READ_A),
         "it: was optional, is read-only, with the 1 attribute in it (optional -> read-only) [1]"),
        (one("{type: string}"), one("{}"),
         f"it: it cannot be mapped any more: the schema has no type ({CHOSEN}, string -> None)"),
        (one("{}"), one("{type: string}"), f"it: it can be mapped now, {CHOSEN}, of type string;"
         f" before: the schema has no type (None -> {CHOSEN}, string)"),
    ],
)  # fmt: skip
def test_a_change_says_what_it_is_and_has_both_values(old: Mapping, new: Mapping, words: str) -> None:
    assert [said(change) for change in compare(old, new)] == [words]


def elements(status: str, *names: str) -> Mapping:
    members = [{"name": name, "string": {}} for name in names]
    return it(status, "list", element_type={"object": {"attribute_types": members}})


@pytest.mark.parametrize(
    ("was", "is_", "severity"),
    [
        ("optional", "optional", "breaking"),
        ("computed", "optional", "info"),
        ("optional", "computed", "info"),
        ("computed", "computed", "info"),
    ],
)
def test_a_new_member_is_to_be_given_only_where_it_could_be_given_before(was: str, is_: str, severity: str) -> None:
    (change,) = (one for one in compare(elements(was, "a"), elements(is_, "a", "b")) if one.path == "it.b")
    assert (str(change.severity), "has to give it" in change.text) == (severity, severity == "breaking")


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        (objects("optional", A, B), objects("computed", READ_A, B), ["it"]),
        (objects("computed", READ_A, READ_B), objects("computed", READ_A), ["it.b"]),
        (spec(A, B), spec(B), ["a"]),
        (spec(A, B), spec(B, A), []),
        (it(description="a"), it(description="a"), []),
    ],
)
def test_a_change_is_told_where_it_is(old: Mapping, new: Mapping, paths: list[str]) -> None:
    assert [change.path for change in compare(old, new)] == paths
