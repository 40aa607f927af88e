"""Examples and templates that people write for a provider: which files they are, and in which order."""

from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap import repository
from mkdocs_oasmap.repository import Repository, many

from .files import write_files

FILES = {
    "examples/provider/provider.tf": "provider",
    "examples/provider/more.tf": "more",
    "examples/resources/cage/resource.tf": "\n main \n",
    "examples/resources/cage/a_two-mounts.tf": "two",
    "examples/resources/cage/empty.tf": " \n",
    "examples/resources/cage/note.txt": "note",
    "examples/resources/cage/import-by-identity.tf": "identity",
    "examples/resources/cage/import.tf": "block",
    "examples/resources/cage/import.sh": "command",
    "examples/resources/cage/deeper/resource.tf": "deeper",
    "examples/resource.tf": "none",
    "templates/guides/b/c.md": "c",
    "templates/guides/a.md": "a",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write_files(tmp_path, FILES)
    return tmp_path


def test_examples_are_those_of_the_entity_with_the_main_one_first(root: Path) -> None:
    found = Repository(root).examples("resources", "cage")
    assert [(one.title, one.text, one.language) for one in found] == [
        ("Example", "main", "terraform"),
        ("A two mounts", "two", "terraform"),
    ]
    assert found[0].path == "examples/resources/cage/resource.tf"
    assert [one.text for one in Repository(root).examples("", "any")] == ["provider", "more"]


def test_imports_are_a_command_and_then_blocks(root: Path) -> None:
    found = Repository(root).imports("resources", "cage")
    assert [(one.text, one.language) for one in found] == [
        ("command", "shell"),
        ("block", "terraform"),
        ("identity", "terraform"),
    ]


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("resources", "pen"),
        ("data-sources", "cage"),
        ("identities", "cage"),
        *(
            ("resources", name)
            for name in ("", ".", "..", "cage/deeper", "../resources/cage", "a\\b", "a\0b", "\ud800")
        ),
    ],
)
def test_what_has_no_folder_has_no_examples(root: Path, folder: str, name: str) -> None:
    assert Repository(root).examples(folder, name) == Repository(root).imports(folder, name) == ()


def test_all_files_and_those_below_a_folder_are_listed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Repository(root)
    assert {path.relative_to(root).as_posix() for path in found.files()} == {*FILES}
    assert found.below("templates") == ["templates/guides/a.md", "templates/guides/b/c.md"]
    assert found.below("none") == []
    monkeypatch.setattr(repository, "MAX_FILES", 2)
    assert len(found.below("templates")) == 2
    monkeypatch.setattr(repository, "MAX_FILES", 1)
    with pytest.raises(MappingError, match=r"templates: has more than 1 files; name a smaller folder$"):
        found.below("templates")
    (root / "empty").mkdir()
    assert Repository(root / "empty").files() == []


def test_a_text_has_line_feeds_and_no_mark_of_its_encoding(root: Path) -> None:
    (root / "a").write_bytes("\ufeffä\r\nb".encode())
    assert Repository(root).read("a") == "ä\nb"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none", r"none: there is no such file; correct the path$"),
        ("long", r"long: it has more than 3 bytes; shorten it$"),
        ("latin", r"latin: is not UTF-8: .* at byte 1; save it in this encoding$"),
        ("../outside", r"outside: is outside of the repository, and is not read; copy the file into the repository$"),
        ("link", r"link: is outside of the repository, and is not read"),
        ("a\0b", r"no file can have this name; correct it$"),
    ],
)
def test_what_cannot_be_read_is_one_message(
    root: Path, name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "MAX_SIZE", 3)
    (root / "inner").mkdir()
    (root / "outside").write_text("x")
    (root / "inner/link").symlink_to(root / "outside")
    (root / "inner/long").write_text("abcd")
    (root / "inner/most").write_text("abc")
    (root / "inner/latin").write_bytes(b"a\xe4")
    found = Repository(root / "inner")
    assert found.read("most") == "abc"
    with pytest.raises(MappingError, match=message):
        found.read(name)


def test_a_missing_folder_is_no_empty_one(tmp_path: Path) -> None:
    with pytest.raises(MappingError, match=r"none: no such folder; correct the folder of the provider"):
        Repository(tmp_path / "none")


@pytest.mark.parametrize(
    ("files", "words"),
    [("a", "a"), ("abc", "a, b, c"), ("abcd", "a, b, c and 1 other"), ("abcde", "a, b, c and 2 others")],
)
def test_of_many_files_three_are_named(files: str, words: str) -> None:
    assert many(list(files)) == words
