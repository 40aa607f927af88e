"""Each change is put down to the input that made it, and to the lines of that."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Mapping
from mapper.registry import vocabulary_of
from mapper.request import Request
from mapper.review.causes import EACH, TOGETHER, Runs, with_causes
from mapper.review.changes import Cause, Change, Wanted
from mapper.review.entity_changes import Options
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.systems.terraform import kinds
from mapper.systems.terraform.read import Inputs, read_inputs
from mapper.systems.terraform.review import POLICY

from ..support import compare
from ..zoo import CONFIG as ZOO_CONFIG
from ..zoo import api

API = api(
    """\
NewPet:
  type: object
  required: [food]
  properties:
    food:
      type: string
      maxLength: 9
    claw: {type: string, description: Sharp.}
    weight:
      type: number
      description: In tons.
      exclusiveMaximum: 1
    secret: {type: string}
Pet: {type: object, properties: {claw: {type: string}}}
""",
    request="NewPet",
)
CATS = """\
  /cats: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}}
"""
API = API.replace("components:", f"{CATS}components:")
CONFIG = f"""\
{ZOO_CONFIG}\
    schema:
      ignores:
        - secret
      attributes:
        overrides:
          food: {{description: Eaten.}}
"""


class States:
    """Two states of an API description and of a config, on the disk."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.maps = 0

    def inputs(self, name: str, api: str, config: str) -> Inputs:
        folder = self._folder / name
        folder.mkdir()
        (folder / "api.yaml").write_text(api)
        (folder / "config.yml").write_text(config)
        return read_inputs(Request(folder / "api.yaml", (folder / "config.yml",), folder))

    def changes(
        self,
        api: str = API,
        config: str = CONFIG,
        recorded: Mapping | None = None,
        *,
        old_api: str = API,
        old_config: str = CONFIG,
    ) -> list[Change]:
        old, new = self.inputs("old", old_api, old_config), self.inputs("new", api, config)

        def mixed(api: Inputs, config: Inputs, wanted: Wanted) -> Mapping:
            self.maps += 1
            return api.map_with(config.config, wanted)

        runs = Runs(lambda wanted: mixed(new, old, wanted), lambda wanted: mixed(old, new, wanted), recorded)
        before, after = old.map(), new.map()
        return list(with_causes(compare(recorded or before, after), before, after, runs, Options(policy=POLICY)))


@pytest.fixture
def states(tmp_path: Path) -> States:
    return States(tmp_path)


MOVED = API.replace("/pets", "/animals")
AWAY = CONFIG.replace("/pets", "/animals")


@pytest.mark.parametrize(
    ("api", "own", "created"),
    [
        (API, CONFIG, ["/pets"]),
        (API, AWAY, ["/pets"]),
        (MOVED, AWAY, ["/animals"]),
        (MOVED, CONFIG, []),
        (MOVED, AWAY.replace("/animals, method", "/nowhere, method"), []),
        (MOVED, AWAY.replace("POST", "PUT"), []),
        (MOVED, AWAY.replace("  pet:", "  ant:"), []),
    ],
)
def test_a_description_is_mapped_by_another_config_with_the_paths_of_its_own(
    api: str, own: str, created: list[str], states: States
) -> None:
    other = states.inputs("other", API, CONFIG).config
    mapping = states.inputs("own", api, own).map_with(other, {one.ref: one.name for one in other.entities})
    assert [entity.operations[0].path for entity in mapping.of_kind(kinds.RESOURCE)] == created


def lines(change: Change) -> list[str]:
    found = []
    for item in change.evidence:
        place = item.location.document.position(item.location.pointer)
        assert place is not None
        found.append(f"{'new' if item.is_new else 'old'} {item.location.document.uri}:{place[0]}")
    return found


def test_a_limit_without_a_validator_has_its_lines(states: States) -> None:
    changed = API.replace("exclusiveMaximum: 1", "exclusiveMaximum: 0.5").replace("In tons.", "In metric tons.")
    changes = {change.rule.id: lines(change) for change in states.changes(changed)}
    assert changes["limit-tightened"] == ["old api.yaml:26", "new api.yaml:26"]


def test_a_change_of_the_description_alone(states: States) -> None:
    (change,) = states.changes(API.replace("maxLength: 9", "maxLength: 8"))
    assert (change.rule.id, change.cause) == ("limit-tightened", Cause.SPEC)
    assert lines(change) == ["old api.yaml:21", "new api.yaml:21"]
    assert states.maps == 0  # nothing has to be mapped to see that


def test_the_list_of_what_is_required_is_a_line_too(states: States) -> None:
    (change,) = states.changes(API.replace("required: [food]", "required: [food, claw]"))
    assert (change.rule.id, lines(change)) == ("became-required", ["new api.yaml:17"])


