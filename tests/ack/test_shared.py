"""What the entries of several Kinds say of members of the structures that they share."""

from __future__ import annotations

import itertools

import pytest

from mapper.report.diagnostic import MappingError

from .support import Mapped, ack

OPERATIONS = """
CreateApe: {in: {Name: string, Login: Login}, out: {Token: string}}
CreateBear: {in: {Name: string, Login: Login}}
CreateCat: {in: {Name: string, Logins: Logins}}
"""
SHAPES = "{Login: {Password: string, RoleArn: string, Type: string}, Logins: {list: Login}}"
SAID = {
    "Ape": "Login.Password: {is_secret: true}, Login.Type: {go_tag: 'json:\"type,omitempty\"'}",
    "Bear": "Login.Password: {compare: {is_ignored: true}}, Login.RoleArn: {references: {resource: Role, path: A}}",
    "Cat": "Logins.Type: {late_initialize: {}}, Logins..RoleArn: {is_immutable: true}, Logins.Password: {set: []}",
}


def mapped(*kinds: str, **said: str) -> Mapped:
    entries = ", ".join(f"{kind}: {{fields: {{{(said or SAID)[kind]}}}}}" for kind in kinds or said)
    return ack(OPERATIONS, SHAPES, f"resources: {{{entries}}}")


def login(found: Mapped, kind: str) -> dict[str, object]:
    root = found.crds[kind]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    return dict((root.get("login") or root["logins"]["items"])["properties"])


@pytest.mark.parametrize("order", list(itertools.permutations(SAID)), ids="-".join)
def test_the_order_of_kinds_makes_no_difference(order: tuple[str, ...]) -> None:
    found = mapped(*order)
    for kind in SAID:
        members = login(found, kind)
        assert list(members) == ["password", "roleARN", "roleRef", "type"]
        assert "x-kubernetes-map-type" in members["password"]  # type: ignore[operator]
        assert "x-kubernetes-validations" in members["roleARN"]  # type: ignore[operator]


def test_a_member_names_every_line_that_changes_it() -> None:
    found = mapped("Ape", "Bear", "Cat")
    body = found.mapping.entities[0].layout.attributes[0].type.body  # type: ignore[union-attr]
    members = {a.name: a for a in body.attributes[0].type.body.attributes}  # type: ignore[union-attr]
    roles = [str(origin.part) for origin in members["roleARN"].origins]
    assert roles == ["structure member", "generator.yaml", "generator.yaml"]


@pytest.mark.parametrize(
    ("first", "second", "key"),
    [
        ("is_secret: true", "is_secret: false", "is_secret"),
        ("is_immutable: false", "is_immutable: true", "is_immutable"),
        ("go_tag: 'json:\"a\"'", "go_tag: 'json:\"b\"'", "go_tag"),
        ("references: {resource: A, path: P}", "references: {resource: B, path: P}", "references"),
    ],
)
def test_a_contradiction_is_an_error_with_both_lines(first: str, second: str, key: str) -> None:
    config = f"""\
resources:
  Ape: {{fields: {{Login.Password: {{{first}}}}}}}
  Bear: {{fields: {{Login.Password: {{{second}}}}}}}
"""
    with pytest.raises(MappingError) as caught:
        ack(OPERATIONS, SHAPES, config)
    (problem,) = caught.value.problems
    assert str(problem).startswith("generator.yaml:3:")
    assert f"{key} contradicts that of fields.Login.Password in generator.yaml:2" in str(problem)


def test_the_own_service_is_the_same_as_none() -> None:
    entry = "Login.RoleArn: {{references: {{{}resource: Role, path: P}}}}"
    mapped(Ape=entry.format(""), Bear=entry.format("service_name: zoo, "))


def test_two_spellings_of_a_field_add_up() -> None:
    found = mapped(Ape="Name: {is_immutable: true}, name: {is_secret: true}")
    spec = found.crds["Ape"]["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
    assert {"x-kubernetes-validations", "x-kubernetes-map-type"} <= spec["name"].keys()
    with pytest.raises(MappingError, match="is_required contradicts"):
        mapped(Ape="Name: {is_required: true}, name: {is_required: false}")
