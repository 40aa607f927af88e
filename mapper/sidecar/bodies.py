"""Writes the bodies of a sidecar: each once, after the bodies nested in it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from .. import model
from ..inputs import escape_token
from ..model import Attribute, Collection, Mapping, Nested, Scalar, ScalarKind, Status, Union
from ..model.limits import plain
from ..model.nesting import check_nesting
from ..origin import Location, Source
from ..samples.given import sample_of
from . import shape
from .encoding import encode, encode_all, spread
from .positions import find_positions
from .tables import Keys, Tables, bodies_of

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
        ordered = _ordered(roots)
        find_positions(mapping, (body for body, _ in ordered))
        self._tables.count([body.description for body, _ in ordered])
        self._tables.count([attribute.description for body, _ in ordered for attribute in body.attributes])
        self._tables.count([attribute.deprecation for body, _ in ordered for attribute in body.attributes])
        self._tables.share()
        entries = list(self._entries(ordered))
        self._tables.count([pointer for entry in entries for pointer in {pointer for _, pointer in entry.parents}])
        self._tables.count_chains()
        self._tables.share()
        for entry in entries:
            yield entry.text()

    def _entries(self, ordered: list[tuple[model.Body, str]]) -> Iterator[_Entry]:
        """An entry for each body that is not equal to an earlier one."""
        known: dict[tuple[str, str, tuple[int, ...]], str] = {}
        for body, name in ordered:
            entry = _Entry(body, self._tables, self)
            content = encode(entry.head), entry.attributes, tuple(entry.positions)
            key = known.get(content)
            if key is None:
                wanted = body.name or (name if body.attributes else _EMPTY)
                key = known[content] = entry.head.key = self._names.take(wanted, content[0] + content[1])
                yield entry
            self._keys[id(body)] = key


def _roots(mapping: Mapping) -> Iterator[tuple[str, model.Body]]:
    """The bodies that are not nested in another one, and a name for each."""
    for entity in mapping.entities:
        yield str(entity.ref), entity.body
        if entity.frame.attributes:
            yield f"{entity.ref} frame", entity.frame
    for struct in mapping.structs:
        yield struct.name or "", struct


def _ordered(roots: list[tuple[str, model.Body]]) -> list[tuple[model.Body, str]]:
    """Each body once, with a name for it; the nested ones before the one that contains them."""
    ordered: list[tuple[model.Body, str]] = []
    seen: set[int] = set()
    for name, body in roots:
        if id(body) not in seen:
            _add(body, name, ordered, seen)
    return ordered


def _add(body: model.Body, name: str, ordered: list[tuple[model.Body, str]], seen: set[int]) -> None:
    seen.add(id(body))
    for attribute in body.attributes:
        if attribute.type.__class__ is not Scalar or attribute.placements:
            for inner in bodies_of(attribute):
                if id(inner) not in seen:
                    _add(inner, attribute.name, ordered, seen)
    ordered.append((body, name))


def operation_pointer(path: str, method: str) -> str:
    """The JSON pointer of an operation in an OpenAPI description."""
    return f"/paths/{escape_token(path)}/{method.lower()}"


class _Entry:
    """The text of one body.

    Each group of members is set for all attributes in turn. Most attributes are like the one before, with the same
    status, parent and sources: what was looked up for that one is kept.
    """

    def __init__(self, body: model.Body, tables: Tables, bodies: Bodies) -> None:
        self.parents: dict[tuple[int, str], int] = {}
        self.positions: list[int] = []
        self._body, self._tables, self._bodies = body, tables, bodies
        self._sources = self._status = ""
        self._parent: tuple[Source, str, int] | None = None
        entries = self._named()
        self._set_statuses(entries)
        self._set_places(entries)
        self.attributes = encode_all(entries)
        self.head = shape.Body(
            key="",
            name=known(body.name),
            description=UNSET if body.description is None else tables.text(body.description),
            sources=self._sources,
            status=self._status,
            parents=[shape.Parent(*parent) for parent in self.parents],
            left_out=[*self._ignored(), *self._omitted()] if body.ignored or body.omitted else [],
        )

    def text(self) -> str:
        """The JSON text, with each attribute on its own line."""
        head, text = self.head, self._tables.text
        head.positions = self.positions
        head.parents = [shape.Parent(file, text(pointer)) for file, pointer in self.parents]
        return spread(encode(head), "attributes", self.attributes)

    def _named(self) -> list[shape.Attribute]:
        """An entry for each attribute, with names, type, description, and the members that few attributes have."""
        entries = []
        text = self._tables.text
        for attribute in self._body.attributes:
            name, type_ = attribute.name, attribute.type
            if attribute.description is None:
                entry = shape.Attribute(name=name)
            else:
                entry = shape.Attribute(name=name, description=text(attribute.description))
            if attribute.source_name != name:
                entry.source_name = attribute.source_name
            if type_.__class__ is not Scalar or type_.kind is not _STRING or type_.name is not None:
                self._set_type(entry, type_)
            if attribute.default is not None or attribute.limits or attribute.deprecation is not None:
                self._set_values(entry, attribute)
            if attribute.code_name is not None or attribute.placements or attribute.secret is not None:
                self._set_names(entry, attribute)
            if attribute.fragments or attribute.refers_to is not None or attribute.sensitive or attribute.always:
                self._set_others(entry, attribute)
            if attribute.replaces or attribute.write_only:
                entry.replaces, entry.write_only = attribute.replaces, attribute.write_only
            entries.append(entry)
        return entries

    def _set_statuses(self, entries: list[shape.Attribute]) -> None:
        """Set the statuses, and what examples need of the attributes that a configuration may set."""
        status, reason, key = None, None, ""
        for entry, attribute in zip(entries, self._body.attributes, strict=True):
            if attribute.reason is not reason or attribute.status is not status:
                status, reason = attribute.status, attribute.reason
                key = self._tables.status(status, reason)
                self._status = self._status or key
            if key != self._status:
                entry.status = key
            if status is not _COMPUTED and not self._is_silent(attribute):
                _set_sample(entry, attribute)

    def _is_silent(self, attribute: Attribute) -> bool:
        """Whether nothing is given for examples, as for most attributes."""
        if attribute.default is not None or attribute.fragments or attribute.sample is not None:
            return False
        return self._tables.is_silent(attribute.origins)

    def _set_places(self, entries: list[shape.Attribute]) -> None:
        """Set the origins."""
        part, contribution, sources = None, None, ""
        for entry, attribute in zip(entries, self._body.attributes, strict=True):
            if len(attribute.origins) != 1:
                self._set_origins(entry, attribute)
                continue
            origin = attribute.origins[0]
            if origin.part is not part or origin.contribution is not contribution:
                part, contribution = origin.part, origin.contribution
                sources = self._tables.source(origin)
                self._sources = self._sources or sources
            if sources != self._sources:
                entry.sources = sources
            self._set_origin(entry, origin, attribute.source_name)

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

    def _set_values(self, entry: shape.Attribute, attribute: Attribute) -> None:
        if attribute.default is not None:
            entry.default = attribute.default.value
        if attribute.limits:
            entry.constraints = [shape.Limit(*plain(limit)) for limit in attribute.limits]
        if attribute.deprecation is not None:
            entry.deprecation = self._tables.text(attribute.deprecation)

    def _set_names(self, entry: shape.Attribute, attribute: Attribute) -> None:
        if attribute.code_name is not None:
            entry.code_name = attribute.code_name
        if attribute.secret is not None:
            entry.secret = attribute.secret
        if attribute.placements:
            entry.placements = [self._placement(placement, attribute) for placement in attribute.placements]

    def _set_others(self, entry: shape.Attribute, attribute: Attribute) -> None:
        if attribute.fragments:
            entry.fragments = fragments(attribute.fragments, self._tables)
        if attribute.refers_to is not None:
            target = attribute.refers_to
            entry.refers_to = shape.Reference(provider=target.provider, entity=str(target.entity), path=target.path)
        entry.sensitive, entry.always = attribute.sensitive, attribute.always

    def _placement(self, placement: model.Placement, attribute: Attribute) -> shape.Placement:
        entry = shape.Placement(name=placement.name, always=placement.always)
        if placement.status is not attribute.status:
            entry.status = placement.status
        if placement.type is not None:
            self._set_type(entry, placement.type)
        return entry

    def _set_origins(self, attribute_entry: shape.Attribute, attribute: Attribute) -> None:
        """Set the origins, grouped by place: the first place in the attribute itself, the others in `more_origins`."""
        origins = attribute.origins
        if not origins:
            self._set_sources(attribute_entry, self._tables.sources(()))
            return
        groups: list[list[model.Origin]] = []
        for origin in origins:
            if groups and _is_same_place(groups[-1][0], origin):
                groups[-1].append(origin)
            else:
                groups.append([origin])
        more = [shape.Origin() for _ in groups[1:]]
        entries: list[shape.Origin | shape.Attribute] = [attribute_entry, *more]
        for entry, group in zip(entries, groups, strict=True):
            self._set_sources(entry, self._tables.sources(tuple(group)))
            self._set_origin(entry, group[0], attribute.source_name)
        attribute_entry.more_origins = more

    def _set_origin(self, entry: shape.Origin | shape.Attribute, origin: model.Origin, name: str) -> None:
        location = origin.location
        document, pointer = location.document, location.pointer
        self.positions += document.position(pointer) or (0, 0)
        last = self._parent
        if last is not None and last[0] is document and pointer == last[1] + name and "/" not in name:
            number = last[2]
        else:
            number = self._set_token(entry, location, escape_token(name))
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


def _is_same_place(one: model.Origin, other: model.Origin) -> bool:
    """Whether two origins are of one place, reached by the same references."""
    if one.location is not other.location and _hop(one.location) != _hop(other.location):
        return False
    return one.via == other.via or list(map(_hop, one.via)) == list(map(_hop, other.via))


def _hop(location: Location) -> tuple[int, str]:
    return id(location.document), location.pointer
