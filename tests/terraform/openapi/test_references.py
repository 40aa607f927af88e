"""`$ref`: chains, other files, and references that lead nowhere."""

from pathlib import Path
from textwrap import dedent

import pytest

from mapper.model import Mapping
from mapper.report.diagnostic import MappingError, Severity
from mapper.report.rules import DUPLICATE_KEY
from mapper.terraform import kinds
from mapper.terraform.rules import RECURSION, UNRESOLVED

from ...support import generate, map_texts, resource

CONFIG = "provider: {name: bakery}\ndata_sources: {oven: {read: {path: /oven, method: get}}}\n"


def test_a_chain_of_references_is_followed_to_its_end() -> None:
    oven = resource("""
        create:
          type: object
          properties:
            bread: {$ref: '#/components/schemas/Bread'}
            heats: {type: array, items: {$ref: '#/components/schemas/Dough/properties/heat'}}
        components:
          Bread: {$ref: '#/components/schemas/Loaf'}
          Loaf: {$ref: '#/components/schemas/Dough'}
          Dough: {type: object, description: Raw, properties: {heat: {type: integer}}}
    """)
    assert oven.kinds == {"bread": "single_nested", "heats": "list"}
    assert oven.description("bread") == "Raw"
    assert oven.body("heats") == {"element_type": {"int64": {}}}
    via = oven.attribute("bread").origins[0].via
    assert [hop.pointer.rsplit("/", 1)[-1] for hop in via] == ["Bread", "Loaf", "Dough"]


@pytest.mark.parametrize(
    "reference",
    [
        "'#/components/schemas/Nobody'",
        "'#Nobody'",
        "'https://example.com/bread.yaml#/Loaf'",
        "'//example.com/bread.yaml'",
        "'bread.yaml#/Loaf'",
        "'%00'",
        "'#/components/schemas/List/enum/99'",
        f"'#/components/schemas/List/enum/{'9' * 5000}'",
    ],
)
def test_a_reference_that_leads_nowhere_costs_what_uses_it_only(reference: str) -> None:
    oven = resource(f"""
        create: {{type: object, properties: {{fuel: {{type: string}}, it: {{$ref: {reference}}}}}}}
        components:
          List: {{enum: [a]}}
          Unused: {{$ref: {reference}}}
    """)
    assert oven.names == ["fuel"]
    assert oven.rules("it") == {UNRESOLVED}
    assert oven.diagnostic(UNRESOLVED).severity is Severity.WARNING
    assert oven.differs_at("it")


# --- other files ---


def test_a_reference_into_another_file_is_loaded_and_its_own_references_start_there(tmp_path: Path) -> None:
    mapping = _map_files(
        tmp_path,
        {
            "openapi.yaml": _describe("{$ref: 'schemas/bread.yaml#/Loaf'}"),
            "schemas/bread.yaml": """
                Loaf: {properties: {crust: {$ref: '#/Crust'}, salt: {$ref: '../common.yaml#/Salt'}}}
                Crust: {type: string}
            """,
            "common.yaml": "Salt: {type: integer}\n",
        },
    )
    crust, salt = mapping.of_kind(mapping.entities[1].kind)[0].body.attributes
    assert (crust.name, salt.name) == ("crust", "salt")
    assert [document.uri for document in mapping.documents] == [
        "openapi.yaml", "schemas/bread.yaml", "common.yaml", "config.yml"
    ]  # fmt: skip
    assert salt.origins[0].location.document.uri == "schemas/bread.yaml"
    assert salt.origins[0].via[0].document.uri == "common.yaml"
    assert not [d for d in mapping.diagnostics if d.rule is UNRESOLVED]


def test_a_duplicate_key_is_reported_where_it_stands(tmp_path: Path) -> None:
    mapping = _map_files(tmp_path, {"openapi.yaml": _describe("{type: object}") + "x-a: 1\nx-b: 2\nx-a: 3\n"})
    (place,) = [d.place for d in mapping.diagnostics if d.rule is DUPLICATE_KEY]
    lines = (tmp_path / "openapi.yaml").read_text().splitlines()
    assert place == f"openapi.yaml:{lines.index('x-a: 3') + 1}:1"


@pytest.mark.parametrize(
    "reference",
    ["../secret.yaml#/Loaf", "/etc/passwd", "folder", "missing.yaml", "broken.yaml", "%00", "a\\ud800.yaml"],
)
def test_a_file_that_cannot_be_used_costs_what_refers_to_it_only(tmp_path: Path, reference: str) -> None:
    (tmp_path / "secret.yaml").write_text("Loaf: {type: string}\n")
    folder = tmp_path / "docs"
    (folder / "folder").mkdir(parents=True)
    schema = f'{{"properties": {{"fuel": {{"type": "string"}}, "it": {{"$ref": "{reference}"}}}}}}'
    media = f'{{"content": {{"application/json": {{"schema": {schema}}}}}}}'
    text = f'{{"openapi": "3.0.0", "paths": {{"/oven": {{"get": {{"responses": {{"200": {media}}}}}}}}}}}'
    mapping = _map_files(folder, {"openapi.yaml": text, "broken.yaml": "a: [\n"})
    assert [attribute.name for attribute in mapping.entities[1].body.attributes] == ["fuel"]
    assert [d.rule for d in mapping.diagnostics if d.path == "it"] == [UNRESOLVED]


