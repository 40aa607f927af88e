"""What is mapped of an API that has no longer all that its config names."""

import pytest

from mapper.inputs import Documents
from mapper.inputs.document import Description
from mapper.model import Mapping
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.read import Inputs, in_part

from ..support import read_config

PATHS = "/ovens: {post: BODY}, '/ovens/{id}': {get: BODY, patch: BODY, delete: {}}, /trays: {get: BODY}"
BODY = "{requestBody: {content: JSON}, responses: {'200': {content: JSON}}}"
JSON = "{application/json: {schema: {type: object, properties: {id: {type: string}, name: {type: string}}}}}"
CONFIG = """
provider: {name: bakery}
resources:
  oven:
    create: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: GET}
    update: {path: '/ovens/{id}', method: PATCH}
    delete: {path: '/ovens/{id}', method: DELETE}
data_sources:
  trays: {read: {path: /trays, method: GET}}
"""
OVEN, TRAYS = "resource oven", "data source trays"


def mapped(config: str) -> tuple[Mapping, dict[str, str]]:
    """The mapping, and why each entity is lost."""
    documents = Documents()
    paths = PATHS.replace("BODY", BODY).replace("JSON", JSON)
    description = documents.add(Description("openapi.yaml", f"{{openapi: 3.1.0, paths: {{{paths}}}}}".encode()))
    mapping, lost = in_part(Inputs(Api(description, documents), read_config(config)), Inputs.map)
    return mapping, {str(ref): problem.text for ref, problem in lost.items()}


@pytest.mark.parametrize(
    ("old", "new", "left", "undescribed"),
    [
        ("", "", [OVEN, TRAYS], []),
        ("'/ovens/{id}', method: DELETE", "/gone, method: DELETE", [OVEN, TRAYS], ["delete"]),
        ("'/ovens/{id}', method: PATCH", "/gone, method: PATCH", [OVEN, TRAYS], ["update"]),
        ("'/ovens/{id}', method: DELETE", "/ovens, method: DELETE", [OVEN, TRAYS], ["delete"]),
        ("method: PATCH", "method: PUT", [OVEN, TRAYS], ["update"]),
        ("method: PATCH", "method: FETCH", [TRAYS], []),
        ("method: DELETE", "method: FETCH", [TRAYS], []),
        ("'/ovens/{id}', method: GET", "/gone, method: GET", [TRAYS], []),
        ("/ovens, method: POST", "/gone, method: POST", [TRAYS], []),
        ("/trays, method", "/gone, method", [OVEN], []),
        ("/trays, method: GET", "/trays, method: FETCH", [OVEN], []),
    ],
)
def test_an_entity_is_mapped_without_a_later_call_whose_path_is_gone(
    old: str, new: str, left: list[str], undescribed: list[str]
) -> None:
    mapping, lost = mapped(CONFIG.replace(old, new))
    assert [str(entity.ref) for entity in mapping.entities if entity.operations] == sorted(left, reverse=True)
    assert sorted(lost) == sorted({OVEN, TRAYS} - {*left})
    operations = [operation for entity in mapping.entities for operation in entity.operations]
    assert [operation.part for operation in operations if not operation.is_described] == undescribed
    assert all(new.partition(",")[0] in text or new.rpartition(" ")[2] in text for text in lost.values())


def test_a_provider_is_mapped_without_a_schema_that_is_gone() -> None:
    gone = "{name: bakery, schema_ref: '#/components/schemas/Gone'}"
    mapping, lost = mapped(CONFIG.replace("{name: bakery}", gone))
    assert list(lost) == ["provider bakery"]
    assert "'#/components/schemas/Gone'" in lost["provider bakery"]
    assert mapping.provider == "bakery"
    assert {OVEN, TRAYS} <= {str(entity.ref) for entity in mapping.entities}
