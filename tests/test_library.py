"""The library as others use it: what it exports, and the example of the guide."""

import inspect
import re
import subprocess
import sys
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import mapper
from mapper import types
from mapper.review import changes

from .processes import output

ROOT = Path(__file__).parents[1]
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
