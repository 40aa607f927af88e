"""Definitions and Go types: the rules of upjet, one by one, whole files of real providers, and what takes over."""

import io
import json
import re
import shutil
import tarfile
from itertools import groupby
from pathlib import Path
from typing import Any, cast

import pytest

from mapper.model import Status
from mapper.registry import system_named
from mapper.request import Request
from mapper.systems.crossplane.crd import definition_of
from mapper.systems.crossplane.fields import ManifestSide
from mapper.systems.crossplane.go_names import PackageNames, field_name
from mapper.systems.crossplane.read import Inputs
from mkdocs_oasmap.pages.pages import Pages

from ..files import write_files
from ..go_code.tools import Unavailable
from ..provider.support import block, nested, string, typed
from ..tfplugin.peers import CORPUS
from .peers.code import MODULES, controller_tools, problems, unformatted
from .support import CONFIG, definition, fields, hostile, made, menagerie, provider, sampled, schema, written

CAGES = "animal.zoo.m.example.org_cages"
IN_CLUSTER = "animal.zoo.example.org_cages"


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "own"), [("template", 2), ("digitalocean", 136)])
def test_definitions_of_a_real_provider_are_the_same_bytes(name: str, own: int) -> None:
    folder = CORPUS / name
    if not folder.exists():
        pytest.skip(f"{folder} is not there")
    with tarfile.open(fileobj=io.BytesIO((folder / "crds.tar.gz").read_bytes())) as archive:
        expected = {
            Path(member.name).name: file.read().decode()
            for member in archive.getmembers()
            if (file := archive.extractfile(member)) is not None
        }
    request = Request(folder / "schema.json.gz", [folder / "provider.yaml"], folder)
    found = written(system_named("crossplane").run(request))
    assert len(found) == own
    differing = [file for file, text in found.items() if expected[file] != text]
    assert differing == []
    missing = [file for file in expected.keys() - found.keys() if "forProvider" in expected[file]]
    assert missing == []


def side(folder: Path, name: str, file: str = CAGES, config: str | None = None) -> dict[str, Any]:
    return fields(definition(made(folder, config=config), file), name)


def test_a_definition_alone_is_the_one_that_is_written(tmp_path: Path) -> None:
    mapped = made(tmp_path)
    provider_ = cast("Inputs", mapped.inputs).provider
    targets = [(resource, target) for resource in provider_.resources for target in resource.targets]
    alone = [definition_of(resource, target, provider_) for resource, target in targets]
    names = [f"{one['spec']['group']}_{one['spec']['names']['plural']}" for one in alone]
    assert sorted(names) == sorted(path.removesuffix(".yaml") for path in written(mapped))
    assert [json.loads(json.dumps(one)) for one in alone] == [definition(mapped, name) for name in names]


def test_what_only_the_provider_sets_is_in_at_provider_alone(tmp_path: Path) -> None:
    given, seen = side(tmp_path, "forProvider"), side(tmp_path, "atProvider")
    assert "id" not in given["properties"]
    assert seen["properties"]["id"] == {"type": "string"}
    door = given["properties"]["door"]["items"]["properties"], seen["properties"]["door"]["items"]["properties"]
    assert [sorted(found) for found in door] == [["lock"], ["lock", "openedAt"]]


def test_secrets_are_references_and_sensitive_results_are_in_no_field(tmp_path: Path) -> None:
    namespaced, cluster = side(tmp_path, "forProvider"), side(tmp_path, "forProvider", IN_CLUSTER)
    assert sorted(namespaced["properties"]["codeSecretRef"]["properties"]) == ["key", "name"]
    assert sorted(cluster["properties"]["codeSecretRef"]["properties"]) == ["key", "name", "namespace"]
    assert {"code", "codeSecretRef", "token"}.isdisjoint(side(tmp_path, "atProvider")["properties"])
    assert side(tmp_path, "initProvider")["required"] == ["codeSecretRef"]
    assert "required" not in namespaced


