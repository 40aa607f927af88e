"""Responses: sent values in the shape of the response's schema, and invented values that only responses have."""

import itertools
from collections.abc import Container
from typing import Any

from .description import Description, Schema, words
from .envelopes import Envelopes, Keys
from .inventor import MISSING, Inventor, is_hidden
from .problems import is_of, problems
from .stored_objects import IDENTIFIERS, StoredObject, is_identifier

_COMMON_PROPERTIES = (*IDENTIFIERS, "name", "type", "kind", "url", "description", "status")
"""Properties that a nested object has for itself."""


class Responses:
    """Shows objects as responses of operations."""

    def __init__(self, description: Description, envelopes: Envelopes, numbers: "itertools.count[int]") -> None:
        self._description, self._envelopes = description, envelopes
        self._inventor = Inventor(description, numbers)

    def show(self, stored: StoredObject, schema: Schema) -> Any:
        """The object as this response; None where the response has no body."""
        if schema is None:
            return None
        _, keys = self._envelopes.object_keys(stored.request, schema)
        return self._envelope(stored, schema, keys, "^", 0)

    def _envelope(self, stored: StoredObject, schema: Schema, keys: Keys, at: str, depth: int) -> Any:
        """An envelope with the object at `keys` in it."""
        if not keys:
            asked, _ = self._envelopes.object_keys(stored.request, schema)
            request = self._description.within(stored.request, asked)
            view = self._with_choice(schema, stored.sent, self._options(stored.response))
            return self._object(stored, view, request, stored.sent, "", 0)
        view = self._with_choice(schema, MISSING)
        if keys[0] == 0:
            return [self._envelope(stored, view.get("items"), keys[1:], f"{at}/0", depth)]
        result: dict[str, Any] = {}
        of_object = self._description.properties(self._description.within(schema, keys))
        is_anonymous = not any(map(is_identifier, of_object))
        for name, inner in view.get("properties", {}).items():
            if keys[0] == name:
                result[name] = self._envelope(stored, inner, keys[1:], f"{at}/{name}", depth + 1)
            elif not is_hidden(self._description.view(inner)):
                is_its_own = is_anonymous and is_identifier(name)  # beside an object, and of the object
                value = self._beside_object(stored, inner, f"/{name}" if is_its_own else f"{at}/{name}", depth + 1)
                if value is not MISSING:
                    result[name] = value
        return result

    def _beside_object(self, stored: StoredObject, schema: Any, at: str, depth: int) -> Any:
        """The value of another member of an envelope, after a successful call: its default, and no errors."""
        view = self._description.view(schema)
        if view.get("type") == "array" and at.endswith("/errors"):
            return []
        return self._inventor.value(stored, schema, at, depth) if view.get("default") is None else view["default"]

    def _object(
        self, stored: StoredObject, view: dict[str, Any], request: Schema, sent: Any, at: str, depth: int
    ) -> Any:
        if "properties" not in view:
            return self._sent_value(stored, view, request, sent, at, depth)
        # of a choice, what other options say does not count
        chosen = self._with_choice(request, sent).get("properties", {})
        asked, given = self._description.properties(request) | chosen, sent if isinstance(sent, dict) else {}
        if not at and not asked and (held := self._holder(view, request)):
            asked, given = {held: request}, {held: sent}
        unshown = {words(name): name for name in given if name not in view["properties"]}
        result: dict[str, Any] = {}
        for name, inner in view["properties"].items():
            if name not in given and (spelled := unshown.get(words(name))) is not None:
                asked, given = {**asked, name: asked.get(spelled)}, {**given, name: given[spelled]}
            if not is_hidden(self._description.view(inner)):
                is_required = name in view.get("required", []) or (not at and name in stored.required)
                value = self._member(stored, inner, asked, given, f"{at}/{name}", depth + 1, is_required=is_required)
                if value is not MISSING:
                    result[name] = value
        if view.get("additionalProperties") not in (None, False):
            result |= {name: value for name, value in given.items() if name not in view["properties"]}
        return result if at else {**result, **_with_nested_copies(result, asked, given)}

    def _holder(self, view: dict[str, Any], request: Schema) -> str:
        """The only property without a fixed shape, which shows a body without one; empty if there is none."""
        if request is None:
            return ""
        free = [n for n, inner in view["properties"].items() if not is_identifier(n) and self._is_free(inner)]
        return free[0] if len(free) == 1 and self._is_free(request) else ""

    def _is_free(self, schema: Schema) -> bool:
        view = self._description.view(schema)
        return view.get("type") in (None, "object") and not view.get("properties") and not view.get("options")

    def _member(
        self, stored: StoredObject, schema: Any, asked: Any, given: Any, at: str, depth: int, *, is_required: bool
    ) -> Any:
        """A property of an object: what was sent, the API's own value, or its default."""
        name, member_view = at.rsplit("/", 1)[-1], self._description.view(schema)
        wanted = self._description.view(asked.get(name, {}))
        is_given = name in given and not (wanted if name in asked else member_view).get("readOnly")
        if is_given:
            return self._sent_value(stored, member_view, asked.get(name), given[name], at, depth)
        is_chosen_by_api = at.removeprefix("/") in stored.identifiers
        if name not in asked or wanted.get("readOnly") or is_chosen_by_api:
            return self._inventor.value(stored, schema, at, depth)
        defaults = [view["default"] for view in (wanted, member_view) if "default" in view]
        if fitting := [value for value in defaults if value is None or is_of(value, member_view.get("type"))]:
            return fitting[0]
        if is_required:
            return None if member_view.get("nullable") else self._inventor.value(stored, schema, at, depth)
        return MISSING

    def _sent_value(
        self, stored: StoredObject, view: dict[str, Any], request: Schema, sent: Any, at: str, depth: int
    ) -> Any:
        """A sent value in the shape of the response; invented if the response has another type."""
        shape = self._with_choice(view, sent)
        if sent is None:
            return None
        if sent is MISSING or not is_of(sent, shape.get("type")):
            return self._inventor.value(stored, shape, at, depth)
        if isinstance(sent, dict) and "properties" in shape:
            return self._object(stored, shape, request, sent, at, depth)
        if isinstance(sent, list) and shape.get("items"):
            asked, items = self._description.view(request).get("items"), self._description.view(shape["items"])
            return [self._sent_value(stored, items, asked, item, f"{at}/{i}", depth + 1) for i, item in enumerate(sent)]
        return sent

    def _with_choice(self, schema: Any, sent: Any, option_ids: Container[int] = ()) -> dict[str, Any]:
        """The keywords of a schema, with one option of its choice: the one that fits the sent value best.

        Options with `option_ids`, which the object was created as, come first.
        """
        view = self._description.view(schema)
        if not view.get("options"):
            return view
        options = [o for o in view["options"] if id(self._description.target(o)) in option_ids] or view["options"]
        if sent is not MISSING:
            alike = [o for o in options if is_of(sent, self._description.kind(o))] or options
            fitting = [o for o in alike if not problems(self._description, sent, o, "")] or alike
            options = [max(fitting, key=lambda option: self._description.likeness(option, sent))]
        chosen = self._with_choice(options[0], sent)
        if "properties" not in chosen:
            return chosen
        return {**view, **chosen, "properties": {**view.get("properties", {}), **chosen["properties"]}}

    def _options(self, schema: Schema) -> set[int]:
        """The ids of the options of a schema; without a choice, its own."""
        options = self._description.view(schema).get("options") or [schema]
        return {id(self._description.target(option)) for option in options}


def _with_nested_copies(shown: dict[str, Any], asked: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Nested objects of a response that alone have a sent value: `{ref, sha}` may return as `{ref, head: {sha}}`."""
    inside = {name: value for name, value in shown.items() if isinstance(value, dict) and name not in asked}
    changed: dict[str, Any] = {}
    for name, value in given.items():
        holders = [holder for holder, members in inside.items() if name in members]
        if name not in shown and name not in _COMMON_PROPERTIES and len(holders) == 1:
            holder = changed.setdefault(holders[0], dict(inside[holders[0]]))
            if type(holder[name]) is type(value):
                holder[name] = value
    return changed
