"""One change of an attribute, in terms of the two bodies that are compared."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ..model import Attribute
from ..origin import Location
from .rules import ChangeRule
from .status_changes import is_choice


class Delta(Struct, frozen=True, eq=False):
    """A change of one attribute. Its path is relative to the compared body; empty for the body itself.

    `read_only`: configurations set it on neither side. `unset`: no configuration can have set it on the old side, or
    can on the new one. `condition` is the path of the innermost parent that a configuration may omit. `folded` is the
    number of nested attributes that change with it.
    """

    rule: ChangeRule
    path: str
    old_path: str
    text: str
    before: str | None = None
    after: str | None = None
    old: Attribute | None = None
    new: Attribute | None = None
    old_location: Location | None = None
    new_location: Location | None = None
    read_only: bool = False
    code: str = ""
    unset: bool = False
    condition: str = ""
    folded: int = 0

    def under(self, new: str, old: str) -> Delta:
        """The same change with both paths prefixed."""
        condition = joined(new, self.condition) if self.condition else ""
        return replace(self, path=joined(new, self.path), old_path=joined(old, self.old_path), condition=condition)

    def inside(self, new: Attribute, old: Attribute) -> Delta:
        """The same change as one of an attribute nested in `new`, which was `old`."""
        delta = self.under(new.name, old.name)
        return replace(delta, condition=new.name) if not delta.condition and is_choice(old) else delta


def joined(prefix: str, path: str) -> str:
    """Two dotted paths as one; each may be empty."""
    return f"{prefix}.{path}" if path and prefix else prefix or path
