"""What the operations that a config does not use could be mapped to, and adding that to it."""

from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from mapper.model import Candidates
from mapper.systems.terraform import kinds
from mkdocs_oasmap.cli import main

from ...support import generate

PET = "{type: object, properties: {id: {type: string}, name: {type: string}}}"
CHOICE = "{type: object, properties: {id: {type: string}, food: {oneOf: [{$ref: '#/x-a'}, {$ref: '#/x-b'}]}}}"


def _paths(noun: str, schema: str = PET) -> str:
    body = f"{{description: ok, content: {{application/json: {{schema: {schema}}}}}}}"
    return f"""\
  /{noun}s:
    post: {{summary: Add a {noun}, requestBody: {body}, responses: {{"201": {body}}}}}
  /{noun}s/{{{noun}Id}}:
    parameters: [{{name: {noun}Id, in: path, required: true, schema: {{type: string}}}}]
    get: {{responses: {{"200": {body}}}}}
    delete: {{responses: {{"204": {{description: ok}}}}}}
"""


HEAD = "openapi: 3.0.0\ninfo: {title: Zoo, version: '1'}\npaths:\n"
TAIL = "".join(f"x-{name}: {{type: object, properties: {{{name}: {{type: string}}}}}}\n" for name in "ab")


@pytest.fixture
def folder(here: Path) -> Path:
    Path("api.yml").write_text(HEAD + _paths("pet") + TAIL, encoding="utf-8")
    assert main(["init", "api.yml"]) == 0
    return here


def _update(*paths: str) -> tuple[str, str]:
    config = Path("generator_config.yml")
    before = config.read_text(encoding="utf-8")
    Path("api.yml").write_text(HEAD + "".join(paths) + TAIL, encoding="utf-8")
    assert main(["init", "--update", "api.yml"]) == 0
    return before, config.read_text(encoding="utf-8")


def test_what_is_new_is_added_and_every_line_stays(folder: Path) -> None:
    before, after = _update(_paths("pet"), _paths("owl"))
    data = yaml.safe_load(after)
    assert list(data["resources"]) == list(data["data_sources"]) == ["pet", "owl"]
    lines = iter(after.splitlines())
    assert all(any(line == other for other in lines) for line in before.splitlines())
    assert "  owl: # Add a owl\n" in after
    assert "owlId: id # the identifier, which the body calls id\n" in after


def test_what_is_left_out_of_what_is_new_is_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    _update(_paths("pet"), _paths("owl"))
    assert "attributes; left out: " in capsys.readouterr().err


def test_where_nothing_is_new_nothing_changes(folder: Path) -> None:
    before, after = _update(_paths("pet"))
    assert after == before


def test_policies_that_only_the_new_ones_need_stand_in_their_entries(folder: Path) -> None:
    _, after = _update(_paths("pet"), _paths("owl", CHOICE))
    data = yaml.safe_load(after)
    assert "one_of" not in data["policies"]
    assert data["resources"]["owl"]["policies"] == {"not_required": "infer", "one_of": "variants"}
    assert main(["generate", "--strict", "api.yml"]) == 0


def test_what_is_commented_out_stays_out(folder: Path) -> None:
    config = Path("generator_config.yml")
    config.write_text("# Nobody needs GET /owls/{owlId} here.\n" + config.read_text(encoding="utf-8"), encoding="utf-8")
    before, after = _update(_paths("pet"), _paths("owl"))
    assert after == before


def test_a_name_that_is_taken_gets_a_number(folder: Path) -> None:
    Path("generator_config.yml").write_text(
        'provider: {name: zoo}\nresources: {pet: {create: {path: /cats, method: POST}, read: {path: "/cats/{catId}", '
        "method: GET}}}\n",
        encoding="utf-8",
    )
    _, after = _update(_paths("cat"), _paths("pet"))
    assert list(yaml.safe_load(after)["resources"]) == ["pet", "pet_2"]


def test_a_second_resource_that_one_path_reads_is_added(folder: Path) -> None:
    made, _, item = _paths("pet").partition("  /pets/")
    cat, dog = (made.replace("/pets:", f"/pets#{name}:") for name in ("Cat", "Dog"))
    Path("generator_config.yml").unlink()
    Path("api.yml").write_text(f"{HEAD}{cat}  /pets/{item}{TAIL}", encoding="utf-8")
    assert main(["init", "api.yml"]) == 0
    _, after = _update(cat, dog, f"  /pets/{item}")
    creates = {entry["create"]["path"] for entry in yaml.safe_load(after)["resources"].values()}
    assert creates == {"/pets#Cat", "/pets#Dog"}
    before, after = _update(cat, dog, f"  /pets/{item}")
    assert before == after


