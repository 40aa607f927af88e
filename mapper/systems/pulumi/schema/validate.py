"""Checks the shape of a package schema: whether every value is of the kind that its place requires."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from mapper.inputs import escape_token, split_pointer
from mapper.report.diagnostic import Rule, Severity
from mapper.text.suggest import nearest

from .. import schema_rules as rules
from . import grammar
from .grammar import Each, Table

MAX_DEPTH = 20
"""The most levels of lists and maps in one type."""

_SHOWN = 60


def shape_findings(root: Any) -> "Findings":
    """Findings about the shape of a document, in document order."""
    walker = _Walker()
    walker.value(root, grammar.PACKAGE, "")
    return walker.findings


def shown(value: object) -> str:
    """A value in a message."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def is_value_of(value: object, primitive: str) -> bool:
    """Whether a value is of a primitive type; a number without a fraction is an integer, too."""
    kinds = grammar.PRIMITIVES[primitive]
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) or (primitive == "integer" and isinstance(value, float) and value.is_integer())


def wrong_values(spec: dict[str, Any]) -> Iterator[str]:
    """The keys among `const` and `default` whose values do not have the property's primitive type."""
    primitive = spec.get("type")
    if "$ref" in spec or "oneOf" in spec or not isinstance(primitive, str) or primitive not in grammar.PRIMITIVES:
        return
    for key in ("const", "default"):
        value = spec.get(key)
        if isinstance(value, str | bool | int | float) and not is_value_of(value, primitive):
            yield key


_IN_PLACE = "write the `oneOf` where the type is used"


