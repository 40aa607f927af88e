"""A state with a defect is compared as far as it goes, and the review begins with what is wrong with it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .repository import API, CHANGED, CONFIG, PARTS, Zoo, changes

OTHER = API.replace("/pets/{petId}", "/animals/{petId}").replace("/pets:", "/animals:")
LOST = "the path '/pets' is not in api.yaml"


def test_a_description_that_lost_a_path_is_the_worst_change_of_all(zoo: Zoo) -> None:
    zoo.write(**{"api.yaml": OTHER})
    data = zoo.data("git:v1", "api.yaml")
    first = data["changes"][0]
    assert (first["rule"], first["severity"], first["cause"]) == ("entity-removed", "breaking", "API description")
    assert LOST in first["message"]
    assert LOST in data["problems"][0]
    code, out, _ = zoo.diff("--fail-on", "breaking", "git:v1", "api.yaml")
    assert code == 3
    assert out.index("problem: api.yaml: resource pet cannot be mapped") < out.index("breaking: resource zoo_pet")


def test_what_is_lost_comes_before_other_breaking_changes(zoo: Zoo) -> None:
    cats = API.replace("components:", "").rstrip() + "\n"
    body = "{content: {application/json: {schema: {$ref: 'parts/pet.yaml#/Pet'}}}}"
    more = f"{cats}  /cats: {{post: {{requestBody: {body}}}}}\n"
    config = CONFIG.replace(
        "resources:",
        "resources:\n  aaa: {create: {path: /pets, method: POST}, read: {path: "
        "'/pets/{petId}', method: GET}}\n  zebra: {create: {path: /cats, method: POST}, read: "
        "{path: '/pets/{petId}', method: GET}}",
    )
    zoo.write(**{"api.yaml": more, "config.yml": config})
    zoo.git("commit", "-qam", "second")
    zoo.write(**{"api.yaml": cats, "config.yml": config, "parts/pet.yaml": CHANGED})
    data = zoo.data("git:HEAD", "api.yaml")
    rules = [(change["rule"], change["entity"]) for change in data["changes"]]
    assert rules[0] == ("entity-removed", "zebra")
    assert ("became-required", "aaa") in rules


def test_a_state_that_was_broken_is_compared_with_the_repair(zoo: Zoo) -> None:
    zoo.write(**{"config.yml": CONFIG.replace("/pets,", "/petz,")})
    zoo.git("commit", "-qam", "broken")
    zoo.write()
    data = zoo.data("git:HEAD", "api.yaml")
    assert changes(data) == [("entity-added", "", "generator config")]
    assert "before, it could not be mapped: create: the path '/petz' is not in" in data["changes"][0]["message"]
    assert data["problems"][0].startswith("HEAD: resource pet cannot be mapped")


def test_a_file_that_was_no_yaml_can_be_repaired(zoo: Zoo) -> None:
    zoo.write(**{"api.yaml": "openapi: ["})
    zoo.git("commit", "-qam", "second")
    zoo.write()
    data = zoo.data("git:HEAD", "api.yaml")
    assert data["changes"] == []
    assert data["problems"][0].startswith("git:HEAD cannot be read, so that nothing is compared: api.yaml:")
    for form in ("text", "markdown", "html", "github"):
        _, out, _ = zoo.diff("--format", form, "git:HEAD", "api.yaml")
        assert "cannot be read, so that nothing is compared" in out
        assert "Nothing changes" not in out


def test_what_was_broken_on_the_disk_is_an_error(zoo: Zoo) -> None:
    zoo.write(**{"old.yaml": "openapi: ["})
    code, out, err = zoo.diff("old.yaml", "api.yaml")
    assert (code, out) == (1, "")
    assert err.startswith("error: old.yaml:")


def test_a_config_and_a_description_that_were_renamed_are_found(zoo: Zoo) -> None:
    zoo.git("mv", "config.yml", "generator.yml")
    zoo.git("mv", "api.yaml", "petstore.yaml")
    zoo.git("commit", "-qm", "renamed")
    (zoo.folder / "parts/pet.yaml").write_text(PARTS.replace("maxLength: 8", "maxLength: 6"))
    zoo.config = "generator.yml"
    data = zoo.data("git:v1", "petstore.yaml")
    assert changes(data) == [("limit-tightened", "name", "API description")]
    assert data["problems"] == ["petstore.yaml was called api.yaml in v1", "generator.yml was called config.yml in v1"]


@pytest.fixture
def module(zoo: Zoo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The API in a submodule, changed there since it was committed in the repository."""
    source = Zoo(tmp_path_factory.mktemp("source"), zoo.capsys)
    source.write()
    source.git("init", "-q")
    source.git("add", ".")
    source.git("commit", "-qm", "first")
    zoo.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(source.folder), "upstream")
    zoo.git("commit", "-qm", "a submodule")
    inner = zoo.folder / "upstream"
    (inner / "parts/pet.yaml").write_text(PARTS.replace("maxLength: 8", "maxLength: 6"))
    Zoo(inner, zoo.capsys).git("commit", "-qam", "second")
    return inner


def test_the_revision_of_a_submodule_is_read_from_it(zoo: Zoo, module: Path) -> None:
    zoo.git("add", "upstream")
    zoo.git("commit", "-qm", "follow")
    expected = [("limit-tightened", "name", "API description")]
    assert module.is_dir()
    assert changes(zoo.data("git:HEAD~1", "upstream/api.yaml")) == expected
    assert changes(zoo.data("git:HEAD~1:upstream/api.yaml", "git:HEAD:upstream/api.yaml")) == expected


def test_a_submodule_that_is_not_checked_out_says_how_to_get_it(zoo: Zoo, module: Path) -> None:
    shutil.rmtree(module)
    module.mkdir()
    code, _, err = zoo.diff("git:HEAD:upstream/api.yaml", "api.yaml")
    assert code == 1
    assert "upstream is a submodule that is not checked out; git submodule update --init" in err
