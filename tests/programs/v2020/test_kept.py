"""The program of a small provider that has something of everything, as it was when Go was asked about it."""

import json
from pathlib import Path

import pytest

from mapper.request import Mapped

from ...crossplane.support import made, schema
from ...kept import changes, record
from ...provider.support import block, nested, string, typed
from .support import CONFIG, texts
from .test_go import fault, go, module, write_module

__all__ = ("go", "module")  # fixtures

_OWN = f"""{CONFIG}secrets: reference
resource_overlays:
- {{terraform_name: zoo_none, full_package_name: example.org/provider-zoo/overlays/none}}
- terraform_name: zoo_cage
  full_package_name: example.org/provider-zoo/overlays/none
  members: [ResourceMerger, CtyEncoder]
resource_metadata:
- terraform_name: zoo_cage
  connection_details: [arn, bars, tags, colours]
  late_init: {{ignored: [height]}}
  kubectl_printcolumns: [{{name: Bars, json_path: .spec.forProvider.bars}}]
"""


def _zoo(folder: Path) -> Mapped:
    lock = block({"pin": string("optional", sensitive=True), "seen": string("computed", sensitive=True)})
    door = {"lock_id": string("required"), "opened_at": string("computed")}
    cage = block(
        {
            "id": string("computed"),
            "arn": string("computed"),
            "bars": typed("number", "optional", description="How many there are.\n+kubebuilder:skip"),
            "width": typed("number", "optional", "computed"),
            "height": typed("number", "optional", "computed"),
            "name": string("required"),
            "locked": typed("bool", "optional", "computed"),
            "tags": typed(["map", "string"], "optional", "computed"),
            "colours": typed(["set", "string"], "required"),
            "rows": typed(
                ["list", ["object", {"a": "string", "odd": ["tuple", ["dynamic", ["set", "bool"]]]}]], "optional"
            ),
            "grid": typed(["list", ["list", ["map", "number"]]], "optional"),
            "racks": typed(["list", ["list", ["object", {"a": "string"}]]], "optional"),
            "shelves": typed(["map", ["list", ["map", "string"]]], "optional"),
            "flags": typed(["map", ["set", "bool"]], "computed"),
            "code": string("required", sensitive=True),
            "codes": typed(["list", "string"], "optional", sensitive=True),
            "env": typed(["map", "string"], "optional", "computed", sensitive=True),
            "token": string("computed", sensitive=True),
            "level": typed("number", "computed", sensitive=True),
            "usage": typed(["map", "string"], "computed", sensitive=True),
        },
        {
            "door": nested("list", block(door, {"lock": nested("set", lock)})),
            "back": nested("list", lock, min_items=1, max_items=1),
            "roof": nested("single", block({"flat": typed("bool", "optional")})),
            "keys": nested("map", lock),
            "hole": nested("list", block({})),
        },
    )
    found = schema({"zoo_cage": cage, "zoo_none": block({})})
    (own,) = found["provider_schemas"].values()
    own["provider"]["block"] = block(
        {
            "token": string("optional", sensitive=True),
            "region": string("required"),
            "any": typed("dynamic", "optional"),
        },
        {"retries": nested("list", block({"most": typed("number", "optional")}), max_items=1)},
    )
    return made(folder, {"schema.json": json.dumps(found)}, _OWN)


def test_no_byte_of_a_program_changes_unnoticed(tmp_path: Path) -> None:
    files = {
        path: text for path, text in texts(_zoo(tmp_path)).items() if "none" not in path or path.endswith("code.go")
    }
    assert changes(Path(__file__).parent / "kept", files) == ""


def test_nothing_that_pages_and_reviews_are_made_of_changes_unnoticed(tmp_path: Path) -> None:
    text = record(_zoo(tmp_path).mapping)
    assert changes(Path(__file__).parent / "kept_record", {"record.txt": text}) == ""


@pytest.mark.peer
def test_the_program_is_laid_out_and_compiles(go: str, tmp_path: Path, module: Path) -> None:
    files = texts(_zoo(tmp_path))
    overlay = 'package none\n\nimport "github.com/crossplane-contrib/terraform-runtime/pkg/plugin"\n\n'
    files["overlays/none/none.go"] = f"{overlay}func Index() *plugin.Implementation {{\n\treturn nil\n}}\n"
    assert write_module(module, files) == []
    assert fault(go, module, "vet", ".", "./generated/...") == ""
