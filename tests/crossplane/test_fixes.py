"""What a diagnostic says to paste settles it, in both profiles and whatever the config says already."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.crossplane.checks import schema_has
from mapper.crossplane.rules import RULES
from mapper.inputs import Node
from mapper.report.diagnostic import Diagnostic
from mapper.tfplugin.cty_types import CollectionType, CtyKind, ObjectType, Primitive, TupleType
from mapper.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting

from ..provider.support import block, nested, string, typed
from .support import made, schema

_NO_FIX = {"OAS808"}
"""The older version is to be pasted into a definition, and not into the config."""


def zoo() -> dict[str, Any]:
    """A schema that has something to tell of everything."""
    cage = block(
        {
            "id": string("computed"),
            "region": string("required"),
            "keeper_id": string("optional"),
            "keeper_id_ref": string("optional"),
            "bars": typed("number", "optional"),
            "token": string("computed", sensitive=True),
            "code": string("optional", sensitive=True),
            "pin": string("optional", write_only=True),
            "odd": typed(["tuple", ["string"]], "optional"),
            "odd_too": typed(["tuple", ["string"]], "optional"),
        },
        {
            "timeouts": nested("single", block({"create": string("optional")})),
            "door": nested("list", block({"odd": typed(["tuple", ["string"]], "optional")})),
        },
    )
    small = block({"size": string("optional"), "ports": typed("number", "optional")})
    names = ("zoo_keeper", "zoo_a_cage", "zoo_b_cage", "zoo_c_cage", "zoo_../x", "zoo_1", "zoo_out", "zoo_CAGE")
    return {"zoo_cage": cage} | dict.fromkeys(names, small)


_OWN = """\
- terraform_name: zoo_cage
  external_name: {mode: templated_string, parameter: regoin, template: '{{ .parameters.regoin }}/{{.external_name}}'}
  remove: [odd_too]
  number_int: [nothing_like_it, ports]
  schema: {pin: {optional: true}, regio: {optional: true}}
  references:
    keeper_id: {terraform_name: zoo_keeper}
    region: {terraform_name: zoo_out}
    code: {terraform_name: zoo_none_such}
  kubectl_printcolumns:
  - {name: A, json_path: .spec.forProvider.regon}
  - {name: B, json_path: .spec.somewhere.else.entirely}
