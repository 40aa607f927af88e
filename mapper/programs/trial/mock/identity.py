"""The value that a path must have to find an object."""

import re
from collections.abc import Iterator
from typing import Any

from .description import Description, Operation, Parameter, Schema, words
from .envelopes import Envelopes
from .invented import MISSING
from .paths import ends_in_parameter, is_direct_item, is_noun, is_parameter, parameter_names, segments, shared_start
from .relations import Relations
from .responses import Responses
from .things import IDENTIFIERS, Thing, is_identifier

_NAMES = tuple("name slug login username key code token label uuid uid guid identifier tag ip".split())
_SAID = ("username", "login", "name", "slug", "uuid")
"""What a description calls a value: *name of the barn*."""

_EITHER = re.compile(r"[a-z_][Oo]r_?[A-Z]|_or_")
"""A parameter that takes several properties, such as `idOrName`."""

_EITHER_SAID = re.compile(r"\b(?:id|name|slug|key)\b,? or (?:\w+ )?(?:id|name|slug|key)\b")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_NUMBERED = re.compile(r"\bids?\b|identifier|uuid")


class Identities:
    """Compares paths of requests with objects."""

    def __init__(
        self, description: Description, envelopes: Envelopes, relations: Relations, responses: Responses
    ) -> None:
        self._description, self._envelopes = description, envelopes
        self._relations, self._responses = relations, responses

    def chosen_by_api(self, thing: Thing) -> set[str]:
        """The properties that identify the object in paths that read it."""
        names = set()
        for path, operation in self._relations.readers:
            if path != thing.template and operation.response and self._relations.is_related(thing.template, path):
                names |= self._identifiers(thing, path, operation) or self._inside(thing, path, operation)
                made = self._relations.operation("POST", thing.template)
                wanted = {words(name) for name in parameter_names(path)[-1:]}
                names |= {name for name in (self._sample(thing, made) if made else ()) if words(name) in wanted}
        return names

    def repeated(self, thing: Thing) -> dict[str, str]:
        """The properties that have the value at the end of the path at which an object was made."""
        read = self._relations.operation("GET", thing.template)
        names = parameter_names(thing.template)[-1:]
        if not thing.is_placed or read is None or not ends_in_parameter(thing.template):
            return {}
        made = self._relations.operation("PUT", thing.template) or self._relations.operation("POST", thing.template)
        sample = self._sample(thing, read) or (self._sample(thing, made) if made is not None else {})
        chosen = {
            self._identifier(sample, read.parameter(name), thing.template): thing.parameters[name] for name in names
        }
        return {name: value for name, value in chosen.items() if name is not None}

    def _sample(self, thing: Thing, operation: Operation) -> dict[str, Any]:
        """The properties of an object that may identify it, with any values of their types."""
        _, keys = self._envelopes.cores(thing.request, operation.response)
        properties = self._description.view(self._description.within(operation.response, keys)).get("properties") or {}
        kinds = {name: self._description.kind(inner) for name, inner in properties.items()}
        return {name: 0 if kind == "integer" else "" for name, kind in kinds.items() if kind in ("string", "integer")}

    def _identifiers(self, thing: Thing, path: str, operation: Operation) -> set[str]:
        sample = self._sample(thing, operation)
        listed = parameter_names(path)
        new = listed[len(thing.parameters) :] or listed[-1:]
        chosen = (self._identifier(sample, operation.parameter(name), path) for name in new)
        return {name for name in chosen if name is not None}

    def _inside(self, thing: Thing, path: str, operation: Operation) -> set[str]:
        """What an object in it is called, such as `metadata/name`, with the object."""
        _, keys = self._envelopes.cores(thing.request, operation.response)
        properties = self._description.view(self._description.within(operation.response, keys)).get("properties") or {}
        parameter = operation.parameter(parameter_names(path)[-1])
        for name, inner in properties.items():
            members = self._description.view(inner).get("properties") or {}
            texts = {key: "" for key, member in members.items() if self._description.kind(member) == "string"}
            key = self._identifier(texts, parameter)
            if key and self._calls(parameter, key):
                return {name, f"{name}/{key}"}
        return set()

    def _calls(self, parameter: Parameter, key: str) -> bool:
        """Whether a property of an object in it may be what the parameter calls: its own identifier is not."""
        return not is_identifier(key) and words(parameter.name).endswith(words(key))

    def is_found(self, thing: Thing, template: str, parameters: dict[str, str], operation: Operation) -> bool:
        """Whether the values of a path are those of an object."""
        made, asked = segments(thing.template), segments(template)
        start = shared_start(made, asked)
        theirs = [segment for segment in asked[:start] if is_parameter(segment)]
        parents = dict(zip(theirs, [s for s in made[:start] if is_parameter(s)], strict=True))
        places = [segment for segment in asked if is_parameter(segment)]
        for place in places:
            name = parameter_names(place)[0]
            if place in parents:
                if thing.parameters.get(parameter_names(parents[place])[0]) != parameters[name]:
                    return False
            elif not self._fits(thing, template, operation.parameter(name), parameters[name], place == places[-1]):
                return False
        return True

    def identifier(self, thing: Thing) -> str | None:
        """The value by which the path of an item finds an object of a collection; None if no path does."""
        for path, operation in self._relations.readers:
            if is_direct_item(path, thing.template):
                value = self._value(thing, path, operation.parameter(parameter_names(path)[-1]))
                return None if value is MISSING else str(value)
        return None

    def _fits(self, thing: Thing, template: str, parameter: Parameter, value: str, is_last: bool) -> bool:
        if parameter.name in thing.repeated:
            return thing.repeated[parameter.name] == value
        held = self._value(thing, template, parameter)
        sent = thing.sent if isinstance(thing.sent, dict) else {}
        shown = self._core(thing, self._response(thing, template) or thing.request)
        named = [given for name, given in sent.items() if words(name) == words(parameter.name)]
        if words(parameter.name) not in map(words, shown) and value in map(str, named):
            return True  # what was sent under the name of the parameter, and no response has
        if _EITHER.search(parameter.name) or _EITHER_SAID.search(parameter.description):
            names = {*map(words, _WORD.findall(f"{parameter.name} {parameter.description}"))}
            told = {str(given) for name, given in [*sent.items(), *shown.items()] if words(name) in names}
            if value in told:
                return True
        if held is MISSING and is_last:  # what an object in it is called
            inside = [
                (inner, self._identifier(inner, parameter)) for inner in shown.values() if isinstance(inner, dict)
            ]
            ends = [(i, key) for i, key in inside if key and self._calls(parameter, key)]
            if any(str(inner[key]) == value for inner, key in ends):
                return True
        if held is not MISSING:
            return str(held) == value
        return not is_last or thing.hidden == value

    def _core(self, thing: Thing, schema: Schema) -> dict[str, Any]:
        """The object itself in a response, without its envelope."""
        shown = self._responses.show(thing, schema)
        for key in self._envelopes.cores(thing.request, schema)[1]:
            is_item = isinstance(shown, list) and shown
            shown = shown[0] if is_item else shown.get(key) if isinstance(shown, dict) else None
        return shown if isinstance(shown, dict) else {}

    def _response(self, thing: Thing, template: str) -> Any:
        read = self._relations.operation("GET", template)
        return (read.response if read else None) or self._relations.response_of(thing.template)

    def _value(self, thing: Thing, template: str, parameter: Parameter) -> Any:
        """The value that a parameter must have; MISSING if no response has it."""
        made = self._relations.operation("POST", thing.template)
        created = self._levels(thing, made.response) if made is not None and made.response is not None else []
        levels = [*self._levels(thing, self._response(thing, template)), *created]
        if (shorter := _shorter(levels, parameter)) is not MISSING:
            return shorter
        for level in levels:
            if (place := self._only_created(thing, level, parameter)) is not None:
                return thing.made[place]
            named = self._member_called(level, parameter)
            held = named if isinstance(named, dict) else level
            if chosen := self._identifier(held, parameter, template):
                return held[chosen]
        sent = thing.sent if isinstance(thing.sent, dict) else {}
        if chosen := self._identifier(sent, parameter):
            return sent[chosen]
        ending = [value for name, value in sent.items() if words(name).endswith(words(parameter.name))]
        return ending[0] if len(ending) == 1 else MISSING

    def _levels(self, thing: Thing, response: Schema) -> list[dict[str, Any]]:
        """The object in a response, and the envelopes around it; that of the request if there is no response."""
        asked, returned = self._envelopes.cores(thing.request, response)
        levels = [self._responses.show(thing, response if response is not None else thing.request)]
        for key in returned if response is not None else asked:
            above = levels[-1]
            levels.append(
                above[key] if isinstance(above, list) else above.get(key) if isinstance(above, dict) else None
            )
        return [level for level in reversed(levels) if isinstance(level, dict)]

    def _member_called(self, data: dict[str, Any], parameter: Parameter) -> Any:
        """What is called like a parameter in an object, such as the owner of what belongs to one."""
        return next((value for name, value in data.items() if words(name) == words(parameter.name)), None)

    def _only_created(self, thing: Thing, level: dict[str, Any], parameter: Parameter) -> str | None:
        """The place of the identifier that only the response to create has; None if there is none."""
        wanted = words(parameter.name)
        if wanted in map(words, level):
            return None
        named = (at for at in thing.made if at.count("/") == 1 and words(at) == wanted)
        has_none = wanted.endswith("id") and not any(map(is_identifier, level))
        alone = (f"/{word}" for word in IDENTIFIERS if has_none and f"/{word}" in thing.made)
        return next(named, next(alone, None))

    def _identifier(self, data: dict[str, Any], parameter: Parameter, template: str = "") -> str | None:
        """The property of an object that a parameter is: by its name, its description and its type.

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
        said = next((word for word in _SAID if re.search(rf"\b{word}\b of", text) and word in fits), "")
        told = (word for word in fits if wanted != word.removesuffix(wanted) and word in words(text))
        is_numbered = bool(_NUMBERED.search(text))
        said = said or ("" if is_numbered else next((word for word in told if word.endswith(wanted)), ""))
        if isinstance(data.get("id"), str) or tail == "id":
            order = [said, tail, "id", *_NAMES]
        else:
            order = [said, tail, *_NAMES[:5], "id", *_NAMES]
        if kind == "integer":
            order = [tail, *IDENTIFIERS, *order]
        elif not said and (is_numbered or wanted.endswith(("id", "identifier"))):
            order = [*IDENTIFIERS, *order]
        return next((fits[word] for word in order if word in fits), None)


def _shorter(levels: list[dict[str, Any]], parameter: Parameter) -> Any:
    """What an object without an identifier has under the name of a parameter without a word inside it, else MISSING."""
    if any(is_identifier(name) for level in levels for name in level):
        return MISSING
    named = {words(key): value for level in reversed(levels) for key, value in level.items()}
    return next((named[word] for word in _shortened(parameter.name) if isinstance(named.get(word), str | int)), MISSING)


def _shortened(name: str) -> Iterator[str]:
    """A name without one of the words inside it: `external_customer_id` is the external id of a customer."""
    parts = [words(part) for part in _WORD.findall(name)]
    for i in range(1, len(parts) - 1):
        yield "".join((*parts[:i], *parts[i + 1 :]))
