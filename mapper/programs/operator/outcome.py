"""The outcome of one pass over a resource: patches and events to write, when to run the next pass, and conditions.

The conditions are Synced (the provider has what the spec requests) and Ready (the object can be used).
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from mapper.programs.provider_process.results import Object
from mapper.systems.crossplane.config import Readiness
from mapper.systems.crossplane.names import json_name

from .plugin import Manifest


class Conflict(Exception):
    """The object was written by someone else since it was read."""


class Gone(Exception):
    """The object does not exist any more."""


class Interrupted(Exception):
    """The operator ends: nothing more is begun."""


class Target(StrEnum):
    """What a patch changes: the object, only if it is unchanged since it was read; or the status subresource."""

    OBJECT = "object"
    STATUS = "status"


class Patch(Struct, frozen=True):
    """A merge patch (RFC 7386) of the object.

    `is_record`: it records a change of the external object, and must not be lost. It is written even if the object has
    changed since, and again if that fails.
    """

    target: Target
    body: Mapping[str, Any]
    is_record: bool = False


class SecretWrite(Struct, frozen=True):
    """A connection secret to create or to update with these keys. The object owns it."""

    namespace: str
    name: str
    data: Mapping[str, bytes]


class SecretKey(Struct, frozen=True):
    """A key of a secret."""

    namespace: str
    name: str
    key: str


class Event(Struct, frozen=True):
    """A Kubernetes event. `type` is Normal or Warning."""

    type: str
    reason: str
    message: str


class Kept(Struct, frozen=True):
    """What the next pass over a resource needs: its state, and the provider's private data."""

    state: Object
    private: bytes = b""


class PassOutcome(Struct, frozen=True):
    """The outcome of a pass. Patches are written in order; if one is refused, the following are not written.

    `rest` is the shortest time until the next pass after a failure, so that a broken object costs a cloud little.
    `requeue` is the time until the next pass in seconds, None to wait for a change of the object. `void` is the time of
    an announced creation that was certainly not made. `secret` is written before the status, after all other
    patches. `passwords` are keys of secrets for which random passwords are written if they do not exist.
    """

    patches: tuple[Patch, ...] = ()
    events: tuple[Event, ...] = ()
    requeue: float | None = None
    kept: Kept | None = None
    void: str = ""
    secret: SecretWrite | None = None
    passwords: tuple[SecretKey, ...] = ()
    failed: bool = field(default=False)
    rest: float = 0.0


_LONGEST = 1024
"""The most characters of a message: the texts of providers have no limit."""


class Condition(Struct, frozen=True):
    """A condition. `status` is True, False or Unknown, as text."""

    type: str
    status: str
    reason: str
    message: str = ""


SYNCED = Condition("Synced", "True", "ReconcileSuccess")
PAUSED = Condition("Synced", "False", "ReconcilePaused", "Reconciliation is paused")
AVAILABLE = Condition("Ready", "True", "Available")
CREATING = Condition("Ready", "False", "Creating")
BEGUN = Condition("Synced", "Unknown", "Creating")
DELETING = Condition("Ready", "False", "Deleting")
UNAVAILABLE = Condition("Ready", "False", "Unavailable")
UNKNOWN = Condition("Ready", "Unknown", "Unknown", "The provider has a state that the config does not know")


INCOMPLETE = (
    "it is not known what came of a creation that was begun at {}: see whether the object is there. If it is, set"
    " crossplane.io/external-name. Then remove the annotations crossplane.io/external-create-pending and"
    " crossplane.io/external-create-succeeded"
)
RENAMED = (
    "crossplane.io/external-name is {!r}, but the object that was observed is {!r}: set it back; to manage the other"
    " one, make another object"
)
FOREIGN = (
    "there is an object {!r} already, which was not created for this one: to take it over, set the annotation"
    " crossplane.io/external-name"
)

_OFFLINE = frozenset(("InvalidObject", "CannotValidate", "CannotResolveReferences", "SecretNotFound", "CannotRead"))
"""Reasons of failures before anybody outside of the cluster was asked."""


def rest_after(reason: str) -> float:
    """The shortest time from a failure to the next pass, in seconds: a broken object costs a cloud little."""
    return 0.0 if reason in _OFFLINE else 60.0


def failure(reason: str, message: str) -> Condition:
    """The condition Synced=False with a reason."""
    return Condition("Synced", "False", reason, message)


def timestamp(now: datetime) -> str:
    """A time in the format of Kubernetes (RFC 3339)."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def moment(text: str | None) -> datetime:
    """The time of an annotation: the earliest without one, and the latest for what is no time."""
    if not text:
        return datetime.min.replace(tzinfo=UTC)
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.max.replace(tzinfo=UTC)


def precise(now: datetime) -> str:
    """A time with microseconds, distinct for each pass."""
    return f"{timestamp(now)[:-1]}.{now.microsecond:06d}Z"


def with_conditions(
    status: Mapping[str, Any], conditions: tuple[Condition, ...], now: datetime, generation: int | None
) -> list[Manifest]:
    """The conditions of a status with some replaced; `lastTransitionTime` changes only with the condition."""
    given = status.get("conditions")
    before = [entry for entry in given if isinstance(entry, dict)] if isinstance(given, list) else []
    by_type = {str(entry.get("type")): entry for entry in before}
    for condition in conditions:
        old = by_type.get(condition.type, {})
        is_same = (old.get("status"), old.get("reason")) == (condition.status, condition.reason)
        message = condition.message
        if len(message) > _LONGEST:
            message = f"{message[:_LONGEST]}…"
        new = {
            "type": condition.type,
            "status": condition.status,
            "reason": condition.reason,
            "lastTransitionTime": old.get("lastTransitionTime") if is_same else timestamp(now),
        }
        if message:
            new["message"] = message
        if generation is not None:
            new["observedGeneration"] = generation
        by_type[condition.type] = new
    return list(by_type.values())


def ready_of(setting: Readiness | None, observed: Any) -> Condition:
    """The condition Ready of an existing resource: from the value at a path, if the config has a table of values.

    `observed` is `atProvider`; of a list, the first element is used.
    """
    if setting is None:
        return AVAILABLE
    value = observed
    for name in setting.path.split("."):
        value = value[0] if isinstance(value, list) and value else value
        value = value.get(json_name(name), value.get(name)) if isinstance(value, dict) else None
    text = json.dumps(value) if isinstance(value, bool) else str(value)
    ready = setting.values.get(text)
    if ready is None:
        return UNKNOWN
    return AVAILABLE if ready else Condition("Ready", "False", "Unavailable", f"{setting.path} is {text}")
