"""What is announced of the Go code of a specification is what becomes of it, and terraform accepts the examples."""

import json
import random
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, Documents
from mapper.model import EntityRef, Mapping
from mapper.model.samples.extent import Extent
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.config.policies import FORMATS
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api

from ..support import generate, write_code_spec
from .__main__ import PROVIDERS, cases
from .check import Case, check
from .examples import refused
from .judge import Verdict, verdicts
from .program import packages
from .tools import Tools, Unavailable, fetch

pytestmark = [pytest.mark.timeout(2400)]  # the generator is built, and much Go compiled

# Names that collide, or nearly so: many small resources of random shapes, whose attributes have names from one list,
# those of everything that the generator declares, with and without what it puts in front of and behind a name.
_DECLARED = """
    attributeTypes equal isNull isUnknown string toObjectValue toTerraformValue type attr attributes basetypes context
    ctx d diag diags err fmt in k name o obj objVal object objectType ok other schema state strings t tftypes types
    v val vals validator values nil true len any append make error
"""
_KEYWORDS = "range map func var import package select struct go if default interface return"
_PLAIN = "a b a1 a_1 _a __a _ __ _1 _1a a__b a__1 aVal a_attribute new newA newNewA a_type a_value a_null aValue model"
NAMES = tuple(f"{_DECLARED} {_KEYWORDS} {_PLAIN}".split())
_IDENTIFIERS = tuple(name for name in NAMES if name.islower())
_SHAPES = ("string", "list", "objects", "single", "single", "single", "list_nested", "map_nested")


def resources(count: int, seed: int) -> dict[str, Any]:
    """Schemas of create requests, by the name of the resource."""
    source = random.Random(seed)
    return {f"r{seed}_{number}": {"type": "object", "properties": _members(source, 3)} for number in range(count)}


def _members(source: random.Random, depth: int) -> dict[str, Any]:
    names = {f"p{source.randint(1, 99)}" for _ in range(source.randint(0, 1))}
    word = source.choice(NAMES)
    if source.random() < 0.5 or not names:
        names.add(word)
    if source.random() < 0.4:
        names.add(source.choice((f"new_{word}", f"{word}_val", f"_{word}", f"{word}_type", "obj", "type")))
    return {name: _schema(source, depth) for name in sorted(names)}


def _schema(source: random.Random, depth: int) -> dict[str, Any]:
    shape = source.choice(_SHAPES) if depth > 1 else source.choice(_SHAPES[:3])
    text = {"type": "string"}
    match shape:
        case "string":
            return text
        case "list":
            return {"type": "array", "items": text}
        case "objects":
            return {"type": "array", "items": {"type": "array", "items": {"properties": {"x": text}}}}
    inner = {"type": "object", "properties": _members(source, depth - 1)}
    if shape == "single":
        return inner
    return (
        {"type": "array", "items": inner}
        if shape == "list_nested"
        else {"type": "object", "additionalProperties": inner}
    )


def keys(schemas: dict[str, Any], seed: int) -> dict[str, Any]:
    """What the config says of each resource: a branch of a choice, which its schema gets, and an addition in order."""
    source, found = random.Random(f"keys {seed}"), {}
    for name, schema in schemas.items():
        members = schema["properties"]
        branches = [{"title": word, "type": "object", "properties": _members(source, 2)} for word in ("one", "two")]
        chosen, next_to = source.choice(("one", "two")), source.choice(sorted(members))
        members[source.choice(_IDENTIFIERS)] = members["pick"] = {"oneOf": branches}
        attribute = {"name": source.choice(_IDENTIFIERS), **_addition(source, ())}
        addition = {source.choice(("after", "before")): next_to, **_addition(source, [attribute])}
        overrides = {"pick": {"branch": chosen}}
        added = {source.choice(_IDENTIFIERS): addition, f"pick.{source.choice(_IDENTIFIERS)}": _addition(source, ())}
        found[name] = {"attributes": {"overrides": overrides, "additional": added}}
    return found


def _addition(source: random.Random, attributes: Sequence[Any]) -> dict[str, Any]:
    inside = {"attributes": list(attributes)}
    status = {"computed_optional_required": "optional"}
    shapes = {"single_nested": inside, "list_nested": {"nested_object": inside}, "bool": {}}
    shape = source.choice(tuple(shapes))
    return {shape: status | shapes[shape]}


