"""What only a person knows: a short list by harm, each question with the line of the config that answers it."""

import re
from collections.abc import Container, Iterator, Sequence

from mapper.model import Attribute, Body, Mapping, Operation, Place, Purpose, Status, walk
from mapper.report.diagnostic import Diagnostic, Severity, one_line
from mapper.text.plural import plural

from .. import kinds
from ..config.paths import quoted
from ..rules import ENUM_TYPE, JSON_STRING, OTHER_TYPES
from .proposal import ConfigProposal, Question
from .secrets import is_likely
from .statuses import SWITCH

HEADING = "Questions"
_NUMBER = re.compile(r"\bentry -?\d")
_BY_UPDATE = "an update takes it"
_MOST_NAMED = 8
_MOST_OF_A_KIND = 5


def questions(
    mapping: Mapping, proposal: ConfigProposal, left: tuple[Diagnostic, ...], sensitive: Container[str]
) -> tuple[Question, ...]:
    """The questions on a proposal: lost calls and identities, guessed operations, secrets, and unions as texts.

    `sensitive` are the names that are proposed as secrets.
    """
    values = (*_left_open(mapping), *_switched_states(proposal), *_other_forms(mapping), *_numbers_as_text(mapping))
    calls = (*_lost_objects(mapping), *values)
    return (*_warnings(left), *calls, *_guesses(proposal), *_secrets(mapping, sensitive), *_unions(mapping))


def _warnings(left: tuple[Diagnostic, ...]) -> Iterator[Question]:
    """The warnings that no entry settles: what `--strict` refuses."""
    warnings = [diagnostic for diagnostic in left if diagnostic.severity is not Severity.INFO]
    for diagnostic in warnings[:_MOST_OF_A_KIND]:
        subject = f"{diagnostic.subject}: " if diagnostic.subject else ""
        text = f"{subject}{one_line(diagnostic.text)} ({diagnostic.code}; `--strict` fails)"
        yield Question(text, one_line(diagnostic.fix or ""))
    if len(warnings) > _MOST_OF_A_KIND:
        yield Question(
            f"{plural(len(warnings) - _MOST_OF_A_KIND, 'more warning')}, with which `--strict` fails: `oasmap check`"
        )


def _lost_objects(mapping: Mapping) -> Iterator[Question]:
    """The updates and deletes that have nothing by which the API could know the object."""
    unidentified = []
    for entity in mapping.of_kind(kinds.RESOURCE):
        by_name = {attribute.name: attribute for attribute in entity.body.attributes}
        create, read = entity.operation(Purpose.CREATE), entity.operation(Purpose.READ)
        given = {argument.attribute for argument in create.in_path} if create is not None else set()
        identifiers = (
            {a.attribute for a in read.in_path if a.attribute not in (None, *given)} if read is not None else set()
        )
        for operation in entity.operations:
            is_change = operation.part in (Purpose.UPDATE, Purpose.DELETE) and operation.method != _method(create)
            filled = {argument.attribute for argument in operation.arguments if argument.place is not Place.BODY}
            is_sent = any(operation.part in by_name[name].sent_by for name in identifiers if name in by_name)
            if identifiers and is_change and identifiers.isdisjoint(filled) and not is_sent:
                unidentified.append((entity.name, operation, ", ".join(sorted(filter(None, identifiers)))))
    for name, operation, missing in unidentified[:_MOST_OF_A_KIND]:
        call = f"{operation.method.upper()} {operation.path}"
        yield Question(
            f"{name}: how does {call} know which object to {operation.part}? No place of the call has {missing}."
        )
    if len(unidentified) > _MOST_OF_A_KIND:
        others = ", ".join(dict.fromkeys(name for name, _, _ in unidentified[_MOST_OF_A_KIND:]))
        yield Question(f"The same of more calls: {others}")


def _method(operation: Operation | None) -> str:
    return operation.method if operation is not None else ""


def _left_open(mapping: Mapping) -> Iterator[Question]:
    """The members that an update requires, a configuration may leave out, and no read returns."""
    members = []
    for entity in mapping.of_kind(kinds.RESOURCE):
        by_name: dict[str | None, Attribute] = {a.name: a for a in entity.body.attributes}  # some have no attribute
        update = entity.operation(Purpose.UPDATE)
        for argument in update.arguments if update is not None else ():
            attribute = by_name.get(argument.attribute) if argument.place is Place.BODY else None
            is_open = attribute is not None and attribute.status in (Status.OPTIONAL, Status.COMPUTED_OPTIONAL)
            if attribute is not None and is_open and attribute.default is None:
                members += [(entity.name, attribute)] if Purpose.READ not in attribute.returned_by else []
    for name, attribute in members[:_MOST_OF_A_KIND]:
        text = f"{name}: an update requires {attribute.name}, and no read returns it. Is it required?"
        yield Question(text, _with_status(name, quoted(attribute.source_name), Status.REQUIRED))
    yield from _more(members)


