"""controller-gen: random API models, whose Go types it reads. Its definitions are to be ours, byte by byte."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import yaml

from mapper.report.diagnostic import MappingError

from ..ack.peers.check import check
from ..ack.peers.tools import fetch
from ..ack.support import generate
from ..go_code.tools import Unavailable as NoGo
from .peer import MARKS, Case, Finding, Unavailable

_KINDS = "Cage Keeper VPCLink APIKey Policy DBSnapshot Status Address Bus".split()
_NAMES = (
    "Name Size Tags kind Type DBName vpcId KMSKeyID Statuses ARN Id Metadata Spec dnsIPs Range Default Func X509"
).split()
_TEXTS = [
    "", "<p>A text.</p>", "<p>First.</p> <p>Second.</p>", "<code>a</code> or <i>b</i>", "Ends with TODO", "a: b # c",
    "'quoted' \"twice\"", "é €", "  spaces  ",
    "a\nb", "- item", "*", "https://example.org/a?b=c&d",
]  # fmt: skip
_OF_TYPES = ["", "<p>A text.</p>", "'quoted' \"twice\"", "é €", "a: b # c"]
"""Plain texts: ACK makes definitions before gofmt lays out the comments of types, and ours are those of ACK. No text
has a line like a marker, which ACK's Go obeys, and ours escapes.
"""

_SCALARS = "string string string integer long boolean float double blob timestamp".split()
_MOST_DEPTH = 3


class ControllerGen:
    """Definitions are those that controller-gen makes of our Go, which compiles."""

    def fetch(self) -> None:
        """Build the program."""
        try:
            self.tools = fetch()
        except NoGo as error:
            raise Unavailable(str(error)) from None

    def case(self, random: Random) -> Case:
        return _Drawn(random).case()

    def files(self, case: Case) -> Mapping[str, bytes]:
        return {
            "service-2.json": json.dumps(_model(case), indent=1, ensure_ascii=False).encode(),
            "generator.yaml": yaml.safe_dump(case["config"]).encode(),
        }

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        shutil.rmtree(folder / "work", ignore_errors=True)
        work = folder / "work"
        work.mkdir()
        for name, data in self.files(case).items():
            (work / name).write_bytes(data)
        try:
            mapping = generate(work / "service-2.json", work / "generator.yaml", base=work, service="zoo")
        except MappingError as error:
            return [Finding("oasmap refuses it", "", str(error).splitlines()[0])]
        result = check({"zoo": mapping}, work, self.tools)["zoo"]
        if not result.problems and result.same_bytes != result.definitions:
            return [Finding("another layout")]
        return [_finding(problem) for problem in result.problems]


def _finding(problem: str) -> Finding:
    name, _, rest = problem.partition(": ")
    return Finding(rest.partition(" ")[0] or name, name, rest)


def _model(case: Case) -> dict[str, Any]:
    operations, shapes = {}, dict(case["shapes"])
    for kind, parts in case["kinds"].items():
        for verb, members in parts.items():
            operation: dict[str, Any] = {"name": f"{verb}{kind}", "http": {"method": "POST", "requestUri": "/"}}
            for part, suffix in (("input", "Request"), ("output", "Response")):
                shape = f"{verb}{kind}{suffix}"
                operation[part] = {"shape": shape}
                shapes[shape] = {"type": "structure", **members[part]}
            operations[f"{verb}{kind}"] = operation
    return {"metadata": {"serviceId": "Zoo"}, "operations": operations, "shapes": shapes}


class _Drawn:
    """Random Kinds, whose members have structures, lists and maps of each other, but not of themselves."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.shapes: dict[str, dict[str, Any]] = {}

    def case(self) -> Case:
        kinds = self.random.sample(_KINDS, self.random.randrange(2, 5))
        drawn = {kind: self.operations() for kind in kinds}
        return {"kinds": drawn, "shapes": self.shapes, "config": self.config(drawn), MARKS: []}

    def operations(self) -> dict[str, Any]:
        verbs = {"Create": {"input": self.structure(0), "output": self.structure(0)}}
        if self.random.random() < 0.6:
            verbs["Describe"] = {"input": self.structure(_MOST_DEPTH), "output": self.structure(1)}
        if self.random.random() < 0.3:
            verbs["Update"] = {"input": self.structure(1), "output": self.structure(_MOST_DEPTH)}
        return verbs

    def config(self, kinds: Mapping[str, Any]) -> dict[str, Any]:
        """Settings of single fields."""
        resources: dict[str, Any] = {}
        for kind, parts in kinds.items():
            members = list(parts["Create"]["input"]["members"])
            settings = [{"is_required": True}, {"is_immutable": True}, {"is_read_only": True}]
            if self.random.random() < 0.4:
                resources[kind] = {"fields": {self.random.choice(members): self.random.choice(settings)}}
        return {"resources": resources} if resources else {}

    def structure(self, depth: int) -> dict[str, Any]:
        names = self.random.sample(_NAMES, self.random.randrange(1, 6))
        members = {name: {"shape": self.shape(depth + 1), **self.text()} for name in names}
        required = [name for name in names if self.random.random() < 0.3]
        return {"members": members, **({"required": required} if required else {}), **self.text(_OF_TYPES)}

    def text(self, texts: Sequence[str] = _TEXTS) -> dict[str, str]:
        text = self.random.choice(texts)
        return {"documentation": text} if text else {}

    def shape(self, depth: int) -> str:
        """The name of a shape, which may be new."""
        kind = self.random.choice(["scalar", "scalar", "enum", "limited", "structure", "list", "map"])
        known = [name for name, shape in self.shapes.items() if shape["type"] == kind]
        if kind == "scalar" or (depth > _MOST_DEPTH and kind in ("structure", "list", "map")):
            kind = self.random.choice(_SCALARS)
            self.shapes.setdefault(kind, {"type": kind})
            return kind
        if known and self.random.random() < 0.3:
            return self.random.choice(known)
        made = self.made(kind, depth)
        name = f"{self.random.choice(_NAMES)}{kind.title()}{len(self.shapes)}"
        self.shapes[name] = made
        return name

    def made(self, kind: str, depth: int) -> dict[str, Any]:
        match kind:
            case "enum":
                return {"type": "string", "enum": self.random.sample(["a", "B_C", "d-e", "1", "true"], 3)}
            case "limited":
                return {"type": "string", "min": 1, "max": self.random.randrange(1, 99), "pattern": "[a-z]+"}
            case "structure":
                return {"type": "structure", **self.structure(depth)}
            case "list":
                return {"type": "list", "member": {"shape": self.shape(depth + 1)}}
        self.shapes.setdefault("string", {"type": "string"})
        return {"type": "map", "key": {"shape": "string"}, "value": {"shape": self.shape(depth + 1)}}
