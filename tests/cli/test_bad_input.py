"""Input that cannot be read is one clear message.

A message stands on one line of standard error, names the file and where possible the line, and leaves what was
written before as it is.
"""

import bz2
import gc
import gzip
import io
import lzma
import zipfile
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


FETCH = "'FETCH' is neither an HTTP method nor among the additionalOperations of the path; did you mean 'PATCH'?"


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    yield
    gc.enable()


@pytest.fixture
def folder(here: Path) -> Path:
    (here / "api.yaml").write_text(API)
    (here / "generator_config.yml").write_text(CONFIG)
    (here / "provider_code_spec.json").write_text("what was written before")
    return here


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


def refused_with(folder: Path, refused: Refused, name: str, content: str | bytes) -> str:
    """The message where a file has some content: a description, unless it is called as a config is."""
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return refused(*(("--config", name, "api.yaml") if "config" in name else (name,)))


def check(message: str, expected: str) -> None:
    """The message is the expected one; `…` at the end of that stands for any text."""
    assert message.startswith(expected[:-1]) if expected.endswith("…") else message == expected, message


# --- files that cannot be read --------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("FILE",), ("--config", "FILE", "api.yaml")], ids=["description", "config"])
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("nothing.yaml", "nothing.yaml: no such file; …"),
        ("docs", "docs: this is a folder, not a file; name a file in it"),
        ("api.yaml/openapi.yaml", "api.yaml/openapi.yaml: …"),
    ],
)
def test_what_is_no_file(folder: Path, refused: Refused, arguments: tuple[str, ...], name: str, expected: str) -> None:
    (folder / "docs").mkdir()
    check(refused(*(name if argument == "FILE" else argument for argument in arguments)), expected)


NO_LIST = "not a list: write `name:`, not `- name`"
CONFLICT = "a merge conflict is not resolved; keep one of the two sides, and remove the lines of the markers"


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("api.yaml", "openapi: 3.0.3")
    return buffer.getvalue()


DEEP = ["[" * DEPTH + "]" * DEPTH, '{"a": ' * DEPTH + "1" + "}" * DEPTH]
UNREADABLE: list[tuple[str, str | bytes, str]] = [
    *(
        (name, content, f"{name}: the file is empty; {step}")
        for name, step in (
            ("bad.yaml", "name a file with contents"),
            ("config.yml", "`oasmap init --force --output config.yml api.yaml` proposes one"),
        )
        for content in ("", " \n\t\n", "\ufeff")
    ),
    (
        "bad.yaml",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        "bad.yaml:1: not a text file in UTF-8 (byte 0x89); save it as UTF-8",
    ),
    ("config.yml", b"a: 1\nb: \x00", "config.yml:2: not a text file (it has a NUL character); save it as UTF-8"),
    (
        "bad.yaml",
        b"openapi: 3.0.3\ninfo: {title: Caf\xe9}\n",
        "bad.yaml:2: not a text file in UTF-8 (byte 0xe9); save it as UTF-8",
    ),
    *(
        (name, f"a: 1\n<<<<<<< HEAD{end}b: 1\n=======\nb: 2\n>>>>>>> theirs\n", f"{name}:2: {CONFLICT}")
        for name in ("bad.yaml", "config.yml")
        for end in ("\n", "\r\n")
    ),
    ("bad.json", '{\n "a": 1,\n}\n>>>>>>> theirs\n', f"bad.json:4: {CONFLICT}"),
    *(
        ("bad.yaml", content, f"bad.yaml: the file is compressed; unpack it with {program}")
        for content, program in ((zipped(), "unzip"), (bz2.compress(b"a"), "bunzip2"), (lzma.compress(b"a"), "unxz"))
    ),
    ("config.yml", gzip.compress(b"a: 1"), "config.yml: the file is compressed; unpack it with gunzip"),
    ("bad.json", '{"openapi": "3.0.3",\n "paths": {', "bad.json:2:12: not valid JSON: …"),
    ("bad.json", '{"openapi": "3.0.3",\n "paths": {} "info": {}}', "bad.json:2:14: not valid JSON: …"),
    ("bad.json", '{"openapi": "3.0.3"}\n}', "bad.json:2:1: not valid JSON: …"),
    ("bad.json", '{"openapi": "3.0.3",\n "x": \x01}', "bad.json:2:7: not valid JSON: …"),
    ("bad.yaml", "openapi: 3.0.3\npaths: [\n", "bad.yaml:3:…"),
    ("bad.yaml", "openapi: 3.0.3\nx: 'never closed\n", "bad.yaml:3:…"),
    ("bad.yaml", "openapi: 3.0.3\n  x: 1\n", "bad.yaml:2:…"),
    ("bad.yaml", "openapi: 3.0.3\nx: *nothing\n", "bad.yaml:2:…"),
    ("bad.yaml", "openapi: 3.0.3\nx: &here [*here]\n", "bad.yaml:2:…"),
    ("bad.yaml", "openapi: 3.0.3\n? {a: b}\n: c\n", "bad.yaml:2:…"),
    *(("bad.yaml", content, "bad.yaml…") for content in ("[" * DEPTH, "a: " + "{a: " * DEPTH, "- " * DEPTH)),
    *(
        (
            "bad.json",
            f'{{"openapi": "3", "x": {deep}}}',
            "bad.json: nested more than 900 levels deep; nest its values less",
        )
        for deep in DEEP
    ),
]


