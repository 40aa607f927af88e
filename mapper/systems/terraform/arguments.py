"""The arguments of the operations of an entity: which attribute fills each place of each call.

A path parameter is known by its place (`openapi.path_parameters`). A parameter that create and read share says where
the object is. A parameter of create alone is a parent. A parameter of the other paths alone identifies the object, and
is filled from the response to create. The config has the last word: `aliases: {create.path.id: farm_id}`.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import escape_token
from mapper.model import (
    Argument,
    Attribute,
    Body,
    Identification,
    Place,
    Purpose,
    Reason,
    Scalar,
    Status,
    Supply,
)
from mapper.model.arguments import JSON_PATCH, SCIM_PATCH
from mapper.report.origin import Location, PartKind

from . import kinds
from .attributes.body_pointer import Sibling
from .attributes.part import Part
from .config.config import EntityConfig
from .config.policies import DEFAULTS
from .identifiers import NAMING
from .identity import IDENTIFIER, candidates, identified, identifying_names, is_in
from .nouns import snake
from .openapi.declared import constant_of, location_header, type_of
from .openapi.operations import Api, ApiOperation
from .openapi.parameters import Parameter
from .openapi.path_parameters import PathParameter, path_parameters, same_arguments

_NOT_ARGUMENTS = frozenset(("accept", "authorization", "content-type"))
"""Header parameters that OpenAPI ignores (Parameter Object, *name*)."""

ALIAS, PLACE, NAME, LOCATION, DEFAULT, SETTING, NOTHING = (
    "alias", "place", "name", "location", "default", "provider", "nothing"
)  # fmt: skip
"""The codes of reasons."""


class Calls(Struct, frozen=True):
    """The arguments of each operation of an entity, and what identifies an object."""

    arguments: dict[Purpose, tuple[Argument, ...]]
    identity: tuple[Identification, ...] = ()

    @property
    def identifying(self) -> frozenset[str]:
        """The names of the attributes at the root that say which object is read."""
        read = self.arguments.get(Purpose.READ, ())
        supplies = (Supply.CONFIGURED, Supply.RETURNED)
        return frozenset(a.attribute for a in read if a.attribute and a.place is Place.PATH and a.supply in supplies)


def calls_of(
    api: Api,
    config: EntityConfig,
    operations: dict[Purpose, ApiOperation],
    body: Body,
    bodies: dict[Purpose, tuple[Argument, ...]],
    settings: frozenset[str] = frozenset(),
    created: Part | None = None,
) -> Calls:
    """The arguments of all operations. `body` has the attributes as they are written, `bodies` what request bodies
    need, and `settings` are the names of the provider's attributes. `created` is the response of create.
    """
    return _Calls(api, config, operations, body, bodies, settings, created).all()


class _Calls:
    def __init__(
        self,
        api: Api,
        config: EntityConfig,
        operations: dict[Purpose, ApiOperation],
        body: Body,
        bodies: dict[Purpose, tuple[Argument, ...]],
        settings: frozenset[str],
        created: Part | None,
    ) -> None:
        self._envelope, returned = (created.pointer, created.siblings) if created else ("", ())
        self._api, self._operations, self._bodies, self._settings = api, operations, bodies, settings
        self._outside = {snake(sibling.tokens[-1]): sibling for sibling in reversed(returned)}
        self._aliases = {alias.parameter: alias.name for alias in config.schema.aliases}
        self._naming, self._is_resource = NAMING[config.policies.names], config.kind is kinds.RESOURCE
        self._is_said_who_sets = config.policies != DEFAULTS
        """Whether policies say who sets what: without them, all that create does not require is computed, too."""
        self._attributes = body.attributes
        self._identity: dict[str, Identification] = {}
        self._create = operations.get(Purpose.CREATE) if self._is_resource else None
        self._read = operations.get(Purpose.READ)
        self._is_shared = same_arguments(self._read.path, self._create.path) if self._create and self._read else {}
        """The parameters of the read path that create's has, too, and their names there."""
        self._items: dict[str, Argument] = {}

    @cached_property
    def _by_name(self) -> dict[str | None, Attribute]:
        """The attributes at the root by their names in Terraform, which an argument without an attribute lacks."""
        return {attribute.name: attribute for attribute in self._attributes}

    @cached_property
    def _by_source(self) -> dict[str, Attribute]:
        """The attributes at the root by their names in the API."""
        return {attribute.source_name: attribute for attribute in self._attributes}

    def all(self) -> Calls:
        """The arguments, of the read operation first: others follow it."""
        arguments: dict[Purpose, tuple[Argument, ...]] = {}
        for purpose in sorted(self._operations, key=lambda purpose: purpose is not Purpose.READ):
            operation = self._operations[purpose]
            of_body = (self._beside_attributes(purpose, each) for each in self._bodies.get(purpose, ()))
            arguments[purpose] = (*self._of(purpose, operation), *of_body)
        if Purpose.UPDATE in arguments and self._read is not None:
            arguments[Purpose.UPDATE] += tuple(self._in_body(arguments[Purpose.UPDATE], self._read))
        identity = tuple(self._identity[a.attribute] for a in self._items.values() if a.attribute in self._identity)
        return Calls({purpose: arguments[purpose] for purpose in self._operations}, identity)

    def _of(self, purpose: Purpose, operation: ApiOperation) -> Iterator[Argument]:
        parameters = self._api.every_parameter(operation)
        of_path = {parameter.name: parameter for parameter in parameters if parameter.place == "path"}
        read = self._read if purpose is not Purpose.READ else None
        same = same_arguments(operation.path, read.path) if read is not None else {}
        for place in path_parameters(operation.path):
            argument = self._path_argument(purpose, operation, place, of_path.get(place.name), same)
            if purpose is Purpose.READ:
                self._items[place.name] = argument
            yield argument
        others = {(p.place, p.name): p for p in parameters if p.place != "path" and p.required}
        for parameter in others.values():
            if parameter.name.lower() not in _NOT_ARGUMENTS:
                yield self._other_argument(purpose, parameter)

    def _in_body(self, arguments: tuple[Argument, ...], read: ApiOperation) -> Iterator[Argument]:
        """What identifies the object in the request body of an update whose path does not: `PUT /pet` with an id."""
        filled = {argument.attribute for argument in arguments}
        body = next((argument for argument in arguments if argument.place is Place.BODY), None)
        for name, item in self._items.items():
            attribute = self._by_name.get(item.attribute)
            if (
                body is None
                or body.media_type in (JSON_PATCH, SCIM_PATCH)
                or attribute is None
                or attribute.name in filled
                or not attribute.is_updated
            ):
                continue
            pointer = f"{body.pointer or ''}/{escape_token(attribute.name_on_wire)}"
            reason = Reason(NAME, f"{name} of {read.path} is in no place of the path")
            wire, where = attribute.name_on_wire, body.location
            yield Argument(
                Place.BODY, wire, item.supply, attribute.name, pointer=pointer, reason=reason, location=where
            )

    def _beside_attributes(self, purpose: Purpose, argument: Argument) -> Argument:
        """An argument of a request body. The identifier of the object is known where the body requires it outside of
        its chosen part. In JSON:API, the `id` of a resource object is beside its `attributes`.
        """
        is_open = argument.supply is Supply.MISSING
        attribute = self._identifier_at(argument) if is_open and self._is_resource else None
        if attribute is None:
            return argument
        if purpose is Purpose.CREATE and attribute.status is not Status.REQUIRED:
            return replace(argument, attribute=attribute.name)
        supply = Supply.RETURNED if attribute.status is Status.COMPUTED else Supply.CONFIGURED
        reason = Reason(IDENTIFIER, f"{argument.pointer} is the identifier of the object")
        return replace(argument, supply=supply, attribute=attribute.name, reason=reason)

    def _identifier_at(self, argument: Argument) -> Attribute | None:
        """The attribute that identifies the object, if an argument of a body asks for it by its name. Create returns it
        at the same place, or the path of the object ends with it.
        """
        same = (name for name, identification in self._identity.items() if identification.pointer == argument.pointer)
        if (attribute := self._by_name.get(next(same, None))) is not None:
            return attribute
        places = path_parameters(self._read.path) if self._read is not None else ()
        if self._read is None or not places or not self._read.path.endswith("}"):
            return None
        last = places[-1]
        name = snake(argument.name)
        if last.name in self._is_shared or name not in (snake(last.name), *identifying_names(last, [name])):
            return None
        return self._by_name.get(self._items[last.name].attribute)

    def _path_argument(
        self,
        purpose: Purpose,
        operation: ApiOperation,
        place: PathParameter,
        parameter: Parameter | None,
        same: dict[str, str],
    ) -> Argument:
        """`same` are the parameters of the operation's path that the read path has, too, and their names there."""
        if (named := self._aliased(purpose, Place.PATH, place.name, parameter)) is not None:
            return named
        if purpose is Purpose.READ or self._read is None:
            return self._item(place, parameter) if self._is_resource else self._configured_argument(place, parameter)
        there = same.get(place.name)
        if there is not None:
            item = self._items[there]
            text = f"{there} of {self._read.path} has the same place"
            reason = Reason(PLACE, text) if item.attribute else item.reason
            return self._as_sent_by(
                purpose, _argument(Place.PATH, place.name, item.supply, item.attribute, item.value, reason, parameter)
            )
        own = None
        if purpose is not Purpose.CREATE and self._create is not None:
            there = same_arguments(operation.path, self._create.path).get(place.name)
            created = {p.name: p for p in path_parameters(self._create.path)}
            own = self._of_parent(created[there]) if there is not None else None
        return self._parent(place, parameter, own)

    def _as_sent_by(self, purpose: Purpose, argument: Argument) -> Argument:
        """An argument of create must be known before: what the API returns later is missing there."""
        attribute = self._by_name.get(argument.attribute)
        if purpose is not Purpose.CREATE or attribute is None or attribute.status is not Status.COMPUTED:
            return argument
        return _too_late(argument.place, argument.name, attribute, argument.location)

    def _aliased(self, purpose: Purpose, place: Place, name: str, parameter: Parameter | None) -> Argument | None:
        """The argument that the config names."""
        target = self._aliases.get(f"{purpose}.{place}.{name}") if self._aliases else None
        attribute = None if target is None else self._find(target)
        if attribute is None:
            return None
        reason = Reason(ALIAS, f"the config says {purpose}.{place}.{name}: {target}")
        is_returned = attribute.status is Status.COMPUTED
        supply = Supply.RETURNED if is_returned else Supply.CONFIGURED
        if is_returned and purpose is Purpose.READ:
            self._is_returned(attribute)
        argument = _argument(place, name, supply, attribute.name, None, reason, parameter)
        return self._as_sent_by(purpose, argument)

    def _find(self, name: str) -> Attribute | None:
        """The attribute of a name in the API, in the config or in Terraform, at the root."""
        attribute = self._by_source.get(name) or self._by_name.get(name) or self._by_name.get(self._naming(name))
        return attribute or next((a for a in self._attributes if snake(a.source_name) == snake(name) != ""), None)

    def _configured_argument(self, place: PathParameter, parameter: Parameter | None) -> Argument:
        """A path parameter of a data source, which users give."""
        own = self._own(place, parameter)
        if own is None:
            return self._without_attribute(Place.PATH, place.name, parameter)
        supply = Supply.MISSING if own.status is Status.COMPUTED else Supply.CONFIGURED
        return _argument(Place.PATH, place.name, supply, own.name, None, Reason(NAME, "it has this name"), parameter)

    def _own(self, place: PathParameter, parameter: Parameter | None) -> Attribute | None:
        """The attribute that a parameter of the read operation has become, under its alias if it has one."""
        name = place.name
        if self._aliases:
            name = next((self._aliases[key] for key in (f"path.{name}", name) if key in self._aliases), name)
        attribute = self._find(name)
        if attribute is not None and not isinstance(attribute.type, Scalar):
            return None  # an object cannot be a part of a path; something in it may be
        if attribute is not None or parameter is None:
            return attribute
        return next((a for a in self._attributes if any(o.location == parameter.node for o in a.origins)), None)

    def _names_of_others(self, place: PathParameter) -> set[str]:
        """The attributes that are named like another parameter of the read path: they are not this one."""
        others = path_parameters(self._read.path) if self._read is not None else ()
        return {self._naming(other.name) for other in others if other.name != place.name}

    def _item(self, place: PathParameter, parameter: Parameter | None) -> Argument:
        """A path parameter of a resource's read operation."""
        own = self._own(place, parameter)
        if place.name in self._is_shared:
            return self._parent(place, parameter, own)
        if own is not None and own.status is not Status.COMPUTED and self._is_asked(place, own):
            return self._sent_parameter(own, place, parameter)
        if own is not None and self._is_returned(own):
            reason = Reason(NAME, f"the response of create has {own.source_name}")
            return _argument(Place.PATH, place.name, Supply.RETURNED, own.name, None, reason, parameter)
        description = (parameter.description or "") if parameter is not None else ""
        is_beside = own is not None and snake(place.name) in self._outside
        inside = () if is_beside else candidates(self._attributes, self._envelope)
        others = self._names_of_others(place)
        every = (c for c in inside if c.path not in others) if others else inside
        if (identity := identified(every, place, description, self._type_of(parameter))) is not None:
            candidate, reason = identity
            if candidate.is_given or own is None:
                supply = Supply.CONFIGURED if candidate.is_given else Supply.RETURNED
                if not candidate.is_given:
                    self._identity[candidate.path] = Identification(candidate.path, "create", candidate.pointer)
                return _argument(Place.PATH, place.name, supply, candidate.path, None, reason, parameter)
            self._identity[own.name] = Identification(own.name, "create", candidate.pointer)
            return _argument(Place.PATH, place.name, Supply.RETURNED, own.name, None, reason, parameter)
        if own is not None and (sibling := self._beside(place)) is not None:
            self._identity[own.name] = Identification(own.name, "create", sibling.pointer)
            reason = Reason(IDENTIFIER, f"create returns the identifier {sibling.pointer}")
            supply = Supply.RETURNED if own.status is not Status.REQUIRED else Supply.CONFIGURED
            return _argument(Place.PATH, place.name, supply, own.name, None, reason, parameter)
        if own is not None and own.status in (Status.REQUIRED, Status.OPTIONAL):
            reason = Reason(NAME, "users give it")
            return _argument(Place.PATH, place.name, Supply.CONFIGURED, own.name, None, reason, parameter)
        if (header := location_header(self._api, self._create)) is not None:
            reason = Reason(LOCATION, "the response of create has the header Location")
            name = own.name if own is not None else None
            if name is not None:
                self._identity[name] = Identification(name, "create")
            return Argument(Place.PATH, place.name, Supply.RETURNED, name, reason=reason, location=header)
        unfilled = self._without_attribute(Place.PATH, place.name, parameter)
        if own is None or unfilled.supply is not Supply.MISSING:
            return unfilled
        reason = Reason(NOTHING, "nothing that create returns has it")
        return _argument(Place.PATH, place.name, Supply.MISSING, own.name, None, reason, parameter)

    def _is_asked(self, place: PathParameter, own: Attribute) -> bool:
        """Whether create takes a path parameter of read: in its body, or as a parameter of its own that it requires."""
        asked = self._api.every_parameter(self._create) if self._create is not None else ()
        is_parameter = any(p.name == place.name and p.required and p.place != Place.PATH for p in asked)
        return is_parameter or is_in(own, PartKind.REQUEST_BODY)

    def _sent_parameter(self, own: Attribute, place: PathParameter, parameter: Parameter | None) -> Argument:
        """The argument of a path parameter that create sends. If users may leave it out, a response may have it."""
        is_returned = own.status is not Status.REQUIRED and self._is_returned(own)
        is_open = own.status is not Status.REQUIRED and not is_returned
        if is_open and (other := self._returned_instead(place, parameter)) is not None:
            return other
        if is_open and own.default is None and self._is_said_who_sets:
            reason = Reason(NOTHING, f"users may leave out {own.name}, and create does not return it")
            return _argument(Place.PATH, place.name, Supply.MISSING, own.name, None, reason, parameter)
        reason = Reason(NAME, f"create sends {own.name}, too")
        supply = Supply.RETURNED if is_returned else Supply.CONFIGURED
        return _argument(Place.PATH, place.name, supply, own.name, None, reason, parameter)

    def _returned_instead(self, place: PathParameter, parameter: Parameter | None) -> Argument | None:
        """The identifier that create returns, where users may leave out the attribute of the parameter's name."""
        returned = [c for c in candidates(self._attributes, self._envelope) if c.is_returned and not c.is_given]
        if (identity := identified(returned, place, "", self._type_of(parameter))) is None:
            return None
        candidate, reason = identity
        self._identity[candidate.path] = Identification(candidate.path, "create", candidate.pointer)
        return _argument(Place.PATH, place.name, Supply.RETURNED, candidate.path, None, reason, parameter)

    def _is_returned(self, attribute: Attribute) -> bool:
        """Whether the response of create has the attribute; where is remembered."""
        if not is_in(attribute, PartKind.RESPONSE, "create"):
            return False
        self._identity[attribute.name] = Identification(attribute.name, "create", self._pointer(attribute))
        return True

    def _pointer(self, attribute: Attribute) -> str:
        """Where the response of create has an attribute of the root."""
        return next(candidates((attribute,), self._envelope)).pointer

    def _beside(self, place: PathParameter) -> Sibling | None:
        """The identifier of the object in the response of create, outside of the part that attributes come from."""
        names = (snake(place.name), *identifying_names(place, self._outside)) if self._outside else ()
        return next((self._outside[name] for name in names if name in self._outside), None)

    def _type_of(self, parameter: Parameter | None) -> str:
        return type_of(self._api, parameter.schema) if parameter is not None else ""

    def _parent(self, place: PathParameter, parameter: Parameter | None, own: Attribute | None = None) -> Argument:
        """A path parameter that create has: users give it, before there is an object."""
        own = own or self._of_parent(place)
        if own is None:
            return self._without_attribute(Place.PATH, place.name, parameter)
        if own.status is Status.COMPUTED:
            return _too_late(Place.PATH, place.name, own, parameter.node if parameter is not None else None)
        reason = Reason(NAME, f"{own.source_name} is named like it")
        return _argument(Place.PATH, place.name, Supply.CONFIGURED, own.name, None, reason, parameter)

    def _of_parent(self, place: PathParameter) -> Attribute | None:
        """The attribute with the name of a parent; the own parameters of the object keep their names."""
        item_names = {p.name for p in path_parameters(self._read.path)} if self._read else set[str]()
        names = (place.full_name,) if place.name in item_names else (place.name, place.full_name)
        attributes = (self._find(name) for name in names if name not in item_names or name == place.name)
        is_other = place.is_generic  # the name of a property of the object itself, unless it is a parameter
        for attribute in attributes:
            if attribute is None or (is_other and attribute.source_name == place.name and not _is_parameter(attribute)):
                continue
            return attribute
        return None

    def _other_argument(self, purpose: Purpose, parameter: Parameter) -> Argument:
        """A required query, header or cookie parameter."""
        place, name = Place(parameter.place), parameter.name
        if (named := self._aliased(purpose, place, name, parameter)) is not None:
            return named
        keys = (f"{place}.{name}", name) if purpose is Purpose.READ else ()
        attribute = self._find(next((self._aliases[key] for key in keys if key in self._aliases), name))
        if attribute is None:
            return self._without_attribute(place, name, parameter)
        is_creating = purpose is Purpose.CREATE
        if attribute.status is Status.COMPUTED if is_creating else self._may_be_missing(attribute):
            unfilled = self._without_attribute(place, name, parameter)
            if unfilled.supply is not Supply.MISSING:
                return unfilled
            if is_creating:
                return _too_late(place, name, attribute, parameter.node)
            reason = Reason(NOTHING, f"users may leave out {attribute.name}, and no response has it")
            return _argument(place, name, Supply.MISSING, attribute.name, None, reason, parameter)
        supply = Supply.RETURNED if attribute.status is Status.COMPUTED else Supply.CONFIGURED
        reason = Reason(NAME, f"{attribute.source_name} is named like it")
        return _argument(place, name, supply, attribute.name, None, reason, parameter)

    def _may_be_missing(self, attribute: Attribute) -> bool:
        """Whether policies let users leave out an attribute without a default that no response has."""
        is_open = attribute.status in (Status.OPTIONAL, Status.COMPUTED_OPTIONAL) and attribute.default is None
        return is_open and self._is_said_who_sets and not is_in(attribute, PartKind.RESPONSE)

    def _without_attribute(self, place: Place, name: str, parameter: Parameter | None) -> Argument:
        """What no attribute fills: a constant, a setting of the provider, or nothing."""
        schema = parameter.schema if parameter is not None else None
        value = None if schema is None else constant_of(self._api.documents.behind(schema).value)
        if value is not None:
            reason = Reason(DEFAULT, "the API has one value, or a default")
            return _argument(place, name, Supply.CONSTANT, None, value, reason, parameter)
        setting = next((s for s in (name, self._naming(name), snake(name)) if s in self._settings), None)
        if setting is not None:
            reason = Reason(SETTING, f"the provider has {setting}")
            return _argument(place, name, Supply.PROVIDER, setting, None, reason, parameter)
        reason = Reason(NOTHING, "no attribute has it")
        return _argument(place, name, Supply.MISSING, None, None, reason, parameter)


def _argument(
    place: Place,
    name: str,
    supply: Supply,
    attribute: str | None,
    value: Any,
    reason: Reason | None,
    parameter: Parameter | None,
) -> Argument:
    where = parameter.node if parameter is not None else None
    return Argument(place, name, supply, attribute, value, None, reason, location=where)


def _too_late(place: Place, name: str, attribute: Attribute, location: Location | None) -> Argument:
    """An argument of create that only its response could fill."""
    text = f"only the API sets {attribute.name}, and create needs it before there is a response"
    return Argument(place, name, Supply.MISSING, attribute.name, reason=Reason(NOTHING, text), location=location)


def _is_parameter(attribute: Attribute) -> bool:
    return all(o.part.kind in (PartKind.PARAMETER, PartKind.OTHER) for o in attribute.origins)
