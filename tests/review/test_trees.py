"""The disk and a revision are two trees: of the same files, they say the same."""

from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.review.git import NoBaseline, NotInRevision, Revision, find_revision, last_version, references
from mkdocs_oasmap.review.states import Files, read_state
from mkdocs_oasmap.review.trees import DISK, Tree

from ..repository import git

ARTIFACT = "hello"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository whose files are all committed."""
    (tmp_path / "sub").mkdir()
    for name, text in {"one.txt": "1", "sub/two.txt": "2", "sub/artifact": ARTIFACT}.items():
        (tmp_path / name).write_text(text)
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "first")
    return tmp_path


def described(tree: Tree, folder: Path) -> dict[str, object]:
    """What a tree says of the files of the fixture."""
    names = ("one.txt", "sub/two.txt", "sub", "none.txt")
    digest = tree.digests(folder / "sub" / "sidecar.json", folder)
    return {
        "has": [tree.has(folder / name) for name in ("one.txt", "sub/two.txt", "none.txt")],
        "folders": [tree.has_folder(folder / name) for name in names],
        "files": sorted(tree.files(folder / "sub")),
        "read": tree.read(folder / "one.txt", "one.txt"),
        "called": [tree.called(folder / name) for name in names],
        "digests": [digest("artifact"), digest("none")],
        "configs": tree.configs([folder / "one.txt"], folder, None),
        "notes": list(tree.notes),
        "ahead": tree.commits_ahead(),
    }


def test_both_trees_say_the_same_of_the_same_files(folder: Path) -> None:
    assert described(find_revision("main", folder), folder) == described(DISK, folder)


def test_what_is_outside_of_the_repository_is_in_no_revision(folder: Path) -> None:
    revision = find_revision("main", folder)
    outside = folder.parent
    assert (revision.has(outside / "one.txt"), revision.has_folder(outside), revision.files(outside)) == (
        False, False, []
    )  # fmt: skip
    assert revision.called(outside / "one.txt") == outside / "one.txt"
    assert (revision.has_folder(folder), len(revision.files(folder))) == (True, 3)


def test_a_folder_that_git_cannot_list_is_one_message(folder: Path) -> None:
    lost = Revision("main", "0" * 40, folder)
    with pytest.raises(NoBaseline, match=r"git cannot list the files of this folder in main; run `git fsck`"):
        lost.files(folder)


def test_an_optional_config_that_a_revision_lacks_is_a_note(folder: Path) -> None:
    revision = find_revision("main", folder)
    assert revision.configs([Path("gone.yml"), Path("one.txt")], folder, folder / "default.yml") == [folder / "one.txt"]
    assert revision.notes == ["there was no gone.yml in main"]
    assert revision.configs([], folder, folder / "default.yml") == []
    assert DISK.configs([Path("gone.yml")], folder, folder / "default.yml") == [Path("gone.yml")]


def test_each_tree_has_its_own_error_for_a_missing_file(folder: Path) -> None:
    with pytest.raises(NotInRevision, match=r"no none\.txt in the revision 'main'; .* say git:main:PATH"):
        read_state("git:main:none.txt", Files((), folder))
    with pytest.raises(MappingError, match="no such file") as caught:
        read_state("none.txt", Files((), folder))
    assert not isinstance(caught.value, NotInRevision)


@pytest.mark.parametrize(
    ("shown", "is_input", "is_hinted"),
    [
        ("trunk", True, True),
        ("a/b", True, True),
        ("trunk", False, False),
        ("a.json", True, False),
        ("x:y", True, False),
    ],
)
def test_a_missing_file_without_a_suffix_may_be_meant_as_a_revision(
    shown: str, *, is_input: bool, is_hinted: bool
) -> None:
    (problem,) = DISK.missing(shown, is_input=is_input).problems
    assert problem.remedy == f"correct the path{f', or write git:{shown} for a revision' if is_hinted else ''}"


def test_a_scheme_may_be_named_in_a_revision(folder: Path) -> None:
    """Only its config is read from there: without one there, that is what is missing."""
    with pytest.raises(NotInRevision, match=r"no generator\.yaml in the revision"):
        read_state("git:main:botocore:s3", Files((), folder))


SHA = "0123456789" * 4


@pytest.mark.parametrize(
    ("remotes", "name", "words"),
    [
        ("up", "up/main", "up +refs/heads/main:refs/remotes/up/main"),
        ("up", "up/a/b", "up +refs/heads/a/b:refs/remotes/up/a/b"),
        ("up", "other/main", "up --tags"),
        ("up", "up", "up --tags"),
        ("up", SHA, f"up {SHA}"),
        ("fork up", SHA, f"fork {SHA}"),
        ("fork origin", SHA, f"origin {SHA}"),
        ("fork origin", "v9", "origin --tags"),
        ("fork up", "v9~1", "fork --tags"),
        ("fork origin", "fork/v9^", "fork +refs/heads/v9:refs/remotes/fork/v9"),
    ],
)
def test_what_is_not_here_is_fetched_from_the_remote_that_may_have_it(
    folder: Path, remotes: str, name: str, words: str
) -> None:
    with (folder / ".git" / "config").open("a") as config:
        config.write("".join(f'[remote "{remote}"]\n\turl = x\n' for remote in remotes.split()))
    with pytest.raises(NoBaseline) as caught:
        find_revision(name, folder)
    assert str(caught.value) == (
        f"git:{name}: the repository has no revision {name!r}; fetch it, if that is its name: git fetch {words}"
    )


def test_without_git_there_are_no_names_and_no_version(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert references(folder)[0] == 0
    monkeypatch.setenv("PATH", "")
    assert (references(folder), last_version(folder)) == ((127, b""), None)
