"""The request bodies of update, read and delete, from which no attribute comes. What only they take is reported."""

from collections.abc import Iterator, Mapping
from contextlib import suppress

from mapper.inputs import Documents, Unresolved, escape_token, text_of
from mapper.model import Body, Place, Purpose, Supply
from mapper.report.diagnostic import Note
from mapper.text.plural import article, listed

from .arguments import Calls
from .attributes.body_pointer import unwrap
from .attributes.patches import patch_of
from .attributes.types import is_map, property_names
from .body_arguments import members_of_variants
from .config.config import EntityConfig
from .identifiers import NAMING
from .missing_arguments import is_never_updated, paths_of
from .openapi.declared import constant_of
from .openapi.operations import Api, ApiOperation
from .openapi.parameters import BodyNotFound
from .rules import ONLY_IN_REQUEST, UNFILLED
from .schema.keywords import Schema, Unmappable
from .schema.normalise import Schemas

_MOST_NAMED = 10


def notes_of_other_requests(
    api: Api,
    schemas: Schemas,
    config: EntityConfig,
    operations: Mapping[Purpose, ApiOperation],
    body: Body,
    calls: Calls,
) -> Iterator[Note]:
    """Notes on what requests take that no attribute of `body` has. What the config ignores by its name, the provider
    sends by itself.
    """
    for purpose, operation in operations.items():
        if purpose is Purpose.CREATE or not api.takes_body(operation) or patch_of(api, operation) is not None:
            continue
        try:
            schema = _schema(api, schemas, purpose, operation)
        except Unmappable as error:
            if not _is_mapped(purpose, config):
                text = f"{purpose}: its request body cannot be mapped: {error.note.text}"
                yield Note(ONLY_IN_REQUEST, text, error.note.location)
            continue
        if schema is None:
            continue
        is_told = purpose is not Purpose.UPDATE or not is_never_updated(body, config)
        missing = (a for a in calls.arguments[purpose] if a.place is Place.BODY and a.supply is Supply.MISSING)
        reported = {argument.name for argument in missing} if is_told else set[str]()
        asked = _without_attribute(_settable_names(api.documents, schema), body, config)
        if asked:
            yield from _notes(purpose, [name for name in asked if name not in reported], schema)
        elif not _is_mapped(purpose, config) and (schema.type != "object" or is_map(api.documents, schema)):
            kind = "map" if schema.type == "object" else schema.type
            text = f"{purpose}: its request body is {article(kind)} {kind}, which no attribute has"
            yield Note(ONLY_IN_REQUEST, text, schema.node)


def left_to_provider(
    api: Api, schemas: Schemas, config: EntityConfig, operations: Mapping[Purpose, ApiOperation], calls: Calls
) -> frozenset[str]:
    """The paths of ignores that name what a request takes: no attribute has it, and the provider sends it by itself."""
    ignored = config.schema.ignored_paths
    if not ignored:
        return frozenset()
    arguments = [argument for each in calls.arguments.values() for argument in each if argument.name]
    taken = {path for argument in arguments for path in paths_of(argument)}
    for purpose, operation in operations.items():
        if purpose is not Purpose.CREATE and patch_of(api, operation) is None:
            with suppress(Unmappable):  # a note says so
                schema = _schema(api, schemas, purpose, operation)
                if schema is not None:
                    taken.update(_settable_names(api.documents, schema))
    return ignored & taken


def _without_attribute(properties: Iterator[str], body: Body, config: EntityConfig) -> list[str]:
    """Those properties that neither the body nor the config knows, in their order."""
    with_attribute = {attribute.source_name for attribute in body.attributes}
    others = [name for name in properties if name not in with_attribute]
    if not others:  # as most
        return []
    accounted = config.schema.ignored_paths | members_of_variants(body)
    accounted |= {attribute.name_on_wire for attribute in body.attributes}
    accounted |= {omission.source_name for omission in body.omitted}  # said with the reason
    names, naming = {attribute.name for attribute in body.attributes}, NAMING[config.policies.names]
    return [name for name in others if name not in accounted and naming(name) not in names]


def _is_mapped(purpose: Purpose, config: EntityConfig) -> bool:
    """Whether a policy looks at the body, with notes on what it cannot map."""
    return purpose is Purpose.UPDATE and config.policies.replace == "infer"


def _schema(api: Api, schemas: Schemas, purpose: Purpose, operation: ApiOperation) -> Schema | None:
    """The chosen part of the request body of an operation; None if there is none. Raises Unmappable."""
    if operation.request is not None and operation.request.ignored:
        return None
    try:
        source = api.request_body(operation)
        return None if source is None else unwrap(schemas, source, f"{purpose} request body").schema
    except Unresolved as error:
        raise Unmappable(ONLY_IN_REQUEST, str(error), operation.node or operation.path_item) from None
    except BodyNotFound:  # the choice of the config is wrong, which is an error of its own
        return None


def _settable_names(documents: Documents, schema: Schema) -> Iterator[str]:
    """The names of the properties that a client may give: neither constants nor what only the API sets."""
    for name in property_names(schema):
        value = documents.behind(schema.node.child("properties").child(name)).value
        keywords = value if isinstance(value, dict) else {}
        is_constant = constant_of({key: keywords[key] for key in ("const", "enum") if key in keywords}) is not None
        if not is_constant and keywords.get("readOnly") is not True:
            yield name


def _notes(purpose: Purpose, names: list[str], schema: Schema) -> Iterator[Note]:
    listed_as_required = schema.node.value.get("required")
    required = [text_of(name) for name in listed_as_required] if isinstance(listed_as_required, list) else []
    lacking = [name for name in names if name in required] if purpose is not Purpose.UPDATE else []
    for name in lacking[:_MOST_NAMED]:
        text = f"{purpose}: its request body requires /{escape_token(name)}, and no attribute has it"
        yield Note(UNFILLED, text, schema.node.child("properties").child(name))
    others = [name for name in names if name not in lacking[:_MOST_NAMED]]
    if others:
        more = [f"{len(others) - _MOST_NAMED:,} more"] if len(others) > _MOST_NAMED else []
        named = listed([*others[:_MOST_NAMED], *more])
        yield Note(ONLY_IN_REQUEST, f"{purpose}: its request body takes {named}, which no attribute has", schema.node)
