"""`dataclass` for values that nothing changes once they are made: frozen for the type checker, fast at run time.

A class that is frozen at run time too sets each field by a call of `object.__setattr__` (CPython, dataclasses,
*Frozen instances*: "a tiny performance penalty"), which would be a quarter of the time of a mapping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: Any) -> Any:
        """As `dataclasses.dataclass`; what `frozen` forbids is for the type checker to find."""
        return dataclasses.dataclass(cls, eq=eq, unsafe_hash=frozen and eq, **options)
