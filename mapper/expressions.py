"""Regular expressions that are compiled when they are first used.

The modules of a program define hundreds, and a run needs a few. Compiling one takes as long as importing a small
module. Those that every run uses, and those that are matched most, are compiled with `re` itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["expression"]

if TYPE_CHECKING:
    from re import compile as expression
else:
    import re

    def expression(text: str, flags: int = 0) -> _Expression:
        """Like `re.compile`, for an expression that few runs use. An error in it is raised at first use."""
        return _Expression(text, flags)

    class _Expression:
        """Has the attributes of a compiled expression, each from when it is first read."""

        def __init__(self, text: str, flags: int) -> None:
            self._source = text, flags

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):  # what `copy` or `pickle` look for
                raise AttributeError(name)
            value = getattr(re.compile(*self._source), name)
            setattr(self, name, value)
            return value