@pytest.mark.parametrize("rule", ["open", "enum"])
def test_the_kinds_of_a_config_are_listed_if_asked(rule: str, tmp_path: Path) -> None:
    config = CONFIG if rule == "open" else f"{CONFIG}provider_config_kinds: enum\n"
    for file, kinds in ((CAGES, ["ProviderConfig", "ClusterProviderConfig"]), (IN_CLUSTER, None)):
        version = definition(made(tmp_path, config=config), file)["spec"]["versions"][0]
        spec = version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]
        kind = spec["providerConfigRef"]["properties"].get("kind", {})
        assert kind.get("enum") == (kinds if rule == "enum" else None)


TEMPLATE = "{mode: templated_string, template: '{{ .parameters.keeper_id }}/{{ .external_name }}'}"


@pytest.mark.parametrize(
    ("references", "flags", "required"),
    [
        ("{}", "{}", ["keeperId"]),
        ("{keeper_id: {terraform_name: zoo_keeper}}", "{}", []),
        ("{}", "{keeper_id: {optional: true, required: false}}", []),
        ("{}", "{keeper_id: {computed: true, required: false, optional: true}}", []),
    ],
)
def test_a_part_of_the_external_name_is_required_unless_it_has_a_reference_or_is_optional(
    references: str, flags: str, required: list[str], tmp_path: Path
) -> None:
    config = f"""{CONFIG.partition("resource_metadata")[0]}resource_metadata:
- terraform_name: zoo_animal_cage
  external_name: {TEMPLATE}
  references: {references}
  schema: {flags}
- terraform_name: zoo_keeper
"""
    mapped = made(tmp_path, config=config)
    for file in (CAGES, IN_CLUSTER):
        found = definition(mapped, file)
        assert fields(found, "forProvider").get("required", []) == required
        assert "keeperId" not in fields(found, "initProvider")["properties"]
        spec = found["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
        assert not any("keeperId" in rule["message"] for rule in spec.get("x-kubernetes-validations", ()))
    status = {a.name: a.status for a in mapped.mapping.entities[0].body.attributes}
    assert (status["keeperId"] is Status.REQUIRED) == bool(required)


def test_nested_objects_that_are_alike_keep_their_own_references(tmp_path: Path) -> None:
    side = nested("list", block({"keeper_id": string("optional")}))
    config = """resource_metadata:
- terraform_name: zoo_cage
  external_name: {mode: identifier_from_provider}
  references: {left.keeper_id: {terraform_name: zoo_cage}, right.keeper_id: {terraform_name: zoo_keeper}}
- {terraform_name: zoo_keeper, external_name: {mode: identifier_from_provider}}
"""
    own = schema({"zoo_cage": block({}, {"left": side, "right": side}), "zoo_keeper": block({})})
    mapped = made(tmp_path, {"schema.json": json.dumps(own)}, config)
    given = fields(definition(mapped, "zoo.zoo.m.crossplane.io_cages"), "forProvider")["properties"]
    in_cluster = fields(definition(mapped, "zoo.zoo.crossplane.io_cages"), "forProvider")["properties"]
    references = [side["left"]["items"]["properties"]["keeperIdRef"]["properties"] for side in (given, in_cluster)]
    assert ["namespace" in reference for reference in references] == [True, False]
    texts = [given[name]["items"]["properties"]["keeperIdRef"]["description"] for name in ("left", "right")]
    assert [re.findall("Cage|Keeper", text) for text in texts] == [["Cage"], ["Keeper"]]
    go, *others = (text for path, text in written(mapped, "apis").items() if path.endswith("cage_types.go"))
    assert {"NamespacedReference" in text for text in (go, *others)} == {True, False}
    marked = re.findall(r"type (\w+)Parameters struct {[^}]*reference:type=(\w+)", go)
    assert marked == [("Left", "Cage"), ("Right", "Keeper")]


@pytest.mark.parametrize(
    ("runtime", "expected"),
    [
        ("v2.2", {"v1.ResourceSpec", "v2.ManagedResourceSpec", "v1.ResourceStatus", "v1.Reference"}),
        (
            "v2.3",
            {"v2.ClusterManagedResourceSpec", "v2.ManagedResourceSpec", "v2.ManagedResourceStatus"},
        ),
    ],
)
def test_go_types_embed_those_of_the_runtime(runtime: str, expected: set[str], tmp_path: Path) -> None:
    mapped = made(tmp_path, config=f"{CONFIG}runtime: {runtime}\n")
    text = "".join(written(mapped, "apis").values())
    module = "crossplane-runtime/v2/apis/common/" if runtime == "v2.2" else "crossplane/apis/v2/core/v2"
    assert expected <= set(re.findall(r"\bv[12]\.\w+", text))
    assert f'"github.com/crossplane/{module}' in text
    assert ("crossplane-runtime" in text) == (runtime == "v2.2")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("access_key", "accessKey"), ("a_b", "ab"), ("vpc_uuid", "vpcuuid"), ("ipv4_address", "iPv4Address")],
)
def test_a_reference_to_a_secret_is_called_after_the_field_in_go(name: str, expected: str, tmp_path: Path) -> None:
    own = block({name: string("optional", sensitive=True)})
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": own}))})
    given = fields(definition(mapped, "zoo.zoo.m.crossplane.io_cages"), "forProvider")
    assert list(given["properties"]) == [f"{expected}SecretRef"]


