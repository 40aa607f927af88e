"""Properties of a package schema -> attributes: what is given, what comes back, and both in one where it is one."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from ...documents import Document, Node, escape_token
from ...immutable import dataclass
from ...model import Attribute, Body, Contribution, Default, Fragment, Origin, Placement, Reason, Status
from ...places import Location, Part, PartKind
from .. import reasons
from . import facts
from .grammar import PROPERTY, TYPE_KEYS
from .types import Names, Types

INPUT_REQUIRED = Reason("schema-required-input", "it is in requiredInputs")
INPUT_OPTIONAL = Reason("schema-optional-input", "it is an input that is not in requiredInputs")
OUTPUT = Reason("schema-output", "it is only an output: the provider sets it")
PARAMETER_REQUIRED = Reason("schema-required-parameter", "it is in required of the inputs")
PARAMETER_OPTIONAL = Reason("schema-optional-parameter", "it is an input that is not in required")
_INPUT, _OUTPUT = Part(PartKind.OTHER, "inputs"), Part(PartKind.OTHER, "outputs")
_SCHEMA = Part(PartKind.OTHER, "schema")
_ONLY_INPUTS = frozenset(("default", "defaultInfo", "willReplaceOnChanges"))
"""What is said of inputs alone."""


@dataclass(frozen=True, slots=True)
class Side:
    """The properties of one side of an entity, those that are required, and the pointer to the properties."""

    properties: dict[str, Any]
    required: Sequence[str]
    pointer: str


class Properties:
    """Maps the properties of one schema."""

    def __init__(self, document: Document, types: Types, names: Names) -> None:
        self._document, self._types, self._names = document, types, names
        self._hops: dict[str, Location] = {}

    def of(
        self,
        name: str,
        spec: dict[str, Any],
        pointer: str,
        status: Status,
        reason: Reason,
        *,
        part: Part = _SCHEMA,
        **others: Any,
    ) -> Attribute:
        """An attribute of one property. `others` are fields of it."""
        found = self._types.of(spec)
        place = Node(self._document, pointer, None)
        fragments: list[Fragment] = list(others.pop("fragments", ()))
        if not found.is_exact:
            fragments.append(Fragment(facts.TYPE, {key: spec[key] for key in spec if key in TYPE_KEYS}, place))
        default, is_secret, replaces = None, False, False
        if len(spec) > 1:
            for key, value in spec.items():
                if key == "default":
                    default = Default(value)
                elif key == "secret":
                    is_secret = value
                    if not value:
                        fragments.append(Fragment(key, value, place))
                elif key == "willReplaceOnChanges" and value and "replaceOnChanges" not in spec:
                    replaces = True
                elif key in _KEPT:
                    replaces = replaces or bool(value and key in _REPLACE)
                    fragments.append(Fragment(key, value, place))
        via = tuple([self._hop(token) for token in found.tokens]) if found.tokens else ()
        origins: tuple[Origin, ...] = (Origin(part, place, via), *others.pop("origins", ()))
        return Attribute(
            name,
            name,
            found.type,
            status,
            reason,
            origins,
            spec.get("description"),
            default,
            found.limits,
            is_secret,
            spec.get("deprecationMessage"),
            replaces=replaces,
            fragments=tuple(fragments),
            refers_to=found.resource,
            **others,
        )

    def of_resource(self, spec: dict[str, Any], pointer: str) -> Body:
        """The inputs of a resource with the outputs that they become, and the other outputs."""
        inputs = Side(spec.get("inputProperties", {}), spec.get("requiredInputs", ()), f"{pointer}/inputProperties")
        outputs = Side(spec.get("properties", {}), spec.get("required", ()), f"{pointer}/properties")
        return self._joined(inputs, outputs, (INPUT_REQUIRED, INPUT_OPTIONAL, OUTPUT), marks_inputs=True)

    def merged(self, inputs: Side, outputs: Side, reason: Reason) -> Body:
        """The parameters of a function and what it returns; `reason` is that of the latter."""
        return self._joined(inputs, outputs, (PARAMETER_REQUIRED, PARAMETER_OPTIONAL, reason), marks_inputs=False)

    def _joined(self, inputs: Side, outputs: Side, why: tuple[Reason, Reason, Reason], *, marks_inputs: bool) -> Body:
        """The properties of both sides. `marks_inputs`: one that does not come back is told from the others."""
        required, always = frozenset(inputs.required), frozenset(outputs.required)
        attributes: list[Attribute] = []
        for name, spec in inputs.properties.items():
            pointer = f"{inputs.pointer}/{escape_token(name)}"
            status, reason = (Status.REQUIRED, why[0]) if name in required else (Status.OPTIONAL, why[1])
            others: dict[str, Any] = {}
            returned = outputs.properties.get(name)
            if returned is not None:
                others = self._as_output(name, spec, returned, status, outputs.pointer, always)
            else:
                others = {"placements": (Placement(reasons.INPUT_SIDE, status),), "write_only": marks_inputs}
            attributes.append(self.of(name, spec, pointer, status, reason, part=_INPUT, **others))
        for name, spec in outputs.properties.items():
            if name not in inputs.properties:
                pointer = outputs.pointer if name == facts.RESULT and outputs.pointer.endswith(_RETURNS) else (
                    f"{outputs.pointer}/{escape_token(name)}"
                )  # fmt: skip
                is_always = name in always
                attributes.append(
                    self.of(
                        name,
                        spec,
                        pointer,
                        Status.COMPUTED,
                        why[2],
                        part=_OUTPUT,
                        always=is_always,
                        placements=(Placement(reasons.OUTPUT_SIDE, Status.COMPUTED, None, is_always),),
                    )
                )
        return Body(tuple(attributes))

    def _as_output(
        self, name: str, given: dict[str, Any], returned: dict[str, Any], status: Status, pointer: str,
        always: AbstractSet[str],
    ) -> dict[str, Any]:  # fmt: skip
        """What an input has besides, where it comes back: another type, another text, or that it is always there."""
        place = f"{pointer}/{escape_token(name)}"
        found: dict[str, Any] = {
            "origins": (Origin(_OUTPUT, Node(self._document, place, None), contribution=Contribution.CONFIRMED),)
        }
        type_ = None
        if as_output(given) != returned:
            found["fragments"] = (Fragment(facts.OUTPUT, returned, Node(self._document, place, None)),)
            before, after = self._types.of(given), self._types.of(returned)
            type_ = after.type if before.type != after.type else None
        output = Placement(reasons.OUTPUT_SIDE, Status.COMPUTED, type_, name in always)
        return found | {"placements": (Placement(reasons.INPUT_SIDE, status), output)}

    def state_of(self, spec: dict[str, Any]) -> dict[str, Any]:
        """What an existing resource is looked up by: what differs from the properties, and the names of the others."""
        state = spec["stateInputs"]
        inputs, outputs = spec.get("inputProperties", {}), spec.get("properties", {})
        usual = {name: inputs.get(name, outputs.get(name)) for name in state.get("properties", {})}
        same = [name for name, one in state.get("properties", {}).items() if one == usual[name]]
        other = {name: one for name, one in state.get("properties", {}).items() if one != usual[name]}
        rest = {key: value for key, value in state.items() if key != "properties"}
        return {"same": same, "other": other, "rest": rest, "given": "properties" in state}

    def _hop(self, token: str) -> Location:
        hop = self._hops.get(token)
        if hop is None:
            hop = self._hops[token] = Node(self._document, f"/types/{escape_token(token)}", None)
        return hop


def as_output(spec: dict[str, Any]) -> dict[str, Any]:
    """What is said of an input where it comes back, if nothing else is said."""
    return {key: value for key, value in spec.items() if key not in _ONLY_INPUTS}


_RETURNS = ("/outputs", "/returnType")
_REPLACE = ("replaceOnChanges", "willReplaceOnChanges")
_KEPT = (PROPERTY.keys() - {"description", "default", "deprecationMessage", "secret"}) | {"willReplaceOnChanges"}
