"""From bytes to a document: encodings, files that are none, nodes."""

import os
from pathlib import Path

import pytest

from mapper.inputs import Document, DocumentError, Documents, Node, escape_token, problem_at, split_pointer


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
        (b"a: 1\nb: \xe9\n", "menu.yaml:2: not a text file in UTF-8 (byte 0xe9)"),
        (b"a: 1\nb: \xff\n", "menu.yaml:2: not a text file in UTF-8 (byte 0xff)"),
        (b"a: 1\nb: \x00\n", "menu.yaml:2: not a text file (it has a NUL character)"),
        ("a: 1\n".encode("utf-16-le"), "menu.yaml:1: not a text file (it has a NUL character)"),
        ("a: 1\n".encode("utf-16")[:-1], "menu.yaml:1: not a text file in UTF-16 (byte 0x0a)"),
        (b"", "menu.yaml: the file is empty"),
        (b" \n\t\n", "menu.yaml: the file is empty"),
        (b"\xef\xbb\xbf", "menu.yaml: the file is empty"),
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
    assert str(problem_at("too dear", menu.node.child("a").child("b"))) == "menu.yaml:2:3: too dear"
    assert str(problem_at("too dear", Node(menu, "/nowhere", None))) == "menu.yaml: too dear"


@pytest.mark.parametrize("token", ["", "a", "a/b", "~", "~1", "~0/~1", "//", "a b"])
def test_tokens_of_a_pointer_are_escaped_and_split_again(token: str) -> None:
    assert split_pointer(f"/{escape_token(token)}/x") == [token, "x"]
