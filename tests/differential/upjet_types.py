"""upjet's own generator: random schemas of providers and settings of their resources, as definitions.

The program in `upjet/` writes Go types with upjet's public packages, and controller-gen makes definitions of them.
Definitions of both scopes are compared, byte by byte.
"""

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import yaml

from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Request

from ..ack.peers.tools import Failed, run
from ..crossplane.peers.code import MODULES, VERSION, controller_tools
from ..go_code.tools import Unavailable as NoGo
from ..go_code.tools import found_go
from .peer import MARKS, Case, Finding, Unavailable

PROGRAM = Path(__file__).parent / "upjet"
BUILT = Path(__file__).parents[2] / ".cache" / "peers" / "upjet"
RUNTIME = "v2.0"
"""Of crossplane-runtime: upjet v2.3.0 writes types for those before v2.3."""

ROOTS = {"Cluster": "zoo.example.org", "Namespaced": "zoo.m.example.org"}
_TEXTS = [
    "", "The size.", "First line.\nSecond line.", "Set by Terraform. Stays.", "terraform only", "a: b # c", "- item",
    "Ends with `code`", "TODO later\nkept", "'quoted' \"twice\"", "**Note** <b>x</b>", "é €",
    "  spaces  ", "*", "a\n\n\n\nb",
]  # fmt: skip
_DOCS = ["- (Required) The size.", "(Optional) - Text - with dashes.", "Plain. Uses Terraform state. More.", ""]
_NAMES = "size kind a_b tags x1 long_name ipv4_address vpc_uuid in keeper_id keeper_ids id2 name2 secret_word".split()


class UpjetTypes:
    """Definitions are those of upjet."""

    def fetch(self) -> None:
        """Build the program."""
        try:
            go = found_go()
            self.generator = controller_tools()
        except NoGo as error:
            raise Unavailable(str(error)) from None
        BUILT.parent.mkdir(parents=True, exist_ok=True)
        try:
            run([go, "build", "-o", str(BUILT), "."], PROGRAM)
        except (Failed, subprocess.TimeoutExpired) as error:
            raise Unavailable(str(error)) from None

    def case(self, random: Random) -> Case:
        return _Drawn(random).case()

    def files(self, case: Case) -> Mapping[str, bytes]:
        return {
            "schema.json": json.dumps(_schema(case), indent=1, ensure_ascii=False).encode(),
            "provider.yaml": yaml.safe_dump(_config(case), sort_keys=False).encode(),
            "provider-metadata.yaml": yaml.safe_dump(_metadata(case), sort_keys=False).encode(),
        }

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        shutil.rmtree(folder / "work", ignore_errors=True)
        work = folder / "work"
        shutil.copytree(MODULES[RUNTIME], work)
        for name, data in self.files(case).items():
            (work / name).write_bytes(data)
        try:
            theirs = self._theirs(case, work)
        except Failed as failed:
            return [Finding("upjet refuses it", "", str(failed).strip().splitlines()[0][:200])]
        try:
            request = Request(work / "schema.json", [work / "provider.yaml"], work)
            mapped = system_named("crossplane").run(request)
        except MappingError as error:
            return [Finding("oasmap refuses it", "", str(error).splitlines()[0])]
        written = system_named("crossplane").artifacts(mapped)
        ours = {path.rpartition("/")[2]: "".join(text) for path, text in written.items() if path.endswith(".yaml")}
        return list(_compared(theirs, ours))

    def _theirs(self, case: Case, work: Path) -> dict[str, str]:
        """The definitions by file. Raises Failed."""
        for scope, root in ROOTS.items():
            own = work / scope.lower()
            own.mkdir()
            (own / "boilerplate.go.txt").write_text("")
            asked = {
                "schema": _schema(case), "metadata": (work / "provider-metadata.yaml").read_text(), "prefix": "zoo",
                "module": f"example.org/provider/{scope.lower()}", "scope": scope, "root_group": root,
                "folder": str(own), "resources": _settings(case),
            }  # fmt: skip
            done = subprocess.run([BUILT], input=json.dumps(asked), capture_output=True, text=True, check=False)
            if done.returncode:
                raise Failed(next((line for line in done.stderr.splitlines() if line.strip()), "no message"))
        run([self.generator, "crd:allowDangerousTypes=true", "paths=./cluster/...;./namespaced/...",
             "output:crd:dir=definitions"], work)  # fmt: skip
        return {path.name: path.read_text(encoding="utf-8") for path in (work / "definitions").glob("*.yaml")}


def _schema(case: Case) -> dict[str, Any]:
    resources = {name: {"version": 0, "block": own["block"]} for name, own in case["resources"].items()}
    return {"format_version": "1.0", "provider_schemas": {"example.org/tests/zoo": {"resource_schemas": resources}}}


