"""What the API says of the values of an attribute, and no schema of Terraform holds: formats, null, and *readOnly*."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mapper.model import Attribute, Status
from mapper.review.sources import declaring

_REFUSING = frozenset((
    "byte", "date", "date-time", "duration", "email", "hostname", "idn-email", "idn-hostname", "int32", "ipv4", "ipv6",
    "iri", "json-pointer", "regex", "time", "uri", "uuid",
))  # fmt: skip
"""The formats that some values of the type do not have."""

_WHOLE_NUMBER = "int32"


def value_changes(old: Attribute, new: Attribute) -> Iterator[tuple[str, str | None, str | None]]:
    """The changes in words, with the formats; none of what nobody sets, or of a state whose description is not known.

    Null takes a value away: a plan asks for that where an update sends an attribute that may be left out.
    """
    was, is_ = _schemas(old), _schemas(new)
    if was == is_ or not was or not is_ or Status.COMPUTED in (old.status, new.status):
        return
    before, after = _format(was), _format(is_)
    if before != after:
        yield f"the API asks for {_asked(after)}, and asked for {_asked(before)}", before, after
    is_sent = old.is_updated and new.is_updated and old.status is new.status is not Status.REQUIRED
    if is_sent and _takes_null(was) and not _takes_null(is_):
        yield "the API no longer takes null, which takes a value away", None, None


def became_set_by_api(old: Attribute, new: Attribute) -> bool:
    """Whether the API alone sets an attribute now (`readOnly`), though configurations still may."""
    was, is_ = _schemas(old), _schemas(new)
    settable = Status.COMPUTED not in (old.status, new.status)
    return settable and bool(was) and any(map(_is_read_only, is_)) and not any(map(_is_read_only, was))


def _schemas(attribute: Attribute) -> Sequence[Mapping[str, Any]]:
    """The schema that declares an attribute, and the targets of the references there."""
    origin = declaring(attribute)
    values = (getattr(place, "value", None) for place in ((origin.location, *origin.via) if origin else ()))
    found = [value for value in values if isinstance(value, dict)]
    if origin is not None and origin.is_parameter:
        return [inner if isinstance(inner := value.get("schema"), dict) else value for value in found]
    return found


def _format(schemas: Sequence[Mapping[str, Any]]) -> str | None:
    return next((f for schema in schemas if isinstance(f := schema.get("format"), str) and f in _REFUSING), None)


def _asked(format_: str | None) -> str:
    if format_ is None:
        return "no format"
    return "an integer of 32 bits" if format_ == _WHOLE_NUMBER else f"the format {format_}"


def _takes_null(schemas: Sequence[Mapping[str, Any]]) -> bool:
    return any(schema.get("nullable") is True or _has_null(schema) for schema in schemas)


def _has_null(schema: Mapping[str, Any]) -> bool:
    type_, options = schema.get("type"), [schema.get(key) for key in ("anyOf", "oneOf")]
    is_option = any(isinstance(each, list) and {"type": "null"} in each for each in options)
    return is_option or (isinstance(type_, list) and "null" in type_)


def _is_read_only(schema: Mapping[str, Any]) -> bool:
    return schema.get("readOnly") is True
