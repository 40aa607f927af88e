"""Rebuilds the rows of a file of reports, and compares what is said and written with what is right.

The file is not part of the project. A row has an id, input files and a command. `expected.toml` says what is right, as
patterns of lines: `has` and `lacks` are about all that a run says and writes, and `told` is what a reader is told.
"""

import json
import re
import shlex
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..processes import run

REPORTS = Path(__file__).parents[2].parent / "shared" / "findings" / "reports.jsonl"
_TEXTS = {".html", ".json", ".md", ".ts", ".yaml", ".yml", ".go"}
_PROGRAMS = {"oasmap": "mkdocs_oasmap", "mkdocs": "mkdocs"}


class Expected(Struct, frozen=True, forbid_unknown_fields=True):
    """What is right for a row.

    `command` replaces that of the row, `without` are files that the run itself has to write. `replaced` is a text of
    the files and what stands in its place, as some inputs lack what their row is about.
    """

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    command: str = ""
    without: tuple[str, ...] = ()
    replaced: tuple[str, str] = ("", "")


class Row(Struct, frozen=True):
    """A row of the file."""

    id: str
    situation: str
    files: dict[str, str]
    command: str


def rows(path: Path = REPORTS) -> list[Row]:
    """The rows of a file; none if it is not there."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [Row(*(found[key] for key in Row.__struct_fields__)) for found in map(json.loads, lines)]


def expectations() -> dict[str, Expected]:
    """What is right, by the ids of rows."""
    table = tomllib.loads(Path(__file__).with_name("expected.toml").read_text("utf-8"))
    return {key: Expected(**{name: _frozen(value) for name, value in row.items()}) for key, row in table.items()}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def answer(row: Row, expected: Expected, folder: Path) -> str:
    """All that a row's commands say and write in an empty folder, as lines."""
    for name, text in row.files.items():
        if name not in expected.without:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace(*expected.replaced), "utf-8")
    given = {path for path in folder.rglob("*") if path.is_file()}
    lines: list[str] = []
    for command in (expected.command or row.command).split("&&"):
        done = run(_words(command), folder, NO_MKDOCS_2_WARNING="1")
        lines += [f"exit {done.returncode}", *done.stdout.splitlines(), *done.stderr.splitlines()]
        if done.returncode:
            break
    written = sorted(path for path in folder.rglob("*") if path.suffix in _TEXTS and path not in given)
    return "\n".join([*lines, *(line for path in written for line in _lines(path, folder))])


def _words(command: str) -> list[str]:
    """A command as it is started here. A code spec is written in spite of warnings, with all diagnostics beside it."""
    name, *words = shlex.split(command)
    if words[:1] == ["generate"] and "--system" not in words:
        words = [*(word for word in words if word != "--strict"), "--sidecar", "sidecar.json"]
    return [sys.executable, "-m", _PROGRAMS[name], *words]


def _lines(path: Path, folder: Path) -> Iterator[str]:
    text, name = path.read_text("utf-8"), path.relative_to(folder).as_posix()
    if name == "provider_code_spec.json":
        yield from outline(json.loads(text))
    elif name == "sidecar.json":
        found = (one for entry in json.loads(text)["diagnostics"] for one in entry["found"])
        yield from (f"{one['code']} {one.get('path', '')}: {one['message']}" for one in found)
    else:
        yield from (f"{name}: {line}" for line in text.splitlines())


def outline(spec: dict[str, Any]) -> Iterator[str]:
    """The attributes of a code spec, one a line: path, type, status, and what else it says."""
    entities = [*spec.get("resources", ()), *spec.get("datasources", ()), spec["provider"]]
    for entity in entities:
        yield from _attributes(entity.get("schema", {}), entity["name"])


def _attributes(schema: dict[str, Any], above: str) -> Iterator[str]:
    for attribute in schema.get("attributes", ()):
        ((kind, said),) = ((key, value) for key, value in attribute.items() if key != "name")
        name, rest = f"{above}.{attribute['name']}", dict(said)
        inner = rest.pop("nested_object", rest)
        nested = inner.pop("attributes", ())
        status = rest.pop("computed_optional_required", None) or rest.pop("optional_required", "")
        yield " ".join([f"{name}: {kind} {status}", *(f"{key}={json.dumps(value)}" for key, value in rest.items())])
        yield from _attributes({"attributes": nested}, name)


def misses(expected: Expected, said: str) -> list[str]:
    """What is not as expected in what a run says and writes."""
    return [*_missing((*expected.has, *expected.told), said), *(f"has {p!r}" for p in expected.lacks if _in(p, said))]


def _missing(patterns: Iterable[str], said: str) -> Iterator[str]:
    return (f"lacks {pattern!r}" for pattern in patterns if not _in(pattern, said))


def _in(pattern: str, said: str) -> bool:
    return re.search(pattern, said, re.MULTILINE) is not None


def verdict(row: Row, expected: Expected, folder: Path) -> str:
    """What becomes of a row today, in words."""
    found = misses(expected, answer(row, expected, folder))
    if found:
        return f"not right: {'; '.join(found)}"
    return "right and told" if expected.told else "right"
