"""The targets of overlays: JSONPath (RFC 9535), parsed by python-jsonpath into the segments that `jsonpath` walks.

Limits of a target are checked on its tokens, before parsing: the parser is recursive.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from jsonpath import JSONPathEnvironment, JSONPathError
from jsonpath import filter as filters
from jsonpath import token as kinds
from jsonpath.segments import JSONPathSegment
from jsonpath.selectors import Filter

MAX_LENGTH = 2_000
"""The most characters of a target."""
MAX_SEGMENTS = 100
"""The most segments of a target, those of its filters included."""
MAX_NESTING = 20
"""The most levels of nested brackets, parentheses and negations."""
MAX_OPERATORS = 100
"""The most `&&` and `||` of a target."""
MAX_DIGITS = 16
"""The most digits of an integer: as many as 2**53 - 1 has (RFC 9535, section 2.1)."""
PARSED = 30
"""The cost of parsing one token, in steps of a search."""


class TargetError(Exception):
    """An invalid target, or one above the limits; `str()` says why, as a predicate of the target."""

    def __init__(self, text: str, remedy: str = "write a JSONPath such as $.info") -> None:
        super().__init__(text)
        self.remedy = remedy


class Parser:
    """Reads targets."""

    def __init__(self) -> None:
        self._environment: Any = JSONPathEnvironment(strict=True, filter_caching=False)
        self.patterns: Patterns | None = None
        """Set when a target with a pattern is parsed."""

    def parse(self, text: str, cost: "Cost") -> tuple[JSONPathSegment, ...]:
        """The segments of a target. Raises TargetError, and the errors of `cost`."""
        if len(text) > MAX_LENGTH:
            raise TargetError(f"has {len(text):,} characters, a target may have {MAX_LENGTH:,}")
        try:
            tokens = list(self._environment.lexer.tokenize(text))
            cost(len(tokens) * PARSED)
            _check(tokens)
            segments: tuple[JSONPathSegment, ...] = self._environment.compile(text).segments
            self._check_patterns(segments)
            return segments
        except RecursionError:
            raise TargetError("is nested too deeply") from None
        except JSONPathError as error:
            raise TargetError(f"is not a JSONPath (RFC 9535): {error.args[0]}") from None
        except (ValueError, OverflowError):  # $[1e3], @ == 1e999
            raise TargetError("is not a JSONPath (RFC 9535): one of its numbers cannot be used there") from None

    def _check_patterns(self, segments: Iterable[JSONPathSegment]) -> None:
        """Raise TargetError for an invalid pattern literal; at run time it would silently match nothing."""
        chosen = [selector for segment in segments for selector in segment.selectors]
        waiting: list[Any] = [selector.expression for selector in chosen if isinstance(selector, Filter)]
        while waiting:
            expression = waiting.pop()
            waiting += expression.children()
            if isinstance(expression, filters.FunctionExtension) and expression.name in ("match", "search"):
                self._check_pattern(expression.args[1])

    def _check_pattern(self, pattern: Any) -> None:
        try:
            self.patterns = self.patterns or Patterns()
            if isinstance(value := getattr(pattern, "value", None), str):
                self.patterns.check(value)
        except ImportError:
            text, remedy = (
                "has a pattern, which needs one more package",
                "pip install 'mkdocs-oasmap[overlay-patterns]'",
            )
            raise TargetError(text, remedy) from None
        except PatternError as error:
            raise TargetError(f"has a pattern that cannot be used: {error}") from None


def _check(tokens: list[Any]) -> None:
    """Raise TargetError for a target above the limits."""
    segments = operators = depth = negations = 0
    for token in tokens:
        kind = token.kind
        segments += kind in (kinds.TOKEN_DOT, kinds.TOKEN_DDOT, kinds.TOKEN_LBRACKET)
        operators += kind in (kinds.TOKEN_AND, kinds.TOKEN_OR)
        depth += (kind in (kinds.TOKEN_LBRACKET, kinds.TOKEN_LPAREN)) - (
            kind in (kinds.TOKEN_RBRACKET, kinds.TOKEN_RPAREN)
        )
        negations = negations + 1 if kind == kinds.TOKEN_NOT else negations * (kind == kinds.TOKEN_WHITESPACE)
        if depth + negations > MAX_NESTING:
            raise TargetError(f"has brackets and negations that are more than {MAX_NESTING} deep")
        if kind == kinds.TOKEN_INT and len(token.value.lstrip("-")) > MAX_DIGITS:
            raise TargetError(f"has an integer of more than {MAX_DIGITS} digits")
    if segments > MAX_SEGMENTS:
        raise TargetError(f"has more than {MAX_SEGMENTS} segments")
    if operators > MAX_OPERATORS:
        raise TargetError(f"has more than {MAX_OPERATORS} of && and ||")


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
    """Compiles I-Regexp (RFC 9485), with a cache of the last patterns. Raises ImportError without google-re2.

    RE2 takes linear time. Python's `re` could take exponential time, and the pattern and the text may both come from an
    untrusted description.
    """

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
        expression = self._compiled(pattern)
        if isinstance(expression, PatternError):
            raise PatternError(str(expression))

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
