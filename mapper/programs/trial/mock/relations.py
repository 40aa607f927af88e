"""Which operations share their objects: lists, items, singletons."""

import re
from collections.abc import Iterator
from functools import cached_property

from .description import Description, Operation, Schema, words
from .envelopes import Envelopes, Keys
from .paths import ends_in_parameter, is_direct_item, is_parameter, parameter_names, parent, segments
from .stored_objects import is_identifier

_CHANGES = ("PUT", "PATCH", "POST")


_EXTENSION = re.compile(r"\.(?:json|xml)\Z")
"""The end of some paths: `/keys.json` is the collection of `/keys/{id}.json`."""


class Relations:
    """How the paths of a description relate to each other."""

    def __init__(self, description: Description, envelopes: Envelopes) -> None:
        self._description, self._envelopes = description, envelopes
        self._related: dict[tuple[str, str], bool] = {}
        self._direct: dict[str, bool] = {}

    def list_requests(self) -> Iterator[int]:
        """The ids of request schemas that create several objects: they have nothing but a list of items."""
        for (method, template), operation in self._description.operations.items():
            properties = self._description.view(operation.request).get("properties", {})
            items = [self._description.view(inner).get("items") for inner in properties.values()]
            if method == "POST" and len(items) == 1 and self._description.kind(items[0]) == "object":
                sent = set(self._description.properties(items[0]))
                reads = [read for path, read in self.readers if is_direct_item(path, template)]
                levels = [names for read in reads for names in self._envelopes.levels(read.response).values()]
                if any(len(sent & names) > len(sent) / 2 for names in levels):
                    yield id(operation.request)

    def operation(self, method: str, template: str) -> Operation | None:
        """The operation, if there is one."""
        return self._description.operations.get((method, template))

    @cached_property
    def readers(self) -> list[tuple[str, Operation]]:
        """The operations that read, with their paths."""
        return [(path, op) for (method, path), op in self._description.operations.items() if method == "GET"]

    def is_singleton(self, template: str) -> bool:
        """Whether there is just one object at a path without a parameter at its end."""
        has_items = any(
            method in ("GET", "DELETE") and is_direct_item(path, template)
            for method, path in self._description.operations
        )
        is_changed = any(self.operation(method, template) for method in _CHANGES)
        return (
            not ends_in_parameter(template) and bool(self.operation("GET", template)) and is_changed and not has_items
        )

    def is_list(self, template: str) -> bool:
        """Whether GET lists the objects that POST creates at the same path."""
        read, create = self.operation("GET", template), self.operation("POST", template)
        is_item = ends_in_parameter(template) and self.operation("POST", parent(template)) is not None
        if read is None or create is None or is_item:
            return False
        keys = self.list_keys(read.response)
        if keys is None:
            return False
        items = self._envelopes.levels(self._description.within(read.response, (*keys, 0)), 0)[()]
        levels = [*self._envelopes.levels(create.response).values(), *self._envelopes.levels(create.request).values()]
        best = max(len(items & names) for names in levels)
        whole = self._envelopes.levels(read.response, 0)[()] & self._envelopes.levels(create.response, 0)[()]
        return best > len(whole)

    def is_view(self, template: str) -> bool:
        """Whether a path below an item only shows a part of it: no operation changes it there."""
        is_below = not ends_in_parameter(template) and any(map(is_parameter, segments(template)))
        return is_below and not any(self.operation(method, template) for method in (*_CHANGES, "DELETE"))

    def is_made(self, template: str) -> bool:
        """Whether an operation creates the items of a path. Items that none creates exist."""
        makers = [path for method, path in self._description.operations if method == "POST"]
        return any(self.is_related(path, template) for path in makers)

    def list_keys(self, schema: Schema) -> Keys | None:
        """Where the list is in a response: the response itself, or its first list of objects."""
        view = self._description.view(schema)
        if view.get("type") == "array":
            return ()
        for name, inner in view.get("properties", {}).items():
            items = self._description.view(inner).get("items")
            if self._description.kind(inner) == "array" and self._description.kind(items) == "object":
                return (name,)
        return None

    def request_of(self, template: str) -> Schema:
        """The body that changes a singleton."""
        changes = (self.operation(method, template) for method in _CHANGES)
        return next((operation.request for operation in changes if operation and operation.request), None)

    def required_by_updates(self, template: str) -> frozenset[str]:
        """The properties that an update of an item requires: who reads an object can write all of it again."""
        required: set[str] = set()
        for (method, path), operation in self._description.operations.items():
            if method in ("PUT", "PATCH") and path != template and self.is_related(template, path):
                required.update(self._description.view(operation.request).get("required", ()))
        return frozenset(required)

    def response_of(self, template: str) -> Schema:
        """The response that shows objects created at a path."""
        reads = (op.response for path, op in self.readers if op.response and self.is_related(template, path))
        return next(reads, None)

    def is_related(self, made: str, item: str) -> bool:
        """Whether an object created at the path `made` is read at the path `item`."""
        if (made, item) not in self._related:
            self._related[made, item] = made == item or self._is_item(made, item)
        return self._related[made, item]

    def _is_item(self, made: str, item: str) -> bool:
        made_segments, item_segments = segments(made), segments(item)
        while (
            len(made_segments) > 1 and item_segments[-1:] == made_segments[-1:] and not is_parameter(made_segments[-1])
        ):
            made_segments, item_segments = (
                made_segments[:-1],
                item_segments[:-1],
            )  # `/schemas/{id}/text` is read where `/schemas/text` makes it
        if not item_segments or not is_parameter(item_segments[-1]):
            return False
        if made_segments[:-1] == item_segments[:-1] and not is_parameter(made_segments[-1]):
            return self._is_only_maker(made, item)
        above = list(item_segments)
        while above and is_parameter(above[-1]):
            above.pop()
        pairs = zip(made_segments, item_segments, strict=False)
        same_start = all(is_parameter(a) == is_parameter(b) and (is_parameter(a) or a == b) for a, b in pairs)
        if len(item_segments) == len(made_segments) + 1 and same_start:
            return True
        nouns = [_EXTENSION.sub("", part) for part in made_segments if not is_parameter(part)]
        same_noun = nouns[-1:] == above[-1:]
        created, read = self._component(made, "POST"), self._component(item, "GET")
        if self._has_direct_item(made):
            return created in (read, None) and same_noun
        return same_noun or (created == read and created is not None)

    def _has_direct_item(self, made: str) -> bool:
        """Whether an operation reads items right below a path. Looked up once: `is_related` asks for every pair."""
        if made not in self._direct:
            self._direct[made] = any(is_direct_item(path, made) for path, _ in self.readers)
        return self._direct[made]

    def _is_only_maker(self, made: str, item: str) -> bool:
        """Whether only POST beside an item creates it, as `/certificates/order` does: no other creates or lists it."""
        create, read = self.operation("POST", made), self.operation("GET", item)
        if self.operation("POST", parent(item)) or self.operation("GET", made) or create is None or read is None:
            return False
        returned = self._envelopes.levels(create.response).values()
        wanted = words(parameter_names(item)[-1])
        return any(is_identifier(name) or words(name) == wanted for names in returned for name in names)

    def _component(self, template: str, method: str) -> int | None:
        """An id of the component that an operation responds with; None if it is written out."""
        operation = self.operation(method, template)
        if operation is None or operation.response is None:
            return None
        _, keys = self._envelopes.object_keys(operation.request, operation.response)
        schema = self._description.within(operation.response, keys)
        is_reference = isinstance(schema, dict) and "$ref" in schema
        return id(self._description.target(schema)) if is_reference else None
