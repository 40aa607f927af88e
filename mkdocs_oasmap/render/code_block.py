"""Code as HTML with Pygments' classes."""

import re
from collections.abc import Callable
from functools import lru_cache, partial

from .templates import escape, inert

_SPACES = re.compile(r'<span class="w">(\s+)</span>')

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
    return "".join(_SPACES.split(highlighter(text)))  # the spaces themselves stay


@lru_cache(maxsize=8)
def _highlighter(language: str) -> Callable[[str], str]:
    """The highlighter of a language. Raises ImportError if Pygments is not installed."""
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return partial(highlight, lexer=get_lexer_by_name(language), formatter=HtmlFormatter(nowrap=True))
