"""TypeScript packages of package schemas: what they declare, what the compiler says, and what the runtime gets."""

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mapper.programs.sdk.package import sdk_package
from mapper.programs.sdk.typescript_names import package_of
from mapper.systems.pulumi.schema.read import findings
from mkdocs_oasmap.cli import main

from ...files import write_files
from ...pulumi.schema import kiosk
from ...pulumi.schema.kiosk import CORPUS, PAPER
from ...pulumi.schema.test_rules import needs_corpus
from ...pulumi.tools import node_modules, run
from ..idl.test_typescript import OPTIONS
from .typescript import declared

SCHEMAS = [*sorted(CORPUS.glob("test/*.json")), *sorted(CORPUS.glob("providers/*.json"))]
OTHER = re.compile(r'^import \* as (pulumi\w+) from "(.*)";', re.MULTILINE)
EXPLAINED = {
    ("embedded-crd-types", "ComponentArgs"),  # how the other package calls inputs is said by its own schema
    ("embedded-crd-types", "v1alpha1.ENIConfigSpecArgs"),  # it is in the namespaces that its uses name
    ("embedded-crd-types", "v1alpha1.ENIConfigSpec"),
    ("simple-methods-schema", "Foo"),  # the facts leave out a method that returns nothing
    ("simple-methods-schema", "nested.Baz"),  # nothing uses it
}


def hostile() -> Any:
    """A schema with names and texts that TypeScript does not have as they are."""
    text = "ends */ a comment, @deprecated, `${x}`\n\n\u2028 \\u0041"
    words = "class a-b 1st constructor default await ünï args opts inputs name pulumi_".split()
    properties = {word: {"type": "string", "description": text, "default": text} for word in words}
    objects: dict[str, Any] = {}
    for module in ("index", "a-b/c.d", "types", "class"):
        for name in ("object", "Array", "T_1"):
            token = f"odd:{module}:{name}"
            objects[token] = {"type": "object", "properties": {**properties, "self": {"$ref": f"#/types/{token}"}}}
    values = [{"value": ""}, {"value": "a b"}, {"value": "a-b"}, {"name": "1", "value": '"'}]
    enums = {"odd:class:Enum": {"type": "string", "enum": values}, "odd:a:Never": {"type": "string", "enum": []}}
    inner: dict[str, Any] = dict(properties)
    for index, token in enumerate(objects):
        inner[f"p{index}"] = {"type": "array", "items": {"$ref": f"#/types/{token}"}}
    inner |= {"e": {"$ref": "#/types/odd:class:Enum"}, "r": {"$ref": "#/resources/odd:index:Object"}}
    resource = {
        "description": text, "inputProperties": inner, "requiredInputs": list(inner), "properties": inner,
        "deprecationMessage": text, "stateInputs": {"properties": inner},
    }  # fmt: skip
    function = {"inputs": {"properties": inner}, "outputs": {"properties": inner, "required": ["e"]}}
    modules, names = ("index", "a-b/c.d", "types", "utilities", "provider"), ("Object", "Promise", "index", "x_y")
    called = ("delete", "get", "objects", "utilities", "x-y")
    return {
        "name": "odd",
        "version": "1.0.0-rc.1+b",
        "types": {**objects, **enums},
        "resources": {f"odd:{module}:{name}": resource for module in modules for name in names},
        "functions": {f"odd:{module}:{name}": function for module in ("index", "a-b/c.d") for name in called},
        "config": {"variables": {"delete": {"type": "string"}, **inner}},
        "provider": {"inputProperties": inner, "requiredInputs": ["e"], "properties": inner},
    }


UNION = {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}


def arguments() -> Any:
    """A schema with functions that take their inputs one by one, and with unions that do not come back."""
    names = ["opts", "a-b", "a_b", "default", "inputs", "last"]
    inputs = {
        "properties": {name: {"type": "string"} for name in names[:-1]} | {"last": UNION},
        "required": ["a-b", "default"],
    }
    outputs = {"properties": {"one": UNION, "many": {"type": "array", "items": {**UNION, "type": "string"}}}}
    function = {"inputs": inputs, "multiArgumentInputs": names, "outputs": outputs}
    resource = {"inputProperties": {"one": UNION}, "properties": {"one": UNION}, "requiredInputs": ["one"]}
    return {
        "name": "cut", "functions": {"cut:index:join": function, "cut:index:opts": {**function, "outputs": {}}},
        "resources": {"cut:index:Thing": resource}, "language": {"nodejs": {"disableUnionOutputTypes": True}},
    }  # fmt: skip


