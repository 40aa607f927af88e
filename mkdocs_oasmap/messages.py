"""Diagnostics and problems as text, as JSON, and as annotations of GitHub checks."""

from collections import Counter
from collections.abc import Iterable, Iterator

from mapper.inputs import find_positions
from mapper.model import Mapping
from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic, Problem, Severity
from mapper.report.origin import Location
from mapper.text.display import visible
from mapper.text.plural import plural

MOST_IN_LOG = 10
"""The maximum number of messages with the same code in the log of a build."""

FORMATS = ("text", "json", "github")
_GITHUB_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def grouped(diagnostics: Iterable[Diagnostic]) -> list[tuple[Diagnostic, int]]:
    """Diagnostics grouped by code and place: the first of each group, and the size of the group."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for number, diagnostic in enumerate(diagnostics):
        location = diagnostic.location
        # by the name of the document: places that have a position themselves, such as those of a sidecar, are documents
        # of their own, and several of them may have one pointer
        place = (location.document.uri, location.pointer, getattr(location, "place", None)) if location else number
        groups.setdefault((diagnostic.code, place), []).append(diagnostic)
    return [(group[0], len(group)) for group in groups.values()]


def message(diagnostic: Diagnostic, count: int = 1) -> str:
    """One line: `file:line:column: CODE: subject: sentence`, with the number of repetitions."""
    place = f"{diagnostic.place}: " if diagnostic.place else ""
    again = f" (and {count - 1} more of the same)" if count > 1 else ""
    return visible(f"{place}{diagnostic.code}: {diagnostic.message}{again}")


def explained(diagnostic: Diagnostic, count: int = 1) -> str:
    """The message, followed by indented lines with the consequence and what to do."""
    lines = [message(diagnostic, count), f"    consequence: {diagnostic.rule.consequence}"]
    lines += [f"    {line}" for line in _help(diagnostic)]
    return "\n".join(lines)


def _help(diagnostic: Diagnostic) -> Iterator[str]:
    """The fix, or the remedy if there is none."""
    if diagnostic.fix:
        yield f"fix: {visible(diagnostic.fix)}"
    elif diagnostic.rule.remedy:
        yield f"to do: {diagnostic.rule.remedy}"


def for_log(diagnostics: Iterable[Diagnostic], report: str) -> Iterator[tuple[Severity, str]]:
    """Severity and text of the log messages: a few of each code, and how many more the report has."""
    logged: Counter[tuple[str, Severity]] = Counter()
    for diagnostic, count in grouped(diagnostics):
        kind = diagnostic.code, diagnostic.severity
        logged[kind] += 1
        if logged[kind] <= MOST_IN_LOG:
            yield diagnostic.severity, explained(diagnostic, count)
    for (code, severity), number in logged.items():
        if number > MOST_IN_LOG:
            yield severity, f"{code}: {number - MOST_IN_LOG} more like these, see {report}"


def as_text(diagnostics: Iterable[Diagnostic]) -> str:
    """Errors and warnings with explanations."""
    shown = _located(d for d in diagnostics if d.severity is not Severity.INFO)
    return "\n".join(f"{diagnostic.severity}: {explained(diagnostic, count)}" for diagnostic, count in grouped(shown))


def _located(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics; the positions of their places have been looked up, all at once."""
    listed = list(diagnostics)
    find_positions(diagnostic.location for diagnostic in listed if diagnostic.location)
    return listed


_MEMBERS = (("message", "text"), ("remedy", "remedy"), ("file", "uri"), ("line", "line"))
"""The members of a problem in JSON, with the names that `Problem` has for them."""


def as_json(diagnostics: Iterable[Diagnostic], problems: Iterable[Problem] = ()) -> str:
    """All diagnostics and problems as one JSON document."""
    import json

    from mapper.report.diagnostic import diagnostic_data

    data = {
        "problems": [
            {key: getattr(problem, name) for key, name in _MEMBERS if getattr(problem, name)} for problem in problems
        ],
        "diagnostics": [diagnostic_data(diagnostic) for diagnostic in _located(diagnostics)],
    }
    return json.dumps(data, indent=1)


def as_github(diagnostics: Iterable[Diagnostic], problems: Iterable[Problem] = ()) -> str:
    """Workflow commands: an annotation for each problem, error and warning."""
    lines = [github_command("error", p.uri, p.line, p.column, "oasmap", p.message) for p in problems]
    for diagnostic, count in grouped(_located(d for d in diagnostics if d.severity is not Severity.INFO)):
        again = f" ({count} times)" if count > 1 else ""
        text = "\n".join([diagnostic.message, f"{diagnostic.rule.consequence}{again}", *_help(diagnostic)])
        title = f"{diagnostic.code} {diagnostic.rule.title}"
        lines.append(github_command(_GITHUB_LEVELS[diagnostic.severity], *spot(diagnostic.location), title, text))
    return "\n".join(lines)


def spot(location: Location | None) -> tuple[str, int | None, int | None]:
    """File, line and column of a place, as far as they are known."""
    if location is None:
        return "", None, None
    return location.document.uri, *(location.document.position(location.pointer) or (None, None))


def github_command(level: str, uri: str, line: int | None, column: int | None, title: str, text: str) -> str:
    """A workflow command: an annotation of a line, or of the run without a line. `text` may have several lines."""
    members = (("file", uri), ("line", line), ("col", column), ("title", title))
    listed = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in members if value)
    return f"::{level} {listed}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    text = visible(text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A"))
    for character in more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


_FEW_KINDS = 2
"""Systems with at most this number of kinds have all of them counted, also with 0 entities."""


def summary(mapping: Mapping) -> str:
    """The numbers of mapped entities and of diagnostics, on one line."""
    kinds = [kind for kind in system_named(mapping.system).kinds if kind.folder]
    found_of = {kind: len(mapping.of_kind(kind)) for kind in kinds}
    shown = [kind for kind in kinds if found_of[kind] or len(kinds) <= _FEW_KINDS]
    counts = [
        *(f"{found_of[kind]:,} {kind if found_of[kind] == 1 else kind.plural.lower()}" for kind in shown),
        plural(sum(entity.size for entity in mapping.entities), "attribute"),
    ]
    found = Counter([diagnostic.severity for diagnostic in mapping.diagnostics])
    trouble = [plural(found[s], str(s)) for s in (Severity.ERROR, Severity.WARNING) if found[s]]
    if found[Severity.INFO]:
        trouble.append(plural(found[Severity.INFO], "note"))
    return ", ".join(counts) + (f" ({', '.join(trouble)})" if trouble else "")
