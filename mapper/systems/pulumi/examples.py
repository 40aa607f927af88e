"""Examples of a resource: its declaration with sample inputs, as YAML and as TypeScript."""

import json
import re
from collections.abc import Iterator

from msgspec import Struct

from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Entity,
    Nested,
    NestingMode,
    Reference,
    Scalar,
    Status,
    Union,
)
from mapper.model import Mapping as Result
from mapper.model import Type as ModelType
from mapper.model.limits import OneOf
from mapper.model.samples.extent import Extent, typical
from mapper.model.samples.values import scalar
from mapper.system.showing import Example

from .builtin_types import ANY_RESOURCE, ARCHIVE, ASSET, JSON
from .descriptions import UNNAMED, read_text
from .kinds import ENUM, FUNCTION, PROVIDER, RESOURCE, TYPE, token_of
from .schema.facts import facts_of

_HUMP = re.compile(r"([a-z0-9])([A-Z])")
_WORD = re.compile(r"[A-Za-z_$][\w$]*")
_ASSET, _ARCHIVE = 'StringAsset("text")', 'FileArchive("./files")'
_DEEPEST = 6
_CALL = "Call"
PROVIDER_CLASS = "Provider"
"""The type name of references to a provider."""


class Variable(Struct, frozen=True):
    """A reference to an existing resource of type `entity`, by the name of its variable in the program."""

    name: str
    entity: str


class Special(Struct, frozen=True):
    """An asset or an archive."""

    is_archive: bool


_MOST = 5_000
"""The most values of one example: types that use each other twice double the number on each level."""

Value = bool | int | float | str | None | Variable | Special | list["Value"] | dict[str, "Value"]


class Declaration(Struct, frozen=True):
    """The content of an example: the entity, its inputs, and variable -> type of existing resources it refers to."""

    entity: Entity
    inputs: dict[str, Value]
    existing: dict[str, str]


