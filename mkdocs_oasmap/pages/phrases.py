"""The table of the phrases on pages, in English.

The option `words` of a site replaces phrases. Placeholders such as `{count}` are for values. The words of systems, and
those of diagnostics and rules, are in their own catalogues, and included in `known_phrases`. Texts of an API, names of
types and languages, and messages with values of a mapping are not phrases.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mapper.model import Contribution, Purpose
from mapper.registry import all_systems, catalogue, rules_of
from mapper.report.outcome import OUTCOMES
from mapper.review.changes import Cause
from mapper.review.rules import Audience, Severity
from mapper.text.plural import several

from .made_phrases import REASONS, REMARKS, UNUSED

HEADINGS = (
    "API operations", "Artifacts", "Candidates", "Changes", "Coverage", "Diagnostics", "Drift", "Example", "Import",
    "In the cluster", "Left out by the config", "Mapping notes", "Mapping report", "Operations", "Other", "Overview",
    "Properties", "Reference", "Removed", "Rules of the review", "Schema", "See also", "Sources", "Use it",
    "Schemas used", "Where {attributes} come from", "Nested {attributes} of {path}",
)  # fmt: skip

COLUMNS = (
    "Also at", "Attributes", "Code", "Column", "Concerns", "Consequence, and what to do", "Description", "Entity",
    "Ignored", "Ignored by", "In the API", "Kind", "Known as", "List kind", "Lost", "Mapped", "Name", "Operation",
    "Part", "Place", "Plural", "Property", "Rule", "Same as the reference tool", "Scope", "Severity", "Share",
    "Short names", "Singular", "Source", "Status", "Summary", "Type", "Used by", "Value", "What it could be",
    "What it is about", "What it means",
)  # fmt: skip

BADGES = (
    "deprecated", "sensitive", "write-only", "added", "removed", "renamed", "moved", "changed", "breaking", "warning",
    "info", "docs", "mapping", "error", "since the baseline", "added in {version}", "changed in {version}",
    "removed in {version}", "the next version", "{count} to fix",
)  # fmt: skip

ROWS = (
    "Default", "Deprecated", "Deprecated: {message}", "Generator settings", "Given in {place}, and passed on as it is:",
    "given in {place}:", "What the generator config gives is passed on as it is.", "Part of {path}.", "source",
    "source of {path}", "{type} in code", "{count} nested {attributes}", "{count} nested {attributes} of {path}",
    "of {path}", "on a page of their own", "and {count} nested", "and {count} more", "left out by {place}",
    "{count} {attributes} by source", "without nested ones", "also {status} in", "given by a secret, in", "in {path}",
    "{operation} request body", "{operation} response", "{operation} response {status}",
    "{operation} input", "{operation} output",
    "{place} parameter",
    "Members", "Permanent link", "Default: {value}.", "From {range}", "See {link}.", "its nested {attributes}",
)  # fmt: skip

LIMITS = (
    "Allowed", "one of", "Pattern", "matches", "Exactly one", "exactly one of it and", "of it and", "Items",
    "no item twice", "none twice", "Length", "Size", "Range", "{first} and {second}", "less than {number}",
    "more than {number}", "a multiple of {number}", "Multiple of", "exactly {number}", "at most {number}",
    "at least {number}", "{least} to {most}", "names a {kind} of {service} by its", "character", "characters", "entry",
    "entries", "item", "items",
)  # fmt: skip

ENTITIES = (
    "Skip to the {attributes}", "A part of {whole}.", "It has no {attributes}.", "It has no {selection} attributes.",
    "attributes", "all", "required", "optional", "read-only", "{count} required", "{count} optional",
    "{count} read-only", "{required} required of {count}", "{count} {attributes} with nested ones",
    "configured at {place}", "shows, beside the name:", "Minimal", "Full example", "All fields with their types",
    "Call", "Constructor in TypeScript", "YAML, with all inputs", "TypeScript, with all inputs",
    "Look up existing, in TypeScript",
)  # fmt: skip

FRONT = (
    "{used} of {count}", "{used} of {count} operations of the API",
    "{used} of {count} operations of the API are covered. Each square is one of them.",
    "{used} of {count} operations of the API are used", "The same in words", "not used", "something is lost",
    "used by several kinds", "what became of every property and operation",
    "Provider Code Specification: what tfplugingen-framework makes the Go code of a provider from",
    "the schema of the provider in a form to commit and compare", "{count} files",
    "custom resource definitions, to install in a cluster", "the types of the custom resources, in Go",
    "the program of the provider, in Go", "the package for TypeScript and JavaScript",
    "the Go code that a provider implements", "the package schema, which other tools of Pulumi read",
    "the sidecar: attributes, sources and diagnostics as JSON, for reviews and other tools",
)  # fmt: skip

REPORT = (
    "What became of {files}.",
    "What could not be mapped from {files}, what differs from other tools, and how much of the API is used.",
    "{count} error", "{count} errors", "{count} warning", "{count} warnings", "{count} note", "{count} notes",
    "{used} of {count} operations used", "{used} of {count} operations of the API are used.",
    "{used} operations used, {unused} not used", "{mapped} mapped, {ignored} ignored, {lost} lost",
    "{count} operation in use", "{count} operations in use", "{count} operation that nothing uses",
    "{count} operations that nothing uses", "{count} places", "There is nothing to report.", "could be",
    "What is mapped, and what could not be mapped.",
    "{kinds} of {provider}.",
    "All fixes, as one change of the generator config", "Fix: {entry}",
    "Fix (generator config):", "Differs from the output of {tool}.", "yes", "no",
    "Suggested from the paths of unused operations, and not tested against the mapping. Paste what you want into the "
    "generator config.",
    "Suggested from the paths of unused operations, and not tested against the mapping. Paste what you want into the "
    "generator config, or let {command} propose a whole config.",
    "Where {baseline} is not what is documented here.", "{baseline} is what is documented here.",
    "What {baseline} says of itself is what is documented here.", "The inputs cannot be mapped.",
    "What follows is the last mapping that worked.", "This page is of the last mapping that worked.", "What is wrong",
)  # fmt: skip

CHANGES = (
    "Problem:", "There is nothing to compare with: the baseline {baseline} is not there, or cannot be used.",
    "Nothing changes for users, compared with {baseline}.", "What changes for users, compared with {baseline}",
    "an earlier version", "{changes} since {baseline}", "{count} change", "{count} changes", "{count} breaking",
    "{count} change inside", "{count} changes inside", "{count} breaking change", "{count} breaking changes",
    "{count} other change", "{count} other changes", "{count} change of documentation only",
    "{count} changes of documentation only", "{count} change of the mapping only",
    "{count} changes of the mapping only", "{count} approved", "{count} in all",
    "nobody who uses the provider is concerned", "Breaking", "Warnings", "Other changes", "Documentation only",
    "Mapping only", "became", "breaks {what}", "concerns {what}", "caused by the {cause}",
    "{count} caused by the {cause}", "was {place}", "line {number}", "The same in", "To keep it, in {file}: {entry}",
    "Approved: {reason}", "Fingerprint {fingerprint}", "To approve it, in the review file: {entry}",
    "To approve it in all places: {entry}", "To approve all of an entity, in the review file", "To write: a {what}",
    "Made backwards:", "read-only: {severity}",
)  # fmt: skip

VERDICTS = (
    "Nothing breaks", "Nothing breaks, {warnings}", "Nothing breaks but {changes}",
    "Nothing breaks but {changes}, {warnings}", "{count} approved change", "{count} approved changes",
    "Breaking for {whom}", "configurations that set {name}", "configurations with {name}",
    "configurations without {name}", "plans with {name}", "states with {name}", "those who use {name}",
    "what reads {name}", "{whom} ({count} {kinds})", "entities", "{verdict}: next version {version}",
    "{verdict}: needs a major version", "Needs a {what}: {names}", "moved block", "state upgrader",
    "{what} for {name}", "optional and computed",
)  # fmt: skip
"""The verdict of a review. `{name}` and `{names}` are shown as code."""

SYSTEMS = (
    "AWS requires it", "default learnt from a plan", "identifier", "may be null", "or by reference", "reference",
    "unless only observed", "variadic", "generator config", "inputs", "outputs", "provider config", "provider schema",
    "schema", "structure member", "plain value", "may be absent", "output may be absent", "output never absent",
)  # fmt: skip
"""Badges and sources of a single system."""

SCRIPT_PHRASES = (
    "{count} of {total}", "Nothing matches.", "Nothing has changed.", "Nothing is required.",
    "Filter by name, path or value", "Filter by name or description", "Filter", "Required", "Required only", "Changed",
    "Changed only", "Expand all", "Collapse all", "Sources", "Show all sources", "Show attributes",
)  # fmt: skip
"""Phrases of the script, which reads their replacements from the page."""

TABLE = {
    "Headings": HEADINGS,
    "Titles of columns": COLUMNS,
    "Badges": BADGES,
    "Rows": ROWS,
    "Limits": LIMITS,
    "Pages of entities": ENTITIES,
    "The front page": FRONT,
    "The mapping report": REPORT,
    "Changes": CHANGES,
    "Verdicts": VERDICTS,
    "Badges and sources of some systems": SYSTEMS,
    "Reasons of a status": REASONS,
    "Operations that nothing uses": UNUSED,
    "What single systems add": REMARKS,
    "The toolbar": SCRIPT_PHRASES,
}
"""The phrases by where they appear."""

PHRASES = frozenset(phrase for part in TABLE.values() for phrase in part)


@cache
def known_phrases() -> frozenset[str]:
    """All phrases that a site may replace, with those of systems and catalogues."""
    return PHRASES | frozenset(_of_systems()) | frozenset(_of_catalogues())


def _of_systems() -> Iterator[str]:
    for system in all_systems():
        yield from (system.noun, several(system.noun), system.filled_label, system.replaces_label)
        yield from (str(contribution).replace("attribute", system.noun) for contribution in Contribution)
        for kind in system.kinds:
            yield from (kind.name, several(kind.name), kind.title, kind.plural)
            yield from system.group_titles(kind).values()
            yield from system.status_labels(kind).values()


def _of_catalogues() -> Iterator[str]:
    for words in (Purpose, Contribution, Cause, Audience, Severity):
        yield from map(str, words)
    for outcome in OUTCOMES:
        yield from (outcome.title, outcome.sentence)
    for rule in catalogue().values():
        yield from filter(None, (rule.title, rule.consequence, rule.remedy))
    for system in all_systems():
        for review_rule in rules_of(system.name).values():
            yield from (review_rule.title, review_rule.why)
