"""The table of the words on pages, and what a site says in place of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import mapper
from mapper.registry import all_systems
from mkdocs_oasmap.pages.block import embed
from mkdocs_oasmap.pages.made_phrases import REASONS, REMARKS, UNUSED
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.phrases import PHRASES, SCRIPT_PHRASES, TABLE, known_phrases
from mkdocs_oasmap.pages.views import rows_of
from mkdocs_oasmap.pages.wording import ENGLISH, Words, wrong_words
from mkdocs_oasmap.render.html import SCRIPT, THEME_DIR, Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files

from ..systems.samples import sample

TEMPLATES = sorted(path for path in (THEME_DIR / "oasmap").rglob("*") if path.suffix in (".html", ".md"))
NAMES = {"kubectl get", "List"}
"""What templates write in code, which is the same in all languages."""


@cache
def templates() -> dict[str, nodes.Template]:
    environment = Environment()
    return {str(path.relative_to(THEME_DIR)): environment.parse(path.read_text()) for path in TEMPLATES}


def said_by(template: nodes.Template) -> Iterator[str]:
    """The phrases that a template says."""
    for node in template.find_all(nodes.Filter):
        if node.name == "word" and isinstance(node.node, nodes.Const):
            yield " ".join(node.node.value.split())
        if node.name == "counted":
            yield from (argument.value for argument in node.args if isinstance(argument, nodes.Const))


def is_in_code(phrase: str) -> bool:
    """Whether a text is in the code that pages are made by; what a system adds, with any values in it."""
    if phrase not in REMARKS:
        return f'"{phrase}"' in code()
    texts = map(re.escape, re.split(r"\{\w+\}", phrase))
    return re.search(f'"{".{1,60}?".join(texts)}"', code()) is not None


@cache
def code() -> str:
    folders = (THEME_DIR.parent, Path(mapper.__file__).parent)
    paths = (
        path
        for folder in folders
        for path in folder.rglob("*.py")
        if path.name not in ("phrases.py", "made_phrases.py")
    )
    return "\n".join(path.read_text() for path in paths)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(THEME_DIR)))
def test_a_template_has_no_words_of_its_own(path: Path) -> None:
    text = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(), flags=re.DOTALL)
    said = re.findall(r'\b(?:title|aria-label|placeholder)="([^"]*)"', text)
    words = re.sub(r"<[^>]*>", "\n", text)
    found = {line.strip(" ,.;:|#*()[]-_") for line in [*words.splitlines(), *said]}
    assert {line for line in found if re.search("[A-Za-z]", line)} <= NAMES


def test_each_phrase_that_is_said_is_in_the_table_and_no_other() -> None:
    script = (THEME_DIR / SCRIPT).read_text()
    in_script = set(re.findall(r'say\("([^"]+)"\)', script))
    in_templates = {phrase for template in templates().values() for phrase in said_by(template)}
    assert in_script == set(SCRIPT_PHRASES)
    assert in_templates - PHRASES == set()
    nouns = {word for system in all_systems() for word in known_phrases() if word.startswith(system.noun)}
    made = {
        f"{{operation}} {part}{code}"
        for part in ("input", "output", "request body", "response")
        for code in ("", " {status}")
    }
    left = PHRASES - in_templates - in_script - nouns - made - {*REASONS, *UNUSED}
    assert {phrase for phrase in left if not is_in_code(phrase)} == {"entries"}


def test_no_phrase_is_twice_in_a_part_of_the_table() -> None:
    assert [part for part, phrases in TABLE.items() if len(set(phrases)) < len(phrases)] == []


FILES = {"generator.yaml", "IDL"}
"""Sources that are called as their files are, or as their language."""


class Recorded(Words):
    """Words that know what was asked for."""

    def __init__(self) -> None:
        super().__init__({"Schema": "Schema"})
        self.asked: set[str] = set()

    def __hash__(self) -> int:
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def find(self, phrase: str) -> str:
        self.asked.add(" ".join(phrase.split()))
        return super().find(phrase)


@pytest.mark.parametrize("system", [system.name for system in all_systems()])
def test_what_pages_say_of_any_system_is_known(tmp_path: Path, system: str) -> None:
    words = Recorded()
    pages = Pages(sample(system, tmp_path), words=words)
    plain_files(pages, {})
    renderer = Renderer(words=words)
    for key in pages.entities:
        renderer.entity(pages.entity(key), str)
    renderer.index(pages, pages.front(), {}, str)
    renderer.report(pages.report, str)
    views = [pages.entity(key) for key in pages.entities]
    given = {remark for view in views for row in rows_of(view.groups) for remark in row.remarks}
    given |= {example.title for view in views for example in view.examples}
    assert words.asked - known_phrases() - given - FILES == {""} & words.asked


def test_own_words_are_on_all_forms_of_a_page(tmp_path: Path) -> None:
    said = {"Schema": "Felder <1>", "Required": "Pflicht", "required": "nötig", "{count} required": "nötig: {count}"}
    words = Words(said)
    assert wrong_words(said) == []
    pages = Pages(sample("terraform", tmp_path), words=words)
    key = next(key for key in pages.entities if key.startswith("resources/"))
    page, plain = Renderer(words=words).entity(pages.entity(key), str), plain_files(pages, {})[f"{key}.md"].decode()
    assert "Felder &lt;1&gt;</h2>" in page
    assert "Schema</h2>" not in page
    assert re.search(r"<span>nötig: \d+</span>", page)
    assert "## Felder &#60;1&#62;\n" in plain


def test_the_script_finds_its_own_words_on_the_page_and_nothing_where_there_are_none(tmp_path: Path) -> None:
    pages = Pages(sample("terraform", tmp_path))
    view = pages.entity(next(iter(pages.entities)))
    assert "data-words" not in Renderer().entity(view, str)
    page = Renderer(words=Words({"Expand all": 'Alle "auf"'})).entity(view, str)
    assert 'data-words="{&#34;Expand all&#34;: &#34;Alle \\&#34;auf\\&#34;&#34;}"' in page


def test_values_are_put_into_their_places_and_are_no_phrases() -> None:
    words = Words({"removed in {version}": "{version}: weg {version}"})
    assert words("removed in {version}", version="{version} <b>") == "{version} <b>: weg {version} <b>"
    assert ENGLISH("removed in {version}", version="1") == "removed in 1"


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ({}, []),
        ({"Mapping reprot": "x"}, ["no page says 'Mapping reprot'; did you mean 'Mapping report'?"]),
        ({3: "x"}, ["no page says 3"]),
        ({"Schema": 3}, ["'Schema': a text is expected in place of it, but 3 is given"]),
        ({"Schema": " "}, ["'Schema': a text is expected in place of it, but ' ' is given"]),
        ({"Schema": "a\nb"}, ["'Schema': the text in place of it is one line of at most 1,000 characters"]),
        (
            {"{count} required": "{number}"},
            ["'{count} required': {number} is not known there; it has {count}"],
        ),
        ({"Schema": "{count}"}, ["'Schema': {count} is not known there; it has no places for values"]),
        ({"Schema": "{a.b} {0!r}", "Required": "{}"}, []),
        (["Schema"], ["a mapping of phrases to what is said in place of them is expected"]),
    ],
)
def test_what_cannot_be_said_is_refused_with_a_reason(own: object, expected: list[str]) -> None:
    assert wrong_words(own) == expected


def test_titles_of_the_catalogues_and_of_systems_can_be_said_otherwise_too() -> None:
    known = known_phrases()
    assert {"Data Sources", "field", "forces replacement", "create", "API description", "Broken output"} <= known


def test_an_embedded_block_says_the_words_of_its_site(tmp_path: Path) -> None:
    pages = Pages(sample("terraform", tmp_path), words=Words({"Required": "Pflicht"}))
    shown = embed(
        f"resource.{next(e.name for e in pages.entities.values() if not e.kind.is_single)}",
        "all",
        lambda: {"": pages},
        str,
    )
    assert shown.part == "attributes"


def test_the_guide_lists_all_phrases() -> None:
    page = (Path(__file__).parents[2] / "example_site/docs/words.md").read_text(encoding="utf-8")
    parts = dict(re.findall(r"^## (.*?)\n\n(.*?)\n\n", page, re.MULTILINE | re.DOTALL))
    found = {title: set(re.findall(r"^- `(.*)`$", part, re.MULTILINE)) for title, part in parts.items()}
    assert found == {title: set(phrases) for title, phrases in TABLE.items()}
