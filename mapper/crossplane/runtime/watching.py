"""What changes in a cluster: the Kinds that the server knows are listed and watched, the others are waited for."""

from __future__ import annotations

import json
import logging
import random
import threading
import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Protocol

from .controller import FAILED, PENDING, SUCCEEDED
from .kinds import ResourceKind
from .plugin import GroupVersionKind, Manifest

_log = logging.getLogger("oasmap.operator")
_OWN = frozenset((PENDING, SUCCEEDED, FAILED))
_FIRST, _LONGEST = 1.0, 60.0
"""How long to wait after a watch that could not be had, at first and at most, in seconds."""
_RESTED = 30.0
"""A watch that lasted for so many seconds was a good one."""
_AWAITED = 10.0
"""How often is asked for Kinds that the server does not know, in seconds."""
_RESTING = 10.0
"""For how many times as long as it took to ask for them nothing is asked: there may be thousands."""

Key = tuple[GroupVersionKind, str, str]


class Watched(Protocol):
    """A cluster that is watched."""

    def is_served(self, gvk: GroupVersionKind) -> bool:
        """Whether the server knows a Kind."""
        ...

    def objects(self, gvk: GroupVersionKind) -> tuple[list[Manifest], str]:
        """All objects of a Kind, and the version of the list."""
        ...

    def watch(self, gvk: GroupVersionKind, version: str) -> Iterator[tuple[str, Manifest]]:
        """What changes from a version of the list on."""
        ...

    def status(self, error: Exception) -> int:
        """The status of HTTP that an error stands for; 0 where it stands for none."""
        ...


class Audience(Protocol):
    """Who is told. All methods may be called from any thread."""

    def changed(self, key: Key) -> None:
        """What is asked for is not what it was."""
        ...

    def gone(self, resource: Manifest) -> None:
        """There is no such object any more."""
        ...


class Watching:
    """Watches Kinds until it is stopped."""

    def __init__(
        self, cluster: Watched, kinds: Sequence[ResourceKind], audience: Audience, stopping: threading.Event
    ) -> None:
        self._cluster, self._kinds, self._audience, self._stopping = cluster, kinds, audience, stopping
        self._watched: set[GroupVersionKind] = set()

    def start(self) -> None:
        """Begin, in threads of its own."""
        threading.Thread(target=self._attend, daemon=True, name="kinds").start()

    def _attend(self) -> None:
        waiting: int | None = None
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                self._look()
            except Exception as error:  # whatever it is, it is asked again
                _log.warning("it cannot be asked which Kinds there are: %s", error)
            left = len(self._kinds) - len(self._watched)
            if left and left != waiting:
                _log.warning(
                    "%d of %d Kinds are not defined in the cluster, and are waited for: kubectl apply -f package/crds",
                    left, len(self._kinds),
                )  # fmt: skip
            if waiting and not left:
                _log.info("all %d Kinds are defined, and watched", len(self._kinds))
            waiting = left
            self._stopping.wait(max(_AWAITED, _RESTING * (time.monotonic() - started)))

    def _look(self) -> None:
        """Watch the Kinds that have come."""
        for kind in self._kinds:
            gvk = kind.gvk
            if self._stopping.is_set():
                return
            if gvk not in self._watched and self._cluster.is_served(gvk):
                self._watched.add(gvk)
                threading.Thread(target=self._watch, args=(gvk,), daemon=True, name=f"watch {gvk.kind}").start()

    def _watch(self, gvk: GroupVersionKind) -> None:
        """List a Kind, then watch it; again from the start whenever that ends, until the Kind is no more."""
        seen: dict[Key, str] = {}
        failures = 0
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                for _ in self._events(gvk, seen):
                    failures = 0
            except Exception as error:  # whatever it is, the list is asked for again
                if self._stopping.is_set():
                    return
                status = self._cluster.status(error)
                if status == HTTPStatus.NOT_FOUND:
                    _log.warning("%s is not defined any more", gvk)
                    self._watched.discard(gvk)
                    return
                if status != HTTPStatus.GONE:  # only too old
                    _log.warning("%s cannot be watched: %s", gvk, error)
            if time.monotonic() - started > _RESTED:
                failures = 0
            self._stopping.wait(min(_LONGEST, _FIRST * 2 ** min(failures, 10)) * random.uniform(0.5, 1.0))  # noqa: S311
            failures += 1

    def _events(self, gvk: GroupVersionKind, seen: dict[Key, str]) -> Iterator[None]:
        """Tell what changes; a step for each event of a watch."""
        objects, version = self._cluster.objects(gvk)
        there = {self._noticed(gvk, own, seen) for own in objects}
        for key in seen.keys() - there:
            del seen[key]
        for what, own in self._cluster.watch(gvk, version):
            key = self._noticed(gvk, own, seen)
            if what == "DELETED":
                del seen[key]
                self._audience.gone(own)
            yield

    def _noticed(self, gvk: GroupVersionKind, resource: Manifest, seen: dict[Key, str]) -> Key:
        """Tell of an object, if what is asked for is not what it was: its status is written by ourselves."""
        metadata = resource["metadata"]
        key = gvk, metadata.get("namespace") or "", metadata["name"]
        digest = asked(metadata)
        if seen.get(key) != digest:
            seen[key] = digest
            self._audience.changed(key)
        return key


def asked(metadata: Manifest) -> str:
    """What of an object makes another pass necessary.

    The times of creations are written by every pass that tries one. That a person has removed one is news.
    """
    given = metadata.get("annotations") or {}
    annotations = {name: own for name, own in given.items() if name not in _OWN} | {PENDING: PENDING in given}
    told = metadata.get("uid"), metadata.get("generation"), metadata.get("deletionTimestamp"), metadata.get("labels")
    return json.dumps([*told, annotations], sort_keys=True)
