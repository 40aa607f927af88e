"""References to files that must not be read, and files that must not be waited for."""

import os
from pathlib import Path

import pytest

from .descriptions import CONFIG, STRING, api, attributes, obj, write
from .limited import oasmap, refused

pytestmark = pytest.mark.soak

SECRET = "the secret"


def linked(folder: Path, reference: str) -> str:
    """Map a description with a property behind `reference`; what is printed. The other property is there."""
    write(folder, api([("A", obj([("it", f'{{"$ref": "{reference}"}}'), ("a", STRING)]))]))
    run = oasmap(folder, "generate", "--sidecar", "sidecar.json", "api")
    assert run.code == 0
    assert "a" in attributes(folder)
    written = (folder / "provider_code_spec.json").read_text() + (folder / "sidecar.json").read_text()
    assert SECRET not in written + run.err
    return run.err


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder beside a file that is none of its business."""
    (tmp_path / "secret.json").write_text(f'{{"type": "string", "description": "{SECRET}"}}')
    folder = tmp_path / "site"
    folder.mkdir()
    return folder


@pytest.mark.parametrize(
    "reference",
    [
        *("../secret.json", "./../secret.json", "x/../../secret.json", "%2e%2e/secret.json", "..%2fsecret.json"),
        *(
            "../../../../../../../../etc/passwd",
            "/etc/passwd",
            "//etc/passwd",
            "file:///etc/passwd",
            "FILE:/etc/passwd",
        ),
        *("file://localhost/etc/passwd", "file:../secret.json", "/proc/self/environ", "/dev/zero", "/dev/stdin"),
        *("\\\\\\\\host\\\\share\\\\secret.json", "//host/share/secret.json", "C:\\\\secret.json", "C:/secret.json"),
        *("~/secret.json", "$HOME/secret.json", "http://127.0.0.1/secret.json", "https://localhost:1/secret.json"),
        *("data:application/json,{}", "ftp://localhost/x", "jar:file:x", "x\\u0000/../../secret.json"),
    ],
)
def test_what_is_outside_is_not_read(site: Path, reference: str) -> None:
    assert "OAS301" in linked(site, reference)
    assert "it" not in attributes(site)


def test_links_that_lead_outside_are_not_followed(site: Path) -> None:
    (site / "file.json").symlink_to("../secret.json")
    (site / "folder").symlink_to("..")
    (site / "loop.json").symlink_to("loop.json")
    (site / "twice.json").symlink_to("folder/site/file.json")
    for reference in (
        "file.json",
        "folder/secret.json",
        "loop.json",
        "x/../loop.json#/a",
        "twice.json",
        "folder/site/../secret.json",
    ):
        assert "OAS301" in linked(site, reference)


def test_links_that_stay_inside_are_followed(site: Path) -> None:
    (site / "real.json").write_text('{"type": "string"}')
    (site / "link.json").symlink_to("real.json")
    linked(site, "link.json")
    assert "it" in attributes(site)


def test_what_is_no_file_is_not_waited_for(site: Path) -> None:
    os.mkfifo(site / "pipe.json")
    (site / "folder.json").mkdir()
    for reference in ("pipe.json", "folder.json", "pipe.json#/x"):
        assert "OAS301" in linked(site, reference)


def test_devices_and_pipes_in_place_of_the_inputs(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]))
    os.mkfifo(site / "pipe")
    for name in ("pipe", "/dev/zero", "/proc/self/mem"):
        refused(oasmap(site, "generate", name), "this is not a regular file|cannot be read")
        refused(oasmap(site, "generate", "--config", name, "api"), "this is not a regular file|cannot be read")


def test_a_file_without_permission(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]))
    (site / "api").chmod(0)
    run = oasmap(site, "generate", "api")
    assert run.code == (0 if os.geteuid() == 0 else 1)  # root may read anything


def test_a_file_that_is_its_own_output(site: Path) -> None:
    write(site, api([("A", obj([("a", STRING)]))]), CONFIG)
    before = (site / "api").read_bytes()
    refused(oasmap(site, "generate", "--output", "./x/../api", "api"), "")
    assert (site / "api").read_bytes() == before
