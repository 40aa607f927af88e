"""The pages as Markdown files."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.registry import all_systems
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages import report, views
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.source_places import source_links
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.render.write import MARK

from ..delimiters import DELIMITERS, found_in
from ..filling import Position, fill, positions, rows
from ..site.sites import EXAMPLE, ZOO, ZOO_CONFIG, build, dead_links, with_property, write_site
from ..support import map_texts
from ..test_hostile import api, config


@cache
def files(api: str = ZOO, source_url: str | None = None) -> dict[str, str]:
    """Text of the files by their names."""
    mapping = map_texts(api, ZOO_CONFIG).mapping
    made = {"provider_code_spec.json": b"{}", "oasmap.json": write_sidecar(mapping).encode()}
    pages = Pages(mapping, source_links(source_url))
    return {name: data.decode() for name, data in plain_files(pages, made).items()}


def item(schema: str) -> str:
    """What the page says of an attribute `it`, without its anchor."""
    text = files(with_property(f"it: {schema}"))["resources/pet.md"]
    start = text.index("- `it` ")
    return text[start : text.index("\n- `nickname`", start)].replace('<a id="it"></a>', "").rstrip()


def front_matter(text: str) -> Any:
    return yaml.safe_load(text.split("---\n")[1])


# --- what the pages are ----------------------------------------------------------------------------------------------


def test_there_is_a_page_for_everything_and_the_artifacts() -> None:
    assert list(files()) == [
        "data-sources/pet.md",
        "index.md",
        "oasmap.json",
        "provider.md",
        "provider_code_spec.json",
        "report.md",
        "resources/pet.md",
    ]


def test_a_page_begins_with_title_and_description_and_our_mark() -> None:
    text = files()["resources/pet.md"]
    assert front_matter(text) == {
        "title": "zoo_pet (Resource)",
        "description": "An animal.",
        "render_macros": False,
    }
    assert text.startswith(f"---\n{MARK}\ntitle: ")
    assert text.split("---\n")[2].startswith("\n# `zoo_pet` (Resource)\n\nAn animal. It lives here.\n\n")


def test_front_matter_is_yaml_whatever_the_description_says() -> None:
    text = files(ZOO.replace("An animal. It lives here.", '"a: b --- {c} # d"'))["resources/pet.md"]
    assert front_matter(text)["description"] == "a: b --- {c} # d"


def test_attributes_stand_in_groups_each_with_its_anchor() -> None:
    text = files()["resources/pet.md"]
    assert '### Required\n\n- `name` (String) <a id="name"></a>What it is called.' in text
    assert '### Optional\n\n- `nickname` (String, optional · API default) <a id="nickname"></a>\n' in text
    assert '### Read-Only\n\n- `age` (Number) <a id="age"></a>In years.\n' in text


def test_nested_attributes_have_sections_with_the_way_back() -> None:
    text = files()["resources/pet.md"]
    assert (
        '\n<a id="nestedatt--owner--address"></a>\n\n### Nested attributes of `owner.address`\n\n'
        "Part of [`owner.address`](#owner.address).\n\nOptional:\n\n"
        '- `street` (String, optional · API default) <a id="owner.address.street"></a>\n'
    ) in text
    assert "See [its nested attributes](#nestedatt--owner--address)." in text


def test_every_page_names_the_sources_of_its_attributes() -> None:
    line = "| [`nickname`](#nickname) | create request body: declared the attribute | "
    assert f"{line}`openapi.yaml#/components/schemas/NewPet/properties/nickname` |" in files()["resources/pet.md"]
    linked = files(source_url="https://example.com/a (b)/{path}#L{line}")["resources/pet.md"]
    place = "[`openapi.yaml#/components/schemas/NewPet/properties/nickname`](https://example.com/a%20%28b%29/openapi.yaml#L21)"
    assert f"{line}{place} |" in linked


def test_lines_that_move_change_no_page() -> None:
    moved = files(ZOO.replace("paths:", "\n\n\npaths:", 1))
    assert {name for name in files() if files()[name] != moved[name]} == {"oasmap.json"}


# --- an attribute ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: string, format: password, deprecated: true}", "(String, Sensitive, Deprecated)"),
        ("{type: boolean}", "(Boolean)"),
        ("{type: number}", "(Number)"),
        ("{type: array, items: {type: string}}", "(List of String)"),
        ("{type: array, format: set, items: {type: integer}}", "(Set of Number)"),
        ("{type: object, additionalProperties: {type: array, items: {type: string}}}", "(Map of List of String)"),
        ("{type: object, properties: {a: {type: string}}}", "(Attributes)"),
        ("{type: array, items: {type: object, properties: {a: {type: string}}}}", "(Attributes List)"),
        (
            "{type: array, items: {type: array, items: {type: object, properties: {a: {type: string}}}}}",
            "(List of List of Object)",
        ),
    ],
)
def test_types_are_named_as_in_the_registry(schema: str, expected: str) -> None:
    assert item(schema).split("\n")[0].startswith(f"- `it` {expected[:-1]}, optional · API default)")


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("default: a, enum: [a, b]", 'Text. Default: `"a"`. One of `"a"`, `"b"`.'),
        ("minLength: 1, maxLength: 8", "Text. 1 to 8 characters."),
        ("pattern: '^[a-z]{1,3}$'", "Text. Matches `^[a-z]{1,3}$`."),
        ("pattern: 'a|b`'", "Text. Matches <code>a&#124;b&#96;</code>."),
    ],
)
def test_defaults_and_limits_are_said_in_words(schema: str, expected: str) -> None:
    assert item(f"{{type: string, description: Text, {schema}}}").endswith(f") {expected}")


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ("{type: integer, minimum: 1, maximum: 5}", "From 1 to 5."),
        ("{type: number, minimum: -0.5, maximum: 2.25}", "From -0.5 to 2.25."),
        ("{type: number, minimum: 1e-09, maximum: 1e+30}", "From 1e-09 to 1e+30."),
        ("{type: number, exclusiveMinimum: 0, multipleOf: 0.1}", "More than 0. A multiple of 0.1."),
    ],
)
def test_a_range_is_a_sentence(schema: str, expected: str) -> None:
    assert item(schema).endswith(f") {expected}")


def test_long_descriptions_go_on_inside_of_their_item() -> None:
    description = r'"One:\n\n- a\n- b\n\n```\nc"'
    assert item(f"{{type: string, maxLength: 3, description: {description}}}") == (
        "- `it` (String, optional · API default) One:\n\n    - a\n    - b\n\n    ```\n    c\n    ```\n\n"
        "    At most 3 characters."
    )


def test_a_description_that_begins_with_a_block_begins_below() -> None:
    assert (
        item(r'{type: string, description: "- a\n- b"}')
        == "- `it` (String, optional · API default) \n\n    - a\n    - b"
    )


def test_hostile_descriptions_stay_text_in_every_place() -> None:
    hostile = "<script>|# x</script> {{ 1 }} `"
    api = ZOO.replace("An animal. It lives here.", f"'{hostile}'").replace("In years.", f"'{hostile}'")
    for name, text in files(api).items():
        if name.endswith(".md"):
            body = text.split("\n---\n", 1)[1]
            assert "<script" not in body
            assert "{{" not in body


def test_a_description_that_begins_as_javascript_modules_do_is_text() -> None:
    text = files(ZOO.replace("An animal. It lives here.", '"export {}\\nimport x"'))["resources/pet.md"]
    assert "\n&#101;xport &#123;&#125;\n&#105;mport x\n" in text


# --- writing ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def zoo_folder(here: Path) -> Path:
    (here / "api.yaml").write_text(ZOO)
    (here / "generator_config.yml").write_text(ZOO_CONFIG)
    return here


def snapshot(folder: Path) -> dict[str, tuple[bytes, int]]:
    """Content and time of every file."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_two_runs_write_the_same_and_the_second_writes_nothing(
    zoo_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pages", "--audience", "authors", "api.yaml", "out/pages"]) == 0
    first = snapshot(zoo_folder / "out")
    assert main(["pages", "--audience", "authors", "api.yaml", "out/pages"]) == 0
    assert snapshot(zoo_folder / "out") == first
    assert "out/pages: 0 files written, 7 unchanged" in capsys.readouterr().err
    assert main(["pages", "--audience", "authors", "api.yaml", "again"]) == 0
    assert {name: data for name, (data, _) in snapshot(zoo_folder / "again").items()} == {
        name.removeprefix("pages/"): data for name, (data, _) in first.items()
    }


