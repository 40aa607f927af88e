"""Writes the class of a resource, its arguments, and its methods."""

import json
import re
from collections.abc import Iterator
from typing import Any

from mapper.systems.pulumi.schema.grammar import returns_object
from mapper.text.plural import capital

from .types import Package, Shape, Spec, Types, comment, interface
from .typescript_names import identifier, member, property_key

_ENGINES = frozenset(("id", "urn"))
_SELF = "__self__"


def resource_module(token: str, spec: Spec, package: Package) -> str:
    """The text of a resource's module; an empty token is the provider."""
    path = package.modules.files[token] if token else "provider"
    name = package.modules.classes[token] if token else "Provider"
    writer = _Class(token, name, spec, package, Types(package, path, {name, f"{name}Args", f"{name}State", "pulumi"}))
    return writer.text(path)


class _Class:
    def __init__(self, token: str, name: str, spec: Spec, package: Package, types: Types) -> None:
        self._token, self._name, self._spec, self._package, self._types = token, name, spec, package, types
        self._inputs: Spec = spec.get("inputProperties", {})
        self._required = [key for key in spec.get("requiredInputs", ()) if key in self._inputs]
        self._outputs = {key: property_ for key, property_ in spec.get("properties", {}).items() if key not in _ENGINES}
        self._always = frozenset(spec.get("required", ()))
        self._state: Spec = spec.get("stateInputs", {}).get("properties", {})
        self._kind = "Provider" if not token else "Component" if spec.get("isComponent") else "Custom"

    def text(self, path: str) -> str:
        name = self._name
        parts = [self._class()]
        if self._state and self._kind == "Custom":
            lines = self._types.members(self._state, (), Shape.INPUT)
            parts.append(f"/**\n * What a {name} is looked up by.\n */\n{interface(f'{name}State', lines)}")
        lines = self._types.members(self._inputs, self._required, Shape.INPUT)
        parts.append(f"/**\n * What a {name} is made from.\n */\n{interface(f'{name}Args', lines)}")
        if methods := list(self._method_types()):
            parts.append(f"export namespace {name} {{\n{''.join(methods)}}}\n")
        body = "\n".join(parts)
        head = 'import * as pulumi from "@pulumi/pulumi";\n'
        head += f'import * as utilities from "{"../" * path.count("/") or "./"}utilities";\n'
        return f"{head}{self._types.imports()}\n{body}"

    def _class(self) -> str:
        name, spec = self._name, self._spec
        state = f"state?: {name}State, " if self._state and self._kind == "Custom" else ""
        base = {"Provider": "ProviderResource", "Component": "ComponentResource", "Custom": "CustomResource"}[
            self._kind
        ]
        options = "ResourceOptions" if self._kind == "Provider" else f"{self._kind}ResourceOptions"
        may_be_absent = not self._required or self._package.node.get("compatibility") == "kubernetes20"
        parameter = "args?" if may_be_absent else "args"
        lines = [f"{comment(spec)}export class {name} extends pulumi.{base} {{\n"]
        if self._kind == "Custom":
            passed = "<any>state" if state else "undefined as any"
            lines.append(_GET.format(name=name, state=state, passed=passed))
        type_ = json.dumps(self._token or self._package.name)
        lines.append(_TYPE.format(name=name, type=type_))
        lines += [
            self._member(key, property_) for key, property_ in self._outputs.items() if self._is_shown(key, property_)
        ]
        lines.append("    /**\n     * Declare one with a name that is unique in its stack.\n     */\n")
        lines.append(f"    constructor(name: string, {parameter}: {name}Args, opts?: pulumi.{options}) {{\n")
        lines.append("        const inputs: any = {};\n        opts = opts || {};\n")
        if spec.get("deprecationMessage"):
            text = json.dumps(f"{name} is deprecated: {spec['deprecationMessage']}")
            lines.append(f"        pulumi.log.warn({text});\n")
        lines.append(self._assignments(state))
        lines.append("        opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts);\n")
        lines += [
            f"        opts = pulumi.mergeOptions(opts, {json.dumps(property_)});\n" for property_ in self._options()
        ]
        remote = ", true /* remote */" if self._kind == "Component" else ""
        type_ = json.dumps(self._package.name) if self._kind == "Provider" else f"{name}.__pulumiType"
        lines.append(f"        super({type_}, name, inputs, opts{remote});\n    }}\n")
        lines += self._methods()
        return "".join([*lines, "}\n"])

    def _is_shown(self, key: str, spec: Spec) -> bool:
        """Whether the class has a field for an output. A provider keeps only strings; no field is a *constructor*."""
        if key == "constructor":
            return False
        return self._kind != "Provider" or _is_text(spec) or key not in self._inputs

    def _member(self, key: str, spec: Spec) -> str:
        # TypeScript cannot resolve a class whose members have its own type
        type_ = re.sub(
            rf"(?<![\w.$]){re.escape(self._name)}(?![\w$.])",
            "pulumi.Resource",
            self._types.property(spec, Shape.OUTPUT),
        )
        absent = "" if key in self._always else " | undefined"
        out = "" if key in self._inputs else "/*out*/ "
        text = comment(spec, indent="    ")
        return f"{text}    declare public {out}readonly {property_key(key)}: pulumi.Output<{type_}{absent}>;\n"

    def _assignments(self, state: str) -> str:
        statements = [*self._checks(), *(self._assigned(key, input_) for key, input_ in self._inputs.items())]
        only = [key for key in self._outputs if key not in self._inputs]
        if self._kind != "Provider":
            statements += [f"{member('inputs', key)} = undefined /*out*/;" for key in only]
        if self._kind == "Provider":
            return "".join(f"        {{\n{self._block(statements)}        }}\n" if statements else "")
        if state:
            kept = [f"{member('inputs', key)} = {member('state', key, optional=True)};" for key in self._state]
            cast = "            const state = args as unknown as " + f"{self._name}State | undefined;\n"
            body = cast + self._block(kept)
        else:
            body = self._block([f"{member('inputs', key)} = undefined /*out*/;" for key in self._outputs])
        return f"        if (!opts.id) {{\n{self._block(statements)}        }} else {{\n{body}        }}\n"

    @staticmethod
    def _block(lines: list[str]) -> str:
        return "".join(f"            {row}\n" for row in lines)

    def _checks(self) -> Iterator[str]:
        for key in self._required:
            text = json.dumps(f"Missing required property '{key}'")
            yield f"if ({member('args', key, optional=True)} === undefined && !opts.urn) {{"
            yield f"    throw new Error({text});"
            yield "}"

    def _assigned(self, key: str, spec: Spec) -> str:
        value = member("args", key, optional=True)
        if "const" in spec:
            value = json.dumps(spec["const"], ensure_ascii=False)
        elif (default := default_of(spec)) is not None:
            value = f"({value}) ?? {default}"
        if spec.get("secret"):
            given = member("args", key, optional=True)
            value = f"{given} === undefined ? undefined : pulumi.secret({value})" if value == given else (
                f"pulumi.secret({value})"
            )  # fmt: skip
        if self._kind == "Provider" and not _is_text(spec):
            value = f"pulumi.output({value}).apply((it: any) => it === undefined ? undefined : JSON.stringify(it))"
        return f"{member('inputs', key)} = {value};"

    def _options(self) -> Iterator[Spec]:
        """The resource options that the constructor adds."""
        secret = [key for key, property_ in self._outputs.items() if property_.get("secret")]
        if secret and self._kind != "Component":
            yield {"additionalSecretOutputs": secret}
        types = [
            property_ if isinstance(property_, str) else property_.get("type")
            for property_ in self._spec.get("aliases", ())
        ]
        if any(types):
            yield {"aliases": [{"type": property_} for property_ in types if property_]}
        replaces = [key for key, property_ in self._outputs.items() if property_.get("replaceOnChanges")]
        if replaces:
            yield {"replaceOnChanges": replaces}

    # -- methods

    def _functions(self) -> Iterator[tuple[str, str, Spec]]:
        functions = self._package.schema.get("functions", {})
        for name, token in self._spec.get("methods", {}).items():
            yield name, token, functions[token]

    def _methods(self) -> Iterator[str]:
        for name, token, spec in self._functions():
            parameters = {k: v for k, v in spec.get("inputs", {}).get("properties", {}).items() if k != _SELF}
            required = [key for key in spec.get("inputs", {}).get("required", ()) if key in parameters]
            title = capital(identifier(name))
            parameter = f"args{'' if required else '?'}: {self._name}.{title}Args" if parameters else ""
            result, single, is_plain = self._result(f"{self._name}.{title}Result", spec)
            lines = ['"__self__": this,']
            lines += [f"{property_key(key)}: {member('args', key, optional=not required)}," for key in parameters]
            call = f"pulumi.runtime.call{'Single' if single else ''}<{result}>({json.dumps(token)}, {{\n"
            call += "".join(f"            {row}\n" for row in lines) + "        }, this)"
            returned = "void" if result == "void" else f"Promise<{result}>" if is_plain else f"pulumi.Output<{result}>"
            call = f"utilities.promised({call})" if is_plain and result != "void" else call
            yield comment(spec, indent="    ")
            called = "constructor_" if name == "constructor" else identifier(name)
            yield f"    public {called}({parameter}): {returned} {{\n"
            yield f"        {'' if result == 'void' else 'return '}{call};\n    }}\n"

    def _result(self, name: str, spec: Spec) -> tuple[str, bool, bool]:
        """The type of a method's result, whether it is not an object, and whether it is a plain value."""
        returned = returned_by(spec)
        is_plain = bool(returned.get("plain"))
        if not returns_object(returned):
            return self._types.property(returned, Shape.OUTPUT), True, is_plain
        return name if returned.get("properties") else "void", False, is_plain

    def _method_types(self) -> Iterator[str]:
        for name, _, spec in self._functions():
            inputs = spec.get("inputs", {})
            parameters = {k: v for k, v in inputs.get("properties", {}).items() if k != _SELF}
            title = capital(identifier(name))
            if parameters:
                lines = self._types.members(parameters, inputs.get("required", ()), Shape.INPUT)
                yield interface(f"{title}Args", lines, "    ")
            returned = returned_by(spec)
            if returned.get("properties") and returns_object(returned):
                lines = self._types.members(returned["properties"], returned.get("required", ()), Shape.OUTPUT)
                yield interface(f"{title}Result", lines, "    ")


