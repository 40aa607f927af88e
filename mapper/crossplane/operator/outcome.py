"""The outcome of one pass over a resource: patches and events to write, and when to run the next pass."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct, field

from ...tfplugin.results import Object


class Target(StrEnum):
    """What a patch changes, and how it is written.

    OBJECT: only if the object is unchanged since it was read. RECORD: annotations that must not be lost; written even
    if the object has changed. STATUS: the status subresource.
    """

    OBJECT = "object"
    RECORD = "record"
    STATUS = "status"


class Patch(Struct, frozen=True):
    """A merge patch (RFC 7386) of the object."""

    target: Target
    body: Mapping[str, Any]


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

    `requeue` is the time until the next pass in seconds, None to wait for a change of the object. `create` is the
    time of a creation that a patch announces: once the patches are written, the next pass creates. `secret` is
    written before the status, after all other patches. `passwords` are keys of secrets for which random passwords are
    written if they do not exist.
    """

    patches: tuple[Patch, ...] = ()
    events: tuple[Event, ...] = ()
    requeue: float | None = None
    kept: Kept | None = None
    create: str = ""
    secret: SecretWrite | None = None
    passwords: tuple[SecretKey, ...] = ()
    failed: bool = field(default=False)
