"""A sidecar and the artifacts beside it are of one run, or every reader says that they are not."""

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from mapper.sidecar.consistency import digest_next_to, digests, mixed_text, strangers, strangers_on_disk
from mkdocs_oasmap.cli import main

from .hardness.descriptions import PLAIN, api, write
from .repository import commit_all, git

MIXED = "were not written by one run"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, api([("A", PLAIN)]))
    return tmp_path


def generate(*arguments: str) -> int:
    return main(["generate", "--sidecar", "oasmap.json", *arguments, "api"])


def artifacts(path: Path) -> Any:
    return json.loads(path.read_text())["artifacts"]


def test_a_sidecar_has_the_digests_of_the_files_of_its_run(folder: Path) -> None:
    (folder / "a").mkdir()
    assert generate("--output", "a/spec.json") == 0
    assert artifacts(folder / "oasmap.json") == digests(
        folder, {folder / "a/spec.json": sha256((folder / "a/spec.json").read_bytes()).hexdigest()}
    )
    assert list(artifacts(folder / "oasmap.json")) == ["a/spec.json"]
    assert main(["pages", "--audience", "authors", "api", "docs"]) == 0
    assert list(artifacts(folder / "docs/oasmap.json")) == ["provider_code_spec.json"]


def test_what_is_printed_is_no_file_of_a_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate("--output", "-") == 0
    assert json.loads((folder / "oasmap.json").read_text())["artifacts"] == {}


def test_every_reader_says_that_files_are_of_two_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate() == 0
    (folder / "provider_code_spec.json").write_text("{}")
    capsys.readouterr()
    for arguments in (
        ["diff", "oasmap.json", "api"],
        ["diff", "--format", "json", "oasmap.json", "api"],
        ["diff", "--format", "markdown", "api", "oasmap.json"],
        ["diff", "--format", "html", "oasmap.json", "api"],
        ["diff", "--format", "github", "oasmap.json", "api"],
        ["diff", "--format", "sarif", "oasmap.json", "api"],
        ["diff", "--recorded", "oasmap.json", "api", "api"],
        ["check", "--sidecar", "oasmap.json", "api"],
        ["generate", "--sidecar", "oasmap.json", "api"],
    ):
        main(arguments)
        found = capsys.readouterr()
        assert MIXED in found.out + found.err, arguments
    assert main(["check", "--sidecar", "oasmap.json", "api"]) == 0
    assert MIXED not in capsys.readouterr().err


def test_a_pair_in_a_revision_is_read_from_there(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate() == 0
    commit_all(folder)
    (folder / "provider_code_spec.json").write_text("{}")
    capsys.readouterr()
    main(["diff", "git:HEAD:oasmap.json", "api"])
    assert MIXED not in capsys.readouterr().out
    git(folder, "commit", "-qam", "mixed")
    assert generate() == 0
    capsys.readouterr()
    main(["diff", "git:HEAD:oasmap.json", "api"])
    assert MIXED in capsys.readouterr().out


def test_a_sidecar_alone_says_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert generate() == 0
    (folder / "provider_code_spec.json").unlink()
    main(["diff", "oasmap.json", "api"])
    assert MIXED not in capsys.readouterr().out
    assert strangers_on_disk(folder / "oasmap.json", folder) == []
    assert strangers_on_disk(folder / "nothing.json", folder) == []


@pytest.mark.parametrize(
    "text", ["", "[", '{"artifacts": {', '{"artifacts": [1]}', '{"artifacts": ' + "[" * 9999, "\0", "{}"]
)
def test_a_broken_sidecar_says_nothing_before_it_is_replaced(folder: Path, text: str) -> None:
    (folder / "oasmap.json").write_text(text)
    assert generate() == 0
    assert artifacts(folder / "oasmap.json")


@pytest.mark.parametrize(
    "name", ["../secret", "/etc/passwd", "pipe", "link", "loop", "folder", "a\0b", "\ud800", "../../../../dev/zero"]
)
def test_a_sidecar_of_others_makes_nobody_read_what_is_not_beside_it(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "site"
    (folder / "folder").mkdir(parents=True)
    (tmp_path / "secret").write_text("secret")
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("../secret")
    (folder / "loop").symlink_to("loop")
    assert list(strangers({name: "0" * 64}, digest_next_to(folder / "oasmap.json", folder))) == []


def test_a_few_of_many_files_are_named() -> None:
    assert "oasmap.json and a, b, c and 7 more files were not" in mixed_text("oasmap.json", "abcdefghij")