def _cage(folder: Path, own: dict[str, Any], external: str = "{mode: identifier_from_provider}") -> dict[str, Any]:
    config = f"resource_metadata:\n- terraform_name: zoo_cage\n  external_name: {external}\n"
    mapped = made(folder, {"schema.json": json.dumps(schema({"zoo_cage": own}))}, config)
    return definition(mapped, "zoo.zoo.m.crossplane.io_cages")


@pytest.mark.parametrize(
    "external",
    [
        "{mode: parameter_as_identifier, parameter: size}",
        "{mode: templated_string, template: '{{ .parameters.size }}'}",
    ],
)
def test_a_nested_field_called_as_the_identifier_is_one_as_for_upjet(external: str, tmp_path: Path) -> None:
    door = block({"size": string("required"), "kind": string("required")})
    found = _cage(tmp_path, block({"size": string("required")}, {"door": nested("list", door)}), external)
    given, first = (fields(found, side)["properties"]["door"]["items"] for side in ("forProvider", "initProvider"))
    assert (given["required"], "required" in first) == (["size"], False)
    assert (sorted(given["properties"]), sorted(first["properties"])) == (["kind", "size"], ["kind"])


def test_a_secret_is_required_in_init_provider_unless_it_is_optional(tmp_path: Path) -> None:
    own = {"pin": string("required", sensitive=True), "code": string("optional", sensitive=True)}
    found = _cage(tmp_path, block(own))
    assert [fields(found, side).get("required") for side in ("forProvider", "initProvider")] == [None, ["pinSecretRef"]]


def test_the_status_of_an_object_of_secrets_has_their_references_as_for_upjet(tmp_path: Path) -> None:
    door = block({"code": string("optional", sensitive=True)})
    found = _cage(tmp_path, block({}, {"door": nested("list", door)}))
    assert list(fields(found, "atProvider")["properties"]["door"]["items"]["properties"]) == ["codeSecretRef"]


@pytest.mark.parametrize("runtime", ["v2.2", "v2.4"])
def test_the_config_says_how_collections_are_merged(runtime: str, tmp_path: Path) -> None:
    door = block({"key": string("required")})
    own = block({"tags": typed(["map", "string"], "optional"), "ids": typed(["list", "string"], "optional"),
                 "flags": typed(["set", "string"], "optional")},
                {"door": nested("list", door), "gate": nested("set", door)})  # fmt: skip
    merged = (
        "{tags: {map_type: none}, ids: {list_type: set}, flags: {list_type: atomic},"
        " door: {list_type: map, list_map_keys: [key]}}"
    )
    config = f"runtime: {runtime}\nresource_metadata:\n- {{terraform_name: zoo_cage, server_side_apply: {merged}}}\n"
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": own}))}, config)
    found = definition(mapped, "zoo.zoo.m.crossplane.io_cages")
    given, seen = (
        {name: [v for k, v in sorted(own.items()) if k.startswith("x-")] for name, own in
         fields(found, side)["properties"].items()} for side in ("forProvider", "atProvider")
    )  # fmt: skip
    assert given == {"tags": [], "ids": ["set"], "flags": ["atomic"], "door": [["key"], "map"], "gate": []}
    assert seen.pop("id", []) == []
    assert seen == {**given, "door": [] if runtime == "v2.4" else given["door"]}
    text = next(text for path, text in written(mapped, "apis").items() if path.endswith("types.go"))
    for marker in ("listType=set", "listType=atomic", "listType=map", "listMapKey=key"):
        assert f"// +{marker}\n" in text
    assert "mapType" not in text


