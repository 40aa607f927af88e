"""Files are written whole or not at all; a sidecar and the artifacts beside it are of one run, or readers say so."""

import json
import os
import stat
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from mapper.files import encode, write_changed, write_files
from mapper.report.diagnostic import MappingError
from mapper.sidecar.consistency import digest_next_to, digests, mixed_text, strangers, strangers_on_disk
from mkdocs_oasmap.cli import main

from .hardness.descriptions import PLAIN, api, write
from .repository import commit_all, git


@pytest.fixture
def umask() -> Iterator[None]:
    """A mask that leaves new files to their group, for the time of a test."""
    before = os.umask(0o027)
    yield
    os.umask(before)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_all_files_are_written_or_replaced_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a long old content")
    write_files({tmp_path / "a": b"one", tmp_path / "b": b"two\n"})
    assert (tmp_path / "a").read_bytes() == b"one"
    assert (tmp_path / "b").read_bytes() == b"two\n"
    assert names(tmp_path) == ["a", "b"]


def test_none_is_written_where_one_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(MappingError) as caught:
        write_files({tmp_path / "a": b"new", tmp_path / "no folder" / "b": b"new"})
    assert (
        str(caught.value)
        == f"{tmp_path}/no folder/b: cannot be written: No such file or directory; choose another file or folder"
    )
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with pytest.raises(MappingError, match="a: cannot be written: it is a folder"):
        write_files({tmp_path / "b": b"new", tmp_path / "a": b"new"})
    assert names(tmp_path) == ["a"]


def test_a_file_cannot_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(MappingError, match="a/b: cannot be written: Not a directory"):
        write_files({tmp_path / "a" / "b": b"new"})
    assert (tmp_path / "a").read_bytes() == b"old"


def test_nothing_changes_where_writing_stops_halfway(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(b"old")

    def full(_descriptor: int, _mode: str) -> object:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", full)
    with pytest.raises(MappingError, match="No space left on device"):
        write_files({tmp_path / "a": b"new"})
    assert (tmp_path / "a").read_bytes() == b"old"
    assert names(tmp_path) == ["a"]


def test_a_reader_never_sees_half_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a"
    target.write_bytes(b"old")
    seen = []
    replace = Path.replace

    def watched(self: Path, other: Path) -> Path:
        seen.append((target.read_bytes(), self.read_bytes(), self.parent))
        return replace(self, other)

    monkeypatch.setattr(Path, "replace", watched)
    write_files({target: b"new"})
    assert seen == [(b"old", b"new", tmp_path)]


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "a").chmod(0o640)
    write_files({tmp_path / "a": b"new"})
    assert mode(tmp_path / "a") == 0o640


@pytest.mark.usefixtures("umask")
def test_the_mode_of_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    write_files({tmp_path / "a": b"new"})
    assert mode(tmp_path / "a") == 0o640
    assert os.umask(0o027) == 0o027


def test_a_symbolic_link_stays_and_its_target_is_written(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_bytes(b"old")
    (tmp_path / "link").symlink_to(Path("real") / "a")
    write_files({tmp_path / "link": b"new"})
    assert (tmp_path / "link").readlink() == Path("real") / "a"
    assert (tmp_path / "real" / "a").read_bytes() == b"new"
    assert names(tmp_path) == ["link", "real"]
    assert names(tmp_path / "real") == ["a"]


def test_a_symbolic_link_to_a_file_that_does_not_exist_yet_makes_it(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a")
    write_files({tmp_path / "link": b"new"})
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced() -> None:
    write_files({Path(os.devnull): b"new"})
    assert not Path(os.devnull).is_file()


def test_another_content_is_written_and_the_same_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"content\n")
    assert write_changed({path: b"content"}) == [path]
    assert path.read_bytes() == b"content"
    before = path.stat()
    assert write_changed({path: b"content"}) == []
    after = path.stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_text_is_encoded_as_utf_8_and_half_of_a_surrogate_pair_becomes_the_replacement_character() -> None:
    assert encode("é 日 \U0001f989") == "é 日 \U0001f989".encode()
    assert encode("\U0001f989 \ud800!") == "\U0001f989 \ufffd!".encode()


MIXED = "were not written by one run"


@pytest.fixture
def folder(here: Path) -> Path:
    write(here, api([("A", PLAIN)]))
    return here


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
