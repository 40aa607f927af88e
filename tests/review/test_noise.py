"""What is said once, where it leads, and how it reads in raw text."""

import json
from pathlib import Path

import pytest
import yaml

from mapper.inputs import Document
from mapper.model import EntityRef, Mapping
from mapper.review.changes import Review, ReviewSide
from mapper.review.history import Mark, Marks, read_history, write_history
from mapper.review.verdict import verdict_text
from mapper.systems.terraform import kinds
from mapper.systems.terraform.review import POLICY
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.changes import History
from mkdocs_oasmap.review.markdown import as_markdown, readable

from ..support import compare, map_texts
from .judgement_cases import called
from .pairs import attribute, mapped, spec
from .test_calls import config
from .test_calls import spec as api


def kitchen(*names: str) -> Mapping:
    """Two collections of an API, of which ovens name pans; `names` are mapped."""
    text = {"type": "string"}
    bodies = {"oven": {"name": text, "pan_id": text, "lid_pan_id": text}, "pan": {"id": text, "size": text}}
    paths = {}
    for name, properties in bodies.items():
        body = {"content": {"application/json": {"schema": {"type": "object", "properties": properties}}}}
        paths[f"/{name}s"] = {"post": {"requestBody": body}}
        paths[f"/{name}s/{{id}}"] = {"get": {"responses": {"200": body}}}
    resources = {
        name: {
            "create": {"path": f"/{name}s", "method": "POST"},
            "read": {"path": f"/{name}s/{{id}}", "method": "GET"},
        }
        for name in names
    }
    description = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    settings = {"provider": {"name": "acme"}, "resources": resources}
    return map_texts(yaml.safe_dump(description), yaml.safe_dump(settings)).mapping


def test_what_named_a_removed_entity_is_counted_there() -> None:
    old = kitchen("oven", "pan")
    named = [a.name for e in old.entities for a in e.body.attributes if a.refers_to is not None]
    assert "pan_id" in named
    changes = compare(old, kitchen("oven"))
    assert [(change.rule.id, change.entity) for change in changes] == [("entity-removed", "pan")]
    count = f"{len(named)} attribute{'s' if len(named) > 1 else ''}"
    assert changes[0].text.endswith(f"; {count} named it")


def reviewed(old: Mapping, new: Mapping) -> Review:
    changes = compare(old, new)
    return Review(ReviewSide("old"), ReviewSide("new"), changes, skeletons=tuple(POLICY.skeletons(changes, new)))


def test_resources_that_swap_their_names_move_in_two_steps() -> None:
    """Terraform 1.11 refuses `moved` blocks that form a cycle: Cyclic dependency in move statements."""
    review = reviewed(called(bucket="buckets", disk="disks"), called(bucket="disks", disk="buckets"))
    moves = [tuple(line.split("= ")[1] for line in one.text.splitlines() if "= " in line) for one in review.skeletons]
    assert len(moves) == 2
    assert not {start for start, _ in moves} & {end for _, end in moves}
    assert all("cycle" in one.text for one in review.skeletons)
    plain = reviewed(called(bucket="buckets", disk="disks"), called(pail="buckets", disk="disks")).skeletons
    assert ["to   = acme_pail.main" in one.text for one in plain] == [True]


def test_a_renamed_provider_needs_a_block_for_each_resource() -> None:
    text = verdict_text(reviewed(mapped(), mapped(provider="pastry")))
    assert text.endswith("Needs a moved block for its resource.")


@pytest.mark.parametrize(("form", "start"), [("lines", "old.yml:"), ("github", "::error file=old.yml,line=")])
def test_a_removal_leads_to_the_old_file(
    tmp_path: Path, form: str, start: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    loom = "id: {type: string, readOnly: true}, title: {type: string}"
    (tmp_path / "old.yml").write_text(api(loom=f"{loom}, width: {{type: integer}}"))
    (tmp_path / "new.yml").write_text(api(loom=loom))
    (tmp_path / "config.yml").write_text(config())
    main(["diff", "--config", "config.yml", "--format", form, "old.yml", "new.yml"])
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith(start)
    assert "attribute-removed" in first or "Attribute removed" in first
    assert any(character.isdigit() for character in first.removeprefix(start)[:2])


def test_paths_are_readable_in_raw_markdown() -> None:
    old = map_texts(api(), config()).mapping
    gone = api().replace("    put: ", "    x-put: ", 1)
    text = as_markdown(reviewed(old, map_texts(gone, config()).mapping))
    assert "`PUT /looms/{id}`" in text
    assert "&#" not in text.partition("update operation")[2].partition("(")[0]


def test_commands_in_notes_are_code() -> None:
    text = "`oasmap settle` takes out /looms/{id}, <b> and `"
    assert readable(text) == "`oasmap settle` takes out `/looms/{id}`, &#60;b&#62; and &#96;"


def test_what_comes_back_has_its_times(tmp_path: Path) -> None:
    one, two = spec(attribute("a")), spec(attribute("a"), attribute("c"))
    history = History([("1.0", two), ("2.0", one), ("3.0", two)], two)
    assert history.of(EntityRef(kinds.RESOURCE, "oven"), "c") == ("1.0–2.0, again since 3.0",)
    marks = Marks("terraform", ("1.0",), {("resource oven", "c"): Mark("3.0", None, None, "1.0–2.0")})
    assert read_history(Document("history.json", write_history(marks).encode())) == marks
    assert json.loads(write_history(marks))["marks"] == {"resource oven": {"c": ["3.0", None, None, "1.0–2.0"]}}
