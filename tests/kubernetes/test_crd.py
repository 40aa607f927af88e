"""The frame of a definition and the schemas in it, for any system whose resources are custom ones."""

import tarfile
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from mapper.languages.kubernetes.crd import (
    MOST_ANNOTATED,
    MOST_BYTES,
    Rules,
    Schemas,
    Version,
    comment,
    comment_on_one_line,
    definition,
    file_name,
    immutable_in_collections,
    oversized,
    root,
    size_of,
    with_empty_status,
)
from mapper.languages.kubernetes.plurals import kind_plural
from mapper.languages.kubernetes.yaml_text import text_of
from mapper.model import (  # fmt: skip
    Address,
    Attribute,
    Body,
    Collection,
    Column,
    Entity,
    EntityKind,
    Nested,
    NestingMode,
    Reason,
    Scalar,
    Status,
    Type,
    Union,
)
from mapper.model.attribute import CollectionKind, ScalarKind

from ..conformance.compare import CORPUS

STRING = Scalar(ScalarKind.STRING)
RULES = Rules(lambda attribute: attribute.status is Status.REQUIRED)


def field(name: str, type_: Type = STRING, status: Status = Status.OPTIONAL, **more: Any) -> Attribute:
    return Attribute(name, name, type_, status, Reason("x", "x"), (), **more)


def golden(folder: str) -> Iterator[tuple[str, str]]:
    archive = CORPUS / "crossplane" / folder / "crds.tar.gz"
    if not archive.is_file():
        pytest.skip("the corpus is not here")
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member)
            if file is not None and member.name.endswith(".yaml"):
                yield member.name.rpartition("/")[2], file.read().decode()


def again(data: dict[str, Any]) -> tuple[Address, dict[str, Any]]:
    """A definition, made of what it says."""
    spec = data["spec"]
    names, kind = spec["names"], spec["names"]["kind"]
    address = Address(
        spec["group"], spec["versions"][0]["name"], names["plural"],
        tuple(names.get("shortNames", ())), tuple(names.get("categories", ())), spec["scope"], kind=kind,
    )  # fmt: skip
    versions = []
    for version in spec["versions"]:
        schema = version["schema"]["openAPIV3Schema"]
        own = {key: value for key, value in schema["properties"].items() if key in ("spec", "status", "data")}
        one_line = "\n" not in schema["properties"]["apiVersion"]["description"]
        made = root(kind, own, comment_on_one_line if one_line else comment, schema["description"])
        made |= {key: schema[key] for key in schema.keys() - {"properties", "type", "description"}}
        made["properties"] |= {k: v for k, v in schema["properties"].items() if k not in made["properties"]}
        columns = tuple(
            Column(column["name"], column["jsonPath"], column["type"], column.get("priority", 0))
            for column in version.get("additionalPrinterColumns", ())
        )
        versions.append(
            Version(version["name"], made, columns, version["served"], version["storage"],
                    version.get("deprecationWarning"))
        )  # fmt: skip
    found = definition(kind, address, versions, next(iter(data["metadata"]["annotations"].values())))
    return address, with_empty_status(found) if "status" in data else found