def test_a_path_whose_reference_leads_nowhere_cannot_be_used() -> None:
    with pytest.raises(MappingError, match=r"config\.yml:2:.*'#/nowhere'"):
        map_texts("openapi: 3.0.0\npaths: {/oven: {$ref: '#/nowhere'}}\n", CONFIG)


def _describe(schema: str) -> str:
    media = f"{{content: {{application/json: {{schema: {schema}}}}}}}"
    return f"openapi: 3.0.0\npaths: {{/oven: {{get: {{responses: {{200: {media}}}}}}}}}\n"


def _map_files(folder: Path, files: dict[str, str]) -> Mapping:
    for name, text in {"config.yml": CONFIG, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")
    return generate(folder / "openapi.yaml", folder / "config.yml", base=folder)


SHOP = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths:
  /oven:
    get:
      responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}}
components:
  schemas:
    Oven: SCHEMA
    Away:
      $id: https://shops.test/away/
      $defs:
        size: {$id: size.json, type: boolean}
        door: {$id: door.json, type: object, properties: {lock: {type: boolean}, next: {$ref: door.json}}}
    Near:
      $id: https://shops.test/near/
      type: object
      properties: {size: {$ref: size.json}, door: {$ref: door.json}, sizes: {type: array, items: {$ref: size.json}}}
      $defs:
        size: {$id: size.json, type: integer}
        door: {$id: door.json, type: object, properties: {lock: {type: string}, size: {$ref: size.json}}}
"""
COMPOSED = {
    "alone": "{$ref: '#/components/schemas/Near'}",
    "next to others": "{$ref: '#/components/schemas/Near', description: A shop.}",
    "one of allOf": "{allOf: [{$ref: '#/components/schemas/Near'}, {type: object, properties: {a: {type: string}}}]}",
    "in allOf": "{allOf: [{$id: 'https://shops.test/near/', type: object, properties: {size: {$ref: size.json},"
    " door: {$ref: door.json}, sizes: {type: array, items: {$ref: size.json}}}, $defs: {"
    "size: {$id: size.json, type: integer}, door: {$id: door.json, type: object, properties: {lock: {type: string},"
    " size: {$ref: size.json}}}}}, {type: object, properties: {a: {type: string}}}]}",
    "below allOf": "{allOf: [{allOf: [{$ref: '#/components/schemas/Near'}]}]}",
    "in oneOf with null": "{oneOf: [{$ref: '#/components/schemas/Near'}, {type: 'null'}]}",
    "in anyOf with null": "{anyOf: [{type: 'null'}, {allOf: [{$ref: '#/components/schemas/Near'}]}]}",
    "by its address": "{allOf: [{$ref: 'https://shops.test/near/'}]}",
    "an object in two parts": "{allOf: [{$ref: '#/components/schemas/Near'}, {type: object, properties: {door: {"
    "type: object, properties: {open: {type: boolean}}}}}]}",
}


@pytest.mark.parametrize("schema", COMPOSED.values(), ids=COMPOSED)
def test_a_reference_in_a_composition_starts_at_the_id_of_the_schema_that_it_is_written_in(schema: str) -> None:
    text = SHOP.replace("SCHEMA", schema)
    if "$id: 'https" in schema:  # which a schema of its own has then
        text = text.partition("    Near:")[0]
    oven = map_texts(text, CONFIG, kinds.DATA_SOURCE)
    assert {name: oven.kinds[name] for name in ("size", "door", "sizes")} == {
        "size": "int64",
        "door": "single_nested",
        "sizes": "list",
    }
    assert (*oven["door.lock"], *oven["door.size"]) == ("string", "int64")
    assert oven.diagnostics(UNRESOLVED) == []


def test_what_a_discriminator_names_starts_at_the_id_around_it() -> None:
    schema = """{$id: 'https://shops.test/near/', oneOf: [{$ref: big.json}, {$ref: small.json}],
      discriminator: {propertyName: kind, mapping: {grand: big.json, tiny: small.json}}, $defs: {
        big: {$id: big.json, type: object, properties: {kind: {type: string}, beds: {type: integer}}},
        small: {$id: small.json, type: object, properties: {kind: {type: string}, shelf: {type: string}}}}}"""
    text = SHOP.replace("SCHEMA", " ".join(schema.split())).partition("    Away:")[0]
    policy = CONFIG.replace("bakery}", "bakery}\npolicies: {one_of: variants}")
    oven = map_texts(text, policy, kinds.DATA_SOURCE)
    assert oven.names == ["grand", "tiny"]


def test_recursion_is_found_by_what_references_lead_to_from_where_they_are() -> None:
    text = SHOP.replace("SCHEMA", "{type: object, properties: {one: {$ref: '#/components/schemas/Away/$defs/door'}}}")
    oven = map_texts(text, CONFIG, kinds.DATA_SOURCE)
    assert oven.kinds == {"one": "single_nested"}
    assert oven.names_in("one") == ["lock"]
    assert [d.path for d in oven.diagnostics(RECURSION)] == ["one.next"]
