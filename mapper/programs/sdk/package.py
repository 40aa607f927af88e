"""Writes the files of a TypeScript package from a package schema, in the layout of Pulumi's own SDKs."""

import json
from collections import defaultdict
from typing import Any

from mapper.systems.pulumi.schema.grammar import returns_object
from mapper.systems.pulumi.schema.tokens import PROVIDERS, Others
from mapper.text.identifier import distinct
from mapper.text.plural import capital

from .classes import default_of, resource_module, returned_by
from .manifest import HEADER, manifest
from .types import Package, Shape, Spec, Types, comment, interface, line
from .typescript_names import identifier, member, property_key


def sdk_package(schema: Spec, others: Others) -> dict[str, str]:
    """Path -> text of every file; `others` are the known schemas that this one refers to."""
    package = Package(schema, others)
    modules: dict[str, str] = {"provider": resource_module("", schema.get("provider", {}), package)}
    exported: dict[str, list[str]] = defaultdict(list)
    exported[""].append('export * from "./provider";\n')
    methods = {t for resource in package.resources.values() for t in resource.get("methods", {}).values()}
    methods |= set(schema.get("provider", {}).get("methods", {}).values())
    for token, spec in package.resources.items():
        modules[package.modules.files[token]] = resource_module(token, spec, package)
    for token, spec in schema.get("functions", {}).items():
        if token not in methods and not token.startswith(PROVIDERS):
            modules[package.modules.files[token]] = function_module(token, spec, package)
    for path in modules:
        folder, _, stem = path.rpartition("/")
        if path != "provider":
            exported[folder].append(f'export * from "./{stem}";\n')
    if variables := schema.get("config", {}).get("variables"):
        modules["config/vars"] = _config(variables, package)
        exported["config"].append('export * from "./vars";\n')
    modules |= _types(package)
    version = json.dumps(schema["version"]) if schema.get("version") else "undefined"
    modules["utilities"] = _UTILITIES.format(version=version)
    modules |= _indexes(exported, has_types=any(path.startswith("types/") for path in modules))
    files = {f"{path}.ts": f"{HEADER}\n{text}" for path, text in sorted(modules.items())}
    return files | _manifest(package)


class Sdk:
    """The writer of SDKs."""

    def package(self, schema: Spec, others: Others) -> dict[str, str]:
        """Path -> text of every file."""
        return sdk_package(schema, others)


def _indexes(exported: dict[str, list[str]], *, has_types: bool) -> dict[str, str]:
    """The index of each folder, which exports its modules and subfolders."""
    for folder in sorted(exported, key=lambda path: -path.count("/")):
        parts = folder.split("/") if folder else []
        for end in range(len(parts), 0, -1):
            parent, name = "/".join(parts[: end - 1]), parts[end - 1]
            text = f'export * as {identifier(name)} from "./{name}/index";\n'
            if text not in exported.setdefault(parent, []):
                exported[parent].append(text)
    if has_types:
        exported[""].append('export * as types from "./types/index";\n')
    return {f"{folder}/index".lstrip("/"): "".join(sorted(lines)) for folder, lines in exported.items()}


# -- types


def _types(package: Package) -> dict[str, str]:
    """The modules of the used object types, and of enums."""
    inputs, outputs = Types(package, "types/input", set()), Types(package, "types/output", set())
    texts: dict[tuple[str, Shape], str] = {}
    while waiting := [key for key in package.used if key not in texts]:
        for token, shape in waiting:
            texts[token, shape] = _object(token, shape, package, outputs if shape is Shape.OUTPUT else inputs)
    files: dict[str, str] = {}
    enums = _enums(package)
    for path, types, shapes in (
        ("types/input", inputs, (Shape.INPUT, Shape.PLAIN)), ("types/output", outputs, (Shape.OUTPUT,)),
    ):  # fmt: skip
        of_shapes = {key: text for key, text in texts.items() if key[1] in shapes}
        if of_shapes:
            body = _in_namespaces({(token, shape): text for (token, shape), text in of_shapes.items()}, package)
            head = 'import * as pulumi from "@pulumi/pulumi";\n' if "pulumi." in body else ""
            files[path] = f"{head}{types.imports()}\n{body}"
    if not files and not enums:
        return {}
    names = [path.rpartition("/")[2] for path in files]
    lines = [f'export * as {name} from "./{name}";\n' for name in names]
    lines += ['export * as enums from "./enums/index";\n'] if enums else []
    return files | enums | {"types/index": "".join(lines)}


def _in_namespaces(texts: dict[tuple[str, Shape], str], package: Package) -> str:
    by_module: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for (token, _), text in sorted(texts.items()):
        by_module[package.modules.parts(token)].append(text)
    parts = by_module.pop((), [])
    for module, declarations in sorted(by_module.items()):
        body = "\n".join(declarations)
        indented = "".join(f"    {row}\n" if row else "\n" for row in body.rstrip("\n").split("\n"))
        parts.append(f"export namespace {'.'.join(module)} {{\n{indented}}}\n")
    return "\n".join(parts)


