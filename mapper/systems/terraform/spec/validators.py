"""Converts limits to validators of terraform-plugin-framework-validators, and back."""

import re
import sys
from typing import Any, assert_never

from mapper.languages.golang.source import fixed_number, string_literal
from mapper.model.limits import (
    Each,
    ExactlyOneOf,
    Keys,
    Length,
    Limit,
    MultipleOf,
    OneOf,
    Pattern,
    Range,
    RequiredMembers,
    Size,
    Unique,
    has_validator,
)

_PATH = "github.com/hashicorp/terraform-plugin-framework/path"
_VALIDATORS = "github.com/hashicorp/terraform-plugin-framework-validators/"
_BOUNDED: tuple[tuple[str, type[Length | Size | Range]], ...] = (("Length", Length), ("Size", Size), ("", Range))
"""The prefixes of functions for limits with two sides; those for ranges have none."""

_ELEMENT = {"single": "", "list": ".AtAnyListIndex()", "set": ".AtAnySetValue()", "map": ".AtAnyMapKey()"}
"""What leads from a nested attribute to its objects, by kind."""

_CALL = re.compile(r"\w+validator\.(\w+)\((.*)\)\s*\Z", re.DOTALL)
_LITERAL = r'"(?:[^"\\]|\\.)*"'
_STRING = re.compile(_LITERAL)
_ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v", "\\": "\\", '"': '"'}
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{3}|.)", re.DOTALL)


def write_validator(kind: str, limit: Limit) -> tuple[list[str], str] | None:
    """Imports and Go expression of the validator for a limit on an attribute of `kind`; None if there is none."""
    if not has_validator(kind, limit):
        return None
    package = _package(kind)
    imports = [_VALIDATORS + package]
    match limit:
        case OneOf(values):
            entries = "".join(f"{_literal(kind, value)},\n" for value in values)
            return imports, f"{package}.OneOf(\n{entries})"
        case Pattern(expression):
            return ["regexp", *imports], f'{package}.RegexMatches(regexp.MustCompile({string_literal(expression)}), "")'
        case ExactlyOneOf(names) | RequiredMembers(names):
            is_of_siblings = isinstance(limit, ExactlyOneOf)
            function, step = ("ExactlyOneOf", ".AtParent()") if is_of_siblings else ("AlsoRequires", _ELEMENT[kind])
            paths = "".join(f'path.MatchRelative(){step}.AtName("{name}"),\n' for name in names)
            return [_PATH, *imports], f"{package}.{function}(\n{paths})"
        case Unique():
            return imports, f"{package}.UniqueValues()"
        case Length(least, most) | Size(least, most) | Range(least, most):
            noun = next(noun for noun, type_ in _BOUNDED if isinstance(limit, type_))
            if most is None:
                return imports, f"{package}.{noun}AtLeast({least})"
            if least is None:
                return imports, f"{package}.{noun}AtMost({most})"
            return imports, f"{package}.{noun}Between({least}, {most})"
        case Keys(inner):
            written = write_validator("string", inner)
            if written is None:
                return None
            return [*written[0][:-1], *imports, written[0][-1]], f"{package}.KeysAre(\n{written[1]},\n)"
        case MultipleOf() | Each():
            return None
    assert_never(limit)


def write_required(kind: str) -> tuple[list[str], str]:
    """Imports and Go expression of the validator that makes a block of `kind` required, as blocks have no status."""
    package = _package(kind)
    return [_VALIDATORS + package], f"{package}.IsRequired()"


def is_required(expression: str) -> bool:
    """Whether a Go expression makes a block required."""
    call = _CALL.match(expression.strip())
    return call is not None and call[1] == "IsRequired" and not call[2].strip()


def _package(kind: str) -> str:
    return "objectvalidator" if kind == "single" else f"{kind}validator"


def _literal(kind: str, value: Any) -> str:
    return string_literal(value) if kind == "string" else fixed_number(value)


def read_validator(expression: str) -> Limit | None:
    """The limit that a Go expression was written for; None unless it expresses exactly one."""
    call = _CALL.match(expression.strip())
    if call is None:
        return None
    name, inside = call.groups()
    if name == "UniqueValues" and not inside.strip():
        return Unique()
    if name == "KeysAre":
        inner = read_validator(inside.strip().removesuffix(","))
        return Keys(inner) if inner is not None else None
    if name == "RegexMatches":
        pattern = re.match(rf"regexp\.MustCompile\(({_LITERAL}|`[^`]*`)\)\s*,", inside)
        return Pattern(_go_string(pattern[1])) if pattern else None
    if name == "ExactlyOneOf":
        names = re.findall(rf"path\.MatchRelative\(\)\.AtParent\(\)\.AtName\(({_LITERAL})\)", inside)
        return ExactlyOneOf(tuple(map(_go_string, names))) if names else None
    if name == "AlsoRequires":
        names = re.findall(rf"path\.MatchRelative\(\)(?:\.AtAny\w+\(\))?\.AtName\(({_LITERAL})\)", inside)
        return RequiredMembers(tuple(map(_go_string, names))) if names else None
    if name == "OneOf":
        value = _arguments(inside)
        return OneOf(value) if value else None
    noun, limit = next(pair for pair in _BOUNDED if name.startswith(pair[0]))
    value = _arguments(inside)
    if value is None or any(isinstance(bound, str) for bound in value):
        return None
    match name.removeprefix(noun), value:
        case "AtLeast", (least,):
            return limit(least, None)
        case "AtMost", (most,):
            return limit(None, most)
        case "Between", (least, most):
            return limit(least, most)
    return None


def _arguments(inside: str) -> tuple[Any, ...] | None:
    """The literals of an argument list; None if it contains anything else."""
    values = tuple(_go_string(literal) for literal in _STRING.findall(inside))
    words = [word for word in re.split(r"[\s,]+", _STRING.sub("", inside)) if word]
    if values:
        return None if words else values
    try:
        return tuple(int(word) if re.fullmatch(r"-?\d+", word) else float(word) for word in words) or None
    except ValueError:
        return None


def _go_string(literal: str) -> str:
    """The text of a Go string literal."""
    if literal.startswith("`"):
        return literal[1:-1]
    return _ESCAPE.sub(_unescaped, literal[1:-1])


def _unescaped(match: re.Match[str]) -> str:
    """The character of an escape; of one that Go does not have, what follows the backslash."""
    code = match[1]
    if len(code) == 1:
        return _ESCAPES.get(code, code)
    number = int(code, 8) if code[0].isdigit() else int(code[1:], 16)
    return chr(number) if number <= sys.maxunicode else "\ufffd"
