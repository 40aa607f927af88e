"""One reconcile pass over one object: takes the object and the provider's state, returns the patches to write.

A pass calls the provider and nothing else: it has no access to the cluster's API, clocks or threads. Every step that
could be lost is recorded first, so that another pass can follow a pass that was interrupted anywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from ..config import Replacing
from ..examples import EXTERNAL_NAME
from . import conditions as known
from .codec import ConvertError, part
from .conditions import Condition, failure, ready_of, timestamp, with_conditions
from .connection import connection_place, connection_secret
from .external_name import annotations_of, external_name
from .outcome import Event, Kept, PassOutcome, Patch, Target
from .passwords import missing_passwords
from .plugin import Manifest, PluginIndexError
from .policies import Action, Policies, is_paused
from .redaction import Redacting
from .references import Cluster, Unavailable, resolved
from .resource_api import Api, ApiError, ReplaceRequired, Result
from .resource_kinds import ResourceKind

FINALIZER = "finalizer.managedresource.crossplane.io"
PENDING = "crossplane.io/external-create-pending"
SUCCEEDED = "crossplane.io/external-create-succeeded"
FAILED = "crossplane.io/external-create-failed"

REQUESTED = "crossplane.io/reconcile-requested-at"

_log = logging.getLogger("oasmap.operator")

SYNC = 3600.0
"""The longest time between two passes over an object, in seconds."""

_INCOMPLETE = (
    "it is not known what came of a creation that was begun at {}: see whether the object is there. Then remove the"
    f" annotation {PENDING}, and set {EXTERNAL_NAME} if it is"
)


class Memory(Struct, frozen=True):
    """What earlier passes recorded of an object: its state, and the time of a creation announced for this pass."""

    kept: Kept | None = None
    create: str = ""


_NOTHING = Memory()


def reconcile(
    resource: Manifest, provider: Api, secrets: Cluster, now: datetime, memory: Memory = _NOTHING
) -> PassOutcome:
    """Run one pass. Every error becomes a condition, those of overlays and of this program included.

    Raises only Unavailable, for a cluster that does not respond.
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
        return step.settled(step.failed("InternalError", seen.text(str(_with_class_name(error)))))


class _NoApi(Struct, frozen=True):
    """The API of a Kind without a provider."""

    kind: ResourceKind


def unreachable(
    resource: Manifest, kind: ResourceKind, reason: str, message: str, now: datetime, memory: Memory = _NOTHING
) -> PassOutcome:
    """The outcome of a pass over an object whose provider is not available."""
    step = _Pass(resource, cast("Api", _NoApi(kind)), cast("Cluster", None), now, memory)
    return step.settled(step.failed(reason, message))


def unpublished(
    resource: Manifest, kind: ResourceKind, message: str, now: datetime, outcome: PassOutcome
) -> PassOutcome:
    """The outcome of a pass whose secret could not be written: a condition says so, and the pass is repeated."""
    found = unreachable(resource, kind, "CannotWriteSecret", message, now, Memory(outcome.kept))
    return replace(found, events=(*outcome.events, *found.events))


