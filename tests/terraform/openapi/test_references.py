"""`$ref`: chains, other files, references that lead nowhere, and those where OpenAPI has none."""

import tarfile
from pathlib import Path
from textwrap import dedent

import pytest

from mapper.model import Mapping
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Severity
from mapper.report.rules import DUPLICATE_KEY
from mapper.request import Proposing, Request
from mapper.systems.terraform import kinds
from mapper.systems.terraform.rules import BODY_LOST, RECURSION, UNRESOLVED
from mapper.systems.terraform.system import TERRAFORM

from ...support import generate, map_texts, resource, write_code_spec

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


@pytest.mark.parametrize("properties", ["[{$ref: '#/components/schemas/Loaf'}]", "7"])
def test_properties_that_are_none_break_nothing_behind_a_reference(properties: str) -> None:
    oven = resource(f"""
        create: {{properties: {{fuel: {{type: string}}, it: {{$ref: '#/components/schemas/Loaf'}}}}}}
        components:
          Loaf: {{type: object, properties: {properties}}}
    """)
    assert oven.kinds == {"fuel": "string", "it": "single_nested"}


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


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text))


def mapped(folder: Path) -> Mapping:
    return generate(folder / "openapi.yaml", folder / "config.yml", folder)


def _map_files(folder: Path, files: dict[str, str]) -> Mapping:
    write(folder, {"config.yml": CONFIG, **files})
    return mapped(folder)


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


CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
SPLIT_CONFIG = """
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: POST}, read: {path: "/ovens/{id}", method: GET}}}
"""
BODY = "{type: object, properties: {fuel: {type: string}}}"
WHOLE = f"""
openapi: 3.0.0
paths:
  /ovens:
    post:
      requestBody: {{content: {{application/json: {{schema: {BODY}}}}}}}
      responses: {{"201": {{description: ok}}}}
  /ovens/{{id}}:
    parameters: [{{name: id, in: path, required: true, schema: {{type: integer}}}}]
    get:
      parameters:
        - {{name: verbose, in: query, schema: {{type: boolean}}}}
        - {{name: x, in: header, schema: {{type: string}}}}
      responses: {{"200": {{description: ok, content: {{application/json: {{schema: {BODY}}}}}}}}}
"""


def split(folder: Path, key: str) -> None:
    """Write the description with each value of a key in a file of its own."""
    import yaml

    numbers = iter(range(100))

    def cut(value: object) -> object:
        if isinstance(value, list):
            return [cut(item) for item in value]
        if not isinstance(value, dict):
            return value
        found = {name: cut(member) for name, member in value.items()}
        if key in found:
            name = f"parts/part_{next(numbers)}.yml"
            write(folder, {name: yaml.safe_dump(_up(found[key]))})
            found[key] = {"$ref": name}
        return found

    write(folder, {"openapi.yaml": yaml.safe_dump(cut(yaml.safe_load(WHOLE))), "config.yml": SPLIT_CONFIG})


def _up(value: object) -> object:
    """References of a part start at the part."""
    if isinstance(value, list):
        return [_up(item) for item in value]
    if isinstance(value, dict):
        return {k: v.removeprefix("parts/") if k == "$ref" else _up(v) for k, v in value.items()}
    return value


@pytest.mark.parametrize(
    "key",
    "post get /ovens /ovens/{id} paths requestBody content application/json schema properties responses 200 parameters "
    "fuel type".split(),
)
def test_a_part_in_a_file_of_its_own_gives_what_it_gives_in_its_place(tmp_path: Path, key: str) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    write(whole, {"openapi.yaml": WHOLE, "config.yml": SPLIT_CONFIG})
    split(parts, key)
    assert (parts / "parts" / "part_0.yml").exists()
    assert write_code_spec(mapped(parts)) == write_code_spec(mapped(whole))
    told = {d.code for d in mapped(whole).diagnostics}
    assert "OAS202" not in told
    assert {d.code for d in mapped(parts).diagnostics} == told | {"OAS202"}


def test_single_parameters_and_parameters_of_the_path_may_be_elsewhere(tmp_path: Path) -> None:
    description = WHOLE.replace("{name: id, in: path, required: true, schema: {type: integer}}", "{$ref: 'p.yml#/id'}")
    write(tmp_path, {"openapi.yaml": description, "config.yml": SPLIT_CONFIG})
    write(tmp_path, {"p.yml": "id: {$ref: '#/other'}\nother: {name: id, in: path, schema: {type: integer}}\n"})
    oven = mapped(tmp_path).of_kind(kinds.RESOURCE)[0]
    assert [attribute.name for attribute in oven.body.attributes] == ["fuel", "id", "verbose"]
    location = oven.body.attributes[1].origins[0].location
    assert location is not None
    assert location.document.uri == "p.yml"