def mapped(
    schemas: dict[str, Any],
    policies: dict[str, Any] | None = None,
    overrides: dict[str, Any] | None = None,
    own: dict[str, Any] | None = None,
) -> Mapping:
    """A mapping with a resource for each schema; `overrides` are those of all of them, `own` is what each one has."""
    paths: dict[str, Any] = {}
    config: dict[str, Any] = {"provider": {"name": "x"}, "resources": {}, "policies": policies or {}}
    config["schema"] = {"attributes": {"overrides": overrides or {}}}
    for name, schema in schemas.items():
        body = {"content": {"application/json": {"schema": schema}}}
        paths[f"/{name}"] = {"post": {"requestBody": body, "responses": {"200": {"description": ""}}}, "get": {}}
        config["resources"][name] = {
            "create": {"path": f"/{name}", "method": "POST"},
            "read": {"path": f"/{name}", "method": "GET"},
            "schema": (own or {}).get(name, {}),
        }
    description = {"openapi": "3.0.0", "info": {"title": "x", "version": "1"}, "paths": paths}
    document = Document("openapi.json", json.dumps(description).encode())
    return map_api(Api(document, Documents()), parse_config(Document("config.json", json.dumps(config).encode())))


CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "realworld"
SMALL = (
    "davidsonjon__identitynow__role_v1",
    "lenstra__logto",
    "luke-taylor__petstore",
    "ngrok__ngrok",
    "plain-insure__printone",
)
"""Descriptions and configs of public providers, of a few resources each, or of small ones."""

needs_terraform = pytest.mark.skipif(shutil.which("terraform") is None, reason="terraform is not on the path")


@pytest.fixture(scope="module")
def tools() -> Tools:
    try:
        return fetch()
    except Unavailable as reason:
        pytest.skip(str(reason))


def case_of(folder: Path, api: str) -> Case:
    """A case with a resource of an API in short."""
    (folder / "openapi.yaml").write_text(api, encoding="utf-8")
    (folder / "generator_config.yml").write_text(CONFIG, encoding="utf-8")
    return Case("oven", folder / "openapi.yaml", folder / "generator_config.yml")


API = """
openapi: 3.0.0
paths:
  /oven:
    post: {requestBody: {content: {application/json: {schema: SCHEMA}}}}
    get: {responses: {}}
"""
CONFIG = """
provider: {name: bakery}
resources: {oven: {create: {path: /oven, method: POST}, read: {path: /oven, method: GET}}}
"""


@pytest.mark.peer
@needs_terraform
@pytest.mark.parametrize("provider", PROVIDERS, ids=lambda case: case.name)
def test_the_providers_of_our_own_work(tools: Tools, tmp_path: Path, provider: Case) -> None:
    case = replace(provider)
    check(case, tools, tmp_path)
    assert (case.wrong, case.refused) == ([], [])
    assert [verdict for verdict in case.settled if verdict.problem] == []
    assert case.examples >= 2 * len(case.settled) > 0


@needs_terraform
@pytest.mark.corpus
@pytest.mark.parametrize("name", SMALL)
def test_public_providers_are_as_announced_and_terraform_accepts_their_examples(
    tools: Tools, tmp_path: Path, name: str
) -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not part of the project")
    (case,) = cases(CORPUS / name)
    check(case, tools, tmp_path)
    assert (case.wrong, case.refused) == ([], [])
    assert [verdict for verdict in case.settled if verdict.problem] == []
    assert case.examples


@pytest.mark.peer
def test_names_that_collide_fail_just_where_a_diagnostic_says_so(tools: Tools, tmp_path: Path) -> None:
    found = verdicts(mapped(resources(150, 0)), tools, tmp_path, run_all=False)
    assert [verdict for verdict in found if not verdict.is_right] == []
    assert 20 < sum(bool(verdict.problem) for verdict in found) < 130


@pytest.mark.peer
def test_the_policy_leaves_no_two_types_of_one_name(tools: Tools, tmp_path: Path) -> None:
    found = verdicts(mapped(resources(60, 1), {"nested_names": "path"}), tools, tmp_path, run_all=False)
    assert [verdict for verdict in found if not verdict.is_right] == []
    assert "OAS511" not in {code for verdict in found for code in verdict.announced}


@pytest.mark.peer
def test_names_of_blocks_collide_just_where_a_diagnostic_says_so(tools: Tools, tmp_path: Path) -> None:
    mapping = mapped(resources(30, 3), overrides={"**": {"block": True}})
    found = verdicts(mapping, tools, tmp_path, run_all=False)
    assert [verdict for verdict in found if not verdict.is_right] == []
    assert 5 < sum(bool(verdict.problem) for verdict in found) < 29
    assert '"blocks"' in write_code_spec(mapping)


@pytest.mark.peer
def test_what_keys_of_the_config_bring_in_collides_just_where_a_diagnostic_says_so(
    tools: Tools, tmp_path: Path
) -> None:
    schemas = resources(30, 4)
    own, policies = keys(schemas, 4), {"use_state_for_unknown": "nested"}
    found = verdicts(mapped(schemas, policies, own=own), tools, tmp_path, run_all=False)
    assert [verdict for verdict in found if not verdict.is_right] == []
    assert 5 < sum(bool(verdict.problem) for verdict in found) < 29


