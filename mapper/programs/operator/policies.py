"""What the controller may do with an object: management policies and deletion policy."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from .codec import ConvertError, part
from .external_name import annotations_of
from .plugin import Manifest

PAUSED = "crossplane.io/paused"


class Action(StrEnum):
    """An action that a management policy can allow."""

    OBSERVE = "Observe"
    CREATE = "Create"
    UPDATE = "Update"
    DELETE = "Delete"
    LATE = "LateInitialize"
    ALL = "*"


class Deletion(StrEnum):
    """What happens to the external object when the cluster's object is deleted."""

    DELETE = "Delete"
    ORPHAN = "Orphan"


class Policies(Struct, frozen=True):
    """The allowed actions, and the deletion policy."""

    actions: frozenset[Action]
    deletion: Deletion

    @classmethod
    def of(cls, resource: Manifest) -> "Policies":
        """The policies of an object; without any, everything is allowed. Raises ConvertError."""
        spec = part(resource, "spec")
        actions: Any = spec.get("managementPolicies")
        if actions is None:
            actions = [Action.ALL]
        if not isinstance(actions, list) or not all(action in tuple(Action) for action in actions):
            raise ConvertError("spec.managementPolicies", f"a list of {', '.join(Action)} is expected")
        deletion = spec.get("deletionPolicy") or Deletion.DELETE
        if deletion not in tuple(Deletion):
            raise ConvertError("spec.deletionPolicy", f"{Deletion.DELETE} or {Deletion.ORPHAN} is expected")
        return cls(frozenset(map(Action, actions)), Deletion(deletion))

    def allow(self, action: Action) -> bool:
        """Whether an action is allowed."""
        return action in self.actions or Action.ALL in self.actions

    @property
    def deletes(self) -> bool:
        """Whether the external object is deleted with the cluster's object.

        Management policies other than the default override the deletion policy.
        """
        if self.actions != {Action.ALL}:
            return self.allow(Action.DELETE)
        return self.deletion is Deletion.DELETE

    @property
    def only_observe(self) -> bool:
        """Whether no external change is allowed."""
        return self.actions == {Action.OBSERVE}


def is_paused(resource: Manifest) -> bool:
    """Whether reconciling is paused: by the annotation, or because no action is allowed."""
    return annotations_of(resource).get(PAUSED) == "true" or part(resource, "spec").get("managementPolicies") == []