def _object(token: str, shape: Shape, package: Package, types: Types) -> str:
    spec = package.types[token]
    lines = types.members(spec.get("properties", {}), spec.get("required", ()), shape)
    suffix = "Args" if shape is Shape.INPUT else ""
    return comment(spec) + interface(f"{package.modules.types[token]}{suffix}", lines)


def _enums(package: Package) -> dict[str, str]:
    """A module of enums for each module of the package."""
    by_module: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for token, spec in package.types.items():
        if "enum" in spec:
            by_module[package.modules.parts(token)].append(_enum(package.modules.types[token], spec))
    if not by_module:
        return {}
    exported: dict[str, list[str]] = defaultdict(list)
    files: dict[str, str] = {}
    for module, texts in by_module.items():
        exported["/".join(module)] += []
        files["/".join(module)] = "\n".join(texts)
    lines = _indexes(exported, has_types=False)
    indexes = {path.removesuffix("index").rstrip("/"): text for path, text in lines.items()}
    declarations: dict[str, str] = {}
    for path in sorted({*indexes, *files}):
        folder = f"types/enums/{path}" if path else "types/enums"
        declarations[f"{folder}/index"] = "\n".join(filter(None, (indexes.get(path, ""), files.get(path, ""))))
    return declarations


def _enum(name: str, spec: Spec) -> str:
    members = spec["enum"]
    if not members:
        return f"{comment(spec)}export type {name} = never;\n"
    keys = distinct(identifier(member.get("name") or capital(str(member["value"])) or "Empty") for member in members)
    values = "".join(
        f"{comment(member, indent='    ')}    {key}: {json.dumps(member['value'], ensure_ascii=False)},\n"
        for member, key in zip(members, keys, strict=True)
    )
    return (
        f"{comment(spec)}export const {name} = {{\n{values}}} as const;\n\n"
        f"{comment(spec)}export type {name} = (typeof {name})[keyof typeof {name}];\n"
    )


# -- config and manifest


def _config(variables: Spec, package: Package) -> str:
    types = Types(package, "config/vars", {"config"})
    lines: list[str] = []
    for name, spec in variables.items():
        type_ = types.property(spec, Shape.OUTPUT)
        getter = {"string": "get", "boolean": "getBoolean", "number": "getNumber"}.get(type_, f"getObject<{type_}>")
        value = f"config_.{getter}({json.dumps(name)})"
        default = default_of(spec)
        expression = value if default is None else f"{value} ?? {default}"
        given = f"{type_} | undefined"
        cast = f" as {given}" if "." in type_ or "|" in type_ or '"' in type_ else ""
        expression = f"({expression}){cast}" if cast else expression
        lines.append(f"{comment(spec)}export const {identifier(name)}: {given} = {expression};\n")
    body = "\n".join(lines)
    head = 'import * as pulumi from "@pulumi/pulumi";\n'
    head += 'import * as utilities from "../utilities";\n' if "utilities." in body else ""
    config = f"const config_ = new pulumi.Config({json.dumps(package.name)});\n"
    return f"{head}{types.imports()}\n{config}\n{body}"


def _manifest(package: Package) -> dict[str, str]:
    """`package.json`, with dependencies, and `tsconfig.json`."""
    files = manifest(package.name, package.schema)
    package_json: dict[str, Any] = json.loads(files["package.json"])
    name = package.node.get("packageName")
    package_json["name"] = name if isinstance(name, str) and name else f"@pulumi/{package.name.lower()}"
    others = {npm: str(package.dependencies.get(npm, "*")) for npm in sorted(package.externals.values())}
    package_json["dependencies"] = {**package_json["dependencies"], **others}
    return files | {"package.json": f"{json.dumps(package_json, indent=2)}\n"}


_UTILITIES = """\
import * as pulumi from "@pulumi/pulumi";

/**
 * The first of some variables of the environment that has a value.
 */
export function getEnv(...names: string[]): string | undefined {{
    for (const name of names) {{
        const value = process.env[name];
        if (value) {{
            return value;
        }}
    }}
    return undefined;
}}

/**
 * The same as a truth value: 1, t and true are true, in small or large letters.
 */
export function getEnvBoolean(...names: string[]): boolean | undefined {{
    const value = getEnv(...names);
    return value === undefined ? undefined : ["1", "t", "true"].includes(value.toLowerCase());
}}

/**
 * The same as a number.
 */
export function getEnvNumber(...names: string[]): number | undefined {{
    const value = getEnv(...names);
    const found = value === undefined ? NaN : Number(value);
    return Number.isNaN(found) ? undefined : found;
}}

/**
 * What is said to the engine of every resource and of every call.
 */
export function resourceOptsDefaults(): any {{
    return {{ version: {version} }};
}}

/**
 * The value of an output, once it is known.
 */
export function promised<T>(output: pulumi.Output<T>): Promise<T> {{
    return new Promise((resolve) => output.apply((value: any) => resolve(value)));
}}
"""


_OWN = frozenset(("opts", "utilities", "inputs", "outputs", "enums"))
"""Identifiers that a function uses besides its arguments."""


