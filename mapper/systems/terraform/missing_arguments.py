"""What is said about the arguments of a resource: places of calls that nothing fills, and what does not fit."""

import re
from collections.abc import Iterator, Mapping

from mapper.inputs import Node
from mapper.model import Argument, Attribute, Body, Place, Purpose, Scalar, Status, Supply
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import Fix, Proposal, Setting
from mapper.report.origin import PartKind
from mapper.text.plural import listed
from mapper.text.suggest import nearest

from . import kinds
from .arguments import LOCATION, Calls
from .config.config import EntityConfig
from .config.paths import quoted
from .config.policies import DEFAULTS
from .identifiers import to_identifier, to_words
from .identity import is_in, is_other_type
from .openapi.declared import type_of
from .openapi.operations import Api, ApiOperation
from .openapi.path_parameters import PathParameter, path_parameters, same_arguments
from .overrides.aliases import is_of_an_operation
from .overrides.plan_modifiers import has_default
from .rules import NEVER_RETURNED, NO_IDENTITY, OTHER_TYPES, TWO_THINGS, UNFILLED, UNFILLED_PARAMETER, UNUSED_ALIAS

_TELLING = ("name", "slug", "key", "login", "title", "username", "id")
_COLON = re.compile(r"(?<=/):([A-Za-z_]\w*)(?=/|\Z)")
"""A parameter as other notations write it: `/dogs/:id`."""

_Attributes = Mapping[str | None, Attribute]
"""The attributes by their names, which an argument without an attribute lacks."""

_ADDED = {"integer": "int64", "number": "float64", "boolean": "bool"}


def notes_of_calls(
    api: Api, operations: Mapping[Purpose, ApiOperation], calls: Calls, body: Body, config: EntityConfig
) -> Iterator[Note]:
    """Notes on the arguments of a resource with the attributes `body`, each with the line that removes it.

    What the config ignores by its name, the provider sends by itself.
    """
    attributes: _Attributes = {attribute.name: attribute for attribute in body.attributes}
    ignored = config.schema.ignored_paths
    section = (kinds.SECTIONS[config.kind], config.name)
    said: set[tuple[Rule, str]] = set()
    for purpose, arguments in calls.arguments.items():
        if purpose is Purpose.UPDATE and is_never_updated(body, config):
            continue
        operation = operations[purpose]
        if (colon := _COLON.search(operation.path)) is not None and (UNFILLED, colon[0]) not in said:
            said.add((UNFILLED, colon[0]))
            text = f"{purpose}: {operation.path} has {colon[0]}, which is no parameter: OpenAPI writes {{{colon[1]}}}"
            yield Note(UNFILLED, text, operation.node, "correct the paths in the API description")
        places = {place.name: place for place in path_parameters(operation.path)}
        for argument in arguments:
            if not ignored.isdisjoint(paths_of(argument)):
                continue
            if argument.supply is Supply.MISSING:
                is_asked = _is_of_proposal(config) or any(p.place == Place.PATH for p in api.parameters(operation))
                place = places.get(argument.name)
                note = _missing_note(
                    purpose, operation, operations, argument, place, attributes, section, is_asked=is_asked
                )
            else:
                note = _misfit(api, purpose, argument, attributes)
            if note is not None and (note.rule, argument.name) not in said:
                said.add((note.rule, argument.name))
                yield note


def paths_of(argument: Argument) -> tuple[str, str]:
    """The paths by which a config ignores an argument: its name, and its name with its place."""
    return argument.name, f"{argument.place}.{argument.name}"


def is_never_updated(body: Body, config: EntityConfig) -> bool:
    """Whether no attribute changes in place: an update takes none, and a policy makes what it does not take replace."""
    return config.policies.replace == "infer" and not any(attribute.is_updated for attribute in body.attributes)


def _is_of_proposal(config: EntityConfig) -> bool:
    """Whether the config has a policy on who sets an attribute, or when. Proposals have; others decide on schemas."""
    policies = config.policies
    return "infer" in (policies.not_required, policies.replace) or policies.parent_parameters == "required"


