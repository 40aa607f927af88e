"""The files of the guide as a code host shows them: they have their lists, and every link leads somewhere."""

import importlib.util
import re
from functools import cache
from pathlib import Path

import pytest

from mapper.registry import all_systems, catalogue, rules_of
from mapper.version import GUIDE, HOME, page_of_guide
from mkdocs_oasmap.cli import main

from . import DOCS

ROOT = DOCS.parents[1]
FILES = [*sorted(DOCS.rglob("*.md")), *(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY"))]
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)
_HEADING = re.compile(r"^#{1,6} +(.*?)\s*$", re.MULTILINE)


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of a file: those that it states, and those that hosts make of headings."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    words = (re.sub(r"\[([^\]]*)\]\([^)]*\)|<[^>]+>", r"\1", heading) for heading in _HEADING.findall(text))
    slugs = (re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in words)
    return frozenset((*slugs, *re.findall(r'<a id="([^"]+)"', text)))


def leads(path: Path, link: str) -> bool:
    """Whether a link of a file leads to a file that is there, and to an anchor that it has."""
    name, _, anchor = link.partition("#")
    target = path.parent / name if name else path
    return target.exists() and (not anchor or target.suffix != ".md" or anchor in anchors(target))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_link_of_a_file_leads_somewhere(path: Path) -> None:
    links = ["".join(pair) for pair in _LINK.findall(_CODE.sub("", path.read_text(encoding="utf-8")))]
    assert [link for link in links if not re.match(r"[a-z]+:", link) and not leads(path, link)] == []


def test_the_lists_of_the_guide_are_what_the_program_says() -> None:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "example_site/tables.py")
    assert spec is not None
    assert spec.loader is not None
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    stale = [path.name for path in DOCS.rglob("*.md") if tables.filled(path) != path.read_text(encoding="utf-8")]
    assert stale == [], "nox -s lists"


def test_no_heading_has_marks_that_a_host_shows() -> None:
    heading = re.compile(r"^#+ .*\{ #.*$", re.MULTILINE)
    assert [line for path in FILES for line in heading.findall(path.read_text(encoding="utf-8"))] == []


def test_every_address_that_explain_prints_leads_to_its_entry(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (*catalogue(), "all"):
        main(["explain", name])
    for system in all_systems():
        main(["explain", "--system", system.name, "all"])
    addresses = set(re.findall(rf"{re.escape(GUIDE)}/(\S+)", capsys.readouterr().out))
    rules = {rule for system in all_systems() for rule in rules_of(system.name)}
    assert len(addresses) >= len(catalogue()) + len(rules)
    assert {address for address in addresses if not leads(DOCS / "any.md", address)} == set()


def test_an_address_is_of_a_file_until_the_guide_is_published() -> None:
    assert page_of_guide("diagnostics", "a", f"{HOME}/tree/main/docs") == f"{HOME}/tree/main/docs/diagnostics.md#a"
    assert page_of_guide("diagnostics", "a", "https://guide.example/") == "https://guide.example/diagnostics/#a"
