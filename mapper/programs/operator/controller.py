"""One reconcile pass over one object: takes the object and the provider's state, returns the patches to write.

A pass calls the provider, and announces a creation; else it has no access to the cluster's API, clocks or threads. A
creation is announced at the last moment before it is sent, and recorded afterwards. Another pass can follow a pass that
was interrupted anywhere: if there is an announcement without a record, nobody knows what came of it.
"""

import logging
import traceback
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from mapper.systems.crossplane.config import Replacing
from mapper.systems.crossplane.examples import EXTERNAL_NAME

from . import outcome as known
from .codec import ConvertError, part
from .connection import connection_place, connection_secret, missing_passwords
from .external_name import annotations_of, external_name, name_in, observed_id
from .merger import effective, merge_patch
from .outcome import Condition, Event, Kept, PassOutcome, Patch, Target, moment
from .plugin import Manifest
from .policies import Action, Policies, is_paused
from .redaction import Redacting
from .references import Cluster, Unavailable, resolved
from .resource_api import ApiError, ReplaceRequired, ResourceApi, Result, Unanswered
from .resource_kinds import ResourceKind

FINALIZER = "finalizer.managedresource.crossplane.io"
PENDING = "crossplane.io/external-create-pending"
SUCCEEDED = "crossplane.io/external-create-succeeded"
FAILED = "crossplane.io/external-create-failed"

REQUESTED = "crossplane.io/reconcile-requested-at"

_log = logging.getLogger("oasmap.operator")

SYNC = 3600.0
"""The longest time between two passes over an object, in seconds."""

Announce = Callable[[str, tuple[Patch, ...]], Manifest]
"""Writes the patches that announce a creation at a time, and returns the object; raises an error if that fails."""


class Memory(Struct, frozen=True):
    """What earlier passes know of an object: its state, and the time of an announced creation that was never sent."""

    kept: Kept | None = None
    void: str = ""


_NOTHING = Memory()


def reconcile(
    resource: Manifest,
    kind: ResourceKind,
    provider: ResourceApi,
    secrets: Redacting,
    now: datetime,
    announce: Announce,
    memory: Memory = _NOTHING,
) -> PassOutcome:
    """Run one pass. Every error becomes a condition, also an error of an overlay or of this program.

    Raises only Unavailable, for a cluster that does not respond, and the errors of `announce`.
    """
    step = _Pass(resource, kind, provider, secrets, now, announce, memory)
    try:
        if (configurer := provider.members.reconciler_configurer) is not None:
            return secrets.redactor.outcome(configurer.reconcile(resource, provider, secrets, now))
        return step.with_handled_request(step.run())
    except (ConvertError, ApiError) as error:
        failed = step.failed(getattr(error, "reason", "ReconcileError"), str(error))
    except RecursionError:
        failed = step.failed("InvalidObject", "the object is nested too deep")
    except (Unavailable, known.Conflict, known.Gone, known.Interrupted):
        raise
    except Exception as error:  # an overlay may raise anything
        step.log()
        failed = step.failed("InternalError", _with_class_name(error))
    return step.with_handled_request(failed)


def unreachable(
    resource: Manifest, kind: ResourceKind, reason: str, message: str, now: datetime, memory: Memory = _NOTHING
) -> PassOutcome:
    """The outcome of a pass over an object whose provider is not available."""
    nothing = Redacting(cast("Cluster", None))
    step = _Pass(resource, kind, cast("ResourceApi", None), nothing, now, lambda *_: resource, memory)
    return step.with_handled_request(step.failed(reason, message))


def unpublished(
    resource: Manifest, kind: ResourceKind, message: str, now: datetime, outcome: PassOutcome
) -> PassOutcome:
    """The outcome of a pass whose secret could not be written: a condition says so, and the pass is repeated."""
    repeated = unreachable(resource, kind, "CannotWriteSecret", message, now, Memory(outcome.kept))
    return replace(repeated, events=(*outcome.events, *repeated.events))


