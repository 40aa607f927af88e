"""Input that cannot be read is one clear message.

A message stands on one line of standard error, names the file and where possible the line, and leaves what was
written before as it is.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from ..zoo import api

API = api(
    """\
Pet:
  type: object
  required: [name]
  properties:
    name: {type: string}
    it: {type: string}
"""
)
CREATE = "    create: {path: /pets, method: POST}\n"
READ = '    read: {path: "/pets/{id}", method: GET}\n'
CONFIG = f"provider:\n  name: zoo\nresources:\n  pet:\n{CREATE}{READ}"
DEPTH = 10_000

Refused = Callable[..., str]


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    yield
    gc.enable()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "api.yaml").write_text(API)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    (tmp_path / "provider_code_spec.json").write_text("what was written before")
    return tmp_path


@pytest.fixture
def refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> Refused:
    """Runs `oasmap generate`, which must fail; returns the one message without the word error."""

    def run(*arguments: str) -> str:
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        assert main(["generate", *(arguments or ("api.yaml",))]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
        return err.removeprefix("error: ").removesuffix("\n")

    return run


def api_refused(folder: Path, refused: Refused, content: str | bytes, name: str = "bad.yaml") -> str:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return refused(name)


def config_refused(folder: Path, refused: Refused, content: str | bytes, name: str = "bad.yml") -> str:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return refused("--config", name, "api.yaml")


# --- files that cannot be read --------------------------------------------------------------------


def test_a_file_that_is_not_there(refused: Refused) -> None:
    assert refused("nothing.yaml") == "nothing.yaml: no such file"
    assert refused("--config", "nothing.yml", "api.yaml") == "nothing.yml: no such file"


def test_a_folder_in_place_of_a_file(folder: Path, refused: Refused) -> None:
    (folder / "docs").mkdir()
    assert refused("docs") == "docs: this is a folder, not a file"
    assert refused("--config", "docs", "api.yaml") == "docs: this is a folder, not a file"


def test_a_file_in_place_of_a_folder(refused: Refused) -> None:
    assert refused("api.yaml/openapi.yaml").startswith("api.yaml/openapi.yaml: ")


@pytest.mark.parametrize("content", ["", " \n\t\n", "\ufeff"])
def test_an_empty_file(folder: Path, refused: Refused, content: str) -> None:
    assert api_refused(folder, refused, content) == "bad.yaml: the file is empty"
    assert config_refused(folder, refused, content) == "bad.yml: the file is empty"


def test_a_binary_file(folder: Path, refused: Refused) -> None:
    picture = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
    assert api_refused(folder, refused, picture) == "bad.yaml:1: not a text file in UTF-8 (byte 0x89)"
    assert config_refused(folder, refused, b"a: 1\nb: \x00") == "bad.yml:2: not a text file (it has a NUL character)"


def test_a_text_in_another_encoding(folder: Path, refused: Refused) -> None:
    latin = "openapi: 3.0.3\ninfo: {title: Café}\n".encode("latin-1")
    assert api_refused(folder, refused, latin) == "bad.yaml:2: not a text file in UTF-8 (byte 0xe9)"


def test_json_that_stops_in_the_middle(folder: Path, refused: Refused) -> None:
    message = api_refused(folder, refused, '{"openapi": "3.0.3",\n "paths": {', "bad.json")
    assert message.startswith("bad.json:2:12: not valid JSON: ")


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ('{"openapi": "3.0.3",\n "paths": {} "info": {}}', "bad.json:2:14"),
        ('{"openapi": "3.0.3"}\n}', "bad.json:2:1"),
        ('{"openapi": "3.0.3",\n "x": \x01}', "bad.json:2:7"),
    ],
)
def test_json_that_is_not_valid(folder: Path, refused: Refused, content: str, place: str) -> None:
    assert api_refused(folder, refused, content, "bad.json").startswith(f"{place}: not valid JSON: ")


def test_yaml_with_tabs(folder: Path, refused: Refused) -> None:
    message = api_refused(folder, refused, "openapi: 3.0.3\ninfo:\n\ttitle: Zoo\n")
    assert message.startswith("bad.yaml:3:1: ")
    assert "YAML does not allow tabs for indentation; use spaces" in message


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ("openapi: 3.0.3\npaths: [\n", 3),
        ("openapi: 3.0.3\nx: 'never closed\n", 3),
        ("openapi: 3.0.3\n  x: 1\n", 2),
        ("openapi: 3.0.3\nx: *nothing\n", 2),
        ("openapi: 3.0.3\nx: &here [*here]\n", 2),
        ("openapi: 3.0.3\n? {a: b}\n: c\n", 2),
    ],
)
def test_yaml_that_is_not_valid(folder: Path, refused: Refused, content: str, line: int) -> None:
    assert api_refused(folder, refused, content).startswith(f"bad.yaml:{line}:")


@pytest.mark.parametrize("content", ["[" * DEPTH, "a: " + "{a: " * DEPTH, "- " * DEPTH])
def test_nesting_that_never_ends(folder: Path, refused: Refused, content: str) -> None:
    assert api_refused(folder, refused, content).startswith("bad.yaml")


@pytest.mark.parametrize("deep", ["[" * DEPTH + "]" * DEPTH, '{"a": ' * DEPTH + "1" + "}" * DEPTH])
def test_nesting_that_goes_on_and_on(folder: Path, refused: Refused, deep: str) -> None:
    content = f'{{"openapi": "3.0.3", "paths": {{}}, "x-deep": {deep}}}'
    assert api_refused(folder, refused, content, "bad.json") == "bad.json: nested more than 900 levels deep"
    message = api_refused(folder, refused, f"{API}x-deep: {deep}\n")
    assert message.startswith("bad.yaml")
    assert message.endswith(": nested more than 900 levels deep")
    message = config_refused(folder, refused, f"{CONFIG}deep: {deep}\n")
    assert message.startswith("bad.yml")
    assert message.endswith(": nested more than 900 levels deep")


# --- files that are no OpenAPI description --------------------------------------------------------


def test_a_version_of_swagger_that_is_not_2(folder: Path, refused: Refused) -> None:
    message = api_refused(folder, refused, 'swagger: "1.2"\npaths: {}\n')
    assert message == "bad.yaml:1:1: version '1.2' of Swagger is not supported, 2.0 is"


def test_a_description_without_a_version(folder: Path, refused: Refused) -> None:
    message = api_refused(folder, refused, "info: {}\npaths: {}\n")
    assert message.startswith("bad.yaml:1:1: the key openapi with the version is missing")


@pytest.mark.parametrize("version", ["banana", '"2.0"', "1.2.3", "true", '""'])
def test_a_version_that_is_none_of_openapi_3(folder: Path, refused: Refused, version: str) -> None:
    message = api_refused(folder, refused, f"info: {{}}\nopenapi: {version}\npaths: {{}}\n")
    text = version.strip('"')
    assert message == f"bad.yaml:2:1: version {text!r} of OpenAPI is not supported, 3.0 and later are"


@pytest.mark.parametrize("version", ["[3]", "{a: 3}", "null"])
def test_a_version_that_is_no_version(folder: Path, refused: Refused, version: str) -> None:
    message = api_refused(folder, refused, f"openapi: {version}\npaths: {{}}\n")
    assert message.startswith("bad.yaml:1:1: ")
    assert "version ''" not in message


@pytest.mark.parametrize("content", ["- openapi: 3.0.3\n", "[1, 2]", "just a text\n", "42\n", "null\n", "# nothing\n"])
def test_a_description_that_is_no_mapping(folder: Path, refused: Refused, content: str) -> None:
    message = api_refused(folder, refused, content)
    assert message == "bad.yaml:1:1: an OpenAPI description is a mapping with the key openapi"


def test_a_config_given_as_the_description(refused: Refused) -> None:
    assert refused("generator_config.yml").startswith("generator_config.yml:1:1: the key openapi with the version")


@pytest.mark.parametrize("paths", ["[]", "text", "null", "42"])
def test_paths_that_are_no_mapping(folder: Path, refused: Refused, paths: str) -> None:
    (folder / "generator_config.yml").write_text(
        "provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n"
    )
    message = api_refused(folder, refused, f"openapi: 3.0.3\npaths: {paths}\n")
    assert message.startswith("generator_config.yml:2:22: data source 'pet': read: the path '/pets' is not in bad.yaml")


# --- generator configs ----------------------------------------------------------------------------


@pytest.mark.parametrize("content", ["- provider\n", "[1]", "text\n", "42\n"])
def test_a_config_that_is_no_mapping(folder: Path, refused: Refused, content: str) -> None:
    assert config_refused(folder, refused, content) == (
        "bad.yml:1: the generator config must be a mapping with a provider"
    )


@pytest.mark.parametrize(
    ("old", "new", "place", "text"),
    [
        ("path: /pets,", "path: /pet,", "5:5", "the path '/pet' is not in api.yaml; did you mean '/pets'?"),
        ("pets/{id}", "pets/{no}", "6:5", "the path '/pets/{no}' is not in api.yaml; did you mean '/pets/{id}'?"),
        ("path: /pets,", "path: pets,", "5:5", "the path 'pets' is not in api.yaml; did you mean '/pets'?"),
        ("path: /pets,", "path: /zebras-and-lions,", "5:5", "the path '/zebras-and-lions' is not in api.yaml"),
        ("method: POST", "method: FETCH", "5:5", "'FETCH' is not an HTTP method; did you mean 'PATCH'?"),
        ("method: POST", "method: [POST]", "5", "resource 'pet': create: method must be a text"),
        (", method: POST", "", "5", "resource 'pet': create: method is needed"),
        ("path: /pets, ", "", "5", "resource 'pet': create: path is needed"),
        (CREATE, "", "4", "resource 'pet': create is needed (create: {path: …, method: …})"),
        (READ, "", "4", "resource 'pet': read is needed (read: {path: …, method: …})"),
        ("provider:\n  name: zoo\n", "", "1", "provider: a name is needed (provider: {name: …})"),
        ("  name: zoo\n", "  ignores: []\n", "1", "provider: a name is needed"),
        ("name: zoo", 'name: ""', "1", "provider: a name is needed"),
        ("name: zoo", "name: [zoo]", "2", "provider: name must be a text"),
        (f"  pet:\n{CREATE}{READ}", "  pet: text\n", "4", "resource 'pet' must be a mapping of keys and values"),
        (
            "{path: /pets, method: POST}",
            "POST /pets",
            "5",
            "resource 'pet': create must be a mapping of keys and values",
        ),
        (READ, f"{READ}    schema: [it]\n", "7", "resource 'pet': schema must be a mapping of keys and values"),
        (READ, f"{READ}    schema: {{ignores: it}}\n", "7", "ignores must be a list of attribute paths"),
        (READ, f"{READ}    schema: {{ignores: [a..b]}}\n", "7", "names joined by dots; \\* is an asterisk in a name)"),
        ("zoo", "zoo\n  schema_ref: '#/Zoo'", "3:3", "provider: schema_ref: '#/Zoo' does not exist in api.yaml"),
        ("zoo", "zoo\n  schema_ref: no.yaml#/Zoo", "3:3", "provider: schema_ref: no.yaml: no such file"),
        ("zoo", "zoo\n  schema_ref: //a.example/b", "3:3", "is on another host; only files, http and https are read"),
        ("  pet:\n", "  pet: {}\n  pet:\n", "5", "the key 'pet' is given twice (line 4 has it too)"),
    ],
)
def test_a_mistake_in_the_config(folder: Path, refused: Refused, old: str, new: str, place: str, text: str) -> None:
    assert CONFIG.count(old) == 1
    message = config_refused(folder, refused, CONFIG.replace(old, new))
    assert message.startswith(f"bad.yml:{place}: ")
    assert message.endswith(text)


def test_a_config_that_asks_for_nothing(folder: Path, refused: Refused) -> None:
    message = config_refused(folder, refused, "provider: {name: zoo}\n")
    assert message == "bad.yml:1: at least one resource or data source is needed; oasmap init proposes them"


def test_a_key_given_twice_in_a_config_in_json(folder: Path, refused: Refused) -> None:
    pet = '{"read": {"path": "/pets/{id}", "method": "GET"}}'
    content = f'{{"provider": {{\n"name": "zoo",\n"name": "ark"}},\n"data_sources": {{"pet": {pet}}}}}'
    message = config_refused(folder, refused, content, "bad.json")
    assert message == "bad.json:3: the key 'name' is given twice (line 2 has it too)"


def test_every_problem_of_a_config_is_a_message_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "generator_config.yml").write_text(CONFIG.replace("name: zoo", "name: ''").replace("path: /pets, ", ""))
    assert main(["generate", "api.yaml"]) == 1
    assert capsys.readouterr().err == (
        "error: generator_config.yml:1: provider: a name is needed\n"
        "error: generator_config.yml:5: resource 'pet': create: path is needed\n"
    )


# --- output that cannot be written ----------------------------------------------------------------


@pytest.mark.parametrize("option", ["--output", "--sidecar"])
@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("api.yaml/x.json", "Not a directory"),
        ("docs", "it is a folder"),
    ],
)
def test_output_that_cannot_be_written(folder: Path, refused: Refused, option: str, path: str, why: str) -> None:
    (folder / "docs").mkdir()
    assert refused(option, path, "api.yaml") == f"{path}: cannot be written: {why}"
