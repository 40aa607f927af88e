"""Describes a proposal in one line."""

from __future__ import annotations

from ...text.plural import plural
from .. import kinds
from .proposal import ConfigProposal, ProposedEntity


def nothing(proposal: ConfigProposal) -> str:
    """Why there is nothing to propose."""
    if proposal.filtered and not proposal.unused:
        return f"nothing to propose: --include and --exclude leave none of {plural(proposal.filtered, 'operation')}"
    first = proposal.unused[0] if proposal.unused else None
    reason = f" ({f'{first.method.upper()} {first.path}'.strip()}: {first.reason})" if first else ""
    return f"nothing to propose: {plural(len(proposal.unused), 'operation')}, none of them fit for an entity{reason}"


def added(new: tuple[ProposedEntity, ...]) -> str:
    """What was added to a config, in words."""
    resources = sum(entity.kind is kinds.RESOURCE for entity in new)
    words = [plural(resources, "resource"), plural(len(new) - resources, "data source")]
    return f"{', '.join(words)} added" if new else "nothing is new"


def summary(proposal: ConfigProposal) -> str:
    """What was proposed, in words."""
    resources, data_sources = (len(proposal.of_kind(kind)) for kind in (kinds.RESOURCE, kinds.DATA_SOURCE))
    text = f"{plural(resources, 'resource')}, {plural(data_sources, 'data source')}"
    if not proposal.unused:
        return text
    return f"{text}; {plural(len(proposal.unused), 'operation')} not used, with the reasons at its end"
