"""Data sources are proposed by choice, and either kind alone."""

import pytest

from mapper.model import EntityKind
from mapper.systems.terraform import kinds
from mapper.systems.terraform.propose import discover

from ..zoos import api

_OBJECT = "{responses: {'200': {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}}"
_ITEMS = "{type: array, items: {properties: {id: {type: string}}}}"
_PAGE = f"{{responses: {{'200': {{content: {{application/json: {{schema: {{properties: {{items: {_ITEMS}}}}}}}}}}}}}}}"
_LIST = f"{{responses: {{'200': {{content: {{application/json: {{schema: {_ITEMS}}}}}}}}}}}"


@pytest.mark.parametrize(
    ("path", "get", "reason"),
    [
        ("/colors", _LIST, ""),
        ("/colors", _PAGE, ""),
        ("/pets/{petId}/events", _LIST, "it is below another object and has no identifier"),
        ("/pets/{petId}/events/{eventId}", _OBJECT, ""),
        ("/pets/{petId}/is_fed", _OBJECT, "it is below another object and has no identifier"),
        ("/version", _OBJECT, "a single object that no resource manages"),
    ],
)
def test_data_sources_have_a_resource_a_list_or_an_identifier(path: str, get: str, reason: str) -> None:
    zoo = api(f"/pets/{{petId}}: {{get: {_OBJECT}}}\n{path}: {{get: {get}}}")
    proposal = discover(zoo)
    assert (path in {entity.part("read").path for entity in proposal.entities}) is (not reason)
    assert [operation.reason for operation in proposal.unused if operation.path == path] == (
        [f"no data source: {reason}; --all-data-sources proposes it"] if reason else []
    )
    everything = discover(zoo, all_data_sources=True)
    assert path in {entity.part("read").path for entity in everything.entities}


@pytest.mark.parametrize(("only", "kind"), [("resources", kinds.RESOURCE), ("data-sources", kinds.DATA_SOURCE)])
def test_one_kind_can_be_proposed_alone(only: str, kind: EntityKind) -> None:
    zoo = api("/pets: {post: {TAKES, GIVES}}\n/pets/{petId}: {get: {GIVES}, delete: {}}")
    assert {entity.kind for entity in discover(zoo, only=only).entities} == {kind}


def test_of_an_api_that_has_nothing_else_all_data_sources_are_proposed_unless_resources_are_asked_for() -> None:
    zoo = api(f"/version: {{get: {_OBJECT}}}\n/name: {{get: {_OBJECT}}}")
    assert [entity.name for entity in discover(zoo).entities] == ["version", "name"]
    nothing = discover(zoo, only="resources")
    assert nothing.entities == ()
    assert {operation.reason for operation in nothing.unused} == {"no data source: --only resources"}
