"""Watches a cluster: lists and watches the Kinds that the server serves, and polls for the others."""

import json
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http import HTTPStatus

from mapper.systems.crossplane.examples import EXTERNAL_NAME

from .controller import PENDING, REQUESTED
from .kube import Kube, code
from .plugin import GroupVersionKind, Manifest
from .policies import PAUSED
from .resource_kinds import ResourceKind

_log = logging.getLogger("oasmap.operator")
_FIRST, _LONGEST = 1.0, 60.0
"""The first and the longest wait after a failed watch, in seconds."""
_RESTED = 30.0
"""A watch that lasted longer, in seconds, resets the wait."""
_AWAITED = 10.0
"""The interval of polls for Kinds that the server does not serve, in seconds."""
_RESTING = 10.0
"""The pause after a poll, as a multiple of its duration: there may be thousands of Kinds."""

Key = tuple[GroupVersionKind, str, str]
Digest = tuple[str, bool]


class Watching:
    """Watches Kinds until it is stopped.

    `changed` is called with the key of an object that was added, or whose request has changed; `gone` with one that was
    deleted. Both are called from any thread.
    """

    def __init__(
        self,
        cluster: Kube,
        kinds: Sequence[ResourceKind],
        changed: Callable[[Key], object],
        gone: Callable[[Manifest], object],
        stopping: threading.Event,
    ) -> None:
        self._cluster, self._kinds, self._changed, self._gone, self._stopping = cluster, kinds, changed, gone, stopping
        self._watched: set[GroupVersionKind] = set()

    def start(self) -> None:
        """Start the threads."""
        threading.Thread(target=self._poll, daemon=True, name="kinds").start()

    def _poll(self) -> None:
        waiting: int | None = None
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                self._start_watches()
            except Exception as error:  # any error: the poll is repeated
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

    def _start_watches(self) -> None:
        """Start watches of Kinds that are served now."""
        for kind in self._kinds:
            gvk = kind.gvk
            if self._stopping.is_set():
                return
            if gvk not in self._watched and self._cluster.is_served(gvk):
                self._watched.add(gvk)
                threading.Thread(target=self._watch, args=(gvk,), daemon=True, name=f"watch {gvk.kind}").start()

    def _watch(self, gvk: GroupVersionKind) -> None:
        """List and watch a Kind, again after each end of the watch, until the Kind is not served any more."""
        seen: dict[Key, Digest] = {}
        failures = 0
        while not self._stopping.is_set():
            started = time.monotonic()
            try:
                for _ in self._events(gvk, seen):
                    failures = 0
            except Exception as error:  # any error: the list is requested again
                if self._stopping.is_set():
                    return
                status = code(error)
                if status == HTTPStatus.NOT_FOUND:
                    _log.warning("%s is not defined any more", gvk)
                    self._watched.discard(gvk)
                    return
                if status != HTTPStatus.GONE:  # 410 only means that the version is too old
                    _log.warning("%s cannot be watched: %s", gvk, error)
            if time.monotonic() - started > _RESTED:
                failures = 0
            self._stopping.wait(min(_LONGEST, _FIRST * 2 ** min(failures, 10)) * random.uniform(0.5, 1.0))  # noqa: S311
            failures += 1

    def _events(self, gvk: GroupVersionKind, seen: dict[Key, Digest]) -> Iterator[None]:
        """Report changes; yields once for each event of a watch."""
        objects, version = self._cluster.objects(gvk)
        present = {self._report(gvk, resource, seen) for resource in objects}
        for key in seen.keys() - present:
            del seen[key]
        for event, resource in self._cluster.watch(gvk, version):
            key = self._report(gvk, resource, seen)
            if event == "DELETED":
                del seen[key]
                self._gone(resource)
            yield

    def _report(self, gvk: GroupVersionKind, resource: Manifest, seen: dict[Key, Digest]) -> Key:
        """Report an object if its request has changed. Its status does not matter: the operator itself writes it."""
        metadata = resource["metadata"]
        key = gvk, metadata.get("namespace") or "", metadata["name"]
        before, seen[key] = seen.get(key), request_digest(metadata)
        if is_news(before, seen[key]):
            self._changed(key)
        return key


def request_digest(metadata: Manifest) -> Digest:
    """A digest of what an object requests, and whether a creation is pending.

    It covers the spec, and the annotations that a pass reads. No other annotation, and no time of a creation, may bring
    forward a pass over a broken object: every attempt writes such times.
    """
    every = metadata.get("annotations") or {}
    annotations = [every.get(name) for name in (EXTERNAL_NAME, PAUSED, REQUESTED)]
    fields = metadata.get("uid"), metadata.get("generation"), metadata.get("deletionTimestamp")
    return json.dumps([*fields, *annotations]), PENDING in every


def is_news(before: Digest | None, after: Digest) -> bool:
    """Whether a pass is needed: the request has changed, or somebody has allowed another attempt to create."""
    return before is None or before[0] != after[0] or (before[1] and not after[1])
