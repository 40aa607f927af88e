"""Data sources: parameters first, then the response, which may be a collection."""

import pytest

from mapper.model import EntityKind
from mapper.report.rules import TYPE_MISMATCH
from mapper.terraform import kinds
from mapper.terraform.rules import ADDED, BODY_LOST, ENTITY_KEPT, ENTITY_LOST, UNUSED_ALIAS

from ..support import Mapped, data_source, map_texts


@pytest.mark.parametrize("format_", ["", "format: set, ", "format: other, "])
def test_a_list_of_objects_is_one_set_named_after_the_data_source(format_: str) -> None:
    oven = data_source(f"""
        read: {{type: array, {format_}description: All ovens, deprecated: True, minItems: 1,
                items: {{type: object, required: [name], properties: {{name: {{type: string, minLength: 1}}}}}}}}
    """)
    assert oven.attributes == [
        {
            "name": "oven",
            "set_nested": {
                "computed_optional_required": "computed",
                "nested_object": {
                    "attributes": [{"name": "name", "string": {"computed_optional_required": "computed"}}]
                },
                "deprecation_message": "This attribute is deprecated.",
                "description": "All ovens",
            },
        }
    ]


def test_a_parameter_named_like_the_collection_wins() -> None:
    oven = data_source("""
        parameters: [{name: oven, in: query, schema: {type: string}}]
        read: {type: array, items: {type: string}}
    """)
    assert oven.kinds == {"oven": "string"}
    assert oven.status("oven") == "computed_optional"
    assert oven.rules("oven") == {TYPE_MISMATCH}


def test_the_name_of_a_collection_is_converted() -> None:
    def named(name: str) -> Mapped:
        media = "{a/b: {schema: {type: array, items: {type: string}}}}"
        return map_texts(
            f"{{openapi: 3.0.0, paths: {{/o: {{get: {{responses: {{'200': {{content: {media}}}}}}}}}}}}}",
            f"{{provider: {{name: bakery}}, data_sources: {{{name}: {{read: {{path: /o, method: get}}}}}}}}",
            kinds.DATA_SOURCE,
        )

    assert named("allOvens").entity.name == "allOvens"
    assert named("allOvens").names == ["all_ovens"]
    assert not named("'99'").is_mapped
    assert named("'99'").diagnostics(ENTITY_LOST)


def test_a_collection_loses_an_unmappable_part_of_its_items_only() -> None:
    oven = data_source("read: {type: array, items: {properties: {odd: {}, name: {type: string}}}}")
    assert oven.names_in("oven") == ["name"]
    assert oven.differs_at("oven.odd")
    assert ENTITY_KEPT in oven.rules("")


@pytest.mark.parametrize(
    "schema", ["{type: array}", "{type: array, items: {}}", "{oneOf: [{type: string}, {type: object}]}", "null", "{}"]
)
def test_a_response_that_cannot_be_mapped_loses_the_data_source(schema: str) -> None:
    oven = data_source(f"read: {schema}")
    assert not oven.is_mapped
    assert {BODY_LOST, ENTITY_LOST} <= oven.rules("")


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
