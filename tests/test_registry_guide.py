"""The repository of the guide's page on Terraform's registry: its files, its commands, and the pages it shows."""

import shlex
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from .guide import DOCS, Block, blocks
from .site.sites import build

PAGE = DOCS / "registry.md"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """All files of the page, but for those that are made."""
    monkeypatch.chdir(tmp_path)
    for block in blocks(PAGE):
        if block.title and not _is_made(block):
            path = tmp_path / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
    return tmp_path


def test_the_commands_of_the_page_work_and_make_what_it_shows(repository: Path) -> None:
    commands = [
        line for block in blocks(PAGE) if block.language == "sh" and not block.title for line in block.text.splitlines()
    ]
    assert len(commands) >= 4
    for command in commands:
        program, *arguments = shlex.split(command)
        assert (program, main(arguments)) == ("oasmap", 0)
    shown = [block for block in blocks(PAGE) if _is_made(block)]
    assert len(shown) >= 3
    for block in shown:
        assert block.text in (repository / block.title).read_text(encoding="utf-8")
    assert "Old Smoky" in (repository / "docs/guides/first-bread.md").read_text()


@pytest.mark.build
def test_the_site_of_the_page_writes_them_too_and_shows_the_examples(repository: Path) -> None:
    built = build(repository / "mkdocs.yml")
    assert built.troubles == []
    assert (repository / "docs/resources/oven.md").is_file()
    assert not any("first-bread" in uri for uri in built.uris)
    text = built.text("reference/resources/oven/index.html")
    assert "Vesuvio" in text
    assert "For pizza" in text
    before = {path: path.stat().st_mtime_ns for path in (repository / "docs").rglob("*.md")}
    build(repository / "mkdocs.yml")
    assert {path: path.stat().st_mtime_ns for path in (repository / "docs").rglob("*.md")} == before


def test_a_mistake_in_a_template_is_told_as_on_the_page(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = repository / "templates/resources/oven.md.tmpl"
    template.write_text(template.read_text().replace("# {{ .Name }}", "# {{ .Nmae }}"))
    assert main(["pages", "--format", "registry", "openapi.yaml", "docs"]) == 1
    error = capsys.readouterr().err
    assert f"error: {error.partition('error: ')[2]}".strip() in PAGE.read_text(encoding="utf-8")
    assert not (repository / "docs").exists()


def _is_made(block: Block) -> bool:
    return block.title.startswith("docs/")