def _switched_states(proposal: ConfigProposal) -> Iterator[Question]:
    """The states that users may set, and that an action changes: neither create nor update sends them."""
    states = []
    for way, why in proposal.plan.comments.items():
        action, is_switch, _ = why.partition(SWITCH)
        if is_switch and way in proposal.plan.values:
            states.append((way[1], (way[-2], action)))
    for name, (attribute, action) in states[:_MOST_OF_A_KIND]:
        text = f"{name}: will your code call {action} and its opposite where users change {attribute}?"
        yield Question(f"{text} Neither create nor update sends it.", _with_status(name, attribute, Status.COMPUTED))
    yield from _more(states)


def _other_forms(mapping: Mapping) -> Iterator[Question]:
    """The attributes that an update takes as another type than create."""
    notes = [d for d in mapping.diagnostics if d.rule is OTHER_TYPES and d.text.startswith(_BY_UPDATE)]
    differing = [(d.entity.name, d) for d in notes if d.entity is not None and d.entity.kind is kinds.RESOURCE]
    for name, diagnostic in differing[:_MOST_OF_A_KIND]:
        yield Question(f"{name}: which of two types has {diagnostic.path}? {one_line(diagnostic.text).capitalize()}.")
    yield from _more(differing)


def _numbers_as_text(mapping: Mapping) -> Iterator[Question]:
    """The texts whose enum lists numbers: the API takes one of the two."""
    first_by_entity: dict[str, Diagnostic] = {}
    for diagnostic in mapping.diagnostics:
        is_number = diagnostic.rule is ENUM_TYPE and _NUMBER.search(diagnostic.text) is not None
        if is_number and diagnostic.entity is not None and diagnostic.entity.kind is kinds.RESOURCE:
            first_by_entity.setdefault(diagnostic.entity.name, diagnostic)
    asked = [*first_by_entity.items()]
    for name, diagnostic in asked[:_MOST_OF_A_KIND]:
        text = f"{name}: is {diagnostic.path} a text or a number? Its type is string, and its enum lists numbers."
        yield Question(f"{text} Correct the API description where it is a number.")
    yield from _more(asked)


def _more(entries: Sequence[tuple[str, object]]) -> Iterator[Question]:
    """The names of the other resources with the same question."""
    if len(entries) > _MOST_OF_A_KIND:
        yield Question(
            f"The same of more resources: {', '.join(dict.fromkeys(n for n, _ in entries[_MOST_OF_A_KIND:]))}"
        )


def _with_status(name: str, attribute: str, status: Status) -> str:
    """The line that gives an attribute of a resource another status."""
    line = f"resources: {{{name}: {{schema: {{attributes: {{overrides: {{{attribute}: "
    return f"{line}{{computed_optional_required: {status}}}}}}}}}}}}}"


def _guesses(proposal: ConfigProposal) -> Iterator[Question]:
    doubtful = [(e.name, part) for e in proposal.of_kind(kinds.RESOURCE) for part in e.parts if part.doubt]
    for name, part in doubtful[:_MOST_OF_A_KIND]:
        asked = "create it? It is" if part.part == "create" else "fit as its update? Note that"
        yield Question(f"{name}: does {part.method} {part.path} {asked} {part.doubt}.")
    if len(doubtful) > _MOST_OF_A_KIND:
        yield Question(f"More guesses, as comments say: {plural(len(doubtful) - _MOST_OF_A_KIND, 'operation')}")


def _secrets(mapping: Mapping, sensitive: Container[str]) -> Iterator[Question]:
    counts: dict[str, int] = {}
    for attribute in _attributes(mapping):
        if not attribute.sensitive and attribute.source_name not in sensitive and is_likely(attribute):
            counts[attribute.source_name] = counts.get(attribute.source_name, 0) + 1
    if counts:
        names = sorted(counts, key=lambda name: (-counts[name], name))
        shown, more = names[:_MOST_NAMED], len(names) - _MOST_NAMED
        others = f" and {plural(more, 'more name')}" if more > 0 else ""
        text = f"Are these secrets? {', '.join(shown)}{others}. To say so later breaks users."
        yield Question(text, f"sensitive: [{', '.join(shown)}] # under policies; add them to the list, if there is one")


def _unions(mapping: Mapping) -> Iterator[Question]:
    unions = [d for d in mapping.diagnostics if d.rule is JSON_STRING and d.entity and d.entity.kind is kinds.RESOURCE]
    if unions:
        first = f"{unions[0].path} of {unions[0].entity}"
        count = plural(len(unions), "attribute")
        yield Question(f"Should users write JSON? No type covers {count}, such as {first}.")


def _attributes(mapping: Mapping) -> Iterator[Attribute]:
    seen: set[Body] = set()
    for entity in mapping.of_kind(kinds.RESOURCE):
        yield from (attribute for _, attribute in walk(entity.body, "", seen))
