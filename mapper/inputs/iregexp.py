"""Patterns of JSONPath functions, I-Regexp (RFC 9485), run in linear time by RE2.

Python's `re` backtracks, which can take exponential time; the pattern and the text may both come from an untrusted
description. RE2 never backtracks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

MAX_PATTERN = 1_000
"""The most characters of a pattern."""
MAX_GROUPS = 50
"""The most levels of nested groups in a pattern."""
COMPILED = 2_000
"""The cost of compiling a pattern, in steps of a search."""

_MEMORY = 1 << 20  # bytes of memory that RE2 may use for one pattern
_KEPT = 64  # compiled patterns in the cache
_SPEED = 50  # characters of the text times instructions of the pattern that count as one step
_ESCAPE = r"\\[()*+\-.?\[\\\]^nrt{|}]"
_CATEGORY = r"\\[pP]\{(?:L[lmotu]?|M[cen]?|N[dlo]?|P[cdefios]?|Z[lps]?|S[ckmo]?|C[cfno]?)\}"
_CHARACTER = rf"(?:[^\-\[\\\]\ud800-\udfff]|{_ESCAPE})"
_ENTRY = rf"(?:{_CHARACTER}(?:-{_CHARACTER})?|{_CATEGORY})"
_TOKEN = re.compile(
    rf"(?P<class>\[(?:\^|(?!\^))(?:-|{_ENTRY}){_ENTRY}*-?\])"
    rf"|(?P<atom>[^()*+.?\[\\\]{{|}}\ud800-\udfff]|\.|{_ESCAPE}|{_CATEGORY})"
    r"|(?P<quantifier>[*+?]|\{[0-9]{1,9}(?:,(?:[0-9]{1,9})?)?\})"
    r"|(?P<open>\()|(?P<close>\))|(?P<bar>\|)"
)
"""The tokens of the grammar of RFC 9485, section 4."""

Cost = Callable[[int], None]
"""Counts steps; raises TooManySteps above the limit."""


class PatternError(Exception):
    """A text that is no I-Regexp, or needs more than RE2 accepts; `str()` says why."""


def translated(pattern: str) -> str:
    """The pattern in the syntax of RE2 (RFC 9485, section 5.4). Raises PatternError.

    `^` and `$` are passed on: as in that section, they are anchors for the engine.
    """
    if len(pattern) > MAX_PATTERN:
        raise PatternError(f"a pattern may have {MAX_PATTERN:,} characters, this one has {len(pattern):,}")
    parts: list[str] = []
    at = depth = 0
    repeatable = False
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            raise PatternError(
                f"{pattern[at : at + 2]!r} at character {at + 1} is not allowed in an I-Regexp (RFC 9485)"
            )
        kind, text = token.lastgroup, token.group()
        if kind == "quantifier" and not repeatable:
            raise PatternError(f"there is nothing to repeat at character {at + 1}")
        depth += {"open": 1, "close": -1}.get(kind or "", 0)
        if not 0 <= depth <= MAX_GROUPS:
            raise PatternError(f"the groups at character {at + 1} are not closed, or more than {MAX_GROUPS} deep")
        repeatable = kind in ("class", "atom", "close")
        parts.append({".": r"[^\n\r]", "(": "(?:"}.get(text, text))
        at = token.end()
    if depth:
        raise PatternError("a group is not closed")
    return "".join(parts)


class Patterns:
    """Compiles patterns, with a cache of the last ones. Raises ImportError without google-re2."""

    def __init__(self) -> None:
        import re2

        options = re2.Options()
        options.max_mem = _MEMORY
        options.log_errors = False
        options.never_capture = True
        self._errors = re2.error

        @lru_cache(maxsize=_KEPT)
        def compiled(pattern: str) -> Any:
            try:
                return re2.compile(translated(pattern), options)
            except PatternError as error:
                return error
            except re2.error as error:
                reason = error.args[0] if error.args else ""
                return PatternError(reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason))

        self._compiled = compiled

    def check(self, pattern: str) -> None:
        """Raise PatternError for an invalid pattern."""
        found = self._compiled(pattern)
        if isinstance(found, PatternError):
            raise PatternError(str(found))

    def found(self, pattern: str, text: str, whole: bool, cost: Cost) -> bool:
        """Whether `pattern` matches `text`, or, unless `whole`, a part of it. An invalid pattern matches nothing (RFC
        9535, sections 2.4.6 and 2.4.7), and nothing matches an unpaired surrogate.
        """
        before = self._compiled.cache_info().misses
        compiled = self._compiled(pattern)
        if self._compiled.cache_info().misses > before:
            cost(COMPILED)
        if isinstance(compiled, PatternError):
            return False
        cost(len(text) * compiled.programsize // _SPEED)
        try:
            match = compiled.fullmatch(text) if whole else compiled.search(text)
        except UnicodeEncodeError:
            return False
        return match is not None
