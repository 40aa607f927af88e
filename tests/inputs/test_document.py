"""From bytes to a document: encodings, files that are none, nodes; in time that is in proportion to what is read."""

from __future__ import annotations

import gzip
import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document, DocumentError, Documents, Node, escape_token, problem_at, split_pointer
from mapper.inputs.document import MAX_FLOW
from mapper.inputs.json_positions import JsonPositions
from mapper.inputs.store import unpacked
from mapper.report.budget import Budget, Cost, Limit, OverBudget


def error_of(data: bytes) -> str:
    with pytest.raises(DocumentError) as error:
        Document("menu.yaml", data)
    return str(error.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("text", ["brød: 🍞\nb: 1\n", '{"brød": "🍞",\n"b": 1}'])
def test_utf_8_and_utf_16_are_read_with_and_without_a_mark(text: str, encoding: str) -> None:
    menu = Document("menu.yaml", text.encode(encoding))
    assert menu.root == {"brød": "🍞", "b": 1}
    assert menu.position("/b") == (2, 1)


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf_16_is_read_in_both_byte_orders(mark: bytes) -> None:
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"
    assert Document("menu.yaml", mark + "a: é".encode(encoding)).root == {"a": "é"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"a: 1\nb: \xe9\n", "menu.yaml:2: not a text file in UTF-8 (byte 0xe9); save it as UTF-8"),
        (b"a: 1\nb: \xff\n", "menu.yaml:2: not a text file in UTF-8 (byte 0xff); save it as UTF-8"),
        (b"a: 1\nb: \x00\n", "menu.yaml:2: not a text file (it has a NUL character); save it as UTF-8"),
        ("a: 1\n".encode("utf-16-le"), "menu.yaml:1: not a text file (it has a NUL character); save it as UTF-8"),
        ("a: 1\n".encode("utf-16")[:-1], "menu.yaml:1: not a text file in UTF-16 (byte 0x0a); save it as UTF-8"),
        (b"", "menu.yaml: the file is empty; name a file with contents"),
        (b" \n\t\n", "menu.yaml: the file is empty; name a file with contents"),
        (b"\xef\xbb\xbf", "menu.yaml: the file is empty; name a file with contents"),
        ("\u3000\n".encode(), "menu.yaml: the file is empty; name a file with contents"),
        (b"a: 1\n---\nb: \xe9\n", "menu.yaml:3: not a text file in UTF-8 (byte 0xe9); save it as UTF-8"),
        (
            b"a: ]\n" + b"#\n" * 40_000 + b"\xe9",
            "menu.yaml:40002: not a text file in UTF-8 (byte 0xe9); save it as UTF-8",
        ),
    ],
)
def test_what_is_no_text_is_an_error_with_its_line(data: bytes, message: str) -> None:
    assert error_of(data) == message


# --- files ---


def test_a_folder_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "menu").mkdir()
    with pytest.raises(DocumentError, match=r"^menu: this is a folder"):
        Documents(tmp_path).load(tmp_path / "menu")


def test_a_pipe_is_no_document(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DocumentError, match=r"^pipe: this is not a regular file"):
        Documents(tmp_path).load(tmp_path / "pipe")


def test_a_name_that_no_file_can_have_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError):
        Documents(tmp_path).load(tmp_path / ("x" * 5000))


def test_a_file_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "menu.yaml").write_text("a: 1")
    (tmp_path / "link.yaml").symlink_to("menu.yaml")
    documents = Documents(tmp_path)
    first = documents.load(tmp_path / "menu.yaml")
    assert documents.load(tmp_path / "x" / ".." / "menu.yaml") is first
    assert documents.load(tmp_path / "link.yaml") is first
    assert documents.loaded == (first,)


# --- nodes ---


def test_nodes_lead_to_their_members_and_items() -> None:
    menu = Document("menu.yaml", b"a/b:\n  - x\n  - {c~d: 1}\n").node
    listed = menu.child("a/b")
    assert listed.pointer == "/a~1b"
    assert [item.value for item in listed.items()] == ["x", {"c~d": 1}]
    ((name, member),) = listed.child(1).members()
    assert (name, member.pointer, member.value, member.line) == ("c~d", "/a~1b/1/c~0d", 1, 3)


def test_a_problem_has_the_place_of_its_node() -> None:
    menu = Document("menu.yaml", b"a:\n  b: 1\n")
    assert str(problem_at("too dear", menu.node.child("a").child("b"), remedy="")) == "menu.yaml:2:3: too dear"
    assert str(problem_at("too dear", Node(menu, "/nowhere", None), remedy="eat out")) == "menu.yaml: too dear; eat out"


@pytest.mark.parametrize("token", ["", "a", "a/b", "~", "~1", "~0/~1", "//", "a b"])
def test_tokens_of_a_pointer_are_escaped_and_split_again(token: str) -> None:
    assert split_pointer(f"/{escape_token(token)}/x") == [token, "x"]


class Counted(bytes):
    """A text that counts the bytes that are searched in it."""

    searched: int

    def __new__(cls, text: str) -> Counted:
        made = super().__new__(cls, text.encode())
        made.searched = 0
        return made

    def count(self, part: Any, *bounds: Any) -> int:
        self._search(*bounds)
        return super().count(part, *bounds)

    def rfind(self, part: Any, *bounds: Any) -> int:
        self._search(*bounds)
        return super().rfind(part, *bounds)

    def _search(self, start: int = 0, end: int | None = None) -> None:
        self.searched += max(0, min(len(self), len(self) if end is None else end) - start)


def searched(size: int) -> float:
    """Characters that are searched for the places of so many keys of one object on one line, for each of them."""
    keys = {f"key{number:09}": number for number in range(size)}
    text = Counted(json.dumps(keys))
    positions = JsonPositions(text, is_repeated=False)
    assert all(positions.find(f"/{key}") for key in keys)
    return text.searched / size


