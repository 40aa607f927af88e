"""One pass over one object: what is asked for and what is there go in, what is to be written comes out.

It calls the provider, and nothing else: it knows no cluster, no clock and no threads. Every step that could be lost is
written down first, so that a pass which ends anywhere can be followed by another.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from ...immutable import dataclass, replace
from ..converting import EXTERNAL_NAME
from ..settings import Replacing
from . import conditions as known
from .api import Api, ApiError, ReplaceRequired, Result
from .conditions import Condition, failure, ready_of, timestamp, with_conditions
from .connection import connection_place, connection_secret
from .convert import ConvertError, part
from .external import annotations_of, external_name
from .kinds import ResourceKind
from .outcome import Event, Kept, Outcome, Patch, Target
from .passwords import missing_passwords
from .plugin import Manifest, PluginIndexError
from .policies import Action, Policies, is_paused
from .redact import Redacting
from .references import Cluster, Unavailable, resolved

FINALIZER = "finalizer.managedresource.crossplane.io"
PENDING = "crossplane.io/external-create-pending"
SUCCEEDED = "crossplane.io/external-create-succeeded"
FAILED = "crossplane.io/external-create-failed"

REQUESTED = "crossplane.io/reconcile-requested-at"

_log = logging.getLogger("oasmap.operator")

SYNC = 3600.0
"""After how many seconds an object is looked at again, at the latest."""

_INCOMPLETE = (
    "it is not known what came of a creation that was begun at {}: see whether the object is there. Then remove the"
    f" annotation {PENDING}, and set {EXTERNAL_NAME} if it is"
)


@dataclass(frozen=True, slots=True)
class Memory:
    """What the passes before know of an object: its state, and the creation that was announced for this pass."""

    kept: Kept | None = None
    create: str = ""


_NOTHING = Memory()


def reconcile(resource: Manifest, provider: Api, secrets: Cluster, now: datetime, memory: Memory = _NOTHING) -> Outcome:
    """One pass. Whatever is wrong is a condition, with overlays and with this program, too.

    Raises Unavailable alone, for a cluster that does not answer.
    """
    seen = Redacting(secrets)
    step = _Pass(resource, provider, seen, now, memory)
    try:
        if provider.invoker.has("reconciler_configurer"):
            return provider.invoker.reconcile(resource, provider, seen, now)
        return step.settled(step.run())
    except (ConvertError, ApiError, PluginIndexError) as error:
        return step.settled(step.failed(getattr(error, "reason", "ReconcileError"), seen.text(str(error))))
    except RecursionError:
        return step.settled(step.failed("InvalidObject", "the object is nested too deep"))
    except Unavailable:
        raise
    except Exception as error:  # an overlay may raise anything
        _log.exception("a pass over %s was given up", step.shown)
        return step.settled(step.failed("InternalError", seen.text(str(_named(error)))))


@dataclass(frozen=True, slots=True)
class _Nobody:
    """What there is of an API without a provider."""

    kind: ResourceKind


def unreachable(
    resource: Manifest, kind: ResourceKind, reason: str, message: str, now: datetime, memory: Memory = _NOTHING
) -> Outcome:
    """The pass over an object for which there is no provider."""
    step = _Pass(resource, cast("Api", _Nobody(kind)), cast("Cluster", None), now, memory)
    return step.settled(step.failed(reason, message))


def unpublished(resource: Manifest, kind: ResourceKind, message: str, now: datetime, outcome: Outcome) -> Outcome:
    """The rest of a pass of which a secret could not be written: the object says so, and there is another."""
    found = unreachable(resource, kind, "CannotWriteSecret", message, now, Memory(outcome.kept))
    return replace(found, events=(*outcome.events, *found.events))


class _Pass:
    def __init__(self, resource: Manifest, api: Api, cluster: Cluster, now: datetime, memory: Memory) -> None:
        self._resource, self._api, self._cluster = resource, api, cluster
        self._now, self._memory = now, memory
        self._kind = api.kind
        self._has_begun = False

    def settled(self, outcome: Outcome) -> Outcome:
        """What came of a pass; a creation that was announced for it, and not begun, is written down as failed."""
        outcome = self._answered(outcome)
        create = self._memory.create
        if not create or self._has_begun or annotations_of(self._resource).get(PENDING) != create:
            return outcome
        record = Patch(Target.RECORD, {"metadata": {"annotations": {FAILED: _precise(self._now)}}})
        return replace(outcome, patches=(record, *outcome.patches))

    def run(self) -> Outcome:
        """The steps, in order."""
        resource = self._resource
        if is_paused(resource):
            return Outcome(self._status((known.PAUSED,)), kept=self._memory.kept)
        policies = Policies.of(resource)
        metadata = part(resource, "metadata")
        is_deleted = bool(metadata.get("deletionTimestamp"))
        if is_deleted and (not policies.deletes or not self._has_finalizer()):
            return self._gone()
        if not is_deleted and (first := self._prepared()):
            return Outcome((Patch(Target.OBJECT, {"metadata": first}),), requeue=0, kept=self._memory.kept)
        if self._is_incomplete():
            pending = annotations_of(resource).get(PENDING, "")
            return self.failed("CreationIncomplete", _INCOMPLETE.format(pending), requeue=None)
        if is_deleted:
            return self._deleted()
        if patch := self._referred():
            return Outcome((Patch(Target.OBJECT, {"spec": patch}),), requeue=0, kept=self._memory.kept)
        connection_place(self._kind, resource)  # before anything is made of which nothing could be published
        changes = policies.allow(Action.CREATE) or policies.allow(Action.UPDATE)
        if changes and (passwords := missing_passwords(resource, self._kind, self._cluster)):
            return Outcome(passwords=passwords, requeue=0, kept=self._memory.kept)
        found = self._api.read(resource, self._cluster, self._memory.kept)
        if not found.exists:
            return self._create(policies)
        return self._keep(policies, found)

    def _referred(self) -> Manifest:
        """What the spec still lacks of that which its references lead to, as a merge patch."""
        if not self._api.invoker.has("resolver"):
            return resolved(self._resource, self._kind, self._cluster)
        return effective(part(self._resource, "spec"), self._api.invoker.resolve(self._resource, self._cluster))

    @property
    def shown(self) -> str:
        """What the object is called."""
        metadata = self._resource.get("metadata")
        return f"{self._kind.gvk.kind}/{metadata.get('name') if isinstance(metadata, dict) else '?'}"

    def _answered(self, outcome: Outcome) -> Outcome:
        """With the request for a pass that this one has answered, where an object was asked for one."""
        token, status = annotations_of(self._resource).get(REQUESTED), self._resource.get("status")
        last = status.get("lastHandledReconcileAt") if isinstance(status, dict) else None
        if not self._kind.tells_requests or not isinstance(token, str) or token == last or outcome.requeue == 0:
            return outcome
        if any("finalizers" in (patch.body.get("metadata") or {}) for patch in outcome.patches):
            return outcome  # the object goes, or is only begun with
        told = Patch(Target.STATUS, {"status": {"lastHandledReconcileAt": token}})
        return replace(outcome, patches=(*outcome.patches, told))

    def failed(self, reason: str, message: str, kept: Kept | None = None, requeue: float | None = SYNC) -> Outcome:
        """Something is wrong: the object says so, and the next pass comes after a while."""
        conditions: tuple[Condition, ...] = (failure(reason, message),)
        event = Event("Warning", reason, message[:_LONGEST_EVENT])
        kept = kept or self._memory.kept
        return Outcome(self._status(conditions), (event,), requeue, kept, failed=requeue is not None)

    def _prepared(self) -> Manifest:
        """What the metadata of an object lacks before anything is done with it; empty where nothing."""
        patch: Manifest = {}
        if not self._has_finalizer():
            patch["finalizers"] = [*self._finalizers(), FINALIZER]
        name = external_name(self._kind, self._resource)
        if name and not annotations_of(self._resource).get(EXTERNAL_NAME):
            patch["annotations"] = {EXTERNAL_NAME: name}
        return patch

    def _has_finalizer(self) -> bool:
        return FINALIZER in self._finalizers()

    def _finalizers(self) -> list[str]:
        found = part(self._resource, "metadata").get("finalizers")
        return found if isinstance(found, list) else []

    def _is_incomplete(self) -> bool:
        """Whether an earlier pass began to create the object, and nobody knows what came of it.

        Where the name is known beforehand, what is there will be found by it.
        """
        own = annotations_of(self._resource)
        pending = own.get(PENDING, "")
        if not pending or pending == self._memory.create or not self._kind.is_named_by_provider:
            return False
        return pending > max(own.get(SUCCEEDED, ""), own.get(FAILED, ""))

    def _gone(self) -> Outcome:
        """The object in the cluster can go."""
        left = [own for own in self._finalizers() if own != FINALIZER]
        if not self._has_finalizer():
            return Outcome()
        return Outcome((Patch(Target.OBJECT, {"metadata": {"finalizers": left}}),))

    def _deleted(self) -> Outcome:
        """Delete what is outside, then what is in the cluster."""
        found = self._api.read(self._resource, _Blank(), self._memory.kept)
        if not found.exists:
            return self._gone()
        try:
            self._api.delete(found)
        except ApiError as error:
            kept = error.kept or found.kept
            failure_ = self.failed(error.reason, self._told(error), kept)
            return replace(failure_, patches=self._status((known.DELETING, failure(error.reason, self._told(error)))))
        gone = self._gone()
        event = Event("Normal", "DeletedExternalResource", "The external resource is deleted")
        return replace(gone, patches=(*self._status((known.DELETING,)), *gone.patches), events=(event,))

    def _create(self, policies: Policies) -> Outcome:
        if policies.only_observe or not policies.allow(Action.CREATE):
            text = "there is no such object outside of the cluster, and the management policies do not let it be made"
            return self.failed("ReconcileError", text)
        if not self._memory.create or annotations_of(self._resource).get(PENDING) != self._memory.create:
            self._api.check(self._resource, self._cluster)
            pending = _precise(self._now)
            patch = Patch(Target.OBJECT, {"metadata": {"annotations": {PENDING: pending}}})
            return Outcome((patch, *self._status((known.CREATING,))), requeue=0, create=pending)
        self._has_begun = True
        try:
            made = self._api.create(self._resource, self._cluster)
        except (ApiError, ConvertError) as error:
            return self._not_created(error)
        annotations = {SUCCEEDED: _precise(self._now), **self._name(made.resource)}
        record = Patch(Target.RECORD, {"metadata": {"annotations": annotations}})
        event = Event("Normal", "CreatedExternalResource", "The external resource is created")
        try:
            return self._done(made, (record,), (event,))
        except Exception as error:  # of an overlay: what was made is written down whatever it says
            _log.exception("what was made of %s cannot be shown", self.shown)
            found = self.failed("InternalError", self._told(_named(error)), made.kept)
            return replace(found, patches=(record, *found.patches), events=(event, *found.events))

    def _not_created(self, error: ApiError | ConvertError) -> Outcome:
        """The failure is written down; with the name of what was made, if something was."""
        annotations: Manifest = {FAILED: _precise(self._now)}
        kept = None
        if isinstance(error, ApiError) and error.resource is not None:
            annotations |= self._name(error.resource)
            kept = error.kept
        found = self.failed(error.reason, self._told(error), kept)
        record = Patch(Target.RECORD, {"metadata": {"annotations": annotations}})
        return replace(found, patches=(record, *found.patches))

    def _keep(self, policies: Policies, found: Result) -> Outcome:
        """The object is there: take over what it has, and change what is not as it is asked for."""
        renamed = self._name(found.resource)
        early = (Patch(Target.RECORD, {"metadata": {"annotations": renamed}}),) if renamed else ()
        if found.description.late_initialized_spec and policies.allow(Action.LATE):
            spec = {"forProvider": part(found.resource, "spec")["forProvider"]}
            return Outcome((*early, Patch(Target.OBJECT, {"spec": spec})), requeue=0, kept=found.kept)
        if policies.only_observe:
            return self._done(found, early)
        compared = self._api.compare(self._resource, self._cluster, found)
        if not compared.description.needs_provider_update or not policies.allow(Action.UPDATE):
            return self._done(compared, early)
        try:
            updated = self._api.update(self._resource, self._cluster, found)
        except ReplaceRequired as error:
            if self._kind.settings.replacing is Replacing.RECREATE and policies.allow(Action.DELETE):
                return self._anew(found, error)
            return self._refused(error, found)
        except ApiError as error:
            return self._refused(error, found)
        text = f"The external resource is updated: {', '.join(compared.description.spec)}"
        return self._done(updated, early, (Event("Normal", "UpdatedExternalResource", text[:_LONGEST_EVENT]),))

    def _refused(self, error: ApiError, found: Result) -> Outcome:
        """A change that was not made; what is there is known all the same."""
        failed = self.failed(error.reason, self._told(error), error.kept or found.kept)
        conditions = failure(error.reason, self._told(error)), self._ready(found.resource)
        return replace(failed, patches=self._status(conditions, found.resource))

    def _anew(self, found: Result, error: ReplaceRequired) -> Outcome:
        """Delete the object; the next pass makes it anew."""
        self._api.delete(found)
        annotations = {EXTERNAL_NAME: None} if self._kind.is_named_by_provider else {}
        patches = (Patch(Target.RECORD, {"metadata": {"annotations": annotations}}),) if annotations else ()
        text = f"The external resource is deleted to be made anew: {', '.join(error.paths)}"
        status = {"atProvider": None, "conditions": self._conditions((known.SYNCED, known.CREATING))}
        written = (*patches, Patch(Target.STATUS, {"status": status}))
        return Outcome(written, (Event("Normal", "ReplacedExternalResource", text),), requeue=0)

    def _done(self, found: Result, patches: tuple[Patch, ...], events: tuple[Event, ...] = ()) -> Outcome:
        conditions = known.SYNCED, self._ready(found.resource)
        secret = connection_secret(self._kind, self._resource, found.kept.state) if found.kept else None
        return Outcome((*patches, *self._status(conditions, found.resource)), events, SYNC, found.kept, secret=secret)

    def _ready(self, resource: Manifest) -> Condition:
        if self._api.invoker.has("readiness"):
            found = self._api.invoker.ready(resource)
            return known.UNKNOWN if found is None else known.AVAILABLE if found else known.UNAVAILABLE
        return ready_of(self._kind.settings.readiness, part(resource, "status").get("atProvider"))

    def _name(self, resource: Manifest) -> Manifest:
        """The external name of what was found, if it is not the one that the object has."""
        name = annotations_of(resource).get(EXTERNAL_NAME)
        return {EXTERNAL_NAME: name} if name and name != annotations_of(self._resource).get(EXTERNAL_NAME) else {}

    def _status(self, conditions: tuple[Condition, ...], observed: Manifest | None = None) -> tuple[Patch, ...]:
        """A patch of the status; none where it says so already. Fields that are gone are removed."""
        before = self._resource.get("status")
        before = before if isinstance(before, dict) else {}
        after = self._conditions(conditions)
        patch: Manifest = {}
        if after != before.get("conditions"):
            patch["conditions"] = after
        if observed is not None:
            seen = part(observed, "status").get("atProvider") or {}
            if difference := merge_patch(before.get("atProvider") or {}, seen):
                patch["atProvider"] = difference
        return (Patch(Target.STATUS, {"status": patch}),) if patch else ()

    def _conditions(self, conditions: tuple[Condition, ...]) -> list[Manifest]:
        metadata, status = self._resource.get("metadata"), self._resource.get("status")
        generation = metadata.get("generation") if isinstance(metadata, dict) and self._kind.has_policies else None
        before: Mapping[str, Any] = status if isinstance(status, dict) else {}
        return with_conditions(before, conditions, self._now, generation if isinstance(generation, int) else None)

    def _told(self, error: Exception) -> str:
        return self._cluster.text(str(error)) if isinstance(self._cluster, Redacting) else str(error)


_LONGEST_EVENT = 1000


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> Manifest:
    """The patch (RFC 7386) that makes one object the other; empty where they are the same."""
    patch: Manifest = {name: None for name in before if name not in after}
    for name, own in after.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(own, dict):
            if inner := merge_patch(old, own):
                patch[name] = inner
        elif name not in before or _differ(old, own):
            patch[name] = own
    return patch


def effective(before: Mapping[str, Any], patch: Mapping[str, Any]) -> Manifest:
    """What of a merge patch changes an object; empty where nothing does."""
    found: Manifest = {}
    for name, own in patch.items():
        old = before.get(name)
        if isinstance(own, dict) and isinstance(old, dict):
            if inner := effective(old, own):
                found[name] = inner
        elif _differ(old, own):
            found[name] = own
    return found


def _differ(old: object, own: object) -> bool:
    """Whether two values are not the same; true is not 1."""
    return old != own or isinstance(old, bool) != isinstance(own, bool)


def _named(error: Exception) -> Exception:
    """An error of which nobody has thought, with its name."""
    return Exception(f"{type(error).__name__}: {error}")


def _precise(now: datetime) -> str:
    """A time of which no two passes have the same."""
    return f"{timestamp(now)[:-1]}.{now.microsecond:06d}Z"


class _Keys(dict[str, bytes]):
    """Every key, without a value."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> bytes:
        return b""


class _Blank:
    """Secrets that need not be there any more: what is deleted is not configured."""

    unknown = None

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:  # noqa: ARG002
        return _Keys()
