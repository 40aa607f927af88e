"""References and tokens of a package schema: what each names, and which files have the schemas of other packages."""

import json
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Documents
from mapper.model import Collection, Nested, Scalar, Union
from mapper.report.diagnostic import MappingError
from mapper.systems.pulumi.builtin_types import type_words
from mapper.systems.pulumi.schema.read import findings
from mapper.systems.pulumi.schema.tokens import (
    Ref,
    dotted,
    drops_last,
    module_of,
    names_of,
    other_documents,
    read_reference,
)
from mapper.systems.pulumi.schema.types import Names, Types

ROOT: dict[str, Any] = {
    "name": "zoo",
    "version": "1.2.3",
    "types": {
        "zoo:index:Food": {"type": "string", "enum": [{"value": "hay"}, {"value": "fish"}, {"value": "hay"}]},
        "zoo:a/b:Door": {"type": "object"},
    },
    "resources": {"zoo:index:Cage": {}},
}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#/types/zoo:a%2Fb:Door", Ref("", "types", "zoo:a/b:Door")),
        ("#/types/", None),
        ("#types/zoo:index:Food", Ref("", "types", "zoo:index:Food")),
        ("#/resources/zoo:index:Cage", Ref("", "resources", "zoo:index:Cage")),
        ("#/resources/", None),
        ("#/resources", None),
        ("#/functions/zoo:index:count", None),
        ("#/provider", Ref("", "provider", "")),
        ("#/provider/x", None),
        ("#/resources/pulumi:providers:zoo", Ref("", "provider", "")),
        ("zoo:index:Food", None),
        ("pulumi.json#/Any", Ref("", "pulumi", "Any")),
        ("pulumi.json#/Any/x", None),
        ("other.json#/types/x", None),
        ("/aws/v6.0.0/schema.json#/types/aws:s3:Rule", Ref("aws", "types", "aws:s3:Rule", "6.0.0")),
        ("aws/v6.0.0/schema.json#/resources/aws:s3:Bucket", Ref("aws", "resources", "aws:s3:Bucket", "6.0.0")),
        ("/aws/v6.0.0/schema.json#/provider", Ref("aws", "provider", "", "6.0.0")),
        ("/zoo/v1.2.3/schema.json#/types/zoo:index:Food", Ref("", "types", "zoo:index:Food")),
        ("/zoo/v1.2.4/schema.json#/types/zoo:index:Food", Ref("zoo", "types", "zoo:index:Food", "1.2.4")),
    ],
)
def test_a_reference_names_a_part_of_a_schema(text: str, expected: Ref | None) -> None:
    assert read_reference(text, ROOT) == expected


def test_a_schema_without_a_version_is_its_own_in_any() -> None:
    own = Ref("", "types", "zoo:index:Food")
    assert read_reference("/zoo/v9/schema.json#/types/zoo:index:Food", {"name": "zoo"}) == own
    assert read_reference("/zoo/v9/schema.json#/types/zoo:index:Food", {"name": "zoo", "version": "v9"}) == own


@pytest.mark.parametrize(
    ("token", "kept", "dropped"),
    [
        ("zoo:index:Cage", "", ""),
        ("zoo:index/cage:Cage", "", ""),
        ("zoo:a/b:Cage", "a/b", "a"),
        ("zoo:a/b/c:Cage", "a/b/c", "a/b"),
        ("zoo:a:Cage", "a", "a"),
        ("zoo:Cage", "", ""),
    ],
)
def test_a_token_has_a_module(token: str, kept: str, dropped: str) -> None:
    assert [module_of(token, drops_last=drops) for drops in (False, True)] == [kept, dropped]


