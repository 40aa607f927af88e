"""What the provider of a trial sends, and what it makes of a response."""

from typing import Any

import pytest

from mapper.programs.provider_process.values import UNKNOWN
from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.failure import Failure
from mapper.programs.trial.provider.wire import MISSING, chosen_branch, from_api, to_api


def branch(name: str, kind: str) -> Attribute:
    """A branch whose `kind` is a constant."""
    known = Attribute("kind", "string", "required", enum=(kind,), source="kind")
    return Attribute(name, "nested", "optional", children={"kind": known}, source=name)


@pytest.mark.parametrize("kind", ["gas", "stone"])
def test_a_constant_tells_which_branch_a_response_is(kind: str) -> None:
    branches = {
        "stone": branch("stone", "stone"),
        "gas": branch("gas", "gas"),
        "any": Attribute("any", "nested", "optional"),
    }
    data: dict[str, Any] = {"kind": kind}
    for old in ({}, {"any": None}, {"any": UNKNOWN}):
        assert chosen_branch(branches, data, old) == kind
    assert chosen_branch(branches, data, {"any": {}}) == "any"


def of(kind: str, **more: Any) -> Attribute:
    return Attribute("it", kind, "optional", source="it", **more)


TEXT = of("string")
NESTED = {
    nesting: of("nested", nesting=nesting, children={"an_id": Attribute("an_id", "string", "optional", source="id")})
    for nesting in ("single", "list", "map")
}
OF_PARTS = of(
    "nested",
    nesting="single",
    children={
        name: Attribute(name, "string", status, source=name.upper(), sent_by=frozenset(parts))
        for name, status, parts in [
            ("any", "optional", ()),
            ("made", "optional", ("create",)),
            ("changed", "optional", ("update",)),
            ("known", "computed", ()),
        ]
    },
)
BRANCHES = of(
    "nested",
    nesting="single",
    children={
        "name": TEXT,
        "stone": Attribute("stone", "nested", "optional", nesting="single", children={"it": TEXT}, source="stone"),
    },
    is_choice=True,
)

SIZED = of("nested", nesting="single", children={"size": of("int64"), "name": TEXT}, is_choice=True)
WHOLE = of(
    "nested",
    nesting="single",
    children={
        "stone": Attribute("stone", "nested", "optional", nesting="single", children={"it": TEXT}, is_branch=True),
        "secret": Attribute("secret", "string", "optional", source="secret", roles={"create request"}),
        "shown": Attribute("shown", "string", "optional", source="shown", roles={"read response"}),
    },
)

SENT: dict[str, tuple[Attribute, Any, Any]] = {
    "a text": (TEXT, "a", "a"),
    "nothing": (TEXT, None, MISSING),
    "what the API chooses": (Attribute("it", "string", "computed"), "a", MISSING),
    "JSON": (of("string", is_json=True), "[1]", [1]),
    "a list": (of("list", element=TEXT), ["a"], ["a"]),
    "a map": (of("map", element=of("int64")), {"a": 1}, {"a": 1}),
    "an object by the names of the API": (NESTED["single"], {"an_id": "a"}, {"id": "a"}),
    "a list of objects": (NESTED["list"], [{"an_id": "a"}, {"an_id": None}], [{"id": "a"}, {}]),
    "a map of objects": (NESTED["map"], {"k": {"an_id": "a"}}, {"k": {"id": "a"}}),
    "members of this operation, and of all": (
        OF_PARTS, {"any": "1", "made": "2", "changed": "3", "known": "4"}, {"ANY": "1", "MADE": "2"}
    ),
    "the chosen member of a choice": (BRANCHES, {"name": None, "stone": {"it": "a"}}, {"it": "a"}),
    "no member of a choice": (BRANCHES, {"name": None, "stone": None}, {}),
}  # fmt: skip


@pytest.mark.parametrize("case", SENT)
def test_a_value_is_sent_as_the_api_names_it_where_the_operation_has_it(case: str) -> None:
    attribute, value, expected = SENT[case]
    assert to_api(attribute, value, "create") == expected


def test_what_the_api_chooses_is_sent_where_the_operation_requires_it() -> None:
    attribute = Attribute("it", "string", "computed", source="it")
    assert to_api(attribute, "a", "update", is_required=True) == "a"


