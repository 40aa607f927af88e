"""What to do is said where a common mistake explains why an input or a config cannot be read."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from mapper.inputs import Document
from mapper.registry import REGISTRY, system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mkdocs_oasmap.wrong_inputs import way_out

API, CONFIG = "openapi: 3.1.0\npaths: {}\n", "provider: {name: zoo}\n"
ACK = '{"version": "2.0", "metadata": {}, "operations": {}, "shapes": {}}'
PROPOSES = "proposes one"
ITSELF = "config.yml: it is wrong; correct it"


def said(
    spec: Path | Document, *configs: str, system: str = "terraform", at: str = "", taken: Collection[str] = REGISTRY
) -> str:
    """The message of a problem in a file, by default in the first config."""
    problem = Problem("it is wrong", at or configs[0], remedy="correct it")
    with pytest.raises(MappingError) as caught, way_out(system_named(system), Request(spec, configs), taken):
        raise MappingError(problem)
    return str(caught.value)


@pytest.fixture(autouse=True)
def files(here: Path) -> Path:
    texts = {"api.yaml": API, "ack.json": ACK, "config.yml": CONFIG, "empty.yml": " \n", "bom.yml": "\ufeff\n"}
    for name, text in {**texts, "blank.yml": " " * 4_096, "sub/empty.yml": ""}.items():
        (here / name).parent.mkdir(exist_ok=True)
        (here / name).write_text(text, encoding="utf-8")
    return here


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("none.yml", f"none.yml: no such file; `oasmap init --output none.yml api.yaml` {PROPOSES}"),
        ("generator_config.yml", f"generator_config.yml: no such file; `oasmap init api.yaml` {PROPOSES}"),
        ("sub/generator_config.yml", "sub/generator_config.yml: no such file; `oasmap init --output"
         f" sub/generator_config.yml api.yaml` {PROPOSES}"),
        ("empty.yml", f"empty.yml: the file is empty; `oasmap init --force --output empty.yml api.yaml` {PROPOSES}"),
        ("bom.yml", f"bom.yml: the file is empty; `oasmap init --force --output bom.yml api.yaml` {PROPOSES}"),
        ("sub/empty.yml", "sub/empty.yml: the file is empty; `oasmap init --force --output sub/empty.yml api.yaml`"
         f" {PROPOSES}"),
        ("blank.yml", "blank.yml: it is wrong; correct it"),
        ("config.yml", ITSELF),
    ],
)  # fmt: skip
def test_a_config_that_is_missing_or_empty_is_proposed(config: str, message: str) -> None:
    assert said(Path("api.yaml"), config) == message


def test_a_config_is_proposed_only_if_it_is_the_only_one_and_what_is_wrong() -> None:
    assert said(Path("api.yaml"), "none.yml", "config.yml").startswith("none.yml: it is wrong")
    assert said(Path("api.yaml"), "none.yml", at="api.yaml") == "api.yaml: it is wrong; correct it"
    assert said(Path("nothing.yaml"), "none.yml") == "nothing.yaml: no such file; correct the path"
    given = Document("api.yaml", API.encode())
    assert said(given, "none.yml") == f"none.yml: no such file; `oasmap init --output none.yml -` {PROPOSES}"
    of_ack = f"none.yml: no such file; `oasmap init --system ack --output none.yml ack.json` {PROPOSES}"
    assert said(Path("ack.json"), "none.yml", system="ack") == of_ack
    assert said(Path("none.json"), "none.yml", system="provider").startswith("none.yml: it is wrong")


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        ("ack.json", {}, "ack.json: this is an API model; add `--system ack`, or `system: ack` in mkdocs.yml"),
        (
            "ack.json",
            {"taken": ["terraform"]},
            "ack.json: this is an API model; give an OpenAPI description, in JSON or YAML",
        ),
        ("api.yaml", {}, ITSELF),
        ("nothing.yaml", {}, ITSELF),
    ],
)
def test_an_input_of_another_system_is_told(spec: str, options: dict[str, Any], message: str) -> None:
    assert said(Path(spec), "config.yml", **options) == message


def test_a_description_is_no_config() -> None:
    what = "api.yaml: this is an API description, not a generator config"
    assert said(Path("api.yaml"), "api.yaml") == f"{what}; `oasmap init api.yaml` {PROPOSES}"
    given = Document("api.yaml", API.encode())
    assert said(given, "api.yaml") == f"{what}; `oasmap init -` {PROPOSES}"
    Path("generator_config.yml").write_text(CONFIG)
    assert said(Path("api.yaml"), "api.yaml") == f"{what}; name generator_config.yml"


def test_a_folder_is_needed_where_files_are_listed(here: Path) -> None:
    for given, name in ((Document("api.yaml", b"{}"), "api.yaml"), (Path("config.yml"), "config.yml")):
        with pytest.raises(MappingError, match=rf"^{name}: a folder is expected; name the folder that has the files$"):
            Request(given, ()).files(".yml")
    assert [path.name for path in Request(here / "sub", ()).files(".yml")] == ["empty.yml"]
