"""The labels of pages: titles, groups, statuses and badges, by keys that are the same for all systems.

The option `labels` of a site replaces them. A key stays when its text changes. Everything else on a page is changed by
overriding a block of its template.
"""

from collections.abc import Mapping

from mapper.model import STATUS_WORDS
from mapper.text.suggest import nearest_or_some

LABELS = {
    "page.overview": "Overview",
    "page.changes": "Changes",
    "page.report": "Mapping report",
    "section.example": "Example",
    "example.needs": "What {example} refers to",
    "section.attributes": "{attributes}",
    "section.removed": "Removed",
    "section.import": "Import",
    "section.operations": "API operations",
    "section.calls": "How it is called",
    "section.life": "Tried",
    "section.cluster": "In the cluster",
    "section.settings": "Generator settings",
    "section.sources": "Where {attributes} come from",
    "section.source_list": "Sources",
    "section.schemas": "Schemas used",
    "section.left_out": "Ignored in the config",
    "section.relations": "Relations",
    "section.related": "See also",
    "section.notes": "Mapping notes",
    "section.use": "Configure the provider",
    "section.artifacts": "Artifacts",
    "section.diagnostics": "Diagnostics",
    "section.coverage": "Coverage",
    "changes.breaking": "Breaking",
    "changes.warning": "Warnings",
    "changes.info": "Other changes",
    "changes.docs": "Documentation only",
    "changes.mapping": "Mapping only",
    "group.required": "Required",
    "group.optional": "Optional",
    "group.read_only": "Read-Only",
    "group.members": "Members",
    "group.other": "Other",
    **{f"status.{status}": words for status, words in STATUS_WORDS.items()},
    "status.computed_optional": "optional · API default",
    "status.required_inside": "required if {parent} is set",
    "badge.sensitive": "sensitive",
    "badge.write_only": "write-only",
    "badge.replaces": "forces replacement",
    "badge.deprecated": "deprecated",
    "badge.added": "added",
    "badge.removed": "removed",
    "badge.renamed": "renamed",
    "badge.moved": "moved",
    "badge.changed": "changed",
    "badge.breaking": "breaking",
    "badge.error": "error",
    "badge.warning": "warning",
    "badge.info": "info",
    "badge.replaces_all": "every change replaces it",
    "status.explained": "API default: the API chooses a value if it is left out",
    "replaces.unknown": "The schema does not say what forces replacement",
    "replaces.one": "{count} {attributes} forces replacement",
    "replaces.several": "{count} {attributes} force replacement",
    "relations.uses": "Uses",
    "relations.used_by": "Used by",
    "row.default": "default",
    "row.source": "source",
}
"""Key -> text. A system has other words for some of them. `{attributes}` is the system's word for attributes, and
`{parent}` the object that a nested attribute is in; `{count}` is a number, `{example}` the name of an example."""

Labels = Mapping[str, str]
"""The labels that a site replaces, or all labels: key -> text."""

_LONGEST = 200


def find_wrong_labels(labels: object) -> list[str]:
    """The mistakes in the labels of a site, one text for each."""
    if not isinstance(labels, dict):
        return ["a mapping of keys to texts is expected"]
    return [text for key, label in labels.items() if (text := _find_mistake(key, label))]


def _find_mistake(key: object, label: object) -> str:
    if key not in LABELS:
        return f"there is no label {str(key)!r}{nearest_or_some(str(key), LABELS)}"
    if not isinstance(label, str) or not label.strip():
        return f"{key}: a text is expected, but {label!r} is given"
    if len(label) > _LONGEST or not label.isprintable():
        return f"{key}: a label is one line of at most {_LONGEST} characters"
    return ""
