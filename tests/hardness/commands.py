"""Attacks on every command: what each may be given by somebody else, a megabyte or so, and how it is called."""

import gzip
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ..repository import commit_all, git
from .amplified import POSITIONS, SHARING, VARIANTS
from .descriptions import CONFIG, PLAIN, api
from .limited import Run, oasmap

ROOM = 4 * 2**30
"""Address space of a run: what it may not need is told by its peak, and not by its end."""

Files = dict[str, str | bytes]


@dataclass(frozen=True)
class Attack:
    """The files of a folder, and a command. `committed`: they are the versions v1 and v2 of a git repository."""

    name: str
    files: Callable[[], Files]
    command: tuple[str, ...]
    committed: bool = False

    def run(self, folder: Path) -> Run:
        """Write the files, and run the command within the limits."""
        for name, data in self.files().items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        if self.committed:
            commit_all(folder)
            git(folder, "tag", "v1")
            git(folder, "tag", "v2")
        return oasmap(folder, *self.command, memory=ROOM)


# --- descriptions of APIs ---

SCHEMA = json.dumps({
    "format_version": "1.0",
    "provider_schemas": {"registry.terraform.io/zoo/zoo": {"resource_schemas": {
        "zoo_pet": {"version": 0, "block": {"attributes": {"a": {"type": "string", "optional": True}}}}}}},
})  # fmt: skip

OF_DESCRIPTIONS: dict[str, tuple[str, ...]] = {
    "generate": ("generate", "--sidecar", "sidecar.json", "api"),
    "generate --providers-schema": ("generate", "--providers-schema", "schema.json", "api"),
    "generate --registry-docs": ("generate", "--registry-docs", "docs", "api"),
    "check --drift": ("check", "--drift", "built.json", "api"),
    "pages": ("pages", "api", "out"),
    "pages --format registry": ("pages", "--format", "registry", "api", "docs"),
    "settle": ("settle", "api"),
    "settle --write": ("settle", "--write", "api"),
    "init": ("init", "--force", "api"),
    "init --update": ("init", "--update", "api"),
    "diff": ("diff", "old", "api"),
    "diff backwards": ("diff", "--format", "markdown", "api", "old"),
}
"""Commands that read a description, with the files `api`, `old` and `built.json`."""


def of_description(name: str, text: Callable[[], str], config: str, command: str) -> Attack:
    """A description, given to a command; in another one, nothing is wrong."""

    def files() -> Files:
        return {"api": text(), "generator_config.yml": config, "old": api([("A", PLAIN)]), "built.json": SCHEMA}

    return Attack(f"{command}: {name}", files, OF_DESCRIPTIONS[command])


def shared(position: str, way: str, size: int = 50_000, uses: int = 8_000) -> Callable[[], str]:
    """Makes a description in which one text position is shared in one way."""
    return lambda: SHARING[way](POSITIONS[position](size), uses)


def amplified(command: str) -> Iterator[Attack]:
    """Every text position, shared in every way."""
    for position in POSITIONS:
        config = VARIANTS if position == "variants" else CONFIG
        for way in SHARING:
            yield of_description(f"{position}, {way}", shared(position, way), config, command)


# --- schemas of providers ---

Json = dict[str, Any]


@cache
def _spaces() -> bytes:
    """Three gigabytes in three megabytes."""
    return gzip.compress(b" " * 10**8, 9) * 30


def _provider(resources: Json, **more: Any) -> str:
    schemas = {"registry.terraform.io/zoo/zoo": {"resource_schemas": resources, **more}}
    return json.dumps({"format_version": "1.0", "provider_schemas": schemas}, ensure_ascii=False)


def _resource(attributes: Json | None = None, blocks: Json | None = None) -> Json:
    return {"version": 0, "block": {"attributes": attributes or {}, "block_types": blocks or {}}}


TEXT = {"type": "string", "optional": True}


def _deep_text(begin: str, end: str, levels: int, inner: str, frame: str = "INNER") -> str:
    """What is nested so deep that no library writes it."""
    return frame.replace("INNER", begin * levels + inner + end * levels)


