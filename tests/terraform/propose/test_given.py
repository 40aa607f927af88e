"""What the statuses of a resource are put down to, by the bodies that have a property and what these say of it."""

from typing import Any

import pytest

from mapper.systems.terraform.propose.body_shape import REQUEST, RESPONSE
from mapper.systems.terraform.propose.statuses import Bodies, Members, statuses, switches

from .test_body_shape import facts, listed, operation
from .test_statuses import TEXT, thing

NUMBER, SWITCH = {"type": "integer"}, {"type": "boolean"}


def found(
    create: Any,
    answer: Any = None,
    *,
    read: Any = None,
    update: Any = None,
    examples: tuple[frozenset[str], ...] = (),
    switch: str = "",
) -> dict[str, str]:
    """Name -> the first letter of the status, and the first words of the reason."""
    answer = thing() if answer is None else answer
    api = facts(
        {
            "/lamps": {"post": operation(create, answer)},
            "/lamps/{id}": {"get": operation(answer=read or answer), "put": operation(update or thing())},
        }
    )

    def members(path: str, method: str, side: str) -> Members:
        node = api.schema(api.api.operation(path, method), side)
        return api.members(node), api.required(node)

    answers = members("/lamps", "post", RESPONSE), members("/lamps/{id}", "get", RESPONSE)
    bodies = Bodies(
        members("/lamps", "post", REQUEST), answers, members("/lamps/{id}", "put", REQUEST), examples, "lamp"
    )
    settings = statuses(api, bodies, switch)
    return {each.name: f"{each.value.replace('computed_optional', 'either')}: {each.why}" for each in settings}


NAMED, ONLY = "no body requires anything; the name is what tells one from another", "nothing else can be given"
EXAMPLE = "no body requires anything, but each example of the request has it"
READ = "required in the response to read"
LATER = "update takes it, create does not"


@pytest.mark.parametrize(
    ("create", "expected"),
    [
        (thing(name=TEXT, size=TEXT), {"name": NAMED}),
        (thing(lamp_name=TEXT, size=TEXT), {"lamp_name": NAMED}),
        (thing(lampName=TEXT, name=TEXT), {"name": NAMED}),
        (thing(room_name=TEXT, size=TEXT), {}),
        (thing(name={**TEXT, "default": "a"}, size=TEXT), {}),
        (thing(name={**TEXT, "nullable": True}, size=TEXT), {}),
        (thing(name={**TEXT, "description": "Optional."}, size=TEXT), {}),
        (thing("size", name=TEXT, size=TEXT), {}),
        (thing(size=TEXT), {"size": ONLY}),
        (thing(size={**TEXT, "default": "a"}), {}),
        (thing(name={**TEXT, "default": "a"}), {}),
        (thing(name={**TEXT, "nullable": True}), {"name": ONLY}),
        (thing(size=TEXT, id={**TEXT, "readOnly": True}), {"size": ONLY}),
        (thing(name={**TEXT, "readOnly": True}, size=TEXT, hue=TEXT), {}),
        (thing(), {}),
    ],
)
def test_where_no_body_requires_anything_the_name_or_the_only_property_is(
    create: Any, expected: dict[str, str]
) -> None:
    assert found(create) == {name: f"required: {why}" for name, why in expected.items()}


MANY = frozenset(f"p{number}" for number in range(9))


@pytest.mark.parametrize(
    ("schema", "examples", "is_required"),
    [
        (TEXT, ({"it"},), True),
        (TEXT, ({"it", "size"}, {"it"}), True),
        (TEXT, ({"it", "size"}, {"size"}), False),
        (TEXT, (MANY | {"it"},), True),  # which are ten
        (TEXT, (MANY | {"it", "more"},), False),
        (NUMBER, ({"it"},), False),
        ({"type": "number"}, ({"it"},), False),
        (SWITCH, ({"it"},), False),
        (thing(a=TEXT), ({"it"},), True),
        ({**TEXT, "default": "a"}, ({"it"},), False),
        ({**TEXT, "nullable": True}, ({"it"},), False),
        ({**TEXT, "x-nullable": True}, ({"it"},), False),
        ({**TEXT, "description": "May be omitted."}, ({"it"},), False),
    ],
)
def test_what_each_example_has_is_required_unless_it_may_be_left_out(
    schema: Any, examples: tuple[set[str], ...], *, is_required: bool
) -> None:
    create = thing(it=schema, size=NUMBER, more=NUMBER, **dict.fromkeys(MANY, NUMBER))
    settings = found(create, examples=tuple(map(frozenset, examples)))
    assert settings == ({"it": f"required: {EXAMPLE}"} if is_required else {})


@pytest.mark.parametrize("name", ["note", "ownerNotes", "tags", "description", "lamp_labels"])
def test_what_nothing_needs_is_not_required_by_an_example(name: str) -> None:
    create = thing(**{name: TEXT}, other=TEXT)
    assert found(create, examples=(frozenset((name, "other")),)) == {"other": f"required: {EXAMPLE}"}
    assert found(thing(**{name: TEXT}, size=TEXT), thing(name, **{name: TEXT})) == {}


