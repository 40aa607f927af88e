"""Reads keywords with values: defaults and limits (enum, length, pattern, range, size)."""

import re
import reprlib
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from mapper.inputs import Node, bool_of, number_of, text_of, text_or_empty
from mapper.inputs.document import MergedNode
from mapper.model import Default
from mapper.model.limits import Keys, Length, Limit, Limits, MultipleOf, OneOf, Pattern, Range, Size, Unique, simplest
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import Subject, setting
from mapper.text.numbers import is_finite, is_float64, is_int64

from .. import rules
from .keywords import some, type_of_value, types_of
from .unmet import broken_by, exclude_every_value

_NO_DEFAULT = setting("attributes", "overrides", Subject.PATH, "default", value=None)
_OTHER_VALIDATORS = setting("attributes", "overrides", Subject.PATH, "validators", value=("inferred",))
_TRUE_WORDS = frozenset(("y", "Y", "yes", "Yes", "YES", "on", "On", "ON"))
_FALSE_WORDS = frozenset(("n", "N", "no", "No", "NO", "off", "Off", "OFF"))
_TYPES = {"string": "string", "int64": "integer", "float64": "number", "bool": "boolean"}
_ZERO: Mapping[str, bool | int | float | str] = {"string": "", "int64": 0, "float64": 0.0, "bool": False}
_GO_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_DIGITS = "[0-9]+(?:_[0-9]+)*"
_GO_NUMBER = re.compile(rf"[-+]?(?:{_DIGITS}\.?(?:{_DIGITS})?|\.{_DIGITS})(?:[eE][-+]?[0-9]+)?\Z")
"""What `strconv.ParseInt` and `ParseFloat` read, with which the reference tool reads limits; all else is 0 there."""

_SIZES = {
    "list": ("minItems", "maxItems"),
    "set": ("minItems", "maxItems"),
    "map": ("minProperties", "maxProperties"),
    "single": ("minProperties", "maxProperties"),
}
"""By kind: the keywords for the number of members. A `single` object has no validator for them."""

_OPEN = (None, None)
_WITH_SIDES = frozenset((Length, Range, Size))
"""Limits that may exclude every value, alone or with others."""

_SLASHES = re.compile(r"/(?P<inner>\^.*)/(?P<flags>[a-z]*)", re.DOTALL)
"""A pattern in the slashes of JavaScript, which Go and JSON Schema take for characters before the start."""

Value = bool | int | float | str


def read_default(node: Node, kind: str, notes: list[Note]) -> Default | None:
    """The default of an attribute of `kind`, a scalar kind or another one; None, with a note, if it is not usable."""
    keywords = node.value
    if "default" not in keywords:
        return None
    raw, place = keywords["default"], node.child("default")
    if kind not in _ZERO:
        if raw is not None:
            what = "an object" if kind == "single" else f"a {kind}"
            text = f"the Provider Code Specification has no static default for {what}"
            notes.append(Note(rules.DEFAULT_NOT_CARRIED, text, place, _NO_DEFAULT))
        return None
    if raw is None:
        notes.append(Note(rules.NULL_DEFAULT, f"the default is null; the zero value {_ZERO[kind]!r} is written", place))
        return Default(_ZERO[kind])
    value = _read_scalar(raw, kind)
    if value is None and kind == "int64" and _is_beyond(raw, kind):
        notes.append(Note(rules.BEYOND_TYPE, f"the default {_in_words(raw)} is no {kind}", place, _NO_DEFAULT))
        return None
    if value is None:
        notes.append(
            Note(rules.DEFAULT_LOST, f"the default {_in_words(raw)} is not a value of type {kind}", place, _NO_DEFAULT)
        )
        return None
    if (wrong := _wrong(node, raw, value, kind)) is not None:
        notes.append(Note(rules.DEFAULT_LOST, f"{wrong}; {_in_words(value)} is written", place, _NO_DEFAULT))
    return Default(value)


def read_fitting_default(node: Node, kind: str, notes: list[Note]) -> Default | None:
    """As `read_default`, but None for one that the reference tool writes although it is null or not of the schema."""
    said: list[Note] = []
    default = read_default(node, kind, said)
    if default is None or not said:
        notes += said
        return default
    for note in said:
        text = f"{note.text.rpartition('; ')[0]}; no default is written"
        notes.append(replace(note, text=text, rule=rules.POLICY if note.rule is rules.NULL_DEFAULT else note.rule))
    return None