def _with_type(text: str) -> str:
    return _provider({"zoo_pet": _resource({"a": {"type": "TYPE", "optional": True}})}).replace('"TYPE"', text)


def _with_block(text: str) -> str:
    return _provider({"zoo_pet": _resource(blocks={"b": "BLOCK"})}).replace('"BLOCK"', text)


_BLOCK = '{"nesting_mode": "list", "block": {"block_types": {"b": '
_NESTED = '{"nested_type": {"nesting_mode": "list", "attributes": {"a": '

SCHEMAS: dict[str, Callable[[], str | bytes]] = {
    "gzip of spaces": _spaces,
    "gzip of a dense list": lambda: gzip.compress(b"[" + b"{}," * 10**7 + b"1]", 9),
    "gzip of many attributes": lambda: gzip.compress(
        _provider({"zoo_pet": _resource({f"a{n}": TEXT for n in range(2_000_000)})}).encode(), 9
    ),
    "gzip of one long text": lambda: gzip.compress(
        _provider({"zoo_pet": _resource({"a": {**TEXT, "description": "x" * 300_000_000}})}).encode(), 9
    ),
    "deep lists": lambda: "[" * 500_000 + "]" * 500_000,
    "deep type": lambda: _with_type(_deep_text('["list", ', "]", 50_000, '"string"')),
    "deep type of objects": lambda: _with_type(_deep_text('["object", {"a": ', "}]", 30_000, '"string"')),
    "deep blocks": lambda: _with_block(_deep_text(_BLOCK, "}}}", 15_000, '{"nesting_mode": "list", "block": {}}')),
    "deep nested attributes": lambda: _provider({"zoo_pet": _resource({"a": "X"})}).replace(
        '"X"', _deep_text(_NESTED, "}}, \"optional\": true}", 10_000, '{"type": "string", "optional": true}')
    ),
    "49 blocks of long names": lambda: _with_block(
        _deep_text(_BLOCK.replace('"b"', f'"{"n" * 15_000}"'), "}}}", 49, '{"nesting_mode": "list", "block": {}}')
    ),
    "long names around many attributes": lambda: _with_block(
        _deep_text(_BLOCK.replace('"b"', f'"{"n" * 10_000}"'), "}}}", 40,
                   json.dumps({"nesting_mode": "list", "block": {"attributes": {f"a{n}": TEXT for n in range(9_000)}}}))
    ),
    "many attributes": lambda: _provider({"zoo_pet": _resource({f"a{n}": TEXT for n in range(20_000)})}),
    "many resources": lambda: _provider({f"zoo_{n}": _resource({"a": TEXT}) for n in range(10_000)}),
    "many providers": lambda: json.dumps({"provider_schemas": {f"a.b/c/p{n}": {} for n in range(50_000)}}),
    "many functions": lambda: _provider({}, functions={f"f{n}": {"return_type": "string"} for n in range(15_000)}),
    "many parameters": lambda: _provider({}, functions={"f": {"return_type": "string", "parameters": [
        {"name": f"p{n}", "type": "string"} for n in range(20_000)]}}),
    "wide object type": lambda: _with_type(json.dumps(["object", {f"a{n}": "string" for n in range(50_000)}])),
    "objects in objects": lambda: _with_type(json.dumps(
        ["object", {f"a{n}": ["object", {f"b{m}": "string" for m in range(250)}] for n in range(250)}])),
    "optional members": lambda: _with_type(json.dumps(
        ["object", {f"a{n}": "string" for n in range(20_000)}, [f"a{n}" for n in range(20_000)]])),
    "long tuple": lambda: _with_type(json.dumps(["tuple", ["string"] * 90_000])),
    "long description": lambda: _provider({"zoo_pet": _resource({"a": {**TEXT, "description": "x" * 10**6}})}),
    "marks": lambda: _provider({"zoo_pet": _resource({"a": {**TEXT, "description": "**a " * 250_000}})}),
    "links": lambda: _provider({"zoo_pet": _resource({"a": {**TEXT, "description": "[" * 500_000 + "](" * 200_000}})}),
    "a key many times": lambda: '{"a": 1, ' * 1 + '"a": 1, ' * 120_000 + '"a": 1}',
    "surrogates": lambda: _provider({"zoo_pet": _resource({"a": {**TEXT, "description": "X"}})}).replace(
        '"X"', '"' + "\\ud800" * 100_000 + '"'),
    "control characters": lambda: _provider({"zoo_pet\u001b]0;x\u0007": _resource({"a\u202e\u0000": TEXT})}),
    "a large number": lambda: _provider({"zoo_pet": {**_resource(), "version": 0}}).replace(
        '"version": 0', f'"version": {"9" * 500_000}'),
    "a counted number": lambda: _with_block(
        f'{{"nesting_mode": "list", "block": {{}}, "min_items": {"9" * 100_000}, "max_items": 1e999}}'),
    "invalid constants": lambda: '{"provider_schemas": NaN, "a": [Infinity, -Infinity]}',
    "shapes of wrong kinds": lambda: json.dumps({"provider_schemas": {"a/b/c": {
        "resource_schemas": [1], "provider": "x", "functions": {"f": []},
        "data_source_schemas": {"d": {"block": 1}}}}}),
}  # fmt: skip

