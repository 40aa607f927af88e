"""Descriptions of an API as Markdown that does no harm in a page, whatever makes a site of it.

Lists, code, tables, emphasis and links to web addresses are kept. Headings, raw HTML, other links, images, and
what site generators take for their own (`{…}` and `:::`) show as the text that they are.
"""

from __future__ import annotations

import re
from functools import lru_cache

from mapper.immutable import dataclass

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_CODE = 4
_FENCE = re.compile(r"(?:(`{3,})(?!.*`)|(~{3,})) *([\w+#.-]*).*")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
_BLOCK = re.compile(rf"{_ITEM.pattern}|[>|]|`{{3}}|~{{3}}|\s{{4}}")
_TABLE = re.compile(r"(?=.*\|)[\s|:-]+")
_LINE_START = re.compile(
    r"(\s*(?:(?:(?:[-*+]|\d{1,9}[.)])\s+|>\s*))*)(?:(#)|(=)(?==*\s*$)|(-)(?=-*\s*$)|(:)(?=::)|(!)(?=!!))"
)
_TOKEN = re.compile(
    r"""
    \\(?P<escaped>[!-/:-@\[-`{-~])
  | (?P<code>(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`))
  | <(?P<address>https?://[\w.~:/?\#@!$&+,;=%-]+)>
  | \]\((?P<link>(?:https?://|mailto:)(?:[^\s()<>`]|\([^\s()<>`]*\))*)(?P<title>\s+"[^"<>{`\\]*")?\)
  | (?P<definition>\]:)(?=\s*(?:https?://|mailto:))
  | (?P<special>[`<\\{] | \](?=[(:]) | !(?=\[) | ~(?=~~))
    """,
    re.VERBOSE,
)
TEMPLATE = re.compile(r"\{(?=[{%#<])")
"""What a site generator takes for a template of its own."""

_SPECIAL = re.compile(r"[^A-Za-z0-9\s./,:;=%$()-]")
_ENTITIES = {"<": "&lt;", "=": "&#61;", ":": "&#58;"}  # Python-Markdown knows no backslash in front of these


@lru_cache(maxsize=8192)
def safe_lines(text: str) -> tuple[str, ...]:
    """The lines of a description, from its own left edge, to be indented as a whole."""
    reader = _Reader()
    for line in _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n")).expandtabs(4).split("\n"):
        reader.read(line)
    return reader.close()


def safe_inline(text: str) -> str:
    """A text on one line."""
    return _safe_line(" ".join(_CONTROL.sub(" ", text).split()))


def code(text: str) -> str:
    """A text as a code span, whatever is in it."""
    text = " ".join(_CONTROL.sub(" ", text).split())
    if TEMPLATE.search(text):  # site generators look for theirs in code too
        return f"<code>{_SPECIAL.sub(lambda match: f'&#{ord(match[0])};', text)}</code>"
    ticks = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def starts_block(lines: tuple[str, ...]) -> bool:
    """Whether the lines begin with a list, a quotation, a table or code, which need a line of their own."""
    return bool(_BLOCK.match(lines[0])) or (len(lines) > 1 and bool(_TABLE.fullmatch(lines[1])))


def is_one_paragraph(lines: tuple[str, ...]) -> bool:
    """Whether the lines are plain text only."""
    return all(line and not _BLOCK.match(line.lstrip()) for line in lines) and not starts_block(lines)


@dataclass(frozen=True, slots=True)
class _Fence:
    """Code that is read: how far in it stands in the output and in the input, and what closes it.

    `indented` is code that has no fence in the input.
    """

    indent: int
    edge: int
    marker: str
    indented: bool = False

    def is_closed_by(self, content: str) -> bool:
        return set(content) == {self.marker[0]} and len(content) >= len(self.marker)


class _Reader:
    """Reads a description line by line.

    Code is the only text that is passed on as it is. So that nobody reads it otherwise, it stands in fences with
    empty lines around them, and never further out than they do. Outside of lists, nothing else is indented: in
    a list item, it would be read as code.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._edge = 0
        self._in_list = False
        self._fence: _Fence | None = None
        self._needs_blank = False

    def read(self, line: str) -> None:
        content = line.strip(" ")
        indent = len(line) - len(line.lstrip(" "))
        if self._fence is not None:
            self._read_code(self._fence, line, indent, content)
        elif not content:
            self._blank()
        else:
            self._read_text(line, indent, content)

    def close(self) -> tuple[str, ...]:
        if self._fence is not None:
            self._end_code(self._fence)
        self._strip()
        return tuple(self._lines)

    def _read_text(self, line: str, indent: int, content: str) -> None:
        fence = _FENCE.fullmatch(content)
        is_item = bool(_ITEM.match(content))
        if fence or self._needs_blank:
            self._blank()
        after_blank = not self._lines or not self._lines[-1]
        if indent < _CODE and (after_blank or is_item) and (not self._in_list or indent <= self._edge):
            self._edge, self._in_list = indent, is_item
        if fence:
            self._begin_code(_Fence(max(indent - self._edge, 0), indent, fence[1] or fence[2]), fence[3])
        elif indent >= _CODE and after_blank and not self._in_list:
            self._begin_code(_Fence(0, _CODE, "```", indented=True))
            self._lines.append(line[_CODE:])
        else:
            hard_break = "  " if line.endswith("  ") else ""
            self._lines.append(f"{' ' * (indent - self._edge)}{_safe_line(content)}{hard_break}")

    def _begin_code(self, fence: _Fence, language: str = "") -> None:
        self._fence = fence
        self._lines.append(f"{' ' * fence.indent}{fence.marker}{language}")

    def _read_code(self, fence: _Fence, line: str, indent: int, content: str) -> None:
        closed = fence.is_closed_by(content)
        if closed or (fence.indented and content and indent < fence.edge):
            self._end_code(fence)
            if fence.indented:
                self.read(line)
        else:
            self._lines.append(f"{' ' * fence.indent}{line[min(indent, fence.edge) :]}".rstrip())

    def _end_code(self, fence: _Fence) -> None:
        if fence.indented:
            self._strip()
        self._lines.append(f"{' ' * fence.indent}{fence.marker}")
        self._fence = None
        self._needs_blank = True

    def _blank(self) -> None:
        self._needs_blank = False
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def _strip(self) -> None:
        while self._lines and not self._lines[-1]:
            self._lines.pop()


def _safe_line(line: str) -> str:
    start = _LINE_START.match(line)
    if start is None:
        return _TOKEN.sub(_safe_token, line)
    mark = line[start.end() - 1]
    return f"{start[1]}{_ENTITIES.get(mark, chr(92) + mark)}{_TOKEN.sub(_safe_token, line[start.end() :])}"


def _safe_token(match: re.Match[str]) -> str:
    if match["code"] or match["definition"]:
        return match[0]
    if address := match["address"]:
        return f"[{address}]({address})"
    if link := match["link"]:
        return f"]({link.replace('{', '%7B').replace('}', '%7D')}{match['title'] or ''})"
    if (mark := match["escaped"] or match["special"]) == "<":
        return "&lt;"
    if mark == "{" and match.string[match.end() : match.end() + 1] in tuple("{%#<"):
        return "&#123;"
    return f"\\{mark}"
