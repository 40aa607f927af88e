"""TypeScript types of a package schema: of inputs, plain values, and outputs."""

import json
from collections.abc import Collection
from enum import StrEnum
from typing import Any

from mapper.systems.pulumi.descriptions import without_marks
from mapper.systems.pulumi.names import module_path
from mapper.systems.pulumi.schema.tokens import Others, Ref, read_reference

from .typescript_names import Modules, external, package_of, property_key

Spec = dict[str, Any]
_PRIMITIVES = {"boolean": "boolean", "integer": "number", "number": "number", "string": "string"}
_WELL_KNOWN = {
    "Any": "any", "Json": "string", "Asset": "pulumi.asset.Asset | pulumi.asset.Archive",
    "Archive": "pulumi.asset.Archive",
}  # fmt: skip


class Shape(StrEnum):
    """The use of a value: an input, whose parts may be outputs of others; a plain input; or an output."""

    INPUT = "input"
    PLAIN = "plain"
    OUTPUT = "output"


class Package:
    """Data that all modules of a package share. `used` are the object types by shape."""

    def __init__(self, schema: Spec, others: Others) -> None:
        self.schema, self.others = schema, others
        self.name: str = schema["name"]
        self.modules = Modules(schema)
        self.types: dict[str, Spec] = schema.get("types", {})
        self.resources: dict[str, Spec] = schema.get("resources", {})
        self.used: dict[tuple[str, Shape], None] = {}
        self.externals: dict[str, str] = {}
        """Pulumi package -> its imported npm package."""
        node = schema.get("language", {}).get("nodejs", {})
        self.node: Spec = node if isinstance(node, dict) else {}
        dependencies = self.node.get("dependencies", {})
        self.dependencies: Spec = dependencies if isinstance(dependencies, dict) else {}
        self.returns_unions = not self.node.get("disableUnionOutputTypes")
        self._other_modules: dict[tuple[str, str], Modules] = {}

    def modules_of(self, package: str, version: str) -> Modules | None:
        """The modules of another package, if its schema is known."""
        key = package, version
        if key in self.others and key not in self._other_modules:
            self._other_modules[key] = Modules(self.others[key])
        return self._other_modules.get(key)