def test_a_place_on_one_long_line_costs_the_same_however_long_it_is() -> None:
    assert searched(16_000) < 1.5 * searched(2_000)


@pytest.mark.parametrize("count", [2_000, 16_000])
def test_keys_given_twice_are_found_by_looking_at_each_character_a_few_times(count: int) -> None:
    text = Counted("{" + ", ".join(['"a": 1'] * count) + "}")
    positions = JsonPositions(text, is_repeated=True)
    found = positions.places(positions.repeated)
    assert len(found) == count - 1
    assert found[-1] == ("a", (1, 2 + 8 * (count - 2)), (1, 2 + 8 * (count - 1)))
    assert text.searched < 5_000 * count


def test_places_are_right_across_lines_of_any_length() -> None:
    text = '{"a": [' + ",\n".join(["1" * width for width in (1, 3000, 2, 1024, 5, 1023)]) + '],\n\n"b": 1, "a": 2}'
    positions = JsonPositions(text.encode(), is_repeated=True)
    (again,) = positions.places(positions.repeated)
    assert again == ("a", (1, 2), (8, 9))
    positions.let_first_count("")
    assert [positions.find(f"/a/{index}") for index in range(6)] == [(1, 8), *((line, 1) for line in range(2, 7))]
    assert positions.find("/b") == (8, 1)


def test_places_far_inside_are_found_after_those_that_follow() -> None:
    levels = 700
    text = '{"a": ' * levels + "1" + ', "b": 2}' * levels
    positions = JsonPositions(text.encode(), is_repeated=False)
    column = positions.find("/a" * levels)
    assert column == (1, 2 + 6 * (levels - 1))
    for level in reversed(range(levels)):
        assert positions.find("/a" * level + "/b") == (1, 6 * levels + 4 + 9 * (levels - 1 - level))


def test_json_that_fails_is_read_as_yaml_only_where_it_is_small() -> None:
    small, large = '{"a": [1], b: 2}', '{"a": [' + "1, " * MAX_FLOW + "1], b: 2}"
    assert Document("menu", small.encode()).root == {"a": [1], "b": 2}
    with pytest.raises(DocumentError, match=rf"^menu:1:{large.index('b') + 1}: not valid JSON: "):
        Document("menu", large.encode())


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_have_is_told_with_its_place(name: str) -> None:
    text = f'{{"NaN": "{name}",\n "a": {name}, "b": "{"x" * MAX_FLOW}"}}'
    with pytest.raises(DocumentError, match=f"^menu:2:7: not valid JSON: {name} is not JSON"):
        Document("menu", text.encode())


# --- compressed files ---


@pytest.mark.parametrize("members", [1, 3])
def test_what_is_compressed_is_read_whole(members: int) -> None:
    data = b'{"a": "' + b"x" * 3_000_000 + b'"}'
    packed = b"".join(
        gzip.compress(data[len(data) * number // members : len(data) * (number + 1) // members])
        for number in range(members)
    )
    assert unpacked(packed, "menu", Budget()) == data
    assert unpacked(packed + b"\0" * 100, "menu", Budget()) == data


@pytest.mark.parametrize("cut", [5, 15, -1, -9])
def test_what_is_cut_off_or_broken_is_one_error(cut: int) -> None:
    packed = gzip.compress(b"x" * 1000)
    with pytest.raises(DocumentError, match=r"^menu: cannot be unpacked"):
        unpacked(packed[:cut], "menu", Budget())
    with pytest.raises(DocumentError, match=r"^menu: cannot be unpacked"):
        unpacked(packed[:-8] + b"\1" * 8, "menu", Budget())


def test_no_more_is_decompressed_than_the_budget_has() -> None:
    packed = gzip.compress(b" " * 40_000_000, 9)
    budget = Budget({Cost.UNPACKED: Limit("decompressed bytes", 1_000_000)})
    tracemalloc.start()
    with pytest.raises(OverBudget, match="more than 1,000,000 decompressed bytes"):
        unpacked(packed, "menu", budget)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


def test_several_compressed_files_share_a_budget() -> None:
    budget = Budget({Cost.UNPACKED: Limit("decompressed bytes", 150_000)})
    packed = gzip.compress(b" " * 100_000)
    unpacked(packed, "first", budget)
    with pytest.raises(OverBudget, match=r"^second: "):
        unpacked(packed, "second", budget)


def test_a_file_that_may_be_missing_is_read_if_it_is_there(here: Path) -> None:
    """On the disk, what is broken is told; an earlier state has nothing but files that were good."""
    files = {"here.yml": b"a: 1", "packed.yml.gz": gzip.compress(b"a: 1"), "broken.yml.gz": b"\x1f\x8b-"}
    for name, data in files.items():
        (here / name).write_bytes(data)
    (here / "folder").mkdir()

    def earlier(path: Path, uri: str) -> bytes:
        if path.name not in files:
            raise DocumentError(uri, "no such file", remedy="")
        return files[path.name]

    def read(documents: Documents, name: str) -> object:
        try:
            found = documents.optional(Path(name))
        except DocumentError:
            return "refused"
        return found.root if found is not None else None

    names = ("here.yml", "packed.yml.gz", "broken.yml.gz", "gone.yml", "folder")
    there, then = Documents(here), Documents(here, reader=earlier)
    assert (there.on_disk, then.on_disk) == (True, False)
    assert [read(there, name) for name in names] == [{"a": 1}, {"a": 1}, "refused", None, None]
    for name in files:
        (here / name).unlink()
    assert [read(then, name) for name in names] == [{"a": 1}, {"a": 1}, None, None, None]