class _Pass:
    def __init__(self, resource: Manifest, api: Api, cluster: Cluster, now: datetime, memory: Memory) -> None:
        self._resource, self._api, self._cluster = resource, api, cluster
        self._now, self._memory = now, memory
        self._kind = api.kind
        self._has_begun = False

    def settled(self, outcome: PassOutcome) -> PassOutcome:
        """Complete an outcome. A creation that was announced for this pass, and not begun, is recorded as failed."""
        outcome = self._with_handled_request(outcome)
        create = self._memory.create
        if not create or self._has_begun or annotations_of(self._resource).get(PENDING) != create:
            return outcome
        record = Patch(Target.RECORD, {"metadata": {"annotations": {FAILED: _precise(self._now)}}})
        return replace(outcome, patches=(record, *outcome.patches))

    def run(self) -> PassOutcome:
        """The steps of the pass, in order."""
        resource = self._resource
        if is_paused(resource):
            return PassOutcome(self._status((known.PAUSED,)), kept=self._memory.kept)
        policies = Policies.of(resource)
        metadata = part(resource, "metadata")
        is_deleted = bool(metadata.get("deletionTimestamp"))
        if is_deleted and (not policies.deletes or not self._has_finalizer()):
            return self._release()
        if not is_deleted and (first := self._metadata_patch()):
            return PassOutcome((Patch(Target.OBJECT, {"metadata": first}),), requeue=0, kept=self._memory.kept)
        if self._is_incomplete():
            pending = annotations_of(resource).get(PENDING, "")
            return self.failed("CreationIncomplete", _INCOMPLETE.format(pending), requeue=None)
        if is_deleted:
            return self._delete_external()
        if patch := self._resolved_references():
            return PassOutcome((Patch(Target.OBJECT, {"spec": patch}),), requeue=0, kept=self._memory.kept)
        connection_place(self._kind, resource)  # raises before an object is created whose secret could not be written
        changes = policies.allow(Action.CREATE) or policies.allow(Action.UPDATE)
        if changes and (passwords := missing_passwords(resource, self._kind, self._cluster)):
            return PassOutcome(passwords=passwords, requeue=0, kept=self._memory.kept)
        found = self._api.read(resource, self._cluster, self._memory.kept)
        if not found.exists:
            return self._create(policies)
        return self._reconcile_existing(policies, found)

    def _resolved_references(self) -> Manifest:
        """The values of resolved references that the spec still lacks, as a merge patch."""
        if not self._api.invoker.has("resolver"):
            return resolved(self._resource, self._kind, self._cluster)
        return effective(part(self._resource, "spec"), self._api.invoker.resolve(self._resource, self._cluster))

    @property
    def shown(self) -> str:
        """The name of the object in logs."""
        metadata = self._resource.get("metadata")
        return f"{self._kind.gvk.kind}/{metadata.get('name') if isinstance(metadata, dict) else '?'}"

    def _with_handled_request(self, outcome: PassOutcome) -> PassOutcome:
        """Add the token of the reconcile request that this pass has handled, if there was one."""
        token, status = annotations_of(self._resource).get(REQUESTED), self._resource.get("status")
        last = status.get("lastHandledReconcileAt") if isinstance(status, dict) else None
        if not self._kind.tells_requests or not isinstance(token, str) or token == last or outcome.requeue == 0:
            return outcome
        if any("finalizers" in (patch.body.get("metadata") or {}) for patch in outcome.patches):
            return outcome  # the object is going to be deleted, or has just got its finalizer
        handled = Patch(Target.STATUS, {"status": {"lastHandledReconcileAt": token}})
        return replace(outcome, patches=(*outcome.patches, handled))

    def failed(self, reason: str, message: str, kept: Kept | None = None, requeue: float | None = SYNC) -> PassOutcome:
        """An outcome with an error as a condition and an event; the next pass follows after `requeue` seconds."""
        conditions: tuple[Condition, ...] = (failure(reason, message),)
        event = Event("Warning", reason, message[:_LONGEST_EVENT])
        kept = kept or self._memory.kept
        return PassOutcome(self._status(conditions), (event,), requeue, kept, failed=requeue is not None)

    def _metadata_patch(self) -> Manifest:
        """The finalizer and external name that the metadata lacks, as a patch; empty if it has both."""
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
        finalizers = part(self._resource, "metadata").get("finalizers")
        return finalizers if isinstance(finalizers, list) else []

    def _is_incomplete(self) -> bool:
        """Whether an earlier pass began to create the object, with an unknown result.

        An external name that does not come from the provider settles that: the next read finds the object by its name.
        """
        annotations = annotations_of(self._resource)
        pending = annotations.get(PENDING, "")
        if not pending or pending == self._memory.create or not self._kind.is_named_by_provider:
            return False
        return pending > max(annotations.get(SUCCEEDED, ""), annotations.get(FAILED, ""))

    def _release(self) -> PassOutcome:
        """Remove the finalizer, so that the cluster deletes its object."""
        left = [finalizer for finalizer in self._finalizers() if finalizer != FINALIZER]
        if not self._has_finalizer():
            return PassOutcome()
        return PassOutcome((Patch(Target.OBJECT, {"metadata": {"finalizers": left}}),))

    def _delete_external(self) -> PassOutcome:
        """Delete the external object first, then remove the finalizer."""
        actual = self._api.read(self._resource, _EmptySecrets(), self._memory.kept)
        if not actual.exists:
            return self._release()
        try:
            self._api.delete(actual)
        except ApiError as error:
            kept = error.kept or actual.kept
            failure_ = self.failed(error.reason, self._redacted(error), kept)
            return replace(
                failure_, patches=self._status((known.DELETING, failure(error.reason, self._redacted(error))))
            )
        gone = self._release()
        event = Event("Normal", "DeletedExternalResource", "The external resource is deleted")
        return replace(gone, patches=(*self._status((known.DELETING,)), *gone.patches), events=(event,))

    def _create(self, policies: Policies) -> PassOutcome:
        if policies.only_observe or not policies.allow(Action.CREATE):
            text = "there is no such object outside of the cluster, and the management policies do not let it be made"
            return self.failed("ReconcileError", text)
        if not self._memory.create or annotations_of(self._resource).get(PENDING) != self._memory.create:
            self._api.check(self._resource, self._cluster)
            pending = _precise(self._now)
            patch = Patch(Target.OBJECT, {"metadata": {"annotations": {PENDING: pending}}})
            return PassOutcome((patch, *self._status((known.CREATING,))), requeue=0, create=pending)
        self._has_begun = True
        try:
            made = self._api.create(self._resource, self._cluster)
        except (ApiError, ConvertError) as error:
            return self._not_created(error)
        annotations = {SUCCEEDED: _precise(self._now), **self._renaming(made.resource)}
        record = Patch(Target.RECORD, {"metadata": {"annotations": annotations}})
        event = Event("Normal", "CreatedExternalResource", "The external resource is created")
        try:
            return self._succeeded(made, (record,), (event,))
        except Exception as error:  # an overlay failed: the creation is recorded all the same
            _log.exception("what was made of %s cannot be shown", self.shown)
            failed = self.failed("InternalError", self._redacted(_with_class_name(error)), made.kept)
            return replace(failed, patches=(record, *failed.patches), events=(event, *failed.events))

    def _not_created(self, error: ApiError | ConvertError) -> PassOutcome:
        """Record a failed creation, with the external name of an object that was partially created."""
        annotations: Manifest = {FAILED: _precise(self._now)}
        kept = None
        if isinstance(error, ApiError) and error.resource is not None:
            annotations |= self._renaming(error.resource)
            kept = error.kept
        failed = self.failed(error.reason, self._redacted(error), kept)
        record = Patch(Target.RECORD, {"metadata": {"annotations": annotations}})
        return replace(failed, patches=(record, *failed.patches))

    def _reconcile_existing(self, policies: Policies, found: Result) -> PassOutcome:
        """The object exists: take over late-initialized fields, and update what differs from the spec."""
        renamed = self._renaming(found.resource)
        early = (Patch(Target.RECORD, {"metadata": {"annotations": renamed}}),) if renamed else ()
        if found.description.late_initialized_spec and policies.allow(Action.LATE):
            spec = {"forProvider": part(found.resource, "spec")["forProvider"]}
            return PassOutcome((*early, Patch(Target.OBJECT, {"spec": spec})), requeue=0, kept=found.kept)
        if policies.only_observe:
            return self._succeeded(found, early)
        compared = self._api.compare(self._resource, self._cluster, found)
        if not compared.description.needs_provider_update or not policies.allow(Action.UPDATE):
            return self._succeeded(compared, early)
        try:
            updated = self._api.update(self._resource, self._cluster, found)
        except ReplaceRequired as error:
            if self._kind.settings.replacing is Replacing.RECREATE and policies.allow(Action.DELETE):
                return self._recreate(found, error)
            return self._update_refused(error, found)
        except ApiError as error:
            return self._update_refused(error, found)
        text = f"The external resource is updated: {', '.join(compared.description.spec)}"
        return self._succeeded(updated, early, (Event("Normal", "UpdatedExternalResource", text[:_LONGEST_EVENT]),))

    def _update_refused(self, error: ApiError, found: Result) -> PassOutcome:
        """An update that was refused; the observed state is written all the same."""
        failed = self.failed(error.reason, self._redacted(error), error.kept or found.kept)
        conditions = failure(error.reason, self._redacted(error)), self._ready(found.resource)
        return replace(failed, patches=self._status(conditions, found.resource))

    def _recreate(self, found: Result, error: ReplaceRequired) -> PassOutcome:
        """Delete the object to replace it; the next pass creates it."""
        self._api.delete(found)
        annotations = {EXTERNAL_NAME: None} if self._kind.is_named_by_provider else {}
        patches = (Patch(Target.RECORD, {"metadata": {"annotations": annotations}}),) if annotations else ()
        text = f"The external resource is deleted to be made anew: {', '.join(error.paths)}"
        status = {"atProvider": None, "conditions": self._conditions((known.SYNCED, known.CREATING))}
        written = (*patches, Patch(Target.STATUS, {"status": status}))
        return PassOutcome(written, (Event("Normal", "ReplacedExternalResource", text),), requeue=0)

    def _succeeded(self, found: Result, patches: tuple[Patch, ...], events: tuple[Event, ...] = ()) -> PassOutcome:
        conditions = known.SYNCED, self._ready(found.resource)
        secret = connection_secret(self._kind, self._resource, found.kept.state) if found.kept else None
        return PassOutcome(
            (*patches, *self._status(conditions, found.resource)), events, SYNC, found.kept, secret=secret
        )

    def _ready(self, resource: Manifest) -> Condition:
        if self._api.invoker.has("readiness"):
            is_ready = self._api.invoker.ready(resource)
            return known.UNKNOWN if is_ready is None else known.AVAILABLE if is_ready else known.UNAVAILABLE
        return ready_of(self._kind.settings.readiness, part(resource, "status").get("atProvider"))

    def _renaming(self, resource: Manifest) -> Manifest:
        """The external name of a result as an annotation, if the object does not have it."""
        name = annotations_of(resource).get(EXTERNAL_NAME)
        return {EXTERNAL_NAME: name} if name and name != annotations_of(self._resource).get(EXTERNAL_NAME) else {}

    def _status(self, conditions: tuple[Condition, ...], observed: Manifest | None = None) -> tuple[Patch, ...]:
        """A patch of the status; none if nothing changes. Fields that no longer exist are removed."""
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

    def _redacted(self, error: Exception) -> str:
        return self._cluster.text(str(error)) if isinstance(self._cluster, Redacting) else str(error)


