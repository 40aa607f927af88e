"""Causes by overlays and by keys for every entity: the line that somebody changed, and the line that undoes it."""

import json
from pathlib import Path

import pytest

from mapper.registry import all_systems
from mapper.request import ReadOptions
from mapper.review.changes import BY_OVERLAY, Cause, Review
from mapper.review.entries import Entry, grouped
from mapper.review.settings import Settings
from mapper.review.verdict import affected, text_of
from mapper.sidecar.writer import write_sidecar
from mapper.version import __version__
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.states import Files, read_state
from mkdocs_oasmap.review.text import as_text

from .test_calls import LOOM, config, spec

MORE = f"{LOOM}, width: {{type: integer}}, HTTPPort: {{type: string}}, when: {{type: string, format: date-time}}"
NONE = "- {target: $.info, update: {title: Mills}}\n"
SCHEMA = "$.components.schemas.Loom"


def reviewed(folder: Path, old: tuple[str, str, str], new: tuple[str, str, str]) -> Review:
    """The review of two states: description, config, and the actions of an overlay."""
    states = []
    for name, (api, settings, actions) in (("old", old), ("new", new)):
        here = folder / name
        here.mkdir()
        (here / "api.yml").write_text(api)
        (here / "config.yml").write_text(settings)
        read = ReadOptions()
        if actions:
            text = f"overlay: 1.0.0\ninfo: {{title: t, version: '1'}}\nactions:\n{actions}"
            (here / "overlay.yml").write_text(text)
            read = ReadOptions(overlays=[here / "overlay.yml"])
        states.append(read_state("api.yml", Files((here / "config.yml",), here, read=read)))
    return review(*states, Settings())


ACTIONS = {
    "removed": (f"- {{target: {SCHEMA}.properties.width, remove: true}}\n", "attribute-removed"),
    "required": (f"- {{target: {SCHEMA}, update: {{required: [width]}}}}\n", "became-required"),
    "a limit": (f"- {{target: {SCHEMA}.properties.title, update: {{maxLength: 8}}}}\n", "constraint-added"),
    "an operation": ("- {target: \"$.paths['/looms/{id}'].put\", remove: true}\n", "update-removed"),
    "a property more": (f"- {{target: {SCHEMA}.properties, update: {{weft: {{type: string}}}}}}\n", "attribute-added"),
}


@pytest.mark.parametrize("case", ACTIONS)
def test_a_change_by_an_overlay_has_the_line_of_its_action(tmp_path: Path, case: str) -> None:
    pytest.importorskip("jsonpath")
    action, rule = ACTIONS[case]
    text = spec(loom=MORE)
    found = reviewed(tmp_path, (text, config(), NONE), (text, config(), NONE + action))
    (change,) = found.changes
    assert (change.rule.id, change.cause, change.together) == (rule, Cause.SPEC, BY_OVERLAY)
    assert Entry((change,)).where == "overlay.yml:5"


@pytest.mark.parametrize("case", ["removed", "required"])
def test_also_where_the_description_changed_elsewhere(tmp_path: Path, case: str) -> None:
    pytest.importorskip("jsonpath")
    action, rule = ACTIONS[case]
    text = spec(loom=MORE)
    other = text.replace("title: Mill", "title: Another mill")
    found = reviewed(tmp_path, (text, config(), NONE), (other, config(), NONE + action))
    (change,) = [change for change in found.changes if change.rule.id == rule]
    assert "overlay.yml:5" in Entry((change,)).where


def test_of_several_actions_that_changed_the_one_that_names_it_is_the_line(tmp_path: Path) -> None:
    pytest.importorskip("jsonpath")
    action, rule = ACTIONS["required"]
    other = NONE.replace("Mills", "Looms")
    text = spec(loom=MORE)
    found = reviewed(tmp_path, (text, config(), NONE), (text, config(), other + action))
    (change,) = [change for change in found.changes if change.rule.id == rule]
    assert Entry((change,)).where == "overlay.yml:5"


POLICIES = "policies:\n  not_required: optional\n  formats: framework\n  names: words\n"
LINES = {"no-longer-computed": 2, "became-computed": 2, "custom-type-changed": 3, "attribute-renamed": 4}


@pytest.mark.parametrize("back", [False, True], ids=["there", "back"])
@pytest.mark.parametrize("before", ["", "policies:\n  not_required: computed_optional\n"], ids=["new", "other"])
def test_each_change_has_the_line_of_the_policy_that_made_it(tmp_path: Path, before: str, *, back: bool) -> None:
    text = spec(loom=MORE)
    sides = (text, config() + before, ""), (text, config() + POLICIES, "")
    found = reviewed(tmp_path, *(sides[::-1] if back else sides))
    start = config().count("\n")
    rules = set()
    for entry in grouped(found.changes):
        line = start + LINES[entry.first.rule.id]
        assert f"config.yml:{line}" in entry.where, entry.first.rule.id
        assert entry.first.cause is Cause.CONFIG
        rules.add(entry.first.rule.id)
    assert len(rules) >= 3
    assert ("`not_required`" in as_text(found).splitlines()[0]) is not back
    if not back:  # by one line of the config and by another: it is one entity all the same
        assert text_of(affected(found)).partition(" Needs ")[0].count("`mill_loom`") == 1


