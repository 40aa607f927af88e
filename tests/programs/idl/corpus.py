"""The real package of the corpus, written anew from its facts into a folder."""

import importlib.util
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.idl.parser.program import Program
from mapper.programs.idl.parser.read import read_sources
from mapper.programs.idl.settings import Dialect, Settings

FOLDER = Path(__file__).parents[3].parent / "shared" / "corpus" / "pulumi"
needs_corpus = pytest.mark.skipif(not (FOLDER / "idl.json").is_file(), reason="the corpus is not here")


@cache
def facts() -> Any:
    return json.loads((FOLDER / "idl.json").read_text(encoding="utf-8"))


def settings(dialect: Dialect) -> Settings:
    known = facts()
    return Settings(known["package"], known["idl_base"], known["rpc_base"], (known["resource_package"],), dialect)


def write_idl(folder: Path, tag: str) -> None:
    """Write the IDL with its tags spelled one way."""
    spec = importlib.util.spec_from_file_location("idl_from_facts", FOLDER / "idl_from_facts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write_idl(facts(), folder, tag)


def program(folder: Path, tag: str, dialect: Dialect) -> Program:
    """The program, read from the folder after it has been written there."""
    write_idl(folder, tag)
    sources = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.go")}
    reading = read_sources(sources, settings(dialect))
    assert list(map(str, reading.errors)) == []
    assert reading.program is not None
    return reading.program
