"""The page *Move from Material*: the tutorial's site is built in each of the four ways, and its links stay."""

import re
from pathlib import Path

import pytest

from ..files import write_files
from ..guide.fences import DOCS, Block, blocks
from .hosts import HostSite, ran

GUIDE = DOCS / "moving-from-material.md"
WAYS = ("stay", "another-theme", "properdocs", "zensical")
TELESCOPE = "reference/resources/telescope"


def steps(way: str) -> list[Block]:
    """The blocks of a section of the page."""
    text = GUIDE.read_text(encoding="utf-8")
    starts = {}
    for found in re.finditer(r"^## (.*)$(?:\n+<a id=\"([\w-]+)\">)?", text, re.MULTILINE):
        starts[found[2] or found[1].lower()] = text.count("\n", 0, found.start())
    end = min((line for line in starts.values() if line > starts[way]), default=10**6)
    return [block for block in blocks(GUIDE) if starts[way] < block.line <= end]


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> dict[str, HostSite]:
    return {way: _built(way, tmp_path_factory.mktemp(way)) for way in WAYS}


def _built(way: str, folder: Path) -> HostSite:
    tutorial = [
        block for block in blocks(DOCS / "getting-started.md") if Path(block.title).suffix in (".yaml", ".yml", ".md")
    ]
    write_files(folder, {block.title: block.text for block in tutorial})
    for block in steps(way):
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
            continue
        for line in block.text.splitlines():
            if not line.startswith("pip "):
                ran(folder, *line.split())
    return HostSite(folder / "site")


@pytest.mark.build
@pytest.mark.parametrize("way", WAYS[1:])
def test_pages_rows_and_anchors_stay(sites: dict[str, HostSite], way: str) -> None:
    before, after = sites["stay"], sites[way]
    assert TELESCOPE in before.names
    assert after.names == before.names
    for name in before.names:
        assert {e.id for e in after.without_title(name)} == {e.id for e in before.without_title(name)}
        assert after.rows(name) == before.rows(name)


@pytest.mark.parametrize("way", WAYS)
def test_each_way_is_in_the_table(way: str) -> None:
    assert f"(#{way})" in GUIDE.read_text(encoding="utf-8")
    assert steps(way)
