"""Describes a proposal in one line."""

from collections.abc import Sequence

from msgspec.structs import replace

from mapper.report.diagnostic import Problem
from mapper.text.plural import plural

from .. import kinds
from ..openapi.operations import Api
from ..usability import summary as usability
from . import Starter
from .proposal import ConfigProposal, ProposedEntity
from .questions import HEADING

_MOST_LISTED = 5


def nothing(proposal: ConfigProposal, uri: str) -> Problem:
    """Why there is nothing to propose."""
    if proposal.filtered and not proposal.unused:
        text = f"nothing to propose: --include and --exclude leave none of {plural(proposal.filtered, 'operation')}"
        return Problem(text, uri, remedy="change these options")
    first = proposal.unused[0] if proposal.unused else None
    reason = f" ({f'{first.method.upper()} {first.path}'.strip()}: {first.reason})" if first else ""
    text = f"nothing to propose: {plural(len(proposal.unused), 'operation')}, none of them fit for an entity{reason}"
    return Problem(text, uri, remedy="write the config by hand")


def added(new: tuple[ProposedEntity, ...], gone: int) -> str:
    """What was added to a config and commented out there, in words."""
    resources = sum(entity.kind is kinds.RESOURCE for entity in new)
    words = [plural(resources, "resource"), plural(len(new) - resources, "data source")]
    came = f"{', '.join(words)} added" if new else "nothing is new"
    return f"{came}; {plural(gone, 'entry')} of what the API has no more commented out" if gone else came


def summary(starter: Starter) -> str:
    """What was proposed, in words."""
    proposal = starter.proposal
    resources, data_sources = (len(proposal.of_kind(kind)) for kind in (kinds.RESOURCE, kinds.DATA_SOURCE))
    text = f"{plural(resources, 'resource')}, {plural(data_sources, 'data source')}"
    if not proposal.unused:
        return text
    return f"{text}; {plural(len(proposal.unused), 'operation')} not used, with the reasons at its end"


def hosts(api: Api) -> tuple[str, ...]:
    """What to add to the command, in words, if references lead to hosts that are not allowed."""
    refused = api.documents.refused
    if not refused:
        return ()
    options = " ".join(f"--allow-host {host}" for host in refused[:_MOST_LISTED]) + _more(refused)
    return (f"references lead to {plural(len(refused), 'host')} that may not be read; to follow them, add: {options}",)


def _more(items: Sequence[object]) -> str:
    return f", and {len(items) - _MOST_LISTED:,} more" if len(items) > _MOST_LISTED else ""


def losses(starter: Starter) -> tuple[str, ...]:
    """What is left out, and what is left to look at, in words."""
    mapping = starter.fixed.mapping
    kept = {entity.ref for entity in starter.proposal.entities}
    attributes = sum(
        entity.body.size for entity in mapping.entities if entity.ref in kept or entity.kind is kinds.PROVIDER
    )
    left_out, required = len(starter.left_out), sum(starter.left_out.values())
    counts = f"{plural(attributes, 'attribute')}; left out: {plural(left_out, 'attribute')}"
    lines = [f"{counts}, {required:,} of them required" if left_out else counts]
    if starter.proposal.data_sources_left_out:
        lines.append(_data_sources(starter))
    if starter.large:
        listed = ", ".join(map(str, starter.large[:_MOST_LISTED]))
        lines.append(f"left out, as a site with all of them would be too large: {listed}{_more(starter.large)}")
    if starter.warnings:
        lines.append(f"{plural(len(starter.warnings), 'warning')} left, which `oasmap generate` lists")
    unusable = usability(replace(mapping, entities=tuple(e for e in mapping.entities if e.ref in kept)))
    if starter.proposal.questions or unusable:
        lines.append(HEADING)
    for question in starter.proposal.questions:
        lines += [f"  {question.text}", *([f"    {question.line}"] if question.line else [])]
    return (*lines, *(f"  {line}" for line in unusable))


_LINES = 110
"""Lines of Go that tfplugingen-framework 0.4.1 makes for an attribute: 107 for Prefect's API, 122 for Metal's."""


def _data_sources(starter: Starter) -> str:
    """How many data sources are left out, and how much Go they would be if they are as large as the others."""
    kept = {entity.ref for entity in starter.proposal.of_kind(kinds.DATA_SOURCE)}
    sizes = [entity.body.size for entity in starter.fixed.mapping.entities if entity.ref in kept]
    count = starter.proposal.data_sources_left_out
    lines = (
        f", about {round(_LINES * count * sum(sizes) / len(sizes) / 1000) * 1000:,} lines of Go" if sum(sizes) else ""
    )
    return f"{plural(count, 'data source')} not proposed{lines}; --all-data-sources proposes all of them"
