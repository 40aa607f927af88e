"""What is wrong with the config of the profile `v2020` is said with the lines that mend it."""

import json
from pathlib import Path

from mapper.model import walk
from mapper.programs.v2020.go_names import can_be_field, package_of

from ...crossplane.support import made, schema
from ...kept import changes
from ...provider.support import block, nested, string, typed
from .support import CONFIG

_LONG = "zoo_" + "very_long_name_" * 6
_WRONG = f"""{CONFIG}resource_overlays:
- {{terraform_name: zoo_keper, full_package_name: example.org/a/b}}
- {{terraform_name: nothing_like_it, full_package_name: example.org/a/b}}
- {{terraform_name: zoo_hidden, full_package_name: example.org/a/b}}
exclude_resources: [zoo_hidden]
resource_metadata:
- {{terraform_name: zoo_keepr, remove: [a]}}
- terraform_name: zoo_keeper
  remove: [agee]
  number_int: [deep.m, age]
  connection_details: [nam, id, name]
  references: {{nam: {{terraform_name: zoo_ab}}}}
  kubectl_printcolumns:
  - {{name: A, json_path: .spec.forProvider.agee}}
  - {{name: B, json_path: .status.atProvider.id}}
  - {{name: C, json_path: .spec.forProvider.age}}
- {{terraform_name: zoo_ab, crd_name: Keeper, api_group: keeper.zoo.org}}
- {{terraform_name: zoo_a_b, crd_name: Keeper, api_group: keeper.zoo.org}}
- {{terraform_name: zoo_abc, crd_name: Keeper, api_group: keeper.zoo.org}}
"""


def _zoo() -> str:
    deep = block(
        {
            "a": typed(["tuple", ["string"]], "optional"),
            "b": string("optional", sensitive=True),
            "n": typed("number", "optional"),
        }
    )
    keeper = {"id": string("computed"), "name": string("required"), "age": typed("number", "optional")}
    names = [
        "_",
        "_1st",
        "__keeper",
        "_Keeper",
        "_ab",
        "_a_b",
        "_abc",
        "_hidden",
        "_internal",
        "_internal_resource",
        "_é",
    ]
    resources = {f"zoo{name}": block({"name": string("required")}) for name in names}
    resources |= {_LONG: resources["zoo_ab"], "other_thing": resources["zoo_ab"]}
    odd = {"odd": typed("dynamic", "optional"), "pin": string("computed", sensitive=True)}
    return json.dumps(schema({"zoo_keeper": block(keeper | odd, {"deep": nested("list", deep)}), **resources}))


def test_each_mistake_has_the_line_that_mends_it(tmp_path: Path) -> None:
    found = made(tmp_path, {"schema.json": _zoo()}, _WRONG).mapping.diagnostics
    text = "".join(f"{one.code} {one.message} -> {one.fix}\n" for one in found)
    assert changes(Path(__file__).parent / "kept_checks", {"mistakes.txt": text}) == ""


def test_a_name_that_is_too_long_is_mended_by_the_line_as_it_is(tmp_path: Path) -> None:
    one, *_ = (
        one for one in made(tmp_path, {"schema.json": _zoo()}, CONFIG).mapping.diagnostics if _LONG in one.message
    )
    assert one.fix is not None
    mapping = made(tmp_path, {"schema.json": _zoo()}, f"{CONFIG}resource_metadata:\n{one.fix}\n").mapping
    (entity,) = (entity for entity in mapping.entities if entity.name == _LONG)
    assert [address.words("") for address in entity.addresses] != []
    assert [*walk(entity.body)] != []


def test_a_package_has_no_name_that_is_taken_by_go_or_by_windows() -> None:
    assert {name: package_of(name) for name in ("internal", "con", "contact", "a.b", "1a", "")} == {
        "internal": "internal_resource", "con": "con_resource", "contact": "contact", "a.b": "", "1a": "", "": ""
    }  # fmt: skip


def test_a_field_has_a_name_of_letters_digits_and_underscores_that_is_exported_in_go() -> None:
    names = ("a", "A1", "_a_1", "a-b", "a.b", "1a", "_1", "_", "", "\u00df", "a\u00e9", "a b")
    assert [name for name in names if can_be_field(name)] == ["a", "A1", "_a_1"]