def test_a_change_of_the_config_alone(states: States) -> None:
    (change,) = states.changes(config=CONFIG.replace("        - secret\n", "        - secret\n        - claw\n"))
    assert (change.rule.id, change.path, change.cause) == ("attribute-removed", "claw", Cause.CONFIG)
    assert lines(change) == ["new config.yml:9"]


def test_both_change_different_things_of_one_attribute(states: States) -> None:
    api = API.replace("maxLength: 9", "maxLength: 8")
    found = states.changes(api, CONFIG.replace("Eaten.", "Eaten up."))
    assert {(c.rule.id, c.path, c.cause) for c in found} == {
        ("limit-tightened", "food", Cause.SPEC),
        ("description-changed", "food", Cause.CONFIG),
    }
    assert states.maps == 2


def test_neither_alone_makes_the_change(states: States) -> None:
    """The description gains a property and the config stops leaving it out."""
    api = API.replace("secret: {type: string}", "secret: {type: string}\n        sound: {type: string}")
    old_config = CONFIG.replace("        - secret\n", "        - secret\n        - sound\n")
    old, new = states.inputs("a", API, old_config), states.inputs("b", api, CONFIG)
    runs = Runs(lambda w: new.map_with(old.config, w), lambda w: old.map_with(new.config, w))
    before, after = old.map(), new.map()
    (change,) = with_causes(compare(before, after), before, after, runs, Options(policy=POLICY))
    assert (change.rule.id, change.path, change.cause) == ("attribute-added", "sound", Cause.BOTH)
    assert {line.split(":")[0] for line in lines(change)} == {"new api.yaml", "old config.yml"}


def test_a_path_that_is_gone_with_the_entry_that_used_it(states: States) -> None:
    cat = "  cat:\n    create: {path: /cats, method: POST}\n    read: {path: '/pets/{id}', method: GET}\n"
    found = states.changes(API.replace("maxLength: 9", "maxLength: 8"), CONFIG + cat)
    assert {(c.rule.id, c.entity, c.cause) for c in found} == {
        ("limit-tightened", "pet", Cause.SPEC),
        ("entity-added", "cat", Cause.CONFIG),
    }


def test_a_new_entity_needs_the_description_where_that_alone_has_one_of_its_operations(states: States) -> None:
    dog = "  dog:\n    create: {path: /dogs, method: POST}\n    read: {path: '/pets/{id}', method: GET}\n"
    found = states.changes(API.replace("components:", f"{CATS.replace('cats', 'dogs')}components:"), CONFIG + dog)
    assert [(c.rule.id, c.entity, c.cause, c.together) for c in found] == [
        ("entity-added", "dog", Cause.BOTH, TOGETHER)
    ]


def test_what_the_tool_made_of_the_same_input_before(states: States) -> None:
    inputs = states.inputs("then", API, CONFIG)
    text = write_sidecar(inputs.map()).replace("[null,9]", "[null,7]")
    recorded = read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of)
    found = states.changes(API.replace("description: Sharp.", "description: Very sharp."), recorded=recorded)
    assert {(c.rule.id, c.path, c.cause) for c in found} == {
        ("limit-loosened", "food", Cause.TOOL),
        ("description-changed", "claw", Cause.SPEC),
    }


def test_the_same_input_in_a_sidecar_puts_everything_down_to_the_tool(states: States) -> None:
    new = states.inputs("now", API, CONFIG).map()
    text = write_sidecar(new).replace("[null,9]", "[null,7]")
    old = read_sidecar(Document("oasmap.json", text.encode()), vocabulary_of)
    (change,) = with_causes(compare(old, new), old, new, None, Options(policy=POLICY))
    assert change.cause is Cause.TOOL


def test_a_cause_that_cannot_be_told_is_none(states: States) -> None:
    new = states.inputs("now", API.replace("maxLength: 9", "maxLength: 8"), CONFIG.replace("Eaten.", "Eats.")).map()
    old = read_sidecar(
        Document("oasmap.json", write_sidecar(states.inputs("then", API, CONFIG).map()).encode()), vocabulary_of
    )
    assert {change.cause for change in with_causes(compare(old, new), old, new, None, Options(policy=POLICY))} == {None}
    same = replace(new, documents=())
    assert {change.cause for change in with_causes(compare(old, same), old, same, None, Options(policy=POLICY))} == {
        None
    }


MOVED = API.replace("/pets/{id}", "/pets/{pet}").replace("{name: id, in: path", "{name: pet, in: path")


def test_a_path_that_moved_in_both_inputs_hides_no_cause(states: States) -> None:
    assert "/pets/{pet}" in MOVED
    api = MOVED.replace("description: Sharp.", "description: Very sharp.")
    config = CONFIG.replace("/pets/{id}", "/pets/{pet}") + "      \n"
    found = {(c.rule.id, c.path): c for c in states.changes(api, config)}
    assert found["description-changed", "claw"].cause is Cause.SPEC
    moved = found["operation-changed", ""]
    assert (moved.cause, moved.together) == (Cause.BOTH, TOGETHER)


