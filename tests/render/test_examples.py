"""Examples as tabs: complete and in order without a script, and each name a link to its row."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from mapper.model import Mapping
from mkdocs_oasmap.pages.example_names import row_paths
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import EntityView, ExampleView
from mkdocs_oasmap.render.code_block import LANGUAGES, highlighted
from mkdocs_oasmap.render.examples import MOST_HIGHLIGHTED, MOST_TABS, MOST_VARIANTS, example_tabs, linked_code
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.sanitized_html import render_code

from ..ack import support as ack
from ..pulumi.schema import kiosk
from ..support import both

OVEN = """
create:
  type: object
  required: [name, mount]
  properties:
    name: {type: string}
    heat: {type: integer, default: 180}
    wide: {type: boolean}
    mount: {type: object, required: [type], properties: {type: {type: string}}}
    racks: {type: object, additionalProperties: {type: object, properties: {depth: {type: integer, example: 3}}}}
read: {type: object, properties: {id: {type: string}}}
"""


def _terraform() -> Mapping:
    return both(OVEN)[0].mapping


def _ack() -> Mapping:
    config = "resources: {Cage: {fields: {Role: {references: {resource: Cage, path: Status.X}}}}}"
    operations = "CreateCage: {in: {Name: string, Role: string, Size: integer, required: [Name, Role]}}"
    return ack.ack(operations, "{}", config).mapping


def _pulumi() -> Mapping:
    return kiosk.mapped(kiosk.schema())


PAGES: dict[str, tuple[Callable[[], Mapping], str, list[str], str]] = {
    "terraform": (_terraform, "resources/oven", ["Minimal", "Typical", "Full", "Data source", "Import"], "mount.type"),
    "ack": (
        _ack,
        "custom-resources/Cage",
        ["Minimal", "Typical", "Full", "All types"],
        "spec.roleRef",
    ),
    "pulumi": (_pulumi, "resources/Stand", ["Minimal", "Constructor"], "papers"),
}
"""A mapping, a page of it, its tabs, and a row that an example leads to."""


def page(system: str) -> tuple[EntityView, str]:
    made, key, _, _ = PAGES[system]
    view = Pages(made()).entity(key)
    return view, Renderer().entity(view, lambda key: key)


@pytest.mark.parametrize("system", PAGES)
def test_tabs_are_radio_buttons_and_panels_follow_in_the_same_order(system: str) -> None:
    view, html = page(system)
    tabs = re.findall(r'<label class="oa-tab" for="[^"]*">([^<]*)</label>', html)
    assert tabs == PAGES[system][2]
    buttons = re.findall(r'<input type="radio" class="oa-tab" name="oa-tab" id="([^"]*)"( checked)?>', html)
    assert [tab for tab, (_, checked) in zip(tabs, buttons, strict=True) if checked] == [
        "Typical" if "Typical" in tabs else tabs[0]
    ]
    samples = html.split('<div class="oa-sample')[1:]
    panels = [re.findall(r'<div class="oa-panel[^"]*"><h3>([^<]*)</h3>', sample) for sample in samples]
    assert [{title.partition(", ")[0] for title in titles} for titles in panels] == [{tab} for tab in tabs]
    assert sum(map(len, panels)) == len(view.examples) + (view.import_hint is not None)


@pytest.mark.parametrize("system", PAGES)
def test_ids_are_unique_and_links_of_examples_lead_to_rows(system: str) -> None:
    view, html = page(system)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    links = set(re.findall(r'<a href="#([^"]*)">', html.partition("</fieldset>")[0].partition("<fieldset")[2]))
    assert PAGES[system][3] in links
    assert links <= view.anchors


def test_the_address_of_the_import_is_its_tab() -> None:
    _, html = page("terraform")
    assert (
        '<input type="radio" class="oa-tab" name="oa-tab" id="import-block"><label class="oa-tab" for="import-block">I'
        in html
    )


def test_text_without_tags_is_the_example() -> None:
    view, _ = page("terraform")
    for example in view.examples:
        html = linked_code(example, row_paths(view.anchors))
        text = re.sub("<[^>]*>", "", html).replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
        assert text.strip() == example.text.strip()


NAMES: dict[str, tuple[str, str | None, list[str]]] = {
    "a key of a map is not a part of a path": (
        'resource "x" "main" {\n  racks = {\n    key = {\n      depth = 3\n    }\n  }\n}\n',
        "resource",
        ["racks", "racks.depth"],
    ),
    "a block": ('resource "x" "main" {\n  mount {\n    type = "a"\n  }\n}\n', "resource", ["mount", "mount.type"]),
    "items of a list": (
        'resource "x" "main" {\n  mount = [{\n    type = 1\n    }, {\n    type = 2\n  }]\n}\n',
        "resource",
        ["mount", "mount.type", "mount.type"],
    ),
    "names that are values": ('resource "x" "main" {\n  name = "mount"\n  # heat = 3\n}\n', "resource", ["name"]),
    "the same name outside": ('name "x" {\n  y = 1\n}\n', "resource", []),
    "another entity": ('resource "x" "main" {\n  name = 1\n}\n', None, []),
    "yaml": ("spec:\n  name: a\n  mount:\n  - type: b\n    x: name\n", "spec", ["name", "mount", "mount.type"]),
    "without highlighting": ("spec:\n- name: name\n  mount: {}\n", "spec", ["name", "mount"]),
    "typescript": ('new A("a", {\n    mount: {\n        type: "x",\n    },\n});\n', "", ["mount", "mount.type"]),
}  # fmt: skip


@pytest.mark.parametrize("case", NAMES)
def test_names_are_found_by_their_place(case: str) -> None:
    text, inside, expected = NAMES[case]
    anchors = {"name", "mount", "mount.type", "heat", "racks", "racks.depth"}
    languages = {"yaml": "yaml", "typescript": "typescript", "without highlighting": "text"}
    html = linked_code(ExampleView("A", text, languages.get(case, "terraform"), inside=inside), row_paths(anchors))
    assert re.findall(r'<a href="#([^"]*)">', html) == expected


WORDS = {"section.example": "E", "section.import": "I", "example.needs": "{example} needs"}
LANGUAGE_NAMES = ("TypeScript", "Python", "Go")


def tabs_of(*examples: ExampleView) -> str:
    view, _ = page("terraform")
    return example_tabs(replace(view, examples=examples), WORDS)


def test_each_name_and_each_language_has_one_entry_however_many_there_are() -> None:
    examples = [
        ExampleView(f"Name {number}", f"x = {language}\n", variant=language)
        for number in range(3 * MOST_TABS)
        for language in LANGUAGE_NAMES
    ]
    html = tabs_of(*examples)
    entries = re.findall(r"<label[^>]*>([^<]*)</label>", html)
    assert sorted(entries) == sorted({*(example.title for example in examples), *LANGUAGE_NAMES, "I"})
    assert "<details" not in html
    assert '<fieldset class="oa-tabs oa-tabs--list">' in html
    assert html.count('<div class="oa-panel') == len(examples) + 1
    few = [ExampleView(f"Name {number}", "x\n") for number in range(MOST_TABS - 1)]  # and the import
    assert ["oa-tabs--list" in tabs_of(*shown) for shown in (few, [*few, ExampleView("One more", "x\n")])] == [
        False,
        True,
    ]


def test_a_variant_without_letters_of_addresses_has_a_number() -> None:
    html = tabs_of(*(ExampleView("A", "x\n", variant=variant) for variant in ("日本", "Go", "한국")))
    ids = re.findall(r'id="([^"]*)"', html)
    assert ids == ["example-in-1", "example-in-go", "example-in-3", "example-a", "import-block"]


def test_words_of_an_example_are_a_sentence_below_it() -> None:
    html = tabs_of(ExampleView("A", "x\n", words="what it `shows`"), ExampleView("B", "y\n"))
    assert re.findall('<p class="oa-quiet">(.*?)</p>', html) == ["What it <code>shows</code>."]


def test_what_an_example_refers_to_is_folded_below_it_under_a_title_of_its_own() -> None:
    needs = 'resource "<b>" "main" {}\n'
    html = tabs_of(ExampleView("A", "a\n", needs=needs), ExampleView("B", "b\n", needs=needs), ExampleView("C", "c\n"))
    assert re.findall(r"<details[^>]*><summary>(.*?)</summary>", html) == ["A needs", "B needs"]
    assert "<details open" not in html
    assert html.count("&lt;b&gt;") == 2


def test_names_that_are_spelled_alike_have_ids_of_their_own() -> None:
    titles = ("A b", "a-b", "<b>", "in go", "Import", "Ж", "Ж!")
    html = tabs_of(*(ExampleView(title, "x\n", variant=name) for title in titles for name in ("Go", "C#")))
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids)) == len(titles) + 3
    assert "<b>" not in html
    assert re.findall(r'id="import-block"><label [^>]*>(.)', html) == ["I"]


def test_a_name_without_a_language_is_shown_for_all_of_them() -> None:
    html = tabs_of(
        ExampleView("A", "a\n", variant="Go"), ExampleView("A", "b\n", variant="C#"), ExampleView("B", "c\n"),
        ExampleView("C", "d\n", variant="C#"),
    )  # fmt: skip
    shown = re.findall(r'<div class="oa-panel([^"]*)"><h3>([^<]*)<', html)
    assert shown == [
        (" oa-in--1", "A, Go"),
        (" oa-in--2", "A, C#"),
        ("", "B"),
        (" oa-in--1 oa-in--2", "C, C#"),
        ("", "I"),
    ]


def test_one_language_is_no_choice_and_many_are_cut() -> None:
    one = tabs_of(ExampleView("A", "a\n", variant="Go"), ExampleView("B", "b\n", variant="Go"))
    assert "oa-variant" not in one
    assert re.findall(r'<div class="oa-panel([^"]*)"><h3>([^<]*)<', one) == [("", "A, Go"), ("", "B, Go"), ("", "I")]
    many = [ExampleView("A", "a\n", variant=f"L{number}") for number in range(MOST_VARIANTS + 1)]
    shown = re.findall(r'<label class="oa-variant [^"]*" for="[^"]*">([^<]*)<', tabs_of(*many))
    assert shown == [f"L{number}" for number in range(MOST_VARIANTS)]


def test_what_follows_many_lines_is_not_highlighted_as_each_word_is_an_element() -> None:
    view, _ = page("terraform")
    texts = ['x = "y"\n', 'x = "y"\n' * MOST_HIGHLIGHTED, 'x = "z"\n']
    examples = tuple(ExampleView(f"{number}", text, "terraform") for number, text in enumerate(texts))
    html = example_tabs(replace(view, examples=examples), WORDS)
    assert html.count("language-terraform") == 1
    assert html.count("language-text") == 3
    assert re.sub("<[^>]*>", "", html).count('x = "y"') == MOST_HIGHLIGHTED + 1
    last = ExampleView("All", 'x = "y"\n' * MOST_HIGHLIGHTED, "terraform")
    assert "language-text" not in example_tabs(replace(view, examples=(last,), import_hint=None), WORDS)


def test_lines_and_marks_of_html_stay_what_they_are() -> None:
    assert highlighted("a: 1\nb: |\n  a: 1\n", "yaml").count("\n") == 3
    assert "<b>" not in highlighted("# <b>\n", "terraform")


@pytest.mark.parametrize("language", ["nolang", "", "../x", '"><script>', "brainfuck", "TEX", "\0"])
def test_a_language_that_is_not_ours_is_plain_text(language: str) -> None:
    html = render_code("x = <1>\n", language)
    assert html == '<div class="language-text highlight"><pre><code>x = &lt;1&gt;\n</code></pre></div>'


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_each_language_of_ours_is_one_of_pygments(language: str) -> None:
    text = {"diff": "-a\n+b\n"}.get(language, '{"a": 1} // x <a href="b"> "c" if true\n[d]\n')
    assert "<span" in render_code(text, language.upper())