@pytest.mark.parametrize(("name", "content", "expected"), UNREADABLE, ids=range(len(UNREADABLE)))
def test_a_file_that_cannot_be_read(
    folder: Path, refused: Refused, name: str, content: str | bytes, expected: str
) -> None:
    check(refused_with(folder, refused, name, content), expected)


def test_yaml_with_tabs(folder: Path, refused: Refused) -> None:
    message = refused_with(folder, refused, "bad.yaml", "openapi: 3.0.3\ninfo:\n\ttitle: Zoo\n")
    assert message.startswith("bad.yaml:3:1: ")
    assert "YAML does not allow tabs for indentation); use spaces" in message


@pytest.mark.parametrize("deep", DEEP, ids=["lists", "mappings"])
@pytest.mark.parametrize(("name", "text"), [("bad.yaml", API), ("config.yml", CONFIG)])
def test_yaml_that_goes_on_and_on(folder: Path, refused: Refused, name: str, text: str, deep: str) -> None:
    message = refused_with(folder, refused, name, f"{text}x-deep: {deep}\n")
    assert message.startswith(name)
    assert message.endswith(": nested more than 900 levels deep; nest its values less")


# --- files that are no OpenAPI description --------------------------------------------------------

NO_MAPPING = (
    "bad.yaml:1:1: an OpenAPI description is a mapping with the key openapi; name the file of an OpenAPI description"
)
NO_VERSION = "1:1: the key openapi with the version is missing…"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            'swagger: "1.2"\npaths: {}\n',
            "bad.yaml:1:1: version '1.2' of Swagger is not supported; write `swagger: '2.0'`…",
        ),
        ("info: {}\npaths: {}\n", f"bad.yaml:{NO_VERSION}"),
        (CONFIG, f"bad.yaml:{NO_VERSION}"),
        *(
            (
                f'info: {{}}\nopenapi: "{version}"\npaths: {{}}\n',
                f"bad.yaml:2:1: OpenAPI '{version}' is not supported; use 3.0 or later, or Swagger 2.0",
            )
            for version in ("banana", "2.0", "1.2.3", "true", "")
        ),
        *((content, NO_MAPPING) for content in ("- openapi: 3.0.3\n", "[1, 2]", "a text\n", "42\n", "null\n", "# a\n")),
    ],
)
def test_a_file_that_is_no_description(folder: Path, refused: Refused, content: str, expected: str) -> None:
    check(refused_with(folder, refused, "bad.yaml", content), expected)


@pytest.mark.parametrize("version", ["[3]", "{a: 3}", "null"])
def test_a_version_that_is_no_version(folder: Path, refused: Refused, version: str) -> None:
    message = refused_with(folder, refused, "bad.yaml", f"openapi: {version}\npaths: {{}}\n")
    assert message.startswith("bad.yaml:1:1: ")
    assert "version ''" not in message


@pytest.mark.parametrize("paths", ["[]", "text", "null", "42"])
def test_paths_that_are_no_mapping(folder: Path, refused: Refused, paths: str) -> None:
    (folder / "generator_config.yml").write_text(
        "provider: {name: zoo}\ndata_sources: {pet: {read: {path: /pets, method: GET}}}\n"
    )
    message = refused_with(folder, refused, "bad.yaml", f"openapi: 3.0.3\npaths: {paths}\n")
    assert message.startswith("generator_config.yml:2:22: data source 'pet': read: the path '/pets' is not in bad.yaml")