def test_a_single_block_is_required_if_anything_in_it_is(tmp_path: Path) -> None:
    inner = block({"size": string("required")})
    roof = nested("single", block({}, {"door": nested("list", inner)}))
    found = _cage(tmp_path, block({}, {"roof": roof}))
    spec = found["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    assert [rule["message"] for rule in spec["x-kubernetes-validations"]] == [
        "spec.forProvider.roof is a required parameter"
    ]


def test_a_reference_may_be_given_instead_of_a_value(tmp_path: Path) -> None:
    given = side(tmp_path, "forProvider")["properties"]
    assert given["keeperIdRef"]["description"] == "Reference to a Keeper in zoo to populate keeperId."
    assert "namespace" in given["keeperIdRef"]["properties"]
    assert "namespace" not in side(tmp_path, "forProvider", IN_CLUSTER)["properties"]["keeperIdRef"]["properties"]
    assert "matchLabels" in given["keeperIdSelector"]["properties"]


def test_no_rule_asks_for_a_field_of_any_type_as_a_cluster_would_refuse_it(tmp_path: Path) -> None:
    found = definition(made(tmp_path, hostile()), "a.a.m.example.org_cages")
    spec = found["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    asked = {rule["message"].split()[0].rpartition(".")[2] for rule in spec["x-kubernetes-validations"]}
    assert {"deepCopyInto", "anything"} <= spec["properties"]["forProvider"]["properties"].keys()
    assert asked == {"keeperId", "of-us", "pinSecretRef", "pinsSecretRef", "roof"}


def test_what_is_required_is_a_rule_that_words_of_its_language_are_escaped_in(tmp_path: Path) -> None:
    found = definition(made(tmp_path), CAGES)
    spec = found["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]
    rules = {rule["message"].split()[0].rpartition(".")[2]: rule["rule"] for rule in spec["x-kubernetes-validations"]}
    assert sorted(rules) == ["as", "codeSecretRef", "door", "region"]
    assert "has(self.forProvider.__as__) || (has(self.initProvider)" in rules["as"]
    assert "initProvider" not in rules["codeSecretRef"]


def test_types(tmp_path: Path) -> None:
    given = side(tmp_path, "forProvider")["properties"]
    assert given["bars"] == {"format": "int64", "type": "integer"}
    assert given["colours"] == {"items": {"type": "string"}, "type": "array", "x-kubernetes-list-type": "set"}
    assert given["tags"]["x-kubernetes-map-type"] == "granular"
    assert given["heights"]["items"]["properties"] == {"metres": {"type": "number"}}
    assert given["any"] == {"x-kubernetes-preserve-unknown-fields": True}
    assert given["roof"]["type"] == "array"
    assert {"odd", "timeouts"}.isdisjoint(given)


@pytest.mark.parametrize(
    ("external", "given", "first"),
    [
        ("", "colour size", "colour size"),
        ("{mode: identifier_from_provider}", "colour name namePrefix size", "colour name namePrefix size"),
        (
            "{mode: parameter_as_identifier, parameter: size}",
            "colour name namePrefix",
            "colour name namePrefix",
        ),
        (
            "{mode: templated_string, parameter: name, template: '{{ .parameters.colour }}/{{ .external_name }}'}",
            "colour size",
            "size",
        ),
    ],
)
def test_the_external_name_stands_for_some_fields(external: str, given: str, first: str, tmp_path: Path) -> None:
    own = block(dict.fromkeys(("name", "name_prefix", "size", "colour"), string("optional")))
    files = {"schema.json": json.dumps(schema({"zoo_cage": own}))}
    config = "resource_metadata:\n- terraform_name: zoo_cage\n" + (f"  external_name: {external}\n" if external else "")
    found = definition(made(tmp_path, files, config), "zoo.zoo.m.crossplane.io_cages")
    assert sorted(fields(found, "forProvider")["properties"]) == given.split()
    assert sorted(fields(found, "initProvider")["properties"]) == first.split()
    assert "required" not in fields(found, "forProvider")  # only an argument that the provider requires is


def test_the_config_corrects_the_schema(tmp_path: Path) -> None:
    config = CONFIG.replace(
        "  number_int: [bars]\n",
        "  number_int: [bars]\n  remove: [any]\n  move_to_status: [door]\n  schema: {region: {sensitive: true}}\n",
    )
    given, seen = side(tmp_path, "forProvider", config=config), side(tmp_path, "atProvider", config=config)
    assert {"any", "door", "region"}.isdisjoint(given["properties"])
    assert "regionSecretRef" in given["properties"]
    assert sorted(seen["properties"]["door"]["items"]["properties"]) == ["lock", "openedAt"]


@pytest.mark.parametrize("most", [0, 1, 2])
def test_lists_of_one_become_objects_where_the_config_says_so(most: int, tmp_path: Path) -> None:
    own = block({}, {"door": nested("list", block({"lock": string("optional")}), max_items=most, min_items=most and 1)})
    files = {"schema.json": json.dumps(schema({"zoo_cage": own}))}
    config = "embed_singleton_lists: true\n"
    found = definition(made(tmp_path, files, config), "zoo.zoo.m.crossplane.io_cages")
    assert fields(found, "forProvider")["properties"]["door"]["type"] == ("object" if most == 1 else "array")


def test_what_holds_in_the_cluster_alone_is_in_its_definition_alone(tmp_path: Path) -> None:
    config = CONFIG.replace("  number_int: [bars]\n", "  cluster_only: {version: v1beta2, number_int: [bars]}\n")
    mapped = made(tmp_path, config=config)
    found = {name: definition(mapped, name) for name in (CAGES, IN_CLUSTER)}
    assert [own["spec"]["versions"][0]["name"] for own in found.values()] == ["v1alpha1", "v1beta2"]
    assert [fields(own, "forProvider")["properties"]["bars"]["type"] for own in found.values()] == ["number", "integer"]


def test_the_group_and_the_columns_of_the_design_document_are_taken(tmp_path: Path) -> None:
    config = CONFIG.replace(
        "- terraform_name: zoo_animal_cage\n",
        "- terraform_name: zoo_animal_cage\n  api_group: cages.example.com\n  crd_name: AnimalCage\n"
        "  kubectl_printcolumns: [{name: BARS, type: integer, json_path: .spec.forProvider.bars, priority: 1}]\n",
    )
    mapped = made(tmp_path, config=config)
    found = definition(mapped, "cages.example.com_animalcages")
    assert found["spec"]["scope"] == "Cluster"
    columns = [column["name"] for column in found["spec"]["versions"][0]["additionalPrinterColumns"]]
    assert columns == ["SYNCED", "READY", "EXTERNAL-NAME", "BARS", "AGE"]
    (text,) = (
        text
        for path, text in written(mapped, "apis").items()
        if path.endswith("v1alpha1/zz_animalcage_types.go") and path.startswith("cluster")
    )
    marks = [line.partition("printcolumn:")[2] for line in text.splitlines() if "printcolumn" in line]
    assert marks[3:] == [
        'name="BARS",type="integer",JSONPath=".spec.forProvider.bars",priority=1',
        'name="AGE",type="date",JSONPath=".metadata.creationTimestamp"',
    ]


def test_an_empty_short_group_is_the_root_group(tmp_path: Path) -> None:
    config = CONFIG.replace("- terraform_name: zoo_keeper\n", "- {terraform_name: zoo_keeper, short_group: ''}\n")
    assert definition(made(tmp_path, config=config), "zoo.example.org_keepers")["spec"]["group"] == "zoo.example.org"


def test_texts_of_a_schema_are_only_texts(tmp_path: Path) -> None:
    text = 'a: b\n---\n- "x": *y\n\t# {{ z }}\x07\n+kubebuilder:validation:Optional'
    own = block({"size": typed("string", "optional", description=text), "tone": string("optional")})
    files = {"schema.json": json.dumps(schema({"zoo_cage": own}))}
    found = definition(made(tmp_path, files, "{}"), "zoo.zoo.m.crossplane.io_cages")
    assert sorted(fields(found, "forProvider")["properties"]) == ["size", "tone"]
    assert fields(found, "forProvider")["properties"]["size"]["description"] == "a: b"


def test_all_files_have_different_names(tmp_path: Path) -> None:
    mapped = made(tmp_path, menagerie())
    assert len(written(mapped)) == 4


CAGE = "namespaced/animal/v1alpha1/zz_cage_types.go"


def go(folder: Path, files: dict[str, str] | None = None, config: str | None = None) -> dict[str, str]:
    """The Go files by their paths below `apis`."""
    return written(made(folder, files, config), "apis")


def squeezed(text: str) -> list[str]:
    """The lines with single spaces."""
    return [" ".join(line.split()) for line in text.split("\n")]


def structure(text: str, name: str) -> list[str]:
    """The lines of a structure."""
    lines = squeezed(text)
    start = lines.index(f"type {name} struct {{")
    return lines[start + 1 : lines.index("}", start)]


def test_there_is_a_package_for_each_group_version_and_scope(tmp_path: Path) -> None:
    assert sorted(go(tmp_path)) == [
        f"{scope}/{group}/v1alpha1/zz_{name}.go"
        for scope in ("cluster", "namespaced")
        for group, kind in (("animal", "cage"), ("zoo", "keeper"))
        for name in sorted((f"{kind}_types", "groupversion_info"))
    ]


def test_a_kind_is_registered_with_its_list_and_has_the_spec_and_the_types_of_its_scope(tmp_path: Path) -> None:
    files = go(tmp_path)
    assert "SchemeBuilder.Register(&Cage{}, &CageList{})" in squeezed(files[CAGE])
    assert 'const CRDGroup = "animal.zoo.m.example.org"' in squeezed(
        files["namespaced/animal/v1alpha1/zz_groupversion_info.go"]
    )
    for scope, spec in (("namespaced", "v2.ManagedResourceSpec"), ("cluster", "v2.ClusterManagedResourceSpec")):
        assert f'{spec} `json:",inline"`' in structure(files[CAGE.replace("namespaced", scope)], "CageSpec")
    namespaced, cluster = (
        structure(files[CAGE.replace("namespaced", scope)], "CageParameters") for scope in ("namespaced", "cluster")
    )
    assert 'CodeSecretRef *v2.LocalSecretKeySelector `json:"codeSecretRef,omitempty" tf:"-"`' in namespaced
    assert 'KeeperIDRef *v2.NamespacedReference `json:"keeperIdRef,omitempty" tf:"-"`' in namespaced
    assert 'KeeperIDSelector *v2.Selector `json:"keeperIdSelector,omitempty" tf:"-"`' in cluster


def test_each_side_is_a_structure_with_its_fields(tmp_path: Path) -> None:
    text = go(tmp_path)[CAGE]
    given, first, seen = (structure(text, f"Cage{end}") for end in ("Parameters", "InitParameters", "Observation"))
    bars = 'Bars *int64 `json:"bars,omitempty" tf:"bars,omitempty"`'
    assert all(bars in lines for lines in (given, first, seen))
    assert given[given.index(bars) - 1] == "// +kubebuilder:validation:Optional"
    assert 'ID *string `json:"id,omitempty" tf:"id,omitempty"`' in seen
    assert not any(line.startswith(("ID ", "OpenedAt ", "Token ")) for line in (*given, *first))
    assert 'Door []DoorObservation `json:"door,omitempty" tf:"door,omitempty"`' in seen


@pytest.mark.parametrize(
    ("extract", "call"),
    [("id", "ExtractResourceID()"), ("path.to.it", r'ExtractParamPath("path.to.it",true)'), ("", "")],
)
def test_a_reference_says_what_of_the_other_object_it_takes(tmp_path: Path, extract: str, call: str) -> None:
    taken = CONFIG.replace("{terraform_name: zoo_keeper}", f"{{terraform_name: zoo_keeper, extract: '{extract}'}}")
    text = go(tmp_path, config=f"root-package: example.org/zoo\n{taken}")[CAGE]
    markers = {line.rpartition(".")[2] if "()" in line else line.rpartition("resource.")[2]
               for line in text.splitlines() if "reference:extractor" in line}  # fmt: skip
    assert markers == ({call} if call else set())


@pytest.mark.parametrize(
    ("keeper", "groups"),
    [
        ("terraform_name: zoo_keeper", {""}),
        ("{terraform_name: zoo_keeper, crd_name: Cage, short_group: staff}", {"staff", "animal"}),
    ],
)
def test_a_relation_says_the_group_of_an_object_whose_name_another_has_too(
    tmp_path: Path, keeper: str, groups: set[str]
) -> None:
    pages = Pages(made(tmp_path, config=CONFIG.replace("- terraform_name: zoo_keeper", f"- {keeper}")).mapping)
    views = [pages.entity(key) for key in pages.entities]
    assert {use.group for view in views for use in (*view.uses, *view.used_by)} == groups


def test_other_packages_are_named_where_the_module_is_known(tmp_path: Path) -> None:
    kind = "// +crossplane:generate:reference:type="
    assert kind not in go(tmp_path)[CAGE]
    files = go(tmp_path, config=f"root-package: example.org/zoo\n{CONFIG}")
    assert f"{kind}example.org/zoo/apis/namespaced/zoo/v1alpha1.Keeper" in squeezed(files[CAGE])
    assert 'api1 "example.org/zoo/apis/cluster/zoo/v1alpha1"' in squeezed(files["cluster/zz_register.go"])


def test_no_package_is_in_a_folder_that_go_hides_from_others(tmp_path: Path) -> None:
    folders = {part for path in written(made(tmp_path, hostile()), "apis") for part in path.split("/")[:-1]}
    assert {"internal.a.m.example.org", "vendor.a.m.example.org"} <= folders
    assert folders.isdisjoint({"internal", "vendor"})


_IMPORT = re.compile(r'^\t(?:(\w+) )?"([\w./-]+)"$', re.MULTILINE)


@pytest.mark.parametrize("config", [CONFIG, f"root-package: example.org/zoo\n{CONFIG}"], ids=["alone", "module"])
def test_go_code_imports_what_it_names_and_nothing_else(tmp_path: Path, config: str) -> None:
    for path, text in go(tmp_path, config=config).items():
        imported = {name or address.rpartition("/")[2] for name, address in _IMPORT.findall(text)}
        code = re.sub(r"//.*|`[^`]*`|\"[^\"]*\"", "", text)
        assert set(re.findall(r"(?<![\w.])([a-z]\w*)\.(?=[A-Z])", code)) == imported, path


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("vpc_uuid", "VPCUUID"),
        ("a-b", "A_B"),
        ("1st", "X1St"),
        ("type", "Type"),
        ("deep_copy", "DeepCopy_"),
    ],
)
def test_a_field_has_a_name_that_go_takes(name: str, expected: str) -> None:
    assert field_name(name) == expected


