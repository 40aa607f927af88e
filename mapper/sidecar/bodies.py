"""Bodies as entries of a sidecar: each once, after those that are nested in it."""

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
from .tables import Given, Keys, Tables, bodies_of, digest

UNION = "union"
"""The word for a type that is one of several."""
OBJECT = "object"
"""The word for an element type with members, in the type of an attribute."""

PROPERTIES = "/properties"
"""What is between the pointer to a schema and the name of a property."""
_EMPTY = "empty"


def known(text: str | None) -> str | UnsetType:
    """A text, or nothing where there is none."""
    return UNSET if text is None else text


class Bodies:
    """The table of bodies. Those that say the same of the same places are one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._keys: dict[int, str] = {}
        self._contents: dict[str, str] = {}
        self._names = Keys()

    def key(self, body: model.Body) -> str:
        """The key of a body that has been written."""
        return self._keys[id(body)]

    def texts(self, mapping: Mapping) -> Iterator[str]:
        """The text of each body of a mapping, in one piece: one body is in memory at a time.

        Raises MappingError where more is nested than can be read again.
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
        everything = digest(f"{content}\n{entry.positions}")
        key = self._contents.get(everything)
        if key is None:
            key = self._contents[everything] = self._names.take(
                body.name or (name if body.attributes else _EMPTY), content
            )
            yield "".join(spread(entry.head(key), "attributes", entry.attributes))
        self._keys[id(body)] = key


def _roots(mapping: Mapping) -> Iterator[tuple[str, model.Body]]:
    """The bodies that are nested in no other, with what to call them."""
    for entity in mapping.entities:
        yield str(entity.ref), entity.body
        if entity.frame.attributes:
            yield f"{entity.ref} frame", entity.frame
    for struct in mapping.structs:
        yield struct.name or "", struct


def operation_pointer(path: str, method: str) -> str:
    """Where an operation of a description is."""
    return f"/paths/{escape_token(path)}/{method.lower()}"


