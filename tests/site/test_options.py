"""The options of the plugin: what they do, and what is said where they are wrong."""

import json
import logging
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.registry import vocabulary_of
from mapper.sidecar.reader import read_sidecar
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.page_names import MAX_SLUG

from ..test_words import NEXT_STEP
from .sites import ZOO_CONFIG, Built, build, refuse, run, with_property, write_site, zoo

LOSSY = with_property("it: {}")
OPTION = "Config value 'plugins': Plugin 'oasmap' option"


def refused(folder: Path, options: dict[str, Any], **site: Any) -> str:
    """The one message of a site that cannot be built with these options."""
    (message,) = refuse(write_site(folder, options=options, **site))
    return message


# --- wrong options --------------------------------------------------------------------------------

ONE = {"spec": "api.yaml"}
NEEDED = "oasmap: spec is needed: write the path of an OpenAPI description, relative to mkdocs.yml"
PLACES = "is not known here; use {path} and {line}"
CORRECT_IT = "correct the path, which begins at the folder of mkdocs.yml"
INIT = "`oasmap init` proposes one"
URL = "https://api.example.org/openapi.yaml"
LEVELS = "use one of error, warning, info, ignore"
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, NEEDED),
    ({"mappings": []}, NEEDED),
    ({**ONE, "mappings": [ONE]}, "oasmap: give either spec or mappings, not both"),
    (
        {"mappings": [ONE], "title": "Zoo", "baseline": "git:main"},
        "oasmap: with mappings, give title, baseline in the entries of mappings",
    ),
    (
        {"mappings": [ONE, {"config": "generator_config.yml", "pages": "b"}]},
        "oasmap: every entry of mappings needs a spec or a sidecar; add one to b",
    ),
    (
        {"mappings": [ONE, ONE]},
        "oasmap: give every entry of mappings a folder of its own (pages: …); several have reference",
    ),
    *(
        (
            {**ONE, "config": name},
            f"{OPTION} 'config': The path 'HERE/{name}' isn't an existing file; {CORRECT_IT}; {INIT}",
        )
        for name in ("nothing.yaml", "docs")
    ),
    (
        {"spec": "nothing.yaml"},
        f"{OPTION} 'spec': The path 'HERE/nothing.yaml' isn't an existing file or folder; {CORRECT_IT}",
    ),
    ({**ONE, "baseline": "git:a\0b"}, "'git:a\\x00b' has a character that no name has; remove it"),
    ({"spec": URL}, f"{OPTION} 'spec': '{URL}' is an address, not a file; download it: curl -LO {URL}"),
    ({"spec": ["api.yaml"]}, f"{OPTION} 'spec': write a text, not a list; for several inputs, use mappings"),
    ({**ONE, "plugin_dirs": ["no"]}, "isn't an existing directory; correct the path"),
    ({**ONE, "sources": "maybe"}, f"{OPTION} 'sources': write true or false, not a text"),
    ({**ONE, "versions": ["a.json"]}, f"{OPTION} 'versions': write a mapping, not a list"),
    ({"mappings": ONE}, f"{OPTION} 'mappings': write a list, not a mapping"),
    ({"mappings": [{"spec": "nothing.yaml"}]}, "nothing.yaml' isn't an existing file"),
    *(
        (
            {**ONE, "pages": folder},
            f"{OPTION} 'pages': {folder!r} is not the name of a folder in the site; write one such as reference",
        )
        for folder in ("../x", "a/../b", "", "/", ".", "./reference", "a/./b", "a//b", "a\\b", "a?b", "a#b")
    ),
    ({**ONE, "levels": {"strict": "error"}}, f"{OPTION} 'levels': 'strict' is not a diagnostic code"),
    ({**ONE, "levels": {1: "error"}}, f"{OPTION} 'levels': 1 is not a diagnostic code"),
    ({**ONE, "levels": {"OAS302": "fatal"}}, f"{OPTION} 'levels': 'fatal' is not a level; {LEVELS}"),
    ({**ONE, "levels": {"OAS302": False}}, f"{OPTION} 'levels': False is not a level; {LEVELS}"),
    (
        {**ONE, "levels": ["OAS302"]},
        f"{OPTION} 'levels': a mapping of diagnostic codes to levels is expected, such as OAS302: info",
    ),
    (
        {**ONE, "levels": {"OAS999": "error", "OAS302": "fatal", "OAS30": "x"}},
        f"and 'fatal' is not a level; {LEVELS}; and 'x' is not a level",
    ),
    ({**ONE, "search": "everything"}, f"{OPTION} 'search': choose one of 'attributes', "),
    *(
        ({**ONE, "source_url": address}, PLACES)
        for address in ("https://git.example/{file}", "https://git.example/{path}/{lines}", "https://x/{}")
    ),
    ({**ONE, "source_url": "https://git.example/"}, f"{OPTION} 'source_url': {{path}} is missing"),
    *(
        ({**ONE, "split": number}, f"{OPTION} 'split': write a whole number, not {number!r}")
        for number in ("many", -1, True, 1.5)
    ),
    ({**ONE, "overlays": ["none.yaml"]}, "none.yaml' isn't an existing file"),
    ({**ONE, "audience": "everybody"}, f"{OPTION} 'audience': choose one of 'users', 'authors', not 'everybody'"),
    (
        {**ONE, "labels": {"section.exmple": "x", "section.related": 3}},
        "'labels': there is no label 'section.exmple'; did you mean 'section.example'?; and section.related: a text is"
        " expected, but 3 is given",
    ),
    ({**ONE, "words": {"Schema": "Felder"}}, f"{OPTION} 'words': use labels, which has keys in place of phrases"),
    ({**ONE, "cache": False}, f"{OPTION} 'cache': remove it"),
    *(
        ({"sidecar": "zoo.json", **more}, f"oasmap: the sidecar of reference is what was mapped already; {take_away}")
        for more, take_away in (
            ({"spec": "api.yaml"}, "take away spec"),
            ({"config": "generator_config.yml"}, "take away config"),
            ({"output": "spec.json"}, "take away output"),
            ({"system": "ack"}, "take away system"),
        )
    ),
]
"""What the options alone say, before a file is read."""
REFUSED_LATER: list[tuple[dict[str, Any], str]] = [
    ({**ONE, "provider_dir": "no"}, "oasmap: HERE/no: no such folder; correct the folder of the provider"),
    ({"spec": "docs"}, "oasmap: docs: this is a folder, not a file"),
    ({**ONE, "output": "docs/spec.json"}, "oasmap: output: docs/spec.json is inside of docs_dir"),
    ({**ONE, "output": "docs/reference/x.json"}, "oasmap: output: docs/reference/x.json is inside of docs_dir"),
    ({**ONE, "output": "docs/../docs/x.json"}, "oasmap: output: docs/../docs/x.json is inside of docs_dir"),
    ({**ONE, "output": "spec"}, "oasmap: HERE/spec: cannot be written: it is a folder"),
    ({**ONE, "output": "/dev/full"}, "oasmap: /dev/full: cannot be written: it is not a regular file (- is standard"),
    (
        {**ONE, "output": "nothing/spec.json"},
        "nothing/spec.json: the folder of the output does not exist; create it, or change the option output",
    ),
    (
        {"mappings": [{**ONE, "output": "o.json"}, {**ONE, "pages": "b", "output": "o.json"}]},
        "oasmap: output: o.json of b is the output of another mapping already; name another file",
    ),
    ({**ONE, "overlays": "fix.yaml"}, "oasmap: fix.yaml:2:11: an action needs update, or remove: true"),
    ({**ONE, "allow_hosts": ["a b"]}, "oasmap: allowed hosts: 'a b' is not the name of a host"),
    *(({**ONE, "registry_docs": folder}, "docs_dir: site_docs") for folder in ("docs", ".", "docs/registry")),
    (
        {"mappings": [{**ONE, "registry_docs": "r"}, {**ONE, "pages": "b", "registry_docs": "r"}]},
        "oasmap: registry_docs: r of b has the pages of another mapping already; name another folder",
    ),
    (
        {"system": "ack", "spec": "botocore:sqs", "config": "ack.yaml", "registry_docs": "r"},
        "oasmap: registry_docs: the system ack makes no provider that a registry could show; leave these pages out",
    ),
]
FILES = {
    "zoo.json": "{}",
    "spec/x": "",
    "fix.yaml": "overlay: 1.0.0\nactions: [{target: $.x}]\n",
    "ack.yaml": "ignore: {}\n",
}