class Types:
    """The types in one module of a package, with the imports that they need. `here` is the module's path."""

    def __init__(self, package: Package, here: str, taken: set[str]) -> None:
        self._package, self._here, self._taken = package, here, taken
        self._imports: dict[str, str] = {}
        """Import lines by imported name."""
        self._classes: dict[str, str] = {}

    def imports(self) -> str:
        """The import lines, sorted."""
        return "".join(sorted(self._imports.values()))

    def members(self, properties: Spec, required: Collection[str], shape: Shape) -> list[str]:
        """The members of an interface for properties, with comments."""
        types = {key: self.property(spec, shape, required=key in required) for key, spec in properties.items()}
        return [comment(properties[key]) + line(key, type_, required=key in required) for key, type_ in types.items()]

    def property(self, spec: Spec, shape: Shape, *, required: bool = True) -> str:
        """The type of a property."""
        type_ = json.dumps(spec["const"], ensure_ascii=False) if "const" in spec else self.of(spec, shape)
        if shape is not Shape.INPUT or spec.get("plain"):
            return type_
        return f"pulumi.Input<{type_}{'' if required else ' | undefined'}>"

    def of(self, spec: Spec, shape: Shape) -> str:
        """A type without the wrapper `Input<…>` or `Output<…>`."""
        if "$ref" in spec:
            return self._reference(spec, shape)
        if "oneOf" in spec and shape is Shape.OUTPUT and not self._package.returns_unions:
            return _PRIMITIVES.get(spec.get("type", ""), "any")
        if "oneOf" in spec:
            return " | ".join(dict.fromkeys(self.of(option, shape) for option in spec["oneOf"]))
        match spec["type"]:
            case "array":
                element = self._element(spec["items"], shape)
                return f"({element})[]" if " | " in element and not element.endswith(">") else f"{element}[]"
            case "object":
                return (
                    f"{{[key: string]: {self._element(spec.get('additionalProperties', {'type': 'string'}), shape)}}}"
                )
        return _PRIMITIVES[spec["type"]]

    def _element(self, spec: Spec, shape: Shape) -> str:
        type_ = self.of(spec, shape)
        return f"pulumi.Input<{type_}>" if shape is Shape.INPUT and not spec.get("plain") else type_

    def _reference(self, spec: Spec, shape: Shape) -> str:
        target = read_reference(spec["$ref"], self._package.schema)
        if target is None:  # cannot happen: the rules refuse it
            raise ValueError(spec["$ref"])
        if target.section == "pulumi":
            return _WELL_KNOWN[target.token]
        if target.package and target.package != self._package.name:
            return self._external(target, shape)
        if target.section == "provider":
            return self._class("Provider", "provider")
        if target.section == "resources":
            return self._class(self._package.modules.classes[target.token], self._package.modules.files[target.token])
        declared = self._package.types.get(target.token)
        if declared is None:
            return _PRIMITIVES.get(spec.get("type", ""), "any")
        if "enum" in declared:
            return self._named("enums", target.token, "")
        self._package.used[target.token, shape] = None
        space = "outputs" if shape is Shape.OUTPUT else "inputs"
        return self._named(space, target.token, "Args" if shape is Shape.INPUT else "")

    def _named(self, space: str, token: str, suffix: str) -> str:
        path = {"inputs": "types/input", "outputs": "types/output", "enums": "types/enums/index"}[space]
        alias = self._free(space)
        self._imports[space] = f'import * as {alias} from "{module_path(self._here, path)}";\n'
        return ".".join((alias, *self._package.modules.parts(token), f"{self._package.modules.types[token]}{suffix}"))

    def _free(self, name: str) -> str:
        while name in self._taken:
            name += "_"
        return name

    def _class(self, name: str, path: str) -> str:
        """A class of the package, imported under a name that is free in this module."""
        if path == self._here:
            return name
        if path not in self._classes:
            local = self._free(name)
            self._taken.add(local)
            self._classes[path] = local
            renamed = name if local == name else f"{name} as {local}"
            self._imports[path] = f'import type {{ {renamed} }} from "{module_path(self._here, path)}";\n'
        return self._classes[path]

    def _external(self, reference: Ref, shape: Shape) -> str:
        """The name of a type in another package: by its schema if known, else by the common convention."""
        package, modules = self._package, self._package.modules_of(reference.package, reference.version)
        alias, parts, name = external(reference.package, reference.token)
        npm = package_of(reference.package, package.dependencies)
        declared: Spec = {}
        has_suffix = shape is Shape.INPUT
        if modules is not None:
            other = package.others[reference.package, reference.version]
            parts = list(modules.parts(reference.token))
            names = modules.classes if reference.section == "resources" else modules.types
            name = names.get(reference.token, "")
            declared = other.get("types", {}).get(reference.token, {})
            npm = package_of(reference.package, package.dependencies, other)
            node = other.get("language", {}).get("nodejs")
            has_suffix &= not (isinstance(node, dict) and node.get("compatibility") in _WITHOUT_SUFFIX)
        package.externals[reference.package] = npm
        self._imports[npm] = f'import * as {alias} from "{npm}";\n'
        if reference.section == "provider":
            return f"{alias}.Provider"
        if reference.section == "resources":
            return ".".join((alias, *parts, name))
        if "enum" in declared:
            return ".".join((alias, "types", "enums", *parts, name))
        side = "output" if shape is Shape.OUTPUT else "input"
        return ".".join((alias, "types", side, *parts, f"{name}Args" if has_suffix else name))


_WITHOUT_SUFFIX = ("tfbridge20", "kubernetes20")
"""Kinds of Pulumi's own packages whose input types have the names of their output types."""


def interface(name: str, lines: list[str], indent: str = "") -> str:
    """An interface declaration."""
    body = "".join(f"{indent}    {line}\n" if line else "\n" for text in lines for line in text.split("\n"))
    return f"{indent}export interface {name} {{\n{body}{indent}}}\n"


def line(name: str, type_: str, *, required: bool) -> str:
    """A member of an interface."""
    return f"{property_key(name)}{'' if required else '?'}: {type_};"


def comment(spec: dict[str, Any], *more: str, indent: str = "") -> str:
    """A comment with the description, further sentences, and the deprecation message; empty if there are none."""
    texts = [without_marks(spec.get("description", "")).strip(), *more]
    text = "\n\n".join(part for part in texts if part).replace("*/", "*\\/").replace("@", "\\@")
    old = spec.get("deprecationMessage")
    if old:
        text += f"\n\n@deprecated {' '.join(str(old).split()).replace('*/', '*').replace('@', chr(92) + '@')}"
    if not text.strip():
        return ""
    lines = [f"{indent} * {row}".rstrip() for row in text.strip().split("\n")]
    return "\n".join([f"{indent}/**", *lines, f"{indent} */\n"])
