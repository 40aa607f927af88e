"""`dataclass` for values that nothing changes once they are made: frozen for the type checker, fast at run time.

A class that is frozen at run time too sets each field through `object.__setattr__` (CPython's documentation of
dataclasses, *Frozen instances*): with that, mapping takes a third longer.
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