def _wrong(node: Node, raw: object, value: Value, kind: str) -> str | None:
    """Why a default is no value of its schema, though it can be written; None if it is one."""
    types = {*types_of(node), _TYPES[kind]}
    types |= {"integer"} if "number" in types else set()
    if type_of_value(raw) not in types and not (kind == "int64" and value == raw):  # 2.0 is an integer
        return f"the default {_in_words(raw)} is not a value of type {_TYPES[kind]}"
    for keyword in ("enum", "const"):
        if keyword in node.value and value not in _allowed_values(node, keyword, kind, value):
            return f"the default {_in_words(raw)} is not a value of {keyword}"
    broken = broken_by(node, value)
    return None if broken is None else f"the default {_in_words(raw)} does not meet {broken}"


def _allowed_values(node: Node, keyword: str, kind: str, otherwise: Value) -> list[Value | None]:
    """The values that an enum or a const allows; `otherwise` if it says nothing."""
    entries = node.value[keyword] if keyword == "enum" else [node.value[keyword]]
    if not isinstance(entries, list) or entries in ([], [None]):
        return [otherwise]
    return [_read_scalar(entry, kind) for entry in entries]


def _in_words(raw: object) -> str:
    """A value for a message, shortened."""
    text = text_of(raw)
    return text if text is not None and not isinstance(raw, str) else reprlib.repr(raw)


def _read_bool(raw: object) -> bool | None:
    if (value := bool_of(raw)) is not None:
        return value
    if not isinstance(raw, str):
        return None
    return True if raw in _TRUE_WORDS else False if raw in _FALSE_WORDS else None


def _read_scalar(raw: object, kind: str) -> Value | None:
    """`raw` as a value of `kind`: for a string, the text of any scalar; integers are truncated."""
    if kind == "string":
        return text_of(raw)
    if kind == "bool":
        return _read_bool(raw)
    number = number_of(raw)
    if number is None or not is_finite(number):
        return None
    if kind == "float64":
        return float(number) if is_float64(number) else None
    whole = int(number)
    return whole if is_int64(whole) else None


def _is_beyond(raw: object, kind: str) -> bool:
    """Whether a number is none of its type, though the reference tool writes one: below 64 bits, or infinite."""
    number = number_of(raw)
    if number is None:
        return False
    if kind == "int64":
        return number < -(2**63)
    return kind == "float64" and not is_finite(number)


def read_limits(node: Node, kind: str, notes: list[Note]) -> Limits:
    """The limits that the keywords of a schema set on an attribute of `kind`.

    `kind` is a scalar kind, or *list*, *set*, *map*, *object*. The limits are in the order of the validators.
    """
    keywords = node.value
    limits: list[Limit] = []
    if kind in ("string", "int64", "float64") and (values := _enum_values(node, kind, notes)):
        limits.append(OneOf(values))
    if kind == "string":
        if "minLength" in keywords or "maxLength" in keywords:
            shortest, longest = _size(node, "minLength", notes), _size(node, "maxLength", notes)
            if (shortest, longest) != _OPEN:
                limits.append(Length(shortest, longest))
        if "pattern" in keywords:
            limits += _pattern(node.child("pattern"), notes)
    elif kind in ("int64", "float64", "number"):
        limits += _of_number(node, kind, notes)
    elif kind in _SIZES:
        least, most = _SIZES[kind]
        said = notes if kind != "single" else []  # without a validator
        if least in keywords or most in keywords:
            fewest, greatest = _size(node, least, said), _size(node, most, said)
            if (fewest, greatest) != _OPEN:
                limits.append(Size(fewest, greatest))
        if kind == "map" and isinstance(keywords.get("propertyNames"), dict):
            limits += _of_keys(node.child("propertyNames"), notes)
        if kind == "list" and bool_of(keywords.get("uniqueItems")) is True:
            limits.append(Unique())
    notes += _unmet(node, limits, kind) if limits else ()
    return tuple(limits)


def _unmet(node: Node, limits: Sequence[Limit], kind: str) -> list[Note]:
    """A note if no value meets the limits."""
    if _WITH_SIDES.isdisjoint(map(type, limits)):
        return []
    said = exclude_every_value(node, limits, kind)
    return [] if said is None else [Note(rules.UNMET, f"no value meets {said}", node, _OTHER_VALIDATORS)]


