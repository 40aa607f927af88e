"""Where the built provider differs from what the API description says."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from mapper.review.drift import DRIFT_RULES, Explained
from mapper.review.rules import ChangeSeverity
from mkdocs_oasmap.cli import main

from ..zoo import CONFIG, api

PET = """\
Pet:
  type: object
  required: [name]
  properties:
    id: {type: string, readOnly: true}
    name: {type: string, description: What it is called.}
    age: {type: integer, default: 3}
    token: {type: string, format: password}
    place: {type: object, properties: {row: {type: integer}, side: {type: string}}}
    friends: {type: array, items: {type: object, properties: {name: {type: string}}}}
"""
SCHEMA = "built.json"


@pytest.fixture(autouse=True)
def built(here: Path) -> None:
    """A specification that is up to date, and the schema of a provider that is just what it says."""
    Path("api.yaml").write_text(api(PET))
    Path("generator_config.yml").write_text(CONFIG)
    assert main(["generate", "--providers-schema", SCHEMA, "api.yaml"]) == 0


def change(edit: Callable[[dict[str, Any]], Any]) -> None:
    """Change the built provider; `edit` gets what it has of the resource."""
    data = json.loads(Path(SCHEMA).read_text())
    (provider,) = data["provider_schemas"].values()
    edit(provider["resource_schemas"])
    Path(SCHEMA).write_text(json.dumps(data))


def drift(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, list[tuple[str, str, str]]]:
    """The exit code, and rule, severity and path of each difference."""
    capsys.readouterr()
    code = main(["check", "--drift", SCHEMA, "--drift-format", "json", *more, "api.yaml"])
    found = json.loads(capsys.readouterr().out)["changes"]
    return code, [(one["rule"], one["severity"], one.get("path", "")) for one in found]


def attributes(resources: dict[str, Any]) -> dict[str, Any]:
    (resource,) = resources.values()
    found: dict[str, Any] = resource["block"]["attributes"]
    return found


def test_a_provider_that_is_what_the_specification_says_has_no_drift(capsys: pytest.CaptureFixture[str]) -> None:
    assert drift(capsys) == (0, [])


EDITS: dict[str, tuple[Callable[[dict[str, Any]], Any], tuple[str, str, str], int]] = {
    "resource gone": (lambda r: r.clear(), ("drift-entity-missing", "breaking", ""), 1),
    "resource more": (
        lambda r: r.update(other={"version": 0, "block": {"description_kind": "plain"}}),
        ("drift-entity-extra", "warning", ""),
        1,
    ),
    "attribute gone": (lambda r: attributes(r).pop("age"), ("drift-missing", "breaking", "age"), 1),
    "attribute more": (
        lambda r: attributes(r).update(new={"type": "string", "optional": True}),
        ("drift-extra", "warning", "new"),
        1,
    ),
    "nested gone": (
        lambda r: attributes(r)["place"]["nested_type"]["attributes"].pop("side"),
        ("drift-missing", "breaking", "place.side"),
        1,
    ),
    "status": (
        lambda r: attributes(r)["name"].update(required=False, optional=True),
        ("drift-status", "breaking", "name"),
        1,
    ),
    "type": (lambda r: attributes(r)["name"].update(type="number"), ("drift-type", "breaking", "name"), 1),
    "mode": (
        lambda r: attributes(r)["friends"]["nested_type"].update(nesting_mode="set"),
        ("drift-type", "breaking", "friends"),
        1,
    ),
    "sensitivity": (
        lambda r: attributes(r)["token"].update(sensitive=False),
        ("drift-sensitive", "warning", "token"),
        1,
    ),
    "deprecation": (
        lambda r: attributes(r)["age"].update(deprecated=True),
        ("drift-deprecation", "info", "age"),
        0,
    ),
    "description": (
        lambda r: attributes(r)["name"].update(description="What one calls it."),
        ("drift-description", "docs", "name"),
        0,
    ),
}


@pytest.mark.parametrize(("edit", "expected", "code"), EDITS.values(), ids=EDITS)
def test_each_kind_of_difference_is_told(
    edit: Callable[[dict[str, Any]], Any],
    expected: tuple[str, str, str],
    code: int,
    capsys: pytest.CaptureFixture[str],
) -> None:
    change(edit)
    assert drift(capsys) == (code, [expected])


def by_hand(resources: dict[str, Any]) -> None:
    found = attributes(resources)
    found.clear()
    found.update({name: {"type": "string", "optional": True} for name in ("a", "b", "c", "name")})


def test_a_resource_with_other_attributes_altogether_is_one_difference(capsys: pytest.CaptureFixture[str]) -> None:
    change(by_hand)
    assert drift(capsys) == (1, [("drift-entity-replaced", "breaking", "")])


def test_differences_that_are_explained_stay_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    change(lambda r: attributes(r).pop("age"))
    Path("review.yml").write_text(
        "drift:\n- {ignore: resource *, attribute: age, reason: it comes with version 2}\n"
        "- {ignore: resource nothing, reason: it is gone}\n"
    )
    capsys.readouterr()
    assert main(["check", "--drift", SCHEMA, "--review", "review.yml", "api.yaml"]) == 0
    text = capsys.readouterr().out
    assert "age" not in text
    assert "note: no difference is explained by the entry for resource nothing" in text


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("{ignore: resource *}", "2:3: drift: reason is needed"),
        ("{reason: it is so}", "2:3: drift: ignore is needed"),
        ("{ignore: resource *, reason: a, why: b}", "2:35: drift: unknown key 'why'"),
    ],
)
def test_a_difference_is_explained_by_a_reason_only(entry: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("review.yml").write_text(f"drift:\n- {entry}\n")
    assert main(["check", "--drift", SCHEMA, "--review", "review.yml", "api.yaml"]) == 1
    assert f"review.yml:{said}" in capsys.readouterr().err


def test_sarif_leads_to_the_specification(capsys: pytest.CaptureFixture[str]) -> None:
    change(lambda r: attributes(r).pop("age"))
    capsys.readouterr()
    assert main(["check", "--drift", SCHEMA, "--drift-format", "sarif", "api.yaml"]) == 1
    (run,) = json.loads(capsys.readouterr().out)["runs"]
    (result,) = run["results"]
    assert result["ruleId"] == "drift-missing"
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "drift-missing"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "api.yaml"


def test_a_running_provider_is_asked_only_where_the_command_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--drift", "provider:./terraform-provider-zoo", "api.yaml"]) == 1
    assert "a provider is started only where" in capsys.readouterr().err
    assert main(["check", "--live", "--drift", "provider:./terraform-provider-zoo", "api.yaml"]) == 1
    assert "there is no such program; build it, or correct the path" in capsys.readouterr().err


@pytest.mark.build
def test_the_site_marks_rows_and_has_a_section_in_its_report() -> None:
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    change(lambda r: attributes(r).pop("age"))
    options = {"spec": "api.yaml", "drift": SCHEMA, "audience": "authors"}
    Path("docs").mkdir()
    Path("docs/index.md").write_text("# Home\n")
    Path("mkdocs.yml").write_text(json.dumps({"site_name": "s", "plugins": [{"oasmap": options}]}))
    config = load_config("mkdocs.yml")
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    (page,) = Path("site/reference/resources").rglob("index.html")
    assert "not in the built provider" in page.read_text()
    report = Path("site/reference/report/index.html").read_text()
    assert 'id="drift"' in report
    assert "The built provider does not have it" in report


def test_an_explanation_of_an_entity_covers_all_of_it() -> None:
    assert Explained("resource a*", "", "because").entity == "resource a*"
    assert {rule.severity for rule in DRIFT_RULES.values()} == set(ChangeSeverity) - {ChangeSeverity.MAPPING}
