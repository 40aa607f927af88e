"""Maps a package schema: resources, functions, types and enums, the provider and its configuration."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from mapper.inputs import Document, Node, escape_token, split_pointer
from mapper.model import (
    Attribute,
    Body,
    Coverage,
    Default,
    Entity,
    EntityKind,
    EntityRef,
    Enumeration,
    Fragment,
    Mapping,
    Origin,
    Reason,
    Status,
)
from mapper.model.graph import groups
from mapper.model.nesting import Nesting
from mapper.report.diagnostic import Diagnostic, Note, Severity, at
from mapper.report.origin import Location, Part, PartKind
from mapper.text.identifier import distinct

from .. import kinds
from .. import schema_rules as rules
from ..builtin_types import identity, is_shown_inside
from ..kinds import CONFIG, ENUM, FUNCTION, PROVIDER, RESOURCE, TOKEN, TYPE
from . import facts
from .grammar import returns_object
from .properties import Properties, SchemaSide
from .tokens import drops_last
from .types import Names, Types
from .validate import Finding

VARIABLE = Reason("schema-variable", "it is in the variables of config")
ENUM_VALUE = Reason("schema-enum", "it is in the values of the enum")
RESULT = Reason("schema-result", "the function returns it")
_ORDER = (PROVIDER, CONFIG, RESOURCE, FUNCTION, TYPE, ENUM)
_PACKAGE_KEYS = frozenset(("types", "resources", "functions", "provider"))
_SCHEMA = Part(PartKind.OTHER, "schema")


def map_schema(
    document: Document, root: dict[str, Any], findings: list[Finding], levels: dict[str, Severity] | None
) -> Mapping:
    """Map a schema without errors. `root` is the content of the document, or the part of it to be mapped."""
    root = without_references(root, [finding.pointer for finding in findings if finding.rule is rules.REFERENCE])
    reader = _Reader(document, root)
    entities = sorted(reader.entities(), key=lambda entity: (_ORDER.index(entity.kind), entity.name))
    return Mapping(
        "pulumi",
        root["name"],
        tuple(entities),
        tuple(reader.diagnostics(findings, levels)),
        Coverage(),
        (document,),
        structs=tuple(reader.bodies.values()),
        enums=tuple(reader.enums()),
    )


class _Reader:
    def __init__(self, document: Document, root: dict[str, Any]) -> None:
        self._document, self._root = document, root
        self.names = Names.of(root, drops_last=drops_last(root))
        self.bodies: dict[str, Body] = {}
        """The bodies of object types by token, each mapped once."""
        nested: dict[str, Body] = {}  # those that pages show where they are used
        self._types = Types(root, self.names, nested)
        self._properties = Properties(document, self._types, self.names)
        self._methods = dict(self._owners())
        declared = root.get("types", {})
        objects = [token for token, spec in declared.items() if "enum" not in spec]
        tokens = frozenset(objects)
        nesting = Nesting()
        for group in groups(objects, lambda token: _tokens_in(declared[token], tokens, self._types)):
            types = {token: self._type(token, declared[token]) for token in group}
            self.bodies |= types
            nested |= {token: body for token, body in types.items() if is_shown_inside(body, nesting)}

    def entities(self) -> Iterator[Entity]:
        root = self._root
        yield self._provider()
        if root.get("config", {}).get("variables"):
            yield self._config(root["config"])
        for token, spec in root.get("resources", {}).items():
            yield self._resource(token, spec)
        for token, spec in root.get("functions", {}).items():
            yield self._function(token, spec)
        for token, spec in root.get("types", {}).items():
            if "enum" in spec:
                yield self._enum(token, spec)
            else:
                pointer = f"/types/{escape_token(token)}"
                extra = _present_keys(spec, facts.OF_TYPES) | _present(spec, "properties", "required")
                if "type" not in spec:
                    extra[facts.TYPE] = None
                body = self.bodies[token]
                if "required" in spec:
                    extra |= _order(spec, ("required",), _names(body, is_required_input))
                yield self._entity(TYPE, self.names.types[token], token, body, spec, pointer, extra)

    def enums(self) -> Iterator[Enumeration]:
        for token, spec in self._root.get("types", {}).items():
            if "enum" in spec:
                values = dict.fromkeys(str(member["value"]) for member in spec["enum"])
                yield Enumeration(self.names.types[token], tuple(values))

    def diagnostics(self, findings: list[Finding], levels: dict[str, Severity] | None) -> Iterator[Diagnostic]:
        """The findings as diagnostics, each at its entity and property."""
        sections = {
            "resources": (RESOURCE, self.names.resources), "functions": (FUNCTION, self.names.functions),
        }  # fmt: skip
        for finding in findings:
            entity, path = None, ""
            match split_pointer(finding.pointer):
                case [("resources" | "functions") as section, token, *rest]:
                    kind, names = sections[section]
                    entity = EntityRef(kind, names[token]) if token in names else None
                    path = next((rest[i + 1] for i, key in enumerate(rest[:-1]) if key.endswith("roperties")), "")
                case ["types", token, *rest] if token in self.names.types:
                    kind = ENUM if "enum" in self._root["types"][token] else TYPE
                    entity = EntityRef(kind, self.names.types[token])
                    path = rest[1] if rest[:1] == ["properties"] and len(rest) > 1 else ""
            yield at(Note(finding.rule, finding.text, self._place(finding.pointer)), entity, path, levels)

    # -- entities

    def _place(self, pointer: str) -> Location:
        return Node(self._document, pointer, None)

    def _fragments(self, given: dict[str, Any], pointer: str) -> tuple[Fragment, ...]:
        place = self._place(pointer)
        return tuple(Fragment(key, value, place) for key, value in given.items())

    def _entity(
        self,
        kind: EntityKind,
        name: str,
        token: str,
        body: Body,
        spec: dict[str, Any],
        pointer: str,
        extra: dict[str, Any],
    ) -> Entity:
        return Entity(
            kind,
            name,
            body,
            spec.get("description"),
            location=self._place(pointer),
            deprecation=spec.get("deprecationMessage"),
            fragments=self._fragments(({TOKEN: token} if token else {}) | extra, pointer),
        )

    def _provider(self) -> Entity:
        root = self._root
        spec = root.get("provider", {})
        body = self._properties.of_resource(spec, "/provider")
        package = {key: value for key, value in root.items() if key not in _PACKAGE_KEYS and key != "config"}
        if "config" in root:
            package["config"] = {key: value for key, value in root["config"].items() if key != "variables"}
            package["config"] |= {key: {} for key in ("variables",) if root["config"].get(key) == {}}
        extra = {facts.PACKAGE: package, facts.SECTIONS: sorted(root.keys() & _PACKAGE_KEYS)}
        extra |= self._of_resource(spec, body)
        pointer = "/provider" if spec else ""
        return self._entity(PROVIDER, root["name"], "", self._with_id(body, pointer), spec, pointer, extra)

    def _config(self, spec: dict[str, Any]) -> Entity:
        pointer = "/config/variables"
        attributes = tuple(
            self._properties.of(name, variable, f"{pointer}/{escape_token(name)}", Status.OPTIONAL, VARIABLE)
            for name, variable in spec["variables"].items()
        )
        return self._entity(CONFIG, self._root["name"], "", Body(attributes), {}, pointer, {})

    def _resource(self, token: str, spec: dict[str, Any]) -> Entity:
        pointer = f"/resources/{escape_token(token)}"
        is_component = spec.get("isComponent", False)
        body = self._properties.of_resource(spec, pointer)
        extra = self._of_resource(spec, body)
        if not is_component:
            body = self._with_id(body, pointer)
        return self._entity(RESOURCE, self.names.resources[token], token, body, spec, pointer, extra)

    def _with_id(self, body: Body, pointer: str) -> Body:
        """The body with the ID that every resource except components has."""
        if "id" in {attribute.name for attribute in body.attributes}:
            return body
        return Body((*body.attributes, identity(Origin(_SCHEMA, self._place(pointer)))))

    def _of_resource(self, spec: dict[str, Any], body: Body) -> dict[str, Any]:
        keys = ("properties", "required", "inputProperties", "requiredInputs")
        extra = _present_keys(spec, facts.OF_RESOURCES) | _present(spec, *keys) | _present_keys(spec, ("type",))
        if "stateInputs" in spec:
            extra[facts.STATE] = self._properties.state_of(spec)
        extra |= _order(spec, ("requiredInputs",), _names(body, is_required_input))
        return extra | _order(spec, ("required",), _names(body, is_always_output))

    def _function(self, token: str, spec: dict[str, Any]) -> Entity:
        pointer = f"/functions/{escape_token(token)}"
        inputs, self_parameter = spec.get("inputs", {}), {}
        extra = _present_keys(spec, facts.OF_FUNCTIONS)
        if token in self._methods:
            self_parameter = inputs.get("properties", {}).get(facts.SELF, {})
            extra[facts.METHOD_OF] = self._methods[token]
            extra[facts.SELF] = [self_parameter, facts.SELF in inputs.get("required", ())]
        parameters = {
            name: property_
            for name, property_ in inputs.get("properties", {}).items()
            if not self_parameter or name != facts.SELF
        }
        required = [name for name in inputs.get("required", ()) if not self_parameter or name != facts.SELF]
        key = next((key for key in ("outputs", "returnType") if key in spec), "")
        returned = spec[key] if key else {}
        is_object = returns_object(returned)
        outputs = SchemaSide(
            returned.get("properties", {}), returned.get("required", ()), f"{pointer}/{key}/properties"
        )
        if key and not is_object:
            outputs = SchemaSide({facts.RESULT: returned}, (facts.RESULT,), f"{pointer}/{key}")
        body = self._properties.merged(
            SchemaSide(parameters, required, f"{pointer}/inputs/properties"), outputs, RESULT
        )
        if "inputs" in spec:
            extra[facts.PARAMETERS] = _rest(inputs)
        if key:
            extra[facts.RETURNS] = [key, is_object, _rest(returned) if is_object else {}]
        extra |= _order({"inputs": required}, ("inputs",), _names(body, is_required_input))
        extra |= _order({"outputs": list(outputs.required)}, ("outputs",), _names(body, is_always_output))
        return self._entity(FUNCTION, self.names.functions[token], token, body, spec, pointer, extra)

    def _enum(self, token: str, spec: dict[str, Any]) -> Entity:
        pointer = f"/types/{escape_token(token)}"
        kind = self._types.of({"type": spec["type"]}).type
        attributes: list[Attribute] = []
        names = distinct(member.get("name") or str(member["value"]) or "empty" for member in spec["enum"])
        for index, (member, name) in enumerate(zip(spec["enum"], names, strict=True)):
            place = f"{pointer}/enum/{index}"
            member_name = member.get("name")
            fragments = self._fragments({facts.MEMBER: member_name}, place) if member_name != name else ()
            attributes.append(
                Attribute(
                    name, name, kind, Status.COMPUTED, ENUM_VALUE, (Origin(_SCHEMA, self._place(place)),),
                    member.get("description"), default=Default(member["value"]),
                    deprecation=member.get("deprecationMessage"), always=True, fragments=fragments,
                )
            )  # fmt: skip
        extra = _present_keys(spec, facts.OF_TYPES) | {facts.TYPE: spec["type"]}
        return self._entity(ENUM, self.names.types[token], token, Body(tuple(attributes)), spec, pointer, extra)

    def _type(self, token: str, spec: dict[str, Any]) -> Body:
        attributes = self._properties.members(spec, f"/types/{escape_token(token)}")
        return Body(attributes, name=self.names.types[token], description=spec.get("description"))

    def _owners(self) -> Iterator[tuple[str, str]]:
        """The functions that are methods, each with the token of its resource."""
        for token in self._root.get("provider", {}).get("methods", {}).values():
            yield token, token.rpartition("/")[0]
        for owner, spec in self._root.get("resources", {}).items():
            for token in spec.get("methods", {}).values():
                yield token, owner


def is_required_input(attribute: Attribute) -> bool:
    """Whether programs must set it."""
    return attribute.status is Status.REQUIRED


def is_always_output(attribute: Attribute) -> bool:
    """Whether it is an output that is always present."""
    for placement in attribute.placements:
        if placement.name == kinds.OUTPUT_SIDE:
            return placement.always
    if attribute.placements or attribute.write_only:
        return False
    return attribute.always or attribute.status is Status.REQUIRED


def _names(body: Body, is_one: Callable[[Attribute], bool]) -> list[str]:
    return [attribute.name for attribute in body.attributes if is_one(attribute)]


def _present_keys(spec: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: spec[key] for key in keys if key in spec}


def _present(spec: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Keys with empty values, which the model would lose."""
    empty = [key for key in keys if key in spec and not spec[key]]
    return {facts.PRESENT: empty} if empty else {}


