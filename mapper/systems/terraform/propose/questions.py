"""What only a person knows: a short list by harm, each question with the line of the config that answers it."""

from collections.abc import Container, Iterator

from mapper.model import Attribute, Body, Mapping, walk
from mapper.report.diagnostic import Diagnostic, Severity, one_line
from mapper.text.plural import plural

from .. import kinds
from ..rules import JSON_STRING
from .proposal import ConfigProposal, Question
from .secrets import is_likely

HEADING = "Questions"
_MOST_NAMED = 8
_MOST_OF_A_KIND = 5


def questions(
    mapping: Mapping, proposal: ConfigProposal, left: tuple[Diagnostic, ...], sensitive: Container[str]
) -> tuple[Question, ...]:
    """The questions on a proposal: lost calls and identities, guessed operations, secrets, and unions as texts.

    `sensitive` are the names that are proposed as secrets.
    """
    return (*_warnings(left), *_guesses(proposal), *_secrets(mapping, sensitive), *_unions(mapping))


def _warnings(left: tuple[Diagnostic, ...]) -> Iterator[Question]:
    """The warnings that no entry settles: what `--strict` refuses."""
    warnings = [diagnostic for diagnostic in left if diagnostic.severity is not Severity.INFO]
    for diagnostic in warnings[:_MOST_OF_A_KIND]:
        subject = f"{diagnostic.subject}: " if diagnostic.subject else ""
        text = f"{subject}{one_line(diagnostic.text)} ({diagnostic.code}; `--strict` fails)"
        yield Question(text, one_line(diagnostic.fix or ""))
    if len(warnings) > _MOST_OF_A_KIND:
        yield Question(
            f"{len(warnings) - _MOST_OF_A_KIND:,} more warnings, with which `--strict` fails: `oasmap check`"
        )


def _guesses(proposal: ConfigProposal) -> Iterator[Question]:
    doubtful = [(e.name, part) for e in proposal.of_kind(kinds.RESOURCE) for part in e.parts if part.doubt]
    for name, part in doubtful[:_MOST_OF_A_KIND]:
        yield Question(f"{name}: does {part.method} {part.path} create it? It is {part.doubt}.")
    if len(doubtful) > _MOST_OF_A_KIND:
        yield Question(f"{len(doubtful) - _MOST_OF_A_KIND:,} more create operations are guesses, as comments say")


def _secrets(mapping: Mapping, sensitive: Container[str]) -> Iterator[Question]:
    found: dict[str, int] = {}
    for attribute in _attributes(mapping):
        if not attribute.sensitive and attribute.source_name not in sensitive and is_likely(attribute):
            found[attribute.source_name] = found.get(attribute.source_name, 0) + 1
    if found:
        names = sorted(found, key=lambda name: (-found[name], name))
        shown, more = names[:_MOST_NAMED], len(names) - _MOST_NAMED
        others = f" and {more:,} more names" if more > 0 else ""
        text = f"Are these secrets? {', '.join(shown)}{others}. To say so later breaks users."
        yield Question(text, f"sensitive: [{', '.join(shown)}] # under policies; add them to the list, if there is one")


def _unions(mapping: Mapping) -> Iterator[Question]:
    found = [d for d in mapping.diagnostics if d.rule is JSON_STRING and d.entity and d.entity.kind is kinds.RESOURCE]
    if found:
        first = f"{found[0].path} of {found[0].entity}"
        count = plural(len(found), "attribute")
        yield Question(f"Should users write JSON? No type covers {count}, such as {first}.")


def _attributes(mapping: Mapping) -> Iterator[Attribute]:
    seen: set[Body] = set()
    for entity in mapping.of_kind(kinds.RESOURCE):
        yield from (attribute for _, attribute in walk(entity.body, "", seen))