def _missing_note(
    purpose: Purpose,
    operation: ApiOperation,
    operations: Mapping[Purpose, ApiOperation],
    argument: Argument,
    place: PathParameter | None,
    attributes: _Attributes,
    section: tuple[str, ...],
    *,
    is_asked: bool,
) -> Note | None:
    """A note on an argument that nothing fills. `section` is the entry of the resource in the config.

    `is_asked`: the config is like a proposal, or the API declares parameters of the path, if not this one.
    """
    location = argument.location or operation.node
    read = operations.get(Purpose.READ)
    if argument.place is Place.BODY:
        too_late = attributes.get(argument.attribute)
        text = f"{purpose}: its request body requires {argument.pointer}, and {_why(too_late)}"
        return Note(UNFILLED, text, location, _required_fix(too_late.source_name) if too_late else None)
    if argument.place is not Place.PATH:
        if purpose is Purpose.READ and argument.attribute is None:
            return None  # an attribute of the read operation, which a config may ignore
        text = f"{purpose}: {operation.method.upper()} {operation.path} requires the {argument.place} parameter "
        too_late = attributes.get(argument.attribute)
        text += f"{argument.name}, and {_why(too_late)}"
        fix = _required_fix(too_late.source_name) if too_late else _addition(argument, argument.name)
        is_certain = argument.place is Place.QUERY  # others are often sent by the client of the provider
        return Note(UNFILLED_PARAMETER, text, location, fix if is_certain else _in_words(fix, section))
    create = operations.get(Purpose.CREATE)
    if place is None or (
        purpose is Purpose.READ and create and place.name in same_arguments(operation.path, create.path)
    ):
        return None  # what create needs as well is said of it
    if purpose is Purpose.READ and argument.attribute is None:
        if argument.location is None and not is_asked:
            return None  # a description that declares no parameters of the path, and a config of the reference tool
        text = f"{purpose}: {operation.path} needs {{{argument.name}}}, and no attribute has it"
        return Note(NO_IDENTITY, text, location, _in_words(_addition(argument, place.name), section))
    if purpose is Purpose.READ or (read is not None and _is_own(operation, read, operations, argument.name)):
        if argument.attribute is None or purpose is not Purpose.READ:
            return None  # said of read
        text = f"{purpose}: after create, nothing says which one to read: {{{argument.name}}} of {operation.path} is "
        text += f"{argument.attribute}, which create does not return"
        return Note(NO_IDENTITY, text, location, _identifying_line(argument, attributes, section))
    if argument.attribute is not None:
        text = f"{purpose}: {operation.path} needs {{{argument.name}}}, and only the API sets {argument.attribute}"
        return Note(UNFILLED, text, location, _required_fix(attributes[argument.attribute].source_name))
    item_names = {p.name for p in path_parameters(read.path)} if read is not None else set()
    if argument.name in item_names and argument.name in {a.source_name for a in attributes.values()}:
        text = f"{purpose}: {{{argument.name}}} of {operation.path} is of another thing than {{{argument.name}}} of "
        text += f"{read.path if read else ''}, and there is one attribute for both"
        return Note(TWO_THINGS, text, location, _addition(argument, place.full_name))
    text = f"{purpose}: {operation.path} needs {{{argument.name}}}, and no attribute has it"
    is_taken = argument.name in item_names or (to_identifier(place.name) or to_words(place.name)) in attributes
    return Note(UNFILLED, text, location, _addition(argument, place.full_name if is_taken else place.name))


def _why(attribute: Attribute | None) -> str:
    """Why no value is known for a parameter with this attribute."""
    if attribute is None:
        return "no attribute has it"
    is_computed = attribute.status is Status.COMPUTED
    return f"only the API sets {attribute.name}" if is_computed else f"users may leave out {attribute.name}"


def _is_own(operation: ApiOperation, read: ApiOperation, operations: Mapping[Purpose, ApiOperation], name: str) -> bool:
    """Whether a parameter identifies the object itself: read has it, and create has not."""
    there = same_arguments(operation.path, read.path).get(name)
    create = operations.get(Purpose.CREATE)
    return there is not None and (create is None or there not in same_arguments(read.path, create.path))