@pytest.mark.parametrize(("options", "message"), [*REFUSED, *REFUSED_LATER])
def test_a_wrong_option_is_one_message(tmp_path: Path, options: dict[str, Any], message: str) -> None:
    found = refused(tmp_path, options, files=FILES).replace(f"{tmp_path}", "HERE")
    assert message in found
    assert found.startswith(("oasmap: ", f"{OPTION} "))
    assert NEXT_STEP.search(found), "what to do"
    assert [path.name for path in tmp_path.glob("docs/**/*") if path.is_file()] == ["index.md"]


def test_the_config_that_is_there_by_default_is_asked_for_if_it_is_not(tmp_path: Path) -> None:
    path = write_site(tmp_path)
    (tmp_path / "generator_config.yml").unlink()
    assert refuse(path) == ["oasmap: generator_config.yml: no such file; `oasmap init api.yaml` proposes one"]


@pytest.mark.parametrize("name", ["reference/resources/pet.md", "reference/provider_code_spec.json"])
def test_a_file_of_the_site_is_never_replaced(tmp_path: Path, name: str) -> None:
    message = refused(tmp_path, ONE, files={f"docs/{name}": "# Mine\n"})
    assert message == f"oasmap: {name} exists in docs_dir; choose another folder with the option pages"


def test_an_unknown_option_is_a_warning_also_in_one_of_several_mappings(tmp_path: Path) -> None:
    (message,) = zoo(tmp_path / "a", options={"spec": "api.yaml", "pagse": "x"}).troubles
    assert message == f"{OPTION} 'pagse': Unrecognised configuration name: pagse; did you mean 'pages'?"
    (message,) = zoo(tmp_path / "b", options={"mappings": [{"spec": "api.yaml", "titel": "x"}]}).troubles
    assert "did you mean 'title'?" in message