"""
CONFIGS = {
    "nothing": "{}\n",
    "only versions": (
        "resource_metadata:\n- {terraform_name: zoo_cage, cluster_only: {previous_versions: [{name: v1beta1}]}}\n"
    ),
    "entries": f"exclude_resources: [zoo_out]\nresource_metadata:\n{_OWN}- {{terraform_name: zoo_kepper}}\n",
    "one group": (
        "resource_metadata:\n"
        + "".join(f"- {{terraform_name: zoo_{name}_cage, short_group: zoo, api_group: a.b}}\n" for name in "abc")
        + "- {terraform_name: nothing_like_it}\n"
    ),
    "overlays": (
        "resource_overlays:\n- {terraform_name: zoo_kepper, full_package_name: a/b}\n"
        "- {terraform_name: nothing_like_it, full_package_name: a/b}\nsecrets: plain\n"
    ),
}


def paste(config: Any, found: Diagnostic, name: str) -> None:
    """What somebody does who reads it: an entry is added, a key is set in the entry of the resource or at the place."""
    fix = yaml.safe_load(found.fix or "null")
    place = found.location if isinstance(found.location, Node) and found.place.startswith("provider.yaml") else None
    steps = place.pointer.split("/")[1:] if place else []
    entries = config.setdefault("resource_metadata", [])
    if fix is None:
        del entries[int(steps[1])]
    elif isinstance(fix, str):
        parent = entries[int(steps[1])]
        for step in steps[2:-1]:
            parent = parent[int(step) if isinstance(parent, list) else step]
        if isinstance(parent, list):
            parent[int(steps[-1])] = fix
        else:
            parent[fix] = parent.pop(steps[-1])
    elif isinstance(fix, list):
        if place:
            entries[int(steps[1])] = fix[0]
        else:
            entries += fix
    elif {"exclude_resources", "profile", "secrets", "resource_overlays"} & fix.keys():
        config.update(fix)
    elif "json_path" in fix:
        entries[int(steps[1])]["kubectl_printcolumns"][int(steps[3])].update(fix)
    elif found.code == "OAS851":
        config["resource_overlays"][int(steps[1])].update(fix)
    else:
        name = match[1] if (match := re.search(r"# of (\S+)$", found.fix or "")) else name
        next(entry for entry in entries if entry["terraform_name"] == name.strip('"')).update(fix)


def told(folder: Path, config: Any) -> list[Diagnostic]:
    files = {"schema.json": json.dumps(schema(zoo()))}
    return list(made(folder, files, yaml.safe_dump(config, sort_keys=False)).mapping.diagnostics)


def same(one: Diagnostic, other: Diagnostic) -> bool:
    return (one.code, one.entity, one.path, one.text, one.place) == (
        other.code, other.entity, other.path, other.text, other.place
    )  # fmt: skip


def cases() -> list[Any]:
    return [
        pytest.param(profile, title, id=f"{profile}, {title}") for profile in ("upjet", "v2020") for title in CONFIGS
    ]


@pytest.mark.parametrize(("profile", "title"), cases())
def test_a_fix_that_is_pasted_settles_its_diagnostic(profile: str, title: str, tmp_path: Path) -> None:
    first = {"profile": profile, **yaml.safe_load(CONFIGS[title])}
    for found in told(tmp_path, first):
        if found.code in _NO_FIX:
            continue
        assert found.fix is not None or found.code == "OAS801", found  # an entry that is to be removed
        config = json.loads(json.dumps(first))
        paste(config, found, found.entity.name if found.entity else "")
        left = told(tmp_path, config)
        assert not any(same(found, other) for other in left), (found.code, found.text, found.fix)


@pytest.mark.parametrize("title", CONFIGS)
def test_one_fix_after_the_other_leaves_nothing_to_tell(title: str, tmp_path: Path) -> None:
    config = {"profile": "upjet", **yaml.safe_load(CONFIGS[title])}
    for _ in range(60):
        left = [one for one in told(tmp_path, config) if one.code not in _NO_FIX]
        if not left:
            return
        paste(config, left[0], left[0].entity.name if left[0].entity else "")
    raise AssertionError(left)


def test_every_code_is_tried(tmp_path: Path) -> None:
    found = {
        one.code
        for profile in ("upjet", "v2020")
        for text in CONFIGS.values()
        for one in told(tmp_path, {"profile": profile, **yaml.safe_load(text)})
    }
    too_large = {"OAS815"}  # its test makes a large definition
    assert found == RULES.keys() - too_large


LOCK = ObjectType({"code": Primitive.STRING})
BLOCK = Block(
    {
        "name": Attribute(Primitive.STRING),
        "locks": Attribute(CollectionType(CtyKind.LIST, LOCK)),
        "pair": Attribute(TupleType((Primitive.STRING,))),
        "home": Attribute(NestedType({"city": Attribute(Primitive.STRING)}, Nesting.SET)),
    },
    {"door": NestedBlock(Block({"width": Attribute(Primitive.NUMBER)}), Nesting.LIST)},
)


@pytest.mark.parametrize("path", ["name", "locks", "locks.code", "pair", "home", "home.city", "door", "door.width"])
def test_what_a_block_has_has_a_path(path: str) -> None:
    assert schema_has(BLOCK, path)


@pytest.mark.parametrize(
    "path",
    ["", "nam", "name.x", "locks.cod", "locks.0", "pair.0", "home.town", "door.height", "door.width.x", "window"],
)
def test_what_a_block_does_not_have_has_none(path: str) -> None:
    assert not schema_has(BLOCK, path)
