"""What attributes refer to: claimed with evidence only, named or denied by the config, kept by sidecars, reviewed."""

import json
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.model import Mapping, Reference, walk
from mapper.registry import system_named
from mapper.sidecar import Vocabulary
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.systems.terraform import kinds
from mapper.systems.terraform.references import with_references
from mapper.systems.terraform.rules import BAD_OVERRIDE

from ..counting import calls
from ..support import compare, map_texts

TEXT, NUMBER = {"type": "string"}, {"type": "integer"}
SITE = {"/sites/{site_id}": {"id": TEXT, "name": TEXT}}
"""Paths of items, with the properties of one."""


def items(paths: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The paths of an API with these items, each made at the path of its collection."""
    found: dict[str, Any] = {}
    for path, properties in paths.items():
        schema = {"type": "object", "properties": properties}
        content = {"content": {"application/json": {"schema": schema}}}
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        given = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in names]
        answer = {"200": {"description": "One.", **content}}
        found[_collection(path)] = {"post": {"requestBody": content, "responses": answer}}
        found[path] = {"get": {"parameters": given, "responses": answer}}
    return found


def _collection(path: str) -> str:
    return path.rpartition("/")[0] + "".join(path.partition("#")[1:])


def mapped(paths: dict[str, dict[str, Any]], overrides: dict[str, Any] | None = None) -> Mapping:
    """The mapping of an API with these items to resources that are named after the last collection."""
    entries = {}
    for path in paths:
        name = path.split("/")[-2].removesuffix("s") + path.partition("#")[2]
        attributes = {"overrides": overrides or {}} if name == "deploy" else {}
        entries[name] = {
            "create": {"path": _collection(path), "method": "POST"},
            "read": {"path": path, "method": "GET"},
            "schema": {"attributes": attributes},
        }
    api = {"openapi": "3.1.0", "info": {"title": "Sites", "version": "1"}, "paths": items(paths)}
    return map_texts(json.dumps(api), json.dumps({"provider": {"name": "owlridge"}, "resources": entries})).mapping


def claims(mapping: Mapping) -> dict[str, str]:
    """What the attributes of the resource refer to: path -> *site.id, code of the evidence*."""
    (entity,) = [entity for entity in mapping.of_kind(kinds.RESOURCE) if entity.name == "deploy"]
    found = {path: attribute.refers_to for path, attribute in walk(entity.body)}
    return {path: _words(reference) for path, reference in found.items() if reference is not None}


def _words(reference: Reference) -> str:
    assert reference.provider == "owlridge"
    assert reference.evidence
    return f"{reference.entity.name}.{reference.path}, {reference.evidence.code}"


def deploy(path: str = "/deploys/{deploy_id}", /, **properties: Any) -> dict[str, dict[str, Any]]:
    return {path: {"id": TEXT, **properties}}


BELOW = "/sites/{site_id}/deploys/{deploy_id}"
CLAIMED: dict[str, tuple[dict[str, dict[str, Any]], dict[str, str]]] = {
    "a parameter that ends the path of another item": (SITE | deploy(BELOW), {"site_id": "site.id, path"}),
    "an item whose path stands with a fragment as well": (
        {"/sites/{site_id}#_mini": {"id": TEXT}} | SITE | deploy(BELOW),
        {"site_id": "site.id, path"},
    ),
    "of two items with fragments neither": (
        {"/sites/{site_id}#_mini": {"id": TEXT}, "/sites/{site_id}#_maxi": {"id": TEXT}} | deploy(BELOW),
        {},
    ),
    "of another name there": (
        {"/sites/{id}": {"id": TEXT}} | deploy("/sites/{site}/deploys/{id}"),
        {"site": "site.id, path"},
    ),
    "of another name and spelling there": (
        {"/sites/{id}": {"id": TEXT}} | deploy("/sites/{siteId}/deploys/{id}"),
        {"site_id": "site.id, path"},
    ),
    "properties of the only path": (
        {"/sites/{siteId}": {"id": TEXT}} | deploy(siteId=TEXT, siteIds={"type": "array", "items": TEXT}),
        {"site_id": "site.id, name", "site_ids": "site.id, name"},
    ),
    "with a suffix of the path": (
        {"/sites/{id}.json": {"id": TEXT}} | deploy("/sites/{site}/deploys/{id}.json"),
        {"site": "site.id, path"},
    ),
    "by another word, where the path has an `id` of something else": (
        {"/teams/{id}/sites/{site_uuid}": {"name": TEXT, "id": TEXT}}
        | deploy("/teams/{id}/sites/{site}/deploys/{key}"),
        {"site": "site.id, path"},
    ),
    "by a word that is no identity, beside an `id`": (
        {"/teams/{id}/sites/{site_slug}": {"id": TEXT}} | deploy("/teams/{id}/sites/{site}/deploys/{key}"),
        {"site": "site.site_slug, path"},
    ),
    "by a name that the API returns": (
        {"/sites/{name}": {"id": TEXT, "name": TEXT}} | deploy("/sites/{site}/deploys/{id}"),
        {"site": "site.name, path"},
    ),
    "of another type than the identity": (
        {"/sites/{site_id}": {"id": NUMBER}} | deploy(BELOW), {"site_id": "site., path"}
    ),
    "at the end of fifty segments": (
        {f"{'/a' * 48}/sites/{{site_id}}": {"id": TEXT}} | deploy(site_id=TEXT), {"site_id": "site.id, name"}
    ),
    "two levels": (
        SITE | {BELOW: {"id": TEXT}} | {BELOW + "/files/{file_id}": {"id": TEXT}}, {"site_id": "site.id, path"}
    ),
    "a property with the name of the parameter": (SITE | deploy(site_id=TEXT), {"site_id": "site.id, name"}),
    "in another spelling": (SITE | deploy(siteID=TEXT), {"site_id": "site.id, name"}),
    "with another word for an identity": (SITE | deploy(site_uuid=TEXT), {"site_uuid": "site.id, name"}),
    "with the name of the collection": (
        {"/sites/{id}": {"id": TEXT}} | deploy(site_id=TEXT), {"site_id": "site.id, name"}
    ),
    "a list": (
        SITE | deploy(site_ids={"type": "array", "items": TEXT}), {"site_ids": "site.id, name"}
    ),
    "nested": (
        SITE | deploy(to={"type": "array", "items": {"type": "object", "properties": {"site_id": TEXT}}}),
        {"to.site_id": "site.id, name"},
    ),
    "numbers": (
        {"/sites/{site_id}": {"id": NUMBER}} | deploy(site_id=NUMBER), {"site_id": "site.id, name"}
    ),
    "a number of another kind": (
        {"/sites/{site_id}": {"id": NUMBER}} | deploy(site_id={"type": "number"}), {"site_id": "site.id, name"}
    ),
    # what is not claimed
    "a truth": ({"/sites/{site_id}": {"id": NUMBER}} | deploy(site_id={"type": "boolean"}), {}),
    "a text for a truth": ({"/sites/{site_id}": {"id": {"type": "boolean"}}} | deploy(site_id=TEXT), {}),
    "its own identity": (SITE | deploy(deploy_id=TEXT), {}),
    "no such item": (deploy(site_id=TEXT), {}),
    "another type": (SITE | deploy(site_id=NUMBER), {}),
    "a map": (SITE | deploy(site_ids={"type": "object", "additionalProperties": TEXT}), {}),
    "a list without a plural": (SITE | deploy(site_id={"type": "object", "properties": {"a": TEXT}}), {}),
    "two items of one name": (SITE | {"/teams/{id}/sites/{site_id}": {"id": TEXT}} | deploy(site_id=TEXT), {}),
    "an item whose noun ends so": (SITE | {"/databases/{test_site_id}": {"id": TEXT}} | deploy(site_id=TEXT), {}),
    "without a separator": (SITE | {"/databases/{offsite_id}": {"id": TEXT}} | deploy(site_id=TEXT), {}),
    "an identity of another form": (
        {"/sites/{site_id}": {"id": {"type": "object", "properties": {"a": TEXT}}}} | deploy(site_id=TEXT), {}),
    "a path of more than fifty segments": (
        {f"{'/a' * 49}/sites/{{site_id}}": {"id": TEXT}} | deploy(site_id=TEXT), {}),
    "a general noun": ({"/things/{resource_id}": {"id": TEXT}} | deploy(resource_id=TEXT), {}),
    "no identity": (SITE | deploy(site_name=TEXT, id_site=TEXT, identity=TEXT, _id=TEXT), {}),
    "an item that is not an id": ({"/sites/{name}": {"name": TEXT, "id": TEXT}} | deploy(site_id=TEXT), {}),
}  # fmt: skip


@pytest.mark.parametrize("case", CLAIMED)
def test_a_reference_is_claimed_where_paths_or_names_show_exactly_one(case: str) -> None:
    paths, expected = CLAIMED[case]
    assert claims(mapped(paths)) == expected


def test_the_evidence_names_both_paths() -> None:
    (entity,) = [e for e in mapped(SITE | deploy(BELOW)).entities if e.name == "deploy"]
    (reference,) = [a.refers_to for a in entity.body.attributes if a.refers_to is not None]
    assert reference.evidence is not None
    assert reference.evidence.text == "site_id in /sites/{site_id}/deploys is where /sites/{site_id} ends"


SAID: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "named": ({"place": {"references": "site.name"}}, {"place": "site.name, config", "site_id": "site.id, name"}),
    "another": ({"site_id": {"references": "site.name"}}, {"site_id": "site.name, config"}),
    "denied": ({"site_id": {"references": "none"}}, {}),
    "named and denied in an object": (
        {"to.place": {"references": "site.name"}, "to.site_id": {"references": "none"}},
        {"to.place": "site.name, config", "site_id": "site.id, name"},
    ),
    "denied by a pattern": ({"**.site_id": {"references": "none"}}, {}),
}


@pytest.mark.parametrize("case", SAID)
def test_the_config_names_and_denies_references(case: str) -> None:
    overrides, expected = SAID[case]
    to = {"type": "object", "properties": {"site_id": TEXT, "place": TEXT}} if "to.place" in overrides else TEXT
    found = mapped(SITE | deploy(site_id=TEXT, place=TEXT, to=to), overrides)
    assert claims(found) == expected
    assert BAD_OVERRIDE not in {diagnostic.rule for diagnostic in found.diagnostics}


UNKNOWN = {
    "sites.id": "references: there is no resource sites; did you mean 'site'?",
    "site.names": "references: the resource site has no attribute 'names'; did you mean 'name'?",
}


@pytest.mark.parametrize("said", UNKNOWN)
def test_a_reference_to_nothing_is_reported(said: str) -> None:
    found = mapped(SITE | deploy(place=TEXT), {"place": {"references": said}})
    (diagnostic,) = [d for d in found.diagnostics if d.rule is BAD_OVERRIDE]
    assert (diagnostic.text, claims(found)) == (UNKNOWN[said], {})


def test_a_sidecar_keeps_references_with_their_evidence_and_reads_those_without() -> None:
    mapping, terraform = mapped(SITE | deploy(BELOW)), system_named("terraform")
    vocabulary = Vocabulary(terraform.kinds, terraform.diagnostics)
    text = write_sidecar(mapping)
    assert claims(read_sidecar(Document("s.json", text.encode()), lambda _: vocabulary)) == {"site_id": "site.id, path"}
    evidence = "site_id in /sites/{site_id}/deploys is where /sites/{site_id} ends"
    before = text.replace(f',"code":"path","evidence":"{evidence}"', "")
    assert before != text
    entities = read_sidecar(Document("s.json", before.encode()), lambda _: vocabulary).entities
    (entity,) = [entity for entity in entities if entity.name == "deploy"]
    assert [a.refers_to.evidence for a in entity.body.attributes if a.refers_to] == [None]


REVIEWED: dict[str, tuple[str, str, set[str]]] = {
    "it goes": ("", "none", {"relation-gone"}),
    "it comes": ("none", "", set()),
    "the evidence changes": ("", "site.id", set()),
    "the config names another": ("site.name", "site.id", {"reference-changed"}),
    "the config names one": ("none", "site.name", {"reference-added"}),
}
"""What the config says in the old state and in the new one."""


@pytest.mark.parametrize("case", REVIEWED)
def test_a_review_reports_a_reference_that_goes(case: str) -> None:
    *said, expected = REVIEWED[case]
    overrides = [{"site_id": {"references": text}} if text else {} for text in said]
    old, new = (mapped(SITE | deploy(site_id=TEXT), each) for each in overrides)
    found = {change.rule.id for change in compare(old, new)}
    assert {rule for rule in found if rule.startswith(("relation", "reference"))} == expected


def test_work_grows_with_what_is_described_and_not_faster() -> None:
    def work(count: int) -> int:
        paths = {f"/a{n}s/{{a{n}_id}}": {"id": TEXT, f"a{n + 1}_id": TEXT} for n in range(count)}
        api = mapped(paths)
        return calls(lambda: with_references(api, paths))

    assert work(200) < 2.4 * work(100)