@pytest.mark.parametrize("key", [None, 1, True])
def test_an_option_whose_name_is_no_text_is_unknown(tmp_path: Path, key: object) -> None:
    (message, *_) = zoo(tmp_path, options={"spec": "api.yaml", key: "x"}).troubles
    assert "Unrecognised configuration name" in message


def test_plugins_can_be_switched_off(tmp_path: Path) -> None:
    site = zoo(tmp_path, options={"spec": "api.yaml", "enabled": False})
    assert not any(uri.startswith("reference/") for uri in site.uris)


@pytest.mark.parametrize("enabled", [False, True])
def test_a_plugin_that_is_switched_off_imports_nothing(tmp_path: Path, enabled: bool) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "enabled": enabled})
    code = "import sys; from mkdocs.config import load_config; load_config(sys.argv[1]); print('mapper' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(enabled)]


# --- output ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["api.yaml", "generator_config.yml", "mkdocs.yml"])
def test_the_output_never_replaces_an_input(tmp_path: Path, name: str) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": name})
    before = (tmp_path / name).read_bytes()
    assert refuse(path)
    assert (tmp_path / name).read_bytes() == before


def test_the_output_never_replaces_what_the_site_is_compared_with(tmp_path: Path) -> None:
    zoo(tmp_path, options={"spec": "api.yaml", "output": "spec.json"})
    sidecar = (tmp_path / "site/reference/oasmap.json").read_text()
    files = {"review.yml": "rules: {}\n", "one.json": sidecar}
    compared = {
        "baseline": "spec.json", "recorded": "then.json", "review": "review.yml", "versions": {"1.0": "one.json"}
    }  # fmt: skip
    files["then.json"] = sidecar
    for name in ("spec.json", "then.json", "review.yml", "one.json"):
        message = refused(tmp_path, {"spec": "api.yaml", "output": name, **compared}, files=files)
        assert message == f"oasmap: output: {name} is an input, and is not written over; name another file"
    assert [(tmp_path / name).read_text() for name in files] == list(files.values())


def test_the_output_never_replaces_an_input_of_another_mapping(tmp_path: Path) -> None:
    mappings = [{"spec": "api.yaml", "output": "b.yml"}, {"spec": "api.yaml", "config": "b.yml", "pages": "b"}]
    message = refused(tmp_path, {"mappings": mappings}, files={"b.yml": ZOO_CONFIG})
    assert message == "oasmap: output: b.yml is an input, and is not written over; name another file"
    assert (tmp_path / "b.yml").read_text() == ZOO_CONFIG


