"""`provider.yaml`: what is wrong is told with its place, nothing is written then, and what is pasted settles it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Node
from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, ObjectType, Primitive, TupleType
from mapper.languages.tfplugin.schema import Attribute, Block, NestedBlock, NestedType, Nesting
from mapper.report.diagnostic import Diagnostic, MappingError
from mapper.systems.crossplane.checks import schema_has
from mapper.systems.crossplane.config import ExternalName, ExternalNameMode, Readiness, Replacing, Settings
from mapper.systems.crossplane.config_reader import read_settings
from mapper.systems.crossplane.rules import RULES
from mkdocs_oasmap.cli import main

from ..provider.support import block, nested, string, typed
from .support import CONFIG, made, menagerie, schema


def problems(text: str) -> list[str]:
    with pytest.raises(MappingError) as caught:
        read_settings(Document("provider.yaml", text.encode()))
    return [str(problem) for problem in caught.value.problems]


LIST = "resource_metadata:\n- terraform_name: zoo_cage\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("profile: v3\n", "provider.yaml:1:1: profile: 'v3' is not one of upjet"),
        (
            "resource_metadata: [{terraform_name: a, server_side_apply: {b: {list_type: map}}}]\n",
            "server_side_apply.b: list_type: map and list_map_keys belong together",
        ),
        (
            "resource_metadata: [{terraform_name: a, server_side_apply: {b: {map_type: loose}}}]\n",
            "map_type: 'loose' is not one of granular, atomic, none",
        ),
        ("runtime: v1.20\n", "runtime: 'v1.20': providers of upjet before v2 have other definitions, which oasmap"),
        ("provider_config_kinds: shut\n", "provider_config_kinds: 'shut' is not one of open, enum"),
        ("runtime: v9\n", "runtime: 'v9' is not one of v2.0, v2.1, v2.2, v2.3, v2.4"),
        ("name: ../zoo\n", "name: '../zoo' is not a name of a provider"),
        ("root_grup: a.b\n", "unknown key 'root_grup'"),
        ("root_group: ../a\n", "root_group: '../a' is not a name of a group"),
        ("base_version: 1\n", "base_version: a text is expected"),
        ("base_version: ../v1\n", "base_version: '../v1' is not a version of an API"),
        ("controller_gen: 'v1\\nx'\n", "controller_gen:"),
        ("only_listed: maybe\n", "only_listed: true or false is expected"),
        ("resource_metadata: {}\n", "resource_metadata: a list is expected"),
        ("resource_metadata:\n- zoo\n", "a mapping of keys and values is expected"),
        ("resource_metadata:\n- crd_name: A\n", "terraform_name is needed"),
        (f"{LIST}- terraform_name: zoo_cage\n", "provider.yaml:3:3: resource_metadata: 'zoo_cage' is listed twice"),
        (f"{LIST}  crd_name: cage/x\n", "crd_name: 'cage/x' is not a Kind"),
        (f"{LIST}  short_group: a.b\n", "short_group: 'a.b' cannot be the first part of a group"),
        (f"{LIST}  external_name: {{mode: name}}\n", "mode: 'name' is not one of"),
        (f"{LIST}  external_name: {{mode: parameter_as_identifier}}\n", "needs a parameter"),
        (f"{LIST}  references: {{a: }}\n", "references.a: terraform_name or kind is needed"),
        (f"{LIST}  conditions: {{ready: {{path: , values: {{A: true}}}}}}\n", "conditions.ready: path is needed"),
        (f"{LIST}  references: {{a: {{}}}}\n", "references.a: terraform_name or kind is needed"),
        (
            f"{LIST}  references: {{a: {{kind: Lan, api_group: net.example.org}}}}\n",
            "references.a: a Kind of another provider needs kind, api_group and version",
        ),
        (
            f"{LIST}  references: {{a: {{terraform_name: b, api_group: net.example.org, version: v1}}}}\n",
            "references.a: a Kind of another provider needs kind, api_group and version",
        ),
        (f"{LIST}  generate_password: code\n", "generate_password: a list is expected"),
        (f"{LIST}  references: [a]\n", "references: a mapping of keys and values is expected"),
        (f"{LIST}  number_int: [1]\n", "number_int: a text is expected"),
        (f"{LIST}  schema: {{a: {{required: 1}}}}\n", "required: true or false is expected"),
        (f"{LIST}  kubectl_printcolumns: [{{name: A, json_path: .a, type: text}}]\n", "'text' is not one of"),
        (
            f"{LIST}  kubectl_printcolumns: [{{name: A, json_path: spec.x}}]\n",
            "'spec.x' is no path; begin it with a dot",
        ),
        (f"{LIST}  kubectl_printcolumns: [{{name: A}}]\n", "json_path is needed"),
        (f"{LIST}  kubectl_printcolumns: [{{json_path: .a}}]\n", "name is needed"),
        (f"{LIST}  cluster_only: {{terraform_name: a}}\n", "unknown key 'terraform_name'"),
        (f"{LIST}  cluster_only: {{crd_name: A}}\n", "cluster_only: unknown key 'crd_name'"),  # one for both scopes
        (f"{LIST}  cluster_only: {{short_group: a}}\n", "cluster_only: unknown key 'short_group'"),
        (f"{LIST}  replace: never\n", "replace: 'never' is not one of refuse, recreate"),
        (f"{LIST}  conditions: {{readi: 1}}\n", "conditions: unknown key 'readi'"),
        (f"{LIST}  conditions: {{ready: {{path: a}}}}\n", "conditions.ready: values is needed"),
        (
            f"{LIST}  conditions: {{ready: {{path: a, values: {{b: 1}}}}}}\n",
            "conditions.ready.values.b: true or false is expected",
        ),
        ("name: a\nname: b\n", "the key 'name' is given twice"),
        ("resource_overlays: [{terraform_name: zoo_cage}]\n", "resource_overlays: full_package_name is needed"),
        (
            "resource_overlays: [{terraform_name: zoo_cage, members: [CtyEncoder], files: {doc.go: a}}]\n",
            "resource_overlays: full_package_name is needed",
        ),
    ],
)
def test_what_is_wrong_is_told(text: str, said: str) -> None:
    (found,) = problems(text)
    assert said in found


def test_all_problems_are_told_in_the_order_of_the_file() -> None:
    assert [problem.split(":")[1] for problem in problems("runtime: a\nprofile: b\nx: 1\n")] == ["1", "2", "3"]


def test_the_keys_of_the_older_generator_are_taken() -> None:
    text = "name: aws\nbase-crd-version: v1alpha2\npackage-path: a\nexclude-resources: [aws_a]\n"
    settings = read_settings(Document("provider.yaml", text.encode()))
    assert (settings.base_version, settings.excluded) == ("v1alpha2", frozenset(("aws_a",)))


def test_what_a_config_does_not_say_is_as_without_one() -> None:
    found, usual = read_settings(Document("provider.yaml", b"name: zoo\n")), Settings()
    for name in ("runtime", "controller_gen", "base_version", "program"):
        assert getattr(found, name) == getattr(usual, name)


def test_an_overlay_of_files_alone_needs_no_package() -> None:
    text = "resource_overlays: [{terraform_name: zoo_cage, files: {doc.go: a.go}}]\n"
    (overlay,) = read_settings(Document("provider.yaml", text.encode())).program.overlays
    assert (overlay.terraform_name, overlay.files) == ("zoo_cage", {"doc.go": "a.go"})


def test_the_external_name_is_the_argument_name_where_nothing_is_said() -> None:
    settings = read_settings(Document("provider.yaml", LIST.encode()))
    assert settings.resources["zoo_cage"].external_name == ExternalName(ExternalNameMode.NAME)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("provider.yaml", CONFIG.replace("name: zoo\n", "nam: zoo\n"), "unknown key 'nam'"),
        ("schema.json", "{}", "format_version"),
        ("schema.json", '{"format_version": "1.0", "provider_schemas": {}}', "there are 0 providers in it"),
        ("schema.json", '{"format_version": "1.0", "provider_schemas": {"a/b/..": {}}}', "there is no resource"),
        ("provider.yaml", "only_listed: true\n", "there is no resource to generate"),
        ("provider.yaml", f"{CONFIG}provider_metadata: missing.yaml\n", "missing.yaml: no such file"),
        ("provider.yaml", f"{CONFIG}provider_metadata: schema.json\n", "it has no `resources`"),
        ("provider-metadata.yaml", "root:x:0:0\n", "it has no `resources`"),
        ("provider.yaml", f"{CONFIG}profile: upjets\n", "'upjets' is not one of upjet, v2020; did you mean 'upjet'?"),
        ("schema.json", '{"openapi": "3.0.0", "info": {}, "paths": {}}', "this is an API description"),
        ("schema.json", '{"version": 4, "resources": []}', "there is no format_version"),
        ("provider.yaml", f"{CONFIG}root-package: ../../x\n", "is not the path of a module of Go"),
    ],
)
def test_bad_input_is_one_error_and_writes_nothing(
    name: str, text: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, own in (menagerie() | {name: text}).items():
        Path(path).write_text(own)
    assert main(["generate", "--system", "crossplane", "--output", "out", "schema.json"]) == 1
    said_all = capsys.readouterr().err
    assert said in said_all
    assert "Traceback" not in said_all
    assert not Path("out").exists()


def test_a_running_provider_is_named_with_the_option_that_starts_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "--system", "crossplane", "provider:./terraform-provider-zoo"]) == 1
    assert "a provider is started only where the command line (--live)" in capsys.readouterr().err


def test_readiness_and_replacement_are_read_and_inherited_by_the_scope_of_the_cluster() -> None:
    ready = "  conditions: {ready: {path: state, values: {UP: true, 1: false}}}\n  replace: recreate\n"
    settings = read_settings(Document("p", f"{LIST}{ready}  cluster_only: {{replace: refuse}}\n".encode()))
    own, cluster = settings.resources["zoo_cage"], settings.cluster["zoo_cage"]
    assert own.readiness == Readiness("state", {"UP": True, "1": False})
    assert (own.replacing, cluster.replacing, cluster.readiness) == (
        Replacing.RECREATE,
        Replacing.REFUSE,
        own.readiness,
    )


_NO_FIX = {"OAS808"}
"""The path of the earlier definition is not known."""


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
    "misfits": (
        "resource_metadata:\n- terraform_name: zoo_cage\n  number_int: [region]\n"
        "  external_name: {mode: identifier_from_provider, parameter: region}\n  schema: {region: {required: false}}\n"
        "  generate_password: [region]\n  cluster_only: {generate_password: [ports]}\n"
    ),
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
    assert found == (RULES.keys() | {"OAS107"}) - too_large


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


EVERYTHING = """\
name: zoo
resource_overlays: [{terraform_name: zoo_cage, full_package_name: a/b, files: {types.go: a.go}}]
resource_metadata:
- terraform_name: zoo_cage
  server_side_apply: {bars: {list_type: set}}
  external_name: {mode: parameter_as_identifier, parameter: name}
  references: {keeper_id: {terraform_name: zoo_keeper}}
  schema: {bars: {required: true}}
  late_init: {ignored: [bars]}
  conditions: {ready: {path: status, values: {ACTIVE: true}}}
  kubectl_printcolumns: [{name: Bars, json_path: .spec.bars}]
  cluster_only: {references: {keeper_id: {terraform_name: zoo_keeper}}, external_name: {template: a}}
