"""What Pulumi's own comparison of schemas says stands at the changes that say the same, in its own words."""

import json
import random
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from mapper.review.changes import Change
from mapper.review.data import review_schema
from mapper.review.entity_changes import Options, compare
from mapper.systems.pulumi.review import POLICY
from mapper.systems.pulumi.schema.read import findings
from mapper.systems.pulumi.schema.writer import schema_of
from mapper.systems.pulumi.schema_tools import differences
from mkdocs_oasmap.cli import main

from . import kiosk
from .kiosk import CORPUS, PAGE, PAPER, PRINT, put, take

COUNT, TITLE = "kiosk:index/count:count", ("resources", PAPER, "inputProperties", "title")
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
Peers = set[tuple[str, str, str, str, str, str]]


def review(old: Any, new: Any) -> tuple[Change, ...]:
    sides = kiosk.mapped(old), kiosk.mapped(new)
    return POLICY.with_peers(compare(*sides, Options(policy=POLICY)), *sides)


def peers(changes: tuple[Change, ...]) -> Peers:
    """Scope, token, location, path, kind and severity of what breaks by the other comparison."""
    found = (peer for change in changes for peer in change.peers if peer.breaking)
    return {(p.scope, p.token, p.location, p.path, p.kind, p.severity) for p in found}


@pytest.mark.corpus
@needs_corpus
def test_it_is_what_the_other_comparison_says_word_for_word() -> None:
    folder = CORPUS / "review"
    known = json.loads((folder / "expected.json").read_text())
    keys = ("scope", "token", "location", "path", "kind", "severity")
    expected = {tuple(change.get(key, "") for key in keys) for change in known["changes"]}
    assert peers(review(*(json.loads((folder / known[key]).read_text()) for key in ("old", "new")))) == expected


def twice(root: Any) -> None:
    """A type that has the same members as another one."""
    root["types"]["kiosk:index:Twin"] = deepcopy(root["types"][PAGE])