class Examples:
    """Builds the examples of one mapping, one after the other."""

    def __init__(self, mapping: Result) -> None:
        self._existing: dict[str, str] = {}
        self._left = 0
        self._package = mapping.provider
        self._types = {entity.name: entity.body for entity in mapping.of_kind(TYPE)}
        self._resources = {entity.name: entity for entity in mapping.of_kind(RESOURCE)}
        self._enums = {
            (entity.location.document.uri, entity.location.pointer): entity
            for entity in mapping.of_kind(ENUM)
            if entity.location is not None
        }

        self._named_enums = {
            entity.name: [value.default.value for value in entity.body.attributes if value.default is not None]
            for entity in mapping.of_kind(ENUM)
        }

    def token(self, name: str) -> str:
        """The type token of a resource: of another package its name, of a provider one made from its package."""
        if name == PROVIDER_CLASS:
            return f"pulumi:providers:{self._package}"
        return (token_of(self._resources[name]) if name in self._resources else None) or name

    def declaration(self, entity: Entity, extent: Extent) -> Declaration:
        """A declaration with the inputs that `extent` says; all inputs are as deep as pages show them."""
        self._existing, self._left = {}, _MOST
        return Declaration(entity, self._object(entity.body, extent, 0), self._existing)

    def _object(self, body: Body, extent: Extent, depth: int) -> dict[str, Value]:
        optional = [a for a in body.attributes if a.status is Status.OPTIONAL and not (a.deprecation or a.sensitive)]
        needed = [a for a in body.attributes if a.status is Status.REQUIRED]
        chosen = optional if extent is Extent.FULL else typical(optional, needed) if extent is Extent.TYPICAL else []
        names = {attribute.name for attribute in chosen}
        shown = [a for a in body.attributes if a.status is Status.REQUIRED or a.name in names]
        self._left -= len(shown)
        if self._left < 0:
            return {}
        inner = extent if depth < _DEEPEST else Extent.MINIMAL
        return {attribute.name: self._value(attribute, attribute.type, inner, depth + 1) for attribute in shown}

    def _value(self, attribute: Attribute, type_: ModelType, extent: Extent, depth: int) -> Value:
        match type_:
            case Scalar():
                return self._plain_value(attribute, type_)
            case Union(options):
                return self._value(attribute, options[0], extent, depth)
            case Collection(CollectionKind.MAP, element):
                return {self._key(attribute): self._value(attribute, element, extent, depth)}
            case Collection(_, element):
                return [self._value(attribute, element, extent, depth)]
            case Nested(mode, body):
                return self._nested(attribute, mode, body, extent, depth)
        return None

    def _nested(self, attribute: Attribute, mode: NestingMode, body: Body, extent: Extent, depth: int) -> Value:
        """A sample object, or a list or map with one."""
        if body.name in (ASSET, ARCHIVE):
            value: Value = Special(body.name == ARCHIVE)
        else:
            if mode is not NestingMode.SINGLE and not body.attributes and depth > 1:
                return {} if mode is NestingMode.MAP else []
            shown = body if body.attributes else self._types.get(body.name or "", body)
            if depth > 2 * _DEEPEST:  # a type that requires itself
                shown = Body()
            value = self._object(shown, extent if body.attributes else Extent.MINIMAL, depth)
        if mode is NestingMode.MAP:
            return {self._key(attribute): value}
        return value if mode is NestingMode.SINGLE else [value]

    def _plain_value(self, attribute: Attribute, type_: Scalar) -> Value:
        """A scalar value: a resource, a constant, or a sample."""
        if attribute.refers_to is not None:
            return self._variable(attribute, attribute.refers_to)
        if type_.kind == "dynamic":
            return {"key": "value"}
        if type_.name == JSON:
            return "{}"
        constant = next((part.value for part in attribute.fragments if part.keyword == "const"), None)
        if isinstance(constant, str | bool | int | float):
            return constant
        return self._scalar(type_.kind, attribute, type_.name)

    def _scalar(self, kind: str, attribute: Attribute, name: str | None) -> Value:
        limits = attribute.limits
        if not limits and name in self._named_enums:
            limits = (OneOf(tuple(self._named_enums[name])),)
        if not limits and kind == "string":  # an element of a collection may be an enum
            enum = self._enum(attribute, -1)
            limits = (OneOf(tuple(_values(enum))),) if enum else ()
        value = scalar(kind, _snake(attribute.name), limits, 0)
        return value if isinstance(value, bool | int | float | str) else str(value)

    def _key(self, attribute: Attribute) -> str:
        """A key of a map: a value of the enum, if its keys are an enum."""
        enum = self._enum(attribute, 0)
        return next(_values(enum), "key") if enum else "key"

    def _enum(self, attribute: Attribute, which: int) -> Entity | None:
        via = attribute.origins[0].via if attribute.origins else ()
        return self._enums.get((via[which].document.uri, via[which].pointer)) if via else None

    def _variable(self, attribute: Attribute, target: Reference) -> Value:
        name = attribute.name if _WORD.fullmatch(attribute.name) else "other"
        entity = next(iter(self._resources), "") if target.is_same(ANY_RESOURCE) else target.entity.name
        self._existing[name] = entity
        return Variable(name, entity)


def examples_of(entity: Entity, mapping: Result) -> Iterator[Example]:
    """The programs in an entity's description, and generated ones that declare or call it."""
    for program in read_text(entity.description or "").programs:
        title = program.heading or UNNAMED
        yield Example(title, program.text, program.language or "text", program.about, variant=program.language_name)
    examples = Examples(mapping)
    if entity.kind is FUNCTION:
        yield from _calls(entity, mapping, examples)
    if entity.kind is not RESOURCE:
        return
    package = package_of(mapping)
    declarations: dict[str, tuple[Extent, Declaration]] = {}
    for extent in reversed(Extent):  # of equal ones, the smallest counts
        declaration = examples.declaration(entity, extent)
        declarations[yaml_program(declaration, examples)] = extent, declaration
    for text, (extent, declaration) in reversed(declarations.items()):
        inside = f"resources.{_free('example', declaration)}.properties"
        yield Example(extent.value, text, "yaml", variant="YAML", inside=inside)
        typescript = typescript_program(declaration, package)
        yield Example(extent.value, typescript, "typescript", variant="TypeScript", inside="")
    yield Example("Constructor", constructor(entity), "typescript")
    if mapping.of_kind(PROVIDER) and "id" in {attribute.name for attribute in entity.body.attributes}:
        yield Example("Look up", typescript_lookup(entity, package), "typescript")


