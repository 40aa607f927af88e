"""Entities that the API does not have: declared by the config."""

from __future__ import annotations

import pytest

from mapper.model import EntityKind
from mapper.report.diagnostic import MappingError
from mapper.terraform import kinds
from mapper.terraform.rules import ADDED, UNUSED_ALIAS

from ..support import map_texts

API = """
    openapi: 3.1.0
    info: {title: Bakery, version: '1'}
    paths: {}
"""


@pytest.mark.parametrize(("section", "kind"), [("resources", kinds.RESOURCE), ("data_sources", kinds.DATA_SOURCE)])
def test_an_entity_without_operations_has_what_the_config_adds(section: str, kind: EntityKind) -> None:
    oven = map_texts(
        API,
        f"""
        provider: {{name: bakery}}
        {section}:
          oven:
            schema:
              description: An oven
              attributes:
                additional:
                  name: {{string: {{computed_optional_required: required}}}}
                  door: {{single_nested: {{computed_optional_required: optional}}}}
                  door.lock: {{bool: {{computed_optional_required: optional}}}}
        """,
        kind,
    )
    assert oven.names == ["name", "door"]
    assert oven.names_in("door") == ["lock"]
    assert oven.entity.description == "An oven"
    assert oven.entity.operations == ()
    assert ADDED in oven.rules("")


@pytest.mark.parametrize(
    "entry",
    [
        "{}",
        "{schema: {attributes: {additional: {}}}}",
        "{read: {path: /, method: GET}, schema: {attributes: {additional: {a: {bool: STATUS}}}}}",
        "{read: null, schema: {attributes: {additional: {a: {bool: STATUS}}}}}",
    ],
)
def test_anything_less_is_a_mistake(entry: str) -> None:
    entry = entry.replace("STATUS", "{computed_optional_required: required}")
    with pytest.raises(MappingError, match="create is needed"):
        map_texts(API, f"{{provider: {{name: bakery}}, resources: {{oven: {entry}}}}}")


SILENT = """
    openapi: 3.1.0
    paths:
      /ovens:
        post: {summary: Light}
        get: {parameters: [{name: size, in: query, required: true, schema: {type: string}}]}
"""


def test_an_alias_in_an_entity_without_operations_is_reported() -> None:
    oven = map_texts(
        API,
        """
        provider: {name: bakery}
        resources:
          oven:
            schema:
              attributes:
                aliases: {id: number, .door: hatch}
                additional: {id: {string: {computed_optional_required: computed}}}
        """,
    )
    assert [d.text for d in oven.diagnostics(UNUSED_ALIAS)] == [
        "the resource has no path or query parameter 'id'",
        "no property has the path '.door'",
    ]


def test_operations_without_schemas_leave_what_the_config_adds() -> None:
    config = """
        provider: {name: bakery}
        resources:
          oven: {create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}, schema: SCHEMA}
        data_sources:
          oven: {read: {path: /ovens, method: GET}, schema: SCHEMA}
    """.replace("SCHEMA", "{attributes: {additional: {fuel: {string: {computed_optional_required: computed}}}}}")
    for kind, size in ((kinds.RESOURCE, "computed_optional"), (kinds.DATA_SOURCE, "required")):
        oven = map_texts(SILENT, config, kind)
        assert oven.statuses == {"size": size, "fuel": "computed"}
        assert oven.differs_at("")
