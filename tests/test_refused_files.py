"""What the operating system refuses is one message that says what to do."""

import errno
import os
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from mapper import files
from mapper.files import encoded, is_file, make_folders, read_named, read_regular, refused, remove, whole, write_files
from mapper.report.budget import Budget, Cost
from mapper.report.diagnostic import MappingError

TOO_LONG = "x" * 300


OTHER = "choose another file or folder"
NO_NAME = "no file can have this name; choose another name"


def written(path: Path) -> object:
    return write_files({path: b""})


def placed(path: Path) -> object:
    return make_folders([path, Path("other/x")])


def named(path: Path) -> object:
    return read_named(path, "the template ")


@pytest.mark.parametrize(
    ("act", "name", "message"),
    [
        (written, TOO_LONG, f"{TOO_LONG}: cannot be written: File name too long; choose a shorter name"),
        (written, "folder", f"folder: cannot be written: it is a folder; {OTHER}"),
        (written, "a\0b", rf"a\x00b: cannot be written: {NO_NAME}"),
        (written, "circle", "circle: "),
        (placed, "dangling/a", f"dangling: cannot be made: File exists; {OTHER}"),
        (placed, "file/a", "file: a folder is needed, but it is a file; remove it, or choose another folder"),
        (placed, "file/b/c", "file: a folder is needed, but it is a file; remove it, or choose another folder"),
        (remove, "folder", f"folder: cannot be removed: Is a directory; {OTHER}"),
        (read_regular, "folder", f"folder: cannot be read: Is a directory; {OTHER}"),
        (read_regular, "a\0b", rf"a\x00b: cannot be read: {NO_NAME}"),
        (named, "none", f"none: the template cannot be read: No such file or directory; {OTHER}"),
    ],
)
def test_a_refusal_names_the_file_and_a_way_out(
    here: Path, act: Callable[[Path], object], name: str, message: str
) -> None:
    (here / "folder").mkdir()
    (here / "file").write_text("")
    (here / "dangling").symlink_to("nowhere")
    (here / "circle").symlink_to("circle")
    with pytest.raises(MappingError) as caught:
        act(Path(name))
    assert str(caught.value).startswith(message)
    assert sorted(path.name for path in here.iterdir()) == ["circle", "dangling", "file", "folder"]


@pytest.mark.parametrize(
    ("number", "remedy"),
    [
        (errno.EACCES, "change its permissions"), (errno.EPERM, "change its permissions"),
        (errno.ENOSPC, "free some space"), (errno.EDQUOT, "free some space"), (errno.EROFS, "choose another folder"),
        (errno.ENAMETOOLONG, "choose a shorter name"), (errno.EIO, "choose another file or folder"),
    ],
)  # fmt: skip
def test_the_way_out_depends_on_what_is_wrong(number: int, remedy: str) -> None:
    text = os.strerror(number)
    assert str(refused("cannot be read", OSError(number, text), "a")) == f"a: cannot be read: {text}; {remedy}"
    assert str(refused("x", OSError("odd"), "a")) == "a: x: odd; choose another file or folder"


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize(("number", "is_written"), [(errno.EINVAL, True), (errno.ENOTSUP, True), (errno.EIO, False)])
def test_a_file_system_need_not_be_able_to_flush(
    here: Path, monkeypatch: pytest.MonkeyPatch, number: int, *, is_written: bool
) -> None:
    monkeypatch.setattr(files.os, "fsync", failing(number))
    refusal = pytest.raises(MappingError, match=rf"^a: cannot be written: {os.strerror(number)}; {OTHER}$")
    with nullcontext() if is_written else refusal:
        write_files({Path("a"): b"x"})
    assert [path.name for path in here.iterdir()] == (["a"] if is_written else [])


def test_a_file_that_cannot_be_replaced_stays(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (here / "a").write_text("mine")
    monkeypatch.setattr(Path, "replace", failing(errno.EBUSY))
    with pytest.raises(MappingError, match=f"^a: cannot be written: {os.strerror(errno.EBUSY)}; {OTHER}$"):
        write_files({Path("a"): b"x"})
    monkeypatch.undo()
    monkeypatch.chdir(here)
    monkeypatch.setattr(files.os, "access", lambda *_: False)
    with pytest.raises(MappingError, match=r"^a: cannot be written: it is write-protected; change its permissions$"):
        write_files({Path("a"): b"x"})
    assert [(path.name, path.read_text()) for path in here.iterdir()] == [("a", "mine")]


def test_a_name_that_no_file_can_have_is_no_file() -> None:
    assert not is_file(Path(TOO_LONG))
    assert not is_file(Path())
    assert is_file(Path(__file__))


def test_pieces_of_a_text_are_encoded_together(monkeypatch: pytest.MonkeyPatch) -> None:
    meter = Budget().meter(Cost.WRITTEN, "the output")
    monkeypatch.setattr(files, "_PIECE", 4)
    found = [*encoded(["a", "bc", "é", "", "defgh", "i"], meter)]
    assert found == ["abcé".encode(), b"defgh", b"i"]
    assert (whole(iter(found)), whole(b"x")) == ("abcédefghi".encode(), b"x")