def test_a_key_whose_old_value_does_not_fit_the_new_config_costs_only_its_line(tmp_path: Path) -> None:
    """The provider had a schema in the description, which is gone."""
    text = spec(loom=MORE)
    old = text.replace("schemas:\n", "schemas:\n    Settings: {type: object, properties: {token: {type: string}}}\n")
    before = config().replace("{name: mill}", "{name: mill, schema_ref: '#/components/schemas/Settings'}")
    found = reviewed(tmp_path, (old, before, ""), (text, config() + POLICIES, ""))
    rules = {change.rule.id: change for change in found.changes}
    assert rules["no-longer-computed"].cause is Cause.CONFIG
    assert any(change.kind.is_single and change.shared.gone for change in found.changes)


@pytest.mark.parametrize(
    ("before", "after", "fix"),
    [
        ("policies: {names: reference}\n", "policies: {names: words}\n", "names: reference  # in policies"),
        ("policies: {names: words}\n", "", "names: words  # in policies"),
        ("", "ALIAS", "no alias for .HTTPPort, and no other name in overrides  # in resources.loom.schema.attributes"),
        ("ALIAS", "", "aliases: {.HTTPPort: port}  # in resources.loom.schema.attributes"),
    ],
)
def test_what_keeps_a_name_undoes_what_changed_it(tmp_path: Path, before: str, after: str, fix: str) -> None:
    text = spec(loom=MORE)

    def settings(more: str) -> str:
        return config(aliases=".HTTPPort: port") if more == "ALIAS" else config() + more

    found = reviewed(tmp_path, (text, settings(before), ""), (text, settings(after), ""))
    (change,) = [change for change in found.changes if change.rule.id == "attribute-renamed"]
    assert Entry((change,)).keep == fix


def test_each_system_calls_its_inputs_by_its_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, key in (("old", "a"), ("new", "b")):
        block = {"attributes": {key: {"type": "string", "optional": True}}}
        schema = {"resource_schemas": {"mill_loom": {"version": 0, "block": block}}}
        schemas = {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/x/mill": schema}}
        (tmp_path / f"{name}.json").write_text(json.dumps(schemas))
    main(["diff", "--system", "provider", str(tmp_path / "old.json"), str(tmp_path / "new.json")])
    out = capsys.readouterr().out
    assert "provider's schema: " in out
    assert "API description" not in out
    nouns = {system.name: system.reading.input.noun for system in all_systems()}
    assert [name for name, noun in nouns.items() if noun == "API description"] == ["terraform"]


@pytest.mark.parametrize(
    ("old", "new", "rule", "where"),
    [
        ("base_version: v1beta1\n", "base_version: v1beta2\n", "api-version-changed", "{new}:2, was {old}:2"),
        ("", "root_group: jute.example.org\n", "api-group-changed", "{new}:2"),
    ],
)
def test_a_value_beside_the_sections_has_its_line(tmp_path: Path, old: str, new: str, rule: str, where: str) -> None:
    block = {"attributes": {"a": {"type": "string", "optional": True}, "id": {"type": "string", "computed": True}}}
    members = {"resource_schemas": {"mill_loom": {"version": 0, "block": block}}}
    schema = {"format_version": "1.0", "provider_schemas": {"registry.terraform.io/x/mill": members}}
    (tmp_path / "schema.json").write_text(json.dumps(schema))
    configs = [tmp_path / "old.yaml", tmp_path / "new.yaml"]
    for path, text in zip(configs, (old, new), strict=True):
        path.write_text(f"name: mill\n{text}")
    states = [read_state("schema.json", Files((path,), tmp_path, system="crossplane")) for path in configs]
    found = {change.rule.id: entry.where for entry in grouped(review(*states).changes) for change in entry.changes}
    assert found[rule] == where.format(old="old.yaml", new="new.yaml")


CHANGED = "changed since the sidecar was written; compare with a git revision to tell them apart"
BOTH = "the API description and the generator config"
TOOL = f", and the tool (0.0.1 to {__version__})"


@pytest.mark.parametrize(
    ("loom", "more", "edit", "said"),
    [
        (MORE, "", {}, ""),
        (MORE, "# more\n", {}, f"{BOTH} {CHANGED}"),
        (MORE, "# more\n", {__version__: "0.0.1"}, f"{BOTH}{TOOL} {CHANGED}"),
        (MORE, "", {__version__: "0.0.1"}, f"an input{TOOL} {CHANGED}"),
        (MORE, "", {"sha256": "sha1"}, "a sidecar does not say what its inputs were"),
        (LOOM, "# more\n", {"sha256": "sha1"}, ""),
    ],
    ids=["one input", "both", "all", "one and the tool", "unknown", "no change"],
)
def test_where_a_sidecar_hides_what_made_a_change_a_note_says_why(
    here: Path, loom: str, more: str, edit: dict[str, str], said: str
) -> None:
    files = Files((Path("config.yml"),), here)
    Path("config.yml").write_text(config())
    Path("api.yml").write_text(spec())
    text = write_sidecar(read_state("api.yml", files).mapping)
    for old, new in edit.items():
        text = text.replace(old, new)
    Path("old.json").write_text(text)
    Path("config.yml").write_text(config() + more)
    Path("api.yml").write_text(spec(loom=loom))
    found = review(read_state("old.json", files), read_state("api.yml", files), Settings())
    assert bool(found.changes) == (loom is MORE)
    assert [text for text in found.notes if "causes" in text] == ([f"the causes are not known: {said}"] if said else [])