OF_SCHEMAS: dict[str, tuple[str, ...]] = {
    "generate --system provider": ("generate", "--system", "provider", "--sidecar", "sidecar.json", "schema"),
    "pages --system provider": ("pages", "--system", "provider", "schema", "out"),
    "pages --system provider --format registry": (
        "pages", "--system", "provider", "--format", "registry", "schema", "docs"),
    "diff --system provider": ("diff", "--system", "provider", "built.json", "schema"),
    "check --drift": ("check", "--drift", "schema", "api"),
    "check --drift --drift-format html": ("check", "--drift", "schema", "--drift-format", "html", "api"),
}  # fmt: skip


def of_schema(name: str, command: str) -> Attack:
    """The schema of a provider, given to a command."""

    def files() -> Files:
        plain = api([("A", PLAIN)])
        return {"schema": SCHEMAS[name](), "api": plain, "generator_config.yml": CONFIG, "built.json": SCHEMA}

    return Attack(f"{command}: {name}", files, OF_SCHEMAS[command])


# --- IDL in Go ---

_IMPORT = 'import "github.com/pulumi/pulumi/pkg/resource/idl"\n'
_PET = f"package zoo\n\n{_IMPORT}\ntype Pet struct {{\n\tidl.NamedResource\nMEMBERS}}\n"


def _members(text: str) -> str:
    return _PET.replace("MEMBERS", text)