def test_the_output_is_written_only_if_it_changes(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": "spec.json"})
    wrote = "oasmap: wrote spec.json"
    assert wrote in build(path).messages()
    before = (tmp_path / "spec.json").stat()
    assert wrote not in build(path).messages()
    after = (tmp_path / "spec.json").stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)
    (tmp_path / "api.yaml").write_text(with_property("it: {type: string}"))
    assert wrote in build(path).messages()
    assert "it" in [
        a["name"] for a in json.loads((tmp_path / "spec.json").read_text())["resources"][0]["schema"]["attributes"]
    ]


def test_several_mappings_have_an_output_each(tmp_path: Path) -> None:
    mappings = [
        {"spec": "api.yaml", "pages": "a", "output": "a.json"},
        {"spec": "api.yaml", "config": "b.yml", "pages": "b", "output": "b.json"},
    ]
    zoo(tmp_path, options={"mappings": mappings}, files={"b.yml": ZOO_CONFIG.replace("name: zoo", "name: ark")})
    names = [json.loads((tmp_path / name).read_text())["provider"]["name"] for name in ("a.json", "b.json")]
    assert names == ["zoo", "ark"]


# --- levels and strict mode -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "logged", "shown"),
    [
        ("error", [logging.ERROR], "error"),
        ("warning", [logging.WARNING], "warning"),
        ("info", [], "info"),
        ("ignore", [], "warning"),
    ],
)
def test_a_level_decides_how_a_diagnostic_is_logged_and_shown(
    tmp_path: Path, level: str, logged: list[int], shown: str
) -> None:
    site = zoo(tmp_path, options={"spec": "api.yaml", "levels": {"OAS302": level}}, files={"api.yaml": LOSSY})
    assert [record.levelno for record in site.records if "OAS302" in record.getMessage()] == logged
    assert bool(site.troubles) == bool(logged)  # what strict mode counts
    assert f"OAS302-{shown}" in site.page("reference/report/index.html").ids
    sidecar = read_sidecar(Document("oasmap.json", (site.folder / "reference/oasmap.json").read_bytes()), vocabulary_of)
    assert [str(found.severity) for found in sidecar.diagnostics if found.code == "OAS302"] == [shown]


def test_a_diagnostic_in_the_log_has_its_place_the_result_and_what_to_paste(tmp_path: Path) -> None:
    (message,) = zoo(tmp_path, files={"api.yaml": LOSSY}).troubles
    what, result, fix = message.split("\n")
    assert what == "oasmap: api.yaml:22:9: OAS302: resource pet, attribute it: the schema has no type"
    assert result == "    consequence: The attribute is left out; everything around it is mapped."
    assert "ignores: [it]  # in resources.pet.schema" in fix


def test_the_log_says_what_was_mapped(tmp_path: Path) -> None:
    site = zoo(tmp_path)
    assert "oasmap: reference: 1 resource, 1 data source, 16 attributes" in site.messages()
    assert site.troubles == []


def test_strict_mode_fails_where_something_is_lost(tmp_path: Path) -> None:
    path = write_site(tmp_path, files={"api.yaml": LOSSY})
    (message,) = refuse(path, strict=True)
    assert "OAS302" in message


# --- input that cannot be mapped ------------------------------------------------------------------


def test_input_that_cannot_be_mapped_stops_the_build_with_its_place(tmp_path: Path) -> None:
    write_site(tmp_path, files={"generator_config.yml": ZOO_CONFIG.replace("/pets,", "/pet,")})
    ran = run(tmp_path)
    assert ran.returncode == 1
    assert (
        "oasmap: generator_config.yml:4:5: resource 'pet': create: the path '/pet' is not in api.yaml;"
        " did you mean '/pets'?" in ran.stderr
    )
    assert "Traceback" not in ran.stdout + ran.stderr
    assert not (tmp_path / "site" / "reference").exists()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("api.yaml", "", "api.yaml: the file is empty"),
        ("api.yaml", "openapi: 3.0.3\npaths: [\n", "api.yaml:3:1: "),
        ("api.yaml", "info: {}\n", "api.yaml:1:1: the key openapi with the version is missing"),
        ("generator_config.yml", "- x\n", "generator_config.yml:1: the generator config must be a mapping"),
    ],
)
def test_input_that_cannot_be_read_is_one_message(tmp_path: Path, name: str, text: str, message: str) -> None:
    assert refused(tmp_path, {"spec": "api.yaml"}, files={name: text}).startswith(f"oasmap: {message}")