@pytest.mark.parametrize(
    ("root", "drops"),
    [
        ({}, False), ({"meta": None}, False), ({"meta": {}}, False), ({"meta": {"moduleFormat": "(.*)"}}, False),
        ({"meta": {"moduleFormat": "(.*)(?:/[^/]*)"}}, True), ({"meta": {"moduleFormat": "x"}}, False),
    ],
)  # fmt: skip
def test_the_format_of_modules_says_whether_a_file_is_dropped(root: dict[str, Any], *, drops: bool) -> None:
    assert drops_last(root) is drops


def test_names_are_short_and_unique() -> None:
    names = {
        "zoo:index:Cage": "Cage",
        "zoo:a/b:Door": "a.Door",
        "zoo:a/c:Door": "a.c.Door",
        "zoo:a:Door": "zoo:a:Door",
        "pulumi:providers:zoo": "providers.zoo",
        "zoo:x/index:Cage": "x.Cage",
    }
    assert names_of(names, drops_last=True) == names
    assert (dotted("a/b", "c/d"), dotted("", "c")) == ("a.b.c.d", "c")


def found(spec: dict[str, Any]) -> Any:
    return Types(ROOT, Names.of(ROOT, drops_last=False), {}).of(spec)


@pytest.mark.parametrize(
    ("spec", "words", "is_exact", "refers"),
    [
        ({"type": "string"}, "string", True, ""),
        ({"type": "integer", "plain": True}, "integer", False, ""),
        ({"type": "object"}, "map of string", False, ""),
        ({"type": "array", "items": {"type": "number"}}, "list of number", True, ""),
        ({"type": "array", "items": {"type": "number"}, "plain": True}, "list of number", False, ""),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "map of boolean", True, ""),
        ({"type": "array", "items": {"$ref": "#/types/zoo:a%2Fb:Door"}}, "list of a.b.Door", True, ""),
        ({"$ref": "#/types/zoo:a%2Fb:Door"}, "a.b.Door", True, ""),
        ({"$ref": "#/types/zoo:a/b:Door"}, "a.b.Door", False, ""),
        ({"$ref": "#/types/zoo:index:Food"}, "Food", True, ""),
        ({"$ref": "#/types/zoo:index:Food", "type": "string"}, "Food", False, ""),
        ({"$ref": "#/types/zoo:index:None"}, "zoo:index:None", False, ""),
        ({"$ref": "#/types/zoo:index:None", "type": "integer"}, "integer", False, ""),
        ({"$ref": "/aws/v6/schema.json#/types/aws:s3:Rule", "type": "integer"}, "aws:s3:Rule", False, ""),
        ({"$ref": "pulumi.json#/Any"}, "any", True, ""),
        ({"$ref": "pulumi.json#/Json"}, "pulumi.Json", True, ""),
        ({"$ref": "pulumi.json#/Asset", "type": "string"}, "pulumi.Asset", False, ""),
        ({"$ref": "pulumi.json#/Archive"}, "pulumi.Archive", True, ""),
        ({"$ref": "#/resources/zoo:index:Cage"}, "string", True, "zoo resource Cage id"),
        ({"$ref": "#/resources/zoo:index:Cage", "type": "string"}, "string", False, "zoo resource Cage id"),
        ({"$ref": "/aws/v6/schema.json#/resources/aws:s3:B"}, "string", False, "aws resource aws:s3:B id"),
        ({"$ref": "#/provider"}, "string", False, "zoo resource Provider id"),
        ({"$ref": "/aws/v6/schema.json#/provider"}, "string", False, "aws resource Provider id"),
        ({"oneOf": [{"type": "string"}, {"type": "number"}]}, "string or number", True, ""),
        ({"oneOf": [{"type": "string"}, {"type": "number"}], "type": "string"}, "string or number", False, ""),
        ({"oneOf": [{"$ref": "#/resources/zoo:index:Cage"}, {"type": "number"}]}, "string or number", False, ""),
        ({"oneOf": [{"type": "string", "plain": True}, {"type": "number"}]}, "string or number", False, ""),
        ({"oneOf": [{"$ref": "#/types/zoo:a%2Fb:Door"}, {"type": "number"}], "discriminator": {"propertyName": "k"}},
         "a.b.Door or number", True, ""),
        ({"oneOf": [{"type": "string"}], "discriminator": {"propertyName": "k", "mapping": {"a": "b"}}},
         "string", False, ""),
    ],
)  # fmt: skip
def test_a_type_is_converted_and_known_to_be_exact(
    spec: dict[str, Any], words: str, *, is_exact: bool, refers: str
) -> None:
    made = found(spec)
    assert (type_words(made.type), made.is_exact) == (words, is_exact)
    target = made.resource
    assert (f"{target.provider} {target.entity} {target.path}" if target else "") == refers