GO: dict[str, Callable[[], str]] = {
    "doubling constants": lambda: "package zoo\n\nconst A0 = \"" + "x" * 1_000 + '"\n' + "".join(
        f"const A{n} = A{n - 1} + A{n - 1}\n" for n in range(1, 60)),
    "doubling values": lambda: "package zoo\n\ntype E string\n\nconst A0 E = \"" + "x" * 50_000 + '"\n' + "".join(
        f"const A{n} E = A{n - 1} + \"y\"\n" for n in range(1, 8_000)),
    "a long sum": lambda: 'package zoo\n\nconst A = "a"' + ' + "a"' * 160_000 + "\n",
    "deep parentheses": lambda: "package zoo\n\nconst A = " + "(" * 400_000 + "1" + ")" * 400_000 + "\n",
    "deep signs": lambda: "package zoo\n\nconst A float64 = " + "- " * 400_000 + "1\n",
    "large exponents": lambda: "package zoo\n\nconst A float64 = 1e999999999\nconst B float64 = 0x1p99999999\n",
    "large numbers": lambda: "package zoo\n\nconst A float64 = " + "9" * 900_000 + "\n",
    "deep lists": lambda: _members("\tA " + "[]" * 400_000 + "string\n"),
    "deep maps": lambda: _members("\tA " + "map[string]" * 80_000 + "string\n"),
    "deep pointers": lambda: _members("\tA " + "*" * 800_000 + "string `pulumi:\"optional\"`\n"),
    "deep structs": lambda: _members("\tA " + "struct{ A " * 80_000 + "string" + " }" * 80_000 + "\n"),
    "many members": lambda: _members("".join(f"\tM{n} string\n" for n in range(50_000))),
    "many types": lambda: _PET.replace("MEMBERS", "") + "".join(f"type T{n} struct{{}}\n" for n in range(35_000)),
    "diamond of embedded structs": lambda: _members("\tL0\n") + "".join(
        f"type L{n} struct {{\n\tL{n + 1}\n\tR{n + 1}\n}}\n\ntype R{n + 1} struct {{\n\tL{n + 2}\n}}\n"
        for n in range(60)) + "type L60 struct{}\ntype L61 struct{ A string }\ntype R61 struct{}\n",
    "diamond of members": lambda: _members("\tA L0\n") + "".join(
        f"type L{n} struct {{\n\tA L{n + 1}\n\tB L{n + 1}\n}}\n" for n in range(60)) + "type L60 struct{ A string }\n",
    "chain of types": lambda: _members("\tA T0\n") + "".join(f"type T{n} T{n + 1}\n" for n in range(40_000)),
    "chain of structs": lambda: _members("\tA T0\n") + "".join(
        f"type T{n} struct{{ A T{n + 1} }}\n" for n in range(20_000)) + "type T20000 struct{ A string }\n",
    "embedded chain": lambda: _members("\tT0\n") + "".join(
        f"type T{n} struct {{\n\tT{n + 1}\n\tM{n} string\n}}\n" for n in range(15_000)) + "type T15000 struct{}\n",
    "embedded in many": lambda: "package zoo\n\n" + _IMPORT + "type Base struct {\n" + "".join(
        f"\tM{n} string\n" for n in range(5_000)) + "}\n" + "".join(
        f"type R{n} struct {{\n\tidl.Resource\n\tBase\n}}\n" for n in range(8_000)),
    "a long comment": lambda: f"package zoo\n\n{_IMPORT}\n// {'x' * 10**6}\ntype Pet struct {{\n\tidl.Resource\n}}\n",
    "many comments": lambda: f"package zoo\n\n{_IMPORT}\n" + "// x\n" * 200_000 + "type Pet struct{\n\tidl.Resource\n}",
    "a comment for many": lambda: "package zoo\n\n" + _IMPORT + f"// {'x' * 50_000}\ntype (\n" + "".join(
        f"T{n} struct{{}}\n" for n in range(20_000)) + ")\n",
    "an open comment": lambda: "package zoo\n/*" + "*" * 10**6,
    "open comments": lambda: "package zoo\n" + "/*" * 500_000,
    "an open text": lambda: 'package zoo\nconst A = "' + "\\" * 10**6,
    "braces": lambda: "package zoo\n" + "{" * 10**6,
    "a long tag": lambda: _members('\tA *string `pulumi:"' + "optional," * 100_000 + '"`\n'),
    "many tags": lambda: _members("\tA *string `" + 'a:"b" ' * 160_000 + "`\n"),
    "a long name": lambda: _members(f"\t{'A' * 10**6} string\n"),
    "values of an enumeration": lambda: "package zoo\n\ntype E string\n\nconst (\n" + "".join(
        f'\tA{n} E = "{n}"\n' for n in range(45_000)) + ")\n",
    "control characters": lambda: _members("\t// \u001b]0;x\u0007\u202e \u0000\n\tA string\n"),
    "no text at all": lambda: "\x00" * 10**6,
}  # fmt: skip

OF_GO: dict[str, tuple[str, ...]] = {
    "generate --system pulumi": ("generate", "--system", "pulumi", "--output", "out", "idl"),
    "pages --system pulumi": ("pages", "--system", "pulumi", "idl", "docs"),
    "diff --system pulumi": ("diff", "--system", "pulumi", "old", "idl"),
}