def test_every_problem_has_its_line(tmp_path: Path) -> None:
    config = ZOO_CONFIG.replace("/pets,", "/pet,").replace("GET", "FETCH")
    message = refused(tmp_path, {"spec": "api.yaml"}, files={"generator_config.yml": config})
    assert [line.split(": ")[1] for line in message.split("\n")] == [
        "generator_config.yml:4:5",
        "generator_config.yml:5:5",
        "generator_config.yml:8:5",
    ]


def test_the_output_stays_where_the_input_cannot_be_mapped(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml", "output": "spec.json"}, files={"spec.json": "old"})
    (tmp_path / "api.yaml").write_text("")
    refuse(path)
    assert (tmp_path / "spec.json").read_text() == "old"


def test_a_site_is_built_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_site(tmp_path / "site", options={"spec": "api.yaml", "output": "spec.json"})
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    site = build(path)
    assert (tmp_path / "site" / "spec.json").is_file()
    assert [d["file"] for d in site.data("reference/oasmap.json")["documents"]] == ["api.yaml", "generator_config.yml"]


def test_files_that_the_description_refers_to_are_read(tmp_path: Path) -> None:
    api = with_property("it: {$ref: 'parts/more.yaml#/It'}")
    site = zoo(tmp_path, files={"api.yaml": api, "parts/more.yaml": "It: {type: string, description: From afar.}\n"})
    row = site.page("reference/resources/pet/index.html").by_id("it")
    assert "From afar." in row.text
    assert "parts/more.yaml:1" in row.text


# --- several inputs -------------------------------------------------------------------------------

READ = 'pets: {read: {path: "/pets/{id}", method: GET}}'
OVERLAY = """\
overlay: 1.0.0
actions:
  - target: $.components.schemas.NewPet.properties
    update: {chip: {type: string, description: Under the skin.}}
"""


def test_a_config_may_be_a_list_of_files(tmp_path: Path) -> None:
    options = {"spec": "api.yaml", "config": ["generator_config.yml", "more.yml"]}
    site = zoo(tmp_path, options=options, files={"more.yml": f"data_sources: {{{READ}}}"})
    assert "reference/data-sources/pets/index.html" in site.uris
    assert {str(tmp_path / name) for name in ("more.yml", "generator_config.yml")} <= set(site.config.watch)


@pytest.mark.parametrize("overlays", ["fix.yaml", ["fix.yaml"]])
def test_overlays_are_applied_and_watched_and_are_sources(tmp_path: Path, overlays: object) -> None:
    site = zoo(tmp_path, options={"spec": "api.yaml", "overlays": overlays}, files={"fix.yaml": OVERLAY})
    page = (site.folder / "reference/resources/pet/index.html").read_text(encoding="utf-8")
    assert "Under the skin." in page
    assert "fix.yaml:4" in page
    assert str(tmp_path / "fix.yaml") in site.config.watch


def test_hosts_are_allowed_by_name(tmp_path: Path) -> None:
    api = with_property("it: {$ref: 'http://127.0.0.1:9/it.yaml'}")
    site = zoo(tmp_path, options={"spec": "api.yaml"}, files={"api.yaml": api})
    assert any("to allow that" in record.getMessage() for record in site.records)
    site = zoo(tmp_path, options={"spec": "api.yaml", "allow_hosts": ["127.0.0.1:9"]}, files={"api.yaml": api})
    assert any("it cannot be read" in record.getMessage() for record in site.records)


LABELS = {
    "page.overview": "Überblick",
    "section.attributes": "Felder <1>",
    "group.required": "Pflicht",
    "status.required": "nötig",
}


@pytest.mark.build
def test_labels_are_in_headings_contents_and_navigation(tmp_path: Path) -> None:
    files = {"docs/index.md": "# Zoo\n\n::: oasmap resource.pet\n    heading_level: 2\n"}
    site = build(write_site(tmp_path, options={"spec": "api.yaml", "audience": "users", "labels": LABELS}, files=files))
    assert site.troubles == []
    page = site.text("reference/resources/pet/index.html")
    assert 'id="schema-attributes">Felder &lt;1&gt;' in page
    assert 'id="attributes-required">Pflicht' in page
    assert page.count("Felder") > 1, "the table of contents has it, too"
    assert "Überblick" in page, "the navigation has it"
    twin = site.text("reference/resources/pet.md")
    assert twin.index("\n## Felder &#60;1&#62;\n") < twin.index("\n### Pflicht\n")
    assert "Pflicht</h3>" in site.text("index.html")


@pytest.mark.parametrize(
    "options",
    [
        {"baseline": "git:HE\0AD"},
        {"baseline": "git:HEAD:a\0pi"},
        {"baseline": "x\0y"},
        {"baseline": "git:\ud800"},
        {"output": "a\0b"},
        {"output": "\ud800"},
        {"output": "/dev/full"},
        {"output": "/dev/zero"},
        {"output": "a" * 300},
        {"spec": "a\x1b\0b"},
        {"review": "a\x1b\0b"},
        {"versions": {"1": "a\x1b\0b"}},
        {"version": "\0"},
        {"source_url": "\0{path}"},
    ],
)
def test_an_odd_option_is_one_clear_line(tmp_path: Path, options: dict[str, Any]) -> None:
    (message,) = refuse(write_site(tmp_path, options={"spec": "api.yaml", **options}))
    assert message.isprintable()


def test_a_name_of_300_characters_has_a_page_on_all_routes(here: Path) -> None:
    first, second = "r" * 300, "r" * 301
    paths = "create: {path: /pets, method: POST}\n    read: {path: '/pets/{id}', method: GET}\n"
    config = f"{ZOO_CONFIG}".replace(
        "  pet:\n    create", f"  {first}:\n    {paths}  {second}:\n    {paths}  pet:\n    create"
    )
    built = build(write_site(here, files={"generator_config.yml": config}))
    names = {uri.split("/")[2] for uri in built.uris if uri.startswith("reference/resources/r")}
    assert built.troubles == []
    assert len(names) == 2
    assert all(len(name) == MAX_SLUG for name in names)
    assert main(["pages", "api.yaml", "out"]) == 0
    assert {path.stem for path in (here / "out" / "resources").glob("r*.md")} == names


def test_a_page_has_no_name_that_windows_keeps_for_a_device(tmp_path: Path) -> None:
    properties = ", ".join(f"p{number}: {{type: string}}" for number in range(200))
    large = f"{{type: object, properties: {{{properties}}}}}"
    api = with_property(f"aux: {{type: object, properties: {{com1: {large}}}}}").replace("/pets", "/con")
    files = {"api.yaml": with_property(f"nul: {large}", api=api)}
    files["generator_config.yml"] = ZOO_CONFIG.replace("/pets", "/con").replace(
        "  pet:\n    create", "  con:\n    create"
    )
    built = build(write_site(tmp_path, files=files))
    assert built.troubles == []
    names = {name.lower() for uri in built.uris for name in uri.split("/")}
    assert names >= {"con_", "aux_.com1", "nul_"}
    assert not {name.partition(".")[0] for name in names} & {"con", "aux", "nul"}


@pytest.mark.parametrize("option", ["baseline", "versions"])
def test_files_of_two_runs_are_told(here: Path, option: str) -> None:
    path = write_site(here)
    assert main(["generate", "--sidecar", "then.json", "api.yaml"]) == 0
    value = "then.json" if option == "baseline" else {"1.0": "then.json"}
    path = write_site(here, options={"spec": "api.yaml", option: value})
    assert build(path).troubles == []
    (here / "provider_code_spec.json").write_text("{}")
    (trouble,) = build(path).troubles
    assert "then.json and provider_code_spec.json were not written by one run" in trouble


def test_the_sidecar_of_a_site_has_the_digest_of_what_is_beside_it(tmp_path: Path) -> None:
    built = build(write_site(tmp_path))
    assert list(json.loads(built.text("reference/oasmap.json"))["artifacts"]) == ["provider_code_spec.json"]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return zoo(tmp_path_factory.mktemp("site"), options={"spec": "api.yaml", "registry_docs": "registry"})


def test_the_pages_are_written_beside_the_site(built: Built) -> None:
    assert built.troubles == []
    assert "# zoo_pet (Resource)" in (built.folder.parent / "registry/resources/pet.md").read_text()
    assert any("registry: 3 files written, 0 unchanged" in message for message in built.messages())


def test_examples_are_watched_and_come_into_the_pages(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml"})
    folder = tmp_path / "examples/resources/zoo_pet"
    folder.mkdir(parents=True)
    (folder / "resource.tf").write_text('resource "zoo_pet" "hector" {}\n')
    built = build(path)
    assert "hector" in built.text("reference/resources/pet/index.html")
    assert str(tmp_path / "examples") in built.config.watch
