"""What is published: metadata, links, the groups of tools, addresses in files; and the library as others use it."""

import inspect
import re
import subprocess
import sys
import tomllib
import typing
from collections.abc import Iterator
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
import yaml
from msgspec import Struct

import mapper
from mapper import types
from mapper.review import changes
from mapper.systems.terraform.propose.config_text import EDITOR_SCHEMA
from mapper.version import RAW, REPOSITORY
from mkdocs_oasmap.repository import Handwritten

from .processes import output

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
    assert all(url.startswith(SOURCE) for url in PROJECT["project"]["urls"].values())


PAGE = (ROOT / "example_site/docs/contributing/python.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
CONFIG = """\
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: post}, read: {path: /o, method: get}}}
"""
API = """\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}, responses: {}}
  /o: {get: {responses: {}}}
components:
  schemas:
    Oven: {type: object, properties: {door: {type: object, properties: {locked: {type: boolean}}}}}
"""


@pytest.mark.parametrize("name", mapper.__all__)
def test_everything_in_the_interface_is_there_and_explained(name: str) -> None:
    found = getattr(mapper, name)
    assert name == "__version__" or found.__doc__
    assert f"`{name}" in PAGE or re.search(rf"\b{name}\b", EXAMPLE)


def _types(annotation: Any) -> Iterator[type]:
    """The classes of the library in an annotation."""
    if inspect.isclass(annotation) and annotation.__module__.startswith("mapper"):
        yield annotation
    for argument in typing.get_args(annotation):
        for one in argument if isinstance(argument, list | tuple) else [argument]:
            yield from _types(one)


def test_every_type_that_the_interface_takes_or_returns_is_public() -> None:
    """Of functions, and of the fields of values; also of those that are public for this reason."""
    late = {"Lost": changes.Lost, "Wanted": changes.Wanted}
    named = {value for name, value in vars(types).items() if not name.startswith("_")}
    public = {getattr(mapper, name) for name in mapper.__all__} | named
    for thing in public:
        if inspect.isfunction(thing) or (inspect.isclass(thing) and issubclass(thing, Struct)):
            hints = typing.get_type_hints(thing, localns=late)
            used = {one for name, hint in hints.items() if not name.startswith("_") for one in _types(hint)}
            assert used <= public, (thing, used - public)


@pytest.mark.peer
def test_the_example_of_the_guide_passes_a_strict_type_checker(tmp_path: Path) -> None:
    (tmp_path / "sample.py").write_text(EXAMPLE, encoding="utf-8")
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = true\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "sample.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_is_not_in_the_interface_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        mapper.nothing_of_this_name  # noqa: B018


def test_the_example_of_the_guide_maps_walks_and_writes(tmp_path: Path) -> None:
    (tmp_path / "api").mkdir()
    (tmp_path / "api/openapi.yaml").write_text(API)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    assert output([sys.executable, "-c", EXAMPLE], tmp_path, PYTHONPATH=str(ROOT)).splitlines() == [
        "resource oven door computed_optional api/openapi.yaml /components/schemas/Oven/properties/door",
        "resource oven door.locked computed_optional api/openapi.yaml"
        " /components/schemas/Oven/properties/door/properties/locked",
    ]
    assert '"door"' in (tmp_path / "provider_code_spec.json").read_text()


def test_to_import_the_library_imports_next_to_nothing() -> None:
    code = "import sys, mapper; print(*[name for name in sys.modules if name.startswith('mapper.')])"
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert loaded.split() == ["mapper.version"]