class _Walker:
    """Walks a document. An error in one branch does not stop the others."""

    def __init__(self) -> None:
        self.findings: Findings = []
        self._kinds: dict[str, Callable[[Any, str], object]] = {
            grammar.TEXT: lambda value, at: self._is(value, str, grammar.TEXT, at),
            grammar.FLAG: lambda value, at: self._is(value, bool, grammar.FLAG, at),
            grammar.ANYTHING: lambda value, at: self._is(value, dict, grammar.ANYTHING, at),
            grammar.TEXTS: self._texts,
            grammar.LANGUAGES: self._languages,
            grammar.VALUE: self._scalar,
            grammar.PROPERTIES: self._properties,
            grammar.COMPLEX: self._complex,
            grammar.RETURN: self._return,
            grammar.ALIASES: self._aliases,
            grammar.METHODS: lambda value, at: self.value(value, Each(grammar.TEXT), at),
            grammar.ENUM_VALUES: lambda value, at: self.value(value, Each(grammar.ENUM_VALUE, is_list=True), at),
        }
        """Checks of values of the kinds without a table."""

    def say(self, rule: Any, text: str, pointer: str) -> None:
        self.findings.append(Finding(rule, text, pointer))

    def value(self, value: Any, kind: object, pointer: str) -> None:
        """Check that a value is of a kind."""
        match kind:
            case Table():
                if self._is(value, dict, "an object", pointer):
                    self.members(value, kind, pointer)
            case Each():
                if self._is(value, list if kind.is_list else dict, "a list" if kind.is_list else "an object", pointer):
                    self._each(value, kind, pointer)
            case re.Pattern():
                if kind is grammar.VERSION and value == "":  # as if there were none
                    return
                if self._is(value, str, "a text", pointer) and not kind.fullmatch(value):
                    self.say(rules.NAME, f"{shown(value)} is not {_NAMES[kind]}", pointer)
            case str():
                self._check_kind(value, kind, pointer)
            case _:
                raise TypeError(kind)

    def _is(self, value: Any, type_: type, words: str, pointer: str) -> bool:
        if isinstance(value, type_) and not (isinstance(value, bool) and type_ is not bool):
            return True
        self.say(rules.SHAPE, f"{shown(value)} is given where {words} is expected", pointer)
        return False

    def members(self, value: dict[str, Any], table: Table, pointer: str) -> None:
        """Check the members of an object against its table."""
        for key in table.required:
            if key not in value:
                self.say(rules.MISSING, f"the key {key!r} is missing", pointer)
        for key, member in value.items():
            kind = table.keys.get(key)
            if kind is None:
                self._unknown(key, table.keys, f"{pointer}/{escape_token(key)}")
            elif kind is not grammar.TEXT or type(member) is not str:
                self.value(member, kind, f"{pointer}/{key}")

    def _obsolete_lists(self, value: dict[str, Any], pointer: str) -> None:
        """Report lists of plain inputs, which are obsolete: each property has a flag `plain` instead."""
        for key in ("plain", "plainInputs"):
            if isinstance(value, dict) and isinstance(value.get(key), list) and value[key]:
                self.say(rules.KEY, f"{key} is no longer a list: each property has its own", f"{pointer}/{key}")

    def _unknown(self, key: str, known: Any, pointer: str) -> None:
        self.say(rules.UNKNOWN, f"unknown key {shown(key)}{nearest(key, known)}", pointer)

    def _each(self, value: Any, kind: Each, pointer: str) -> None:
        items = ((str(index), item) for index, item in enumerate(value)) if kind.is_list else value.items()
        for key, item in items:
            at = f"{pointer}/{escape_token(key)}"
            if kind.tokens is not None and not kind.tokens.fullmatch(key):
                text = f"{shown(key)} is not a token: package, module and name are expected, with colons between them"
                self.say(rules.TOKEN, text, at)
            self.value(item, kind.of, at)

    def _check_kind(self, value: Any, kind: str, pointer: str) -> None:
        """Check a value of a kind with a name."""
        check = self._kinds.get(kind)
        if check is not None:
            check(value, pointer)
        else:
            self._obsolete_lists(value, pointer)
            self.value(value, grammar.TABLES[kind], pointer)

    def _scalar(self, value: Any, pointer: str) -> None:
        if not isinstance(value, str | bool | int | float):
            self.say(rules.SHAPE, f"{shown(value)} is given where {grammar.VALUE} is expected", pointer)

    def _properties(self, value: Any, pointer: str) -> None:
        if self._is(value, dict, "an object", pointer):
            for name, spec in value.items():
                self._property(spec, f"{pointer}/{escape_token(name)}")

    def _languages(self, value: Any, pointer: str) -> None:
        self._texts(value, pointer)
        for index, item in enumerate(value if isinstance(value, list) else ()):
            if isinstance(item, str) and item not in grammar.LANGUAGE_NAMES:
                hint = nearest(item, grammar.LANGUAGE_NAMES)
                self.say(rules.SHAPE, f"{shown(item)} is not a language of Pulumi{hint}", f"{pointer}/{index}")

    def _texts(self, value: Any, pointer: str) -> None:
        if self._is(value, list, "a list of texts", pointer):
            for index, item in enumerate(value):
                self._is(item, str, "a text", f"{pointer}/{index}")

    def _aliases(self, value: Any, pointer: str) -> None:
        if self._is(value, list, "a list of aliases", pointer):
            for index, item in enumerate(value):
                if not isinstance(item, str):
                    self.value(item, Table({"type": grammar.TEXT, "name": grammar.TEXT}), f"{pointer}/{index}")

    def _complex(self, value: Any, pointer: str) -> None:
        """Check a type with a token: an object or an enum."""
        if not self._is(value, dict, "an object", pointer):
            return
        if "enum" not in value:
            if value.get("type") != "object":
                text = f"{shown(value.get('type'))} is given as the type of what has no values: object is expected"
                at = f"{pointer}/type" if "type" in value else pointer
                if "oneOf" in value:
                    text, at = "a type with a name is an object or an enum, and no union", f"{pointer}/oneOf"
                    self.findings.append(Finding(rules.TYPE, text, at, _IN_PLACE))
                    return
                self.say(rules.TYPE, text, at)
            self._obsolete_lists(value, pointer)
            self.members(value, grammar.TABLES[grammar.OBJECT], pointer)
            return
        self.members(value, grammar.ENUM, pointer)
        primitive = value.get("type")
        if not isinstance(primitive, str):
            return
        token = split_pointer(pointer)[-1]
        if primitive not in grammar.PRIMITIVES:
            self.say(
                rules.TYPE, f"the enum {token} is of {shown(primitive)}, not of a primitive type", f"{pointer}/type"
            )
            return
        members = value["enum"] if isinstance(value["enum"], list) else []
        for index, member in enumerate(members):
            given = member.get("value") if isinstance(member, dict) else None
            if isinstance(given, str | bool | int | float) and not is_value_of(given, primitive):
                text = f"the value {shown(given)} of the enum {token} is no {primitive}"
                self.say(rules.ENUM, text, f"{pointer}/enum/{index}/value")

    def _return(self, value: Any, pointer: str) -> None:
        """Check the result of a function: an object with properties, or any type."""
        if not self._is(value, dict, "an object", pointer):
            return
        if grammar.returns_object(value):
            table = grammar.TABLES[grammar.OBJECT]
            self.members(value, Table({**table.keys, "plain": grammar.FLAG}), pointer)
            if value and not value.keys() & {"type", "properties"}:
                self.say(rules.TYPE, "there is no type: type or properties is expected", pointer)
        else:
            self._inner(value, pointer, 0)

    # -- types

    def _property(self, spec: Any, pointer: str) -> None:
        if type(spec) is not dict:
            self._is(spec, dict, "an object", pointer)
            return
        for key, value in spec.items():
            kind = grammar.PROPERTY.get(key)
            if kind is not None:
                if kind is not grammar.TEXT or type(value) is not str:
                    self.value(value, kind, f"{pointer}/{key}")
            elif key not in grammar.TYPE_KEYS:
                known = (*grammar.PROPERTY, *grammar.TYPE_KEYS)
                self._unknown(key, known, f"{pointer}/{escape_token(key)}")
        self._type(spec, pointer, 0)
        for key in wrong_values(spec) if "default" in spec or "const" in spec else ():
            text = f"the {key} {shown(spec[key])} is no {spec['type']}"
            self.say(rules.VALUE, text, f"{pointer}/{key}")
        info = spec.get("defaultInfo")
        if isinstance(info, dict) and info.get("environment") == []:
            self.say(rules.MISSING, "no variable is named", f"{pointer}/defaultInfo/environment")

    def _inner(self, spec: Any, pointer: str, depth: int) -> None:
        if not self._is(spec, dict, "a type", pointer):
            return
        if depth > MAX_DEPTH:
            self.say(rules.TYPE, f"there are more than {MAX_DEPTH} types in each other", pointer)
            return
        for key in spec.keys() - grammar.TYPE_KEYS - grammar.PROPERTY.keys():
            self._unknown(key, grammar.TYPE_KEYS, f"{pointer}/{escape_token(key)}")
        self._type(spec, pointer, depth)

    def _type(self, spec: dict[str, Any], pointer: str, depth: int) -> None:
        """Check a type: exactly one of primitive, list, map, reference, or `oneOf`."""
        type_ = spec.get("type")
        if len(spec) == 1 and type_ in ("string", "boolean", "integer", "number"):
            return
        if type_ is not None and not isinstance(type_, str):
            self._is(type_, str, "a text", f"{pointer}/type")
            return
        if "plain" in spec:
            self._is(spec["plain"], bool, "true or false", f"{pointer}/plain")
        for problem in _contradictions(spec, type_):
            self.say(rules.TYPE, problem, pointer)
            return
        if "$ref" in spec:
            self._is(spec["$ref"], str, "a text", f"{pointer}/$ref")
        elif "oneOf" in spec:
            self._options(spec, pointer, depth)
        elif type_ == "array":
            self._inner(spec["items"], f"{pointer}/items", depth + 1)
        elif "additionalProperties" in spec:
            self._inner(spec["additionalProperties"], f"{pointer}/additionalProperties", depth + 1)

    def _options(self, spec: dict[str, Any], pointer: str, depth: int) -> None:
        options = spec["oneOf"]
        if self._is(options, list, "a list of types", f"{pointer}/oneOf"):
            if len(options) < 2:  # noqa: PLR2004
                self.say(rules.TYPE, f"oneOf has {len(options)} types, and at least 2 are needed", f"{pointer}/oneOf")
            for index, option in enumerate(options):
                self._inner(option, f"{pointer}/oneOf/{index}", depth + 1)
        if "discriminator" in spec:
            self.value(spec["discriminator"], grammar.DISCRIMINATOR, f"{pointer}/discriminator")
            discriminator = spec["discriminator"] if isinstance(spec["discriminator"], dict) else {}
            if discriminator.get("propertyName") == "":
                self.say(rules.MISSING, "the name of the property is empty", f"{pointer}/discriminator/propertyName")


