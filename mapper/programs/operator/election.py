"""Leader election among several operators: the holder of a Lease of the cluster reconciles."""

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from uuid import uuid4

from .plugin import Manifest

if TYPE_CHECKING:
    from .kube import Kube

_log = logging.getLogger("oasmap.operator")
DURATION, EVERY = 15, 5.0
"""The duration of a lease, and the interval of renewals, in seconds."""
DEADLINE = 10.0
"""The time without a renewal, in seconds, after which the holder gives up: before another candidate may take over."""


class Election:
    """One candidate. Without a lease, or on a server without leases, there is no election: every candidate wins.

    `lost` is set, and `when_lost` called, when the lease was held and is lost. `clock` is monotonic, in seconds.
    """

    def __init__(
        self,
        cluster: "Kube",
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
        """Wait for the lease, and renew it from then on; False if the process ends first.

        When the lease is lost, the process is asked to end. Requests that fail are repeated.
        """
        if self._lease is None:
            return True
        logged = ""
        while True:
            try:
                if not self._cluster.has_leases(self._lease[0]):
                    _log.warning("the server has no leases: there is no election")
                    return True
                if self.tried():
                    break
            except Exception as error:  # the server may come back, and permissions may be granted
                if logged != str(error):
                    logged = str(error)
                    _log.warning("the lease %s cannot be had: %s", "/".join(self._lease), logged)
            if self._ended.wait(EVERY):
                return False
        for target in (self._renew, self._enforce_deadline):
            threading.Thread(target=target, daemon=True, name=f"election {target.__name__}").start()
        return True

    def tried(self) -> bool:
        """Acquire the lease, or renew it. Returns whether it is held."""
        namespace, name = self._lease or ("", "")
        requested_at = self._clock()
        lease = self._cluster.lease(namespace, name)
        text = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        spec = {"holderIdentity": self.identity, "leaseDurationSeconds": DURATION, "renewTime": text}
        if lease is None:
            metadata = {"namespace": namespace, "name": name}
            return self._record_renewal(
                self._cluster.put_lease({"metadata": metadata, "spec": {**spec, "acquireTime": text}}), requested_at
            )
        old_spec = lease.get("spec") or {}
        self._holder = str(old_spec.get("holderIdentity") or "")
        is_mine = self._holder == self.identity
        if self._holder and not is_mine and not self._has_expired(old_spec, requested_at):
            return False
        if not is_mine:
            count = old_spec.get("leaseTransitions")
            spec |= {"acquireTime": text, "leaseTransitions": (count if isinstance(count, int) else 0) + 1}
        return self._record_renewal(self._cluster.put_lease({**lease, "spec": {**old_spec, **spec}}), requested_at)

    def resign(self) -> None:
        """Release the lease, which is renewed until then, also while the process shuts down."""
        self._over.set()
        if self._lease is None:
            return
        try:
            lease = self._cluster.lease(*self._lease)
            if lease is not None and (lease.get("spec") or {}).get("holderIdentity") == self.identity:
                self._cluster.put_lease({**lease, "spec": {**lease["spec"], "holderIdentity": ""}})
        except Exception as error:  # the lease expires by itself
            _log.debug("the lease cannot be given back: %s", error)

    def _record_renewal(self, is_held: bool, requested_at: float) -> bool:
        """Record a renewal, as of the time of its request; returns `is_held`."""
        if is_held:
            self._renewed = requested_at
        return is_held

    def _has_expired(self, spec: Manifest, now: float) -> bool:
        """Whether the lease of another holder has expired, by this process's clock: clocks elsewhere may be wrong."""
        renewed = f"{spec.get('holderIdentity')} {spec.get('renewTime')}"
        if self._seen is None or self._seen[0] != renewed:
            self._seen = renewed, now
            return False
        return now - self._seen[1] > float(spec.get("leaseDurationSeconds") or DURATION)

    def _renew(self) -> None:
        while not self._over.wait(EVERY):
            try:
                if not self.tried() and self._holder not in ("", self.identity):
                    self._lose("another holder has it")
                    return
            except Exception as error:  # the server may come back before the deadline
                _log.warning("the lease cannot be renewed: %s", error)

    def _enforce_deadline(self) -> None:
        """Give up at the deadline, even while a request for the lease hangs."""
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
