"""The operator: watches the objects of a cluster, leases providers, and writes the outcomes of passes.

It is level-triggered: a change of an object only queues the object. Every pass reads the current object first.
Needs the extra `operator`.
"""

import logging
import random
import signal
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from lightkube import ApiError

from mapper.languages.tfplugin.errors import TfPluginError, one_line
from mapper.report.diagnostic import MappingError, Problem
from mapper.system.runner import OperatorOptions
from mapper.systems.crossplane.common_fields import CONFIG_KINDS

from .codec import ConvertError
from .connection import make_password
from .controller import Memory, reconcile, unpublished, unreachable
from .election import Election
from .initializer import ConfigurationError, Configured, ProviderInit, configured, default_configuration
from .kube import Kube, SecretRefused, Unreachable, words
from .metrics_server import Served
from .outcome import Conflict, Gone, Interrupted, PassOutcome, Patch, Target
from .plugin import GroupVersionKind, Manifest, PluginIndexError
from .provider_index import Choice, Program, live_inputs, make_program, running
from .provider_pool import PoolStopped, ProviderPool
from .redaction import Redacting, Redactor
from .references import Unavailable
from .resource_api import ResourceApi
from .resource_kinds import ResourceKind, is_name
from .watch import Key, Watching
from .work_queue import WorkQueue

_log = logging.getLogger("oasmap.operator")
_SHOWN = 60