def _of_keys(node: Node, notes: list[Note]) -> list[Limit]:
    """The limits on the keys of a map, with a note, as the reference tool writes none."""
    limits = read_limits(node, "string", notes)
    if limits and not isinstance(node, MergedNode):
        notes.append(Note(rules.KEYS_BY_PATTERN, "propertyNames limits the keys: a validator is written", node))
    return [Keys(limit) for limit in limits]


def _of_number(node: Node, kind: str, notes: list[Note]) -> Limits:
    """The range of a number, and its multipleOf. Only the range of an integer becomes a validator."""
    keywords = node.value
    limits: list[Limit] = []
    if "minimum" in keywords or "maximum" in keywords:
        read = _bound if kind == "int64" else _number
        limits += _range(read(node, "minimum", notes), read(node, "maximum", notes), exclusive=False)
    if "exclusiveMinimum" in keywords or "exclusiveMaximum" in keywords:
        least, most = _exclusive(node, "Minimum", notes), _exclusive(node, "Maximum", notes)
        limits += _range(least, most, exclusive=True)
    if "multipleOf" in keywords and (number := _number(node, "multipleOf", notes)) is not None:
        if number > 0:
            limits.append(MultipleOf(number))
        else:
            text = f"multipleOf is {_in_words(keywords['multipleOf'])}, and not a number above 0"
            notes.append(Note(rules.LIMIT_LOST, text, node.child("multipleOf")))
    return tuple(limits) if kind == "int64" else simplest(tuple(limits))


def _exclusive(node: Node, side: str, notes: list[Note]) -> int | float | None:
    """The exclusive bound of a side: a number, or the minimum or maximum if the keyword is *true* (OpenAPI 3.0)."""
    excludes = bool_of(node.value.get(f"exclusive{side}"))
    if excludes is None:
        return _number(node, f"exclusive{side}", notes)
    # problems of the bound are reported where it is read as an inclusive one
    return _number(node, side.lower(), []) if excludes else None


def _pattern(node: Node, notes: list[Note]) -> list[Limit]:
    pattern = text_of(node.value)
    if pattern is not None and (slashed := _SLASHES.fullmatch(pattern)) is not None:
        meant = f"(?i){slashed['inner']}" if "i" in slashed["flags"] else slashed["inner"]
        fix = setting("attributes", "overrides", Subject.PATH, "pattern", value=meant)
        notes.append(Note(rules.UNMET, f"no value meets pattern {pattern!r}: its slashes are no marks", node, fix))
    if node.value is None:
        notes.append(Note(rules.NULL_PATTERN, "the pattern is null", node))
    if not pattern:
        return []
    from mapper.languages.golang.regexp import why_refused  # slow to import, and only patterns need it

    if (refusal := why_refused(pattern)) is not None:
        from mapper.languages.golang.regexp_translation import in_go

        text = f"Go cannot compile the pattern {pattern!r}: {refusal}"
        fix = setting("attributes", "overrides", Subject.PATH, "pattern", value=in_go(pattern))
        notes.append(Note(rules.BAD_PATTERN, text, node, fix))
    return [Pattern(pattern)]


def _enum(node: Node, kind: str, notes: list[Note]) -> tuple[Value, ...]:
    if kind == "string" and isinstance(node.value, list) and {str}.issuperset(map(type, node.value)):
        return tuple(node.value)  # as most
    values: list[Value] = []
    entry_notes: list[Note] = []
    for entry in node.items():
        raw = entry.value
        value = None if raw is None else _read_scalar(raw, kind)
        if raw is None:
            entry_notes.append(Note(rules.ENUM_DROPPED, "the enum contains null, which a validator cannot list", entry))
        elif value is None and _is_beyond(raw, kind):
            text = f"the enum entry {_in_words(raw)} is no {kind}"
            entry_notes.append(Note(rules.BEYOND_TYPE, text, entry, _OTHER_VALIDATORS))
        elif value is None:
            text = f"the enum entry {_in_words(raw)} is not a value of type {kind}"
            entry_notes.append(Note(rules.ENUM_LOST, text, entry, _OTHER_VALIDATORS))
        elif kind == "int64" and value != raw:
            entry_notes.append(Note(rules.ENUM_DROPPED, f"the enum entry {text_of(raw)} is not an integer", entry))
        else:
            if kind == "string" and not isinstance(raw, str):
                entry_notes.append(Note(rules.ENUM_TYPE, f"the enum entry {text_of(raw)} is not a string", entry))
            values.append(value)
    notes.extend(some(entry_notes))
    return tuple(values)