def package_of(mapping: Result) -> str:
    """The name of the npm package that TypeScript programs import."""
    provider = next(iter(mapping.of_kind(PROVIDER)), None)
    if provider is None:
        return mapping.provider
    package = facts_of(provider).get("package")
    language = package.get("language") if isinstance(package, dict) else None
    node = language.get("nodejs") if isinstance(language, dict) else None
    name = node.get("packageName") if isinstance(node, dict) else None
    return name if isinstance(name, str) and name else f"@pulumi/{mapping.provider}"


def typescript_lookup(entity: Entity, package: str) -> str:
    """The call that looks up an existing resource by its ID."""
    root = _root(entity.name)
    return (
        f"import {{ {root} }} from {json.dumps(package)};\n\n"
        f'const example = {entity.name}.get("example", "an-existing-id");\n'
    )


def _calls(entity: Entity, mapping: Result, examples: Examples) -> Iterator[Example]:
    """Calls of a function; a method is called on its resource."""
    token, owner = token_of(entity) or entity.name, facts_of(entity).get("methodOf")
    declaration = examples.declaration(entity, Extent.FULL)
    arguments = _call_arguments(declaration.inputs, facts_of(entity).get("multiArgumentInputs"))
    if isinstance(owner, str):
        yield Example(_CALL, f"const result = example.{token.rpartition('/')[2]}({arguments});\n", "typescript")
        return
    call: dict[str, object] = {"function": token}
    if declaration.inputs:
        call["arguments"] = _plain(declaration.inputs)
    document: dict[str, object] = {"variables": {"result": {"fn::invoke": call}}}
    if declaration.existing:
        document = {"resources": _existing(declaration, examples), **document}
    inside = "variables.result.fn::invoke.arguments"
    yield Example(_CALL, _dumped(document), "yaml", variant="YAML", inside=inside)
    lines = [f"import {{ {_root(entity.name)} }} from {json.dumps(package_of(mapping))};", ""]
    lines += _lookups(declaration)
    lines.append(f"const result = {entity.name}({arguments});")
    yield Example(_CALL, "\n".join(lines) + "\n", "typescript", variant="TypeScript", inside="")


def _call_arguments(inputs: dict[str, Value], order: object) -> str:
    """The arguments of a call in TypeScript: one object, or positional ones if the schema has `multiArgumentInputs`."""
    if not isinstance(order, list | tuple) or not order:
        return _typescript(inputs, 0) if inputs else ""
    values = [_typescript(inputs[str(name)], 0) if str(name) in inputs else "undefined" for name in order]
    while values and values[-1] == "undefined":
        values.pop()
    return ", ".join(values)


def yaml_program(declaration: Declaration, examples: Examples) -> str:
    """A YAML program, including the resources that it refers to."""
    resources = _existing(declaration, examples)
    own: dict[str, object] = {"type": examples.token(declaration.entity.name)}
    if declaration.inputs:
        own["properties"] = _plain(declaration.inputs)
    resources[_free("example", declaration)] = own
    return _dumped({"resources": resources})


def _existing(declaration: Declaration, examples: Examples) -> dict[str, object]:
    return {
        variable: {"type": examples.token(name), "get": {"id": "an-existing-id"}}
        for variable, name in declaration.existing.items()
    }