"""
NAMED = ("references", "schema", "values", "server_side_apply", "files")
"""Keys of mappings whose keys are paths or values: what is below has keys of ours again."""


def mappings(value: Any, key: str = "") -> Iterator[dict[str, Any]]:
    """All mappings whose keys the config has."""
    if isinstance(value, dict) and key not in NAMED:
        yield value
    for name, member in value.items() if isinstance(value, dict) else ():
        yield from (
            mappings(member, "" if key in NAMED else str(name))
            if not isinstance(member, list)
            else (found for item in member for found in mappings(item))
        )


def test_a_key_that_nobody_knows_is_a_problem_wherever_it_is() -> None:
    count = len(list(mappings(yaml.safe_load(EVERYTHING))))
    assert count == 14
    for index in range(count):
        config = yaml.safe_load(EVERYTHING)
        place = list(mappings(config))[index]
        place["unheard_of"] = 1
        assert [text for text in problems(json.dumps(config)) if "unknown key 'unheard_of'" in text], place


def test_a_proposal_without_a_resource_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "schema.json").write_text(menagerie()["schema.json"])
    assert main(["init", "--system", "crossplane", "--exclude", "*", "schema.json"]) == 1
    assert "schema.json: no resource is left to propose; change --include or --exclude" in capsys.readouterr().err
    assert not (here / "provider.yaml").exists()


@pytest.mark.parametrize(
    ("option", "said"),
    [(["--overlay", "a.yaml"], "--overlay"), (["--all-data-sources"], "--all-data-sources")],
)
def test_a_proposal_takes_no_options_for_descriptions(
    option: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "schema.json").write_text(menagerie()["schema.json"])
    assert main(["init", "--system", "crossplane", *option, "schema.json"]) == 1
    assert said in capsys.readouterr().err
    assert not (here / "provider.yaml").exists()


def test_a_provider_whose_name_makes_no_group_says_so(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(menagerie()["schema.json"])
    data["provider_schemas"] = {"registry.terraform.io/tests/-zoo": next(iter(data["provider_schemas"].values()))}
    (here / "schema.json").write_text(json.dumps(data))
    assert main(["generate", "--system", "crossplane", "schema.json"]) == 1
    assert "the provider '-zoo' makes no group; say its name in the config" in capsys.readouterr().err