def _enum_values(node: Node, kind: str, notes: list[Note]) -> tuple[Value, ...]:
    """The values that `enum` or, with more right, `const` allows; none if they list none."""
    values = _enum(node.child("enum"), kind, notes) if "enum" in node.value else ()
    return values if node.value.get("const") is None else _const(node, kind, values, notes)


def _const(node: Node, kind: str, listed: tuple[Value, ...], notes: list[Note]) -> tuple[Value, ...]:
    """The value of `const`, with a note if an enum does not list it alone."""
    place, raw = node.child("const"), node.value["const"]
    value = _read_scalar(raw, kind)
    if value is None or (kind == "int64" and value != raw):
        notes.append(
            Note(rules.ENUM_LOST, f"const {_in_words(raw)} is not a value of type {kind}", place, _OTHER_VALIDATORS)
        )
        return listed
    if kind == "int64" and _truncated(node.value.get("enum")) == [value]:  # so the reference tool writes it, too
        notes[:] = [note for note in notes if note.rule is not rules.ENUM_DROPPED]
    elif listed != (value,):
        notes.append(Note(rules.CONST, f"the only value is {_in_words(raw)}: it is written as an enum", place))
    return (value,)


def _truncated(listed: object) -> list[Value]:
    """The entries of an enum of integers as the reference tool reads them; none where one of them is null."""
    if not isinstance(listed, list) or None in listed:
        return []
    return [value for raw in listed if (value := _read_scalar(raw, "int64")) is not None]


def _size(node: Node, keyword: str, notes: list[Note]) -> int | None:
    """A length or a count. Numbers in quotes are not accepted."""
    raw = node.value.get(keyword)
    number = _limit(node, keyword, notes, rules.VACUOUS_BOUND)
    if number is None:
        return None
    whole = int(number)
    text = text_or_empty(raw)
    if whole != (int(text) if _GO_INTEGER.match(text) else 0):
        notes.append(Note(rules.NUMBER_SPELLING, f"{keyword} is written {text}, and read as {whole}", node))
    return _within_int64(whole, keyword, node, notes)


def _bound(node: Node, keyword: str, notes: list[Note]) -> int | None:
    """A bound of an integer, exact or truncated."""
    number = _limit(node, keyword, notes, rules.VACUOUS_BOUND)
    if number is None:
        return None
    text = text_or_empty(number)
    plain = text.replace("_", "") if _GO_NUMBER.match(text) else "0"
    if int(number) != int(plain if _GO_INTEGER.match(plain) else float(plain)):
        notes.append(Note(rules.NUMBER_SPELLING, f"{keyword} is written {text}, and read as {int(number)}", node))
    if isinstance(number, float):
        return _within_int64(int(number), keyword, node, notes)
    if _within_int64(number, keyword, node, notes) is None:
        return None
    if int(float(number)) != number:
        notes.append(Note(rules.EXACT_INTEGER, f"{keyword} {number} is written exactly", node.child(keyword)))
    return int(number)


def _number(node: Node, keyword: str, notes: list[Note]) -> int | float | None:
    """The value of a limit, however it is spelled."""
    number = _limit(node, keyword, notes)
    return int(number) if isinstance(number, int) else None if number is None else float(number)


def _limit(node: Node, keyword: str, notes: list[Note], infinite: Rule = rules.LIMIT_LOST) -> int | float | None:
    """The number of a keyword; None if it is absent, or, with a note, if it is not a number.

    `infinite` is the rule for infinity and NaN. Where the reference tool writes such a limit, it writes 0.
    """
    raw = node.value.get(keyword)
    number = number_of(raw)
    if number is not None and is_finite(number):
        return number
    if raw is not None:
        rule = rules.LIMIT_LOST if number is None else infinite
        notes.append(Note(rule, f"{keyword} is {_in_words(raw)}, and not a number", node.child(keyword)))
    return None


def _within_int64(number: int, keyword: str, node: Node, notes: list[Note]) -> int | None:
    if is_int64(number):
        return number
    notes.append(Note(rules.VACUOUS_BOUND, f"{keyword} is outside of 64 bits", node.child(keyword)))
    return None


def _range(least: float | None, most: float | None, *, exclusive: bool) -> list[Limit]:
    return [] if (least, most) == _OPEN else [Range(least, most, exclusive)]
