"""The shape and the rules of package schemas: each is broken in one place of a good schema, and told there."""

import json
import random
import re
from collections.abc import Iterator
from functools import reduce
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, escape_token, split_pointer
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Severity
from mapper.request import Request
from mapper.systems.pulumi.schema.read import findings
from mapper.systems.pulumi.schema.validate import Finding, shape_findings
from mapper.systems.pulumi.schema_rules import SCHEMA_RULES
from mkdocs_oasmap.cli import main

from ...counting import calls
from . import kiosk
from .kiosk import CORPUS, PAGE, PAPER, PRINT, REGION, Change, put, take

PULUMI = system_named("pulumi")

SCHEMAS = [path for path in sorted(CORPUS.glob("[!.]*/*.json")) if path.name != "expected.json"]
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
_PAPER, _PAGE, _REGION = ("resources", PAPER), ("types", PAGE), ("types", REGION)
_TITLE = (*_PAPER, "inputProperties", "title")
_COUNT, _GET = ("functions", "kiosk:index/count:count"), ("functions", "kiosk:press/getPaper:getPaper")


def _unversioned(root: Any) -> None:
    root["meta"]["supportPack"] = True
    del root["version"]


def _argument(root: Any) -> None:
    """One input of two is listed."""
    inputs = root[_GET[0]][_GET[1]]["inputs"]["properties"]
    inputs["extra"] = {"type": "string"}
    root[_GET[0]][_GET[1]]["multiArgumentInputs"] = [name for name in inputs if name != "extra"]