def test_a_pointer_may_lead_through_references() -> None:
    oven = map_texts(
        """
        openapi: 3.0.0
        paths:
          /ovens: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Oven/properties/in'}}}}}}
          /ovens/{id}: {get: {responses: {}}}
        components: {schemas: {$ref: '#/x-schemas'}}
        x-schemas:
          Oven: {$ref: '#/x-oven'}
        x-oven: {properties: {in: {properties: {fuel: {type: string}}}}}
        """,
        SPLIT_CONFIG,
    )
    assert oven.names == ["fuel"]


@pytest.mark.parametrize(
    "loop",
    ["a: {$ref: '#/a/b'}", "a: {$ref: '#/b/c'}\nb: {$ref: '#/a/c'}", "a: {$ref: '#/a'}", "a: {b: {$ref: '#/a/b/c'}}"],
)
def test_references_that_lead_through_each_other_are_one_warning(loop: str) -> None:
    description = WHOLE.replace(f"schema: {BODY}", "schema: {$ref: '#/a/b'}", 1) + loop
    oven = map_texts(description, SPLIT_CONFIG)
    assert [d.rule for d in oven.diagnostics(BODY_LOST)] == [BODY_LOST]
    assert "cannot be followed" in oven.diagnostic(BODY_LOST).text


def test_parameters_that_cannot_be_found_cost_themselves_only() -> None:
    oven = map_texts(
        WHOLE.replace("parameters: [{name: id,", "parameters: {$ref: '#/no'}\n    x-p: [{name: id,"), SPLIT_CONFIG
    )
    assert oven.names == ["fuel", "verbose"]
    assert oven.diagnostic(UNRESOLVED).path == "no"


def test_files_that_an_operation_leads_to_are_counted_as_read(tmp_path: Path) -> None:
    from mapper.systems.terraform.read import read_inputs

    split(tmp_path, "post")
    (tmp_path / "parts" / "part_0.yml").write_text("x: " + "a" * 10_000)
    budget = Budget()
    read_inputs(Request(tmp_path / "openapi.yaml", (tmp_path / "config.yml",), tmp_path), budget).map()
    assert budget.size > 10_000


@pytest.mark.corpus
def test_a_large_description_gives_what_its_bundle_gives(tmp_path: Path) -> None:
    archive, bundle = CORPUS / "multi-file" / "digitalocean.tar.xz", CORPUS / "large" / "digitalocean"
    if not archive.exists():
        pytest.skip("the corpus is not here")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    config = bundle / "generator_config.yml"
    source = generate(tmp_path / "specification" / "DigitalOcean-public.v2.yaml", config, tmp_path)
    (description,) = bundle.glob("openapi.*")
    expected = generate(description, config, bundle)
    assert write_code_spec(source) == write_code_spec(expected)
    assert len(source.documents) > 1000

    def told(mapping: Mapping) -> set[tuple[str, str, str]]:
        return {(d.code, str(d.entity), d.path) for d in mapping.diagnostics if d.code != "OAS202"}

    assert told(source) == told(expected)


@pytest.mark.parametrize(
    ("paths", "reason"),
    [
        ("/ovens: {post: {$ref: no.yml}}", "POST /ovens: the reference of the operation cannot be followed: no.yml"),
        ("$ref: no.yml", r"\(paths: the reference of the paths cannot be followed: no.yml: no such file"),
    ],
)
def test_a_proposal_says_which_operations_cannot_be_followed(here: Path, paths: str, reason: str) -> None:
    write(here, {"openapi.yaml": f"openapi: 3.0.0\npaths:\n  {paths}\n"})
    with pytest.raises(MappingError, match=reason):
        TERRAFORM.proposals.propose(Proposing(Path("openapi.yaml")))


@pytest.mark.parametrize("folder", ["site", "apis"])
def test_a_description_refers_to_files_next_to_it_wherever_the_config_is(folder: str, tmp_path: Path) -> None:
    for name in ("site", "apis"):
        (tmp_path / name).mkdir()
    content = "{content: {a/b: {schema: {$ref: 'parts.yml#/Oven'}}}}"
    (tmp_path / folder / "api.yml").write_text(
        f"{{openapi: 3.1.0, paths: {{/ovens: {{get: {{responses: {{'200': {content}}}}}}}}}}}", encoding="utf-8"
    )
    (tmp_path / folder / "parts.yml").write_text("Oven: {properties: {heat: {type: integer}}}", encoding="utf-8")
    (tmp_path / "site" / "config.yml").write_text(
        "{provider: {name: b}, data_sources: {oven: {read: {path: /ovens, method: GET}}}}", encoding="utf-8"
    )
    mapping = generate(tmp_path / folder / "api.yml", tmp_path / "site" / "config.yml", tmp_path / "site")
    assert [attribute.name for attribute in mapping.entities[1].body.attributes] == ["heat"]