def test_only_what_changes_is_written(zoo_folder: Path) -> None:
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    before = snapshot(zoo_folder / "out")
    (zoo_folder / "api.yaml").write_text(ZOO.replace("In years.", "In days."))
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    after = snapshot(zoo_folder / "out")
    assert {name for name in after if after[name] != before[name]} == {
        "data-sources/pet.md",
        "oasmap.json",
        "provider_code_spec.json",
        "resources/pet.md",
    }


def test_our_pages_that_are_no_longer_made_are_removed(zoo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    (zoo_folder / "out/resources/own.md").write_text(f"# Own\n\n{MARK}\n")
    (zoo_folder / "generator_config.yml").write_text(ZOO_CONFIG.replace("  pet:\n    create", "  cat:\n    create"))
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    assert sorted(path.name for path in (zoo_folder / "out/resources").iterdir()) == ["cat.md", "own.md"]
    assert "1 removed" in capsys.readouterr().err
    (zoo_folder / "generator_config.yml").write_text(ZOO_CONFIG[: ZOO_CONFIG.index("data_sources")])
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    assert not (zoo_folder / "out/data-sources").exists()


@pytest.mark.parametrize("kinds", sorted({kind.folder for system in all_systems() for kind in system.kinds}))
def test_pages_of_any_kind_that_are_no_longer_made_are_removed(zoo_folder: Path, kinds: str) -> None:
    left = zoo_folder / "out" / kinds / "gone.md"
    left.parent.mkdir(parents=True)
    left.write_text(f"---\n{MARK}\ntitle: Gone\n---\n")
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    assert not left.exists()


def test_pages_of_somebody_else_are_not_overwritten(zoo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (zoo_folder / "docs").mkdir()
    (zoo_folder / "docs/index.md").write_text("# Mine\n")
    assert main(["pages", "--audience", "authors", "api.yaml", "docs"]) == 1
    assert list(snapshot(zoo_folder / "docs")) == ["index.md"]
    assert "docs/index.md: exists, and is not a page that oasmap made" in capsys.readouterr().err


def test_users_get_no_name_of_an_input_and_what_authors_had_is_removed(
    zoo_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["pages", "--audience", "authors", "api.yaml", "out"])
    assert {"report.md", "oasmap.json"} < set(snapshot(zoo_folder / "out"))
    assert main(["pages", "api.yaml", "out"]) == 0
    found = snapshot(zoo_folder / "out")
    assert sorted(found) == [
        "data-sources/pet.md", "index.md", "provider.md", "provider_code_spec.json", "resources/pet.md"
    ]  # fmt: skip
    assert b'<a id="' in found["resources/pet.md"][0]  # of a row, which others may link to
    for name, (data, _) in found.items():
        assert not [word for word in (b"api.yaml", b"generator_config", b"oasmap.json") if word in data], name
    assert main(["pages", "--sources", "api.yaml", "out"]) == 0
    assert "## Sources" in (zoo_folder / "out/resources/pet.md").read_text()
    assert "report.md" not in snapshot(zoo_folder / "out")
    monkeypatch.setenv("OASMAP_AUDIENCE", "authors")
    assert main(["pages", "--audience", "users", "api.yaml", "out"]) == 0
    assert "report.md" in snapshot(zoo_folder / "out")


def test_an_unknown_audience_in_the_environment_is_a_wrong_command_line(
    zoo_folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OASMAP_AUDIENCE", "everybody")
    assert main(["pages", "api.yaml", "out"]) == 2
    assert "OASMAP_AUDIENCE is 'everybody', but it can be users or authors" in capsys.readouterr().err


def test_a_file_of_the_name_of_the_sidecar_that_is_none_stays(zoo_folder: Path) -> None:
    (zoo_folder / "out").mkdir()
    (zoo_folder / "out/oasmap.json").write_text('{"mine": true}')
    assert main(["pages", "api.yaml", "out"]) == 0
    assert (zoo_folder / "out/oasmap.json").read_text() == '{"mine": true}'


def test_a_file_of_labels_is_read(zoo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (zoo_folder / "labels.yml").write_text("section.attributes: Felder\n")
    assert main(["pages", "--labels", "labels.yml", "api.yaml", "out"]) == 0
    assert "\n## Felder\n" in (zoo_folder / "out/resources/pet.md").read_text()
    capsys.readouterr()
    (zoo_folder / "labels.yml").write_text("section.atributes: Felder\n")
    assert main(["pages", "--labels", "labels.yml", "api.yaml", "out"]) == 1
    assert capsys.readouterr().err == (
        "error: labels.yml: there is no label 'section.atributes'; did you mean 'section.attributes'?\n"
    )


def test_an_input_is_not_overwritten(zoo_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (zoo_folder / "api.yaml").rename(zoo_folder / "oasmap.json")
    assert main(["pages", "--audience", "authors", "oasmap.json", "."]) == 1
    assert (
        capsys.readouterr().err
        == "error: oasmap.json: this is an input, and is not written over; choose another file for the output\n"
    )
    assert (zoo_folder / "oasmap.json").read_text() == ZOO


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.yaml", "out"], "nothing.yaml: no such file; correct the path"),
        (
            ["--config", "none.yml", "api.yaml", "out"],
            "none.yml: no such file; `oasmap init --output none.yml api.yaml` proposes one",
        ),
        (
            ["api.yaml", "api.yaml"],
            "api.yaml: a folder is needed, but it is a file; remove it, or choose another folder",
        ),
    ],
)
def test_problems_are_said_in_one_line(
    zoo_folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["pages", *arguments]) == 1
    assert capsys.readouterr().err == f"error: {message}\n"


@pytest.mark.parametrize("arguments", [[], ["api.yaml"], ["--source-url", "https://x", "api.yaml", "out"]])
def test_a_wrong_command_line_has_its_own_code(zoo_folder: Path, arguments: list[str]) -> None:
    assert main(["pages", *arguments]) == 2


@pytest.mark.build
def test_mkdocs_makes_a_site_of_the_pages_without_the_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLE)
    path = write_site(tmp_path, plugins=["search"], markdown_extensions=["tables", "pymdownx.superfences"])
    assert main(["pages", "--audience", "authors", "api/openapi.yaml", str(tmp_path / "docs/reference")]) == 0
    site = build(path)
    assert site.troubles == []
    assert dead_links(site) == []
    telescope = site.page("reference/resources/telescope/index.html")
    assert telescope.by_id("mount.limits.obstacles.altitude").tag == "a"
    assert telescope.by_id("nestedatt--mount--limits")
    assert "- focal_ratio" not in telescope.text
    assert "oasmap/plain" not in {folder.as_posix() for folder in site.folder.rglob("plain")}


# --- every text that a plain page is made of, filled with what site generators look for -----------


HOSTILE = " ".join(DELIMITERS)
WORDS = {
    ("ReportView", "severities"): "error, warning or info",
    ("GroupView", "key"): "chooses how a type is named",
    ("AttributeView", "noun"): "is a word of the system",
    ("AttributeView", "status"): "chooses a mark",
    ("LinkView", "key"): "the name of a file, which is made of letters, digits and dashes",
    ("EntryView", "key"): "the name of a file",
    ("OperationUse", "users"): "names of entities with the names of files",
    ("DiagnosticView", "page"): "the name of a file",
}
"""Fields that hold a word of ours, and no text of an API."""


@cache
def base() -> Pages:
    """A mapping in which every part of a page occurs."""
    mapping = map_texts(yaml.safe_dump(api("x y")), yaml.safe_dump(config("x y"))).mapping
    return Pages(mapping, source_links("https://example.com/{path}#L{line}"))


class Filled(Pages):
    """The pages, with some fields of all views filled."""

    def __init__(self, *places: Position) -> None:
        super().__init__(base().mapping, source_links("https://example.com/{path}#L{line}"))
        self._hostile = places

    def entity(self, key: str) -> views.EntityView:
        return self._filled(super().entity(key))

    def lists(self) -> tuple[views.ListView, ...]:
        return self._filled(super().lists())

    @property
    def report(self) -> report.ReportView:  # type: ignore[override]
        return self._filled(base().report)

    def _filled(self, value: Any) -> Any:
        return fill(value, self._hostile, HOSTILE)


POSITIONS = list(positions([*vars(views).values(), *vars(report).values()], WORDS))


@pytest.mark.parametrize("places", rows(POSITIONS), ids=lambda places: f"{places[0][1]} and others")
def test_no_text_of_a_plain_page_holds_what_a_site_generator_looks_for(places: list[Position]) -> None:
    _check_plain(*places)


@pytest.mark.soak
@pytest.mark.parametrize("place", POSITIONS, ids=".".join)
def test_no_text_holds_it_where_it_alone_is_filled(place: Position) -> None:
    _check_plain(place)


def _check_plain(*places: Position) -> None:
    for name, data in plain_files(Filled(*places), {}).items():
        if name.endswith(".md"):
            _, front, text = data.decode().split("---\n", 2)
            assert found_in(front) == []
            assert found_in(text) == [], name


def test_the_positions_are_filled() -> None:
    pages = plain_files(Filled(("AttributeView", "description")), {})
    assert any(b"secret.txt" in data for name, data in pages.items() if name.endswith(".md"))
    assert len(POSITIONS) > 60