def schemas() -> Iterator[tuple[str, Any]]:
    yield "kiosk", kiosk.schema()
    yield "hostile", hostile()
    yield "arguments", arguments()
    for path in SCHEMAS:
        yield f"{path.parent.name}_{path.stem}", json.loads(path.read_text())


def others(texts: list[str]) -> dict[str, str]:
    """Packages of other providers, as far as something is named of them."""
    used: dict[str, set[str]] = {}
    for text in texts:
        for alias, npm in OTHER.findall(text):
            used.setdefault(npm, set()).update(re.findall(rf"\b{alias}((?:\.\w+)+)", text))
    files = {}
    for npm, names in used.items():
        lines = ['import * as pulumi from "@pulumi/pulumi";']
        for path in sorted(names):
            *modules, name = path.strip(".").split(".")
            is_type = "types" in modules
            line = (
                f"export interface {name} {{}}"
                if is_type
                else f"export class {name} extends pulumi.CustomResource {{}}"
            )
            for module in reversed(modules):
                line = f"export namespace {module} {{ {line} }}"
            lines.append(line)
        files[f"node_modules/{npm}/index.d.ts"] = "\n".join(lines)
        files[f"node_modules/{npm}/package.json"] = json.dumps({"name": npm, "types": "index.d.ts"})
    return files


def with_peers(folder: Path) -> str:
    """Link the packages of npm into a folder; the path of the compiler."""
    peers = node_modules()
    for path in (*peers.iterdir(), *(peers / "@pulumi").iterdir()):
        target = folder / "node_modules" / path.relative_to(peers)
        if path.name != "@pulumi" and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(path, target_is_directory=True)
    return str(peers / ".bin" / "tsc")


def test_the_hostile_schemas_are_schemas() -> None:
    assert [one for schema in (hostile(), arguments()) for one in findings(schema) if one.is_error] == []


def test_inputs_that_are_given_one_by_one_are_parameters_in_their_order() -> None:
    text = sdk_package(arguments(), {})["join.ts"]
    (line,) = [line for line in text.split("\n") if line.startswith("export function join(")]
    assert line == (
        "export function join(opts_: string | undefined, a_b: string, a_b_: string | undefined, default_: string, "
        "inputs_?: string, last?: string | string[], opts?: pulumi.InvokeOptions): Promise<JoinResult> {"
    )
    (line,) = [line for line in text.split("\n") if line.startswith("export function joinOutput(")]
    assert "a_b: pulumi.Input<string>, a_b_: pulumi.Input<string | undefined> | undefined, default_: " in line
    assert '        "a-b": a_b,\n        a_b: a_b_,\n        default: default_,\n' in text
    assert "interface JoinArgs" not in text
    assert "interface JoinOutputArgs" not in text


@pytest.mark.parametrize(("inputs", "declared"), [(["one"], True), ([], False)])
def test_a_function_has_an_interface_of_what_it_is_given_as_outputs_if_it_is_given_anything(
    inputs: list[str], *, declared: bool
) -> None:
    schema = arguments()
    function = schema["functions"]["cut:index:join"]
    del function["multiArgumentInputs"]
    function["inputs"] = {"properties": {key: {"type": "string"} for key in inputs}}
    text = sdk_package(schema, {})["join.ts"]
    assert ("export interface JoinOutputArgs" in text) is declared


def test_a_union_comes_back_as_any_where_the_schema_says_so_and_is_given_as_it_is() -> None:
    files = sdk_package(arguments(), {})
    assert "one: pulumi.Output<any | undefined>;" in files["thing.ts"]
    assert "one: pulumi.Input<string | pulumi.Input<string>[]>;" in files["thing.ts"]
    assert "one?: any;" in files["join.ts"]
    assert "many?: string[];" in files["join.ts"]
    kept = arguments()
    del kept["language"]
    assert "one?: string | string[];" in sdk_package(kept, {})["join.ts"]


