"""The outcome of one pass over a resource: patches and events to write, and when to run the next pass."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from ...tfplugin.results import Object


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

    `is_record`: it records what was done outside, and must not be lost: it is written even if the object has changed
    since, and repeated if it fails.
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
    an announced creation of which certainly nothing came. `secret` is written before the status, after all other
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
