"""What the API says of the values of an attribute, and no schema of Terraform holds: formats, null, and *readOnly*."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mapper.model import Attribute
from mapper.review.sources import declaring

_REFUSING = frozenset((
    "byte", "date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "int32", "ipv4", "ipv6",
    "iri", "json-pointer", "regex", "time", "uri", "uuid",
))  # fmt: skip
"""The formats that some values of the type do not have."""

_WHOLE_NUMBER = "int32"


Schemas = Sequence[Mapping[str, Any]]


def declared(attribute: Attribute) -> Schemas:
    """The schema that declares an attribute, and the targets of the references there; empty if no file is known."""
    origin = declaring(attribute)
    if origin is None:
        return ()
    values = [getattr(place, "value", None) for place in (origin.location, *origin.via)]
    schemas = [value for value in values if isinstance(value, dict)]
    if origin.is_parameter:
        schemas = [schema for each in schemas if isinstance(schema := each.get("schema", each), dict)]
    return schemas


def value_changes(old: Schemas, new: Schemas, *, is_cleared: bool) -> Iterator[tuple[str, str | None, str | None]]:
    """The changes in words, with the formats. `is_cleared`: an update takes the value away by null."""
    before, after = _format(old), _format(new)
    if before != after:
        yield f"the API asks for {_format_words(after)}, and asked for {_format_words(before)}", before, after
    if is_cleared and _takes_null(old) and not _takes_null(new):
        yield "the API no longer takes null, which takes a value away", None, None


def became_set_by_api(old: Schemas, new: Schemas) -> bool:
    """Whether the API alone sets a value now (`readOnly`)."""
    return any(map(_is_read_only, new)) and not any(map(_is_read_only, old))


def _format(schemas: Schemas) -> str | None:
    return next((f for schema in schemas if isinstance(f := schema.get("format"), str) and f in _REFUSING), None)


def _format_words(format_: str | None) -> str:
    if format_ is None:
        return "no format"
    return "an integer of 32 bits" if format_ == _WHOLE_NUMBER else f"the format {format_}"


def _takes_null(schemas: Schemas) -> bool:
    return any(schema.get("nullable") is True or _has_null(schema) for schema in schemas)


def _has_null(schema: Mapping[str, Any]) -> bool:
    type_, options = schema.get("type"), [schema.get(key) for key in ("anyOf", "oneOf")]
    is_option = any(isinstance(each, list) and {"type": "null"} in each for each in options)
    return is_option or (isinstance(type_, list) and "null" in type_)


def _is_read_only(schema: Mapping[str, Any]) -> bool:
    return schema.get("readOnly") is True