TEXT = {"type": "string"}
GIVEN: list[tuple[dict[str, Any], str]] = [
    (TEXT, "args?.it"),
    ({**TEXT, "default": "a"}, '(args?.it) ?? "a"'),
    ({"type": "integer", "defaultInfo": {"environment": ["IT"]}}, '(args?.it) ?? utilities.getEnvNumber("IT")'),
    ({"type": "integer", "default": 3, "defaultInfo": {"environment": ["IT"]}},
     '(args?.it) ?? (utilities.getEnvNumber("IT") ?? 3)'),
    ({**TEXT, "const": "é"}, '"é"'),
    ({**TEXT, "secret": True}, "args?.it === undefined ? undefined : pulumi.secret(args?.it)"),
    ({**TEXT, "secret": True, "default": "a"}, 'pulumi.secret((args?.it) ?? "a")'),
    ({**TEXT, "secret": True, "const": "a"}, 'pulumi.secret("a")'),
]  # fmt: skip


@pytest.mark.parametrize(("given", "value"), GIVEN, ids=str)
def test_a_resource_gets_what_an_input_is_given_its_default_or_its_constant(given: dict[str, Any], value: str) -> None:
    resource = {"inputProperties": {"it": given}, "properties": {"it": given}}
    schema = {"name": "mall", "resources": {"mall:index:Shop": resource}, "provider": resource}
    files = sdk_package(schema, {})
    assert f"            inputs.it = {value};\n" in files["shop.ts"]
    assert ("additionalSecretOutputs" in files["shop.ts"]) is ("secret" in given)
    as_text = "(it: any) => it === undefined ? undefined : JSON.stringify(it)"
    written = value if given["type"] == "string" else f"pulumi.output({value}).apply({as_text})"
    assert f"            inputs.it = {written};\n" in files["provider.ts"]


SHOP = """\
    constructor(name: string, args: ShopArgs, opts?: pulumi.CustomResourceOptions) {
        const inputs: any = {};
        opts = opts || {};
        pulumi.log.warn("Shop is deprecated: Gone.");
        if (!opts.id) {
            if (args?.name === undefined && !opts.urn) {
                throw new Error("Missing required property 'name'");
            }
            inputs.name = args?.name;
            inputs.key = args?.key;
            inputs.seen = undefined /*out*/;
        } else {
STATE        }
        opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts);
        opts = pulumi.mergeOptions(opts, {"additionalSecretOutputs": ["seen"]});
        opts = pulumi.mergeOptions(opts, {"aliases": [{"type": "mall:old:Shop"}]});
        super(Shop.__pulumiType, name, inputs, opts);
    }
"""
OUTPUTS = "".join(f"            inputs.{key} = undefined /*out*/;\n" for key in ("name", "key", "seen"))
OF_STATE = """\
            const state = args as unknown as ShopState | undefined;
            inputs.seen = state?.seen;
"""


@pytest.mark.parametrize(
    ("state", "text"), [({}, OUTPUTS), ({"stateInputs": {"properties": {"seen": TEXT}}}, OF_STATE)]
)
def test_a_constructor_declares_a_resource_or_looks_one_up(state: dict[str, Any], text: str) -> None:
    resource = {
        "inputProperties": {"name": TEXT, "key": TEXT},
        "properties": {"name": TEXT, "key": TEXT, "seen": {**TEXT, "secret": True}},
        "required": ["name"],
        "requiredInputs": ["name"],
        "deprecationMessage": "Gone.",
        "aliases": [{"type": "mall:old:Shop"}],
        **state,
    }
    shop = sdk_package({"name": "mall", "resources": {"mall:index:Shop": resource}}, {})["shop.ts"]
    begin = shop.index("    constructor(")
    expected = SHOP.replace("STATE", text)
    assert shop[begin : begin + len(expected)] == expected
    fields = [line.strip() for line in shop.split("\n") if "declare public" in line]
    assert fields == [
        "declare public readonly name: pulumi.Output<string>;",
        "declare public readonly key: pulumi.Output<string | undefined>;",
        "declare public /*out*/ readonly seen: pulumi.Output<string | undefined>;",
    ]


