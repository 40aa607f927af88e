"""Names of files are the same on every system, and have slashes."""

from __future__ import annotations

from pathlib import PurePath, PurePosixPath, PureWindowsPath

import pytest

from mapper.paths import display_path, relative_path

FLAVOURS = [(PurePosixPath, "/"), (PureWindowsPath, "C:\\"), (PureWindowsPath, "\\\\host\\share\\")]
ANY_SYSTEM = pytest.mark.parametrize(("flavour", "root"), FLAVOURS)
Flavour = type[PurePosixPath] | type[PureWindowsPath]


@ANY_SYSTEM
@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        ("work/api/openapi.yaml", "work", "api/openapi.yaml"),
        ("work/api/openapi.yaml", "work/docs", "../api/openapi.yaml"),
        ("work/a b/ü.yaml", "work/docs/more", "../../a b/ü.yaml"),
        ("other/x.yaml", "work/docs", "../../other/x.yaml"),
        ("work/docs2/x", "work/docs", "../docs2/x"),
        ("work", "work/docs", ".."),
        ("work", "work", "."),
    ],
)
def test_a_way_has_slashes(flavour: Flavour, root: str, path: str, folder: str, name: str) -> None:
    assert relative_path(flavour(root, *path.split("/")), flavour(root, *folder.split("/"))) == name


@pytest.mark.parametrize(
    ("path", "folder", "name"),
    [
        (r"D:\api\x.yaml", r"C:\work", "D:/api/x.yaml"),
        (r"\\host\share\x.yaml", r"C:\work", "//host/share/x.yaml"),
        (r"c:\WORK\x.yaml", r"C:\work", "x.yaml"),
    ],
)
def test_no_way_leads_to_another_drive(path: str, folder: str, name: str) -> None:
    assert relative_path(PureWindowsPath(path), PureWindowsPath(folder)) == name
    assert display_path(PureWindowsPath(path), PureWindowsPath(path), PureWindowsPath(folder)) == name


@ANY_SYSTEM
def test_a_file_is_shown_as_it_was_given_unless_it_is_near(flavour: Flavour, root: str) -> None:
    base = flavour(root, "home", "owl", "project")

    def name(given: PurePath, *resolved: str) -> str:
        return display_path(given, flavour(root, *resolved), base)

    assert name(flavour("api", "x.yaml"), "home", "owl", "project", "api", "x.yaml") == "api/x.yaml"
    assert name(flavour("..", "api", "x.yaml"), "home", "owl", "api", "x.yaml") == "../api/x.yaml"
    assert name(flavour(root, "home", "owl", "x.yaml"), "home", "owl", "x.yaml") == "../x.yaml"
    assert name(flavour(root, "etc", "x.yaml"), "etc", "x.yaml") == flavour(root, "etc", "x.yaml").as_posix()
