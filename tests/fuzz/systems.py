"""Cases of the other systems: the files that one reads, as JSON, and manifests for what they define.

A case has `files` (path -> text), of which the first is the input; a case of an IDL is a folder of Go files.
"""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from mapper.files import encode
from mapper.inputs import DocumentError
from mapper.programs.operator.plan import read_manifests, unfitting
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Mapped, Request
from mapper.sidecar.writer import write_sidecar
from mapper.text.display import visible

from .mutate import change_tree, mutate
from .oracle import Wrong, one_line

_ROOT = Path(__file__).parents[2]
_SITE = _ROOT / "example_site"
_SYSTEMS = {"provider": "provider", "package": "pulumi", "idl": "pulumi"}
_GO = [
    "type X struct {", "}", "`pulumi:\"optional,replaces\"`", "idl.Resource", "*", "[]", "map[string]", "// text\n",
    "const (", ")", "\"a\"", "= iota", "interface{}", "/*", "*/", "`", "\x00", "é", "func f() {}", "type X = X",
    "[1<<9]",
]  # fmt: skip

Case = dict[str, str]


@cache
def _cases(target: str) -> tuple[Case, ...]:
    if target == "idl":
        folder = _SITE / "pulumi" / "idl"
        files = {f"idl/{path.relative_to(folder)}": path.read_text() for path in sorted(folder.rglob("*.go"))}
        return ({**files, "go.mod": "module owlridge.example/pulumi\n"},)
    if target == "manifests":
        return ({"manifests.yaml": yaml.safe_dump_all(_examples(), sort_keys=False)},)
    name = "pulumi/schema.json" if target == "package" else "provider/provider_schema.json"
    return ({Path(name).name: (_SITE / name).read_text()},)


def seed(target: str, random: Random) -> bytes:
    """A case of which nothing is changed yet."""
    return json.dumps(random.choice(_cases(target))).encode()


def changed(target: str, data: bytes, random: Random) -> bytes:
    """The case with changes to one file."""
    case: Case = json.loads(data)
    name = random.choice(list(case))
    if target == "idl":
        text = case[name]
        for _ in range(random.randrange(1, 5)):
            at = random.randrange(len(text) + 1)
            text = text[:at] + random.choice(["", *_GO]) + text[at + random.choice([0, 0, 1, 9, 60]) :]
    elif target == "manifests":
        text = mutate(case[name].encode(), random).decode("utf-8", "replace")
    else:
        tree = json.loads(case[name])
        for _ in range(random.randrange(1, 6)):
            change_tree(tree, random)
        try:
            text = json.dumps(tree)
        except (ValueError, RecursionError):
            return data
    return json.dumps({**case, name: text}).encode()


def system(target: str) -> Callable[[bytes], int]:
    """The files of a case -> artifacts and a sidecar, twice the same; or an error in lines."""

    def run(data: bytes) -> int:
        case: Case = json.loads(data)
        try:
            written, again = _written(target, case), _written(target, case)
        except MappingError as error:
            for line in str(error).split("\n"):
                one_line(line)
            return 0
        if written != again:
            raise Wrong("the second mapping has other bytes")
        return sum(map(len, written.values()))

    return run


def _written(target: str, case: Case) -> dict[str, bytes]:
    mapped = _mapped(_SYSTEMS[target], case, is_folder=target == "idl")
    for diagnostic in mapped.mapping.diagnostics:
        one_line(f"{diagnostic.place}: {diagnostic.message}")
    artifacts = system_named(_SYSTEMS[target]).artifacts(mapped)
    files = {name: encode("".join(text)) for name, text in artifacts.items()}
    return {**files, "sidecar": encode(write_sidecar(mapped.mapping))}


def _mapped(name: str, case: Case, *, is_folder: bool) -> Mapped:
    base = Path("/case")
    files = {base / path: text.encode("utf-8", "surrogatepass") for path, text in case.items()}

    def read(path: Path, uri: str) -> bytes:
        if path not in files:
            raise DocumentError(uri, "there is no such file", remedy="correct the path")
        return files[path]

    spec = base / "idl" if is_folder else next(iter(files))
    lister = (lambda _: [path for path in files if path.suffix == ".go"]) if is_folder else None
    return system_named(name).run(Request(spec, (), base=base, reader=read, lister=lister))


@cache
def _definitions() -> dict[str, dict[str, Any]]:
    """Kind -> definition, of the example provider."""
    request = Request(
        _SITE / "provider" / "provider_schema.json", (_SITE / "crossplane" / "provider.yaml",), base=_SITE
    )
    artifacts = system_named("crossplane").artifacts(system_named("crossplane").run(request))
    texts = [encode("".join(text)) for name, text in artifacts.items() if name.endswith("yaml")]
    found = [document for text in texts for document in yaml.safe_load_all(text)]
    return {one["spec"]["names"]["kind"]: one for one in found if one["kind"] == "CustomResourceDefinition"}


def _examples() -> list[dict[str, Any]]:
    """A manifest of every Kind, with each field of the first level."""
    found = []
    for kind, definition in _definitions().items():
        (version,) = (one for one in definition["spec"]["versions"] if one["storage"])
        inputs = version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["forProvider"]["properties"]
        spec = {"forProvider": {name: [1, "a", {"b": None}] for name in inputs}, "deletionPolicy": "Delete"}
        version_name = f"{definition['spec']['group']}/{version['name']}"
        found.append({"apiVersion": version_name, "kind": kind, "metadata": {"name": "a"}, "spec": spec})
    return found


def manifests(data: bytes) -> bool:
    """Manifests -> what does not fit their definitions, each with its line; or problems of the file."""
    (text,) = json.loads(data).values()
    found, problems = read_manifests(text, "manifests.yaml")
    for one in found:
        definition = _definitions().get(str(one.manifest.get("kind")))
        problems += (
            [one.problem(text, path) for path, text in unfitting(definition, one.manifest)] if definition else []
        )
        one_line(visible(one.name))  # as it is printed; JSON has the name itself
    for problem in problems:
        one_line(str(problem))
    return bool(found)


TARGETS = {**{target: system(target) for target in _SYSTEMS}, "manifests": manifests}