BROKEN: dict[str, tuple[Change, str, str]] = {
    "no object": (put([], "types"), "OAS950", "/types"),
    "a number for a text": (put(1, "description"), "OAS950", "/description"),
    "a text for a flag": (put("yes", *_TITLE, "secret"), "OAS950", "secret"),
    "a truth value for a text": (put(True, *_PAGE, "description"), "OAS950", "description"),
    "a text for a list": (put("title", *_PAPER, "requiredInputs"), "OAS950", "requiredInputs"),
    "a list for a value": (put([1], *_TITLE, "default"), "OAS950", "default"),
    "a language that there is not": (put(["nodjs"], *_PAPER, "overlaySupportedLanguages"), "OAS950", "/0"),
    "an alias that is a number": (put(3, *_PAPER, "aliases", 0), "OAS950", "/aliases/0"),
    "language that is not an object": (put("go", *_TITLE, "language"), "OAS950", "language"),
    "no name": (take("name"), "OAS952", ""),
    "a value of an enum without one": (take(*_REGION, "enum", 0, "value"), "OAS952", "/enum/0"),
    "defaultInfo without environment": (put({}, *_TITLE, "defaultInfo"), "OAS952", "defaultInfo"),
    "a discriminator without a name": (
        take(*_PAPER, "inputProperties", "lead", "discriminator", "propertyName"), "OAS952", "discriminator"),
    "a name with a blank": (put("ki osk", "name"), "OAS953", "/name"),
    "a version of two numbers": (put("1.4", "version"), "OAS953", "/version"),
    "a version with a newline": (put("1.4.0\n", "version"), "OAS953", "/version"),
    "a namespace in capitals": (put("Example", "namespace"), "OAS953", "/namespace"),
    "a token of two parts": (put({}, "resources", "kiosk:Paper"), "OAS954", "/resources/kiosk:Paper"),
    "a token of four parts": (put({}, "functions", "kiosk:a:b:c"), "OAS954", "/functions/kiosk:a:b:c"),
    "a token with a digit first": (put({}, "types", "kiosk:index:2D"), "OAS954", "/types/kiosk:index:2D"),
    "provider in index": (put({}, "resources", "kiosk:index:provider"), "OAS955", "/resources/kiosk:index:provider"),
    "provider without a module": (put({}, "functions", "kiosk::provider"), "OAS955", "/functions/kiosk::provider"),
    "no type": (take(*_TITLE, "type"), "OAS956", "title"),
    "a type that there is not": (put("int", *_TITLE, "type"), "OAS956", "title"),
    "an array without items": (put("array", *_TITLE, "type"), "OAS956", "title"),
    "items of a text": (put({"type": "string"}, *_TITLE, "items"), "OAS956", "title"),
    "a reference with options": (put([{}, {}], *_PAPER, "inputProperties", "region", "oneOf"), "OAS956", "region"),
    "one option": (put([{"type": "string"}], *_PAPER, "inputProperties", "lead", "oneOf"), "OAS956", "oneOf"),
    "options of an object": (put("object", *_PAPER, "inputProperties", "lead", "type"), "OAS956", "lead"),
    "a type of its own that is a union": (put({"oneOf": [{"type": "string"}]}, *_PAGE), "OAS956", "oneOf"),
    "a type of its own that is a list": (put("array", *_PAGE, "type"), "OAS956", "type"),
    "an enum of objects": (put("object", *_REGION, "type"), "OAS956", "type"),
    "a number in an enum of texts": (put(3, *_REGION, "enum", 1, "value"), "OAS958", "/enum/1/value"),
    "a truth value in an enum of integers": (
        put(True, "types", "kiosk:press/size:Size", "enum", 0, "value"), "OAS958", "/enum/0/value"),
    "a fraction in an enum of integers": (
        put(1.5, "types", "kiosk:press/size:Size", "enum", 1, "value"), "OAS958", "/enum/1/value"),
    "required of a type": (put(["numbr"], *_PAGE, "required"), "OAS959", "/required/0"),
    "required inputs": (put(["title", "issue"], *_PAPER, "requiredInputs"), "OAS959", "/requiredInputs/1"),
    "required of a function": (
        put(["name"], "functions", "kiosk:press/getPaper:getPaper", "inputs", "required"), "OAS959", "/required/0"),
    "defaults of the config": (put(["area"], "config", "defaults"), "OAS959", "/config/defaults"),
    "a default of another type": (put("many", *_PAPER, "inputProperties", "copies", "default"), "OAS960", "default"),
    "a constant of another type": (put(1, *_PAPER, "inputProperties", "kind", "const"), "OAS960", "const"),
    "a fraction for an integer": (put(1.5, *_PAPER, "inputProperties", "copies", "default"), "OAS960", "default"),
    "a property called pulumi": (put({"type": "string"}, *_PAGE, "properties", "pulumi"), "OAS961", "pulumi"),
    "an input of the provider called version": (
        put({"type": "string"}, "provider", "inputProperties", "version"), "OAS961", "version"),
    "a method without a function": (take("functions", PRINT), "OAS962", "/methods/print"),
    "a method of the provider without a function": (
        put("kiosk:index:x", "provider", "methods", "whoami"), "OAS962", "/methods/whoami"),
    "a function that is two methods": (put(PRINT, *_PAPER, "methods", "reprint"), "OAS963", "/methods/reprint"),
    "a method with the token of something else": (
        put("kiosk:index/count:count", *_PAPER, "methods", "print"), "OAS964", "/methods/print"),
    "a method without itself": (
        put({"properties": {}}, "functions", PRINT, "inputs"), "OAS965", "/methods/print"),
    "a method and a property": (
        put({"type": "string"}, *_PAPER, "properties", "print"), "OAS966", "/methods/print"),
    "Provider in the root module": (
        put({}, "resources", "kiosk:Index:Provider"), "OAS955", "/resources/kiosk:Index:Provider"),
    "a package for plugins without a version": (_unversioned, "OAS952", ""),
    "a default of the environment without a variable": (
        put({"environment": []}, *_TITLE, "defaultInfo"), "OAS952", "defaultInfo/environment"),
    "a discriminator with an empty name": (
        put("", *_PAPER, "inputProperties", "lead", "discriminator", "propertyName"), "OAS952", "propertyName"),
    "a list of what is plain": (put(["title"], *_PAGE, "plain"), "OAS951", "/plain"),
    "a plain type that is neither true nor false": (
        put({"type": "array", "items": {"type": "string", "plain": "no"}}, *_TITLE), "OAS950", "/items/plain"),
    "a list of inputs that are plain": (put(["title"], *_PAPER, "plainInputs"), "OAS951", "/plainInputs"),
    "a default that is not a value of the type of an enum": (
        put({"$ref": f"#/types/{REGION}", "default": 3}, *_TITLE), "OAS960", "default"),
    "a constant of an enum": (put({"$ref": f"#/types/{REGION}", "const": "north"}, *_TITLE), "OAS960", "const"),
    "a default of an object": (put({"$ref": f"#/types/{PAGE}", "default": "a"}, *_TITLE), "OAS960", "default"),
    "a default of none of several types": (
        put({"oneOf": [{"type": "string"}, {"type": "integer"}], "default": True}, *_TITLE), "OAS960", "default"),
    "a default of a list": (
        put({"type": "array", "items": {"type": "string"}, "default": "a"}, *_TITLE), "OAS960", "default"),
    "an integer of more than 32 bits": (put({"type": "integer", "default": 2**31}, *_TITLE), "OAS960", "default"),
    "a token of another package": (put({}, "resources", "shop:index:Till"), "OAS970", "/resources/shop:index:Till"),
    "an argument that is not an input": (put(["name"], *_COUNT, "multiArgumentInputs"), "OAS973", "/0"),
    "an argument that is there twice": (
        put(["at", "at"], *_GET, "multiArgumentInputs"), "OAS973", "/multiArgumentInputs/0"),
    "an input that is not an argument": (_argument, "OAS973", "/multiArgumentInputs"),
    "two resources that differ in case": (
        put({}, "resources", PAPER.upper().replace("KIOSK", "kiosk")), "OAS974", "PAPER"),
    "a function with the token of a resource": (put({}, "functions", PAPER), "OAS974", "paper:Paper"),
    "a format of modules that is none": (put("(.*", "meta", "moduleFormat"), "OAS975", "/meta/moduleFormat"),
    "a format of modules that Go cannot read": (put("(?=a)", "meta", "moduleFormat"), "OAS975", "/meta/moduleFormat"),
    "a type called pulumi": (
        put({"type": "object"}, "types", "kiosk:index:pulumi"), "OAS976", "/types/kiosk:index:pulumi"),
    "a type without a type": (take(*_PAGE, "type"), "OAS956", "page:Page"),
    "a result without a type": (put({"plain": True}, *_COUNT, "outputs"), "OAS956", "outputs"),
    "provider, with a file in its token": (
        put({}, "resources", "kiosk:index/provider:Provider"), "OAS955", "/resources/kiosk:index~1provider:Provider"),
    "half a parameterization": (put({"parameter": "eA=="}, "parameterization"), "OAS952", "/parameterization"),
    "a property without a letter": (put({"type": "string"}, *_PAGE, "properties", "É_1"), "OAS961", "properties/É_1"),
    "a property with a blank": (put({"type": "string"}, *_PAGE, "properties", "a b"), "OAS961", "properties/a b"),
    "a property without a name": (put({"type": "string"}, *_PAGE, "properties", ""), "OAS961", "properties/"),
}  # fmt: skip
TOLD: dict[str, tuple[Change, str, str]] = {
    "a module in the root module": (put({}, "resources", "kiosk:index/a/b:C"), "OAS977", "kiosk:index~1a~1b:C"),
    "an unknown key of a property": (put(True, *_TITLE, "optional"), "OAS967", "optional"),
    "an unknown key of a resource": (put({}, *_PAPER, "inputs"), "OAS967", "inputs"),
    "a type that is only named": (put({"$ref": "#/types/a:b:C", "type": "string"}, *_TITLE), "OAS968", "$ref"),
    "a property called id": (put({"type": "string"}, *_PAPER, "properties", "id"), "OAS969", "id"),
    "two tokens with one name": (
        put({}, "resources", "kiosk:press/other:paper"),
        "OAS971",
        "/resources/kiosk:press~1other:paper",
    ),
    "a format of modules": (put("(.*)/v1", "meta", "moduleFormat"), "OAS972", "/meta/moduleFormat"),
    "an unknown key at the root": (put({}, "resource"), "OAS967", "/resource"),
    "an unknown key of meta": (put("x", "meta", "modulFormat"), "OAS967", "modulFormat"),
    "an unknown key of config": (put([], "config", "variable"), "OAS967", "variable"),
    "a reference to nothing": (put({"$ref": "#/types/kiosk:a:B"}, *_TITLE), "OAS957", "$ref"),
    "a reference to no resource": (put({"$ref": "#/resources/kiosk:a:B", "type": "string"}, *_TITLE), "OAS957", "$ref"),
    "a reference to a section that there is not": (put({"$ref": "#/definitions/A"}, *_TITLE), "OAS957", "$ref"),
    "a type that pulumi.json lacks": (put({"$ref": "pulumi.json#/Map"}, *_TITLE), "OAS957", "$ref"),
    "a reference inside of lists": (
        put({"type": "array", "items": {"type": "object", "additionalProperties": {"$ref": "#/types/a:b:C"}}}, *_TITLE),
        "OAS957",
        "additionalProperties/$ref",
    ),
    "a reference in what a function returns": (
        put({"$ref": "#/types/a:b:C"}, "functions", "kiosk:index/count:count", "returnType"),
        "OAS957",
        "$ref",
    ),
    "a schema without a version": (put({"$ref": "/aws/schema.json#/types/aws:a:B"}, *_TITLE), "OAS957", "$ref"),
    "a type that the schema itself lacks by its path": (
        put({"$ref": "/kiosk/v1.4.0/schema.json#/types/kiosk:a:B"}, *_TITLE),
        "OAS957",
        "$ref",
    ),
}