def _contradictions(spec: dict[str, Any], type_: str | None) -> Iterator[str]:
    """Why the keys of a type determine no type, or more than one."""
    given = [key for key in ("$ref", "oneOf", "items", "additionalProperties") if key in spec]
    match given:
        case [] if type_ is None:
            yield "there is no type: type, $ref or oneOf is expected"
        case [] if type_ == "array":
            yield "the type array needs items"
        case [] if type_ not in grammar.PRIMITIVES and type_ != "object":
            types = (*grammar.PRIMITIVES, "array", "object")
            yield f"{shown(type_)} is not a type{nearest(str(type_), types) or ': it is one of ' + ', '.join(types)}"
        case ["items"] if type_ != "array":
            yield "items go with the type array"
        case ["additionalProperties"] if type_ != "object":
            yield "additionalProperties go with the type object"
        case ["oneOf"] if type_ is not None and type_ not in grammar.PRIMITIVES:
            yield f"the type next to oneOf is {shown(type_)}, and has to be a primitive one"
        case [_, _, *_]:
            yield f"{' and '.join(given)} say two types"


_NAMES = {
    grammar.NAME: "a name: letters, digits, - and _ after a letter",
    grammar.VERSION: "a version such as 1.2.3",
    grammar.NAMESPACE: "a namespace: small letters, digits and single hyphens",
}


class Finding(NamedTuple):
    """The result of a rule at a JSON pointer of the schema. `remedy` is what to do if it is not what the rule says."""

    rule: Rule
    text: str
    pointer: str
    remedy: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it prevents a mapping."""
        return self.rule.severity is Severity.ERROR


Findings = list[Finding]