@pytest.mark.corpus
@pytest.mark.parametrize("folder", ["template", "digitalocean", "aws-2020"])
def test_the_frames_of_definitions_that_controller_gen_wrote_are_written_again(folder: str) -> None:
    seen = 0
    for name, text in golden(folder):
        data = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        properties = data["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
        if "forProvider" not in properties.get("spec", {}).get("properties", {}):  # a Kind of the runtime
            continue
        address, made = again(data)
        assert made == data
        assert file_name(address) == name
        seen += 1
    assert seen


@pytest.mark.parametrize("kind", ScalarKind)
def test_every_scalar_has_a_schema(kind: ScalarKind) -> None:
    schema = Schemas(RULES).type(Scalar(kind))
    assert schema.get("type") in ("boolean", "integer", "number", "string") or schema == {
        "x-kubernetes-preserve-unknown-fields": True
    }


def test_a_union_may_be_anything_as_no_structural_schema_can_say_more() -> None:
    type_ = Collection(CollectionKind.LIST, Union((STRING, Scalar(ScalarKind.BOOL))))
    assert Schemas(RULES).type(type_) == {"type": "array", "items": {"x-kubernetes-preserve-unknown-fields": True}}


def test_a_version_that_is_only_served_warns_who_uses_it() -> None:
    address = Address("ovens.example.org", "v2", "ovens", short_names=("ov",), scope="Cluster")
    versions = [Version("v2", {}), Version("v1", {}, stored=False, deprecation="use v2")]
    old = definition("Oven", address, versions, "v0.18.0")["spec"]["versions"][1]
    assert (old["served"], old["storage"], old["deprecated"], old["deprecationWarning"]) == (
        True,
        False,
        True,
        "use v2",
    )
    assert "deprecated" not in definition("Oven", address, versions, "v0.18.0")["spec"]["versions"][0]
    assert text_of(definition("Oven", address, versions, "v0.18.0")).startswith("apiVersion: apiextensions.k8s.io/v1\n")


KIND = EntityKind("custom resource", "Custom Resource", "Custom Resources")


@pytest.mark.parametrize(
    ("size", "limit", "refused"),
    [(1, None, False), (MOST_ANNOTATED + 1, MOST_ANNOTATED, False), (MOST_BYTES + 1, MOST_BYTES, True)],
)
def test_a_definition_over_a_limit_is_found(size: int, limit: int | None, refused: bool) -> None:
    entity = Entity(KIND, "Oven", Body())
    text = "x" * (size - size_of({"a": ""}, {}))
    found = list(oversized([(entity, {"a": text})]))
    assert [(each.size, each.limit, each.is_refused) for each in found] == ([(size, limit, refused)] if limit else [])


@pytest.mark.parametrize(
    ("around", "type_", "told"),
    [
        (NestingMode.LIST, Scalar(ScalarKind.BOOL), "list"),
        (NestingMode.MAP, STRING, "map"),
        (NestingMode.MAP, Scalar(ScalarKind.BOOL), None),
        (NestingMode.SINGLE, STRING, None),
    ],
)
def test_an_immutable_field_in_a_collection_is_found(around: NestingMode, type_: Type, told: str | None) -> None:
    inner = Body((field("code", type_, replaces=True),))
    found = list(immutable_in_collections(Body((field("locks", Nested(around, inner)),))))
    assert [(each.path, each.around) for each in found] == ([("locks.code", told)] if told else [])


# --- plurals of Kinds -----------------------------------------------------------------------------


PLURALS = {
    "Bucket": "buckets",
    "Policy": "policies",
    "Gateway": "gateways",
    "Schema": "schemas",
    "Ephemeris": "ephemeris",
    "AccessPointForObjectLambda": "accesspointforobjectlambda",
    "WhatsAppMessageTemplateMedia": "whatsappmessagetemplatemedia",
    "DBSubnetGroup": "dbsubnetgroups",
    "DhcpOptions": "dhcpoptions",
    "CustomerID": "customerids",
    "Analysis": "analyses",
    "Alias": "aliases",
    "Index": "indices",
    "DataSetIndex": "datasetindices",
    "Access": "accesses",
    "Axis": "axes",
    "Use": "uses",
    "ID": "ids",
    "Child": "children",
    "WebChild": "webchildren",
    "Children": "children",
    "Indexes": "indexes",
    "Policies": "policies",
    "News": "news",
    "Boy": "boys",
    "Knife": "knives",
    "Church": "churches",
    "HTTPAPI": "httpapis",
    "API": "apis",
}


@pytest.mark.parametrize("kind", PLURALS)
def test_plurals_are_those_of_controller_gen(kind: str) -> None:
    assert kind_plural(kind) == PLURALS[kind]