# --- generator configs ----------------------------------------------------------------------------


PET = '{"pet": {"read": {"path": "/pets/{id}", "method": "GET"}}}'
TWICE = f'{{"provider": {{"name": "zoo",\n"name": "ark"}}, "data_sources": {PET}}}'


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        *(
            ("config.yml", content, "config.yml:1: the generator config must be a mapping with a provider")
            for content in ("- provider\n", "[1]", "text\n", "42\n")
        ),
        (
            "config.yml",
            "provider: {name: zoo}\n",
            "config.yml:1: at least one resource or data source is needed; `oasmap init` proposes them",
        ),
        ("config.json", TWICE, "config.json:2: the key 'name' is given twice (line 1 has it too); remove one"),
    ],
)
def test_a_file_that_is_no_config(folder: Path, refused: Refused, name: str, content: str, expected: str) -> None:
    check(refused_with(folder, refused, name, content), expected)


@pytest.mark.parametrize(
    ("old", "new", "place", "text"),
    [
        ("path: /pets,", "path: /pet,", "5:5", "the path '/pet' is not in api.yaml; did you mean '/pets'?"),
        ("pets/{id}", "pets/{no}", "6:5", "the path '/pets/{no}' is not in api.yaml; did you mean '/pets/{id}'?"),
        ("path: /pets,", "path: pets,", "5:5", "the path 'pets' is not in api.yaml; did you mean '/pets'?"),
        ("path: /pets,", "path: /zebras-and-lions,", "5:5", "the path '/zebras-and-lions' is not in api.yaml"),
        ("method: POST", "method: FETCH", "5:5", FETCH),
        ("method: POST", "method: [POST]", "5", "resource 'pet': create: method must be a text"),
        (", method: POST", "", "5", "resource 'pet': create: method is needed"),
        ("path: /pets, ", "", "5", "resource 'pet': create: path is needed"),
        (CREATE, "", "4", "resource 'pet': create is needed (create: {path: …, method: …})"),
        (READ, "", "4", "resource 'pet': read is needed (read: {path: …, method: …})"),
        ("provider:\n  name: zoo\n", "", "1", "provider: a name is needed (provider: {name: …})"),
        ("  name: zoo\n", "  ignores: []\n", "1", "provider: a name is needed"),
        ("name: zoo", 'name: ""', "1", "provider: a name is needed"),
        ("name: zoo", "name: [zoo]", "2", "provider: name must be a text"),
        (
            f"  pet:\n{CREATE}{READ}",
            "  pet: text\n",
            "4",
            "resource 'pet' must be a mapping of keys and values, not 'text'",
        ),
        (
            "{path: /pets, method: POST}",
            "POST /pets",
            "5",
            "resource 'pet': create must be a mapping of keys and values, not 'POST /pets'",
        ),
        (
            READ,
            f"{READ}    schema: [it]\n",
            "7",
            f"resource 'pet': schema must be a mapping of keys and values, {NO_LIST}",
        ),
        (READ, f"{READ}    schema: {{ignores: it}}\n", "7", "ignores must be a list of attribute paths"),
        (READ, f"{READ}    schema: {{ignores: [a..b]}}\n", "7", "is not an attribute path"),
        ("zoo", "zoo\n  schema_ref: '#/Zoo'", "3:3", "provider: schema_ref: '#/Zoo' does not exist in api.yaml"),
        (
            "zoo",
            "zoo\n  schema_ref: no.yaml#/Zoo",
            "3:3",
            "provider: schema_ref: no.yaml: no such file; correct the reference",
        ),
        (
            "zoo",
            "zoo\n  schema_ref: //a.example/b",
            "3:3",
            "is on another host; only files, http and https are read; correct the reference",
        ),
        ("  pet:\n", "  pet: {}\n  pet:\n", "5", "the key 'pet' is given twice (line 4 has it too); remove one"),
    ],
)
def test_a_mistake_in_the_config(folder: Path, refused: Refused, old: str, new: str, place: str, text: str) -> None:
    assert CONFIG.count(old) == 1
    message = refused_with(folder, refused, "config.yml", CONFIG.replace(old, new))
    assert message.startswith(f"config.yml:{place}: ")
    assert message.partition("; ")[0].endswith(text) or message.endswith(text)


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
    assert refused(option, path, "api.yaml") == f"{path}: cannot be written: {why}; choose another file or folder"
