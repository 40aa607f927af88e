"""Who reconciles, where several operators run: the one that holds a Lease of the cluster."""

from __future__ import annotations

import logging
import os
import socket
import threading
from datetime import UTC, datetime
from typing import Protocol
from uuid import uuid4

from .plugin import Manifest

_log = logging.getLogger("oasmap.operator")
DURATION, EVERY = 15, 5.0
"""For how many seconds a lease is held, and how often it is renewed."""


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
    """One candidate. Without a lease, or on a server without leases, there is no election, and everybody has won."""

    def __init__(self, cluster: Leases, lease: tuple[str, str] | None, ended: threading.Event) -> None:
        self._cluster, self._lease, self._ended = cluster, lease, ended
        self.identity = f"{socket.gethostname()}_{os.getpid()}_{uuid4().hex[:8]}"
        self._seen: tuple[str, datetime] | None = None

    def won(self) -> bool:
        """Wait until the lease is held, and keep it from then on; False where the process ends before.

        The process is asked to end when the lease is lost.
        """
        if self._lease is None:
            return True
        if not self._cluster.has_leases(self._lease[0]):
            _log.warning("the server has no leases: there is no election")
            return True
        while not self.tried(datetime.now(UTC)):
            if self._ended.wait(EVERY):
                return False
        threading.Thread(target=self._keep, daemon=True, name="election").start()
        return True

    def tried(self, now: datetime) -> bool:
        """Take the lease, or renew it; whether it is held."""
        namespace, name = self._lease or ("", "")
        found = self._cluster.lease(namespace, name)
        text = now.strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        spec = {"holderIdentity": self.identity, "leaseDurationSeconds": DURATION, "renewTime": text}
        if found is None:
            metadata = {"namespace": namespace, "name": name}
            return self._cluster.put_lease({"metadata": metadata, "spec": {**spec, "acquireTime": text}})
        held = found.get("spec") or {}
        if held.get("holderIdentity") not in ("", None, self.identity) and not self._is_over(held, now):
            return False
        is_mine = held.get("holderIdentity") == self.identity
        since = held.get("acquireTime") if is_mine else text
        return self._cluster.put_lease({**found, "spec": {**held, **spec, "acquireTime": since}})

    def resign(self) -> None:
        """Give the lease back."""
        if self._lease is None:
            return
        try:
            found = self._cluster.lease(*self._lease)
            if found is not None and (found.get("spec") or {}).get("holderIdentity") == self.identity:
                self._cluster.put_lease({**found, "spec": {**found["spec"], "holderIdentity": ""}})
        except Exception as error:  # it ends by itself
            _log.debug("the lease cannot be given back: %s", error)

    def _is_over(self, held: Manifest, now: datetime) -> bool:
        """Whether a lease has not been renewed for as long as it lasts, by our own clock: others may go wrong."""
        renewed = str(held.get("renewTime"))
        if self._seen is None or self._seen[0] != renewed:
            self._seen = renewed, now
            return False
        return (now - self._seen[1]).total_seconds() > float(held.get("leaseDurationSeconds") or DURATION)

    def _keep(self) -> None:
        last = datetime.now(UTC)
        while not self._ended.wait(EVERY):
            now = datetime.now(UTC)
            try:
                if self.tried(now):
                    last = now
                    continue
            except Exception as error:  # the server may be back in time
                _log.warning("the lease cannot be renewed: %s", error)
            if (now - last).total_seconds() > DURATION * 2 / 3:
                _log.error("the lease is lost: this operator ends")
                self._ended.set()
