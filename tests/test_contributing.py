"""What contributors are told: the size of test modules, the commands, the markers and the kinds of news."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from .systems import toy
from .test_scalar_kinds import WRITTEN_BY

TESTS = Path(__file__).parent
ROOT = TESTS.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
COMMANDS = (ROOT / "example_site/docs/contributing/commands.md").read_text(encoding="utf-8")
MAX_LINES = 600


def test_no_module_of_the_tests_is_too_long() -> None:
    paths = sorted(TESTS.rglob("*.py"))
    lengths = {str(path.relative_to(TESTS)): len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_the_commands_page_has_every_session() -> None:
    sessions = [
        function.name
        for function in ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8")).body
        if isinstance(function, ast.FunctionDef) and function.decorator_list
    ]
    documented = re.findall(r"^\| `nox -s (\w+)` \|", COMMANDS, re.MULTILINE)
    assert sorted(documented) == sorted(sessions)


def test_what_the_needy_tests_need_is_what_the_others_do_not() -> None:
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    (expression,) = re.findall(r'^NEEDY = "(.+)"$', (ROOT / "noxfile.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"-m 'not ({expression})'" in options["addopts"]
    assert expression.split(" or ") == [marker.split(":")[0] for marker in options["markers"]]


def test_every_marker_is_explained() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]
    explained = re.findall(r"^\| `(\w+)` \|", COMMANDS, re.MULTILINE)
    assert sorted(explained) == sorted(marker.split(":")[0] for marker in settings["markers"])


def test_the_kinds_of_news_are_those_of_the_changelog() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]
    kinds = [kind["directory"] for kind in settings["type"]]
    for text in (CONTRIBUTING, (ROOT / ".changes" / "README.md").read_text(encoding="utf-8")):
        (sentence,) = re.findall(r"KIND is (?:one of\s+)?([^.]+)\.", text)
        assert re.findall(r"`(\w+)`", sentence) == kinds
    names = [path.name for path in (ROOT / ".changes").iterdir() if path.name != "README.md"]
    assert [name for name in names if not re.fullmatch(rf"\+[\w-]+\.({'|'.join(kinds)})\.md", name)] == []


def test_the_binary_packages_of_the_default_install_are_listed() -> None:
    lock = (ROOT / ".ci" / "requirements.txt").read_text(encoding="utf-8")
    files = {
        name: len(re.findall("--hash", hashes))
        for name, hashes in re.findall(r"^(\S+)==.*\n((?: +--hash.*\n)+)", lock, re.MULTILINE)
    }
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    waiting = list(settings["project"]["dependencies"])
    installed: set[str] = set()
    while waiting:
        needed = Requirement(waiting.pop())
        name = canonicalize_name(needed.name)
        applies = needed.marker is None or needed.marker.evaluate({"extra": "", "sys_platform": "linux"})
        if applies and name not in installed:
            installed.add(name)
            waiting += requires(name) or ()
    more_than_wheel_and_source = {name for name in installed if files[name] > 2}
    (section,) = re.findall(r"### A dependency\n(.*?)\n## ", CONTRIBUTING, re.DOTALL)
    assert set(re.findall(r"^\| `([\w-]+)` \|", section, re.MULTILINE)) == more_than_wheel_and_source


def section(title: str) -> str:
    """A section of the page for contributors."""
    (found,) = re.findall(rf"^### {title}\n(.*?)^###? ", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    return str(found)


def test_the_places_of_a_kind_of_scalars_are_all_that_there_are() -> None:
    listed = set(re.findall(r"^\| `([\w/.]+)` \|", section("A kind of scalars"), re.MULTILINE))
    assert listed == {"mapper/model/attribute.py"} | WRITTEN_BY
    assert len(listed) <= 3


def test_with_the_line_that_is_shown_a_system_is_one_of_the_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    (diff,) = re.findall(r"^```diff\n(.*?)^```", section("A system"), re.MULTILINE | re.DOTALL)
    lines = diff.splitlines()
    assert len([line for line in lines if line.startswith("+") and not line.startswith("+++")]) == 1
    (changed,) = [line.removeprefix("--- a/") for line in lines if line.startswith("---")]
    source, at = (ROOT / changed).read_text(encoding="utf-8"), 0
    for line in lines[2:]:
        if line.startswith(" "):
            at = source.index(f"{line[1:]}\n") + len(line)
        else:
            source = f"{source[:at]}{line[1:]}\n{source[at:]}"
    monkeypatch.setitem(sys.modules, "mapper.toy", ModuleType("mapper.toy"))
    monkeypatch.setitem(sys.modules, "mapper.toy.system", toy)
    made = ModuleType("mapper.registry")
    made.__package__ = "mapper"
    exec(compile(source, changed, "exec"), vars(made))
    assert made.system_named("toy") is toy.TOY
    assert toy.TOY in made.all_systems()
    assert "toy" in next(names for names in made.rules_by_systems())


def test_nothing_but_the_registry_knows_the_toy_system() -> None:
    modules = [path for package in ("mapper", "mkdocs_oasmap") for path in (ROOT / package).rglob("*.py")]
    assert [path for path in modules if re.search(r"\btoys?\b", path.read_text(encoding="utf-8"), re.IGNORECASE)] == []
    fixture = ast.parse((TESTS / "systems/conftest.py").read_text(encoding="utf-8")).body[-1]
    assert isinstance(fixture, ast.FunctionDef)
    assert [ast.unparse(line) for line in fixture.body[1:]] == [
        "monkeypatch.setitem(registry.REGISTRY, 'toy', lambda: TOY)"
    ]
