"""Two code specs, compared attribute by attribute, and the diagnostics that explain a difference.

Each difference has a facet, such as the status of an attribute. A diagnostic explains it if it is at the attribute or
above, says that the output differs from the reference, and is about that facet.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

KINDS = (
    *("string", "int64", "float64", "number", "bool", "list", "set", "map", "object"),
    *("list_nested", "set_nested", "map_nested", "single_nested"),
)
SECTIONS = {"resources": "resource", "datasources": "data source"}

PRESENT = frozenset(("only_reference", "only_ours", "order"))
SHAPE = frozenset(("kind", "element"))
VALUES = frozenset(("validators", "default"))
TEXT = frozenset(("description",))
ANYTHING = PRESENT | SHAPE | VALUES | TEXT | {"status", "deprecation_message", "sensitive"}
FACETS = {
    "OAS306": PRESENT | SHAPE,
    "OAS323": ANYTHING,
    "OAS330": PRESENT,
    "OAS401": SHAPE | {"validators"},
    "OAS404": frozenset(("element",)),
    "OAS405": VALUES,
    "OAS406": frozenset(("validators",)),
    "OAS407": TEXT,
    "OAS409": frozenset(("validators",)),
    "OAS411": ANYTHING,
    "OAS413": frozenset(("validators",)),
    "OAS418": ANYTHING,
    "OAS420": ANYTHING,
    "OAS421": ANYTHING,
    "OAS428": ANYTHING,
    "OAS429": ANYTHING,
    "OAS431": ANYTHING,
    "OAS432": TEXT | VALUES,
    "OAS440": frozenset(("validators",)),
    "OAS443": frozenset(("validators",)),
    "OAS450": VALUES | {"status"},
    "OAS452": frozenset(("validators",)),
    "OAS453": PRESENT | SHAPE | VALUES,
    "OAS445": PRESENT | SHAPE,
    "OAS501": PRESENT,
}
"""What a diagnostic may be about; one that is not here, about whether an attribute is there and which kind it has."""

Entry = dict[str, Any]


class Spelled(str):
    """The text of a number: 1 and 1.0 differ."""

    __slots__ = ()


@dataclass(frozen=True)
class Difference:
    """A difference of two attributes. `detail` has both sides."""

    path: str
    facet: str
    detail: str


def read_entities(text: str) -> dict[str, Entry]:
    """The entities of a code spec, by kind and name."""
    spec = json.loads(text, parse_float=Spelled, parse_int=Spelled)
    found = {f"{kind} {entry['name']}": entry for section, kind in SECTIONS.items() for entry in spec.get(section, [])}
    if "provider" in spec:
        found[f"provider {spec['provider']['name']}"] = spec["provider"]
    return found


def attributes_of(entity: Entry) -> list[Entry]:
    """The attributes at the root."""
    found: list[Entry] = entity.get("schema", {}).get("attributes", [])
    return found


def differences(theirs: list[Entry], ours: list[Entry], prefix: str = "") -> Iterator[Difference]:
    """What differs in two lists of attributes, at any depth."""
    left, right = ({entry["name"]: entry for entry in reversed(entries)} for entries in (theirs, ours))
    for entries, side in ((theirs, "only_reference"), (ours, "only_ours")):
        names = [entry["name"] for entry in entries]
        yield from (Difference(prefix + n, side, "a second one") for n in dict.fromkeys(names) if names.count(n) > 1)
    for name in [entry["name"] for entry in [*theirs, *ours]]:
        if name in left and name in right:
            yield from _of_attribute(prefix + name, left.pop(name), right.pop(name))
        elif name in left:
            yield Difference(prefix + name, "only_reference", _body(left.pop(name))[0])
        elif name in right:
            yield Difference(prefix + name, "only_ours", _body(right.pop(name))[0])
    both = [_common(theirs, ours), _common(ours, theirs)]
    yield from (Difference(prefix + a, "order", f"{both[0]} | {both[1]}") for a, b in zip(*both, strict=True) if a != b)


def _common(entries: list[Entry], others: list[Entry]) -> list[str]:
    names = {entry["name"] for entry in others}
    return [name for name in dict.fromkeys(entry["name"] for entry in entries) if name in names]


def _of_attribute(path: str, theirs: Entry, ours: Entry) -> Iterator[Difference]:
    (kind, left), (other, right) = _body(theirs), _body(ours)
    if kind != other:
        yield Difference(path, "kind", f"{kind} | {other}")
        return
    for key in dict.fromkeys([*left, *right]):
        values = [json.dumps(body.get(key), ensure_ascii=False) for body in (left, right)]
        if key not in ("attributes", "nested_object") and values[0] != values[1]:
            facet = {"element_type": "element", "computed_optional_required": "status", "optional_required": "status"}
            yield Difference(path, facet.get(key, key), " | ".join(values))
    if list(left) != list(right) and left.keys() == right.keys():
        yield Difference(path, "keys", f"{list(left)} | {list(right)}")
    inside = [body.get("nested_object", body).get("attributes", []) for body in (left, right)]
    yield from differences(*inside, f"{path}.")


def _body(attribute: Entry) -> tuple[str, Entry]:
    return next((kind, attribute[kind]) for kind in KINDS if kind in attribute)


def explains(difference: Difference, diagnostic: Entry) -> bool:
    """Whether a diagnostic of the entity explains a difference."""
    if not diagnostic["differs_from_reference"]:
        return False
    place, path = diagnostic.get("path") or "", difference.path
    facets = FACETS.get(diagnostic["code"], PRESENT | SHAPE)
    if place == path:
        return difference.facet in facets
    if place.startswith(f"{path}."):  # a member of its element type
        return difference.facet == "element"
    if path.startswith(f"{place}."):  # something above it is left out, or has another kind
        return bool({"only_ours", "kind"} & facets)
    is_sibling = place.rpartition(".")[0] == path.rpartition(".")[0]
    return difference.facet == "order" and is_sibling and "order" in facets


def unexplained(theirs: Entry, ours: Entry, said: Sequence[Entry]) -> Iterator[Difference]:
    """The differences of an entity that none of its diagnostics explains."""
    for difference in differences(attributes_of(theirs), attributes_of(ours)):
        if not any(explains(difference, diagnostic) for diagnostic in said):
            yield difference
    if ("schema" in theirs) != ("schema" in ours):
        yield Difference("", "schema", f"{'schema' in theirs} | {'schema' in ours}")
