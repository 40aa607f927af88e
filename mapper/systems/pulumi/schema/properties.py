"""Maps properties of a package schema to attributes; an input and an output of one name become one attribute."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from msgspec import Struct

from mapper.inputs import Document, Node, escape_token
from mapper.model import Attribute, Body, Contribution, Default, Fragment, Origin, Placement, Reason, Status, Type
from mapper.model.attribute import same_content
from mapper.report.origin import Location, Part, PartKind

from .. import kinds
from . import facts
from .grammar import PROPERTY, TYPE_KEYS
from .types import Names, Types

MEMBER_REQUIRED = Reason("schema-required", "it is in required")
MEMBER_OPTIONAL = Reason("schema-optional", "it is not in required")
INPUT_REQUIRED = Reason("schema-required-input", "it is in requiredInputs")
INPUT_OPTIONAL = Reason("schema-optional-input", "it is an input that is not in requiredInputs")
OUTPUT = Reason("schema-output", "it is only an output: the provider sets it")
PARAMETER_REQUIRED = Reason("schema-required-parameter", "it is in required of the inputs")
PARAMETER_OPTIONAL = Reason("schema-optional-parameter", "it is an input that is not in required")
_INPUT, _OUTPUT = Part(PartKind.OTHER, "inputs"), Part(PartKind.OTHER, "outputs")
_SCHEMA = Part(PartKind.OTHER, "schema")
_ONLY_INPUTS = frozenset(("default", "defaultInfo", "willReplaceOnChanges"))
"""Keys that apply to inputs only."""


class SchemaSide(Struct, frozen=True):
    """The properties of the inputs or outputs of an entity, the required ones, and their JSON pointer."""

    properties: dict[str, Any]
    required: Sequence[str]
    pointer: str


class Sides(Struct, frozen=True):
    """The fields of an attribute that depend on whether its property is an input, an output, or both."""

    placements: tuple[Placement, ...] = ()
    always: bool = False
    write_only: bool = False
    origins: tuple[Origin, ...] = ()
    fragments: tuple[Fragment, ...] = ()


_ONE_SIDE = Sides()


class Properties:
    """Maps the properties of one schema."""

    def __init__(self, document: Document, types: Types, names: Names) -> None:
        self._document, self._types, self._names = document, types, names

    def of(
        self,
        name: str,
        spec: dict[str, Any],
        pointer: str,
        status: Status,
        reason: Reason,
        *,
        part: Part = _SCHEMA,
        more: Sides = _ONE_SIDE,
    ) -> Attribute:
        """The attribute of a property. `more` has its fields that depend on inputs and outputs."""
        type_ = self._types.of(spec)
        place = Node(self._document, pointer, None)
        origin = Origin(part, place, self._hops(type_.tokens))
        default, is_secret, replaces = None, False, False
        fragments = more.fragments
        if not type_.is_exact:
            fragments += (Fragment(facts.TYPE, {key: spec[key] for key in spec if key in TYPE_KEYS}, place),)
        for key, value in spec.items():
            if key == "default":
                default = Default(value)
            elif key == "secret":
                is_secret = value
                if not value:
                    fragments += (Fragment(key, value, place),)
            elif key == "willReplaceOnChanges" and value and "replaceOnChanges" not in spec:
                replaces = True
            elif key in _KEPT:
                replaces = replaces or bool(value and key in _REPLACE)
                fragments += (Fragment(key, value, place),)
        return Attribute(
            name,
            name,
            type_.type,
            status,
            reason,
            (origin, *more.origins),
            spec.get("description"),
            default=default,
            limits=type_.limits,
            sensitive=is_secret,
            deprecation=spec.get("deprecationMessage"),
            notes=(),
            replaces=replaces,
            write_only=more.write_only,
            fragments=fragments,
            code_name=None,
            always=more.always,
            refers_to=type_.resource,
            placements=more.placements,
        )

    def members(self, spec: dict[str, Any], pointer: str) -> tuple[Attribute, ...]:
        """The attributes of an object type at a pointer."""
        required = frozenset(spec.get("required", ()))
        return tuple(
            self.of(name, member, f"{pointer}/properties/{escape_token(name)}", *_MEMBER[name in required])
            for name, member in spec.get("properties", {}).items()
        )

    def of_resource(self, spec: dict[str, Any], pointer: str) -> Body:
        """The inputs of a resource, merged with outputs of the same name, and the other outputs."""
        inputs = SchemaSide(
            spec.get("inputProperties", {}), spec.get("requiredInputs", ()), f"{pointer}/inputProperties"
        )
        outputs = SchemaSide(spec.get("properties", {}), spec.get("required", ()), f"{pointer}/properties")
        return self._joined(inputs, outputs, (INPUT_REQUIRED, INPUT_OPTIONAL, OUTPUT), marks_inputs=True)

    def merged(self, inputs: SchemaSide, outputs: SchemaSide, reason: Reason) -> Body:
        """The inputs of a function and its result; `reason` is the reason of the result."""
        return self._joined(inputs, outputs, (PARAMETER_REQUIRED, PARAMETER_OPTIONAL, reason), marks_inputs=False)

    def _joined(
        self, inputs: SchemaSide, outputs: SchemaSide, why: tuple[Reason, Reason, Reason], *, marks_inputs: bool
    ) -> Body:
        """The properties of both sides. `marks_inputs`: an input that is not an output gets a placement."""
        required, always = frozenset(inputs.required), frozenset(outputs.required)
        given = (Status.OPTIONAL, why[1]), (Status.REQUIRED, why[0])
        attributes: list[Attribute] = []
        for name, spec in inputs.properties.items():
            pointer = f"{inputs.pointer}/{escape_token(name)}"
            status, reason = given[name in required]
            returned = outputs.properties.get(name)
            if returned is None:
                more = Sides((Placement(kinds.INPUT_SIDE, status),), write_only=marks_inputs)
            else:
                more = self._as_output(name, spec, returned, status, outputs.pointer, always)
            attributes.append(self.of(name, spec, pointer, status, reason, part=_INPUT, more=more))
        computed = Status.COMPUTED
        for name, spec in outputs.properties.items():
            if name not in inputs.properties:
                pointer = outputs.pointer if name == facts.RESULT and outputs.pointer.endswith(_RETURNS) else (
                    f"{outputs.pointer}/{escape_token(name)}"
                )  # fmt: skip
                is_always = name in always
                more = Sides((Placement(kinds.OUTPUT_SIDE, computed, None, is_always),), is_always)
                attributes.append(self.of(name, spec, pointer, computed, why[2], part=_OUTPUT, more=more))
        return Body(tuple(attributes))

    def _as_output(
        self, name: str, given: dict[str, Any], returned: dict[str, Any], status: Status, pointer: str,
        always: AbstractSet[str],
    ) -> Sides:  # fmt: skip
        """The fields of an input that is also an output: another type or text there, or that it is always present."""
        place = Node(self._document, f"{pointer}/{escape_token(name)}", None)
        origins = (Origin(_OUTPUT, place, (), Contribution.CONFIRMED),)
        type_: Type | None = None
        fragments: tuple[Fragment, ...] = ()
        if as_output(given) != returned:
            before, after = self._types.of(given), self._types.of(returned)
            type_ = None if same_content(before.type, after.type) else after.type
            fragments = (Fragment(facts.OUTPUT, returned, place),)
        output = Placement(kinds.OUTPUT_SIDE, Status.COMPUTED, type_, name in always)
        return Sides((Placement(kinds.INPUT_SIDE, status), output), origins=origins, fragments=fragments)

    def state_of(self, spec: dict[str, Any]) -> dict[str, Any]:
        """The state inputs of a resource: those that differ from its properties, and the names of the others."""
        state = spec["stateInputs"]
        inputs, outputs = spec.get("inputProperties", {}), spec.get("properties", {})
        usual = {name: inputs.get(name, outputs.get(name)) for name in state.get("properties", {})}
        same = [name for name, property_ in state.get("properties", {}).items() if property_ == usual[name]]
        other = {name: property_ for name, property_ in state.get("properties", {}).items() if property_ != usual[name]}
        rest = {key: value for key, value in state.items() if key != "properties"}
        return {"same": same, "other": other, "rest": rest, "given": "properties" in state}

    def _hops(self, tokens: tuple[str, ...]) -> tuple[Location, ...]:
        """The types that a type refers to."""
        return tuple(Node(self._document, f"/types/{escape_token(token)}", None) for token in tokens)


def as_output(spec: dict[str, Any]) -> dict[str, Any]:
    """The default specification of an input as an output."""
    return {key: value for key, value in spec.items() if key not in _ONLY_INPUTS}


_MEMBER = [(Status.OPTIONAL, MEMBER_OPTIONAL), (Status.REQUIRED, MEMBER_REQUIRED)]
"""Status and reason of members of objects, by whether they are required."""
_RETURNS = ("/outputs", "/returnType")
_REPLACE = ("replaceOnChanges", "willReplaceOnChanges")
_KEPT = (PROPERTY.keys() - {"description", "default", "deprecationMessage", "secret"}) | {"willReplaceOnChanges"}