@pytest.mark.parametrize(
    ("sent", "answered", "required", "expected"),
    [
        (TEXT, TEXT, ["it"], {"it": READ}),
        (TEXT, TEXT, [], {}),
        ({**TEXT, "default": "a"}, TEXT, ["it"], {}),
        ({**TEXT, "nullable": True}, TEXT, ["it"], {}),
        (TEXT, {**TEXT, "nullable": True}, ["it"], {}),
        (TEXT, None, ["it"], {}),  # required, and not described
        # what may be there without anything in it
        (thing(a=TEXT), thing(a=TEXT), ["it"], {}),
        (thing("a", a=TEXT), thing("a", a=TEXT), ["it"], {"it": READ}),
        (listed(TEXT), listed(TEXT), ["it"], {}),
        ({**listed(TEXT), "minItems": 1}, listed(TEXT), ["it"], {"it": READ}),
    ],
)
def test_what_a_response_requires_is_required(
    sent: Any, answered: Any, required: list[str], expected: dict[str, str]
) -> None:
    read = thing(*required, **({} if answered is None else {"it": answered}))
    settings = found(thing(it=sent, size=TEXT), thing(), read=read)
    assert settings == {name: f"required: {why}" for name, why in expected.items()}


def test_a_request_that_requires_something_says_itself_what_may_be_left_out() -> None:
    read = thing("it", it=TEXT)
    assert found(thing("size", it=TEXT, size=TEXT), thing(), read=read) == {}
    assert found(thing("it", it=TEXT, size=TEXT), thing(), read=read) == {}


@pytest.mark.parametrize(
    ("update", "answer", "read", "is_set"),
    [
        (TEXT, thing(it=TEXT), None, True),
        (TEXT, thing(it=TEXT), thing(id=TEXT), True),
        (TEXT, thing(id=TEXT), thing(it=TEXT), True),
        (TEXT, thing(), None, False),
        ({**TEXT, "readOnly": True}, thing(it=TEXT), None, False),
    ],
)
def test_what_update_takes_alone_may_be_given(update: Any, answer: Any, read: Any, *, is_set: bool) -> None:
    settings = found(thing("name", name=TEXT), answer, read=read, update=thing(it=update))
    assert settings == ({"it": f"either: {LATER}"} if is_set else {})


@pytest.mark.parametrize(
    ("create", "answer", "update"),
    [
        (thing("name", name=TEXT), thing(id=TEXT), thing(id=TEXT)),
        (thing("name", name=TEXT, it=TEXT), thing(it=TEXT), thing(it=TEXT)),
        (thing("name", name=TEXT, it={**TEXT, "readOnly": True}), thing(it=TEXT), thing(it=TEXT)),
    ],
)
def test_what_create_takes_or_identifies_is_not_of_update_alone(create: Any, answer: Any, update: Any) -> None:
    assert found(create, answer, update=update) == {}


@pytest.mark.parametrize(
    ("create", "answer", "state"),
    [
        (thing("name", name=TEXT), thing(status=TEXT), "status"),
        (thing("name", name=TEXT), thing(State=TEXT), "State"),
        (thing("name", name=TEXT), thing(lampStatus=TEXT), ""),
        (thing("name", name=TEXT, status=TEXT), thing(status=TEXT), ""),
    ],
)
def test_an_action_and_its_opposite_change_a_state_that_users_cannot_give(create: Any, answer: Any, state: str) -> None:
    why = "either: /lamps/{id}/on and its opposite change it"
    assert found(create, answer, switch="/lamps/{id}/on") == ({state: why} if state else {})
    assert found(create, answer) == {}


@pytest.mark.parametrize(("schema", "is_copy"), [(TEXT, True), ({**TEXT, "maxLength": 8}, False)])
def test_a_request_that_has_what_the_response_has_is_a_copy_if_it_says_the_same(schema: Any, *, is_copy: bool) -> None:
    names = ("createdAt", "name", "size", "hue")
    settings = found(thing("name", **dict.fromkeys(names, schema)), thing(**dict.fromkeys(names, TEXT)))
    assert [*settings] == ["createdAt"] * is_copy


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["/lamps/{id}/enable", "/lamps/{id}/disable"], {"/lamps/{id}": "/lamps/{id}/enable"}),
        (["/lamps/{id}/DISABLE", "/lamps/{id}/Enable"], {"/lamps/{id}": "/lamps/{id}/Enable"}),
        (["/lamps/{id}/enable", "/bells/{id}/disable"], {}),
        (["/lamps/{id}/enable", "/lamps/{id}/lock"], {}),
        (["/lamps/{id}/actions/pause", "/lamps/{id}/actions/resume"], {"/lamps/{id}": "/lamps/{id}/actions/pause"}),
        (["/lamps/{id}/a/b/pause", "/lamps/{id}/a/b/resume"], {}),
        (["/lamps/{id}/suspend", "/lamps/{id}/resume"], {"/lamps/{id}": "/lamps/{id}/suspend"}),
    ],
)
def test_an_action_needs_its_opposite_on_the_same_item(paths: list[str], expected: dict[str, str]) -> None:
    items = switches(facts({path: {"post": operation()} for path in paths}).api)
    assert {item: path for item, path in items.items() if item.endswith("}")} == expected
