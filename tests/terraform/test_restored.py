"""What an import does not restore, and calls whose parameters only the path of another call has."""

from typing import Any

import pytest
import yaml

from mapper.model import Purpose
from mapper.systems.terraform.spec.example import not_restored

from ..support import map_texts
from .test_arguments import DOG, TEXT, body, dog, filled, parameters, thing


def many(item: Any) -> dict[str, Any]:
    return {"type": "array", "items": item}


def by_name(item: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": item}


BOTH, NEEDED, FIRST = thing(a=TEXT, b=TEXT), thing("b", a=TEXT, b=TEXT), thing(a=TEXT)
INFER = "{replace: infer}"


@pytest.mark.parametrize(
    ("sent", "read", "policies", "lost"),
    [
        (TEXT, TEXT, "{}", []),
        (TEXT, None, "{}", ["it"]),
        (None, TEXT, "{}", []),
        (BOTH, BOTH, "{}", []),
        (BOTH, FIRST, "{}", ["it.b"]),
        (BOTH, None, "{}", ["it"]),
        (thing(deep=NEEDED), thing(deep=FIRST), "{}", ["it.deep.b"]),
        (many(TEXT), many(TEXT), "{}", []),
        (many(BOTH), many(FIRST), "{}", []),  # nobody can say which element has it
        (many(NEEDED), many(FIRST), "{}", ["it"]),
        (many(NEEDED), many(NEEDED), "{}", []),
        (many(BOTH), many(FIRST), INFER, ["it"]),
        (many(BOTH), many(BOTH), INFER, []),
        (many(thing(deep=NEEDED)), many(thing(deep=FIRST)), "{}", ["it"]),
        (many(thing(deep=BOTH)), many(thing(deep=FIRST)), "{}", []),
        (many(FIRST), many(BOTH), "{}", []),
        (by_name(NEEDED), by_name(FIRST), "{}", ["it"]),
    ],
)
def test_an_import_does_not_restore_what_users_set_and_no_read_returns(
    sent: Any, read: Any, policies: str, lost: list[str]
) -> None:
    sides = ({"it": side} if side else {} for side in (sent, read))
    request, answer = (thing(name=TEXT, **side) for side in sides)
    mapped = dog(request=request, response=thing(**DOG), read=thing(id=TEXT, **answer["properties"]), policies=policies)
    assert not_restored(mapped.entity.body) == lost


@pytest.mark.parametrize(
    ("create", "delete", "expected"),
    [
        ("/zoos/{farm}/dogs", "/zoos/{where}/dogs", {"where": "farm configured"}),
        ("/zoos/{farm}/dogs", "/zoos/{where}/dogs/{id}", {"where": "farm configured", "id": "- missing"}),
        ("/zoos/{zoo}/dogs", "/farms/{farm}/dogs", {"farm": "farm configured"}),
        ("/zoos/{zoo}/dogs", "/zoos/{where}/dogs", {"where": "- missing"}),
        ("/zoos/{zoo}/dogs", "/zoos/{farm}/dogs", {"farm": "farm configured"}),
        ("/dogs", "/zoos/{where}/dogs", {"where": "- missing"}),
        ("/dogs", "/dogs/{dogId}/all", {"dogId": "id returned"}),
    ],
)
def test_a_parameter_that_read_has_not_is_that_at_the_same_place_of_create_or_of_its_name(
    create: str, delete: str, expected: dict[str, str]
) -> None:
    item, of_both = "/dogs/{id}", body(thing(**DOG, farm=TEXT))
    answer = {"responses": {"200": of_both}}
    paths = {
        create: {
            "post": {"parameters": parameters(create), "requestBody": body(thing(name=TEXT, farm=TEXT)), **answer}
        },
        item: {"get": {"parameters": parameters(item), **answer}},
        delete: {"delete": {"parameters": parameters(delete)}},
    }
    config = f"""
        provider: {{name: zoo}}
        resources:
          dog:
            create: {{path: '{create}', method: POST}}
            read: {{path: '{item}', method: GET}}
            delete: {{path: '{delete}', method: DELETE}}
    """
    mapped = map_texts(yaml.safe_dump({"openapi": "3.0.3", "paths": paths}), config)
    assert filled(mapped, Purpose.DELETE) == expected