def _settings(case: Case) -> dict[str, Any]:
    return {name: own["settings"] for name, own in case["resources"].items()}


def _config(case: Case) -> dict[str, Any]:
    listed = [{"terraform_name": name, **settings} for name, settings in _settings(case).items()]
    roots = {"root_group": ROOTS["Cluster"], "namespaced_root_group": ROOTS["Namespaced"]}
    return {"name": "zoo", "runtime": RUNTIME, "controller_gen": VERSION, **roots, "resource_metadata": listed}


def _metadata(case: Case) -> dict[str, Any]:
    docs = {}
    for name, own in case["resources"].items():
        arguments = {path: text for path, text in own["docs"].items() if path}
        docs[name] = {"name": name, "description": own["docs"][""], "argumentDocs": arguments}
    return {"name": "tests/zoo", "resources": docs}


def _compared(theirs: Mapping[str, str], ours: Mapping[str, str]) -> Iterator[Finding]:
    for name in sorted(theirs.keys() | ours.keys()):
        if name not in ours or name not in theirs:
            yield Finding(f"only {'upjet' if name in theirs else 'oasmap'} has a definition", name)
        elif theirs[name] != ours[name]:
            found = list(_differences(yaml.safe_load(theirs[name]), yaml.safe_load(ours[name]), ""))
            yield from found or [Finding("another layout", name, _first_line(theirs[name], ours[name]))]