def test_structures_of_one_name_are_told_apart_by_the_fields_around_them(tmp_path: Path) -> None:
    mapped = made(tmp_path, hostile())
    resources = cast("Inputs", mapped.inputs).provider.resources
    (cage,) = (resource for resource in resources if resource.name == "zoo_a_cage")
    names = PackageNames(("Cage", "DoorParameters")).structures(cage.targets[0])
    own = [names[path, ManifestSide.FOR] for path in ("", "door", "door.door", "roof.door", "roof.door.door")]
    assert own[:3] == ["CageParameters", "CageDoorParameters", "DoorDoorParameters"]
    assert len(set(names.values())) == len(names)


def test_a_structure_gets_a_number_if_all_fields_around_it_do_not_tell_it_apart(tmp_path: Path) -> None:
    cage = block({}, {"door": nested("list", block({}, {"door": nested("list", block({"a": string("optional")}))}))})
    mapped = made(tmp_path, {"schema.json": json.dumps(schema({"zoo_cage": cage}))})
    (resource,) = cast("Inputs", mapped.inputs).provider.resources
    taken = ("DoorParameters", "CageDoorParameters", "CageDoorParameters_2", "DoorDoorParameters")
    names = PackageNames(("Cage", *taken)).structures(resource.targets[0])
    assert [names[path, ManifestSide.FOR] for path in ("", "door", "door.door")] == [
        "CageParameters", "CageDoorParameters_3", "CageDoorDoorParameters",
    ]  # fmt: skip
    given = PackageNames(("Cage", "CRDGroup", "CRDGroup_"))
    assert (given.variables["CRDGroup"], given.variables["CRDVersion"]) == ("CRDGroup__", "CRDVersion")