def _dumped(document: object) -> str:
    from mapper.text.yaml_scalar import dump  # it imports a writer of YAML, which most runs do not need

    return dump(document, allow_unicode=True, width=100)


def _plain(value: Value) -> object:
    match value:
        case Variable(name):
            return f"${{{name}}}"
        case Special(is_archive):
            return {"fn::fileArchive": "./files"} if is_archive else {"fn::stringAsset": "text"}
        case dict():
            return {key: _plain(item) for key, item in value.items()}
        case list():
            return [_plain(item) for item in value]
        case str():
            return value.replace("${", "$${")
        case float():
            return float(value)  # a plain float, without its source text
    return value


def typescript_program(declaration: Declaration, package: str) -> str:
    """A program in TypeScript."""
    name = declaration.entity.name
    own = [used for used in declaration.existing.values() if ":" not in used and used != PROVIDER_CLASS]
    roots = sorted({_root(used) for used in (name, *own)})
    body = _typescript(declaration.inputs, 0)
    others = sorted({_package(used) for used in declaration.existing.values() if ":" in used})
    lines = ['import * as pulumi from "@pulumi/pulumi";'] if "pulumi." in body else []
    lines += [f'import * as {_identifier(other)} from "@pulumi/{other}";' for other in others]
    lines += [f"import {{ {', '.join(roots)} }} from {json.dumps(package)};", ""]
    lines += _lookups(declaration)
    arguments = f", {body}" if declaration.inputs else ""
    variable = _free("example", declaration)
    lines.append(f'const {variable} = new {name}("{variable}"{arguments});')
    return "\n".join(lines) + "\n"


def _lookups(declaration: Declaration) -> Iterator[str]:
    """The lines that look up existing resources."""
    for variable, entity in declaration.existing.items():
        class_ = _class_of_token(entity) if ":" in entity else entity
        yield f'const {variable} = {class_}.get("{variable}", "an-existing-id");'


def _package(token: str) -> str:
    return token.partition(":")[0]


def _identifier(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _class_of_token(token: str) -> str:
    """The class of a resource of another package: `aws:s3/bucket:Bucket` -> `aws.s3.Bucket`."""
    package, _, rest = token.partition(":")
    module, _, name = rest.rpartition(":")
    module = module.partition("/")[0]
    return ".".join(_identifier(part) for part in (package, "" if module == "index" else module, name) if part)


def constructor(entity: Entity) -> str:
    """The constructor's signature in TypeScript."""
    needed = any(attribute.status is Status.REQUIRED for attribute in entity.body.attributes)
    mark = "" if needed else "?"
    options = (
        "pulumi.ComponentResourceOptions" if facts_of(entity).get("isComponent") else "pulumi.CustomResourceOptions"
    )
    return f"new {entity.name}(name: string, args{mark}: {entity.name}Args, opts?: {options});\n"


def _root(name: str) -> str:
    return name.partition(".")[0]


def _free(name: str, declaration: Declaration) -> str:
    while name in declaration.existing or name == _root(declaration.entity.name):
        name += "_"
    return name


def _typescript(value: Value, depth: int) -> str:
    indent = "    " * depth
    match value:
        case Variable(name):
            return name
        case Special(is_archive):
            return f"new pulumi.asset.{_ARCHIVE if is_archive else _ASSET}"
        case dict() if value:
            lines = (f"{indent}    {_key(key)}: {_typescript(item, depth + 1)},\n" for key, item in value.items())
            return f"{{\n{''.join(lines)}{indent}}}"
        case list():
            return f"[{', '.join(_typescript(item, depth) for item in value)}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _WORD.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _values(enum: Entity) -> Iterator[str]:
    return (str(value.default.value) for value in enum.body.attributes if value.default is not None)


def _snake(name: str) -> str:
    """`userEmail` -> `user_email`: samples are chosen by words separated by underscores."""
    return _HUMP.sub(r"\1_\2", name).lower()
