"""The library as other programs use it: its interface, and the programs of the guide's page, for every system."""

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
import mkdocs_oasmap.review
from mapper import types
from mapper.review import changes

from .forks import python, python_output
from .processes import output
from .systems.cases import CASES

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "example_site/docs/contributing/python.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r'```python title="(.*?)"\n(.*?)```', PAGE, re.DOTALL))
SYSTEMS = [name for name in CASES if name != "toy"]
API = """\
openapi: 3.1.0
info: {title: Bakery, version: "1"}
paths:
  /ovens:
    post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}, responses: {}}
  /o: {get: {responses: {}}}
components:
  schemas:
    Oven:
      required: [door]
      properties: {door: {description: It opens., type: object, properties: {locked: {type: boolean}}}}
"""
CONFIG = """\
provider: {name: bakery}
resources: {oven: {create: {path: /ovens, method: post}, read: {path: /o, method: get}}}
"""


@pytest.mark.parametrize("name", mapper.__all__)
def test_everything_in_the_interface_is_there_and_explained(name: str) -> None:
    found = getattr(mapper, name)
    assert name == "__version__" or found.__doc__
    assert re.search(rf"\b{name}\b", PAGE)


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


@pytest.mark.parametrize("module", [mapper, mkdocs_oasmap.review])
def test_completion_sees_the_interface_before_it_is_imported(module: Any) -> None:
    code = f"import {module.__name__} as module; print(*dir(module))"
    assert output([sys.executable, "-c", code], ROOT).split() == sorted(module.__all__)


@pytest.mark.peer
def test_the_programs_of_the_guide_pass_a_strict_type_checker(tmp_path: Path) -> None:
    for name, text in PROGRAMS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", *PROGRAMS]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_what_is_not_in_the_interface_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        mapper.nothing_of_this_name  # noqa: B018
    with pytest.raises(AttributeError):
        mkdocs_oasmap.review.nothing_of_this_name  # noqa: B018


def run(program: str, folder: Path, *arguments: str) -> str:
    return python_output(["-c", PROGRAMS[program], *arguments], folder, PYTHONPATH=str(ROOT))


def bakery(folder: Path, api: str = API) -> list[str]:
    (folder / "openapi.yaml").write_text(api)
    (folder / "generator_config.yml").write_text(CONFIG)
    return ["terraform", "openapi.yaml", "generator_config.yml"]


def test_the_required_attributes_of_the_guide_have_their_lines(tmp_path: Path) -> None:
    assert run("required.py", tmp_path, *bakery(tmp_path)) == "resource oven door openapi.yaml:11\n"


def test_the_check_of_the_guide_fails_for_a_description_that_is_gone(tmp_path: Path) -> None:
    system, spec, config = bakery(tmp_path)
    (tmp_path / "old.yaml").write_text(API)
    arguments = ["-c", PROGRAMS["descriptions.py"], "old.yaml", spec, system, config]
    for text, told in ((API, ""), (API.replace("description: It opens., ", ""), "resource bakery_oven door API ")):
        (tmp_path / spec).write_text(text)
        done = python(arguments, tmp_path)
        assert (done.stdout.startswith(told), done.returncode, done.stderr) == (True, int(bool(told)), "")


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_programs_of_the_guide_run_for_every_system(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    case.write(tmp_path)
    configs = [file for file in case.files if file.endswith((".yml", ".yaml")) and file != case.spec]
    assert "Traceback" not in run("required.py", tmp_path, name, case.spec, *configs)
    run("own_pages.py", tmp_path, name, case.spec, *configs)
    assert any("\n- " in page.read_text(encoding="utf-8") for page in tmp_path.glob("*.md"))
    assert (tmp_path / "oasmap.json").is_file()
    assert run("descriptions.py", tmp_path, "oasmap.json", "oasmap.json", name, *configs) == ""