def test_what_is_given_to_a_class_is_what_the_resource_gets() -> None:
    text = sdk_package(arguments(), {})["thing.ts"]
    assert (
        "            inputs.one = args?.one;\n        } else {\n            inputs.one = undefined /*out*/;\n" in text
    )
    assert """throw new Error("Missing required property 'one'");""" in text


@pytest.mark.parametrize(("required", "parameter"), [(["one"], "args: ThingArgs"), ([], "args?: ThingArgs")])
def test_the_inputs_of_a_class_may_be_absent_where_none_is_required(required: list[str], parameter: str) -> None:
    schema = arguments()
    schema["resources"]["cut:index:Thing"]["requiredInputs"] = required
    assert f"constructor(name: string, {parameter}, opts" in sdk_package(schema, {})["thing.ts"]


@pytest.mark.parametrize(
    ("state", "parameters", "passed", "kept"),
    [
        ({}, "", "undefined as any", "undefined /*out*/"),
        ({"properties": {"one": {"type": "string"}}}, "state?: ThingState, ", "<any>state", "state?.one"),
    ],
)
def test_an_existing_one_is_looked_up_by_its_state_if_it_has_one(
    state: dict[str, Any], parameters: str, passed: str, kept: str
) -> None:
    schema = arguments()
    schema["resources"]["cut:index:Thing"]["stateInputs"] = state
    text = sdk_package(schema, {})["thing.ts"]
    assert f"get(name: string, id: pulumi.Input<pulumi.ID>, {parameters}opts?" in text
    assert f"return new Thing(name, {passed}, " in text
    assert f"            inputs.one = {kept};\n        }}\n" in text
    assert ("export interface ThingState" in text) is bool(state)


def test_a_property_on_which_the_provider_replaces_is_named_to_the_engine() -> None:
    schema = arguments()
    schema["resources"]["cut:index:Thing"]["properties"] = {
        "one": {"type": "string", "replaceOnChanges": True}, "two": {"type": "string"},
    }  # fmt: skip
    assert 'mergeOptions(opts, {"replaceOnChanges": ["one"]})' in sdk_package(schema, {})["thing.ts"]
    assert "replaceOnChanges" not in sdk_package(arguments(), {})["thing.ts"]


@pytest.mark.parametrize("has_types", [True, False])
def test_the_package_exports_its_types_if_it_has_some(*, has_types: bool) -> None:
    schema = arguments()
    if has_types:
        schema["types"] = {"cut:index:Edge": {"type": "object", "properties": {"deep": {"type": "number"}}}}
        edge = {"$ref": "#/types/cut:index:Edge"}
        schema["resources"]["cut:index:Thing"]["inputProperties"]["edge"] = edge
    files = sdk_package(schema, {})
    assert ('export * as types from "./types/index";' in files["index.ts"]) is has_types
    assert ("types/index.ts" in files) is has_types


SHELF = {
    "name": "shelf", "version": "2.1.0", "meta": {"moduleFormat": "(.*)(?:/[^/]*)"},
    "language": {"nodejs": {"packageName": "@example/shelf", "moduleToPackage": {"low": "deep/down"}}},
    "types": {
        "shelf:low/wood:Wood": {"type": "string", "enum": [{"value": "oak"}]},
        "shelf:low/board:Board": {"type": "object", "properties": {"wood": {"$ref": "#/types/shelf:low%2Fwood:Wood"}}},
    },
    "resources": {"shelf:low/shelf:Shelf": {}},
}  # fmt: skip


