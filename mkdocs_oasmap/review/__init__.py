"""The two states of a review, and one writer for each format.

`__all__` is the interface for programs: it reads states as the command line does, and compares them with their causes.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mapper.review.changes import Review
    from mapper.review.settings import Settings

    from .comparison import review
    from .states import Files, State, read_state

__all__ = ["Files", "Review", "Settings", "State", "read_state", "review"]

_MODULES = {
    "Review": "mapper.review.changes",
    "Settings": "mapper.review.settings",
    "review": f"{__name__}.comparison",
}


def __getattr__(name: str) -> object:
    """Import a member of `__all__` on first access."""
    if name in __all__:
        return getattr(import_module(_MODULES.get(name, f"{__name__}.states")), name)
    raise AttributeError(name)


def __dir__() -> list[str]:
    """The members of `__all__`, for completion, before they are imported."""
    return __all__