class _Pass:
    def __init__(
        self,
        resource: Manifest,
        kind: ResourceKind,
        api: ResourceApi,
        cluster: Redacting,
        now: datetime,
        announce: Announce,
        memory: Memory,
    ) -> None:
        self._resource, self._kind, self._api, self._cluster = resource, kind, api, cluster
        self._now, self._announce, self._memory = now, announce, memory
        self._begun = ""
        if memory.kept is not None:
            cluster.redactor.learn_state(self._kind.fields, memory.kept.state)

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
            return self.failed("CreationIncomplete", known.INCOMPLETE.format(pending), requeue=None)
        if before := self._replaced_name():
            name = annotations_of(resource)[EXTERNAL_NAME]
            return self.failed("ExternalNameChanged", known.RENAMED.format(name, before), requeue=None)
        if is_deleted:
            return self._delete_external()
        if patch := self._resolved_references():
            return PassOutcome((Patch(Target.OBJECT, {"spec": patch}),), requeue=0, kept=self._memory.kept)
        connection_place(self._kind, resource)  # raises before an object is created whose secret could not be written
        changes = policies.allow(Action.CREATE) or policies.allow(Action.UPDATE)
        if changes and (passwords := missing_passwords(resource, self._kind, self._cluster)):
            return PassOutcome(passwords=passwords, requeue=0, kept=self._memory.kept)
        is_known = self._is_known() or not policies.allow(Action.CREATE)
        observed = self._api.read(resource, self._cluster, self._memory.kept, is_known=is_known)
        if not observed.exists:
            return self._absent(policies)
        if not is_known:
            return self.failed("AlreadyExists", known.FOREIGN.format(external_name(self._kind, resource)))
        self._learn(observed)
        return self._reconcile_existing(policies, observed)

    def _resolved_references(self) -> Manifest:
        """The values of resolved references that the spec still lacks, as a merge patch."""
        if (resolver := self._api.members.resolver) is None:
            return resolved(self._resource, self._kind, self._cluster)
        return effective(part(self._resource, "spec"), resolver.resolve(self._resource, self._cluster))

    @property
    def shown(self) -> str:
        """The name of the object in logs."""
        metadata = self._resource.get("metadata")
        return f"{self._kind.gvk.kind}/{metadata.get('name') if isinstance(metadata, dict) else '?'}"

    def with_handled_request(self, outcome: PassOutcome) -> PassOutcome:
        """Add the token of the reconcile request that this pass has handled, if there was one."""
        token, status = annotations_of(self._resource).get(REQUESTED), self._resource.get("status")
        last = status.get("lastHandledReconcileAt") if isinstance(status, dict) else None
        if not self._kind.tells_requests or not isinstance(token, str) or token == last or outcome.requeue == 0:
            return outcome
        if any("finalizers" in (patch.body.get("metadata") or {}) for patch in outcome.patches):
            return outcome  # the object is going to be deleted, or has just got its finalizer
        handled = Patch(Target.STATUS, {"status": {"lastHandledReconcileAt": token}})
        return replace(outcome, patches=(*outcome.patches, handled))

    def log(self) -> None:
        """Log the current exception, without secrets."""
        _log.error("%s: a step was given up: %s", self.shown, self._cluster.redactor.text(traceback.format_exc()))

    def failed(
        self,
        reason: str,
        message: str,
        kept: Kept | None = None,
        requeue: float | None = SYNC,
        more: tuple[Condition, ...] = (),
        observed: Manifest | None = None,
    ) -> PassOutcome:
        """An outcome with an error as a condition and an event; the next pass follows after `requeue` seconds."""
        message = self._cluster.redactor.text(message)
        conditions: tuple[Condition, ...] = (known.failure(reason, message), *more)
        event = Event("Warning", reason, message[:_LONGEST_EVENT])
        kept = kept or self._memory.kept
        rest, status = known.rest_after(reason), self._status(conditions, observed)
        return PassOutcome(status, (event,), requeue, kept, failed=requeue is not None, rest=rest)

    def _metadata_patch(self) -> Manifest:
        """The finalizer, if the metadata lacks it, as a patch."""
        return {} if self._has_finalizer() else {"finalizers": [*self._finalizers(), FINALIZER]}

    def _has_finalizer(self) -> bool:
        return FINALIZER in self._finalizers()

    def _finalizers(self) -> list[str]:
        finalizers = part(self._resource, "metadata").get("finalizers")
        return finalizers if isinstance(finalizers, list) else []

    def _observed_fields(self) -> Manifest:
        """What the status records of the external object; empty without."""
        recorded = part(self._resource, "status").get("atProvider")
        return recorded if isinstance(recorded, dict) else {}

    def _is_known(self) -> bool:
        """Whether the external object was created for this one, or is to be imported."""
        return bool(self._memory.kept or self._observed_fields() or annotations_of(self._resource).get(EXTERNAL_NAME))

    def _is_incomplete(self) -> bool:
        """Whether an earlier pass began to create the object, and what came of it was not recorded.

        The status is recorded first: with it, and no name of an object before, the creation is known.
        """
        annotations = annotations_of(self._resource)
        pending, succeeded, failed = (
            moment(annotations.get(annotation)) for annotation in (PENDING, SUCCEEDED, FAILED)
        )
        name = annotations.get(EXTERNAL_NAME)
        if self._memory.kept is not None:
            return False
        if pending > max(succeeded, failed):
            return annotations[PENDING] != self._memory.void and (bool(name) or not self._observed_fields())
        return bool(succeeded > failed and not self._is_known())

    def _replaced_name(self) -> str:
        """The name of the observed object, if the annotation says another one that only the provider could give."""
        name, kept = annotations_of(self._resource).get(EXTERNAL_NAME), self._memory.kept
        is_generated = getattr(self._api.members.cty_decoder, "is_generated", False)
        if not name or not self._kind.is_named_by_provider or not is_generated:
            return ""
        current_name = name_in(self._kind, kept.state) if kept is not None else observed_id(self._resource)
        return current_name if current_name != name else ""

    def _learn(self, observed: Result) -> None:
        self._cluster.redactor.learn_state(self._kind.fields, observed.kept.state if observed.kept else {})

    def _release(self) -> PassOutcome:
        """Remove the finalizer, so that the cluster deletes its object."""
        left = [finalizer for finalizer in self._finalizers() if finalizer != FINALIZER]
        if not self._has_finalizer():
            return PassOutcome()
        return PassOutcome((Patch(Target.OBJECT, {"metadata": {"finalizers": left}}),))

    def _delete_external(self) -> PassOutcome:
        """Delete the external object first, then remove the finalizer. What is not known to be its own stays."""
        if not self._is_known():
            return self._release()
        actual = self._api.read(self._resource, None, self._memory.kept, is_known=True)
        if not actual.exists:
            return self._release()
        self._learn(actual)
        try:
            self._api.delete(actual)
        except ApiError as error:
            return self.failed(error.reason, str(error), actual.kept, more=(known.DELETING,))
        gone = self._release()
        event = Event("Normal", "DeletedExternalResource", "The external resource is deleted")
        return replace(gone, patches=(*self._status((known.DELETING,)), *gone.patches), events=(event,))

    def _absent(self, policies: Policies) -> PassOutcome:
        """There is no external object, or none any more: create it."""
        if policies.only_observe or not policies.allow(Action.CREATE):
            text = "there is no such object outside of the cluster, and the management policies do not let it be made"
            return self.failed("ReconcileError", text)
        if self._observed_fields() or self._memory.kept is not None:
            return self._forgotten(())
        return self._create()

    def _forgotten(self, events: tuple[Event, ...]) -> PassOutcome:
        """Forget an object that is gone, before the next pass creates another: their records must not be mixed."""
        names = (PENDING, SUCCEEDED, FAILED, *([EXTERNAL_NAME] if self._kind.is_named_by_provider else []))
        there = {name: None for name in names if name in annotations_of(self._resource)}
        patches = (Patch(Target.OBJECT, {"metadata": {"annotations": there}}),) if there else ()
        status = {"atProvider": None, "conditions": self._conditions((known.BEGUN, known.CREATING))}
        return PassOutcome((*patches, Patch(Target.STATUS, {"status": status})), events, requeue=0)

    def _announce_creation(self) -> None:
        """Announce a creation that is going to be sent."""
        begun = known.precise(self._now)
        annotations = {PENDING: begun, SUCCEEDED: None, FAILED: None}
        if self._kind.is_named_by_provider:
            annotations[EXTERNAL_NAME] = None  # of an object that is not there
        patch = Patch(Target.OBJECT, {"metadata": {"annotations": annotations}})
        before = next(
            (condition for condition in self._conditions(()) if condition.get("type") == known.BEGUN.type), {}
        )
        has_ended = before.get("status") == "False" and before.get("reason") != "CannotCreate"
        conditions = (known.BEGUN, known.CREATING) if has_ended else (known.CREATING,)
        self._resource = self._announce(begun, (*self._status(conditions), patch))
        self._begun = begun

    def _create(self) -> PassOutcome:
        try:
            created = self._api.create(self._resource, self._cluster, self._announce_creation)
        except Unanswered as error:
            text = f"{known.INCOMPLETE.format(self._begun)} ({error})"
            return self.failed("CreationIncomplete", text, requeue=None)
        except ApiError as error:
            return self._not_created(error) if self._begun else self.failed(error.reason, str(error))
        self._learn(created)
        annotations = {SUCCEEDED: self._begun, **self._name_annotation(created.resource)}
        event = Event("Normal", "CreatedExternalResource", "The external resource is created")
        try:
            done = self._success(created, (), (event,))
        except Exception as error:  # an overlay failed: the creation is recorded all the same
            self.log()
            failed = self.failed("InternalError", _with_class_name(error), created.kept, observed=created.resource)
            done = replace(failed, events=(event, *failed.events))
        return self._record_creation(done, annotations)

    def _record_creation(self, outcome: PassOutcome, annotations: Manifest) -> PassOutcome:
        """The outcome of a creation: its status is recorded before its annotations.

        If there is a secret to write in between, the conditions wait for it.
        """
        record = Patch(Target.OBJECT, {"metadata": {"annotations": annotations}}, is_record=True)
        if outcome.secret is None:
            return replace(outcome, patches=(*(replace(patch, is_record=True) for patch in outcome.patches), record))
        (status,) = outcome.patches
        observed, rest = dict(status.body["status"]), {}
        if "conditions" in observed:
            rest = {"conditions": observed.pop("conditions")}
        first, last = (Patch(Target.STATUS, {"status": status}, status is observed) for status in (observed, rest))
        return replace(outcome, patches=(first, record, last))

    def _not_created(self, error: ApiError) -> PassOutcome:
        """Record a failed creation, with the external name of an object that was partially created."""
        annotations: Manifest = {FAILED: self._begun}
        if error.resource is None:
            return self._record_creation(replace(self.failed(error.reason, str(error)), void=self._begun), annotations)
        annotations |= self._name_annotation(error.resource)
        failed = self.failed(error.reason, str(error), error.kept, observed=error.resource)
        return self._record_creation(failed, annotations)

    def _reconcile_existing(self, policies: Policies, observed: Result) -> PassOutcome:
        """The object exists: take over late-initialized fields, and update what differs from the spec."""
        if missing := self._missing_records(observed.resource):
            return PassOutcome(
                (Patch(Target.OBJECT, {"metadata": {"annotations": missing}}),), requeue=0, kept=observed.kept
            )
        if observed.description.late_initialized_spec and policies.allow(Action.LATE):
            given = part(self._resource, "spec").get("forProvider") or {}
            late = {"forProvider": merge_patch(given, part(observed.resource, "spec")["forProvider"])}
            return PassOutcome((Patch(Target.OBJECT, {"spec": late}),), requeue=0, kept=observed.kept)
        if policies.only_observe:
            return self._success(observed, ())
        compared = self._api.compare(self._resource, self._cluster, observed)
        if not compared.description.needs_provider_update or not policies.allow(Action.UPDATE):
            return self._success(compared, ())
        try:
            updated = self._api.update(self._resource, self._cluster, observed)
        except ReplaceRequired as error:
            if self._kind.settings.replacing is Replacing.RECREATE and policies.allow(Action.DELETE):
                return self._recreate(observed, error)
            return self._update_refused(error, observed)
        except ApiError as error:
            return self._update_refused(error, observed)
        renamed = self._name_annotation(updated.resource)
        record = (Patch(Target.OBJECT, {"metadata": {"annotations": renamed}}, is_record=True),) if renamed else ()
        paths = [path for path in compared.description.spec if path.startswith("spec.")]
        text = f"The external resource is updated: {', '.join(paths)}".removesuffix(": ")
        return self._success(updated, record, (Event("Normal", "UpdatedExternalResource", text[:_LONGEST_EVENT]),))

    def _update_refused(self, error: ApiError, observed: Result) -> PassOutcome:
        """An update that was refused; the observed state is written all the same."""
        kept, ready = error.kept or observed.kept, (self._ready(observed.resource),)
        return self.failed(error.reason, str(error), kept, more=ready, observed=observed.resource)

    def _recreate(self, observed: Result, error: ReplaceRequired) -> PassOutcome:
        """Delete the object to replace it; the next pass creates it."""
        self._api.delete(observed)
        text = f"The external resource is deleted to be made anew: {', '.join(error.paths)}"
        return self._forgotten((Event("Normal", "ReplacedExternalResource", text[:_LONGEST_EVENT]),))

    def _success(self, observed: Result, patches: tuple[Patch, ...], events: tuple[Event, ...] = ()) -> PassOutcome:
        conditions = known.SYNCED, self._ready(observed.resource)
        secret = connection_secret(self._kind, self._resource, observed.kept.state) if observed.kept else None
        return PassOutcome(
            (*patches, *self._status(conditions, observed.resource)), events, SYNC, observed.kept, secret=secret
        )

    def _ready(self, resource: Manifest) -> Condition:
        if (readiness := self._api.members.readiness) is not None:
            is_ready = readiness.ready(resource)
            return known.UNKNOWN if is_ready is None else known.AVAILABLE if is_ready else known.UNAVAILABLE
        return known.ready_of(self._kind.settings.readiness, part(resource, "status").get("atProvider"))

    def _name_annotation(self, resource: Manifest) -> Manifest:
        """The external name of a result as an annotation, if the object does not have it.

        A name that the provider did not give comes from the spec, which may have changed since.
        """
        name, before = annotations_of(resource).get(EXTERNAL_NAME), annotations_of(self._resource).get(EXTERNAL_NAME)
        is_ours = bool(before) and not self._kind.is_named_by_provider
        name = name or external_name(self._kind, self._resource)
        return {EXTERNAL_NAME: name} if name and name != before and not is_ours else {}

    def _missing_records(self, resource: Manifest) -> Manifest:
        """Annotations of an object that exists, which an earlier pass could not write."""
        annotations = annotations_of(self._resource)
        missing = {} if annotations.get(EXTERNAL_NAME) else self._name_annotation(resource)
        pending, succeeded, failed = (moment(annotations.get(name)) for name in (PENDING, SUCCEEDED, FAILED))
        return missing if pending <= max(succeeded, failed) else {SUCCEEDED: annotations[PENDING], **missing}

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
        return known.with_conditions(before, conditions, self._now, generation if isinstance(generation, int) else None)


_LONGEST_EVENT = 1000


def _with_class_name(error: Exception) -> str:
    """An unexpected error with the name of its class."""
    return f"{type(error).__name__}: {error}"
