"""A provider whose names and texts are in the way of those of Go, of controller-gen and of a cluster."""

import json

from ..provider.support import block, nested, string, typed
from .support import schema


def hostile() -> dict[str, str]:
    """The files of a provider whose names and texts are in the way of those of Go and of a cluster."""
    text = "*/ `a` ``b'' \"c\"\n+kubebuilder:validation:Enum=a;b\n\tcode\n  - item\n---\n+groupName=evil"
    inner = {"type": string("required", description=text), "deep_copy": typed("bool", "optional")}
    both = {"door": nested("list", block({"door": string("optional")}, {"door": nested("set", block(inner))}))}
    cage = block(
        {
            **dict.fromkeys(("a-b", "func", "keeper_id_ref", "name", "ipv6", "ip_v6"), string("optional")),
            "keeper_id": string("required"),
            "in": string("required"),
            "of-us": string("required", description=text),
            "any": typed("dynamic", "optional"),
            "deep_copy_into": typed("dynamic", "required"),
            "anything": typed(["list", ["map", "dynamic"]], "required"),
            "maps": typed(["list", ["map", "string"]], "optional"),
            "lists": typed(["map", ["list", "number"]], "optional"),
            "sets": typed(["list", ["set", "string"]], "optional"),
            "grid": typed(["list", ["list", ["object", {"x": "number", "deep": ["set", "bool"]}]]], "optional"),
            "pin": string("required", sensitive=True),
            "pins": typed(["list", "string"], "required", sensitive=True),
            "codes": typed(["map", "string"], "optional", sensitive=True),
            "empty": typed(["object", {}], "optional"),
        },
        {**both, "roof": nested("single", block({}, both)), "map": nested("map", block(inner))},
    )
    small = block({"size": string("optional", description=text)})
    names = (
        "zoo_a_cage zoo_a_cage_spec zoo_a_keeper zoo_a_crd_group zoo_a_scheme_builder zoo_internal_cage zoo_vendor_x"
    )
    resources = dict.fromkeys(names.split(), small) | {"zoo_a_cage": cage, "zoo_a_cage_door": cage, "zoo_root": small}
    return {"schema.json": json.dumps(schema(resources)), "provider.yaml": _CONFIG}


_CONFIG = r"""
root_group: a.example.org
namespaced_root_group: a.m.example.org
root-package: example.org/provider
controller_gen: v0.18.0
runtime: v2.1
resource_metadata:
- terraform_name: zoo_a_cage
  external_name: {mode: templated_string, template: '{{ .parameters.in }}{{ .parameters.ipv6 }}'}
  references:
    keeper_id: {terraform_name: zoo_a_keeper, extract: id}
    roof.door.door: {terraform_name: zoo_internal_cage, extract: "x\"\n", ref_field: Our, selector_field: Own}
    sets: {terraform_name: zoo_vendor_x}
  kubectl_printcolumns: [{name: 'A"`', json_path: ".spec.forProvider['`\"']", type: string, priority: 1}]
- {terraform_name: zoo_root, short_group: ''}
- {terraform_name: zoo_vendor_x, crd_name: CRDVersion}
"""