@pytest.mark.parametrize("called", ["shelf-2.1.0.json", "shelf.json"])
def test_a_schema_of_another_package_that_is_beside_it_says_what_its_types_are(
    called: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    references = {
        "wood": "/shelf/v2.1.0/schema.json#/types/shelf:low%2Fwood:Wood",
        "board": "/shelf/v2.1.0/schema.json#/types/shelf:low%2Fboard:Board",
        "shelf": "/shelf/v2.1.0/schema.json#/resources/shelf:low%2Fshelf:Shelf",
    }
    inputs = {name: {"$ref": reference} for name, reference in references.items()}
    room = {"name": "room", "resources": {"room:index:Room": {"inputProperties": inputs, "properties": inputs}}}
    write_files(tmp_path, {"schema.json": json.dumps(room), called: json.dumps(SHELF)})
    command = ["generate", "--system", "pulumi", "--quiet", "--output-pack", str(tmp_path / "sdk")]
    assert main([*command, str(tmp_path / "schema.json")]) == 0
    text = (tmp_path / "sdk" / "room.ts").read_text()
    assert 'import * as pulumiShelf from "@example/shelf";' in text
    for name in ("types.enums.deep.down.Wood", "types.input.deep.down.BoardArgs", "types.output.deep.down.Board"):
        assert f"pulumiShelf.{name}" in text
    assert "shelf?: pulumi.Input<pulumiShelf.deep.down.Shelf | undefined>;" in text
    bridged: Any = deepcopy(SHELF)
    bridged["language"]["nodejs"]["compatibility"] = "tfbridge20"
    write_files(tmp_path, {called: json.dumps(bridged)})
    assert main([*command, str(tmp_path / "schema.json")]) == 0
    text = (tmp_path / "sdk" / "room.ts").read_text()
    assert "pulumiShelf.types.input.deep.down.Board " in text
    assert "BoardArgs" not in text
    inputs["wood"]["$ref"] = inputs["wood"]["$ref"].replace("Wood", "Steel")
    write_files(tmp_path, {"schema.json": json.dumps(room)})
    assert main([*command, "--strict", str(tmp_path / "schema.json")]) == 3
    command = [word for word in command if word != "--quiet"]
    assert main([*command, str(tmp_path / "schema.json")]) == 0
    assert "the package shelf has no shelf:low/wood:Steel" in capsys.readouterr().err
    assert "wood" not in (tmp_path / "sdk" / "room.ts").read_text()
    write_files(tmp_path, {called: "{}"})
    assert main([*command, str(tmp_path / "schema.json")]) == 1
    assert "this is not the schema of the package shelf, which its name promises" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("package", "section", "token", "name"),
    [
        ("cloud", "types", "cloud:ec2%2Fsubnet:Subnet", "pulumiCloud.types.input.ec2.SubnetArgs"),
        ("cloud", "types", "cloud:ec2%2FsubNet:Subnet", "pulumiCloud.types.input.ec2.SubnetArgs"),
        ("cloud", "types", "cloud:ec2%2Fvpc:Subnet", "pulumiCloud.types.input.ec2.vpc.SubnetArgs"),
        ("cloud", "types", "cloud:subnet:Subnet", "pulumiCloud.types.input.subnet.SubnetArgs"),
        ("cloud", "types", "cloud:index%2Fsubnet:Subnet", "pulumiCloud.types.input.SubnetArgs"),
        ("cloud", "types", "cloud:index:subnet", "pulumiCloud.types.input.SubnetArgs"),
        ("big-cloud", "resources", "big-cloud:ec2%2Fsubnet:Subnet", "pulumiBigCloud.ec2.Subnet"),
        ("cloud", "resources", "cloud::Subnet", "pulumiCloud.Subnet"),
    ],
)
def test_without_the_schema_of_another_package_its_names_are_the_usual_ones(
    package: str, section: str, token: str, name: str
) -> None:
    schema = arguments()
    given = {"one": {"$ref": f"/{package}/v1.0.0/schema.json#/{section}/{token}"}}
    schema["resources"]["cut:index:Thing"]["inputProperties"] = given
    text = sdk_package(schema, {})["thing.ts"]
    assert f"    one: pulumi.Input<{name}>;\n" in text
    assert f'import * as {name.partition(".")[0]} from "@pulumi/{package}";\n' in text


