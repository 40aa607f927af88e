"""Entries of the cache: read back as they were put there, or not at all."""

from __future__ import annotations

import errno
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mkdocs_oasmap.cache import Cache, CacheRefused, digest_of, find_folder, work_tree

NAME = digest_of("a page")
DATA = b"<p>\xe2\x80\xa6</p>" * 40


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def cache(tmp_path: Path, told: list[str]) -> Cache:
    return Cache(tmp_path / "cache", told.append)


@pytest.fixture
def entry(cache: Cache) -> Path:
    """The file of the only entry."""
    cache.put(NAME, DATA)
    (path,) = (path for path in cache.folder.rglob("*") if path.is_file())
    return path


def again(cache: Cache) -> Cache:
    """The same folder in another build."""
    return Cache(cache.folder, pytest.fail)


def test_an_entry_is_read_back(cache: Cache, entry: Path, told: list[str]) -> None:
    assert cache.get(NAME) == again(cache).get(NAME) == DATA
    assert cache.get(digest_of("another page")) is None
    assert told == []


def test_names_of_different_parts_are_different() -> None:
    assert len({digest_of("ab", "c"), digest_of("a", "bc"), digest_of("abc"), digest_of("abc", "")}) == 4


def test_nobody_else_may_read_entries(cache: Cache, entry: Path) -> None:
    assert oct(entry.stat().st_mode & 0o7777) == "0o600"
    for folder in (cache.folder, entry.parent):
        assert oct(folder.stat().st_mode & 0o7777) == "0o700"


def damages(data: bytes) -> Iterator[bytes]:
    chance = random.Random(1)
    for position in (*range(60), *(chance.randrange(len(data)) for _ in range(60))):
        flipped = data[position] ^ (1 << chance.randrange(8))
        yield data[:position] + bytes([flipped]) + data[position + 1 :]
        yield data[:position]
        yield data[:position] + data[position + 1 :]
    yield data + b"\0"
    yield b""
    yield random.Random(2).randbytes(4096)


def test_a_damaged_entry_is_none(cache: Cache, entry: Path) -> None:
    whole = entry.read_bytes()
    for data in damages(whole):
        entry.write_bytes(data)
        assert cache.get(NAME) is None
    entry.write_bytes(whole)
    assert cache.get(NAME) == DATA


def test_an_entry_with_the_name_of_another_is_none(cache: Cache, entry: Path) -> None:
    other = digest_of("another page")
    path = cache.folder / other[:2] / other
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(entry.read_bytes())
    path.chmod(0o600)
    assert cache.get(other) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_an_entry_that_somebody_else_may_write_is_none(cache: Cache, entry: Path) -> None:
    for mode in (0o620, 0o602, 0o666):
        entry.chmod(mode)
        assert cache.get(NAME) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there are no owners to ask for")
