"""Writes the module of a function: a direct call, and a call with outputs of resources."""

from __future__ import annotations

import json

from ..schema.grammar import returns_object
from .classes import default_of, result_lines, returned_by
from .types import Package, Spec, Types, comment, interface, line
from .typescript_names import identifier, member, property_key, title

_OWN = frozenset(("opts", "utilities", "inputs", "outputs", "enums"))
"""Identifiers that a function uses besides its arguments."""


def function_module(token: str, spec: Spec, package: Package) -> str:
    """The text of the module of a function."""
    return _Function(token, spec, package).text()


class _Function:
    def __init__(self, token: str, spec: Spec, package: Package) -> None:
        self._token, self._spec = token, spec
        self._path, self._name = package.modules.files[token], package.modules.functions[token]
        capital = title(self._name)
        classes = {package.modules.folder(one) + name for one, name in package.modules.classes.items()}
        while package.modules.folder(token) + capital in classes:  # a class would have the name of the arguments
            capital += "Call"
        self._capital = capital
        ends = ("Args", "Result", "OutputArgs")
        taken = {self._name, f"{self._name}Output", *(f"{capital}{end}" for end in ends)}
        self._types = Types(package, self._path, taken)
        self._inputs: Spec = spec.get("inputs", {}).get("properties", {})
        self._required = frozenset(spec.get("inputs", {}).get("required", ()))
        self._needed = frozenset(key for key in self._required if "const" not in self._inputs.get(key, {}))
        self._arguments = _identifiers(spec.get("multiArgumentInputs", ()))
        """The parameter names of positional inputs."""

    def text(self) -> str:
        returned = returned_by(self._spec)
        single = not returns_object(returned)
        has_members = bool(returned.get("properties"))
        result = f"{self._capital}Result" if has_members else self._types.returned(returned) if single else "void"
        invoke = f"pulumi.runtime.invoke{'Single' if single else ''}"
        parts = [self._function(self._name, "Args", "InvokeOptions", f"Promise<{result}>", invoke)]
        if "inputs" in self._spec and not self._arguments:
            parts.append(self._interface("Args"))
        if has_members:
            parts.append(interface(f"{self._capital}Result", result_lines(returned, self._types)))
        if result != "void":
            output = f"{self._name}Output", "OutputArgs", "InvokeOutputOptions", f"pulumi.Output<{result}>"
            parts.append(self._function(*output, f"{invoke}Output"))
            if self._inputs and not self._arguments:
                parts.append(self._interface("OutputArgs"))
        head = 'import * as pulumi from "@pulumi/pulumi";\n'
        head += f'import * as utilities from "{"../" * self._path.count("/") or "./"}utilities";\n'
        return f"{head}{self._types.imports()}\n" + "\n".join(parts)

    def _function(self, name: str, arguments: str, options: str, result: str, invoke: str) -> str:
        given = self._given(arguments)
        values = "".join(f"        {property_key(key)}: {self._passed(key)},\n" for key in self._inputs)
        passed = f"{{\n{values}    }}" if self._inputs else "{}"
        return (
            f"{comment(self._spec)}export function {name}({given}opts?: pulumi.{options}): {result} {{\n"
            f"{self._warning()}"
            f"    opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts || {{}});\n"
            f"    return {invoke}({json.dumps(self._token)}, {passed}, opts);\n}}\n"
        )

    def _given(self, arguments: str) -> str:
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
        spec = self._inputs[key]
        return (
            self._types.plain(spec) if arguments == "Args" else self._types.given(spec, required=key in self._required)
        )

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