REFERENCE = {"$ref": f"#/types/{PAGE.replace('/', '%2F')}"}
TWIN = {"$ref": "#/types/kiosk:index:Twin"}
AT = {"type": "object", "properties": {"at": {"type": "string"}}}
RESOURCE, FUNCTION = f'Resources: "{PAPER}"', f'Functions: "{COUNT}"'
EDITS: dict[str, tuple[list[kiosk.Change], list[kiosk.Change], set[tuple[str, str, str, str]]]] = {
    # the old schema, the new one; rule, path, kind and severity, path of the other comparison
    "an input is gone": (
        [put({"type": "string"}, *TITLE[:-1], "extra")], [],
        {("attribute-removed", "missing-input", "warn", f'{RESOURCE}: inputs: "extra"')},
    ),
    "an input and output is gone": (
        [put({"type": "string"}, *TITLE[:-1], "extra"),
         put({"type": "string"}, "resources", PAPER, "properties", "extra")], [],
        {("attribute-removed", "missing-input", "warn", f'{RESOURCE}: inputs: "extra"'),
         ("attribute-removed", "missing-output", "warn", f'{RESOURCE}: properties: "extra"')},
    ),
    "another type of the same members": (
        [twice, put(REFERENCE, *TITLE[:-1], "extra")], [twice, put(TWIN, *TITLE[:-1], "extra")],
        {("type-name-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra"')},
    ),
    "an element of another type": (
        [twice, put({"type": "array", "items": REFERENCE}, *TITLE[:-1], "extra")],
        [twice, put({"type": "array", "items": TWIN}, *TITLE[:-1], "extra")],
        {("type-name-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra": items')},
    ),
    "an archive for an asset": (
        [put({"$ref": "pulumi.json#/Asset"}, *TITLE[:-1], "extra")],
        [put({"$ref": "pulumi.json#/Archive"}, *TITLE[:-1], "extra")],
        {("type-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra"')},
    ),
    "a list that became one value": (
        [put({"type": "array", "items": {"type": "string"}}, *TITLE[:-1], "extras")],
        [put({"type": "string"}, *TITLE[:-1], "extra")],
        {("attribute-removed", "type-changed", "warn", f'{RESOURCE}: inputs: "extras"')},
    ),
    "a list that became one value, which existed before": (
        [put({"type": "array", "items": REFERENCE}, *TITLE[:-1], "bodies"), put(REFERENCE, *TITLE[:-1], "body")],
        [put(REFERENCE, *TITLE[:-1], "body")],
        {("attribute-removed", "type-changed", "warn", f'{RESOURCE}: inputs: "bodies"')},
    ),
    "one value that became a list of its own": (
        [put({"type": "string"}, *TITLE[:-1], "extra")],
        [put({"type": "array", "items": {"type": "string"}}, *TITLE[:-1], "extra")],
        {("type-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra"'),
         ("type-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra": items')},
    ),
    "one block that became a list of its own": (
        [put(REFERENCE, *TITLE[:-1], "extra")], [put({"type": "array", "items": REFERENCE}, *TITLE[:-1], "extra")],
        {("nesting-changed", "type-changed", "warn", f'{RESOURCE}: inputs: "extra"')},
    ),
    "a token that stays beside its successor": (
        [], [put({"aliases": [{"type": PAPER}]}, "resources", "kiosk:index:Sheet")],
        {("entity-added", "token-remapped", "warn", RESOURCE)},
    ),
    "a function with its first argument": (
        [], [put(AT, "functions", COUNT, "inputs")],
        {("attribute-added", "signature-changed", "error", FUNCTION)},
    ),
    "an input of a function that becomes required": (
        [put(AT, "functions", COUNT, "inputs")], [put({**AT, "required": ["at"]}, "functions", COUNT, "inputs")],
        {("became-required", "optional-to-required", "error", f'{FUNCTION}: inputs: required: "at"')},
    ),
    "a type is gone": (
        [twice], [], {("entity-removed", "missing-type", "error", 'Types: "kiosk:index:Twin"')},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", EDITS)
def test_it_stands_at_the_change_that_says_the_same(what: str) -> None:
    edits = EDITS[what]
    old, new = (kiosk.changed(lambda root, side=side: [edit(root) for edit in side]) for side in edits[:2])
    found = {(c.rule.id, p.kind, p.severity, p.path) for c in review(old, new) for p in c.peers if p.breaking}
    assert found == edits[2]


def test_it_stands_at_the_property_that_it_names() -> None:
    def typed(root: Any, type_: str) -> None:
        for name in ("extra", "spare"):
            put({"type": type_}, *TITLE[:-1], name)(root)

    old, new = (kiosk.changed(lambda root, type_=type_: typed(root, type_)) for type_ in ("string", "integer"))
    found = {(change.path, peer.path) for change in review(old, new) for peer in change.peers}
    assert found == {(name, f'{RESOURCE}: inputs: "{name}"') for name in ("extra", "spare")}


def test_an_alias_for_a_token_that_is_gone_is_another_token_and_a_new_resource_is_harmless() -> None:
    def rename(root: Any) -> None:
        spec = root["resources"].pop("kiosk:index/stand:Stand")
        root["resources"]["kiosk:index:Booth"] = {**spec, "aliases": [{"type": "kiosk:index/stand:Stand"}]}
        root["resources"]["kiosk:index:Fresh"] = {}

    found = [peer for change in review(kiosk.schema(), kiosk.changed(rename)) for peer in change.peers]
    assert {(peer.kind, peer.token, peer.severity, peer.breaking) for peer in found} == {
        ("token-remapped", "kiosk:index/stand:Stand", "warn", True),
        ("new-resource", "kiosk:index:Fresh", "info", False),
    }  # fmt: skip


def test_everything_that_the_other_comparison_says_stands_somewhere() -> None:
    """Seeded changes of what it knows: presence, types, what is required."""
    count = 0
    for seed in range(30):
        random_, old, new = random.Random(f"peer {seed}"), kiosk.schema(), kiosk.schema()
        for _ in range(random_.randrange(1, 5)):
            edit(random_, new)
        if findings(new):
            continue
        said = [one.peer for one in differences(*(schema_of(kiosk.mapped(root)) for root in (old, new)))]
        stands = [peer for change in review(old, new) for peer in change.peers]
        assert sorted(said, key=repr) == sorted(stands, key=repr), seed
        count += len(said)
    assert count >= 25


def edit(random_: random.Random, root: Any) -> None:
    """Change a property of something, or take the whole."""
    section = random_.choice(("resources", "functions", "types"))
    token = random_.choice(sorted(root[section]))
    whole = root[section][token]
    places = [(whole, "properties", "required"), (whole, "inputProperties", "requiredInputs")]
    places += [(whole.get(key) or {}, "properties", "required") for key in ("inputs", "outputs")]
    holder, key, required = random_.choice([place for place in places if place[0].get(place[1])] or places)
    names = sorted(name for name in holder.get(key, {}) if name != "__self__")
    if not names or token == PRINT or random_.random() < 0.1:
        if token != PRINT and not any(token in one.get("methods", {}).values() for one in root["resources"].values()):
            del root[section][token]
        return
    name, needed = random_.choice(names), set(holder.get(required, ()))
    match random_.randrange(5):
        case 0:
            del holder[key][name]
            needed -= {name}
        case 1:
            needed ^= {name}
        case 2:
            holder[key][name] = {"type": random_.choice(("string", "integer", "boolean", "number"))}
        case 3:
            holder[key][name] = {"type": "array", "items": holder[key][name]}
        case _:
            holder[key]["fresh"] = {"type": "string"}
            needed |= {"fresh"}
    holder[required] = sorted(needed)


def test_a_review_in_json_has_it_also_where_the_old_state_is_a_sidecar(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("schema.json").write_text(json.dumps(kiosk.schema()))
    Path("new.json").write_text(json.dumps(kiosk.changed(take("functions", COUNT))))
    written = ["--sidecar", "sidecar.json", "--output-schema", "out", "--quiet"]
    assert main(["generate", "--system", "pulumi", *written, "schema.json"]) == 0
    for old in ("schema.json", "sidecar.json"):
        assert main(["diff", "--format", "json", "--fail-on", "none", old, "new.json"]) == 0
        found = json.loads(capsys.readouterr().out)
        Draft202012Validator(json.loads(review_schema())).validate(found)
        (change,) = [one for one in found["changes"] if one["rule"] == "entity-removed"]
        assert (change["peer_kind"], change["peer_severity"]) == ("missing-function", "error")
        assert change["peers"] == [
            {"scope": "function", "token": COUNT, "path": FUNCTION, "kind": "missing-function", "severity": "error",
             "breaking": True},
        ]  # fmt: skip