def test_limits_tokens_and_members_of_types_are_kept() -> None:
    food = found({"$ref": "#/types/zoo:index:Food"})
    assert isinstance(food.type, Scalar)
    (limit,) = food.limits
    assert limit.values == ("hay", "fish")
    door = {"$ref": "#/types/zoo:a%2Fb:Door"}
    union = found({"oneOf": [door, {"$ref": "#/types/zoo:index:Food"}], "discriminator": {"propertyName": "kind"}})
    assert union.tokens == ("zoo:a/b:Door", "zoo:index:Food")
    assert isinstance(union.type, Union)
    assert union.type.discriminator == "kind"
    assert isinstance(found({"type": "object", "additionalProperties": door}).type, Nested)
    assert isinstance(found({"type": "array", "items": {"type": "string"}}).type, Collection)
    tokens: list[str] = []
    Types(ROOT, Names.of(ROOT, drops_last=False), {}).collect(
        {"oneOf": [{"type": "array", "items": door}, {"type": "object", "additionalProperties": door},
                   {"$ref": "#/types/zoo:index:None"}, {"$ref": "#/resources/zoo:index:Cage"}, {"type": "string"}]},
        tokens,
    )  # fmt: skip
    assert tokens == ["zoo:a/b:Door", "zoo:a/b:Door"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, []),
        ({"aws.json": {"name": "aws"}}, [("aws", "6.0", "aws.json")]),
        ({"aws.json": {"name": "aws"}, "aws-6.0.json": {"name": "aws"}}, [("aws", "6.0", "aws-6.0.json")]),
        ({"aws-7.json": {"name": "aws"}}, []),
        ({"aws.json": {"name": "other"}}, "aws.json: this is not the schema of the package aws"),
        ({"aws.json": []}, "aws.json: this is not the schema of the package aws"),
        ({"aws.json": {"name": "aws", "resources": []}}, "aws.json: this is not the schema of the package aws"),
    ],
)
def test_schemas_of_other_packages_are_next_to_the_schema(here: Path, files: dict[str, Any], expected: Any) -> None:
    text = json.dumps(
        {"a": "/aws/v6.0/schema.json#/types/x", "b": "/own/v1/schema.json#/provider", "c": "/aws/schema.json#"}
    )
    for name, data in {**files, "own.json": json.loads(text)}.items():
        Path(name).write_text(json.dumps(data))
    documents = Documents(here)
    document = documents.load(here / "own.json")
    if isinstance(expected, str):
        with pytest.raises(MappingError, match=expected):
            list(other_documents(document, documents))
        return
    others = [(*key, Path(other.uri).name) for key, other in other_documents(document, documents)]
    assert others == expected


@pytest.mark.parametrize(("levels", "told"), [(20, []), (21, ["there are more than 20 types in each other"])])
def test_types_are_in_each_other_so_deep_at_most(levels: int, told: list[str]) -> None:
    spec: dict[str, Any] = {"type": "string"}
    for _ in range(levels):
        spec = {"type": "array", "items": spec}
    root = {"name": "zoo", "resources": {"zoo:index:Cage": {"inputProperties": {"it": spec}}}}
    assert [finding.text for finding in findings(root)] == told