@pytest.mark.corpus
@pytest.mark.peer
def test_the_compiler_accepts_the_packages_of_all_schemas(tmp_path: Path) -> None:
    node_modules()
    texts: list[str] = []
    for name, schema in schemas():
        files = sdk_package(schema, {})
        write_files(tmp_path / name, files)
        texts += files.values()
    write_files(tmp_path, others(texts))
    options = {**OPTIONS, "noEmit": True}
    write_files(tmp_path, {"tsconfig.json": json.dumps({"compilerOptions": options, "exclude": ["node_modules"]})})
    assert run([with_peers(tmp_path), "-p", "."], tmp_path) == (0, "")


@cache
def goldens() -> Any:
    return json.loads((CORPUS / "typescript.json").read_text())["schemas"]


@pytest.mark.corpus
@needs_corpus
def test_packages_declare_what_those_of_pulumi_declare() -> None:
    different, count = set(), 0
    for name, files in goldens().items():
        ours = declared(sdk_package(json.loads((CORPUS / "test" / f"{name}.json").read_text()), {}))
        for path, kinds in files.items():
            for kind, entries in kinds.items():
                for entry, expected in entries.items():
                    count += 1
                    if not _is_same(ours.get(path, {}).get(kind, {}).get(entry), expected):
                        different.add((name, entry))
    assert different == EXPLAINED
    assert len(different) <= 0.05 * count


def _is_same(found: Any, expected: Any) -> bool:
    if found is None or isinstance(expected, list):
        return found is not None and sorted(found) == sorted(expected)
    return all(
        sorted(found.get(key, [])) == sorted(value) if isinstance(value, list) else found.get(key) == value
        for key, value in expected.items()
    )


MOCKS = """
const pulumi = require("@pulumi/pulumi");
const seen = [];
pulumi.runtime.setMocks({
    newResource: (given) => {
        seen.push([given.type, given.name, given.inputs]);
        return { id: given.name + "-1", state: { ...given.inputs, issue: 7 } };
    },
    call: (given) => ({ ...given.inputs, issue: 3, token: given.token }),
}, "proj", "dev", false);
process.env.REGION = "south";
const kiosk = require("./bin/index.js");
const paper = new kiosk.press.Paper("daily", { title: "Daily", password: "x", region: kiosk.types.enums.Region.North });
const stand = new kiosk.Stand("corner", { papers: ["Daily"] });
const old = kiosk.press.Paper.get("old", "42", { title: "Old" });
let refused = "";
try { new kiosk.press.Paper("bad", {}); } catch (error) { refused = error.message; }
const found = kiosk.press.getPaperOutput({ title: "Daily" });
pulumi.all([paper.copies, paper.issue, found.issue, pulumi.isSecret(paper.password), old.id]).apply((values) => {
    const is = [kiosk.press.Paper.isInstance(paper), kiosk.press.Paper.isInstance(stand)];
    const { region, retries } = kiosk.config;
    console.log(JSON.stringify({ values, is, refused, seen, region, retries }));
});
"""


@pytest.mark.peer
def test_the_runtime_gets_what_the_schema_says(tmp_path: Path) -> None:
    node_modules()
    assert main(["generate", "--system", "pulumi", "--output-pack", str(tmp_path), str(kiosk.PATH)]) == 0
    write_files(tmp_path, others([path.read_text() for path in tmp_path.rglob("*.ts")]))
    write_files(tmp_path, {"mocks.js": MOCKS, "node_modules/@pulumi/aws/index.js": ""})
    assert run([with_peers(tmp_path), "--preserveSymlinks"], tmp_path) == (0, "")
    code, said = run(["node", "--preserve-symlinks", "mocks.js"], tmp_path, NODE_PATH=str(tmp_path / "node_modules"))
    assert code == 0, said
    answer = json.loads(next(line for line in said.splitlines() if line.startswith("{")))
    assert answer["values"] == [100, 7, 3, True, "42"]
    assert answer["is"] == [True, False]
    assert answer["refused"] == "Missing required property 'title'"
    assert (answer["region"], answer["retries"]) == ("south", 3)
    types = {name: (type_, inputs) for type_, name, inputs in answer["seen"]}
    assert types["daily"][0] == PAPER
    assert {"title": "Daily", "copies": 100, "kind": "paper", "region": "north"}.items() <= types["daily"][1].items()
    assert types["corner"] == ("kiosk:index/stand:Stand", {"papers": ["Daily"]})
    package = json.loads((tmp_path / "package.json").read_text())
    assert (package["name"], package["version"]) == ("@example/kiosk", "1.4.0")
    assert "@pulumi/aws" in package["dependencies"]