def _types(value: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """The paths of all properties, and of the types in them."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        if path[-1:] in (("properties",), ("inputProperties",), ("variables",), ("oneOf",)) or key in _TYPES:
            yield *path, key
        if path[-1:] != ("language",):
            yield from _types(member, *path, key)


_TYPES = ("items", "additionalProperties", "returnType")
_INPUTS = {"properties": {"sort": {"type": "string"}}}


def _whole() -> Any:
    """The schema, with the one list that it lacks."""
    return kiosk.changed(put(_INPUTS, *_PAPER, "listInputs"))


@pytest.mark.parametrize("path", list(_types(_whole())), ids=lambda path: "/".join(map(str, path)))
def test_every_type_is_looked_into(path: tuple[str | int, ...]) -> None:
    pointer = "".join(f"/{escape_token(str(key))}" for key in path)
    for change, code, end in (
        (put({"$ref": "#/types/a:b:C"}, *path), "OAS957", "/$ref"),
        (put(True, *path, "colour"), "OAS967", "/colour"),
        (put(7, *path, "type"), "OAS950", "/type"),
    ):
        root = _whole()
        change(root)
        assert (code, pointer + end) in {(found.rule.code, found.pointer) for found in findings(root)}


def test_a_language_that_there_is_not_is_told_with_the_one_that_is_meant() -> None:
    (found,) = findings(kiosk.changed(put(["nodjs"], *_PAPER, "overlaySupportedLanguages")))
    assert found.text == "\"nodjs\" is not a language of Pulumi; did you mean 'nodejs'?"


@pytest.mark.parametrize(
    ("path", "entity", "named"),
    [
        (_TITLE, "resource press.Paper", "title"),
        ((*_PAPER, "properties", "copies"), "resource press.Paper", "copies"),
        (_PAPER, "resource press.Paper", ""),
        ((*_PAPER, "inputProperties", "lead", "discriminator"), "resource press.Paper", "lead"),
        (_PAGE, "type press.Page", ""),
        ((*_PAGE, "properties", "regions"), "type press.Page", "regions"),
        (_REGION, "enum Region", ""),
        ((*_REGION, "enum", 0), "enum Region", ""),
        (_GET, "function press.getPaper", ""),
        ((*_GET, "inputs", "properties", "region"), "function press.getPaper", "region"),
        (("meta",), "None", ""),
    ],
)
def test_what_is_told_is_at_its_entity_and_property(path: tuple[str | int, ...], entity: str, named: str) -> None:
    (found,) = kiosk.mapped(kiosk.changed(put(True, *path, "colour"))).diagnostics
    assert (found.code, str(found.entity), found.path) == ("OAS967", entity, named)


ITEM = {"type": "string"}


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({}, "there is no type: type, $ref or oneOf is expected"),
        ({"type": "array"}, "the type array needs items"),
        ({"type": "strin"}, "\"strin\" is not a type; did you mean 'string'?"),
        ({"type": "string", "items": ITEM}, "items go with the type array"),
        ({"items": ITEM}, "items go with the type array"),
        ({"type": "string", "additionalProperties": ITEM}, "additionalProperties go with the type object"),
        ({"additionalProperties": ITEM}, "additionalProperties go with the type object"),
        ({"type": "array", "oneOf": [ITEM]}, 'the type next to oneOf is "array", and has to be a primitive one'),
        (
            {"type": "array", "items": ITEM, "additionalProperties": ITEM},
            "items and additionalProperties say two types",
        ),
    ],
)
def test_what_determines_no_type_or_two_is_told_in_words(spec: dict[str, Any], said: str) -> None:
    (found,) = findings(kiosk.changed(put(spec, *_TITLE)))
    assert (found.rule.code, found.text) == ("OAS956", said)


def test_a_union_with_a_name_is_told_where_to_write_it() -> None:
    (found,) = findings(kiosk.changed(put({"oneOf": [{"type": "string"}]}, *_PAGE)))
    assert found.remedy == "write the `oneOf` where the type is used"


def test_a_good_schema_has_nothing_to_be_told() -> None:
    assert findings(kiosk.schema()) == []


@pytest.mark.parametrize(
    "spec",
    [
        {"$ref": "/aws/v4.37.1/schema.json#/types/aws:a:B"},
        {"$ref": "aws/v4/schema.json#/resources/aws:a%2Fb:B"},
        {"$ref": "/azure-native/v2.0.0-alpha.1/schema.json#/provider"},
        {"$ref": f"/kiosk/v1.4.0/schema.json#/types/{REGION}"},
        {"$ref": f"#/types/{REGION}", "default": "north"},
        {"oneOf": [{"type": "integer"}, {"$ref": f"#/types/{REGION}"}], "default": "north"},
        {"oneOf": [{"$ref": f"#/types/{PAGE}"}, {"type": "string"}], "type": "string", "default": "a"},
        {"type": "integer", "default": -(2**31)},
        {"type": "integer", "default": 2.0},
        {"type": "number", "default": 2**40, "const": 1},
    ],
)
def test_what_the_binder_takes_is_taken(spec: dict[str, Any]) -> None:
    assert findings(kiosk.changed(put(spec, *_TITLE))) == []


NOTHING: dict[str, tuple[Change, str, str]] = {
    "nothing for a property": (put(None, *_PAGE, "properties", "regions"), "OAS956", "/properties/regions"),
    "nothing for an input": (put(None, *_PAPER, "inputProperties", "regions"), "OAS956", "/inputProperties/regions"),
    "nothing for a variable": (put({"a": None}, "config", "variables"), "OAS956", "/config/variables/a"),
    "nothing for a property called properties": (
        put(None, *_PAGE, "properties", "properties"), "OAS956", "/properties/properties"),
    "nothing for a type": (put(None, "types", "kiosk:press/fold:Fold"), "OAS956", "/types/kiosk:press~1fold:Fold"),
    "nothing for a method": (put({"a": None}, *_PAPER, "methods"), "OAS962", "/methods/a"),
}  # fmt: skip
"""Names of maps that are null, which Go reads as what has no keys; a key that is null is not there."""


@pytest.mark.parametrize("what", NOTHING)
def test_a_name_in_a_map_that_is_null_is_told_in_its_place(what: str) -> None:
    change, code, place = NOTHING[what]
    with pytest.raises(MappingError, match=re.escape(f"{place}: ")) as caught:
        PULUMI.run(Request(Document("schema.json", json.dumps(kiosk.changed(change)).encode()), ()))
    assert code in str(caught.value)


@pytest.mark.parametrize(
    "place",
    [
        ("config", "variables", "region", "defaultInfo", "environment"),
        ("keywords",),
        ("allowedPackageNames",),
        (*_PAPER, "overlaySupportedLanguages"),
        ("config", "defaults"),
        (*_PAGE, "required"),
        (*_PAPER, "requiredInputs"),
    ],
    ids="/".join,
)
def test_a_text_of_a_list_that_is_null_is_empty_as_in_go(place: tuple[str, ...]) -> None:
    assert said(put([None], *place)) == said(put([""], *place))


def said(change: Change) -> str:
    """What is said of a schema that is changed, whether it is refused or not."""
    request = Request(Document("schema.json", json.dumps(kiosk.changed(change)).encode()), ())
    try:
        return "\n".join(diagnostic.message for diagnostic in PULUMI.run(request).mapping.diagnostics)
    except MappingError as error:
        return str(error)


@pytest.mark.parametrize("what", BROKEN)
def test_what_breaks_a_rule_is_told_by_it_and_in_its_place(what: str) -> None:
    change, code, place = BROKEN[what]
    (found,) = [one for one in findings(kiosk.changed(change)) if one.is_error][:1]
    assert found.rule.code == code
    assert found.pointer.endswith(place)


@pytest.mark.parametrize("what", TOLD)
def test_what_is_only_odd_is_a_warning(what: str) -> None:
    change, code, place = TOLD[what]
    (found,) = findings(kiosk.changed(change))
    assert (found.rule.code, found.rule.severity) == (code, Severity.WARNING)
    assert found.pointer.endswith(place)


def test_every_rule_of_schemas_is_broken_by_a_test() -> None:
    codes = {code for _, code, _ in (*BROKEN.values(), *TOLD.values())}
    assert codes == SCHEMA_RULES.keys() - {"OAS928"}


def test_every_place_is_one_of_the_document() -> None:
    for change, _, _ in BROKEN.values():
        root = kiosk.changed(change)
        for found in findings(root):
            value: Any = root
            for token in split_pointer(found.pointer):
                value = value[int(token) if isinstance(value, list) else token]


def test_all_that_is_wrong_is_told_at_once_with_its_lines_and_nothing_is_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = kiosk.schema()
    put("int", *_TITLE, "type")(root)
    put(3, *_REGION, "enum", 1, "value")(root)
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(root, indent=2))
    assert main(["generate", "--system", "pulumi", "--output", str(tmp_path / "out"), str(path)]) == 1
    told = capsys.readouterr().err
    lines = path.read_text().splitlines()
    for code, text in (("OAS956", '"title": {'), ("OAS958", '"value": 3')):
        (line,) = [line for line in told.splitlines() if code in line]
        assert text in lines[int(line.split("schema.json:")[1].split(":")[0]) - 1]
    assert not (tmp_path / "out").exists()


@pytest.mark.corpus
@needs_corpus
@pytest.mark.parametrize(
    "path", sorted(CORPUS.glob("[!.]*/*.json")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_real_schemas_are_judged_as_pulumi_judges_them(path: Path) -> None:
    if path.name == "expected.json":
        return
    expected = json.loads((CORPUS / "binder" / "expected.json").read_text())
    judged = expected[path.name] if path.parent.name == "binder" else {"valid": True}
    errors = [one for one in findings(json.loads(path.read_text())) if one.is_error]
    if judged["valid"]:
        assert errors == []
    else:
        told = [one for one in errors if one.rule.title.lower() == judged["rule"].lower()]
        assert any(all(_words(about) in one.text for about in judged["about"]) for one in told)


def _words(about: object) -> str:
    return about if isinstance(about, str) else json.dumps(about)


@pytest.mark.corpus
@needs_corpus
def test_what_the_metaschema_refuses_is_refused() -> None:
    """Seeded changes of good schemas, judged by Pulumi's own schema of schemas."""
    from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

    text = (CORPUS / "metaschema.json").read_text().replace("(?<", "(?P<")
    validator = Draft202012Validator(json.loads(text))
    texts = [kiosk.PATH.read_text(), *((CORPUS / "test" / f"{name}.json").read_text() for name in _SMALL)]
    refused = missed = 0
    for number in range(400):
        random_ = random.Random(number)
        root = json.loads(random_.choice(texts))
        mutate(random_, root)
        if not validator.is_valid(root):
            refused += 1
            missed += not findings(root)
    assert refused > 100
    assert missed == 0


_SMALL = ("nested-module", "simple-enum-schema-go-generics-only", "output-funcs", "external-resource-schema")
_KEYS = ("x", "type", "$ref", "items", "oneOf", "enum", "required", "a:b", "a::B")
_VALUES = (None, True, 3, 1.5, "", "x", "array", "object", "integer", [], {}, [1], {"type": "string"}, {"$ref": 1})


def mutate(random_: random.Random, root: Any) -> None:
    """Change one thing somewhere outside of `language`."""
    spots: list[tuple[Any, Any]] = []
    waiting: list[Any] = [root]
    while waiting:
        value = waiting.pop()
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        for key in keys:
            if key not in ("language", "aliases", "parameter", "contentEncoding"):
                spots.append((value, key))
                if isinstance(value[key], dict | list):
                    waiting.append(value[key])
    holder, key = random_.choice(spots)
    match random_.randrange(4):
        case 0 if isinstance(holder, dict):
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[random_.choice(("x", "type", "$ref", "items", "oneOf", "enum", "required", "a:b", "a::B"))] = (
                holder.pop(key)
            )
        case _:
            holder[key] = random_.choice(_VALUES)


def test_any_change_is_judged_without_a_traceback() -> None:
    for number in range(300):
        random_, root = random.Random(f"any {number}"), kiosk.schema()
        for _ in range(random_.randrange(1, 4)):
            mutate(random_, root)
        found: list[Finding] = findings(root)
        if not any(one.is_error for one in found):
            kiosk.mapped(root)


def test_a_property_whose_reference_leads_nowhere_is_left_out_and_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lost, listed = {"$ref": "#/types/shop:index:Lost"}, {"type": "array", "items": {"$ref": "#/types/shop:index:Lost"}}
    kept = {"type": "string"}
    inputs = {"properties": {"lost": listed, "kept": kept}, "required": ["lost", "kept"]}
    root = {
        "name": "shop", "version": "1.0.0", "readme": "A shop.", "requires": {},
        "config": {"variables": {"lost": lost, "kept": kept}, "defaults": ["lost", "kept"]},
        "types": {"shop:index:Shelf": {"type": "object", **inputs}},
        "resources": {
            "shop:index:Item": {
                "inputProperties": {"lost": lost, "kept": kept, "properties": {"additionalProperties": lost}},
                "requiredInputs": ["lost", "kept", "properties"],
                **inputs,
            }
        },
        "functions": {
            "shop:index:find": {"inputs": inputs, "multiArgumentInputs": ["lost", "kept"], "outputs": inputs},
            "shop:index:count": {"outputs": listed},
        },
    }  # fmt: skip
    root["resources"]["shop:index:Item"]["inputProperties"]["properties"]["type"] = "object"
    root["language"] = {"else": json.loads("[" * 490 + "]" * 490)}  # deep, which is no obstacle
    path = tmp_path / "schema.json"
    path.write_text(json.dumps(root))
    assert main(["generate", "--system", "pulumi", "--output", str(tmp_path / "out"), str(path)]) == 0
    assert capsys.readouterr().err.count("does not exist") == 8
    written = json.loads((tmp_path / "out" / "schema.json").read_text())
    assert "lost" not in json.dumps(written).lower()
    item = written["resources"]["shop:index:Item"]
    assert (list(item["inputProperties"]), item["requiredInputs"], list(item["properties"])) == (
        ["kept"],
        ["kept"],
        ["kept"],
    )
    assert written["functions"]["shop:index:find"]["multiArgumentInputs"] == ["kept"]
    assert list(written["config"]["variables"]) == ["kept"]


@pytest.mark.parametrize("odd", ["a text", ["a"], {"x": "text"}, {"x": {"type": "array", "items": "string"}}])
@pytest.mark.parametrize(
    "path",
    [
        ("types", "shop:index:Colour"),
        ("functions", "shop:index:find", "outputs"),
        ("functions", "shop:index:find", "returnType"),
        ("functions", "shop:index:find", "inputs", "properties", "x"),
    ],
)
def test_an_unknown_key_that_others_have_is_dropped_whatever_its_value_is(
    path: tuple[str, ...], odd: object, tmp_path: Path
) -> None:
    returned = {"type": "array", "items": {"type": "string"}}
    function = {"inputs": {"properties": {"x": {"type": "string"}}}, path[2] if len(path) == 3 else "outputs": returned}
    root: dict[str, Any] = {
        "name": "shop", "version": "1.0.0", "functions": {"shop:index:find": function},
        "types": {"shop:index:Colour": {"type": "string", "enum": [{"value": "red"}]}},
    }  # fmt: skip
    schemas = []
    for more in ({}, {"properties": odd}):
        put({**reduce(lambda value, key: value[key], path, root), **more}, *path)(root)
        source, out = tmp_path / "schema.json", tmp_path / "out"
        source.write_text(json.dumps(root))
        assert main(["generate", "--system", "pulumi", "--output", str(out), str(source)]) == 0
        schemas.append({file: file.read_bytes() for file in out.rglob("*") if file.is_file()})
    assert schemas[0] == schemas[1]


VALUES: tuple[Any, ...] = (
    None, True, 3, -1.5, 2.0, "", "text", "object", "array", "string", "number", [], [""], ["text", 3], {}, {"": {}},
    {"type": "string"}, {"type": "array", "items": {"type": "text"}}, {"$ref": "#/types/a:b:C", "oneOf": []},
    [{"type": "string"}, {"type": "integer"}], {"propertyName": ""}, {"environment": []}, "\ud800", "1.2.3\n",
)  # fmt: skip
KEYS = (
    "type", "$ref", "items", "additionalProperties", "oneOf", "discriminator", "plain", "default", "const", "secret",
    "defaultInfo", "enum", "properties", "required", "language", "aliases", "methods", "outputs", "returnType", "other",
)  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every member and item of a value, as its container and its key."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def mutated(seed: int) -> Any:
    """The schema with a few values changed, added or removed somewhere."""
    chosen, root = random.Random(f"schema {seed}"), kiosk.schema()
    for _ in range(chosen.randrange(1, 3)):
        holder, key = chosen.choice(list(places(root)))
        value = json.loads(json.dumps(chosen.choice(VALUES)))
        if isinstance(holder, list) or chosen.random() < 0.4:
            holder[key] = value
        elif chosen.random() < 0.7:
            holder[chosen.choice(KEYS)] = value
        else:
            del holder[key]
    return root


def test_most_changes_of_a_schema_are_reported_and_none_ends_in_a_traceback() -> None:
    assert sum(bool(shape_findings(mutated(seed))) for seed in range(200)) > 100


def test_a_number_that_keeps_its_spelling_is_a_number() -> None:
    ratio = kiosk.put({"type": "number", "default": 1.50}, "config", "variables", "ratio")
    root = kiosk.document(kiosk.changed(ratio)).root
    assert type(root["config"]["variables"]["ratio"]["default"]) is not float
    assert shape_findings(root) == []


def test_twice_as_many_properties_of_an_enum_of_twice_as_many_values_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        properties = {f"p{number}": {"$ref": "#/types/stall:index:Kind"} for number in range(size)}
        values = {"type": "string", "enum": [{"value": f"v{number}"} for number in range(size)]}
        schema = {"name": "stall", "types": {"stall:index:Kind": values}}
        schema |= {"resources": {"stall:index:Stall": {"properties": properties, "inputProperties": properties}}}
        spec = Document("schema.json", json.dumps(schema).encode())
        return calls(lambda: PULUMI.run(Request(spec, ())))

    work(1)  # imports
    assert work(200) < 2.5 * work(100)
