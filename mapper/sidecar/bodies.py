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
from ..places import Location, Part, Source
from ..samples.given import sample_of
from . import shape
from .encoding import encode, encode_all, spread
from .tables import Keys, Tables, bodies_of, digest

UNION = "union"
"""The word for a union in the type of an attribute."""
OBJECT = "object"
"""The word for an element type with members in the type of an attribute."""

PROPERTIES = "/properties"
"""What a pointer has between the schema and the name of a property."""
_EMPTY = "empty"
_STRING = ScalarKind.STRING
_COMPUTED = Status.COMPUTED


def known(text: str | None) -> str | UnsetType:
    """The text, or UNSET for None: the member is then left out."""
    return UNSET if text is None else text


class Bodies:
    """The table of bodies. Bodies with the same content and the same places are written as one."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._keys: dict[int, str] = {}
        self._key_of: dict[str, str] = {}
        self._names = Keys()

    def key(self, body: model.Body) -> str:
        """The key of a body that has been written. Raises KeyError for another one."""
        return self._keys[id(body)]

    def texts(self, mapping: Mapping) -> Iterator[str]:
        """The JSON text of each body of a mapping.

        The attributes of all bodies are encoded first: whether the pointer to a parent is repeated is known then.
        Raises MappingError if bodies are nested more deeply than a reader accepts.
        """
        roots = list(_roots(mapping))
        check_nesting(roots)
        ordered = list(_ordered(roots))
        for body, _ in ordered:
            self._tables.count([body.description, *[a.description for a in body.attributes]])
            self._tables.count([a.deprecation for a in body.attributes if a.deprecation is not None])
        self._tables.share()
        entries = [entry for body, name in ordered if (entry := self._entry(body, name)) is not None]
        for entry in entries:
            self._tables.count({pointer for _, pointer in entry.parents})
        self._tables.count_chains()
        self._tables.share()
        for entry in entries:
            yield entry.text()

    def _entry(self, body: model.Body, name: str) -> _Entry | None:
        """The entry of a body; None if it is equal to an earlier one."""
        entry = _Entry(body, self._tables, self)
        content = entry.content()
        content_digest = digest(f"{content}\n{entry.positions}")
        key = self._key_of.get(content_digest)
        if key is not None:
            self._keys[id(body)] = key
            return None
        entry.key = self._names.take(body.name or (name if body.attributes else _EMPTY), content)
        self._keys[id(body)] = self._key_of[content_digest] = entry.key
        return entry


def _roots(mapping: Mapping) -> Iterator[tuple[str, model.Body]]:
    """The bodies that are not nested in another one, and a name for each."""
    for entity in mapping.entities:
        yield str(entity.ref), entity.body
        if entity.frame.attributes:
            yield f"{entity.ref} frame", entity.frame
    for struct in mapping.structs:
        yield struct.name or "", struct


def _ordered(roots: list[tuple[str, model.Body]]) -> Iterator[tuple[model.Body, str]]:
    """Each body once, with a name for it; the nested ones before the one that contains them."""
    seen: set[int] = set()

    def of(body: model.Body, name: str) -> Iterator[tuple[model.Body, str]]:
        seen.add(id(body))
        for attribute in body.attributes:
            if attribute.type.__class__ is not Scalar or attribute.placements:
                for inner in bodies_of(attribute):
                    if id(inner) not in seen:
                        yield from of(inner, attribute.name)
        yield body, name

    for name, body in roots:
        if id(body) not in seen:
            yield from of(body, name)


def operation_pointer(path: str, method: str) -> str:
    """The JSON pointer of an operation in an OpenAPI description."""
    return f"/paths/{escape_token(path)}/{method.lower()}"


class _Entry:
    """The text of one body.

    Most attributes are like the one before: of the same status, from the same parent, with the same sources. What was
    looked up for that one is kept.
    """

    def __init__(self, body: model.Body, tables: Tables, bodies: Bodies) -> None:
        self.key = ""
        self.parents: dict[tuple[int, str], int] = {}
        self.positions: list[int] = []
        self._body, self._tables, self._bodies = body, tables, bodies
        self._sources = self._status = ""
        self._reason: tuple[Status, model.Reason, str] | None = None
        self._source: tuple[Part, model.Contribution, str] | None = None
        self._parent: tuple[Source, str, int] | None = None
        self._attributes = encode_all([self._attribute(attribute) for attribute in body.attributes])
        self._head = shape.Body(
            key="",
            name=known(body.name),
            description=UNSET if body.description is None else tables.text(body.description),
            sources=self._sources,
            status=self._status,
            parents=[shape.Parent(*parent) for parent in self.parents],
            left_out=[*self._ignored(), *self._omitted()],
        )

    def content(self) -> str:
        """Text that is equal for equal bodies, without line numbers."""
        return f"{encode(self._head)}\n{self._attributes}"

    def text(self) -> str:
        """The JSON text, with each attribute on its own line."""
        head, text = self._head, self._tables.text
        head.key, head.positions = self.key, self.positions
        head.parents = [shape.Parent(file, text(pointer)) for file, pointer in self.parents]
        return spread(encode(head), "attributes", self._attributes)

    def _attribute(self, attribute: Attribute) -> shape.Attribute:
        entry = shape.Attribute(name=attribute.name)
        if attribute.source_name != attribute.name:
            entry.source_name = attribute.source_name
        type_ = attribute.type
        if type_.__class__ is not Scalar or type_.kind is not _STRING or type_.name is not None:
            self._set_type(entry, type_)
        status = self._status_of(attribute)
        if status != self._status:
            entry.status = status
        if attribute.description is not None:
            entry.description = self._tables.text(attribute.description)
        if len(attribute.origins) == 1:  # the most frequent case
            (origin,) = attribute.origins
            self._set_origin(entry, origin, self._source_of(origin), escape_token(attribute.source_name))
        else:
            self._set_origins(entry, attribute)
        if attribute.status is not _COMPUTED:
            _set_sample(entry, attribute)
        self._set_others(entry, attribute)
        return entry

    def _status_of(self, attribute: Attribute) -> str:
        """The key of the status of an attribute and of the reason for it."""
        last = self._reason
        if last is not None and last[1] is attribute.reason and last[0] is attribute.status:
            return last[2]
        key = self._tables.status(attribute.status, attribute.reason)
        self._reason = attribute.status, attribute.reason, key
        self._status = self._status or key
        return key

    def _source_of(self, origin: model.Origin) -> str:
        """The key of the sources of an attribute that has one origin."""
        last = self._source
        if last is not None and last[0] is origin.part and last[1] is origin.contribution:
            return last[2]
        key = self._tables.source(origin)
        self._source = origin.part, origin.contribution, key
        return key

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
        if attribute.placements:
            entry.placements = [self._placement(placement, attribute) for placement in attribute.placements]
        if attribute.sensitive or attribute.replaces or attribute.write_only or attribute.always:
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
        if not origins:
            self._set_sources(attribute_entry, self._tables.sources(()))
            return
        groups = [list(group) for _, group in groupby(origins, key=_place_of)]
        more = [shape.Origin() for _ in groups[1:]]
        entries: list[shape.Origin | shape.Attribute] = [attribute_entry, *more]
        for entry, group in zip(entries, groups, strict=True):
            sources = tuple((o.part, o.contribution) for o in group)
            self._set_origin(entry, group[0], self._tables.sources(sources), token)
        attribute_entry.more_origins = more

    def _set_origin(self, entry: shape.Origin | shape.Attribute, origin: model.Origin, sources: str, name: str) -> None:
        location = origin.location
        document, pointer = location.document, location.pointer
        self.positions += document.position(pointer) or (0, 0)
        self._set_sources(entry, sources)
        last = self._parent
        if last is not None and last[0] is document and pointer == last[1] + name:
            number = last[2]
        else:
            number = self._set_token(entry, location, name)
        if number:
            entry.parent = number
        if origin.via:
            entry.via = self._tables.chain(origin.via)

    def _set_token(self, entry: shape.Origin | shape.Attribute, location: Location, name: str) -> int:
        """Set the last token of a pointer if the name does not determine it. Returns the number of the parent."""
        parent, slash, token = location.pointer.rpartition("/")
        is_property = token == name and parent.endswith(PROPERTIES)
        if is_property:
            parent = parent.removesuffix(PROPERTIES)
        elif not slash:  # the pointer is that of the whole document
            entry.token = None
        else:
            entry.token = token
        number = self.parents.setdefault((self._tables.file(location), parent), len(self.parents))
        if is_property:
            self._parent = location.document, f"{parent}{PROPERTIES}/", number
        return number

    def _set_sources(self, entry: shape.Origin | shape.Attribute, sources: str) -> None:
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


def _set_sample(entry: shape.Attribute, attribute: Attribute) -> None:
    sample = sample_of(attribute)
    if sample.members:
        entry.min_members = sample.members
    if sample.path_parameters:
        entry.path_parameters = list(sample.path_parameters)
    if sample.value is not None:
        entry.sample = sample.value


def fragments(parts: tuple[model.Fragment, ...], tables: Tables) -> list[shape.Fragment]:
    """The parts of the artifact that the config gives."""
    return [shape.Fragment(keyword=f.keyword, value=f.value, location=tables.place(f.location)) for f in parts]


def _place_of(origin: model.Origin) -> tuple[object, ...]:
    return _hop(origin.location), tuple(map(_hop, origin.via))


def _hop(location: Location) -> tuple[int, str]:
    return id(location.document), location.pointer