class Operator:
    """One run of the operator. `start` returns at once, `stop` when the passes in progress have ended."""

    def __init__(self, choice: Choice, options: OperatorOptions, program: Program, kube: Kube) -> None:
        self._choice, self._options, self._program, self._kube = choice, options, program, kube
        self._init = ProviderInit(choice.start)
        self.pool = ProviderPool(options.size, self._init.initialize)
        self.queue: WorkQueue[Key] = WorkQueue()
        self._memory: dict[str, Memory] = {}
        self._stopping, self._abandoned = threading.Event(), threading.Event()
        self._workers: list[threading.Thread] = []
        self.served = Served(self.pool.state, self.queue)

    def start(self) -> None:
        """Watch all Kinds, and start the workers."""
        Watching(self._kube, self._program.kinds, self.queue.add, self.gone, self._stopping).start()
        for number in range(self._options.workers or self._options.size):
            worker = threading.Thread(target=self._work, daemon=True, name=f"worker {number}")
            self._workers.append(worker)
            worker.start()

    def stop(self) -> None:
        """Finish the passes in progress, and end all providers."""
        self._stopping.set()
        self.queue.close()
        self.pool.stop(self._options.grace)
        for worker in self._workers:
            worker.join(self._options.grace)
        self._kube.close()

    def abandon(self) -> None:
        """End all providers at once, and write only records that must not be lost: another operator takes over."""
        self._abandoned.set()
        self._stopping.set()
        self.queue.close()
        self.pool.stop(0)

    def gone(self, resource: Manifest) -> None:
        """Forget a deleted object."""
        self._memory.pop(str(resource["metadata"].get("uid")), None)

    def _work(self) -> None:
        while (key := self.queue.take()) is not None:
            try:
                self._process(key)
            except Exception as error:  # without its text, which may have secrets
                place = traceback.extract_tb(error.__traceback__)[-1]
                _log.error(
                    "%s/%s: this pass was given up: %s in %s, line %s",
                    key[0].kind, key[2], type(error).__name__, place.filename, place.lineno,
                )  # fmt: skip
                self.served.count("error")
                self.queue.fail(key)
            finally:
                self.queue.done(key)

    def _process(self, key: Key) -> None:
        """One pass over an object."""
        gvk, namespace, name = key
        shown = f"{gvk.kind}/{name}"
        try:
            resource = self._kube.find(gvk, namespace, name)
            if resource is None:
                self.queue.forget(key)
                return
            uid = resource["metadata"]["uid"]
            redacting = Redacting(self._kube)
            outcome = self._reconcile(gvk, resource, redacting)
            self._remember(uid, Memory(outcome.kept, outcome.void))
            outcome = self._write(self._program.kind(gvk), resource, outcome, redacting.redactor)
        except (PoolStopped, Interrupted):
            return
        except Gone:
            self._remember(uid, Memory())
            self.queue.forget(key)
        except Conflict:
            self.queue.fail(key)
        except (ApiError, Unreachable, Unavailable) as error:
            _log.warning("%s: the cluster responded with an error: %s", shown, words(error))
            self.queue.fail(key)
        else:
            self.served.count("failed" if outcome.failed else "done")
            self._requeue(key, outcome)

    def _remember(self, uid: str, memory: Memory) -> None:
        """Keep what the next pass over an object needs, if there is anything."""
        if memory == Memory():
            self._memory.pop(uid, None)
        else:
            self._memory[uid] = memory

    def _reconcile(self, gvk: GroupVersionKind, resource: Manifest, redacting: Redacting) -> PassOutcome:
        kind, redact = self._program.kind(gvk), redacting.redactor.text
        metadata = resource["metadata"]
        memory = self._memory.get(metadata["uid"], Memory())
        now = datetime.now(UTC)
        shown = "/".join(part for part in (gvk.kind, metadata.get("namespace"), metadata["name"]) if part)

        def announce(begun: str, patches: tuple[Patch, ...]) -> Manifest:
            self._remember(metadata["uid"], Memory(memory.kept, begun))  # nothing comes of it, unless it is sent
            if self._stopping.is_set():
                raise Interrupted
            written = self._apply_patches(gvk, resource, patches)
            if self._abandoned.is_set():
                raise Interrupted
            self._remember(metadata["uid"], Memory(memory.kept))
            return written

        try:
            with self.pool.lease(self._config(kind, resource, redacting), shown) as provider:
                provider.conceal(redact, with_log=False)
                api = ResourceApi(provider, self._program.implementations[gvk], kind, redact)
                return reconcile(resource, kind, api, redacting, now, announce, memory)
        except ConvertError as error:
            reason, text = error.reason, str(error)
        except ConfigurationError as error:
            reason, text = "ProviderConfig", str(error)
        except TfPluginError as error:
            reason, text = "ProviderFailed", str(error)
        return unreachable(resource, kind, reason, one_line(redact(text)), now, memory)

    def _config(self, kind: ResourceKind, resource: Manifest, secrets: Redacting) -> Configured:
        """The configuration of an object's provider. Raises ConfigurationError."""
        spec = resource.get("spec")
        reference = spec.get("providerConfigRef") if isinstance(spec, dict) else None
        reference = reference if isinstance(reference, dict) else {}
        name = reference.get("name") or "default"
        config_kinds = CONFIG_KINDS if kind.is_namespaced else ("ProviderConfig",)
        called = reference.get("kind") or config_kinds[-1]
        if called not in config_kinds or not is_name(name):
            text = f"spec.providerConfigRef: {str(called)[:_SHOWN]!r} {str(name)[:_SHOWN]!r} is none"
            raise ConfigurationError(text, remedy=f"write the name of a {' or '.join(config_kinds)}")
        namespace = resource["metadata"]["namespace"] if kind.is_namespaced and called == config_kinds[0] else ""
        gvk = GroupVersionKind(kind.root_group, kind.config_version, called)
        config = self._kube.configuration(gvk, f"{called.lower()}s", namespace, name)
        if config is None and (name != "default" or namespace):
            raise ConfigurationError(f"there is no {called} {name!r}", remedy="create it, or change providerConfigRef")
        if config is not None:
            chosen = configured(f"{called}/{namespace}/{name}", config, namespace, secrets)
        else:
            chosen = default_configuration(self._choice.options.settings or {})
        secrets.redactor.learn([chosen.secrets, dict(self._choice.options.environment or {})])
        return chosen

    def _write(self, kind: ResourceKind, resource: Manifest, outcome: PassOutcome, redactor: Redactor) -> PassOutcome:
        """Write the outcome of a pass. Returns the outcome, or the outcome of a refused secret. Raises Conflict, Gone.

        The secret is written before the status, so that a status never reports success without it.
        """
        now = datetime.now(UTC)
        patches = outcome.patches
        try:
            for place in outcome.passwords:
                self._kube.write_password(resource, place, make_password())
            if outcome.secret is not None:
                resource = self._apply_patches(
                    kind.gvk, resource, tuple(record for record in patches if record.is_record)
                )
                patches = tuple(patch for patch in patches if not patch.is_record)
                self._kube.write_secret(resource, outcome.secret)
        except SecretRefused as error:
            outcome = unpublished(resource, kind, redactor.text(str(error)), now, outcome)
            patches = outcome.patches
        self._apply_patches(kind.gvk, resource, patches)
        for event in outcome.events:
            _log.info("%s/%s: %s: %s", kind.gvk.kind, resource["metadata"]["name"], event.reason, event.message)
            self._kube.tell(resource, event, now)
        return outcome

    def _apply_patches(self, gvk: GroupVersionKind, resource: Manifest, patches: tuple[Patch, ...]) -> Manifest:
        """Write patches, and return the object afterwards. Raises Conflict, Gone.

        A patch is for the object that the pass has read. If the object has changed since, an earlier patch must not
        hide it.
        """
        written = resource
        for patch in patches:
            if patch.is_record or not self._abandoned.is_set():
                if (
                    patch.target is Target.OBJECT
                    and not patch.is_record
                    and _requested_parts(written) != _requested_parts(resource)
                ):
                    raise Conflict(resource["metadata"]["name"])
                written = self._kube.write(gvk, written, patch)
        return written

    def _requeue(self, key: Key, outcome: PassOutcome) -> None:
        if outcome.failed:
            self.queue.fail(key, outcome.rest)
            return
        if outcome.requeue == 0:
            self.queue.again(key)
            return
        self.queue.forget(key)
        if outcome.requeue is not None:
            soon = min(outcome.requeue, self._options.sync)
            self.queue.add(key, soon * random.uniform(0.9, 1.0))  # noqa: S311 - so that not all come at once


