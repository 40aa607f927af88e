"""Removes secrets from what programs say: conditions, events, logs, diagnostics."""

import json
import re
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any
from urllib.parse import quote, quote_plus

from mapper.inputs.json_values import parse_json
from mapper.languages.golang.source import string_literal
from mapper.programs.provider_process.values import Dynamic

_SHORTEST = 4
"""Shorter values are not redacted: they occur in any text by chance, and redacting would reveal them."""
_SHORTEST_LINE = 8
"""The same for a line of a value of several lines."""
HIDDEN = "(sensitive)"
_SHORTEST_WRAPPED = 16
"""The same for a value that is written with other line breaks."""

_ESCAPES = re.compile(r"%[0-9A-Fa-f]{2}|&#?[0-9A-Za-z]{1,8};")
_LAYOUT = re.compile(r"\s|\\[nrt]")
_CONTROLS = re.compile(
    "\x1b(?:\\[[0-?]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|[ -/]*[0-~])"
    "|[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
)
"""Sequences that control a terminal, and characters without width: within a secret, they would hide it from this."""

_MOST_READ = 100_000
"""How much of a text that is to be shortened is looked at."""

_ELLIPSIS = re.compile(r"…|\.\.\.|\Z")


class Redactor:
    """Knows secrets, and replaces them in texts. Texts must be redacted before they are shortened or joined."""

    def __init__(self, *values: Any) -> None:
        self._values: set[str] = set()
        self._forms: list[str] | None = None
        self._pressed: list[str] = []
        """The forms without their line breaks and spaces."""
        for value in values:
            self.learn(value)

    def learn(self, value: Any) -> None:
        """Add a secret: a text, a number, bytes, or the leaves of lists and objects. A text may be JSON with leaves."""
        left = [value]
        while left:
            match left.pop():
                case bytes() as data:
                    left.append(data.decode(errors="replace"))
                case bool():
                    pass
                case str() | int() | float() | Decimal() as found:
                    text = str(found)
                    if len(text.strip()) >= _SHORTEST and text not in self._values:
                        self._values.add(text)
                        self._forms = None
                        if text.lstrip().startswith(("{", "[")):
                            left.append(_json(text))
                case Mapping() as members:
                    left += members.values()
                case list() | tuple() as items:
                    left += items
                case Dynamic(_, inner):
                    left.append(inner)

    def text(self, text: str) -> str:
        """A text without these secrets: whole, by line, quoted, encoded, or cut at the end or before an ellipsis."""
        if self._forms is None:
            forms = {_uniform(form) for value in self._values for form in _forms(value)}
            self._forms = sorted((form for form in forms if len(form) >= _SHORTEST), key=len, reverse=True)
            self._pressed = sorted({_LAYOUT.sub("", form) for form in self._forms}, key=len, reverse=True)
            self._pressed = [form for form in self._pressed if len(form) >= _SHORTEST_WRAPPED]
        if not self._forms:
            return text
        text = _CONTROLS.sub("", text)
        text = _without(text, [*_spans(_uniform(text), self._forms), *self._wrapped(text)])
        ends = [match.start() for match in _ELLIPSIS.finditer(text)]
        for end in reversed(ends):  # from the end, so that positions stay
            longest = max(_partial_length(text, end, form) for form in self._forms)
            text = text[: end - longest] + HIDDEN + text[end:] if longest else text
        return text

    def beginning(self, text: str, most: int) -> str:
        """The first characters of a text without these secrets: one at the cut leaves no character of itself."""
        read = text[:_MOST_READ]
        shown = self.text(read)
        if len(read) < len(text) and len(shown) < most:
            before, hidden, _ = shown.rpartition(HIDDEN)
            shown = before + hidden  # what follows may be the beginning of another secret
        return shown[:most]

    def _wrapped(self, text: str) -> Iterator[tuple[int, int]]:
        """Where the forms are in a text that has other line breaks and spaces than they."""
        layout = {place for match in _LAYOUT.finditer(text) for place in range(*match.span())}
        places = [place for place in range(len(text)) if place not in layout]
        pressed = _uniform("".join(text[place] for place in places))
        for start, end in _spans(pressed, self._pressed):
            yield places[start], places[end - 1] + 1


def _uniform(text: str) -> str:
    """A text of the same length with escapes of URLs and of HTML in small letters, as either case is written."""
    return _ESCAPES.sub(lambda match: match[0].lower(), text)


def _spans(text: str, forms: Iterable[str]) -> Iterator[tuple[int, int]]:
    for form in forms:
        at = text.find(form)
        while at >= 0:
            yield at, at + len(form)
            at = text.find(form, at + 1)


def _without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with what stands at these places hidden; what overlaps is hidden as one."""
    pieces, end = [], 0
    for first, last in sorted(spans, key=lambda span: (span[0], -span[1])):
        if first >= end:
            pieces += [text[end:first], HIDDEN]
        end = max(end, last)
    return "".join([*pieces, text[end:]])


def _partial_length(text: str, end: int, form: str) -> int:
    """How many characters before a position are the beginning of a form; 0 for few, which any text may have."""
    tail = text[max(0, end - _SHORTEST_LINE) : end]
    if len(tail) < _SHORTEST_LINE:
        return 0
    at = form.rfind(tail)
    while at >= 0:
        if text.endswith(form[: at + _SHORTEST_LINE], 0, end):
            return at + _SHORTEST_LINE
        at = form.rfind(tail, 0, at + _SHORTEST_LINE - 1)
    return 0


def _json(text: str) -> Any:
    try:
        return parse_json(text)
    except ValueError:
        return None


def _forms(value: str) -> Iterator[str]:
    lines = [line.strip() for line in value.splitlines()]
    parts = [line for line in lines if len(line) >= _SHORTEST_LINE] if len(lines) > 1 else []
    for text in dict.fromkeys((value, value.strip(), " ".join(value.split()), *parts)):
        yield text
        once = set(_quoted(text))
        yield from once
        for form in once:
            yield from _quoted(form)
        data = text.encode(errors="surrogatepass")
        yield from _base64(data)
        yield from (quote(data), quote(data, safe=""), quote_plus(data))
        yield from (text.translate(table) for table in _HTML)


def _base64(data: bytes) -> Iterator[str]:
    """Base64 of these bytes, alone or at any place in a text, such as behind the user of Basic auth."""
    yield from (b64encode(data).decode(), urlsafe_b64encode(data).decode().rstrip("="))
    for before in range(_BYTES_OF_GROUP):
        first, last = -(-8 * before // 6), 8 * (before + len(data)) // 6  # characters with bits of these bytes alone
        for write in (b64encode, urlsafe_b64encode):
            yield write(bytes(before) + data).decode()[first:last]


_BYTES_OF_GROUP = 3
"""Base64 writes so many bytes in four characters."""

_HTML = [
    str.maketrans({letter: form.format(ord(letter)) for letter, form in forms.items()})
    for forms in (
        {"&": "&amp;", "<": "&lt;", ">": "&gt;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;"},
        {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&#34;", "'": "&#39;", "+": "&#43;"},
        dict.fromkeys("&<>\"'", "&#{};"),
        dict.fromkeys("&<>\"'", "&#x{:x};"),
    )
]
"""How HTML is escaped: without quotes, by Python, Java, XML, Go, Go's templates, and by numbers."""


def _quoted(text: str) -> Iterable[str]:
    """A text as programs quote it, without the quotes: JSON of Python and Go, Go's `%q`, Python's `repr`."""
    plain, escaped = json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1]
    web = plain.replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026")
    return plain, escaped, web, string_literal(text)[1:-1], repr(text)[1:-1]
