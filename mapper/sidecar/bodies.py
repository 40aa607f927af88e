"""Writes the bodies of a sidecar: each once, after the bodies nested in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from msgspec import UNSET, UnsetType

from .. import model
from ..documents import escape_token
from ..limits import plain
from ..model import Attribute, Collection, Mapping, Nested, Scalar, ScalarKind, Status, Union
from ..nesting import check_nesting
from ..places import Location
from ..samples.given import sample_of
from . import shape
from .encoding import encode, spread
from .tables import Contributions, Keys, Tables, bodies_of, digest

UNION = "union"
"""The word for a union in the type of an attribute."""
OBJECT = "object"
"""The word for an element type with members in the type of an attribute."""

PROPERTIES = "/properties"
"""What a pointer has between the schema and the name of a property."""
_EMPTY = "empty"


def known(text: str | None) -> str | UnsetType:
    """The text, or UNSET for None: the member is then left out."""
    return UNSET if text is None else text


class Bodies:
    """The table of bodies. Bodies with the same content and the same places are written as one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._keys: dict[int, str] = {}
        self._contents: dict[str, str] = {}
        self._names = Keys()

    def key(self, body: model.Body) -> str:
        """The key of a body that has been written. Raises KeyError for another one."""
        return self._keys[id(body)]

    def texts(self, mapping: Mapping) -> Iterator[str]:
        """The JSON text of each body of a mapping, made one at a time to save memory.

        Raises MappingError if bodies are nested more deeply than a reader accepts.
        """
        roots = list(_roots(mapping))
        check_nesting(roots)
        for name, body in roots:
            yield from self._of(body, name)

    def _of(self, body: model.Body, name: str) -> Iterator[str]:
        if id(body) in self._keys:
            return
        for attribute in body.attributes:
            for inner in bodies_of(attribute):
                yield from self._of(inner, attribute.name)
        entry = _Entry(body, self._tables, self)
        content = entry.content()
        content_digest = digest(f"{content}\n{entry.positions}")
        key = self._contents.get(content_digest)
        if key is None:
            key = self._contents[content_digest] = self._names.take(
                body.name or (name if body.attributes else _EMPTY), content
            )
            yield "".join(spread(entry.head(key), "attributes", entry.attributes))
        self._keys[id(body)] = key


def _roots(mapping: Mapping) -> Iterator[tuple[str, model.Body]]:
    """The bodies that are not nested in another one, and a name for each."""
    for entity in mapping.entities:
        yield str(entity.ref), entity.body
        if entity.frame.attributes:
            yield f"{entity.ref} frame", entity.frame
    for struct in mapping.structs:
        yield struct.name or "", struct


def operation_pointer(path: str, method: str) -> str:
    """The JSON pointer of an operation in an OpenAPI description."""
    return f"/paths/{escape_token(path)}/{method.lower()}"


