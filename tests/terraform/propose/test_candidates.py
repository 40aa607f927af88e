"""What the operations that a config does not use could be mapped to."""

from pathlib import Path
from textwrap import dedent

import pytest
import yaml

from mapper.model import Candidates
from mapper.terraform import kinds

from ...support import generate

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


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
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
        "mapper.terraform.propose.candidates.find_candidates", lambda *_: asked.append(1) or Candidates()
    )
    (tmp_path / "api.yaml").write_text(API)
    (tmp_path / "config.yml").write_text(
        "provider: {name: zoo}\ndata_sources: {x: {read: {path: /pets, method: GET}}}\n"
    )
    mapping = generate(tmp_path / "api.yaml", tmp_path / "config.yml", tmp_path)
    assert asked == []
    mapping.coverage.find_candidates()
    assert asked == [1]
