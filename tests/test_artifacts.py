"""Files are written whole or not at all, and what was there before keeps its place and its mode."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from mapper.files import encode, write_changed, write_files
from mapper.report.diagnostic import MappingError


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
    assert str(caught.value) == f"{tmp_path}/no folder/b: cannot be written: No such file or directory"
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
