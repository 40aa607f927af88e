"""The top-level schema of a config: what all entities have, and what each says itself."""

import json

import pytest

from mapper.report.diagnostic import MappingError
from mapper.terraform import kinds
from mapper.terraform.rules import UNKNOWN_KEY, UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE

from ...support import Mapped, map_texts, write_code_spec

OPENAPI = """
    openapi: 3.0.0
    paths:
      /ovens: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Oven'}}}}, responses: {}}}
      /ovens/{ovenId}:
        get:
          parameters: [{name: ovenId, in: path, required: true, schema: {type: string}}]
          responses: {'200': {content: {a/b: {schema: {$ref: '#/components/schemas/Oven'}}}}}
      /trays: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Tray'}}}}, responses: {}}}
      /trays/{id}: {get: {responses: {'200': {content: {a/b: {schema: {$ref: '#/components/schemas/Tray'}}}}}}}
    components:
      schemas:
        Oven: {properties: {id: {type: string}, heat: {type: integer}, secret: {type: string}, meta: {type: object}}}
        Tray: {properties: {id: {type: string}, size: {type: integer}, secret: {type: string}, meta: {type: object}}}
"""
ENTITIES = """
    resources:
      oven: {create: {path: /ovens, method: POST}, read: {path: '/ovens/{ovenId}', method: GET}%s}
      tray: {create: {path: /trays, method: POST}, read: {path: '/trays/{id}', method: GET}}
    data_sources:
      tray: {read: {path: '/trays/{id}', method: GET}}
"""


def mapped(schema: str, own: str = "") -> Mapped:
    own = f", schema: {own}" if own else ""
    return map_texts(
        OPENAPI, f"provider: {{name: bakery}}\nschema: {schema}{ENTITIES.replace(chr(10) + '    ', chr(10)) % own}"
    )


def written(found: Mapped, section: str, name: str) -> dict[str, dict[str, object]]:
    (entity,) = [one for one in json.loads(write_code_spec(found.mapping))[section] if one["name"] == name]
    attributes = entity["schema"]["attributes"]
    return {one["name"]: next(value for key, value in one.items() if key != "name") for one in attributes}


ALL = """{
  ignores: [meta],
  attributes: {
    aliases: {ovenId: id},
    overrides: {secret: {sensitive: true, plan_modifiers: [requires_replace]}},
    additional: {wait: {after: id, bool: {computed_optional_required: optional}}},
  },
}"""


def test_all_entities_have_it_as_far_as_they_can() -> None:
    found = mapped(ALL)
    for section, name in (("resources", "oven"), ("resources", "tray"), ("datasources", "tray")):
        attributes = written(found, section, name)
        assert "meta" not in attributes
        assert attributes["secret"]["sensitive"] is True
        assert ("plan_modifiers" in attributes["secret"]) is (section == "resources")
        names = list(attributes)
        assert names[names.index("id") + 1] == "wait"
    assert "oven_id" not in written(found, "resources", "oven")
    unused = (UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE)
    assert not [d for d in found.mapping.diagnostics if d.rule in unused or d.code == "OAS102"]


def test_what_an_entity_says_goes_before_it() -> None:
    overrides = "{secret: {sensitive: false, description: Mine}}"
    added = "{wait: {string: {computed_optional_required: required}}}"
    own = f"{{attributes: {{overrides: {overrides}, additional: {added}}}}}"
    attributes = written(mapped(ALL, own), "resources", "oven")
    assert "sensitive" not in attributes["secret"]
    assert attributes["secret"]["description"] == "Mine"
    assert "plan_modifiers" in attributes["secret"]
    assert attributes["wait"]["computed_optional_required"] == "required"
    assert "sensitive" in written(mapped(ALL, own), "resources", "tray")["secret"]


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("{ignores: [nobody]}", "OAS102"),
        ("{attributes: {aliases: {.nobody: x}}}", "OAS103"),
        ("{attributes: {overrides: {nobody: {sensitive: true}}}}", "OAS104"),
        ("{attributes: {overrides: {'**.nobody': {sensitive: true}}}}", "OAS104"),
        ("{attributes: {additional: {nobody.x: {bool: {computed_optional_required: optional}}}}}", "OAS106"),
        ("{attributes: {additional: {x: {before: nobody, bool: {computed_optional_required: optional}}}}}", "OAS106"),
    ],
)
def test_an_entry_that_no_entity_has_is_told_once(schema: str, code: str) -> None:
    (found,) = [d for d in mapped(schema).mapping.diagnostics if d.code == code]
    assert found.entity is None
    one = mapped(schema.replace("nobody", "heat" if "x:" not in schema or "before" in schema else "meta"))
    assert not [d for d in one.mapping.diagnostics if d.code == code]


@pytest.mark.parametrize(
    "schema", ["{ignores: it}", "{attributes: [x]}", "[x]", "{attributes: {overrides: {a: {type: what}}}}"]
)
def test_what_is_wrong_in_it_is_one_error(schema: str) -> None:
    with pytest.raises(MappingError) as raised:
        mapped(schema)
    assert len(raised.value.problems) == 1


def test_texts_of_an_entity_are_no_part_of_it() -> None:
    found = mapped("{description: All of them.}")
    assert [d.rule for d in found.mapping.diagnostics if d.rule is UNKNOWN_KEY] == [UNKNOWN_KEY]
    assert found.mapping.of_kind(kinds.RESOURCE)[0].description is None