RETURNED: dict[str, tuple[Attribute, Any, Any]] = {
    "a text": (TEXT, "a", "a"),
    "a number where a text is": (TEXT, 1, "1"),
    "a truth where a text is": (TEXT, True, "true"),
    "null": (TEXT, None, None),
    "nothing, and the old value stays": (TEXT, MISSING, "old"),
    "a truth": (of("bool"), True, True),
    "a truth for a number": (of("int64"), True, Failure),
    "a number for a truth": (of("bool"), 1, Failure),
    "a text for a number": (of("int64"), "1", Failure),
    "a text of any type": (of("dynamic"), "a", "a"),
    "a whole number": (of("int64"), 2.0, 2),
    "part of a whole number": (of("int64"), 2.5, Failure),
    "no number": (of("int64"), float("inf"), Failure),
    "a broken number": (of("float64"), 2.5, 2.5),
    "a list": (of("list", element=TEXT), ["a"], ["a"]),
    "an object for a list": (of("list", element=TEXT), {"a": "b"}, Failure),
    "a map": (of("map", element=TEXT), {"k": "a"}, {"k": "a"}),
    "a list for a map": (of("map", element=TEXT), ["a"], Failure),
    "an object": (NESTED["single"], {"id": "a", "more": 1}, {"an_id": "a"}),
    "a text for an object": (NESTED["single"], "a", Failure),
    "objects": (NESTED["list"], [{"id": "a"}, {"id": "b"}], [{"an_id": "a"}, {"an_id": "b"}]),
    "texts for objects": (NESTED["list"], ["a"], Failure),
    "objects with keys": (NESTED["map"], {"k": {"id": "a"}}, {"k": {"an_id": "a"}}),
    "a member of a choice": (BRANCHES, "a", {"name": "a", "stone": None}),
    "a number of a choice": (SIZED, 1, {"size": 1, "name": None}),
    "a text of a choice": (SIZED, "a", {"size": None, "name": "a"}),
    "a branch that is the body, and what the mapping says that responses have": (
        WHOLE,
        {"it": "a", "stone": "b", "secret": "c", "shown": "d"},
        {"stone": {"it": "a"}, "secret": None, "shown": "d"},
    ),
    "an object of a choice": (BRANCHES, {"it": "a"}, {"name": None, "stone": {"it": "a"}}),
}


@pytest.mark.parametrize("case", RETURNED)
def test_a_response_is_a_value_of_the_type_or_said_to_be_of_another(case: str) -> None:
    attribute, data, expected = RETURNED[case]
    old = "old" if attribute is TEXT else None
    if expected is not Failure:
        assert from_api(attribute, data, old, "it") == expected
        return
    with pytest.raises(Failure) as raised:
        from_api(attribute, data, old, "it")
    assert raised.value.kind == "wrong-type"


@pytest.mark.parametrize("data", [MISSING, None])
def test_what_was_not_known_is_nothing_where_the_response_has_none(data: Any) -> None:
    assert from_api(TEXT, data, UNKNOWN, "it") is None
    assert to_api(TEXT, UNKNOWN, "create") is MISSING


def test_json_of_a_response_is_spelled_as_the_configuration_spells_it() -> None:
    attribute = of("string", is_json=True)
    assert from_api(attribute, {"a": 1}, '{"a":1}', "it") == '{"a":1}'
    assert from_api(attribute, {"a": 2}, '{"a":1}', "it") == '{"a": 2}'
    with pytest.raises(Failure, match="is not JSON"):
        to_api(attribute, "{", "create")


def test_elements_keep_what_no_response_has_where_their_order_says_which_they_are() -> None:
    silent = Attribute("secret", "string", "optional", source="secret", roles={"create request"})
    for nesting, old, data, kept in [
        ("list", [{"secret": "a"}], [{}, {}], ["a", None]),
        ("set", [{"secret": "a"}], [{}], [None]),
    ]:
        attribute = of("nested", nesting=nesting, children={"secret": silent})
        assert [item["secret"] for item in from_api(attribute, data, old, "it")] == kept
    attribute = of("nested", nesting="map", children={"secret": silent})
    assert from_api(attribute, {"k": {}, "m": {}}, {"k": {"secret": "a"}}, "it") == {
        "k": {"secret": "a"},
        "m": {"secret": None},
    }


def test_a_response_has_only_what_the_mapping_reads_from_it() -> None:
    known = Attribute("size", "int64", "optional", source="size", roles={"create response 201"})
    attribute = of("nested", nesting="list", children={"size": known})
    data, old = [{"size": {"of": "read"}}], [{"size": 2}]
    assert from_api(attribute, data, old, "it", "read") == old
    with pytest.raises(Failure, match="for a int64"):
        from_api(attribute, data, old, "it", "create")
