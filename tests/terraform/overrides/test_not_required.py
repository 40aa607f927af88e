"""What attributes are that the create request body does not require."""

from __future__ import annotations

import pytest

from ...support import Mapped, both, resource

REQUEST = """
        create:
          required: [name]
          properties:
            name: {type: string}
            color: {type: string}
            size: {type: string}
            heat: {type: integer, default: 200}
            door: {properties: {lock: {type: string}, hinge: {type: string}}}
        read: {properties: {size: {type: string}, age: {type: integer}, door: {properties: {hinge: {type: string}}}}}
        parameters: [{name: unit, in: query, schema: {type: string}}]
"""


def oven(policy: str, schema: str = "{}") -> Mapped:
    return resource(f"{REQUEST}\n        policies: {{not_required: {policy}}}\n        schema: {schema}")


PATHS = ["name", "color", "size", "heat", "door", "door.lock", "door.hinge", "age", "unit"]


@pytest.mark.parametrize(
    ("policy", "optional"),
    [
        ("computed_optional", []),
        ("optional", ["color", "size", "door", "door.lock", "door.hinge"]),
        ("infer", ["color", "door.lock"]),
    ],
)
def test_a_policy_says_what_is_optional_only(policy: str, optional: list[str]) -> None:
    mapped = oven(policy)
    assert [path for path in PATHS if mapped.status(path) == "optional"] == optional
    assert [path for path in PATHS if mapped.differs_at(path)] == optional


def test_what_has_a_default_stays_computed() -> None:
    assert oven("optional").status("heat") == "computed_optional"


def test_an_override_goes_before_the_policy() -> None:
    schema = "{attributes: {overrides: {color: {computed_optional_required: computed_optional}}}}"
    assert oven("optional", schema).status("color") == "computed_optional"


def test_a_data_source_has_no_request_body() -> None:
    _, data_source = both(f"{REQUEST}\n        policies: {{not_required: optional}}")
    assert "optional" not in data_source.statuses.values()