def _is_text(spec: Spec) -> bool:
    return spec.get("type") == "string" and not spec.keys() & {"$ref", "oneOf"}


def returned_by(spec: Spec) -> Spec:
    """The specification of a function's result; empty for none."""
    returned: Spec = spec.get("outputs") or spec.get("returnType") or {}
    return returned


def default_of(spec: Spec) -> str | None:
    """The expression of a property's default: from the environment, or a value."""
    value: Any = spec.get("default")
    literal = json.dumps(value, ensure_ascii=False) if value is not None else ""
    names = spec.get("defaultInfo", {}).get("environment", ())
    if not names:
        return literal or None
    kind = {"boolean": "Boolean", "integer": "Number", "number": "Number"}.get(spec.get("type", ""), "")
    lookup = f"utilities.getEnv{kind}({', '.join(map(json.dumps, names))})"
    return f"({lookup} ?? {literal})" if literal else lookup


_GET = """\
    /**
     * Look up an existing one by its name and ID.
     */
    public static get(name: string, id: pulumi.Input<pulumi.ID>, {state}opts?: pulumi.CustomResourceOptions): {name} {{
        return new {name}(name, {passed}, {{ ...opts, id: id }});
    }}

"""
_TYPE = """\
    /** @internal */
    public static readonly __pulumiType = {type};

    /**
     * Whether an object is one, even of another copy of this package.
     */
    public static isInstance(obj: any): obj is {name} {{
        if (obj === undefined || obj === null) {{
            return false;
        }}
        return obj["__pulumiType"] === {name}.__pulumiType;
    }}

"""
