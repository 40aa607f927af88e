"""Package schemas judged by Pulumi's own reader, which all of its commands use: what is read, and what is written."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.idl.settings import Dialect
from mkdocs_oasmap.cli import main

from ...programs.idl import corpus
from ..tools import binder_says
from . import kiosk
from .kiosk import put, take
from .test_rules import BROKEN, NOTHING, SCHEMAS, TOLD, mutate, needs_corpus
from .test_writer import idl_of, idl_schema

pytestmark = pytest.mark.peer
LOOSE = {"provider-methods-3", "external-go-import-aliases"}
"""One is called pulumi; the other one's own package for Go is beside a foreign one with the same short names."""
STRICT = {"an enum of objects"}
UNWRITABLE = {"a module in the root module"}
"""What Pulumi refuses and we only tell, but no TypeScript package can be written for it."""
OPEN = {"a format of modules", "two tokens with one name"}
"""Warnings of ours, with which the package can be used as it is."""
GIVEN: dict[str, kiosk.Change] = {
    "no value for a text": put(None, "description"),
    "no value for a list": put(None, "resources", kiosk.PAPER, "requiredInputs"),
    "no value for a default": put(None, "resources", kiosk.PAPER, "inputProperties", "title", "default"),
    "no value for types": put(None, "resources", kiosk.PAPER, "inputProperties", "title", "oneOf"),
    "no value for a language": put({"nodejs": None}, "language"),
    "nothing for a resource": put(None, "resources", "kiosk:press/fold:Fold"),
    "nothing for a key of a property called properties": put(
        {"type": "string", "description": None}, "types", kiosk.PAGE, "properties", "properties"
    ),
    "an empty version": put("", "version"),
    "hyphens in a name": put({}, "resources", "kiosk:press/a-b:A-b"),
    "an address of the installation": put("https://shop.example", "configurationDocsUrl"),
    "credentials to be tried": put(True, "validateCredentialsOnNew"),
    "no version": take("version"),
}


def judged(folder: Path, paths: list[Path]) -> list[tuple[str, int, str]]:
    """For each schema: what Pulumi has against it, our exit code, and what Pulumi has against what we write."""
    theirs = binder_says(paths)
    codes, written = dict[Path, int](), dict[Path, Path]()
    for path in paths:
        target = folder / path.parent.name / path.stem
        codes[path] = main(["generate", "-q", "--system", "pulumi", "--output", str(target), str(path)])
        if codes[path] == 0:
            written[path] = target / "schema.json"
    again = binder_says(written.values())
    return [(theirs[path], codes[path], again[written[path]] if path in written else "") for path in paths]


def judged_roots(folder: Path, roots: list[Any]) -> list[tuple[str, int, str]]:
    paths = [folder / f"{number}.json" for number in range(len(roots))]
    for path, root in zip(paths, roots, strict=True):
        path.write_text(json.dumps(root))
    return judged(folder / "out", paths)


@pytest.mark.parametrize("table", [BROKEN, NOTHING, TOLD, GIVEN], ids=["broken", "nothing", "told", "given"])
def test_a_schema_is_refused_where_pulumi_refuses_it(table: dict[str, Any], tmp_path: Path) -> None:
    changes = {what: one[0] if isinstance(one, tuple) else one for what, one in table.items() if what not in STRICT}
    found = dict(zip(changes, judged_roots(tmp_path, [kiosk.changed(one) for one in changes.values()]), strict=True))
    assert {what for what, (theirs, ours, _) in found.items() if ours and not theirs} == set()
    assert {what: again for what, (_, _, again) in found.items() if again and what not in OPEN} == {}
    assert {what for what, (_, ours, _) in found.items() if bool(ours) != (table in (BROKEN, NOTHING))} <= UNWRITABLE


@pytest.mark.corpus
@needs_corpus
def test_real_schemas_are_taken_and_written_as_pulumi_takes_them(tmp_path: Path) -> None:
    paths = [path for path in SCHEMAS if path.stem not in LOOSE]
    found = dict(zip(paths, judged(tmp_path, paths), strict=True))
    assert {path.name: one for path, one in found.items() if bool(one[0]) != bool(one[1]) or one[2]} == {}
    assert sum(not theirs for theirs, _, _ in found.values()) > 60


def test_mutations_that_pulumi_takes_are_taken_from_us_as_well(tmp_path: Path) -> None:
    roots = []
    for number in range(300):
        random_ = random.Random(number)
        mutate(random_, root := kiosk.schema())
        roots.append(root)
    found = judged_roots(tmp_path, roots)
    assert [number for number, (theirs, _, again) in enumerate(found) if again and not theirs] == []
    assert sum(not ours for _, ours, _ in found) > 30


@pytest.mark.parametrize("name", ["aws", "bakery"])
def test_schemas_of_an_idl_are_taken(name: str, tmp_path: Path) -> None:
    written = idl_schema(tmp_path, idl_of(name), f"package: {{name: {name}}}\n")
    assert written["resources"]
    assert refused(tmp_path, written) == ""


@pytest.mark.corpus
@corpus.needs_corpus
@pytest.mark.parametrize("dialect", Dialect)
def test_the_schema_of_a_real_idl_is_taken(dialect: Dialect, tmp_path: Path) -> None:
    corpus.write_idl(tmp_path / "idl", "pulumi")
    config = f"package: {{name: aws}}\ndialect: {dialect.value}\n"
    written = idl_schema(tmp_path, {}, config, corpus.facts()["idl_base"].removesuffix("/idl"))
    assert len(written["resources"]) > 20
    assert refused(tmp_path, written) == ""


def refused(folder: Path, root: Any) -> str:
    """What Pulumi has against a schema."""
    path = folder / "written.json"
    path.write_text(json.dumps(root))
    return binder_says([path])[path]