def _requested_parts(resource: Manifest) -> tuple[Any, ...]:
    """What others may change in an object; the status does not count."""
    metadata = resource["metadata"]
    return tuple(metadata.get(name) for name in ("generation", "deletionTimestamp", "finalizers", "annotations"))


def operate(choice: Choice, options: OperatorOptions, until: Callable[[], Any] | None = None) -> None:
    """Run until the process gets a signal to end, or `until` returns. Raises MappingError."""
    program = _read_program(choice, options)
    try:
        with options.step("connecting to the cluster"):
            kube = Kube(options, program.kinds)
            for kind in program.kinds[:1]:
                kube.is_served(kind.gvk)
    except Exception as error:  # no kubeconfig, no server, no permissions: various errors
        raise MappingError(Problem(f"the cluster cannot be used: {error}", remedy="check the kubeconfig")) from None
    operator = Operator(choice, options, program, kube)
    ended = threading.Event()
    if until is None:
        set_by_signals(ended)
    election = Election(kube, options.lease, ended)
    election.when_lost = operator.abandon
    with operator.served.at(options.metrics):
        with options.step(f"waiting for the lease {'/'.join(options.lease or ())}"):
            is_leader = election.won()
        if is_leader:
            _log.info("%d Kinds of %s are reconciled", len(program.kinds), choice.found.address)
            operator.start()
            if until is None:
                ended.wait()
            else:
                until()
        with options.step("finishing the passes in progress"):
            operator.stop()
            election.resign()
    if election.lost.is_set():
        raise MappingError(
            Problem(
                "the lease was lost: another operator may have it", remedy="start this one again to wait for the lease"
            )
        )


def set_by_signals(event: threading.Event) -> None:
    """Let signals that end the process set an event.

    A thread of its own does it: a signal may come while this one is in `event.wait`, and holds the lock of the event.
    """

    def take(*_: object) -> None:
        threading.Thread(target=event.set, daemon=True).start()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, take)


def _read_program(choice: Choice, options: OperatorOptions) -> Program:
    """The definitions for the schema that the provider has. Raises MappingError."""
    with options.step(f"asking the provider {choice.found.address}"), running(choice) as (_, schema):
        try:
            return make_program(live_inputs(choice, schema), choice.options.base)
        except PluginIndexError as error:
            raise MappingError(error.problem) from None