def test_tokens_of_one_name_in_one_module_are_exported_under_different_names() -> None:
    tokens = ["shop::Item", "shop:index:Item", "shop:index:ItemArgs", "shop:index:VPCPeer", "shop:index:VPC"]
    types = {token: {"type": "object", "properties": {"a": {"type": "string"}}} for token in tokens[:2]}
    inputs = {"t": {"$ref": f"#/types/{tokens[1]}"}, "r": {"$ref": f"#/resources/{tokens[1]}"}}
    root = {
        "name": "shop", "version": "1.0.0", "types": types,
        "resources": {token: {"inputProperties": inputs} for token in tokens},
        "functions": {"shop::get": {}, "shop:index:get": {}, "pulumi:providers:shop/own": {}},
    }  # fmt: skip
    files = sdk_package(root, {})
    texts = [text for path, text in files.items() if not path.startswith("types/")]
    declared = re.compile(r"^export (?:class|interface|function) (\w+)", re.MULTILINE)
    exported = [name for text in texts for name in declared.findall(text)]
    assert len(exported) == len(set(exported))
    assert {"Item", "Item_2", "get", "get_2"} <= set(exported)
    assert {"item.ts", "item_2.ts", "vpcpeer.ts", "vpc.ts", "itemArgs.ts"} <= files.keys()
    assert "own" not in "".join(exported)  # the provider's own functions are members of its class
    assert "t?: pulumi.Input<inputs.Item_2Args | undefined>;" in files["item.ts"]
    assert "r?: pulumi.Input<Item_2 | undefined>;" in files["item.ts"]


@pytest.mark.parametrize(
    ("dependencies", "node", "expected"),
    [
        ([], {}, "@pulumi/cloud"),
        (["@corp/other", "@corp/cloud"], {}, "@corp/cloud"),
        (["@corp/pulumi-cloud", "@corp/cloud"], {}, "@corp/pulumi-cloud"),
        (["pulumi-cloud"], {}, "pulumi-cloud"),
        (["@corp/cloud"], {"packageName": "@own/cloud"}, "@own/cloud"),
        ([], {"packageName": ""}, "@pulumi/cloud"),
        ([], {"packageName": 3}, "@pulumi/cloud"),
        ([], ["packageName"], "@pulumi/cloud"),
    ],
)
def test_a_package_of_npm_is_named_by_its_schema_or_a_dependency(
    dependencies: list[str], node: Any, expected: str
) -> None:
    assert package_of("cloud", dependencies, {"language": {"nodejs": node}}) == expected
    if node == {}:
        assert package_of("cloud", dependencies) == expected


def test_names_that_are_taken_get_another_end() -> None:
    schema = arguments()
    cloud, join = {"$ref": "/cloud/v1.0.0/schema.json#/provider"}, {"$ref": "#/resources/cut:index:Join"}
    schema["resources"] = {"cut:index:Join": {}, "cut:types:Join": {"inputProperties": {"cloud": cloud, "join": join}}}
    files = sdk_package(schema, {})
    assert {"join.ts", "join_2.ts", "types_/join.ts"} <= files.keys()
    assert "): Promise<JoinCallResult> {" in files["join_2.ts"]  # `JoinArgs` and the like are those of the class
    text = files["types_/join.ts"]
    assert 'import type { Join as Join_ } from "../join";' in text
    assert "    join?: pulumi.Input<Join_ | undefined>;" in text
    assert 'import * as pulumiCloud from "@pulumi/cloud";' in text
    assert "    cloud?: pulumi.Input<pulumiCloud.Provider | undefined>;" in text
