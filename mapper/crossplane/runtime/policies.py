"""What the controller may do with an object, as the object says it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from ...immutable import dataclass
from .convert import ConvertError, part
from .external import annotations_of
from .plugin import Manifest

PAUSED = "crossplane.io/paused"


class Action(StrEnum):
    """What may be allowed."""

    OBSERVE = "Observe"
    CREATE = "Create"
    UPDATE = "Update"
    DELETE = "Delete"
    LATE = "LateInitialize"
    ALL = "*"


class Deletion(StrEnum):
    """What becomes of the object outside when the one in the cluster is deleted."""

    DELETE = "Delete"
    ORPHAN = "Orphan"


@dataclass(frozen=True, slots=True)
class Policies:
    """The actions that are allowed, and what is done at a deletion."""

    actions: frozenset[Action]
    deletion: Deletion

    @classmethod
    def of(cls, resource: Manifest) -> Policies:
        """Those of an object; everything where it says nothing. Raises ConvertError."""
        spec = part(resource, "spec")
        given: Any = spec.get("managementPolicies")
        if given is None:
            given = [Action.ALL]
        if not isinstance(given, list) or not all(own in tuple(Action) for own in given):
            raise ConvertError("spec.managementPolicies", f"a list of {', '.join(Action)} is expected")
        deletion = spec.get("deletionPolicy") or Deletion.DELETE
        if deletion not in tuple(Deletion):
            raise ConvertError("spec.deletionPolicy", f"{Deletion.DELETE} or {Deletion.ORPHAN} is expected")
        return cls(frozenset(map(Action, given)), Deletion(deletion))

    def allow(self, action: Action) -> bool:
        """Whether an action is allowed."""
        return action in self.actions or Action.ALL in self.actions

    @property
    def deletes(self) -> bool:
        """Whether the object outside is deleted with the one in the cluster.

        Policies that are not the default count more than a deletion policy.
        """
        if self.actions != {Action.ALL}:
            return self.allow(Action.DELETE)
        return self.deletion is Deletion.DELETE

    @property
    def only_observe(self) -> bool:
        """Whether nothing outside may be changed."""
        return self.actions == {Action.OBSERVE}


def is_paused(resource: Manifest) -> bool:
    """Whether nobody is to touch an object: by its annotation, or as no action is allowed at all."""
    return annotations_of(resource).get(PAUSED) == "true" or part(resource, "spec").get("managementPolicies") == []