def test_there_must_be_a_config(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("generator_config.yml").unlink()
    assert main(["init", "--update", "api.yml"]) == 1
    assert main(["init", "--update", "--output", "-", "api.yml"]) == 1
    Path("generator_config.yml").write_text("resources: {pet: 1}", encoding="utf-8")
    assert main(["init", "--update", "api.yml"]) == 1
    assert "Traceback" not in capsys.readouterr().err


THING = "{description: One., content: {application/json: {schema: {type: object, properties: {id: {type: string}}}}}}"
BODY = "{content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}"
API = f"""\
openapi: 3.1.0
info: {{title: Zoo, version: "1"}}
paths:
  /pets:
    get: {{responses: {{"200": {{content: {{application/json: {{schema: {{type: array, items: {{type: object,
      properties: {{id: {{type: string}}}}}}}}}}}}}}}}}}
    post: {{requestBody: {BODY}, responses: {{"201": {THING}}}}}
  /pets/{{id}}:
    get: {{responses: {{"200": {THING}}}}}
    put: {{requestBody: {BODY}, responses: {{"200": {THING}}}}}
    delete: {{responses: {{"204": {{}}}}}}
  /pets/{{id}}/feed:
    post: {{responses: {{"204": {{}}}}}}
"""
READ = "{path: '/pets/{id}', method: GET}"


def candidates(folder: Path, config: str = "", api: str = API) -> Candidates:
    (folder / "api.yaml").write_text(api)
    (folder / "config.yml").write_text("provider: {name: zoo}\n" + dedent(config))
    return generate(folder / "api.yaml", folder / "config.yml", folder).coverage.find_candidates()


def subjects(found: Candidates) -> dict[str, list[str]]:
    return {f"{candidate.kind} {candidate.name}": list(candidate.parts) for candidate in found.entities}


def test_what_nothing_uses_is_grouped_as_init_does_and_what_fits_nothing_has_a_reason(tmp_path: Path) -> None:
    found = candidates(tmp_path, "data_sources: {x: {read: {path: /pets, method: GET}}}")
    assert subjects(found) == {"resource pet": ["create", "read", "update", "delete"], "data source pet": ["read"]}
    assert found.entities[0].parts["update"] == ("put", "/pets/{id}")
    assert found.reasons == {("post", "/pets/{id}/feed"): "an action: nothing reads back what it makes"}


def test_the_config_to_paste_is_that_of_the_entity(tmp_path: Path) -> None:
    found = candidates(tmp_path, "data_sources: {x: {read: {path: /pets, method: GET}}}")
    pasted = yaml.safe_load(found.entities[0].config)
    assert pasted["resources"]["pet"]["create"] == {"path": "/pets", "method": "POST"}
    (tmp_path / "config.yml").write_text("provider: {name: zoo}\n" + found.entities[0].config)
    mapping = generate(tmp_path / "api.yaml", tmp_path / "config.yml", tmp_path)
    assert [entity.name for entity in mapping.of_kind(kinds.RESOURCE)] == ["pet"]


def test_what_an_entity_lacks_is_proposed_for_it(tmp_path: Path) -> None:
    found = candidates(
        tmp_path,
        f"""
        resources:
          animal: {{create: {{path: /pets, method: POST}}, read: {READ}, update: {{path: '/pets/{{id}}', method: PUT}}}}
        data_sources:
          pets: {{read: {{path: /pets, method: GET}}}}
        """,
    )
    assert subjects(found) == {"resource animal": ["delete"]}
    assert yaml.safe_load(found.entities[0].config) == {
        "resources": {"animal": {"delete": {"path": "/pets/{id}", "method": "DELETE"}}}
    }


def test_what_another_entity_uses_is_not_proposed_for_one_that_lacks_it(tmp_path: Path) -> None:
    config = f"""
        resources:
          animal: {{create: {{path: /pets, method: POST}}, read: {READ}}}
          other:
            create: {{path: '/pets/{{id}}', method: PUT}}
            read: {READ}
            delete: {{path: '/pets/{{id}}', method: DELETE}}
    """
    assert subjects(candidates(tmp_path, config)) == {"data source pets": ["read"]}


def test_a_name_that_is_taken_gets_a_number_of_candidates(tmp_path: Path) -> None:
    found = candidates(tmp_path, "data_sources: {pet: {read: {path: /pets, method: GET}}}")
    assert "data source pet_2" in subjects(found)


def test_nothing_is_left_where_everything_is_used(tmp_path: Path) -> None:
    api = API[: API.index("  /pets/{id}/feed")]
    config = f"""
        resources:
          pet:
            create: {{path: /pets, method: POST}}
            read: {READ}
            update: {{path: '/pets/{{id}}', method: PUT}}
            delete: {{path: '/pets/{{id}}', method: DELETE}}
        data_sources:
          pets: {{read: {{path: /pets, method: GET}}}}
    """
    assert candidates(tmp_path, config, api) == Candidates()


def test_they_are_looked_for_only_when_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(
        "mapper.systems.terraform.propose.candidates.find_candidates", lambda *_: asked.append(1) or Candidates()
    )
    (tmp_path / "api.yaml").write_text(API)
    (tmp_path / "config.yml").write_text(
        "provider: {name: zoo}\ndata_sources: {x: {read: {path: /pets, method: GET}}}\n"
    )
    mapping = generate(tmp_path / "api.yaml", tmp_path / "config.yml", tmp_path)
    assert asked == []
    mapping.coverage.find_candidates()
    assert asked == [1]
