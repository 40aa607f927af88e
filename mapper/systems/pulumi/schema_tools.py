"""Reproduces `schema-tools compare`, Pulumi's own comparison of two package schemas.

Kinds, severities and paths are as in its output. It compares resources, functions and types: the names of their
properties, which are required, and their types as far as the schema spells them.
"""

from collections.abc import Collection, Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.review.changes import Peer
from mapper.text.inflection import plural, singular

Spec = dict[str, Any]
RESOURCES, FUNCTIONS, TYPES = "Resources", "Functions", "Types"
_SCOPES = {RESOURCES: "resource", FUNCTIONS: "function", TYPES: "type"}
_ERROR, _WARN, _INFO = "error", "warn", "info"
_SEVERITY = {
    "missing-resource": _ERROR, "missing-function": _ERROR, "missing-type": _ERROR, "signature-changed": _ERROR,
    "missing-input": _WARN, "missing-output": _WARN, "missing-property": _WARN, "type-changed": _WARN,
    "token-remapped": _WARN, "optional-to-required": _WARN, "required-to-optional": _INFO, "new-resource": _INFO,
    "new-function": _INFO,
}  # fmt: skip
"""Severity by kind; an input that becomes required is an error."""
_HARMLESS = frozenset(("required-to-optional", "new-resource", "new-function"))


class Difference(Struct, frozen=True):
    """A reported difference of an object, or of its property `name`; the token that replaces the object's."""

    peer: Peer
    name: str = ""
    successor: str = ""


def differences(old: Spec, new: Spec) -> Iterator[Difference]:
    """Everything that the comparison reports about two schemas, in its order."""
    for section, compare in ((RESOURCES, _resource), (FUNCTIONS, _function), (TYPES, _type)):
        key, scope = section.lower(), _SCOPES[section]
        before, after = old.get(key, {}), new.get(key, {})
        moved = {alias: token for token, resource in after.items() for alias in _aliases(resource)}
        for token in sorted(before):
            successor = moved.get(token, "")
            if successor and (token not in after or successor not in before):  # it may stay beside its successor
                yield replace(_About(section, token).tell("token-remapped"), successor=successor)
            elif token not in after:
                yield _About(section, token).tell(f"missing-{scope}")
            if token in after:
                yield from compare(_About(section, token), before[token], after[token])
        renamed = {token for alias, token in moved.items() if alias in before and alias not in after}
        for token in sorted(after.keys() - before.keys() - renamed) if section != TYPES else ():
            yield _About(section, token).tell(f"new-{scope}")


class _About(Struct, frozen=True):
    section: str
    token: str

    def tell(
        self, kind: str, location: str = "", steps: Collection[str] = (), name: str = "", more: str = ""
    ) -> Difference:
        """Report a difference. `steps` are the labels before a property in its path, `more` those after it."""
        severity = _ERROR if kind == "optional-to-required" and self._is_input(location) else _SEVERITY[kind]
        path = ": ".join([f'{self.section}: "{self.token}"', *steps, *([f'"{name}"'] if name else []), *more.split()])
        path = path.replace("additionalProperties", "additional properties")
        scope = _SCOPES[self.section]
        return Difference(Peer(kind, severity, kind not in _HARMLESS, scope, self.token, location, path), name)

    def _is_input(self, location: str) -> bool:
        return location == "required inputs" or (self.section == FUNCTIONS and location == "inputs")


def _resource(about: _About, old: Spec, new: Spec) -> Iterator[Difference]:
    for location, key, gone in (
        ("inputs", "inputProperties", "missing-input"),
        ("properties", "properties", "missing-output"),
    ):
        yield from _properties(about, location, old.get(key, {}), new.get(key, {}), gone)
    for name in _newly_required(old, new, "requiredInputs", "inputProperties"):
        yield about.tell("optional-to-required", "required inputs", ["required inputs"], name)
    for name in _no_longer_required(old, new):
        yield about.tell("required-to-optional", "required", ["required"], name)


