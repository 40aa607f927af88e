"""Reconciles the objects of a cluster: watches them, leases providers, and writes what a pass says.

It is level-triggered: a change of an object only says that the object is to be looked at. Every pass begins with the
object as it is then. Needs the extra `operator`.
"""

from __future__ import annotations

import json
import logging
import random
import signal
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from lightkube import ApiError

from ...diagnostics import MappingError, Problem
from ...running import Operating
from ...tfplugin.errors import TfPluginError
from ...tfplugin.provider import Provider
from .api import ResourceApi
from .client import PoolStopped, ProviderPool
from .controller import FAILED, PENDING, SUCCEEDED, Memory, reconcile, unreachable
from .convert import ConvertError
from .election import Election
from .generated import Program, make_program
from .initializer import ConfigurationError, ProviderInit, configured
from .kinds import ResourceKind
from .kube import Conflict, Gone, Kube, Unreachable, words
from .live import Choice, running
from .outcome import Outcome
from .plugin import GroupVersionKind, Manifest, PluginIndexError
from .served import Served
from .slots import ConfigKey
from .work_queue import WorkQueue

_log = logging.getLogger("oasmap.operator")
_OWN = frozenset((PENDING, SUCCEEDED, FAILED))
_CONFIG_VERSION = "v1beta1"
_RELIST = 2.0
"""How many seconds to wait after a watch that could not be had."""

Key = tuple[GroupVersionKind, str, str]


class Operator:
    """One run. `start` begins it, `stop` ends it; both return at once but for what is under way."""

    def __init__(self, choice: Choice, operating: Operating, program: Program, kube: Kube) -> None:
        self._choice, self._operating, self._program, self._kube = choice, operating, program, kube
        self._init = ProviderInit(choice.start)
        self.pool: ProviderPool[Provider] = ProviderPool(operating.size, self._init)
        self.queue: WorkQueue[Key] = WorkQueue()
        self._memory: dict[str, Memory] = {}
        self._seen: dict[Key, str] = {}
        self._stopping = threading.Event()
        self._workers: list[threading.Thread] = []
        self.served = Served(self.pool.state, self.queue)

    def start(self) -> None:
        """Watch all Kinds, and begin to work."""
        for kind in self._program.kinds:
            threading.Thread(target=self._watch, args=(kind,), daemon=True, name=f"watch {kind.gvk.kind}").start()
        for number in range(self._operating.workers or self._operating.size):
            worker = threading.Thread(target=self._work, daemon=True, name=f"worker {number}")
            self._workers.append(worker)
            worker.start()

    def stop(self) -> None:
        """Finish the passes that are under way, and end all providers."""
        self._stopping.set()
        self.queue.close()
        self.pool.stop(self._operating.grace)
        for worker in self._workers:
            worker.join(self._operating.grace)
        self._kube.close()

    def _watch(self, kind: ResourceKind) -> None:
        """List a Kind, then watch it; again from the start whenever that ends."""
        while not self._stopping.is_set():
            try:
                objects, version = self._kube.objects(kind.gvk)
                there = {self._noticed(kind.gvk, own) for own in objects}
                for key in [key for key in self._seen if key[0] == kind.gvk and key not in there]:
                    self._seen.pop(key, None)
                for what, own in self._kube.watch(kind.gvk, version):
                    key = self._noticed(kind.gvk, own)
                    if what == "DELETED":
                        self._seen.pop(key, None)
            except Exception as error:  # whatever it is, the list is asked for again
                if self._stopping.is_set():
                    return
                _log.warning("%s cannot be watched: %s", kind.gvk, error)
                self._stopping.wait(_RELIST)

    def _noticed(self, gvk: GroupVersionKind, resource: Manifest) -> Key:
        """Have an object looked at, if what is asked for is not what it was: its status is written by ourselves."""
        metadata = resource["metadata"]
        key = gvk, metadata.get("namespace") or "", metadata["name"]
        digest = _asked(metadata)
        if self._seen.get(key) != digest:
            self._seen[key] = digest
            self.queue.forget(key)
            self.queue.add(key)
        return key

    def _work(self) -> None:
        while (key := self.queue.take()) is not None:
            try:
                self._step(key)
            except Exception:
                _log.exception("%s/%s: this pass was given up", key[0].kind, key[2])
                self.served.count("error")
                self.queue.fail(key)
            finally:
                self.queue.done(key)

    def _step(self, key: Key) -> None:
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
        except (ApiError, Unreachable) as error:
            _log.warning("%s/%s: the cluster does not answer as it should: %s", gvk.kind, name, words(error))
            self.queue.fail(key)
            return
        kept = outcome.kept
        self._memory[uid] = Memory(kept, "")
        try:
            is_gone = self._write(gvk, resource, outcome)
        except Conflict:
            self.queue.add(key)
            return
        except (ApiError, Unreachable) as error:
            _log.warning("%s/%s: what came of a pass cannot be written: %s", gvk.kind, name, words(error))
            self.queue.fail(key)
            return
        if is_gone:
            self._memory.pop(uid, None)
            self.queue.forget(key)
            return
        self._memory[uid] = Memory(kept, outcome.create)
        self.served.count("failed" if outcome.failed else "done")
        self._again(key, outcome)

    def _reconciled(self, gvk: GroupVersionKind, resource: Manifest, memory: Memory) -> Outcome:
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
        """What the provider of an object is configured with. Raises ConfigurationError."""
        spec = resource.get("spec")
        reference = spec.get("providerConfigRef") if isinstance(spec, dict) else None
        reference = reference if isinstance(reference, dict) else {}
        name = str(reference.get("name") or "default")
        namespace = resource["metadata"].get("namespace") or ""
        called = str(reference.get("kind") or ("ClusterProviderConfig" if kind.is_namespaced else "ProviderConfig"))
        own = namespace if kind.is_namespaced and called == "ProviderConfig" else ""
        gvk = GroupVersionKind(kind.root_group, kind.config_version, called)
        config = self._kube.configuration(gvk, f"{called.lower()}s", own, name)
        if config is None and name != "default":
            raise ConfigurationError(f"there is no {called} {name!r}")
        settings = self._choice.live.settings or {}
        return self._init.note(configured(f"{called}/{own}/{name}", config, settings, self._kube, namespace))

    def _write(self, gvk: GroupVersionKind, resource: Manifest, outcome: Outcome) -> bool:
        """Write what came of a pass; whether the object is gone. Raises Conflict."""
        now = datetime.now(UTC)
        if outcome.secret is not None:
            self._kube.write_secret(resource, outcome.secret)
        written = resource
        try:
            for patch in outcome.patches:
                written = self._kube.write(gvk, written, patch)
        except Gone:
            return True
        for event in outcome.events:
            _log.info("%s/%s: %s: %s", gvk.kind, resource["metadata"]["name"], event.reason, event.message)
            self._kube.tell(resource, event, now)
        return False

    def _again(self, key: Key, outcome: Outcome) -> None:
        if outcome.failed:
            self.queue.fail(key)
            return
        self.queue.forget(key)
        if outcome.requeue is not None:
            soon = min(outcome.requeue, self._operating.sync)
            self.queue.add(key, soon * random.uniform(0.9, 1.0))  # noqa: S311 - so that not all come at once


