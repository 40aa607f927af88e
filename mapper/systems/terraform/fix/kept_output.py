"""Which entries a config may get: all that diagnostics propose, or those that change no output of the reference tool.

The reference tool reads `ignores`, `aliases` of parameters, and the descriptions of `overrides`. For an override
without a description it writes an empty one. It refuses paths with other characters than letters, digits, underscores
and dots (`internal/config/parse.go` of version 0.3.0).
"""

import re
from collections.abc import Collection
from typing import Any

from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic
from mapper.report.entity_kind import EntityRef

from .. import kinds
from ..rules import ENTITY_KEPT
from .fixes import IGNORES, Fix
from .plan import POLICIES, Plan, Way

_PATH = re.compile(r"[0-9A-Za-z_]+(?:\.[0-9A-Za-z_]+)*\Z")
_OVERRIDES = "overrides"


class AnyEntry:
    """Every entry that a diagnostic proposes."""

    def fixes(self, _mapping: Mapping, fixes: list[Fix]) -> list[Fix]:
        """The fixes to choose from."""
        return fixes

    def harmful(self, _mapping: Mapping, _plan: Plan) -> Collection[Way]:
        """The keys of entries to take back."""
        return ()


class KeptOutput(AnyEntry):
    """Entries for resources and data sources that the reference tool does not write. Those that it writes stay.

    Policies are in the entries of entities, so that they concern no other entity. `alike` are the entities that both
    tools write with the same bytes without any entry.
    """

    def __init__(self, alike: frozenset[EntityRef] = frozenset()) -> None:
        self._alike = alike

    def fixes(self, mapping: Mapping, fixes: list[Fix]) -> list[Fix]:
        """The fixes for entities that the reference tool skips, without paths that it refuses."""
        written = written_by_reference(mapping)
        skipped = [fix for fix in fixes if _is_of_an_entity(fix.diagnostic) and fix.diagnostic.entity not in written]
        return [fix for fix in map(_in_entity, skipped) if not any(map(_is_refused, fix.values))]

    def harmful(self, mapping: Mapping, plan: Plan) -> Collection[Way]:
        """The entries that change the output of an entity, and keys that the reference tool does not read in the
        entries of its entities.
        """
        written = {_section(ref) for ref in written_by_reference(mapping)}
        changed = {_section(ref) for ref in self._alike - written_alike(mapping)}
        return [
            way for way in plan.values if way[:2] in changed or (way[:2] in written and not is_read_by_reference(way))
        ]


def written_alike(mapping: Mapping) -> frozenset[EntityRef]:
    """The resources and data sources that the reference tool writes with the same bytes."""
    return written_by_reference(mapping) - {d.entity for d in mapping.diagnostics if d.differs}


def written_by_reference(mapping: Mapping) -> frozenset[EntityRef]:
    """The resources and data sources that the reference tool writes, too."""
    skipped = {diagnostic.entity for diagnostic in mapping.diagnostics if diagnostic.rule is ENTITY_KEPT}
    return frozenset(e.ref for e in mapping.entities if e.kind in kinds.SECTIONS and e.ref not in skipped)


def is_read_by_reference(way: Way) -> bool:
    """Whether the reference tool reads an entry of an entity, and with the same effect."""
    match way[2:]:
        case "schema", "ignores", path:
            return _PATH.match(path) is not None
        case "schema", "attributes", "aliases", name:
            return "." not in name
        case "schema", "attributes", "overrides", path, "description":
            return _PATH.match(path) is not None
    return False


def _is_refused(way: Way) -> bool:
    """Whether the reference tool ends with an error for an entry."""
    path = way[-1] if IGNORES in way[:-1] else way[way.index(_OVERRIDES) + 1] if _OVERRIDES in way[:-1] else "x"
    return _PATH.match(path) is None


def _is_of_an_entity(diagnostic: Diagnostic) -> bool:
    return diagnostic.entity is not None and diagnostic.entity.kind in kinds.SECTIONS


def _section(ref: EntityRef) -> Way:
    return kinds.SECTIONS[ref.kind], ref.name


def _in_entity(fix: Fix) -> Fix:
    """The fix with its policies in the entry of its entity, in place of other entries."""
    ref = fix.diagnostic.entity
    if ref is None or not fix.policies:
        return fix
    section = (*_section(ref), POLICIES)
    values: dict[Way, Any] = {(*section, name): value for name, value in fix.policies.items()}
    return Fix(fix.diagnostic, {}, values)
