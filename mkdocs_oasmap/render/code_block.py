"""Code as HTML with Pygments' classes. Lines that many examples have are highlighted once."""

import re
from functools import lru_cache
from typing import Any

from .templates import escape, inert

_SPACES = re.compile(r'<span class="w">(\s+)</span>')
_MOST = 8192

_VALUE = r'(?:true|false|-?\d+(?:\.\d+)?|"[^"\\\n]*"|[a-z_]\w*(?:\.[a-z_]\w*)+)'
_ALONE = re.compile(
    rf"""
    (?:[ ]* (?:
        [A-Za-z_][\w-]*[ ]+=[ ](?:{_VALUE} | \[(?:{_VALUE}(?:,[ ]{_VALUE})*)?\] | \{{\}}? | \[\{{)
      | (?:resource|data)[ ]"[\w-]+"[ ]"[\w-]+"[ ]\{{
      | \}}(?:\] | ,[ ]\{{)?
      | import[ ]\{{
      | \#.*
    ))?
    """,
    re.VERBOSE | re.ASCII,
)
"""A line of HCL that begins and ends with whole tokens, whatever the lines around it are."""


LANGUAGES = frozenset(
    "bash c# console csharp cs diff fsharp go golang hcl html http ini java javascript js json jsx kotlin"
    " php powershell ps1 python py ruby rust sh shell sql terraform tf toml ts tsx typescript vbnet xml yaml"
    " yml".split()
)
"""What is highlighted. A description can name any other of Pygments' 500 languages, some of which take for ever."""

_LONGEST, _MOST_LINES = 100_000, 200
"""The maximum number of characters and lines of a text that is highlighted: each word becomes an element."""


def highlighted(text: str, language: str) -> str:
    """The HTML of a text, highlighted if Pygments is installed and the language is one of `LANGUAGES`."""
    text = inert(text)
    try:
        highlighter = _highlighter(language.lower()) if language.lower() in LANGUAGES else None
    except ImportError:
        highlighter = None
    if highlighter is None or len(text) > _LONGEST or text.count("\n") > _MOST_LINES:
        return escape(text, quote=False)
    lines = text.strip("\n").split("\n")
    if highlighter.is_hcl and all(map(_ALONE.fullmatch, lines)):
        return highlighter.by_line(lines)
    return highlighter.whole(text)


class Highlighter:
    """Highlights texts in one language. `is_hcl`: the patterns of this module are about it."""

    def __init__(self, lexer: Any, formatter: Any) -> None:
        self._lexer, self._formatter = lexer, formatter
        self.is_hcl = "hcl" in lexer.aliases
        self._lines: dict[str, str] = {}

    def whole(self, text: str) -> str:
        """The HTML of any text."""
        from pygments import highlight

        return _SPACES.sub(r"\1", highlight(text, self._lexer, self._formatter))

    def by_line(self, lines: list[str]) -> str:
        """The HTML of lines that do not depend on each other; those that are not known are highlighted in one go."""
        known = self._lines
        new = [line for line in dict.fromkeys(lines) if line not in known]
        if new and len(known) + len(new) > _MOST:
            known.clear()
            new = list(dict.fromkeys(lines))
        if new:
            # the first and the last line are never empty, as Pygments removes empty lines there
            made = self.whole("\n".join(["}", *new, "}"])).split("\n")[1 : len(new) + 1]
            known.update(zip(new, made, strict=True))
        return "\n".join([known[line] for line in lines]) + "\n"


@lru_cache(maxsize=8)
def _highlighter(language: str) -> Highlighter:
    """The highlighter of a language. Raises ImportError if Pygments is not installed."""
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return Highlighter(get_lexer_by_name(language), HtmlFormatter(nowrap=True))
