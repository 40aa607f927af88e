"""Sample texts for the custom types of HashiCorp's own Go packages, which validate their values."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable

from msgspec import Struct

from ..inputs.json_values import parse_json
from ..model.attribute import Attribute

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
