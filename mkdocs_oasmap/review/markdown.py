"""A review as Markdown for a comment on a pull request, with long parts folded and a limit on its length."""

import re
from collections.abc import Iterator, Sequence

from mapper.report.origin import Location
from mapper.review.changes import Review, ReviewSide, WrittenLine
from mapper.review.entries import Entry, by_worst, grouped
from mapper.review.rules import ChangeSeverity
from mapper.review.verdict import verdict
from mapper.text.display import visible
from mapper.text.plural import capital, plural

from ..pages.review_text import (
    SEVERITY_TITLES,
    causes,
    contents,
    differing,
    place_text,
    problem_lines,
    shortened,
    summary,
    to_approve,
)
from ..pages.source_places import Places, SourceUrl
from ..render.markdown_escape import address, fence, span, unlinked

LIMIT = 60_000
"""The default limit in characters; GitHub accepts 65,536, and a workflow may add a line."""

_OPEN = (ChangeSeverity.BREAKING, ChangeSeverity.WARNING)
_FOLDED = 20
_NOTES = 10
_CUT = 300
_ALSO = 4
_APPROVALS = 40
_TAIL = 8_000
"""Characters reserved for skeletons and approvals in a long review."""
_LEFT = "\n_{count} more; `oasmap diff --format text` shows all of them._\n"


