"""Descriptions in package schemas: Markdown with marks that only Pulumi's registry interprets.

Marks are removed. The programs below *Example Usage* become examples, and the commands below *Import* another one.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

UNNAMED = "Example"
"""The title of programs that are below no heading."""

_SHORTCODE = re.compile(r"\{\{[%<][^{}\n]*[%>]\}\}")
_SPAN = re.compile(r"<span pulumi-lang[^<>]*>")
_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w#+.-]*)[^`]*")
_EXAMPLES, _IMPORT = ("example usage", "example", "examples"), "import"
_SECTION = 2
_TITLES = {
    "typescript": "TypeScript", "ts": "TypeScript", "javascript": "JavaScript", "python": "Python", "csharp": "C#",
    "fsharp": "F#", "go": "Go", "yaml": "YAML", "java": "Java", "hcl": "HCL", "sh": "Shell", "bash": "Shell",
}  # fmt: skip


class Program(Struct, frozen=True):
    """A program in a description: its language, its text, the text before it, and the heading that it is below."""

    language: str
    text: str
    about: str
    heading: str = ""

    @property
    def language_name(self) -> str:
        return _TITLES.get(self.language.lower(), self.language or "Text")


class Text(Struct, frozen=True):
    """A description: its prose, its programs, and its import commands."""

    prose: str
    programs: tuple[Program, ...]
    imports: str


def without_marks(text: str) -> str:
    """A text without the marks for the registry."""
    if "<!--" in text:
        first, *others = text.split("<!--")
        text = first + "".join(part.partition("-->")[2] if "-->" in part else f"<!--{part}" for part in others)
    text = _SHORTCODE.sub("", text)
    if _SPAN.search(text):
        text = _SPAN.sub("", text).replace("</span>", "")
    return text


@lru_cache(maxsize=256)
def read_text(text: str) -> Text:
    """Parse a description."""
    reader = _Reader()
    for line in without_marks(text).split("\n"):
        reader.read(line)
    return reader.text()


class _Reader:
    """Reads a description line by line."""

    def __init__(self) -> None:
        self._prose: list[str] = []
        self._programs: list[Program] = []
        self._counts: Counter[tuple[str, str]] = Counter()
        self._imports: list[str] = []
        self._section = ""
        self._heading = ""
        self._has_program = False  # below the heading
        self._about: list[str] = []
        self._fence, self._language = "", ""
        self._code: list[str] = []

    def read(self, line: str) -> None:
        fence = _FENCE.fullmatch(line)
        if self._fence:
            if fence and not fence[2] and fence[1].startswith(self._fence):
                self._end()
            else:
                self._code.append(line)
            return
        if fence:
            self._fence, self._language, self._code = fence[1], fence[2], []
            return
        heading = _HEADING.fullmatch(line)
        if heading and len(heading[1]) <= _SECTION:
            name = heading[2].strip().lower()
            self._leave()
            self._section = "examples" if name in _EXAMPLES else _IMPORT if name == _IMPORT else ""
            self._heading, self._has_program = "", False
            if self._section:
                return
        if self._section == "examples":
            if heading:
                self._leave()
                self._heading, self._has_program = heading[2].strip(), False
            else:
                self._about.append(line)
        elif self._section:
            self._imports += [f"# {line.strip()}"] if line.strip() else []
        else:
            self._prose.append(line)

    def text(self) -> Text:
        if self._fence:
            self._end()
        self._leave()
        imports = "\n".join(self._imports)
        if self._imports and all(line.startswith("#") for line in self._imports):
            self._prose += ["", *(line.removeprefix("# ") for line in self._imports)]
            imports = ""
        prose = "\n".join(_without_gaps(self._prose)).strip("\n")
        return Text(prose, tuple(self._programs), f"{imports}\n" if imports else "")

    def _end(self) -> None:
        """End a block of code."""
        code, language, fence = self._code, self._language, self._fence
        self._fence, self._code = "", []
        if self._section == "examples":
            about = " ".join(" ".join(self._about).split())
            program = Program(language, "\n".join(code).strip("\n") + "\n", about, self._heading)
            self._counts[program.heading, program.language_name] += 1
            if (count := self._counts[program.heading, program.language_name]) > 1:
                program = replace(program, heading=f"{program.heading or UNNAMED} ({count})")
            self._programs.append(program)
            self._about, self._has_program = [], True
        elif self._section:
            self._imports += [line.removeprefix("$ ") for line in code if line.strip()]
        else:
            self._prose += [f"{fence}{language}", *code, fence]

    def _leave(self) -> None:
        """Keep text that introduces no program as prose."""
        if self._heading and not self._has_program:
            self._prose += ["", self._heading]
        if any(line.strip() for line in self._about):
            self._prose += ["", *self._about]
        self._about = []


def _without_gaps(lines: list[str]) -> Iterator[str]:
    """The lines without consecutive empty ones."""
    was_empty = True
    for line in lines:
        if line.strip() or not was_empty:
            yield line.rstrip() if not line.endswith("  ") else line
        was_empty = not line.strip()