@pytest.mark.peer
def test_the_front_end_says_what_the_compiler_says(tools: Tools, tmp_path: Path) -> None:
    verdicts(mapped(resources(40, 2)), tools, tmp_path, run_all=False)
    found = list(packages(tmp_path))
    wrong = tools.type_problems(package.path for package in found)
    said = tools.run(tmp_path, "build", *(f"./{package.path.name}" for package in found))
    assert {path.name for path in wrong} == {line.rpartition("/")[2] for line in said.splitlines() if line[:2] == "# "}
    assert wrong


@pytest.mark.peer
@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("{properties: {dial: {type: string, pattern: '(?=a)'}}}", "OAS442"),
        ("{properties: {count: {type: string}}}", "OAS502"),
        ("{properties: {_dial: {type: string}}}", "OAS513"),
    ],
)
def test_what_does_not_start_was_announced(tools: Tools, tmp_path: Path, schema: str, code: str) -> None:
    case = case_of(tmp_path, API.replace("SCHEMA", schema))
    assert case.config is not None
    (verdict,) = verdicts(generate(case.spec, case.config), tools, tmp_path / "code", run_all=True)
    assert verdict.announced == {code}
    assert verdict.problem


@pytest.mark.peer
def test_of_two_with_one_type_the_second_is_announced(tools: Tools, tmp_path: Path) -> None:
    case = case_of(tmp_path, API.replace("SCHEMA", "{properties: {dial: {type: string}}}"))
    assert case.config is not None
    second = CONFIG.replace(
        "}}}", "}}, bakery_oven: {create: {path: /oven, method: POST}, read: {path: /oven, method: GET}}}"
    )
    case.config.write_text(second, encoding="utf-8")
    first, other = verdicts(generate(case.spec, case.config), tools, tmp_path / "code", run_all=True)
    assert (first.announced, first.problem) == (frozenset(), "")
    assert (str(first.ref), other.announced) == ("resource bakery_oven", {"OAS503"})
    assert "Duplicate Resource Type" in other.problem


def test_what_is_not_announced_is_wrong_and_what_works_in_spite_of_it_too() -> None:
    oven = EntityRef(kinds.RESOURCE, "oven")
    said = frozenset(("OAS513",))
    assert [Verdict(oven, said, "x").is_right, Verdict(oven, frozenset(), "").is_right] == [True, True]
    assert [Verdict(oven, frozenset(), "x").is_right, Verdict(oven, said, "").is_right] == [False, False]


@pytest.mark.peer
@needs_terraform
def test_an_example_that_does_not_fit_is_refused(tools: Tools, tmp_path: Path) -> None:
    case = case_of(tmp_path, API.replace("SCHEMA", "{properties: {dial: {type: string}}}"))
    check(case, tools, tmp_path / "code")
    assert (case.refused, case.examples) == ([], 6)
    other = case_of(tmp_path, API.replace("SCHEMA", "{required: [knob], properties: {knob: {type: string}}}"))
    assert other.config is not None
    mapping = generate(other.spec, other.config)
    count, found = refused(mapping, tmp_path / "code" / "settled", [entity.ref for entity in mapping.entities])
    assert count == 6
    assert {(one.ref.name, one.extent) for one in found} == {("oven", extent) for extent in Extent}


KEYS = """
provider: {name: bakery}
policies: {formats: framework, use_state_for_unknown: all}
schema: {attributes: {additional: {wait: {before: name, bool: {computed_optional_required: optional}}}}}
resources:
  oven:
    create: {path: /oven, method: POST}
    read: {path: /oven, method: GET}
    schema:
      attributes:
        aliases: {rate.5: ghz5}
        overrides: {name: {pattern: '^[a-z\\x{00fc}]{1,1000}$'}}
"""


@pytest.mark.peer
def test_the_code_of_what_keys_of_the_config_ask_for_works(tools: Tools, tmp_path: Path) -> None:
    formats = ", ".join(f"f{number}: {{type: string, format: {name}}}" for number, name in enumerate(FORMATS))
    rate = "rate: {properties: {'5': {type: integer}}}"
    schema = f"{{properties: {{name: {{type: string, pattern: '\\\\u00fc'}}, {rate}, {formats}}}}}"
    case = case_of(tmp_path, API.replace("SCHEMA", schema))
    (tmp_path / "generator_config.yml").write_text(KEYS, encoding="utf-8")
    assert case.config is not None
    (verdict,) = verdicts(generate(case.spec, case.config), tools, tmp_path / "code", run_all=True)
    assert (verdict.announced, verdict.problem) == (frozenset(), "")