def _function(about: _About, old: Spec, new: Spec) -> Iterator[Difference]:
    before, after = old.get("inputs") or {}, new.get("inputs") or {}
    old_inputs, new_inputs = before.get("properties", {}), after.get("properties", {})
    yield from _properties(about, "inputs", old_inputs, new_inputs, "missing-input")
    if before:
        for name in _newly_required(before, after, "required"):
            yield about.tell("optional-to-required", "inputs", ["inputs", "required"], name)
    if bool(old_inputs) != bool(new_inputs):
        yield about.tell("signature-changed")
    was, is_ = (side.get("outputs") or side.get("returnType") or {} for side in (old, new))
    yield from _properties(about, "outputs", was.get("properties", {}), is_.get("properties", {}), "missing-output")
    for name in _no_longer_required(was, is_):
        yield about.tell("required-to-optional", "outputs", ["outputs", "required"], name)


def _type(about: _About, old: Spec, new: Spec) -> Iterator[Difference]:
    before, after = old.get("properties", {}), new.get("properties", {})
    yield from _properties(about, "properties", before, after, "missing-property")
    for name in _no_longer_required(old, new):
        yield about.tell("required-to-optional", "required", ["required"], name)
    for name in _newly_required(old, new, "required"):
        yield about.tell("optional-to-required", "required", ["required"], name)


def _properties(about: _About, location: str, old: Spec, new: Spec, gone: str) -> Iterator[Difference]:
    renamed = _renames(old, new)
    for name in sorted(old):
        if name in new:
            for more in _types(old[name], new[name]):
                yield about.tell("type-changed", location, [location], name, more)
        else:
            yield about.tell("type-changed" if name in renamed else gone, location, [location], name)


def _types(old: Spec | None, new: Spec | None, way: str = "") -> Iterator[str]:
    """The differences between two types, as paths of labels."""
    if old is None or new is None:
        if old is not new:
            yield way
        return
    if _word(old) != _word(new):
        yield way
        if _is_one_of_several(old, new) and "$ref" in (old.get("items") or old) | (new.get("items") or new):
            return  # a block that holds one; of other lists, the elements are compared too
    for key in ("items", "additionalProperties"):
        yield from _types(old.get(key), new.get(key), f"{way} {key}")


def _word(spec: Spec) -> object:
    return spec.get("$ref") or spec.get("type")


def _is_one_of_several(old: Spec, new: Spec) -> bool:
    """Whether one type is a list of the other."""
    sides = ((old, new), (new, old))
    return any(a.get("type") == "array" and _word(a.get("items", {})) == _word(b) for a, b in sides)


def _renames(old: Spec, new: Spec) -> dict[str, str]:
    """Old name -> new name, for a list that became one value, or the reverse, with its name in the other number."""
    pairs = ((name, other) for name in old.keys() - new.keys() for other in (plural(name), singular(name)))
    return {name: other for name, other in pairs if other in new and _is_one_of_several(old[name], new[other])}


def _newly_required(old: Spec, new: Spec, key: str, of: str = "properties") -> list[str]:
    """Properties that are newly required, in the order of the schema."""
    before, were = old.get(of, {}), set(old.get(key, ()))
    renamed = _renames(before, new.get(of, {}))
    were |= {renamed[name] for name in were & renamed.keys() if renamed[name] not in before}
    return [name for name in new.get(key, ()) if name not in were]


def _no_longer_required(old: Spec, new: Spec) -> list[str]:
    """Properties that exist but are no longer required."""
    required, properties = set(new.get("required", ())), new.get("properties", {})
    return [name for name in old.get("required", ()) if name not in required and name in properties]


def _aliases(spec: Spec) -> Iterator[str]:
    for alias in spec.get("aliases", ()):
        token = alias.get("type") if isinstance(alias, dict) else alias
        if isinstance(token, str):
            yield token
