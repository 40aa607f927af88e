"""Examples of the guide are what they say, and what a config can say has one; the page on registries, too."""

import re
import shlex
from pathlib import Path

import pytest

from mapper.registry import catalogue
from mapper.systems.terraform.config.policies import CHOICES, DEFAULTS, NAMES
from mapper.systems.terraform.config.schema import OVERRIDE_KEYS
from mkdocs_oasmap.cli import main

from .files import write_files
from .guide import DOCS, Block, blocks
from .rule_examples import LINES, SPEC, Section, difference, mappings, parse, sections
from .site.sites import build

SHOWN = re.compile(rf'title="({SPEC}|{LINES})"')
PAGES = sorted(page.name for page in DOCS.glob("*.md") if SHOWN.search(page.read_text(encoding="utf-8")))
EXAMPLES = [section for page in PAGES for section in sections(page) if section.is_example]
CODE = re.compile(r"OAS\d{3}")

POLICIES = {*CHOICES, *NAMES, "formats", "recursion_depth"}
SCHEMA_KEYS = {"ignores", "aliases", "overrides", "additional"}
DIFFERENCES = 23
"""Rows of the table of differences, without Swagger, which has a page of its own."""


@pytest.mark.parametrize("section", EXAMPLES, ids=lambda section: f"{section.page}: {section.heading}")
def test_an_example_is_what_is_written(section: Section, tmp_path: Path) -> None:
    codes = set()
    for mapping, excerpt in mappings(section, tmp_path):
        assert difference(excerpt, mapping) == ""
        codes |= {diagnostic.code for diagnostic in mapping.diagnostics}
    assert set(CODE.findall(section.prose)) <= codes


ONE = """\
```yaml title="openapi.yaml"
Telescope:
  properties:
    name: {type: string, description: Its name.}
```
"""
NAME = '{"name": "name", "string": {"computed_optional_required": "computed_optional", "description": "Its name."}}'


@pytest.mark.parametrize(
    ("excerpt", "same"),
    [
        (f"[{NAME}]", 1),
        (NAME, 1),
        ('{"name": "telescope", "schema": {"attributes": [{"name": "name"}]}}', 1),
        ('{"resources": [{"schema": {"attributes": [{"name": "name"}]}}]}', 1),
        ("[]", 0),
        ('{"name": "name", "string": {"computed_optional_required": "computed_optional"}}', 0),
        ('{"name": "size", "string": {}}', 0),
        ('{"name": "telescope", "schema": {"attributes": []}}', 0),
        ('{"name": "telescope", "schema": {"description": "None."}}', 0),
        ('{"resources": [{"schema": {"attributes": [{"name": "size"}]}}]}', 0),
        ('name: string, optional, computed, "Its name."', 1),
        ("name: string, optional, computed", 0),
        ('name: string, required, "Its name."', 0),
        ('name: string, optional, computed, "Its name."\n…', 0),
        ('name: string, optional, computed, "Its name."\nsize: string, computed', 0),
    ],
)
def test_a_wrong_excerpt_is_found_out(excerpt: str, same: int, tmp_path: Path) -> None:
    text = f'# Page\n{ONE}\n```json title="provider_code_spec.json"\n{excerpt}\n```\n'
    (_, section) = parse("page.md", text)
    ((mapping, shown),) = mappings(section, tmp_path)
    assert (difference(shown, mapping) == "") == bool(same)


def words(page: str) -> set[str]:
    """What stands in code spans in the headings of the examples of a page."""
    return {word for section in EXAMPLES if section.page == page for word in re.findall(r"`(.+?)`", section.heading)}


def test_every_policy_has_its_section() -> None:
    assert words("policies.md") == POLICIES, "policies.md has a section with an example for each"


@pytest.mark.parametrize("policy", CHOICES)
def test_every_value_of_a_policy_is_shown(policy: str) -> None:
    sections = [s for s in EXAMPLES if s.page == "policies.md" and s.heading == f"`{policy}`"]
    assert len(sections) == 1, f"policies.md needs a section `{policy}` with an example"
    (section,) = sections
    shown = {config["policies"][policy] for config in section.configs}
    if section.blocks[1].title in (SPEC, LINES):  # before any config
        shown.add(getattr(DEFAULTS, policy))
    assert shown == set(CHOICES[policy])


def test_every_key_of_an_override_and_of_a_schema_has_its_section() -> None:
    assert words("overrides.md") == {*OVERRIDE_KEYS, *SCHEMA_KEYS - {"overrides"}}


def test_every_difference_has_its_section() -> None:
    assert len([section for section in EXAMPLES if section.page == "differences.md"]) >= DIFFERENCES


@pytest.mark.parametrize("page", PAGES)
def test_what_has_neither_example_nor_figures_has_parts_with_an_example(page: str) -> None:
    found = sections(page)
    for section, following in zip(found, [*found[1:], None], strict=True):
        if not section.is_example and section.prose.strip() and "| --- |" not in section.prose:
            assert following is not None
            assert following.is_example or not following.prose.strip() or "| --- |" in following.prose


def test_every_code_that_is_mentioned_exists() -> None:
    assert {code for section in EXAMPLES for code in CODE.findall(section.prose)} <= catalogue().keys()


PAGE = DOCS / "registry.md"


@pytest.fixture
def repository(here: Path) -> Path:
    """All files of the page, but for those that are made."""
    write_files(here, {block.title: block.text for block in blocks(PAGE) if block.title and not _is_made(block)})
    return here


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
