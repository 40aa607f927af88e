"""What comes of one pass over a resource: what is to be written, what is to be told, and when to look again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from ...immutable import dataclass
from ...tfplugin.results import Object


class Target(StrEnum):
    """What a patch is of, and how it is written.

    OBJECT: only if nobody has written the object since it was read. RECORD: annotations that must not be lost; they
    are written whatever else has changed. STATUS: the status, at its own address.
    """

    OBJECT = "object"
    RECORD = "record"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Patch:
    """A merge patch (RFC 7386) of the object."""

    target: Target
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SecretWrite:
    """A secret with connection details, which is made or gets these keys. It belongs to the object."""

    namespace: str
    name: str
    data: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A key of a secret."""

    namespace: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something to be told. `type` is Normal or Warning."""

    type: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class Kept:
    """What the next pass over a resource needs of this one: its state, and what the provider wants back with it."""

    state: Object
    private: bytes = b""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What comes of a pass. Patches are written in order; after one that is refused, no other is.

    `requeue` is after how many seconds to look again, None for when the object changes. `create` is the time of a
    creation that is announced in one of the patches: the next pass goes on with it, if they are written. `secret` is
    written before the status, after all other patches. `passwords` are keys of secrets that get a text which nobody
    knows, where they are not there.
    """

    patches: tuple[Patch, ...] = ()
    events: tuple[Event, ...] = ()
    requeue: float | None = None
    kept: Kept | None = None
    create: str = ""
    secret: SecretWrite | None = None
    passwords: tuple[SecretKey, ...] = ()
    failed: bool = field(default=False)
