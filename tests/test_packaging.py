"""What is published: metadata, links, the groups of tools, addresses in files; and how little an import loads."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
import yaml

from mapper.systems.terraform.propose.config_text import EDITOR_SCHEMA
from mapper.version import GUIDE, RAW, REPOSITORY
from mkdocs_oasmap.repository import Handwritten

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE = PROJECT["project"]["urls"]["Source"]


@pytest.fixture
def hook() -> Any:
    """The module that fills in the metadata."""
    import importlib.util

    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_links_of_the_description_are_absolute(hook: Any) -> None:
    text = hook.absolute((ROOT / "README.md").read_text(encoding="utf-8"), SOURCE)
    targets = re.findall(r"\]\(([^()\s]+)\)", text)
    assert targets
    assert [target for target in targets if not target.startswith(("https://", "#"))] == []
    assert f"]({SOURCE}/raw/main/example_site/docs/assets/" in text


@pytest.mark.parametrize(("release", "has_tools"), [("", True), ("1", False)])
def test_tools_are_extras_of_a_checkout_only(
    hook: Any, monkeypatch: pytest.MonkeyPatch, release: str, has_tools: bool
) -> None:
    monkeypatch.setenv("OASMAP_RELEASE", release)
    metadata: dict[str, Any] = {"urls": {"Source": SOURCE}}
    config = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["custom"]
    hook.Metadata(str(ROOT), config).update(metadata)
    extras = metadata["optional-dependencies"]
    assert ("test" in extras, "lint" in extras) == (has_tools, has_tools)
    assert {"ack", "overlay", "validate"} <= set(extras)


def test_every_address_of_the_repository_is_that_of_the_metadata() -> None:
    owner = SOURCE.removeprefix("https://github.com/")
    assert EDITOR_SCHEMA.startswith(f"https://raw.githubusercontent.com/{owner}/main/schemas/")
    assert (ROOT / EDITOR_SCHEMA.partition("/main/")[2]).is_file()
    guide = (ROOT / "example_site/docs/adopting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?:github\.com|githubusercontent\.com)/([\w-]+/[\w-]+)", guide))
    assert named == {owner}


def test_pages_of_the_guide_are_in_its_navigation() -> None:
    text = (ROOT / "example_site/mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "example_site/docs").glob("*.md"):
        assert page.name in text
    assert yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("flavour", [PurePosixPath, PureWindowsPath])
def test_names_of_examples_are_read_on_any_system(flavour: type[PurePosixPath] | type[PureWindowsPath]) -> None:
    path = flavour("examples", "resources", "zoo_pet", "two-mounts.tf")
    assert Handwritten(path.as_posix(), "").title == "Two mounts"


def test_all_addresses_of_the_repository_are_those_of_one_place() -> None:
    own = REPOSITORY.partition("/")[2]
    files = [ROOT / name for name in ("pyproject.toml", "README.md", ".pre-commit-hooks.yaml", "SECURITY.md")]
    files += [
        *(ROOT / "example_site/docs").rglob("*.md"),
        *(ROOT / ".github").rglob("*.yml"),
        *(ROOT / "mapper").rglob("*.py"),
    ]
    named = {
        (path.name, found)
        for path in files
        if path.is_file()
        for found in re.findall(
            rf"(?:github\.com|githubusercontent\.com|uses:)[/ ]([\w-]+/{own})\b", path.read_text(encoding="utf-8")
        )
    }
    assert {found for _, found in named} == {REPOSITORY}
    assert f"https://github.com/{REPOSITORY}" == SOURCE
    assert EDITOR_SCHEMA.startswith(f"{RAW}/main/")
    urls = dict(PROJECT["project"]["urls"])
    assert urls.pop("Documentation") == GUIDE
    assert all(url.startswith(SOURCE) for url in urls.values())


def test_to_import_the_library_imports_next_to_nothing() -> None:
    code = "import sys, mapper; print(*[name for name in sys.modules if name.startswith('mapper.')])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert loaded.split() == ["mapper.version"]