def test_no_structure_has_two_fields_of_one_name_and_no_package_two_types(tmp_path: Path) -> None:
    files = written(made(tmp_path, hostile()), "apis")
    for folder, paths in groupby(sorted(files), lambda path: path.rpartition("/")[0]):
        text = "\n".join(files[path] for path in paths)
        types = re.findall(r"^type (\w+) struct \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
        assert len(dict(types)) == len(types), folder
        for name, body in types:
            found = re.findall(r"^\t(\w+) +\S", body, re.MULTILINE)
            assert len({*found}) == len(found), (folder, name)


def test_a_field_whose_go_name_is_taken_gets_an_underscore(tmp_path: Path) -> None:
    names = {"v6_a": string("optional"), "v6a": string("required")}
    files = written(made(tmp_path, {"schema.json": json.dumps(schema({"zoo_keeper": block(names)}))}), "apis")
    text = files["namespaced/zoo/v1alpha1/zz_keeper_types.go"]
    found = [line.split() for line in structure(text, "KeeperParameters")]
    assert [line[0] + line[2] for line in found if line[:1] > ["A"]] == [
        'V6A`json:"v6A,omitempty"', 'V6A_`json:"v6a,omitempty"',
    ]  # fmt: skip


def test_markers_in_texts_are_not_carried_over(tmp_path: Path) -> None:
    for text in go(tmp_path, hostile()).values():
        assert "Enum=a;b" not in text
        assert "groupName=evil" not in text


@pytest.mark.peer
def test_gofmt_has_nothing_to_say(tmp_path: Path) -> None:
    if shutil.which("gofmt") is None:
        pytest.skip("gofmt is not on the path")
    files = {f"a/{path}": text for path, text in go(tmp_path).items()} | {
        f"b/{p}": t for p, t in go(tmp_path, hostile()).items()
    }
    write_files(tmp_path / "go", files)
    assert unformatted(tmp_path / "go") == ""


@pytest.fixture(scope="module")
def generator() -> str:
    try:
        return controller_tools()
    except Unavailable as error:
        pytest.skip(str(error))


@pytest.mark.peer
@pytest.mark.parametrize("runtime", MODULES)
def test_controller_gen_makes_our_definitions_of_our_go(generator: str, runtime: str, tmp_path: Path) -> None:
    files = hostile()
    config = files["provider.yaml"].replace("runtime: v2.1", f"runtime: {runtime}")
    assert config.count(runtime) == 1
    mapped = made(tmp_path, files, config)
    assert problems(written(mapped, "apis"), written(mapped), tmp_path / "module", generator, runtime) == []


@pytest.mark.corpus
@pytest.mark.parametrize("runtime", MODULES)
def test_packages_of_a_real_provider_compile_and_give_its_definitions(
    generator: str, runtime: str, tmp_path: Path
) -> None:
    if not CORPUS.exists():
        pytest.skip(f"{CORPUS} is not there")
    files, definitions = sampled(provider("digitalocean", runtime), 4)
    assert len(definitions) > 4
    assert problems(files, definitions, tmp_path, generator, runtime) == []