_LONGEST_EVENT = 1000


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> Manifest:
    """The merge patch (RFC 7386) from one object to another; empty if they are equal."""
    patch: Manifest = {name: None for name in before if name not in after}
    for name, new in after.items():
        old = before.get(name)
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := merge_patch(old, new):
                patch[name] = inner
        elif name not in before or _differ(old, new):
            patch[name] = new
    return patch


def effective(before: Mapping[str, Any], patch: Mapping[str, Any]) -> Manifest:
    """The part of a merge patch that changes an object; empty if nothing does."""
    changed: Manifest = {}
    for name, new in patch.items():
        old = before.get(name)
        if isinstance(new, dict) and isinstance(old, dict):
            if inner := effective(old, new):
                changed[name] = inner
        elif _differ(old, new):
            changed[name] = new
    return changed


def _differ(old: object, new: object) -> bool:
    """Whether two values differ; unlike in Python, true differs from 1."""
    return old != new or isinstance(old, bool) != isinstance(new, bool)


def _with_class_name(error: Exception) -> Exception:
    """An unexpected error with the name of its class."""
    return Exception(f"{type(error).__name__}: {error}")


def _precise(now: datetime) -> str:
    """A time with microseconds, distinct for each pass."""
    return f"{timestamp(now)[:-1]}.{now.microsecond:06d}Z"


class _AnyKey(dict[str, bytes]):
    """A mapping with every key, whose values are empty."""

    def __contains__(self, key: object) -> bool:
        return True

    def __missing__(self, key: str) -> bytes:
        return b""


class _EmptySecrets:
    """Secrets for deletions: a deleted object is not configured, so its secrets may be gone."""

    unknown = None

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:  # noqa: ARG002
        return _AnyKey()
