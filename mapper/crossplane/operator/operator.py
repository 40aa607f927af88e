"""The operator: watches the objects of a cluster, leases providers, and writes the outcomes of passes.

It is level-triggered: a change of an object only queues the object. Every pass reads the current object first.
Needs the extra `operator`.
"""

from __future__ import annotations

import logging
import random
import signal
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from lightkube import ApiError

from ...report.diagnostic import MappingError, Problem
from ...runner import Operating
from ...tfplugin.errors import TfPluginError
from ...tfplugin.provider import Provider
from .codec import ConvertError
from .controller import Memory, reconcile, unpublished, unreachable
from .election import Election
from .initializer import ConfigurationError, ProviderInit, configured
from .kube import Conflict, Gone, Kube, SecretRefused, Unreachable, words
from .metrics_server import Served
from .outcome import PassOutcome, Patch, Target
from .passwords import make_password
from .plugin import GroupVersionKind, Manifest, PluginIndexError
from .pool_queue import ConfigKey
from .provider_index import Program, make_program
from .provider_inputs import Choice, live_inputs, running
from .provider_pool import PoolStopped, ProviderPool
from .references import Unavailable
from .resource_api import ResourceApi
from .resource_kinds import ResourceKind
from .watch import Key, Watching
from .work_queue import WorkQueue

_log = logging.getLogger("oasmap.operator")


class Operator:
    """One run of the operator. `start` returns at once, `stop` when the passes in progress have ended."""

    def __init__(self, choice: Choice, operating: Operating, program: Program, kube: Kube) -> None:
        self._choice, self._operating, self._program, self._kube = choice, operating, program, kube
        self._init = ProviderInit(choice.start)
        self.pool: ProviderPool[Provider] = ProviderPool(operating.size, self._init)
        self.queue: WorkQueue[Key] = WorkQueue()
        self._memory: dict[str, Memory] = {}
        self._stopping, self._abandoned = threading.Event(), threading.Event()
        self._workers: list[threading.Thread] = []
        self.served = Served(self.pool.state, self.queue)

    def start(self) -> None:
        """Watch all Kinds, and start the workers."""
        Watching(self._kube, self._program.kinds, self, self._stopping).start()
        for number in range(self._operating.workers or self._operating.size):
            worker = threading.Thread(target=self._work, daemon=True, name=f"worker {number}")
            self._workers.append(worker)
            worker.start()

    def stop(self) -> None:
        """Finish the passes in progress, and end all providers."""
        self._stopping.set()
        self.queue.close()
        self.pool.stop(self._operating.grace)
        for worker in self._workers:
            worker.join(self._operating.grace)
        self._kube.close()

    def abandon(self) -> None:
        """End all providers at once, and write only records that must not be lost: another operator takes over."""
        self._abandoned.set()
        self._stopping.set()
        self.queue.close()
        self.pool.stop(0)

    def changed(self, key: Key) -> None:
        """As `Audience.changed`."""
        self.queue.forget(key)
        self.queue.add(key)

    def gone(self, resource: Manifest) -> None:
        """As `Audience.gone`."""
        self._memory.pop(str(resource["metadata"].get("uid")), None)

    def _work(self) -> None:
        while (key := self.queue.take()) is not None:
            try:
                self._process(key)
            except Exception:
                _log.exception("%s/%s: this pass was given up", key[0].kind, key[2])
                self.served.count("error")
                self.queue.fail(key)
            finally:
                self.queue.done(key)

    def _process(self, key: Key) -> None:
        """One pass over an object."""
        gvk, namespace, name = key
        try:
            resource = self._kube.find(gvk, namespace, name)
            if resource is None:
                self.queue.forget(key)
                return
            uid = resource["metadata"]["uid"]
            memory = self._memory.get(uid, Memory())
            outcome = self._reconciled(gvk, resource, memory)
        except PoolStopped:
            return
        except (ApiError, Unreachable, Unavailable) as error:
            _log.warning("%s/%s: the cluster does not answer as it should: %s", gvk.kind, name, words(error))
            self.queue.fail(key)
            return
        self._remember(uid, outcome, "")
        try:
            outcome = self._write(self._program.kind(gvk), resource, outcome)
        except Gone:
            self._memory.pop(uid, None)
            self.queue.forget(key)
            return
        except Conflict:
            self.queue.add(key)
            return
        except (ApiError, Unreachable, Unavailable) as error:
            _log.warning("%s/%s: what came of a pass cannot be written: %s", gvk.kind, name, words(error))
            self.queue.fail(key)
            return
        self._remember(uid, outcome, outcome.create)
        self.served.count("failed" if outcome.failed else "done")
        self._requeue(key, outcome)

    def _remember(self, uid: str, outcome: PassOutcome, create: str) -> None:
        """Keep what the next pass over an object needs, if there is anything."""
        if outcome.kept is None and not create:
            self._memory.pop(uid, None)
        else:
            self._memory[uid] = Memory(outcome.kept, create)

    def _reconciled(self, gvk: GroupVersionKind, resource: Manifest, memory: Memory) -> PassOutcome:
        kind = self._program.kind(gvk)
        metadata = resource["metadata"]
        now = datetime.now(UTC)
        shown = "/".join(part for part in (gvk.kind, metadata.get("namespace"), metadata["name"]) if part)
        try:
            with self.pool.lease(self._config(kind, resource), shown) as provider:
                api = ResourceApi(provider, self._program.index.invoker(gvk), kind)
                return reconcile(resource, api, self._kube, now, memory)
        except ConvertError as error:
            return unreachable(resource, kind, error.reason, str(error), now, memory)
        except ConfigurationError as error:
            return unreachable(resource, kind, "ProviderConfig", str(error), now, memory)
        except TfPluginError as error:
            return unreachable(resource, kind, "ProviderFailed", str(error), now, memory)

    def _config(self, kind: ResourceKind, resource: Manifest) -> ConfigKey:
        """The key of an object's provider configuration. Raises ConfigurationError."""
        spec = resource.get("spec")
        reference = spec.get("providerConfigRef") if isinstance(spec, dict) else None
        reference = reference if isinstance(reference, dict) else {}
        name = str(reference.get("name") or "default")
        namespace = resource["metadata"].get("namespace") or ""
        called = str(reference.get("kind") or ("ClusterProviderConfig" if kind.is_namespaced else "ProviderConfig"))
        config_namespace = namespace if kind.is_namespaced and called == "ProviderConfig" else ""
        gvk = GroupVersionKind(kind.root_group, kind.config_version, called)
        config = self._kube.configuration(gvk, f"{called.lower()}s", config_namespace, name)
        if config is None and name != "default":
            raise ConfigurationError(f"there is no {called} {name!r}")
        settings = self._choice.live.settings or {}
        return self._init.note(configured(f"{called}/{config_namespace}/{name}", config, settings, self._kube))

    def _write(self, kind: ResourceKind, resource: Manifest, outcome: PassOutcome) -> PassOutcome:
        """Write the outcome of a pass. Returns the outcome, or that of a secret that was
        refused. Raises Conflict, Gone.

        The secret is written before the status, so that a status never reports success without it.
        """
        now = datetime.now(UTC)
        patches = outcome.patches
        try:
            for place in outcome.passwords:
                self._kube.write_password(resource, place, make_password())
            if outcome.secret is not None:
                first = tuple(patch for patch in patches if patch.target is not Target.STATUS)
                patches = tuple(patch for patch in patches if patch.target is Target.STATUS)
                resource = self._apply_patches(kind.gvk, resource, first)
                self._kube.write_secret(resource, outcome.secret)
        except SecretRefused as error:
            outcome = unpublished(resource, kind, str(error), now, outcome)
            patches = outcome.patches
        self._apply_patches(kind.gvk, resource, patches)
        for event in outcome.events:
            _log.info("%s/%s: %s: %s", kind.gvk.kind, resource["metadata"]["name"], event.reason, event.message)
            self._kube.tell(resource, event, now)
        return outcome

    def _apply_patches(self, gvk: GroupVersionKind, resource: Manifest, patches: tuple[Patch, ...]) -> Manifest:
        for patch in patches:
            if patch.target is Target.RECORD or not self._abandoned.is_set():
                resource = self._kube.write(gvk, resource, patch)
        return resource

    def _requeue(self, key: Key, outcome: PassOutcome) -> None:
        if outcome.failed:
            self.queue.fail(key)
            return
        self.queue.forget(key)
        if outcome.requeue is not None:
            soon = min(outcome.requeue, self._operating.sync)
            self.queue.add(key, soon * random.uniform(0.9, 1.0))  # noqa: S311 - so that not all come at once


