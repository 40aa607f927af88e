"""Identifiers of objects: which value a path must have to find an object."""

import re
from collections.abc import Iterator
from typing import Any

from .description import Description, Operation, Parameter, Schema, words
from .envelopes import Envelopes
from .inventor import MISSING
from .paths import ends_in_parameter, is_direct_item, is_noun, is_parameter, parameter_names, segments, shared_start
from .relations import Relations
from .responses import Responses
from .stored_objects import IDENTIFIERS, StoredObject, is_identifier

_NAMES = tuple("name slug login username key code token label uuid uid guid identifier tag ip".split())
_NAMING_WORDS = ("username", "login", "name", "slug", "uuid")
"""Words for a value in descriptions: *name of the barn*."""

_ALTERNATIVES = re.compile(r"[a-z_][Oo]r_?[A-Z]|_or_")
"""A parameter that takes several properties, such as `idOrName`."""

_ALTERNATIVES_TEXT = re.compile(r"\b(?:id|name|slug|key)\b,? or (?:\w+ )?(?:id|name|slug|key)\b")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NUMBERED = re.compile(r"\bids?\b|identifier|uuid")


class Identities:
    """Finds which objects the paths of requests identify."""

    def __init__(
        self, description: Description, envelopes: Envelopes, relations: Relations, responses: Responses
    ) -> None:
        self._description, self._envelopes = description, envelopes
        self._relations, self._responses = relations, responses

    def api_identifiers(self, stored: StoredObject) -> set[str]:
        """The properties that identify an object in the paths that read it."""
        names = set()
        for path, operation in self._relations.readers:
            if path != stored.template and operation.response and self._relations.is_related(stored.template, path):
                names |= self._identifiers(stored, path, operation) or self._nested_identifier(stored, path, operation)
                create = self._relations.operation("POST", stored.template)
                wanted = {words(name) for name in parameter_names(path)[-1:]}
                names |= {name for name in (self._sample(stored, create) if create else ()) if words(name) in wanted}
        return names

    def path_values(self, stored: StoredObject) -> dict[str, str]:
        """The properties that repeat the last value of the path where an object was created."""
        read = self._relations.operation("GET", stored.template)
        names = parameter_names(stored.template)[-1:]
        if not stored.is_placed or read is None or not ends_in_parameter(stored.template):
            return {}
        create = self._relations.operation("PUT", stored.template) or self._relations.operation("POST", stored.template)
        sample = self._sample(stored, read) or (self._sample(stored, create) if create is not None else {})
        chosen = {
            self._identifier(sample, read.parameter(name), stored.template): stored.parameters[name] for name in names
        }
        return {name: value for name, value in chosen.items() if name is not None}

    def _sample(self, stored: StoredObject, operation: Operation) -> dict[str, Any]:
        """The properties of an object that may identify it, with any values of their types."""
        _, keys = self._envelopes.object_keys(stored.request, operation.response)
        properties = self._description.view(self._description.within(operation.response, keys)).get("properties", {})
        kinds = {name: self._description.kind(inner) for name, inner in properties.items()}
        return {name: 0 if kind == "integer" else "" for name, kind in kinds.items() if kind in ("string", "integer")}

    def _identifiers(self, stored: StoredObject, path: str, operation: Operation) -> set[str]:
        sample = self._sample(stored, operation)
        listed = parameter_names(path)
        new = listed[len(stored.parameters) :] or listed[-1:]
        chosen = (self._identifier(sample, operation.parameter(name), path) for name in new)
        return {name for name in chosen if name is not None}

    def _nested_identifier(self, stored: StoredObject, path: str, operation: Operation) -> set[str]:
        """An identifier in a nested object, such as `metadata/name`, and the name of that object."""
        _, keys = self._envelopes.object_keys(stored.request, operation.response)
        properties = self._description.view(self._description.within(operation.response, keys)).get("properties", {})
        parameter = operation.parameter(parameter_names(path)[-1])
        for name, inner in properties.items():
            members = self._description.view(inner).get("properties", {})
            texts = {key: "" for key, member in members.items() if self._description.kind(member) == "string"}
            key = self._identifier(texts, parameter)
            if key and self._may_name(parameter, key):
                return {name, f"{name}/{key}"}
        return set()

    def _may_name(self, parameter: Parameter, key: str) -> bool:
        """Whether a parameter may name a property of a nested object. The nested object's own identifier is none."""
        return not is_identifier(key) and words(parameter.name).endswith(words(key))

    def matches(self, stored: StoredObject, template: str, parameters: dict[str, str], operation: Operation) -> bool:
        """Whether the values of a path identify an object."""
        made, asked = segments(stored.template), segments(template)
        start = shared_start(made, asked)
        theirs = [segment for segment in asked[:start] if is_parameter(segment)]
        parents = dict(zip(theirs, [s for s in made[:start] if is_parameter(s)], strict=True))
        places = [segment for segment in asked if is_parameter(segment)]
        for place in places:
            name = parameter_names(place)[0]
            if place in parents:
                if stored.parameters.get(parameter_names(parents[place])[0]) != parameters[name]:
                    return False
            elif not self._fits(stored, template, operation.parameter(name), parameters[name], place == places[-1]):
                return False
        return True

    def identifier(self, stored: StoredObject) -> str | None:
        """The value by which the path of an item finds an object of a collection; None if no path does."""
        for path, operation in self._relations.readers:
            if is_direct_item(path, stored.template):
                value = self._value(stored, path, operation.parameter(parameter_names(path)[-1]))
                return None if value is MISSING else str(value)
        return None

    def _fits(self, stored: StoredObject, template: str, parameter: Parameter, value: str, is_last: bool) -> bool:
        if parameter.name in stored.path_values:
            return stored.path_values[parameter.name] == value
        held = self._value(stored, template, parameter)
        sent = stored.sent if isinstance(stored.sent, dict) else {}
        shown = self._core(stored, self._response(stored, template) or stored.request)
        named = [given for name, given in sent.items() if words(name) == words(parameter.name)]
        if words(parameter.name) not in map(words, shown) and value in map(str, named):
            return True  # it was sent under the name of the parameter, and no response has it
        if _ALTERNATIVES.search(parameter.name) or _ALTERNATIVES_TEXT.search(parameter.description):
            names = {*map(words, _WORD.findall(f"{parameter.name} {parameter.description}"))}
            told = {str(given) for name, given in [*sent.items(), *shown.items()] if words(name) in names}
            if value in told:
                return True
        if held is MISSING and is_last:  # a nested object may have the identifier
            inside = [
                (inner, self._identifier(inner, parameter)) for inner in shown.values() if isinstance(inner, dict)
            ]
            ends = [(i, key) for i, key in inside if key and self._may_name(parameter, key)]
            if any(str(inner[key]) == value for inner, key in ends):
                return True
        if held is not MISSING:
            return str(held) == value
        return not is_last or stored.hidden_id == value

    def _core(self, stored: StoredObject, schema: Schema) -> dict[str, Any]:
        """The object itself in a response, without its envelope."""
        shown = self._responses.show(stored, schema)
        for key in self._envelopes.object_keys(stored.request, schema)[1]:
            is_item = isinstance(shown, list) and shown
            shown = shown[0] if is_item else shown.get(key) if isinstance(shown, dict) else None
        return shown if isinstance(shown, dict) else {}

    def _response(self, stored: StoredObject, template: str) -> Any:
        read = self._relations.operation("GET", template)
        return (read.response if read else None) or self._relations.response_of(stored.template)

    def _value(self, stored: StoredObject, template: str, parameter: Parameter) -> Any:
        """The value that a parameter must have; MISSING if no response has it."""
        create = self._relations.operation("POST", stored.template)
        created = self._levels(stored, create.response) if create is not None and create.response is not None else []
        levels = [*self._levels(stored, self._response(stored, template)), *created]
        if (shorter := _value_by_shorter_name(levels, parameter)) is not MISSING:
            return shorter
        for level in levels:
            if (place := self._created_identifier(stored, level, parameter)) is not None:
                return stored.invented[place]
            named = self._member_named(level, parameter)
            held = named if isinstance(named, dict) else level
            if chosen := self._identifier(held, parameter, template):
                return held[chosen]
        sent = stored.sent if isinstance(stored.sent, dict) else {}
        if chosen := self._identifier(sent, parameter):
            return sent[chosen]
        ending = [value for name, value in sent.items() if words(name).endswith(words(parameter.name))]
        return ending[0] if len(ending) == 1 else MISSING

    def _levels(self, stored: StoredObject, response: Schema) -> list[dict[str, Any]]:
        """The object in a response, and the envelopes around it; without a response, the object in the request."""
        asked, returned = self._envelopes.object_keys(stored.request, response)
        levels = [self._responses.show(stored, response if response is not None else stored.request)]
        for key in returned if response is not None else asked:
            above = levels[-1]
            levels.append(
                above[key] if isinstance(above, list) else above.get(key) if isinstance(above, dict) else None
            )
        return [level for level in reversed(levels) if isinstance(level, dict)]

    def _member_named(self, data: dict[str, Any], parameter: Parameter) -> Any:
        """The value with the name of a parameter, such as the owner of an object."""
        return next((value for name, value in data.items() if words(name) == words(parameter.name)), None)

    def _created_identifier(self, stored: StoredObject, level: dict[str, Any], parameter: Parameter) -> str | None:
        """The place of the identifier that only the response to create has; None if there is none."""
        wanted = words(parameter.name)
        if wanted in map(words, level):
            return None
        named = (at for at in stored.invented if at.count("/") == 1 and words(at) == wanted)
        has_none = wanted.endswith("id") and not any(map(is_identifier, level))
        alone = (f"/{word}" for word in IDENTIFIERS if has_none and f"/{word}" in stored.invented)
        return next(named, next(alone, None))

    def _identifier(self, data: dict[str, Any], parameter: Parameter, template: str = "") -> str | None:
        """The property that a parameter names, by the parameter's name, description and type.

        At `/promotion_codes/{promotion_code}`, it is the object as a whole, and not the code in it.
        """
        scalars = {words(k): k for k, v in data.items() if isinstance(v, str | int) and not isinstance(v, bool)}
        wanted, kind = words(parameter.name), self._description.kind(parameter.schema)
        if wanted in scalars:
            return scalars[wanted]
        fits = {word: key for word, key in scalars.items() if kind != "integer" or isinstance(data[key], int)}
        default = "id" if wanted.endswith("id") else ""
        tail = max((word for word in fits if wanted.endswith(word)), key=len, default=default)
        tail = "id" if tail in _NAMES and "id" in fits and is_noun(template, parameter.name) else tail
        text = parameter.description
        said = next((word for word in _NAMING_WORDS if re.search(rf"\b{word}\b of", text) and word in fits), "")
        told = (word for word in fits if word.endswith(wanted) and word in words(text))
        is_numbered = bool(_NUMBERED.search(text))
        said = said or ("" if is_numbered else next(told, ""))
        if isinstance(data.get("id"), str) or tail == "id":
            order = [said, tail, "id", *_NAMES]
        else:
            order = [said, tail, *_NAMES[:5], "id", *_NAMES]
        if kind == "integer":
            order = [tail, *IDENTIFIERS, *order]
        elif not said and (is_numbered or wanted.endswith(("id", "identifier"))):
            order = [*IDENTIFIERS, *order]
        return next((fits[word] for word in order if word in fits), None)


def _value_by_shorter_name(levels: list[dict[str, Any]], parameter: Parameter) -> Any:
    """The value under a shorter name of a parameter, in an object without an identifier; else MISSING."""
    if any(is_identifier(name) for level in levels for name in level):
        return MISSING
    named = {words(key): value for level in reversed(levels) for key, value in level.items()}
    return next(
        (named[word] for word in _shorter_names(parameter.name) if isinstance(named.get(word), str | int)), MISSING
    )


def _shorter_names(name: str) -> Iterator[str]:
    """A name without one of the words inside it: `external_customer_id` is the external id of a customer."""
    parts = [words(part) for part in _WORD.findall(name)]
    for i in range(1, len(parts) - 1):
        yield "".join((*parts[:i], *parts[i + 1 :]))
