"""Where the object is in requests and responses: envelopes, such as `{farm: …}`, are looked through."""

import re
from collections.abc import Iterator
from itertools import filterfalse
from typing import Any

from .description import Description, Schema
from .stored_objects import is_identifier

Keys = tuple[Any, ...]
"""A path of properties, where 0 is the items of an array."""

_ASIDE = ("action", "actions", "links", "meta", "errors")
"""Members beside the object in an envelope; alone, such a member is the object."""
_JSON_API = {"attributes", "id", "links", "meta", "relationships", "type"}
"""The members of a resource object of JSON:API: the object of a resource is its attributes."""

_MOST_IN_ENVELOPE = 9
_IDENTIFIER = re.compile(r"_id\Z|[a-z]I[dD]\Z")


class Envelopes:
    """Finds the object in the schemas of a description."""

    def __init__(self, description: Description) -> None:
        self._description = description
        self._levels: dict[tuple[int, int], dict[Keys, set[str]]] = {}
        self._object_keys: dict[tuple[int, int], tuple[Keys, Keys]] = {}
        self.lists: set[int] = set()
        """The ids of request schemas with a list of the objects that they create."""

    def object_keys(self, request: Schema, response: Schema) -> tuple[Keys, Keys]:
        """Where the object is in a request and in a response: where they share most properties."""
        key = (id(request), id(response))
        if key not in self._object_keys:
            self._object_keys[key] = self._find_object_keys(request, response)
        return self._object_keys[key]

    def _find_object_keys(self, request: Schema, response: Schema) -> tuple[Keys, Keys]:
        returned = _without_resource_objects(self.levels(response))
        asked = {keys: names for keys, names in self.levels(request).items() if self._wraps(request, keys)}
        asked = _without_resource_objects(asked)

        def score(pair: tuple[Keys, Keys]) -> tuple[int, int]:
            one, other = asked[pair[0]], returned[pair[1]]
            is_whole = not pair[1] and any(map(is_identifier, other))
            looks = "name" in other or any(map(_identifies, other))
            return 9 * is_whole + 2 * len(one & other) + looks, -len(pair[0]) - len(pair[1])

        def may_be(one: Keys, other: Keys) -> bool:
            """Whether a pair of places can be right. A member at the top of both is an envelope of both, or of neither.
            A list in both belongs to the object.
            """
            if not one:
                return not other or not self._is_part(request, other[0])
            is_of_both = one[:1] == other[:1] and (0 not in one or id(request) in self.lists)
            around = [returned.get(other[:end], set()) for end in range(len(other) + 1)]
            return is_of_both or not any(one[0] in names for names in around)

        return max(((a, b) for a in asked for b in returned if may_be(a, b)), key=score)

    def _is_part(self, request: Schema, name: Any) -> bool:
        """Whether a request has an object with this name: then it is a part of the object itself."""
        return self._description.kind(self._description.properties(request).get(name)) == "object"

    def levels(self, schema: Schema, depth: int = 2) -> dict[Keys, set[str]]:
        """The names of the properties at each place where the object may be."""
        key = (id(schema), depth)
        if key not in self._levels:
            self._levels[key] = dict(self._walk(schema, depth))
        return self._levels[key]

    def _walk(self, schema: Schema, depth: int) -> Iterator[tuple[Keys, set[str]]]:
        view = self._description.view(schema)
        if view.get("type") == "array" and depth:
            yield (), set()
            for keys, names in self.levels(view.get("items"), depth - 1).items():
                yield (0, *keys), names
            return
        properties = dict(view.get("properties", {}))
        for option in view.get("options", []):
            properties |= self._description.view(option).get("properties", {})
        yield (), set(map(str, properties))
        for name, inner in properties.items():
            is_object = self._description.kind(inner) in ("object", "array")
            is_aside = name in _ASIDE and len(properties) > 1
            if depth and is_object and not is_aside and len(properties) < _MOST_IN_ENVELOPE:
                for keys, names in self.levels(inner, depth - 1).items():
                    yield (name, *keys), names

    def _wraps(self, request: Schema, keys: Keys) -> bool:
        """Whether a request has nothing beside the object but its envelope."""
        schema: Any = request
        for key in keys:
            names = set(self._description.view(schema).get("properties", {}))
            is_json_api = key == "attributes" and names <= _JSON_API
            if key != 0 and set(filterfalse(_identifies, names)) != {key} and not is_json_api:
                return False
            schema = self._description.within(schema, (key,))
        return True


def _without_resource_objects(levels: dict[Keys, set[str]]) -> dict[Keys, set[str]]:
    """The places without resource objects of JSON:API and their envelopes: their attributes are the object."""
    around = {
        keys[:end]
        for keys, names in levels.items()
        if "type" in names and names <= _JSON_API and (*keys, "attributes") in levels
        for end in range(len(keys) + 1)
    }
    return {keys: names for keys, names in levels.items() if keys not in around}


def _identifies(name: str) -> bool:
    return is_identifier(name) or _IDENTIFIER.search(name) is not None
