"""What decides which attributes force replacement: what the update takes, and what finds the object."""

from mapper.model import Purpose
from mapper.report.diagnostic import Note

from . import rules
from .attributes.part import Part
from .config.config import EntityConfig
from .openapi.operations import Api, ApiOperation
from .openapi.path_parameters import path_parameters
from .overrides.plan_modifiers import Replacement


def replacement_of(
    api: Api, config: EntityConfig, operations: dict[Purpose, ApiOperation], taken: Part | None, notes: list[Note]
) -> Replacement | None:
    """What an update takes; None, with a note, if its request body cannot be mapped."""
    create, update = operations.get(Purpose.CREATE), operations.get(Purpose.UPDATE)
    placed = path_parameters(create.path) if create else ()
    names = frozenset(name for parameter in placed for name in (parameter.name, parameter.full_name))
    if update is None or update.node is None:
        return Replacement(None, config.node, names)
    if taken is None or not taken.body.attributes:
        text = "the update operation has no request body that can be mapped: no replacement is inferred"
        notes.append(Note(rules.NO_SCHEMA, text, update.node))
        return None
    return Replacement(taken.body, update.node, names, _identifying_query_parameters(api, operations))


def _identifying_query_parameters(api: Api, operations: dict[Purpose, ApiOperation]) -> frozenset[str]:
    """The parameters of the query by which update and delete find the object: both require them."""
    changes = [operations[purpose] for purpose in (Purpose.UPDATE, Purpose.DELETE) if purpose in operations]
    asked = [{p.name for p in api.every_parameter(each) if p.place == "query" and p.required} for each in changes]
    return frozenset(asked[0] & asked[1]) if len(asked) > 1 else frozenset()
