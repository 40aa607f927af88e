"""A description in several files: whatever is behind a `$ref` is followed, also where OpenAPI has none."""

import tarfile
from pathlib import Path

import pytest

from mapper.budget import Budget
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.request import Proposing, Request
from mapper.terraform import kinds
from mapper.terraform.rules import BODY_LOST, UNRESOLVED
from mapper.terraform.system import TERRAFORM

from ...support import generate, map_texts, write_code_spec

CORPUS = Path(__file__).parents[4] / "shared" / "corpus"
CONFIG = """
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


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


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

    write(folder, {"openapi.yaml": yaml.safe_dump(cut(yaml.safe_load(WHOLE))), "config.yml": CONFIG})


def _up(value: object) -> object:
    """References of a part start at the part."""
    if isinstance(value, list):
        return [_up(item) for item in value]
    if isinstance(value, dict):
        return {k: v.removeprefix("parts/") if k == "$ref" else _up(v) for k, v in value.items()}
    return value


def mapped(folder: Path) -> Mapping:
    return generate(folder / "openapi.yaml", folder / "config.yml", folder)


@pytest.mark.parametrize(
    "key",
    "post get /ovens /ovens/{id} paths requestBody content application/json schema properties responses 200 parameters "
    "fuel type".split(),
)
def test_a_part_in_a_file_of_its_own_gives_what_it_gives_in_its_place(tmp_path: Path, key: str) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    write(whole, {"openapi.yaml": WHOLE, "config.yml": CONFIG})
    split(parts, key)
    assert (parts / "parts" / "part_0.yml").exists()
    assert write_code_spec(mapped(parts)) == write_code_spec(mapped(whole))
    codes = {d.code for d in mapped(parts).diagnostics} - {"OAS202"}
    assert codes == {d.code for d in mapped(whole).diagnostics}


def test_single_parameters_and_parameters_of_the_path_may_be_elsewhere(tmp_path: Path) -> None:
    description = WHOLE.replace("{name: id, in: path, required: true, schema: {type: integer}}", "{$ref: 'p.yml#/id'}")
    write(tmp_path, {"openapi.yaml": description, "config.yml": CONFIG})
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
        CONFIG,
    )
    assert oven.names == ["fuel"]


@pytest.mark.parametrize(
    "loop",
    ["a: {$ref: '#/a/b'}", "a: {$ref: '#/b/c'}\nb: {$ref: '#/a/c'}", "a: {$ref: '#/a'}", "a: {b: {$ref: '#/a/b/c'}}"],
)
def test_references_that_lead_through_each_other_are_one_warning(loop: str) -> None:
    description = WHOLE.replace(f"schema: {BODY}", "schema: {$ref: '#/a/b'}", 1) + loop
    oven = map_texts(description, CONFIG)
    assert [d.rule for d in oven.diagnostics(BODY_LOST)] == [BODY_LOST]
    assert "cannot be followed" in oven.diagnostic(BODY_LOST).text


def test_parameters_that_cannot_be_found_cost_themselves_only() -> None:
    oven = map_texts(
        WHOLE.replace("parameters: [{name: id,", "parameters: {$ref: '#/no'}\n    x-p: [{name: id,"), CONFIG
    )
    assert oven.names == ["fuel", "verbose"]
    assert oven.diagnostic(UNRESOLVED).path == "no"


def test_files_that_an_operation_leads_to_are_counted_as_read(tmp_path: Path) -> None:
    from mapper.terraform.read import read_inputs

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
def test_a_proposal_says_which_operations_cannot_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, paths: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"openapi.yaml": f"openapi: 3.0.0\npaths:\n  {paths}\n"})
    with pytest.raises(MappingError, match=reason):
        TERRAFORM.propose(Proposing(Path("openapi.yaml")))