def of_go(name: str, command: str) -> Attack:
    """A file of an IDL, given to a command."""

    def files() -> Files:
        module = "module example.com/zoo/idl\n"
        new: Files = {"idl/go.mod": module, "idl/pet.go": GO[name](), "pulumi.yml": "package: {name: zoo}\n"}
        return {**new, "old/go.mod": module, "old/pet.go": _members("\tA string\n")}

    return Attack(f"{command}: {name}", files, OF_GO[command])


# --- files that grow with releases, and those of a repository ---

_HISTORY: Json = {
    "format": "oasmap-history", "format_version": 1, "system": "terraform", "versions": ["v1"], "marks": {}
}  # fmt: skip
HISTORIES: dict[str, Callable[[], str | bytes]] = {
    "gzip of spaces": _spaces,
    "deep": lambda: "[" * 500_000,
    "deep objects": lambda: '{"a":' * 100_000,
    "many versions": lambda: json.dumps({**_HISTORY, "versions": [*(f"v{n}" for n in range(3, 90_000)), "v1"]}),
    "many entities": lambda: json.dumps(
        {**_HISTORY, "marks": {f"resource r{n}": {"a": ["v1", None, None]} for n in range(25_000)}}
    ),
    "many attributes": lambda: json.dumps(
        {**_HISTORY, "marks": {"resource pet": {f"a{n}": ["v1", None, None] for n in range(25_000)}}}
    ),
    "marks of no version": lambda: json.dumps({**_HISTORY, "marks": {"resource pet": {"a": ["v7", 1, {}]}}}),
    "wrong kinds": lambda: json.dumps({**_HISTORY, "versions": {"a": []}, "marks": [1]}),
    "a number": lambda: "9" * 10**6,
}


_ADD = ("history", "add", "v1", "api")


def of_history(name: str) -> Attack:
    """A history, to which a version is added."""

    def files() -> Files:
        return {"api": api([("A", PLAIN)]), "generator_config.yml": CONFIG, "history.json": HISTORIES[name]()}

    return Attack(f"history add: {name}", files, ("history", "add", "v2", "api"), committed=True)


def of_added(position: str, way: str) -> Attack:
    """A description in a tag of which the history is made."""

    def files() -> Files:
        config = VARIANTS if position == "variants" else CONFIG
        return {"api": shared(position, way)(), "generator_config.yml": config}

    return Attack(f"history add: {position}, {way}", files, _ADD, committed=True)


def added() -> Iterator[Attack]:
    """Every text position, each shared in one of the ways."""
    ways = list(SHARING)
    return (of_added(position, ways[turn % len(ways)]) for turn, position in enumerate(POSITIONS))


def every() -> Iterator[Attack]:
    """All attacks on all commands."""
    for command in OF_SCHEMAS:
        yield from (of_schema(name, command) for name in SCHEMAS)
    for command in OF_GO:
        yield from (of_go(name, command) for name in GO)
    yield from map(of_history, HISTORIES)
    yield from added()
    for command in OF_DESCRIPTIONS:
        yield from amplified(command)


def main(words: list[str]) -> None:
    """Run all attacks whose names have these words: `python -m tests.hardness.commands WORD…`. Prints a line each."""
    print("| attack | exit | CPU s | MiB | message |\n| --- | --: | --: | --: | --- |")
    most_cpu, most_memory = (0.0, ""), (0.0, "")
    for attack in every():
        if not all(word in attack.name for word in words):
            continue
        with TemporaryDirectory() as folder:
            try:
                run = attack.run(Path(folder))
            except AssertionError as error:
                print(f"| {attack.name} | FAILED | | | {str(error)[-300:]!r} |", flush=True)
                continue
        memory = run.peak / 2**20
        most_cpu, most_memory = max(most_cpu, (run.cpu, attack.name)), max(most_memory, (memory, attack.name))
        print(f"| {attack.name} | {run.code} | {run.cpu:.1f} | {memory:.0f} | {run.err.strip()[:120]!r} |", flush=True)
    print(f"\nmost CPU time: {most_cpu[0]:.1f} s ({most_cpu[1]})")
    print(f"most memory: {most_memory[0]:.0f} MiB ({most_memory[1]})")


if __name__ == "__main__":
    main(sys.argv[1:])
