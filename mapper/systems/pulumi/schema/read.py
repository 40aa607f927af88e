"""Reads a package schema, and checks it."""

from copy import copy
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from mapper.inputs import Document, Documents, escape_token, split_pointer
from mapper.inputs.document import step_into
from mapper.model import EntityRef, Mapping
from mapper.report.budget import Budget
from mapper.report.diagnostic import MappingError, Problem, Severity
from mapper.request import Request
from mapper.review.changes import Lost, Wanted

from .. import schema_rules as rules
from ..kinds import ENUM, FUNCTION, RESOURCE, TYPE
from .binder import binder_findings
from .map import map_schema
from .tokens import Others, drops_last, other_documents
from .types import Names
from .validate import Finding, shape_findings

_KINDS = {"resources": RESOURCE, "functions": FUNCTION, "types": TYPE}
MOST_ROUNDS = 100
"""The most rounds of removal (removing a part breaks those that use it) before the whole schema is refused."""


class SchemaInputs(Struct, frozen=True):
    """A document with a package schema. `root` is its content, or what is left of that. There is no config.

    `others` are schemas that it refers to, with their documents.
    """

    document: Document
    root: Any
    budget: Budget
    levels: dict[str, Severity] | None = None
    config: Any = field(default=None)
    other_documents: tuple[tuple[tuple[str, str], Document], ...] = ()

    @property
    def others(self) -> Others:
        """The known schemas of other packages."""
        return {key: document.root for key, document in self.other_documents}

    def map(self) -> Mapping:
        """Map the schema. Raises MappingError with all errors."""
        results = findings(self.root, self.others)
        if any(finding.is_error for finding in results):
            raise MappingError(*(_problem(finding, self.document) for finding in results if finding.is_error))
        mapping = map_schema(self.document, self.root, results, self.levels)
        documents = (self.document, *dict.fromkeys(document for _, document in self.other_documents))
        return replace(mapping, budget=self.budget, documents=documents)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        """As `map`: there is no config."""
        return self.map()

    def in_part(self) -> "tuple[SchemaInputs, Lost]":
        """The inputs without everything that has errors, and what was lost. Raises MappingError if nothing is left."""
        root, lost = self.root, dict[EntityRef, Problem]()
        problems = findings(root, self.others)
        loose = {finding.pointer for finding in problems if finding.rule is rules.REFERENCE}
        for _ in range(MOST_ROUNDS):
            broken = [
                finding for finding in problems if finding.rule is rules.REFERENCE and finding.pointer not in loose
            ]
            errors = [finding for finding in problems if finding.is_error]
            errors += broken  # what uses a removed part is not known, either
            if not errors:
                return replace(self, root=root), lost
            gone: dict[tuple[str, str], Finding] = {}
            for error in errors:
                match split_pointer(error.pointer):
                    case [("resources" | "functions" | "types") as where, token, *_]:
                        gone.setdefault((where, token), error)
            if not gone:
                break
            names = Names.of(root, drops_last=drops_last(root))
            for (section, token), error in gone.items():
                kind = _KINDS[section]
                if section == "types" and "enum" in (root["types"][token] or ()):
                    kind = ENUM
                names_by_token: dict[str, str] = getattr(names, section)
                lost[EntityRef(kind, names_by_token.get(token, token))] = _problem(error, self.document)
            root = copy(root)
            for section in {path[0] for path in gone}:
                left = {token: spec for token, spec in root[section].items() if (section, token) not in gone}
                root[section] = left
            problems = findings(root, self.others)
        self.map()
        return self, {}


def read_schema(request: Request) -> SchemaInputs:
    """Read the document of a request. Raises MappingError."""
    documents = Documents(request.base, reader=request.reader)
    document = documents.given(request.input)
    others = tuple(other_documents(document, documents))
    return SchemaInputs(
        document, _without_nulls(document.root), documents.budget, request.levels, other_documents=others
    )


_MAPS: dict[str, Any] = {
    **{key: {} for key in ("types", "resources", "functions", "properties", "inputProperties", "variables")},
    **dict.fromkeys(("methods", "mapping"), ""),
}
"""The keys of maps, each with what a name in it has whose value is null."""
_TEXTS = frozenset(
    """
    allowedPackageNames defaults environment keywords multiArgumentInputs overlaySupportedLanguages required
    requiredInputs
    """.split()
)
"""The keys of lists of texts."""


def _without_nulls(root: Any) -> Any:
    """A document as Go reads it: a key that is null is not there, a name in a map that is null has nothing, and a text
    of a list that is null is empty.
    """
    whole = _copied(root)
    left = [(whole, False)]
    while left:
        outer, is_map = left.pop()
        members = outer.items() if isinstance(outer, dict) else enumerate(outer)
        for key, member in members:
            if isinstance(member, dict | list):
                nothing = None if is_map else _MAPS.get(str(key))
                outer[key] = _texts(member) if key in _TEXTS and isinstance(member, list) else _copied(member, nothing)
                left.append((outer[key], nothing is not None))
    return whole


def _texts(entries: list[Any]) -> list[Any]:
    return ["" if entry is None else entry for entry in entries]


def _copied(value: Any, nothing: Any = None) -> Any:
    if isinstance(value, dict):
        full = value if nothing is None else {key: nothing if it is None else it for key, it in value.items()}
        return {key: member for key, member in full.items() if member is not None}
    return list(value) if isinstance(value, list) else []


_NONE: Others = {}


def findings(root: Any, others: Others = _NONE) -> list[Finding]:
    """All findings about a document. The rules of the binder are applied only to a valid shape."""
    results = shape_findings(root)
    return results if any(result.is_error for result in results) else [*results, *binder_findings(root, others)]


def _problem(finding: Finding, document: Document) -> Problem:
    """A finding as a problem, at the innermost existing part of its pointer."""
    place, value = "", document.root
    for token in split_pointer(finding.pointer):
        step = step_into(value, token)
        if step is None:
            break
        value = value[step]
        place = f"{place}/{escape_token(token)}"
    text = f"{finding.pointer}: {finding.text}" if finding.pointer else finding.text
    line, column = document.position(place) or (None, None)
    return Problem(
        f"{text} [{finding.rule.code}]", document.uri, line, column, remedy=finding.remedy or finding.rule.step
    )
