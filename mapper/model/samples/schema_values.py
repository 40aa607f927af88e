"""Sample values from the API description: examples, defaults, and values for formats and custom types.

They are looked up where the attribute is declared: in its schema, in references to the schema, and in a parameter. A
schema has `example`, `examples`, `x-example`, `default`, `format`, `const`, and what the options of a choice name. The
`examples` of a parameter are objects with a `value`. A mapping that was read from a sidecar has no such places; there,
the sidecar has the results.
"""

import ipaddress
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.inputs.json_values import parse_json
from mapper.report.origin import Part, PartKind
from mapper.text.numbers import is_int64

from ..attribute import Attribute, Collection, CollectionKind, Sample, Scalar, Type
from ..limits import Size, Unique, find
from .json_sample import least_json
from .values import is_allowed

_IN_PATH = Part(PartKind.PARAMETER, "path")
_GIVEN = frozenset(("example", "x-example", "const", "examples"))
_CHOICES = ("oneOf", "anyOf")
_KEYS = _GIVEN | {"default", "format", "minProperties", *_CHOICES}
"""The keys of a schema that say something for examples."""
_NOTHING = Sample()
_LONGEST_TEXT = 200
_MOST_ITEMS = 10
_MOST_LEVELS = 6
_YEAR = re.compile(r"\A((?:19|20)\d\d)(?=-[01]\d-[0-3]\d(?:[Tt ]\d\d:\d\d\S*)?\Z)", re.ASCII)
_NEXT_YEARS, _STEP = 2030, 20
_BY_FORMAT = {
    "date": "2030-01-01",
    "date-time": "2030-01-01T00:00:00Z",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "email": "user@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ip": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "cidr": "192.0.2.0/24",
    "uri": "https://example.com",
    "url": "https://example.com",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def sample_of(attribute: Attribute) -> Sample:
    """The sample data of an attribute, which a sidecar keeps."""
    if attribute.sample is not None:
        return Sample(given_value(attribute), attribute.sample.members, attribute.sample.path_parameters)
    schemas, names = list(_schemas(attribute)), path_parameters(attribute)
    is_plain = attribute.default is None and not attribute.fragments and not attribute.is_json
    if is_plain and all(map(_KEYS.isdisjoint, schemas)):
        return Sample(path_parameters=names) if names else _NOTHING  # as of most
    value = _json_value(attribute) if attribute.is_json else _fitting(attribute, _example_values(attribute, schemas))
    return Sample(value, _least_members(schemas), names)


def given_value(attribute: Attribute) -> Any:
    """The first given value with the attribute's type and within its limits; None if there is none.

    For a text of JSON it is the value that the text says, for a collection of such texts the list or map of them.
    """
    if attribute.is_json:
        return _json_value(attribute)
    if attribute.sample is not None:
        return _fitting(attribute, (attribute.sample.value,))
    return _fitting(attribute, _example_values(attribute, list(_schemas(attribute))))


def example_value(attribute: Attribute) -> Any:
    """The value of `given_value` for an example; a time that a request sends is not over."""
    value = given_value(attribute)
    if not isinstance(value, str) or not attribute.sent_by or "version" in attribute.name:
        return value
    moved = _YEAR.sub(lambda match: str(_later(int(match[1]))), value)
    return moved if is_allowed(moved, attribute.limits) else value


def _later(year: int) -> int:
    """A year that is not over, twenty years on or more: times stay in order, and leap years are leap years."""
    return year + max(0, -(-(_NEXT_YEARS - year) // _STEP)) * _STEP


def _json_value(attribute: Attribute) -> Any:
    """The value that a text of JSON says: one that the API gives, else the smallest."""
    if attribute.sample is not None:
        return attribute.sample.value
    values = _example_values(replace(attribute, default=None), list(_schemas(attribute)))
    wanted = {CollectionKind.MAP: dict, CollectionKind.LIST: list, CollectionKind.SET: list}
    type_ = wanted[attribute.type.kind] if isinstance(attribute.type, Collection) else object
    for value in map(_parse_json_text, values):
        if value is not None and isinstance(value, type_) and value not in ([], {}) and _is_small(value):
            return value
    place = attribute.origins[0].location if attribute.origins and type_ is object else None
    return least_json(place) if isinstance(place, Node) else None


def _parse_json_text(value: Any) -> Any:
    """The value; of an object or a list that the API writes as a text what the text says."""
    if not isinstance(value, str) or value.lstrip()[:1] not in ("{", "["):
        return value
    try:
        return parse_json(value)
    except ValueError:
        return value


def _is_small(value: Any, depth: int = 0) -> bool:
    """Whether a JSON value can be read in an example."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        return depth < _MOST_LEVELS and len(value) <= _MOST_ITEMS and all(_is_small(item, depth + 1) for item in inner)
    return not isinstance(value, str) or (len(value) <= _LONGEST_TEXT and value.isprintable())


def is_exemplified(attribute: Attribute) -> bool:
    """Whether the API gives an example of the value, and not only a default or a format."""
    if attribute.sample is not None:
        value = given_value(attribute)
        is_default = attribute.default is not None and value == attribute.default.value
        return value is not None and not is_default and value not in _BY_FORMAT.values()
    return any(not _GIVEN.isdisjoint(schema) for schema in _schemas(attribute)) and given_value(attribute) is not None


def _fitting(attribute: Attribute, values: Iterable[Any]) -> Any:
    for value in values:
        if _fits(attribute, value):
            return value
    return None


def path_parameters(attribute: Attribute) -> tuple[str, ...]:
    """The names of an attribute in the paths of operations; empty if it is in no path."""
    if attribute.sample is not None:
        return attribute.sample.path_parameters
    places = [origin.location for origin in attribute.origins if origin.part == _IN_PATH]
    if not places:  # as most have
        return ()
    declared = (place.value for place in places if isinstance(place, Node) and isinstance(place.value, dict))
    return tuple(dict.fromkeys(name for parameter in declared if isinstance(name := parameter.get("name"), str)))


_MOST_MEMBERS = 2**31 - 1


def least_members(attribute: Attribute) -> int:
    """The fewest members that an object must have, of any name (`minProperties`)."""
    if attribute.sample is not None:
        return attribute.sample.members
    return _least_members(_schemas(attribute))


def _least_members(schemas: Iterable[Mapping[str, Any]]) -> int:
    counts = [schema["minProperties"] for schema in schemas if "minProperties" in schema]
    least = max((count for count in counts if isinstance(count, int) and not isinstance(count, bool)), default=0)
    return min(max(least, 0), _MOST_MEMBERS)  # whatever the number is, a sidecar can have it


def _example_values(attribute: Attribute, schemas: list[Mapping[str, Any]]) -> Iterator[Any]:
    for schema in schemas:
        if _GIVEN.isdisjoint(schema):
            continue
        yield from (schema[key] for key in ("example", "x-example", "const") if key in schema)
        examples = schema.get("examples")
        if examples is None:
            continue
        listed = examples.values() if isinstance(examples, dict) else examples
        for example in listed if isinstance(listed, Iterable) and not isinstance(listed, str) else ():
            yield example["value"] if isinstance(example, dict) and "value" in example else example
    if attribute.default is not None:
        yield attribute.default.value
    yield from chain.from_iterable(map(_option_values, schemas))
    yield from (schema["default"] for schema in schemas if "default" in schema)
    custom = custom_type_of(attribute)
    if custom is not None:
        yield custom.sample
    formats = (schema.get("format") for schema in schemas)
    yield from (_BY_FORMAT[name] for name in formats if isinstance(name, str) and name in _BY_FORMAT)


def _option_values(schema: Mapping[str, Any]) -> Iterator[Any]:
    """The values that the options of a choice name: *any* for a number or one of the words *any* and *all*."""
    for options in (schema[key] for key in _CHOICES if isinstance(schema.get(key), list)):
        for option in options:
            if isinstance(option, dict) and "const" in option:
                yield option["const"]
            elif isinstance(option, dict) and isinstance(option.get("enum"), list):
                yield from option["enum"][:1]


def _schemas(attribute: Attribute) -> Iterator[Mapping[str, Any]]:
    """The objects that declare an attribute, in the order of its origins: objects of a request come first."""
    last = None  # a response mostly has the same schema as the request
    for origin in attribute.origins:
        for place in (origin.location, *origin.via):
            value = place.value if isinstance(place, Node) else None
            if value is not last and isinstance(value, dict):
                last = value
                yield value
                inner = value.get("schema")
                if isinstance(inner, dict) and "in" in value:
                    yield inner


def _fits(attribute: Attribute, value: Any) -> bool:
    if not _is_of_type(attribute.type, value):
        return False
    if isinstance(attribute.type, Scalar):
        custom = custom_type_of(attribute)
        accepted = custom is None or not isinstance(value, str) or custom.accepts(value)
        return accepted and bool(is_allowed(value, attribute.limits))
    size, count = find(attribute.limits, Size) or Size(None, None), len(value)
    if (size.least is not None and count < size.least) or (size.most is not None and count > size.most):
        return False
    distinct = isinstance(attribute.type, Collection) and (
        attribute.type.kind == "set" or find(attribute.limits, Unique) is not None
    )
    return not distinct or isinstance(value, dict) or all(value.index(item) == at for at, item in enumerate(value))


def _is_of_type(type_: Type, value: Any) -> bool:
    match type_:
        case Scalar("string"):
            return isinstance(value, str) and 0 < len(value) <= _LONGEST_TEXT and value.isprintable()
        case Scalar("bool"):
            return isinstance(value, bool)
        case Scalar("int64"):
            return isinstance(value, int) and not isinstance(value, bool) and is_int64(value)
        case Scalar("float64" | "number"):
            return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 2**53
        case Collection("map", Scalar() as element):
            return (
                isinstance(value, dict)
                and 0 < len(value) <= _MOST_ITEMS
                and all(isinstance(key, str) and _is_of_type(element, entry) for key, entry in value.items())
            )
        case Collection(_, Scalar() as element):
            return (
                isinstance(value, list)
                and 0 < len(value) <= _MOST_ITEMS
                and all(_is_of_type(element, entry) for entry in value)
            )
    return False


_RFC3339 = re.compile(r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)\Z", re.ASCII)
_GO_DURATION = re.compile(r"[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+)\Z", re.ASCII)
_MAC_ADDRESS = re.compile(r"[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2})(?:\1[0-9A-Fa-f]{2}){4}\Z", re.ASCII)


class CustomType(Struct, frozen=True):
    """A custom type: a valid text, and a function that raises ValueError for invalid ones."""

    sample: str
    check: Callable[[str], object]

    def accepts(self, text: str) -> bool:
        """Whether a text is valid."""
        try:
            self.check(text)
        except ValueError:
            return False
        return True


def _matching(pattern: re.Pattern[str]) -> Callable[[str], object]:
    def check(text: str) -> None:
        if pattern.match(text) is None:
            raise ValueError(text)

    return check


def _prefix(network: Callable[..., object]) -> Callable[[str], object]:
    def check(text: str) -> None:
        if "/" not in text:
            raise ValueError(text)
        network(text, strict=False)

    return check


_JSON = CustomType("{}", parse_json)
_TYPES = {
    "cidrtypes.IPv4Prefix": CustomType("192.0.2.0/24", _prefix(ipaddress.IPv4Network)),
    "cidrtypes.IPv6Prefix": CustomType("2001:db8::/32", _prefix(ipaddress.IPv6Network)),
    "hwtypes.MACAddress": CustomType("00:00:5e:00:53:01", _matching(_MAC_ADDRESS)),
    "iptypes.IPv4Address": CustomType("192.0.2.1", ipaddress.IPv4Address),
    "iptypes.IPv6Address": CustomType("2001:db8::1", ipaddress.IPv6Address),
    "jsontypes.Exact": _JSON,
    "jsontypes.Normalized": _JSON,
    "timetypes.GoDuration": CustomType("1h", _matching(_GO_DURATION)),
    "timetypes.RFC3339": CustomType("2030-01-01T00:00:00Z", _matching(_RFC3339)),
}


def custom_type_of(attribute: Attribute) -> CustomType | None:
    """The custom type that the config gives to an attribute; None if there is none, or an unknown one."""
    for fragment in attribute.fragments:
        value = fragment.value
        if fragment.keyword == "custom_type" and isinstance(value, dict) and isinstance(value.get("import"), dict):
            package = str(value["import"].get("path", "")).rpartition("/")[2]
            return _TYPES.get(f"{package}.{str(value.get('value_type', '')).rpartition('.')[2]}")
    return None