class _Entry:
    """One body, as it is written."""

    def __init__(self, body: model.Body, tables: Tables, bodies: Bodies) -> None:
        self._body, self._tables, self._bodies = body, tables, bodies
        self._parents: dict[tuple[int, str], int] = {}
        self._sources = self._status = ""
        self.positions: list[int] = []
        self.attributes = [encode(self._attribute(attribute)) for attribute in body.attributes]
        self._left_out = [*self._ignored(), *self._omitted()]

    def head(self, key: str) -> str:
        """The members that are not attributes."""
        return self._head(key, self.positions)

    def content(self) -> str:
        """All that tells the body from others, but for positions."""
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
        found = shape.Attribute(name=attribute.name)
        if attribute.source_name != attribute.name:
            found.source_name = attribute.source_name
        if not isinstance(type_, Scalar) or type_.kind is not ScalarKind.STRING or type_.name is not None:
            self._set_type(found, type_)
        status = self._tables.status(attribute.status, attribute.reason)
        if not self._status:
            self._status = status
        elif status != self._status:
            found.status = status
        if attribute.description is not None:
            found.description = self._tables.text(attribute.description)
        self._set_origins(found, attribute)
        self._set_others(found, attribute)
        return found

    def _set_type(self, found: shape.Attribute | shape.Placement | shape.Option, type_: model.Type) -> None:
        words: list[str] = []
        while isinstance(type_, Collection):
            words.append(type_.kind)
            type_ = type_.element
        if isinstance(type_, Scalar):
            words.append(type_.kind)
            found.type_name = known(type_.name)
        elif isinstance(type_, Union):
            words.append(UNION)
            found.options = [self._option(option) for option in type_.options]
            found.discriminator = known(type_.discriminator)
        else:
            found.body = self._bodies.key(type_.body)
            if isinstance(type_, Nested):
                found.nested, found.block = type_.mode, type_.block
            else:
                words.append(OBJECT)
        if words:
            found.type = " of ".join(words)

    def _option(self, type_: model.Type) -> shape.Option:
        found = shape.Option()
        self._set_type(found, type_)
        return found

    def _set_others(self, found: shape.Attribute, attribute: Attribute) -> None:
        """What few attributes have."""
        if attribute.default is not None:
            found.default = attribute.default.value
        if attribute.limits:
            found.constraints = [shape.Limit(*plain(limit)) for limit in attribute.limits]
        if attribute.deprecation is not None:
            found.deprecation = self._tables.text(attribute.deprecation)
        if attribute.fragments:
            found.fragments = fragments(attribute.fragments, self._tables)
        if attribute.code_name is not None:
            found.code_name = attribute.code_name
        if attribute.refers_to is not None:
            target = attribute.refers_to
            found.refers_to = shape.Reference(provider=target.provider, entity=str(target.entity), path=target.path)
        if attribute.secret is not None:
            found.secret = attribute.secret
        if attribute.status is not Status.COMPUTED:
            sample = sample_of(attribute)
            found.min_members = sample.members
            found.path_parameters = list(sample.path_parameters)
            if sample.value is not None:
                found.sample = sample.value
        if attribute.placements:
            found.placements = [self._placement(placement, attribute) for placement in attribute.placements]
        found.sensitive, found.replaces = attribute.sensitive, attribute.replaces
        found.write_only, found.always = attribute.write_only, attribute.always

    def _placement(self, placement: model.Placement, attribute: Attribute) -> shape.Placement:
        found = shape.Placement(name=placement.name, always=placement.always)
        if placement.status is not attribute.status:
            found.status = placement.status
        if placement.type is not None:
            self._set_type(found, placement.type)
        return found

    def _set_origins(self, found: shape.Attribute, attribute: Attribute) -> None:
        """What was contributed, by its place; the first place is in the attribute itself."""
        origins, token = attribute.origins, escape_token(attribute.source_name)
        if len(origins) == 1:  # as nearly all have
            self._set_origin(found, origins[0], ((origins[0].part, origins[0].contribution),), token)
        elif not origins:
            self._set_sources(found, ())
        else:
            groups = [list(group) for _, group in groupby(origins, key=_place_of)]
            more = [shape.Origin() for _ in groups[1:]]
            entries: list[shape.Origin | shape.Attribute] = [found, *more]
            for entry, group in zip(entries, groups, strict=True):
                self._set_origin(entry, group[0], tuple((o.part, o.contribution) for o in group), token)
            found.more_origins = more

    def _set_origin(self, entry: shape.Origin | shape.Attribute, origin: model.Origin, given: Given, name: str) -> None:
        location = origin.location
        pointer = location.pointer
        parent, slash, token = pointer.rpartition("/")
        usual = token == name and parent.endswith(PROPERTIES)
        if usual:
            parent = parent.removesuffix(PROPERTIES)
        self.positions += location.document.position(pointer) or (0, 0)
        self._set_sources(entry, given)
        key = self._tables.file(location), parent
        number = self._parents.get(key)
        if number is None:
            number = self._parents[key] = len(self._parents)
        if number:
            entry.parent = number
        if not slash:  # the document itself
            entry.token = None
        elif not usual:
            entry.token = token
        if origin.via:
            entry.via = self._tables.chain(origin.via)

    def _set_sources(self, entry: shape.Origin | shape.Attribute, given: Given) -> None:
        sources = self._tables.sources(given)
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


def fragments(found: tuple[model.Fragment, ...], tables: Tables) -> list[shape.Fragment]:
    """Parts of the artifact that the config gives."""
    return [shape.Fragment(keyword=f.keyword, value=f.value, location=tables.place(f.location)) for f in found]


def _place_of(origin: model.Origin) -> tuple[object, ...]:
    return _hop(origin.location), tuple(map(_hop, origin.via))


def _hop(location: Location) -> tuple[int, str]:
    return id(location.document), location.pointer
