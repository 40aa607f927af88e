"""The command line in a folder with the Zoo."""

import gc
import io
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from .repository import Zoo
from .support import API, CONFIG, Oasmap, Ran


@pytest.fixture
def folder(here: Path) -> Path:
    """A folder with an API and a config, which is the current one."""
    (here / "api.yaml").write_text(API)
    (here / "generator_config.yml").write_text(CONFIG)
    return here


@pytest.fixture
def oasmap(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Oasmap]:
    """Runs the command line in that folder."""

    def run(*arguments: str, stdin: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = main(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    yield run
    gc.enable()


@pytest.fixture
def zoo(here: Path, capsys: pytest.CaptureFixture[str]) -> Zoo:
    found = Zoo(here, capsys)
    found.begin()
    return found
