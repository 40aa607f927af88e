"""Who reconciles, where several operators run: the one that holds a Lease of the cluster."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol
from uuid import uuid4

from .plugin import Manifest

_log = logging.getLogger("oasmap.operator")
DURATION, EVERY = 15, 5.0
"""For how many seconds a lease is held, and how often it is renewed."""
DEADLINE = 10.0
"""After how many seconds without a renewal the holder gives up: well before anybody else may take the lease."""


class Leases(Protocol):
    """What a cluster has of leases."""

    def lease(self, namespace: str, name: str) -> Manifest | None:
        """A lease as it is now; None where there is none."""
        ...

    def put_lease(self, lease: Manifest) -> bool:
        """Write a lease that was read, or a new one; whether nobody else has written it."""
        ...

    def has_leases(self, namespace: str) -> bool:
        """Whether the server knows leases."""
        ...


class Election:
    """One candidate. Without a lease, or on a server without leases, there is no election, and everybody has won.

    `lost` is set, and `when_lost` called, when the lease was held and is held no more. `clock` never goes back.
    """

    def __init__(
        self,
        cluster: Leases,
        lease: tuple[str, str] | None,
        ended: threading.Event,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._cluster, self._lease, self._ended, self._clock = cluster, lease, ended, clock
        self.identity = f"{socket.gethostname()}_{os.getpid()}_{uuid4().hex[:8]}"
        self.lost = threading.Event()
        self.when_lost: Callable[[], object] = lambda: None
        self._over = threading.Event()
        self._holder = ""
        self._renewed = clock()
        self._seen: tuple[str, float] | None = None

    def won(self) -> bool:
        """Wait until the lease is held, and keep it from then on; False where the process ends before.

        The process is asked to end when the lease is lost. A server that does not answer is asked again.
        """
        if self._lease is None:
            return True
        told = ""
        while True:
            try:
                if not self._cluster.has_leases(self._lease[0]):
                    _log.warning("the server has no leases: there is no election")
                    return True
                if self.tried():
                    break
            except Exception as error:  # it may be back in time, and rights may be given
                if told != str(error):
                    told = str(error)
                    _log.warning("the lease %s cannot be had: %s", "/".join(self._lease), told)
            if self._ended.wait(EVERY):
                return False
        for own in (self._keep, self._guard):
            threading.Thread(target=own, daemon=True, name=f"election {own.__name__}").start()
        return True

    def tried(self) -> bool:
        """Take the lease, or renew it; whether it is held."""
        namespace, name = self._lease or ("", "")
        asked = self._clock()
        found = self._cluster.lease(namespace, name)
        text = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        spec = {"holderIdentity": self.identity, "leaseDurationSeconds": DURATION, "renewTime": text}
        if found is None:
            metadata = {"namespace": namespace, "name": name}
            return self._is(
                self._cluster.put_lease({"metadata": metadata, "spec": {**spec, "acquireTime": text}}), asked
            )
        held = found.get("spec") or {}
        self._holder = str(held.get("holderIdentity") or "")
        is_mine = self._holder == self.identity
        if self._holder and not is_mine and not self._is_over(held, asked):
            return False
        if not is_mine:
            count = held.get("leaseTransitions")
            spec |= {"acquireTime": text, "leaseTransitions": (count if isinstance(count, int) else 0) + 1}
        return self._is(self._cluster.put_lease({**found, "spec": {**held, **spec}}), asked)

    def resign(self) -> None:
        """Give the lease back; until then it is renewed, even while the process ends."""
        self._over.set()
        if self._lease is None:
            return
        try:
            found = self._cluster.lease(*self._lease)
            if found is not None and (found.get("spec") or {}).get("holderIdentity") == self.identity:
                self._cluster.put_lease({**found, "spec": {**found["spec"], "holderIdentity": ""}})
        except Exception as error:  # it ends by itself
            _log.debug("the lease cannot be given back: %s", error)

    def _is(self, held: bool, asked: float) -> bool:
        """Note a renewal: it counts from when it was asked for."""
        if held:
            self._renewed = asked
        return held

    def _is_over(self, held: Manifest, now: float) -> bool:
        """Whether a lease has not been renewed for as long as it lasts, by our own clock: others may go wrong."""
        renewed = f"{held.get('holderIdentity')} {held.get('renewTime')}"
        if self._seen is None or self._seen[0] != renewed:
            self._seen = renewed, now
            return False
        return now - self._seen[1] > float(held.get("leaseDurationSeconds") or DURATION)

    def _keep(self) -> None:
        while not self._over.wait(EVERY):
            try:
                if not self.tried() and self._holder not in ("", self.identity):
                    self._lose("somebody else has it")
                    return
            except Exception as error:  # the server may be back in time
                _log.warning("the lease cannot be renewed: %s", error)

    def _guard(self) -> None:
        """Give up in time, even while a request for the lease hangs."""
        while not self._over.wait(max(0.05, self._renewed + DEADLINE - self._clock())):
            if self._clock() - self._renewed >= DEADLINE:
                self._lose(f"it was not renewed for {DEADLINE:g} seconds")
                return

    def _lose(self, why: str) -> None:
        _log.error("the lease is lost: %s; this operator ends", why)
        self._over.set()
        self.lost.set()
        self._ended.set()
        self.when_lost()