class _Entry:
    """The text of one body."""

    def __init__(self, body: model.Body, tables: Tables, bodies: Bodies) -> None:
        self._body, self._tables, self._bodies = body, tables, bodies
        self._parents: dict[tuple[int, str], int] = {}
        self._sources = self._status = ""
        self.positions: list[int] = []
        self.attributes = [encode(self._attribute(attribute)) for attribute in body.attributes]
        self._left_out = [*self._ignored(), *self._omitted()]

    def head(self, key: str) -> str:
        """The members except the attributes."""
        return self._head(key, self.positions)

    def content(self) -> str:
        """Text that is equal for equal bodies, without line numbers."""
        return "\n".join([self._head("", []), *self.attributes])

    def _head(self, key: str, positions: list[int]) -> str:
        body = self._body
        return encode(
            shape.Body(
                key=key,
                name=known(body.name),
                description=UNSET if body.description is None else self._tables.text(body.description),
                sources=self._sources,
                status=self._status,
                parents=[shape.Parent(file, self._tables.text(pointer)) for file, pointer in self._parents],
                left_out=self._left_out,
                positions=positions,
            )
        )

    def _attribute(self, attribute: Attribute) -> shape.Attribute:
        type_ = attribute.type
        entry = shape.Attribute(name=attribute.name)
        if attribute.source_name != attribute.name:
            entry.source_name = attribute.source_name
        if not isinstance(type_, Scalar) or type_.kind is not ScalarKind.STRING or type_.name is not None:
            self._set_type(entry, type_)
        status = self._tables.status(attribute.status, attribute.reason)
        if not self._status:
            self._status = status
        elif status != self._status:
            entry.status = status
        if attribute.description is not None:
            entry.description = self._tables.text(attribute.description)
        self._set_origins(entry, attribute)
        self._set_others(entry, attribute)
        return entry

    def _set_type(self, entry: shape.Attribute | shape.Placement | shape.Option, type_: model.Type) -> None:
        words: list[str] = []
        while isinstance(type_, Collection):
            words.append(type_.kind)
            type_ = type_.element
        if isinstance(type_, Scalar):
            words.append(type_.kind)
            entry.type_name = known(type_.name)
        elif isinstance(type_, Union):
            words.append(UNION)
            entry.options = [self._option(option) for option in type_.options]
            entry.discriminator = known(type_.discriminator)
        else:
            entry.body = self._bodies.key(type_.body)
            if isinstance(type_, Nested):
                entry.nested, entry.block = type_.mode, type_.block
            else:
                words.append(OBJECT)
        if words:
            entry.type = " of ".join(words)

    def _option(self, type_: model.Type) -> shape.Option:
        entry = shape.Option()
        self._set_type(entry, type_)
        return entry

    def _set_others(self, entry: shape.Attribute, attribute: Attribute) -> None:
        """Set the members that few attributes have."""
        if attribute.default is not None:
            entry.default = attribute.default.value
        if attribute.limits:
            entry.constraints = [shape.Limit(*plain(limit)) for limit in attribute.limits]
        if attribute.deprecation is not None:
            entry.deprecation = self._tables.text(attribute.deprecation)
        if attribute.fragments:
            entry.fragments = fragments(attribute.fragments, self._tables)
        if attribute.code_name is not None:
            entry.code_name = attribute.code_name
        if attribute.refers_to is not None:
            target = attribute.refers_to
            entry.refers_to = shape.Reference(provider=target.provider, entity=str(target.entity), path=target.path)
        if attribute.secret is not None:
            entry.secret = attribute.secret
        if attribute.status is not Status.COMPUTED:
            sample = sample_of(attribute)
            entry.min_members = sample.members
            entry.path_parameters = list(sample.path_parameters)
            if sample.value is not None:
                entry.sample = sample.value
        if attribute.placements:
            entry.placements = [self._placement(placement, attribute) for placement in attribute.placements]
        entry.sensitive, entry.replaces = attribute.sensitive, attribute.replaces
        entry.write_only, entry.always = attribute.write_only, attribute.always

    def _placement(self, placement: model.Placement, attribute: Attribute) -> shape.Placement:
        entry = shape.Placement(name=placement.name, always=placement.always)
        if placement.status is not attribute.status:
            entry.status = placement.status
        if placement.type is not None:
            self._set_type(entry, placement.type)
        return entry

    def _set_origins(self, attribute_entry: shape.Attribute, attribute: Attribute) -> None:
        """Set the origins, grouped by place: the first place in the attribute itself, the others in `more_origins`."""
        origins, token = attribute.origins, escape_token(attribute.source_name)
        if len(origins) == 1:  # the most frequent case
            self._set_origin(attribute_entry, origins[0], ((origins[0].part, origins[0].contribution),), token)
        elif not origins:
            self._set_sources(attribute_entry, ())
        else:
            groups = [list(group) for _, group in groupby(origins, key=_place_of)]
            more = [shape.Origin() for _ in groups[1:]]
            entries: list[shape.Origin | shape.Attribute] = [attribute_entry, *more]
            for entry, group in zip(entries, groups, strict=True):
                self._set_origin(entry, group[0], tuple((o.part, o.contribution) for o in group), token)
            attribute_entry.more_origins = more

    def _set_origin(
        self, entry: shape.Origin | shape.Attribute, origin: model.Origin, sources: Contributions, name: str
    ) -> None:
        location = origin.location
        pointer = location.pointer
        parent, slash, token = pointer.rpartition("/")
        is_property = token == name and parent.endswith(PROPERTIES)
        if is_property:
            parent = parent.removesuffix(PROPERTIES)
        self.positions += location.document.position(pointer) or (0, 0)
        self._set_sources(entry, sources)
        key = self._tables.file(location), parent
        number = self._parents.get(key)
        if number is None:
            number = self._parents[key] = len(self._parents)
        if number:
            entry.parent = number
        if not slash:  # the pointer is that of the whole document
            entry.token = None
        elif not is_property:
            entry.token = token
        if origin.via:
            entry.via = self._tables.chain(origin.via)

    def _set_sources(self, entry: shape.Origin | shape.Attribute, contributions: Contributions) -> None:
        sources = self._tables.sources(contributions)
        if not self._sources:
            self._sources = sources
        elif sources != self._sources:
            entry.sources = sources

    def _ignored(self) -> Iterator[shape.LeftOut]:
        for found in self._body.ignored:
            location, rule = (self._tables.place(place) for place in (found.location, found.rule))
            yield shape.LeftOut(name=found.source_name, location=location, ignored_by=rule)

    def _omitted(self) -> Iterator[shape.LeftOut]:
        for found in self._body.omitted:
            yield shape.LeftOut(name=found.source_name, code=found.note.rule.code)


def fragments(parts: tuple[model.Fragment, ...], tables: Tables) -> list[shape.Fragment]:
    """The parts of the artifact that the config gives."""
    return [shape.Fragment(keyword=f.keyword, value=f.value, location=tables.place(f.location)) for f in parts]


def _place_of(origin: model.Origin) -> tuple[object, ...]:
    return _hop(origin.location), tuple(map(_hop, origin.via))


def _hop(location: Location) -> tuple[int, str]:
    return id(location.document), location.pointer
