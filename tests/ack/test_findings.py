"""Models and configs that went wrong once, with what they have to come to now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.ack.crd import write_crds
from mapper.ack.go import write_go
from mapper.kubernetes.review import KUBERNETES
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.review import compare
from mapper.review.entity_changes import Options

from .support import generate

FOLDER = Path(__file__).parents[3] / "shared" / "findings" / "ack-cases"
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the cases are not part of the project"),
]


def mapped(config: str, model: str = "m.json") -> Mapping:
    return generate(FOLDER / model, FOLDER / config if config else None)


def schema(mapping: Mapping, kind: str, root: str = "spec") -> Any:
    definitions = (yaml.safe_load(text)["spec"] for text in write_crds(mapping).values())
    (found,) = [each["versions"][0]["schema"] for each in definitions if each["names"]["kind"] == kind]
    return found["openAPIV3Schema"]["properties"][root]["properties"]


def codes(mapping: Mapping) -> set[str]:
    return {diagnostic.code for diagnostic in mapping.diagnostics}


@pytest.mark.parametrize("config", ["ok.yaml", "bad.yaml"])
@pytest.mark.parametrize("kind", ["Ape", "Bear"])
def test_what_one_kind_says_of_a_shared_member_holds_in_all(config: str, kind: str) -> None:
    login = schema(mapped(config), kind)["login"]["properties"]
    assert list(login) == ["password", "region", "roleARN", "roleRef", "type"]
    assert login["password"]["required"] == ["key"]
    assert login["region"]["x-kubernetes-validations"][0]["rule"] == "self == oldSelf"


def test_a_password_remains_a_secret_beside_another_instruction() -> None:
    assert schema(mapped("two.yaml"), "Bear")["login"]["properties"]["password"]["x-kubernetes-map-type"] == "atomic"


@pytest.mark.parametrize("name", ["base", "co", "e", "g", "i", "p", "sn", "cn", "v", "refs", "t", "dd", "r5", "st"])
def test_every_config_is_taken(name: str) -> None:
    models = {"dd": "m3.json", "r5": "m5.json"}
    mapping = mapped(f"{name}.yaml", models.get(name, "m.json"))
    assert "Ape" in [entity.name for entity in mapping.entities]


def test_a_key_that_is_given_twice_is_refused() -> None:
    with pytest.raises(MappingError, match="'is_required' is given twice"):
        mapped("dup.yaml")


def test_yes_is_a_boolean() -> None:
    ape = next(entity for entity in mapped("t.yaml").entities if entity.name == "Ape")
    assert [a.status for a in ape.layout.attributes[0].type.body.attributes if a.name == "name"] == ["required"]  # type: ignore[union-attr]


def test_a_structure_that_comes_to_nothing_is_in_neither_form() -> None:
    mapping = mapped("", "m2.json")
    assert list(schema(mapping, "Ape")["box"]["properties"]) == ["name"]
    assert "Holder" not in write_go(mapping)["v1alpha1/types.go"]


def test_members_of_a_wrapper_are_optional() -> None:
    mapping = mapped("w.yaml", "m4.json")
    assert list(schema(mapping, "Ape")) == ["planName", "size"]
    assert (
        "\n            required:"
        not in next(text for name, text in write_crds(mapping).items() if "apes" in name).split("status:")[0]
    )


def test_a_field_that_is_only_read_has_no_rule_and_stays_out_of_the_spec() -> None:
    status = schema(mapped("st.yaml"), "Ape", "status")
    assert status["id"] == {"type": "string"}
    assert "loginStatus" in status
    assert "status" not in schema(mapped("st.yaml"), "Ape")["login"]["properties"]


def test_a_reference_is_part_of_the_spec_alone() -> None:
    mapping = mapped("r5.yaml", "m5.json")
    assert "roleRef" in schema(mapping, "Ape")["login"]["properties"]
    assert "roleRef" not in schema(mapping, "Ape", "status")["login"]["properties"]


def test_two_dots_lead_into_a_list() -> None:
    password = schema(mapped("dd.yaml", "m3.json"), "Ape")["logins"]["items"]["properties"]["password"]
    assert password["required"] == ["key"]


def test_a_key_of_a_newer_grammar_is_told() -> None:
    assert "OAS713" in codes(mapped("p.yaml"))


@pytest.mark.parametrize("model", ["mn.json", "mo.json"])
def test_models_with_nothing_special_are_mapped_without_a_word(model: str) -> None:
    assert codes(mapped("base.yaml", model)) == {"OAS711"}


@pytest.mark.parametrize("config", ["g.yaml", "cn.yaml", "v.yaml"])
def test_another_group_or_version_breaks_manifests(config: str) -> None:
    changes = compare(mapped("e.yaml"), mapped(config), Options(judge=KUBERNETES))
    assert "breaking" in {str(change.severity) for change in changes}


def test_a_short_name_that_is_removed_is_a_change() -> None:
    assert compare(mapped("sn.yaml"), mapped("base.yaml"), Options(judge=KUBERNETES))


def test_printer_columns_that_are_added_removed_and_changed_are_changes(tmp_path: Path) -> None:
    def columns(name: str, text: str) -> Mapping:
        config = tmp_path / f"{name}.yaml"
        config.write_text(f"resources: {{Ape: {{fields: {{Name: {{is_primary_key: true, print: {text}}}}}}}}}")
        return generate(FOLDER / "m.json", config)

    one, other = columns("one", "{name: NAME}"), columns("other", "{name: NAME, priority: 1}")
    for old, new in ((none := mapped("base.yaml"), one), (one, none), (one, other)):
        assert [change.rule.id for change in compare(old, new, Options(judge=KUBERNETES))] == ["columns-changed"]


def test_every_file_of_the_cases_is_used() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    names = {path.name for path in FOLDER.iterdir()} - {f"{name}.yaml" for name in ("base", "co", "e", "g", "i")}
    stems = {name for name in names if name not in text and f'"{name.removesuffix(".yaml")}"' not in text}
    assert stems == set()


def test_what_is_immutable_on_a_list_or_map_is_not_below_one() -> None:
    assert "OAS712" not in codes(mapped("im.yaml", "m3.json"))