def _asked(metadata: Manifest) -> str:
    """What of an object makes another pass necessary.

    The times of creations are written by every pass that tries one. That a person has removed one is news.
    """
    given = metadata.get("annotations") or {}
    annotations = {name: own for name, own in given.items() if name not in _OWN} | {PENDING: PENDING in given}
    told = metadata.get("uid"), metadata.get("generation"), metadata.get("deletionTimestamp"), metadata.get("labels")
    return json.dumps([*told, annotations], sort_keys=True)


def operate(choice: Choice, operating: Operating, until: Callable[[], Any] | None = None) -> None:
    """Run until the process is asked to end, or `until` returns. Raises MappingError."""
    with running(choice) as (_, inputs):
        try:
            program = make_program(inputs, choice.live.base)
        except PluginIndexError as error:
            raise MappingError(Problem(str(error))) from None
    try:
        kube = Kube(operating, program.kinds)
        for kind in program.kinds[:1]:
            kube.objects(kind.gvk)
    except Exception as error:  # no kubeconfig, no server, no definitions: each has an error of its own
        raise MappingError(Problem(f"the cluster cannot be used: {error}")) from None
    operator = Operator(choice, operating, program, kube)
    ended = threading.Event()
    if until is None:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
    election = Election(kube, operating.lease, ended)
    with operator.served.at(operating.metrics):
        if election.won():
            _log.info("%d Kinds of %s are reconciled", len(program.kinds), choice.found.address)
            operator.start()
            if until is None:
                ended.wait()
            else:
                until()
        operator.stop()
        election.resign()
