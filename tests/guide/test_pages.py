"""Every command, file and printed output of the README and the guide is what it says."""

import json
from pathlib import Path

import pytest

from ..site.sites import build
from .fences import PAGES, blocks, fences, name
from .player import SHELL, is_command, play
from .snippets import pages_of, problem
from .workspace import Workspace

WITH_BLOCKS = [page for page in PAGES if fences(page)]
_FIRST = "README"
"""What everybody begins with. The commands of the other pages are run with the whole builds."""


def _marks(page: Path) -> list[pytest.MarkDecorator]:
    runs = any(is_command(block.title) or block.language in SHELL for block in blocks(page))
    return [pytest.mark.build] if runs and name(page) != _FIRST else []


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name)
def test_every_fence_of_a_page_is_read(page: Path) -> None:
    assert 2 * len(list(blocks(page))) == fences(page)


@pytest.mark.parametrize("page", [pytest.param(page, id=name(page), marks=_marks(page)) for page in WITH_BLOCKS])
def test_a_page_can_be_played(page: Path, tmp_path: Path) -> None:
    for seen in play(page, Workspace(tmp_path)):
        assert seen.is_true, f"{page.name}:{seen.block.line}: {seen.block.title or seen.block.text}\n{seen.found}"


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name)
def test_a_snippet_is_what_it_looks_like(page: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    found = {f"{page.name}:{block.line}": problem(block, workspace) for block in blocks(page)}
    assert {place: text for place, text in found.items() if text} == {}


@pytest.mark.build
def test_blocks_and_links_in_markdown_lead_to_pages_of_the_example(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    texts = [block.text for page in WITH_BLOCKS for block in blocks(page) if block.language == "markdown"]
    assert len(texts) >= 4
    workspace.write("docs/index.md", "# The observatory\n")
    pages_of(texts, workspace.folder / "docs")
    options = {"spec": "api/openapi.yaml", "config": "generator_config.strict.yml"}
    site = {"site_name": "Guide", "plugins": ["autorefs", {"oasmap": options}]}
    assert build(workspace.write("mkdocs.yml", json.dumps(site))).troubles == []


def test_there_are_about_sixty_commands_and_as_many_files_and_outputs() -> None:
    everything = [block for page in PAGES for block in blocks(page)]
    commands = [line for block in everything if block.language in SHELL for line in block.text.splitlines()]
    assert len([line for line in commands if line and not line.startswith(("#", " "))]) >= 60
    assert len([block for block in everything if is_command(block.title)]) >= 5