def _order(spec: dict[str, Any], keys: tuple[str, ...], usual: list[str]) -> dict[str, Any]:
    """A list of required properties, if its order differs from the order of the properties."""
    return {f"{facts.ORDER} {key}": spec[key] for key in keys if key in spec and list(spec[key]) != usual}


def _rest(spec: dict[str, Any]) -> dict[str, Any]:
    """The members of an object type besides its properties."""
    return {key: value for key, value in spec.items() if key not in ("properties", "required") or not value}


def _tokens_in(spec: dict[str, Any], declared: frozenset[str], types: Types) -> Iterator[str]:
    """The object types that are nested in one."""
    tokens: list[str] = []
    for property_ in spec.get("properties", {}).values():
        types.collect(property_, tokens)
    return filter(declared.__contains__, tokens)


def without_references(root: Any, pointers: Iterable[str]) -> Any:
    """The schema without the properties, and the results of functions, that have a reference which leads nowhere."""
    lost: dict[tuple[str, ...], set[str]] = {}
    for *where, name in {_property_path(split_pointer(pointer)) for pointer in pointers}:
        lost.setdefault(tuple(where), set()).add(name)
    if not lost:
        return root
    copies: dict[tuple[str, ...], Any] = {(): dict(root)}
    for (*above, section), names in sorted(lost.items()):
        holder = _copy_at(copies, above)
        holder[section] = {name: value for name, value in holder[section].items() if name not in names}
        lists = [(holder, _REQUIRED_NOT_FOUND.get(section, ""))]
        if above[0] == "functions" and above[2:] == ["inputs"]:
            lists.append((_copy_at(copies, above[:2]), "multiArgumentInputs"))
        for owner, key in lists:
            if key in owner:
                owner[key] = [name for name in owner[key] if name not in names]
    return copies[()]


def _copy_at(copies: dict[tuple[str, ...], Any], path: Sequence[str]) -> Any:
    """The copy of the object at a path, which is a part of the copies above it; each object is copied once."""
    copy = copies[()]
    for end, key in enumerate(path, 1):
        if (at := tuple(path[:end])) not in copies:
            copy[key] = copies[at] = dict(copy[key])
        copy = copies[at]
    return copy


def _property_path(tokens: list[str]) -> tuple[str, ...]:
    """The path of the outermost property, or of the result of a function, that a pointer leads into."""
    end = next((index + 2 for index, token in enumerate(tokens) if token in _REQUIRED_NOT_FOUND), 3)
    return tuple(tokens[:end])


_REQUIRED_NOT_FOUND = {"properties": "required", "inputProperties": "requiredInputs", "variables": "defaults"}
"""The keys with properties, and the list of names next to each."""