def function_module(token: str, spec: Spec, package: Package) -> str:
    """The text of the module of a function."""
    return _Function(token, spec, package).text()


class _Function:
    def __init__(self, token: str, spec: Spec, package: Package) -> None:
        self._token, self._spec = token, spec
        self._path, self._name = package.modules.files[token], package.modules.functions[token]
        start = capital(self._name)
        classes = {package.modules.folder(resource) + name for resource, name in package.modules.classes.items()}
        while package.modules.folder(token) + start in classes:  # a class would have the name of the arguments
            start += "Call"
        self._capital = start
        ends = ("Args", "Result", "OutputArgs")
        taken = {self._name, f"{self._name}Output", *(f"{start}{end}" for end in ends)}
        self._types = Types(package, self._path, taken)
        self._inputs: Spec = spec.get("inputs", {}).get("properties", {})
        self._required = frozenset(spec.get("inputs", {}).get("required", ()))
        self._needed = frozenset(key for key in self._required if "const" not in self._inputs.get(key, {}))
        self._arguments = _identifiers(spec.get("multiArgumentInputs", ()))
        """The parameter names of positional inputs."""

    def text(self) -> str:
        returned = returned_by(self._spec)
        single = not returns_object(returned)
        has_members = not single and bool(returned.get("properties"))
        result = (
            f"{self._capital}Result"
            if has_members
            else self._types.property(returned, Shape.OUTPUT)
            if single
            else "void"
        )
        invoke = f"pulumi.runtime.invoke{'Single' if single else ''}"
        parts = [self._function(self._name, "Args", "InvokeOptions", f"Promise<{result}>", invoke)]
        if "inputs" in self._spec and not self._arguments:
            parts.append(self._interface("Args"))
        if has_members:
            lines = self._types.members(returned["properties"], returned.get("required", ()), Shape.OUTPUT)
            parts.append(interface(f"{self._capital}Result", lines))
        if result != "void":
            output = f"{self._name}Output", "OutputArgs", "InvokeOutputOptions", f"pulumi.Output<{result}>"
            parts.append(self._function(*output, f"{invoke}Output"))
            if self._inputs and not self._arguments:
                parts.append(self._interface("OutputArgs"))
        head = 'import * as pulumi from "@pulumi/pulumi";\n'
        head += f'import * as utilities from "{"../" * self._path.count("/") or "./"}utilities";\n'
        return f"{head}{self._types.imports()}\n" + "\n".join(parts)

    def _function(self, name: str, arguments: str, options: str, result: str, invoke: str) -> str:
        given = self._leading_parameters(arguments)
        values = "".join(f"        {property_key(key)}: {self._passed(key)},\n" for key in self._inputs)
        passed = f"{{\n{values}    }}" if self._inputs else "{}"
        return (
            f"{comment(self._spec)}export function {name}({given}opts?: pulumi.{options}): {result} {{\n"
            f"{self._warning()}"
            f"    opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts || {{}});\n"
            f"    return {invoke}({json.dumps(self._token)}, {passed}, opts);\n}}\n"
        )

    def _leading_parameters(self, arguments: str) -> str:
        """The parameters before the options: one object, or positional inputs."""
        if not self._arguments:
            if "inputs" not in self._spec:
                return ""
            mark = "" if self._needed else "?"
            return f"args{mark}: {self._capital}{arguments if self._inputs else 'Args'}, "
        parameters, may_be_left_out = "", True
        for key, called in reversed(self._arguments.items()):  # parameters after an optional one are optional
            type_ = self._type(key, arguments)
            if key in self._needed:
                may_be_left_out = False
            elif not may_be_left_out:
                type_ = f"{type_} | undefined"
            mark = "?" if key not in self._needed and may_be_left_out else ""
            parameters = f"{called}{mark}: {type_}, {parameters}"
        return parameters

    def _type(self, key: str, arguments: str) -> str:
        shape = Shape.PLAIN if arguments == "Args" else Shape.INPUT
        return self._types.property(self._inputs[key], shape, required=key in self._required)

    def _interface(self, end: str) -> str:
        lines = [
            comment(input_) + line(key, self._type(key, end), required=key in self._needed)
            for key, input_ in self._inputs.items()
        ]
        return interface(f"{self._capital}{end}", lines)

    def _passed(self, key: str) -> str:
        spec = self._inputs[key]
        if "const" in spec:
            return json.dumps(spec["const"], ensure_ascii=False)
        value = self._arguments.get(key) or member("args", key, optional=not self._needed)
        default = default_of(spec)
        return value if default is None else f"{value} ?? {default}"

    def _warning(self) -> str:
        text = self._spec.get("deprecationMessage")
        return f"    pulumi.log.warn({json.dumps(f'{self._name} is deprecated: {text}')});\n" if text else ""


def _identifiers(names: list[str]) -> dict[str, str]:
    """A distinct parameter name for each input."""
    identifiers: dict[str, str] = {}
    for name in names:
        called = identifier(name)
        while called in _OWN or called in identifiers.values():
            called += "_"
        identifiers[name] = called
    return identifiers