def _misfit(api: Api, purpose: Purpose, argument: Argument, attributes: _Attributes) -> Note | None:
    """A note on an argument whose type differs from the type of the attribute."""
    attribute = attributes.get(argument.attribute)
    is_header = argument.reason is not None and argument.reason.code == LOCATION
    if attribute is None or argument.supply is Supply.PROVIDER or is_header or not isinstance(argument.location, Node):
        return None
    location = argument.location
    has_schema = isinstance(location.value, dict) and "schema" in location.value
    type_ = type_of(api, location.get("schema") if has_schema else location)
    if not is_other_type(attribute, type_):
        return None
    text = f"{purpose}: {{{argument.name}}} is of type {type_}, and the attribute {attribute.name} is not"
    return Note(OTHER_TYPES, text, argument.location)


def unused_aliases(calls: Calls, config: EntityConfig) -> Iterator[Note]:
    """Notes on aliases of an operation's parameter that the operation has not, or whose attribute there is not."""
    for alias in config.schema.aliases:
        if not is_of_an_operation(alias):
            continue
        purpose, place, name = alias.parameter.split(".", 2)
        arguments = calls.arguments.get(Purpose(purpose), ())
        argument = next((a for a in arguments if a.place == place and a.name == name), None)
        if argument is None:
            names = [a.name for a in arguments if a.place == place]
            text = f"the {purpose} operation needs no {place} parameter {name!r}{nearest(name, names)}"
            yield Note(UNUSED_ALIAS, text, alias.node)
        elif argument.attribute is None:
            yield Note(UNUSED_ALIAS, f"there is no attribute {alias.name!r} for {alias.parameter}", alias.node)


def never_returned(body: Body, config: EntityConfig) -> Iterator[Note]:
    """A note on the attributes that stay unknown after create: the API may set them, and no response has them.

    Without policies, the reference tool calls everything computed that create does not require.
    """
    is_known = any(is_in(attribute, PartKind.RESPONSE) for attribute in body.attributes)
    if config.policies == DEFAULTS or not is_known:
        return
    unreturned = [
        attribute
        for attribute in body.attributes
        if attribute.status is Status.COMPUTED_OPTIONAL
        and not has_default(attribute)
        and is_in(attribute, PartKind.REQUEST_BODY)
        and not is_in(attribute, PartKind.RESPONSE)
    ]
    if unreturned:
        names = [attribute.name for attribute in unreturned]
        text = f"no response returns {listed(names)}, so that nothing says the value if the configuration does not"
        settings = [
            setting for attribute in unreturned for setting in _status(attribute.source_name, "optional").settings
        ]
        yield Note(NEVER_RETURNED, text, unreturned[0].origins[0].location, Fix(tuple(settings)))


def _addition(argument: Argument, name: str) -> Fix:
    """What adds an attribute for an argument. An addition has the name of Terraform."""
    schema = argument.location.value if isinstance(argument.location, Node) else None
    schema = schema.get("schema", schema) if isinstance(schema, dict) else {}
    kind = _ADDED.get(str(schema.get("type")) if isinstance(schema, dict) else "", "string")
    identifier = to_identifier(name) or to_words(name) or "another_name"
    added = Setting(("attributes", "additional", identifier, kind, "computed_optional_required"), "required")
    return Fix((added,))


def _identifying_line(argument: Argument, attributes: _Attributes, section: tuple[str, ...]) -> str:
    """The line that says what identifies the object; nobody but a person knows, so that it is not pasted by itself."""
    named = attributes[argument.attribute]
    required = [a for a in attributes.values() if a.status is Status.REQUIRED and isinstance(a.type, Scalar)]
    telling = [a for a in required if a.source_name in _TELLING]
    if telling and not is_other_type(telling[0], "string"):
        alias = Setting(("attributes", "aliases", f"read.path.{argument.name}"), telling[0].source_name)
        return _in_words(Fix((alias,)), section)
    return _in_words(_required_fix(named.source_name), section)


def _in_words(fix: Fix, section: tuple[str, ...]) -> str:
    """A fix that only a person should paste."""
    return Proposal(fix, "", (*section, "schema")).text


def _required_fix(name: str) -> Fix:
    return _status(name, "required")


def _status(name: str, status: str) -> Fix:
    return Fix((Setting(("attributes", "overrides", quoted(name), "computed_optional_required"), status),))