def operate(choice: Choice, operating: Operating, until: Callable[[], Any] | None = None) -> None:
    """Run until the process gets a signal to end, or `until` returns. Raises MappingError."""
    program = _read_program(choice, operating)
    try:
        with operating.step("connecting to the cluster"):
            kube = Kube(operating, program.kinds)
            for kind in program.kinds[:1]:
                kube.is_served(kind.gvk)
    except Exception as error:  # no kubeconfig, no server, no permissions: various errors
        raise MappingError(Problem(f"the cluster cannot be used: {error}")) from None
    operator = Operator(choice, operating, program, kube)
    ended = threading.Event()
    if until is None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
    election = Election(kube, operating.lease, ended)
    election.when_lost = operator.abandon
    with operator.served.at(operating.metrics):
        with operating.step(f"waiting for the lease {'/'.join(operating.lease or ())}"):
            is_leader = election.won()
        if is_leader:
            _log.info("%d Kinds of %s are reconciled", len(program.kinds), choice.found.address)
            operator.start()
            if until is None:
                ended.wait()
            else:
                until()
        with operating.step("finishing the passes in progress"):
            operator.stop()
            election.resign()
    if election.lost.is_set():
        raise MappingError(Problem("the lease was lost: another operator may have it"))


def _read_program(choice: Choice, operating: Operating) -> Program:
    """The definitions for the schema that the provider has. Raises MappingError."""
    with operating.step(f"asking the provider {choice.found.address}"), running(choice) as (_, schema):
        try:
            return make_program(live_inputs(choice, schema), choice.live.base)
        except PluginIndexError as error:
            raise MappingError(Problem(str(error))) from None