@pytest.mark.parametrize("is_added", [True, False])
def test_an_operation_that_both_configs_name_comes_and_goes_with_the_description(
    states: States, is_added: bool
) -> None:
    whole = API.replace("components:", "    delete: {responses: {}}\ncomponents:").replace(CATS, "")
    old_api, new_api = (API, whole) if is_added else (whole, API)
    config = CONFIG.replace("    schema:", "    delete: {path: '/pets/{id}', method: DELETE}\n    schema:")
    found = states.changes(new_api, config.replace("Eaten.", "Eats."), old_api=old_api, old_config=config)
    assert {(c.rule.id, c.cause) for c in found} == {
        ("operation-added" if is_added else "operation-removed", Cause.SPEC),
        ("description-changed", Cause.CONFIG),
    }


BEASTS = API[API.index("  /pets:") : API.index("components:")].replace("/pets", "/beasts").replace("/cats", "/lions")
BOTH_PATHS = API.replace("components:", f"{BEASTS}components:")
NEW_PATH = API.replace("/pets", "/beasts")


@pytest.mark.parametrize(
    ("old_api", "new_api"), [(API, BOTH_PATHS), (BOTH_PATHS, NEW_PATH), (BOTH_PATHS, BOTH_PATHS), (API, NEW_PATH)]
)
def test_what_changes_beside_a_path_that_moves_has_its_own_cause(states: States, old_api: str, new_api: str) -> None:
    api = new_api.replace("description: Sharp.", "description: Very sharp.").replace("maxLength: 9", "maxLength: 8")
    config = CONFIG.replace("/pets", "/beasts").replace("Eaten.", "Eaten up.").replace("- secret", "- weight")
    found = {(c.rule.id, c.path): c.cause for c in states.changes(api, config, old_api=old_api)}
    moved = found.pop(("operation-changed", ""))
    assert moved is (Cause.CONFIG if old_api == BOTH_PATHS else Cause.BOTH)
    assert found == {
        ("limit-tightened", "food"): Cause.SPEC,
        ("description-changed", "claw"): Cause.SPEC,
        ("description-changed", "food"): Cause.CONFIG,
        ("attribute-removed", "weight"): Cause.CONFIG,
        ("attribute-added", "secret"): Cause.CONFIG,
    }


@pytest.mark.parametrize(
    ("override", "rule"),
    [("computed_optional_required: required", "required-attribute-added"), ("name: squeak", "attribute-added")],
)
def test_what_the_api_adds_and_the_config_decides_has_a_line_of_each(states: States, override: str, rule: str) -> None:
    api = API.replace("secret: {type: string}", "secret: {type: string}\n        sound: {type: string}")
    found = states.changes(api, CONFIG.rstrip() + f"\n          sound: {{{override}}}\n")
    (change,) = [change for change in found if change.rule.id == rule]
    assert (change.cause, change.together) == (Cause.BOTH, TOGETHER)
    assert {line.split(":")[0] for line in lines(change)} == {"new api.yaml", "new config.yml"}


def test_what_the_api_adds_has_that_cause_whatever_else_the_config_says(states: States) -> None:
    api = API.replace("secret: {type: string}", "secret: {type: string}\n        sound: {type: string}")
    found = states.changes(api, CONFIG.replace("Eaten.", "Eaten up."))
    assert {(c.rule.id, c.path): c.cause for c in found} == {
        ("attribute-added", "sound"): Cause.SPEC,
        ("description-changed", "food"): Cause.CONFIG,
    }


def test_what_each_input_makes_alone_says_so(states: States) -> None:
    api = API.replace("        claw: {type: string, description: Sharp.}\n", "").replace("claw: {type: string}", "")
    found = states.changes(api, CONFIG.replace("        - secret\n", "        - secret\n        - claw\n"))
    (change,) = [change for change in found if change.path == "claw"]
    assert (change.cause, change.together) == (Cause.BOTH, EACH)


def test_many_lines_of_the_description_do_not_hide_that_of_the_config(states: States) -> None:
    api = API.replace(
        "weight:\n      type: number\n      description: In tons.\n      exclusiveMaximum: 1",
        "weight:\n      type: string\n      description: In words.\n      format: password\n      maxLength: 9",
    )
    config = CONFIG.rstrip() + "\n          weight: {sensitive: false, description: By hand.}\n"
    for change in states.changes(api, config):
        if change.cause is Cause.BOTH:
            assert "config.yml" in {line.split()[1].split(":")[0] for line in lines(change)}


def test_only_entities_that_both_inputs_can_have_changed_are_mapped_anew(states: States) -> None:
    (change,) = states.changes(API.replace("maxLength: 9", "maxLength: 8"), f"# a remark\n{CONFIG}")
    assert (change.cause, states.maps) == (Cause.SPEC, 0)