def as_one_comment(reviews: Sequence[Review], source_url: SourceUrl | None = None) -> str:
    """The reviews of all mappings of a site: those with changes or problems, and the number of the others."""
    told = [review for review in reviews if review.changes or review.problems or review.diagnostics]
    others = plural(len(reviews) - len(told), "mapping")
    rest = f"Nothing changes for users of {others}." if len(told) < len(reviews) else ""
    head = f"### Mapping review\n\n{rest}\n" if rest or not told else ""
    each = [as_markdown(review, source_url, (LIMIT - len(head)) // len(told), review.new.name) for review in told]
    return "\n".join(filter(None, [head, *each]))


def as_markdown(review: Review, source_url: SourceUrl | None = None, limit: int = LIMIT, name: str = "") -> str:
    """The review in at most `limit` characters, worst changes first. `name` is the mapping's, if there are several."""
    writer = _Writer(Places(source_url))
    title = f"### Mapping review{f': {code(name)}' if name else ''}"
    notes = "".join(writer.notes(review))
    sides = f"{_side(review.old)} → {_side(review.new)}: "
    if not review.changes:
        return f"{title}\n\n{sides}{summary(review)}\n{notes}"
    verdict_ = _verdict(review)
    because = f"; {plain(causes(review))}" if causes(review) else ""
    head = f"**{verdict_}**\n\n" if verdict_ else ""
    text = f"{title}\n\n{head}{sides}{summary(review)}{because}.\n{notes}"
    tail = _tail(review, min(_TAIL, (limit - len(text)) // 4))
    for severity, groups in by_worst(review.changes).items():
        if groups:
            text += writer.section(severity, groups, limit - len(text) - len(tail))
    return text + tail


def _verdict(review: Review) -> str:
    return "".join(code(word.text) if word.is_code else word.text for word in verdict(review))


def _side(side: ReviewSide) -> str:
    return f"{code(side.name)}{f' ({plain(shortened(side.about))})' if side.about else ''}"


def _tail(review: Review, room: int) -> str:
    """The skeletons and the lines for approvals, folded; each part only if it fits into `room` characters."""
    parts = []
    for skeleton in review.skeletons:
        title = f"To write: a {skeleton.title} for {code(skeleton.entity)}"
        parts.append(_fold(title, _block(skeleton.text, skeleton.language)))
    lines = [line for entry in _approvable(review) for line in (f"# {_where(entry)}", entry.approval)]
    lines += [line for line_of_entity in to_approve(review) for line in ("# all of an entity", line_of_entity)]
    if lines:
        title = "To approve, in the review file (oasmap_review.yml, or what --review names)"
        parts.insert(0, _fold(title, _block("\n".join(["approved:", *lines]), "yaml")))
    text = ""
    for part in parts:
        if len(text) + len(part) <= room:
            text += part
    return text


def _approvable(review: Review) -> list[Entry]:
    return [entry for entry in grouped(review.changes) if entry.approval][:_APPROVALS]


def _where(entry: Entry) -> str:
    return shortened(f"{entry.subject}: {entry.first.rule.id}")


def _fold(title: str, body: str) -> str:
    return f"\n<details><summary>{title}</summary>\n\n{body}\n\n</details>\n"


def _block(text: str, language: str) -> str:
    """A code fence, with invisible characters escaped."""
    return fence("\n".join(visible(line) for line in text.expandtabs(4).split("\n")), language)


class _Writer:
    def __init__(self, places: Places) -> None:
        self._places = places
        self._explained: set[str] = set()

    def notes(self, review: Review) -> Iterator[str]:
        for problem in review.problems[:_NOTES]:
            yield f"\n> **Problem:** {readable(shortened(problem, 300))}\n"
        problems = [readable(shortened(line, 300)) for _, line in problem_lines(review)]
        if problems:
            yield _fold("New problems of the mapping", "\n".join(f"- {line}" for line in problems))
        for note in review.notes[:_NOTES]:
            yield f"\n> {readable(shortened(note, 300))}\n"
        if len(review.notes) > _NOTES:
            yield f"\n> {plural(len(review.notes) - _NOTES, 'more note')}\n"

    def section(self, severity: ChangeSeverity, entries: list[Entry], room: int) -> str:
        """The changes of one severity, grouped by entity, in at most `room` characters."""
        count = sum(change.severity is severity for entry in entries for change in entry.changes)
        folds = severity not in _OPEN or len(entries) > _FOLDED
        title = f"{SEVERITY_TITLES[severity]} ({count}{f': {plain(contents(entries))}' if folds else ''})"
        head = f"\n<details><summary><b>{title}</b></summary>\n" if folds else f"\n#### {title}\n"
        tail = "\n</details>\n" if folds else ""
        left = _LEFT.format(count=f"{count:,}")
        if room < len(head) + len(left) + len(tail):
            return ""
        room -= len(head) + len(left) + len(tail)
        parts: list[str] = []
        subject = None
        for place, entry in enumerate(entries):
            text = self._entry(entry)
            if entry.first.subject != subject:
                subject = entry.first.subject
                text = f"\n**{subject.kind} {code(entry.first.name)}**\n\n{text}"
            if len(text) > room:
                rest = sum(len(one.changes) for one in entries[place:])
                return head + "".join(parts) + _LEFT.format(count=f"{rest:,}") + tail
            parts.append(text)
            room -= len(text)
        return head + "".join(parts) + tail

    def _entry(self, entry: Entry) -> str:
        change = entry.first
        name = f"{code(change.path)}: " if change.path else ""
        names, more = entry.others[:_ALSO], len(entry.others) - _ALSO
        name = f"{plain(entry.subject)}: " if entry.is_counted else name
        marks = [
            code(change.rule.id),
            plain(entry.audience),
            code(change.code) if change.code else "",
            plain(entry.unseen),
            code(change.key),
        ]
        text = sentence(entry)
        if change.approved is not None:
            text = f"~~{text}~~ (approved: {plain(change.approved)})"
        lines = [f"- {name}{text} ({'; '.join(filter(None, marks))})"]
        if change.severity in _OPEN and change.rule.id not in self._explained:
            self._explained.add(change.rule.id)
            lines.append(f"  _{plain(change.rule.why)}_")
        if change.written is not None:
            lines.append(f"  {_to_write(change.written)}")
        if names:
            lines.append(f"  in {', '.join(map(code, names))}{f' and {more:,} more' if more > 0 else ''}")
        if change.rule.text_only:
            before, after = differing(change.before, change.after)
            lines.append("  " + " → ".join(code(text) if text else "none" for text in (before, after)))
        where = self._where(entry)
        lines += [f"  {': '.join(filter(None, [plain(capital(entry.cause)), where]))}"] if entry.cause or where else []
        if change.fix:
            lines.append(f"  To keep it, in {code(change.fix_place)}: {code(change.fix)}")
        return "  \n".join(lines) + "\n"

    def _where(self, entry: Entry) -> str:
        old, new = entry.places
        here = {place_text(location): self._place(location) for location in new}
        was = {text: code(text) for text in map(place_text, old) if text not in here}
        return ", ".join([*here.values(), *(["was " + " and ".join(was.values())] if was else [])])

    def _place(self, location: Location) -> str:
        href = self._places.of(location).href
        text = code(place_text(location))
        return f"[{text}]({address(href)})" if href else text


def _to_write(line: WrittenLine) -> str:
    """What people have to do to their configurations."""
    if line.before and line.after:
        return f"Write {code(line.after)} in place of {code(line.before)}"
    return f"Add {code(line.after)}" if line.after else f"Take out {code(line.before)}"


_CODE = re.compile(
    r"`(?P<command>[^`]+)`"
    r"|(?:\b(?:GET|PUT|POST|PATCH|DELETE|HEAD|OPTIONS|TRACE) )?(?<![\w/.:&])/[\w~{}.-]+(?:/[\w~{}.-]+)*"
)
"""A command, or a path of an API with the method before it."""


def sentence(entry: Entry) -> str:
    """The sentence of an entry, with the values in it as code."""
    change = entry.first
    values = [] if change.rule.text_only else [value for value in (change.before, change.after) if value]
    pieces = [(entry.sentence, False)]
    for value in sorted(values, key=len, reverse=True):
        pieces = [part for piece in pieces for part in (_around(*piece, value))]
    return "".join(code(shortened(text, 300)) if is_code else _piece(text) for text, is_code in pieces)


def _around(text: str, is_code: bool, value: str) -> list[tuple[str, bool]]:
    """A piece of a text in three: with the last occurrence of a value, that is not part of a word, as code."""
    found = list(re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text)) if not is_code else []
    if not found:
        return [(text, is_code)]
    start, end = found[-1].span()
    return [(text[:start], False), (text[start:end], True), (text[end:], False)]


def _piece(text: str) -> str:
    """A piece of a sentence as plain text, with the spaces around it."""
    line = re.sub(r"\s+", " ", text)
    cut = line if len(line) <= _CUT else line[: _CUT - 1] + "…"
    start, end = len(cut) - len(cut.lstrip()), len(cut.rstrip())
    return f"{cut[:start]}{readable(cut[start:end])}{cut[end:]}" if start < end else cut


def readable(text: str) -> str:
    """A text with commands, paths and calls of an API as code, to be read where the Markdown is not rendered, too."""
    pieces, end = [], 0
    for match in _CODE.finditer(text):
        pieces += [_spaced(text[end : match.start()]), code(match["command"] or match[0])]
        end = match.end()
    return "".join([*pieces, _spaced(text[end:])]) if pieces else plain(text)


def _spaced(text: str) -> str:
    """A piece of a text as plain text, with the spaces around it."""
    start, end = len(text) - len(text.lstrip(" ")), len(text.rstrip(" "))
    return f"{text[:start]}{plain(text[start:end])}{text[end:]}" if start < end else " " * bool(text)


def plain(text: str) -> str:
    """A text that mentions no user and contains no markup."""
    return unlinked(visible(text))


def code(text: str) -> str:
    """A text as inline code, with invisible characters escaped."""
    return span(visible(" ".join(text.split())))