def _differences(theirs: Any, ours: Any, path: str) -> Iterator[Finding]:
    """The innermost differences; the last key is the kind."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        for key in sorted(theirs.keys() | ours.keys()):
            if key not in ours or key not in theirs:
                who = "upjet" if key in theirs else "oasmap"
                kind = key if path.rpartition("/")[2] != "properties" else "property"
                yield Finding(f"only {who} has {kind}", f"{path}/{key} {json.dumps({**theirs, **ours}[key])[:120]}")
            else:
                yield from _differences(theirs[key], ours[key], f"{path}/{key}")
    elif isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
        for index, pair in enumerate(zip(theirs, ours, strict=True)):
            yield from _differences(*pair, f"{path}/{index}")
    elif theirs != ours:
        yield Finding(f"another {path.rpartition('/')[2]}", f"{path} {json.dumps(theirs)} | {json.dumps(ours)}")


def _first_line(theirs: str, ours: str) -> str:
    lines = zip(theirs.splitlines(), ours.splitlines(), strict=False)
    return next((f"{first} | {second}" for first, second in lines if first != second), "")


DEEPEST = 2
"""Collections in each other."""

SINGLE, SECRETS, COLLECTIONS, TEXTS = "single blocks", "secret collections", "nested collections", "nested texts"
"""What differs for a reason that `known.toml` has."""


class _Drawn:
    """Random resources of a provider. `odd` is what is drawn although it is known to differ."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.odd = random.choice([SINGLE, SECRETS, COLLECTIONS, TEXTS]) if random.random() < 0.1 else ""

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    @cached_property
    def names(self) -> list[str]:
        nouns = self.random.sample(
            "cage keeper pet_shop big_door vpc_route ip_set lock".split(), self.random.randrange(3, 7)
        )
        return [f"zoo_{noun}" for noun in nouns]

    def case(self) -> Case:
        return {"resources": {name: self.resource() for name in self.names}, MARKS: [self.odd] if self.odd else []}

    def resource(self) -> dict[str, Any]:
        block = self.block(2)
        block["attributes"] |= {"id": {"type": "string", "optional": True, "computed": True}}
        for name in self.random.sample(["name", "name_prefix"], self.random.randrange(3)):
            block["attributes"][name] = {"type": "string", "optional": True, **self.text()}
        if self.chance(0.2):
            timeouts = {"create": {"type": "string", "optional": True}}
            block["block_types"]["timeouts"] = {"nesting_mode": "single", "block": {"attributes": timeouts}}
        docs = {"": self.random.choice(_DOCS)}
        if self.chance(0.5):
            keys = ["", *self.random.sample(_NAMES, 4), "b_size.kind", "b_kind.size"]
            docs |= {key: self.random.choice(_DOCS) for key in keys}
        return {"block": block, "docs": docs, "settings": self.settings(block)}

    def text(self) -> dict[str, str]:
        text = self.random.choice(_TEXTS)
        return {"description": text} if text else {}

    def block(self, depth: int) -> dict[str, Any]:
        names = self.random.sample(_NAMES, self.random.randrange(1, 6))
        block: dict[str, Any] = {"attributes": {name: self.attribute(2) for name in names}, "block_types": {}}
        if depth:
            for name in self.random.sample(["size", "kind", "a_b"], self.random.randrange(3)):
                block["block_types"][f"b_{name}"] = self.nested(depth - 1)
        return block

    def nested(self, depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {"nesting_mode": self.random.choice(["list", "list", "set", "single"])}
        if found["nesting_mode"] == "single":
            found |= {} if self.odd == SINGLE else {"max_items": 1}
        else:
            found |= self.random.choice([{}, {"min_items": 1}, {"max_items": 1}, {"min_items": 1, "max_items": 1}])
        return {**found, "block": {**self.block(depth), **self.text()}}

    def attribute(self, depth: int) -> dict[str, Any]:
        flags = self.random.choice([["required"], ["optional"], ["computed"], ["optional", "computed"]])
        found: dict[str, Any] = {**dict.fromkeys(flags, True), **self.text()}
        if self.chance(0.12):
            types = ["string", ["list", "string"], ["map", "string"]] if self.odd == SECRETS else ["string"]
            return {**found, "sensitive": True, "type": self.random.choice(types)}
        if depth and self.chance(0.15):
            mode = self.random.choice(["single", "list", "set", "map"])
            if self.odd != TEXTS:
                found.pop("description", None)
            members = {name: self.attribute(depth - 1) for name in self.random.sample(_NAMES, 3)}
            return {**found, "nested_type": {"nesting_mode": mode, "attributes": members}}
        return {**found, "type": self.type(DEEPEST)}

    def type(self, depth: int) -> Any:
        scalar = self.random.choice(["string", "string", "bool", "number"])
        if not depth or self.chance(0.6):
            return scalar
        kind = self.random.choice(["list", "set", "map"])
        if kind != "map" and self.chance(0.3) and (depth == DEEPEST or self.odd == COLLECTIONS):
            members = {name: self.type(0) for name in self.random.sample(_NAMES, 2)}
            return [kind, ["object", members]]
        return [kind, self.type(depth - 1) if self.chance(0.3) else scalar]

    def settings(self, block: dict[str, Any]) -> dict[str, Any]:
        random = self.random
        attributes = block["attributes"]
        strings = [name for name, own in attributes.items() if own.get("type") == "string" and name != "id"
                   and not own.get("sensitive")]  # fmt: skip
        modes: list[dict[str, str]] = [{"mode": "identifier_from_provider"}, {"mode": "name_as_identifier"}]
        if strings:
            modes.append({"mode": "parameter_as_identifier", "parameter": random.choice(strings)})
            template = f"{{{{ .parameters.{random.choice(strings)} }}}}/{{{{ .external_name }}}}"
            modes.append({"mode": "templated_string", "parameter": random.choice(["", "name"]), "template": template})
        settings: dict[str, Any] = {"external_name": random.choice(modes)}
        targets = [name for name, own in attributes.items() if own.get("type") in ("string", ["list", "string"])
                   and not own.get("sensitive") and name != "id"]  # fmt: skip
        references: dict[str, Any] = {}
        for path in random.sample(targets, min(len(targets), random.randrange(3))):
            references[path] = {"terraform_name": random.choice(self.names)}
            if self.chance(0.3):
                references[path] |= {"extract": "id", "ref_field": "OtherRef", "selector_field": "OtherSelector"}
        if len({"OtherRef" for one in references.values() if "ref_field" in one}) < 2 and references:
            settings["references"] = (
                dict(list(references.items())[:1])
                if sum("ref_field" in r for r in references.values()) > 1
                else references
            )
        numbers = [
            name
            for name, own in attributes.items()
            if own.get("type") in ("number", ["list", "number"], ["map", "number"])
        ]
        if numbers and self.chance(0.5):
            settings["number_int"] = random.sample(numbers, 1)
        others = [
            name
            for name in attributes
            if name not in (*strings, "id", "name", "name_prefix") and name not in settings.get("number_int", ())
        ]
        if others and self.chance(0.2):
            settings["move_to_status"] = random.sample(others, 1)
        if strings and self.chance(0.2):
            changed = random.choice(strings)
            if changed not in references:
                settings["schema"] = {
                    changed: random.choice(
                        [{"optional": True, "required": False}, {"computed": True}, {"sensitive": True}]
                    )
                }
        if self.chance(0.3):
            settings["embed_singleton_lists"] = True
        if merging := dict(self.merging(block)):
            settings["server_side_apply"] = merging
        return settings

    def merging(self, block: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """How some lists and maps are merged."""
        for name, own in block["attributes"].items():
            kind = own["type"][0] if isinstance(own.get("type"), list) and not own.get("sensitive") else ""
            if kind and self.chance(0.2):
                key, words = ("map_type", ["granular", "atomic"]) if kind == "map" else ("list_type", ["atomic", "set"])
                yield name, {key: self.random.choice(words)}
        for name, nested in block["block_types"].items():
            if nested["nesting_mode"] == "list" and "max_items" not in nested and self.chance(0.3):
                yield name, {"list_type": "map", "list_map_keys": ["size"]}