def test_an_entry_of_another_user_is_none(cache: Cache, entry: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = os.getuid()
    fresh = again(cache)
    assert fresh.get(NAME) == DATA
    monkeypatch.setattr(os, "getuid", lambda: own + 1)
    assert fresh.get(NAME) is None


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
@pytest.mark.parametrize("make", ["link", "folder", "pipe"])
def test_what_is_no_regular_file_is_none(cache: Cache, entry: Path, tmp_path: Path, make: str) -> None:
    kept = tmp_path / "kept"
    entry.rename(kept)
    {"link": lambda: entry.symlink_to(kept), "folder": entry.mkdir, "pipe": lambda: os.mkfifo(entry)}[make]()
    assert cache.get(NAME) is None


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_a_folder_that_somebody_else_may_write_is_not_used(cache: Cache, entry: Path) -> None:
    cache.folder.chmod(0o777)
    told: list[str] = []
    other = Cache(cache.folder, told.append)
    other.put(NAME, DATA)
    assert other.get(NAME) is None
    assert len(told) == 1
    assert "only you can write to; name another one with OASMAP_CACHE" in told[0]


def test_without_room_there_is_one_line_and_no_entry(
    cache: Cache, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    for number in range(3):
        cache.put(digest_of(str(number)), DATA)
    assert [line for line in told if "No space left" in line] == told
    assert len(told) == 1
    assert [path for path in cache.folder.rglob("*") if path.is_file()] == []


@pytest.mark.parametrize("name", ["file/cache", "/proc/nothing-is-made-here"])
def test_a_folder_that_cannot_be_made_is_told_once(tmp_path: Path, told: list[str], name: str) -> None:
    if name.startswith("/proc") and not Path("/proc/self").exists():
        pytest.skip("there is no /proc")
    (tmp_path / "file").write_text("")
    cache = Cache(tmp_path / name, told.append)
    for number in range(3):
        cache.put(digest_of(str(number)), DATA)
        assert cache.get(NAME) is None
    assert len(told) == 1


def test_what_was_not_used_for_the_longest_time_goes_first(tmp_path: Path, told: list[str]) -> None:
    cache = Cache(tmp_path / "cache", told.append, max_bytes=10_000)
    names = [digest_of(str(number)) for number in range(20)]
    for age, name in enumerate(names):
        cache.put(name, random.Random(age).randbytes(1000))
        path = cache.folder / name[:2] / name
        if path.exists():
            os.utime(path, (1_000_000 + age, 1_000_000 + age))
    cache.sweep()
    kept = [name for name in names if cache.get(name) is not None]
    assert 5 <= len(kept) <= 10
    assert kept == names[-len(kept) :]
    assert sum(path.stat().st_size for path in cache.folder.rglob("*") if path.is_file()) <= 10_000


def test_what_killed_builds_have_left_is_removed(cache: Cache, entry: Path) -> None:
    left, new = entry.with_name(f"{0:016x}.tmp"), entry.with_name(f"{1:016x}.tmp")
    left.write_bytes(b"x")
    new.write_bytes(b"x")
    os.utime(left, (1, 1))
    cache.sweep()
    assert not left.exists()
    assert new.exists()


def test_files_of_somebody_else_in_the_folder_are_left_alone(tmp_path: Path, told: list[str]) -> None:
    home = tmp_path / "home"
    outside = tmp_path / "outside"
    others = [home / "db" / name for name in ("data", "old.tmp", "a" * 64, "c" * 16, f"{'b' * 64}.txt")]
    others += [home / "go" / "main.go", home / "db" / "inner" / "data", outside / f"ee{'0' * 62}"]
    for path in others:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * 2000)
        os.utime(path, (1, 1))
    (home / "ee").symlink_to(outside)
    cache = Cache(home, told.append, max_bytes=1000)
    cache.put(NAME, random.Random(1).randbytes(1500))
    cache.sweep()
    assert all(path.read_bytes() == b"x" * 2000 for path in others)
    assert cache.get(NAME) is None  # which is more than there may be


def test_processes_may_put_the_same_entries_at_once(cache: Cache) -> None:
    program = (
        "import sys; from pathlib import Path; from mkdocs_oasmap.cache import Cache, digest_of\n"
        "cache = Cache(Path(sys.argv[1]), sys.exit)\n"
        "for turn in range(30):\n"
        "    for number in range(5):\n"
        "        name, data = digest_of(str(number)), bytes([number]) * 50_000\n"
        "        cache.put(name, data)\n"
        "        assert cache.get(name) == data\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(cache.folder)]) for _ in range(3)]
    assert [process.wait() for process in running] == [0, 0, 0]
    assert not list(cache.folder.rglob("*.tmp"))


@pytest.mark.parametrize("value", ["", "off", "OFF", " "])
def test_the_environment_can_switch_it_off(value: str) -> None:
    assert find_folder({"OASMAP_CACHE": value}, []) is None


@pytest.mark.skipif(sys.platform != "linux", reason="each platform has a folder of its own")
def test_without_a_folder_it_is_that_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert find_folder({}, []) == tmp_path / "oasmap"


@pytest.mark.parametrize("inner", ["", ".cache", "a/b"])
def test_no_folder_of_the_site_can_be_it(tmp_path: Path, inner: str) -> None:
    site = tmp_path / "site"
    site.mkdir()
    with pytest.raises(CacheRefused, match=r"is inside of .*site, where a change of somebody else could plant entries"):
        find_folder({"OASMAP_CACHE": str(site / inner)}, [site])
    assert find_folder({"OASMAP_CACHE": str(tmp_path / "cache")}, [site]) == tmp_path / "cache"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_no_link_leads_into_the_site(tmp_path: Path) -> None:
    (tmp_path / "site" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "site" / "inner")
    with pytest.raises(CacheRefused):
        find_folder({"OASMAP_CACHE": str(tmp_path / "link" / "cache")}, [tmp_path / "site"])


def test_the_work_tree_of_a_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "docs" / "site").mkdir(parents=True)
    (tmp_path / ".git").write_text("gitdir: elsewhere\n")  # as in a worktree
    assert work_tree(tmp_path / "docs" / "site") == tmp_path
