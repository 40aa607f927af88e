"""Constants of an IDL: literals of a primitive type or of an enum."""

import math

from mapper.systems.pulumi.rules import CONSTANT, ENUM_BASE

from .declarations import Basic, Constant, Literal, NoLiteral, Primitive, Reference, Type
from .findings import Findings
from .program import ConstantDeclaration
from .resolve import Resolver

_KINDS = {"string": Basic.STRING, "number": Basic.NUMBER, "bool": Basic.BOOL}


def constant(
    declared: Constant, resolver: Resolver, bases: dict[Reference, Type | None], findings: Findings
) -> ConstantDeclaration | None:
    """A constant with its type and value; None with a finding if it is not allowed in an IDL.

    `bases` has the underlying type of each declared type.
    """
    type_ = resolver.type(declared.type) if declared.type else None
    value = declared.value
    literal = value if isinstance(value, Literal) else None
    if value is None:
        fix = 'give it a value, as in = "…"'
        findings.say(CONSTANT, f"{declared.name.text} has no value of its own", declared.name.place, fix)
    elif isinstance(value, NoLiteral):
        text = f"the value of {declared.name.text} is not a literal but {value.what}"
        findings.say(CONSTANT, text, value.place, "write the value itself")
    if declared.type is None and literal is not None:
        type_ = Primitive(_KINDS[literal.kind])
    if type_ is None:
        return None
    base = bases.get(type_) if isinstance(type_, Reference) else type_
    if isinstance(type_, Reference) and type_ not in bases:
        return None  # there is a finding already
    place = declared.type.place if declared.type else declared.name.place
    if not isinstance(base, Primitive) or not isinstance(type_, Primitive | Reference):
        findings.say(ENUM_BASE, "a constant is a string, a bool, a float64 or a value of an enum", place)
        return None
    if isinstance(type_, Reference) and base.basic is not Basic.STRING:
        text = f"{type_.name} is made of {base.basic}: the values of an enum are strings"
        findings.say(ENUM_BASE, text, place, f"declare type {type_.name} string")
        return None
    if literal is None:
        return None
    if _KINDS[literal.kind] is not base.basic or (base.basic is Basic.NUMBER and not is_float64(literal.text)):
        text = f"the value of {declared.name.text} is no {base.basic}"
        findings.say(CONSTANT, text, literal.place)
        return None
    name = declared.name
    return ConstantDeclaration(name.text, type_, literal.text, base.basic, declared.doc, name.place, name.place.path)


def is_float64(text: str) -> bool:
    """Whether a float64 can hold the value of a Go number."""
    number = number_of(text)
    return number is not None and math.isfinite(number)


def number_of(text: str) -> float | None:
    """The value of a Go number literal; None for imaginary ones."""
    sign, digits = (-1, text[1:]) if text.startswith("-") else (1, text)
    digits = digits.replace("_", "").lower()
    if digits.endswith("i") and not digits.startswith("0x"):
        return None
    try:
        if digits.startswith("0x"):
            return sign * float.fromhex(digits)
        if digits[:2] in {"0b", "0o"}:
            return float(sign * int(digits, 0))
        if len(digits) > 1 and digits[0] == "0" and digits.isdigit():
            return float(sign * int(digits, 8))
        return sign * float(digits)
    except (ValueError, OverflowError):
        return None
