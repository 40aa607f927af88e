"""Removes secrets from all that the operator says: conditions, events, logs."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from mapper.programs import redaction
from mapper.programs.provider_process.values import Unknown, Value
from mapper.systems.crossplane.fields import Field, Many, ObjectShape, Shape

from .outcome import PassOutcome
from .plugin import GroupVersionKind, Manifest
from .references import Cluster


class Redactor(redaction.Redactor):
    """As the one of all programs, for states and outcomes of a pass."""

    def learn_state(self, fields: tuple[Field, ...], state: Mapping[str, Value]) -> None:
        """Add the sensitive values of a state and of its nested objects."""
        for field in fields:
            value = state.get(field.name)
            if field.sensitive or field.write_only:
                self.learn(value)
            elif value is not None:
                self._learn_inside(field.shape, value)

    def _learn_inside(self, shape: Shape, value: Value) -> None:
        match shape, value:
            case ObjectShape(fields), dict():
                self.learn_state(fields, value)
            case ObjectShape(), list():
                for item in value:
                    self._learn_inside(shape, item)
            case Many(_, element), list():
                for item in value:
                    self._learn_inside(element, item)
            case Many(_, element), dict():
                for item in value.values():
                    self._learn_inside(element, item)

    def outcome(self, outcome: PassOutcome) -> PassOutcome:
        """An outcome whose messages of conditions and events are redacted, for reconcilers of overlays."""
        events = tuple(replace(event, message=self.text(event.message)) for event in outcome.events)
        patches = tuple(replace(patch, body=self._body(patch.body)) for patch in outcome.patches)
        return replace(outcome, events=events, patches=patches)

    def _body(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        status = body.get("status")
        conditions = status.get("conditions") if isinstance(status, dict) else None
        if not isinstance(conditions, list):
            return body
        texts = [
            {**condition, "message": self.text(str(condition["message"]))}
            if isinstance(condition, dict) and "message" in condition
            else condition
            for condition in conditions
        ]
        return {**body, "status": {**body["status"], "conditions": texts}}


class Redacting:
    """A cluster whose secrets a redactor learns when they are read."""

    def __init__(self, cluster: Cluster, redactor: Redactor | None = None) -> None:
        self._cluster, self.redactor = cluster, redactor or Redactor()

    @property
    def unknown(self) -> Unknown | None:
        """As `Secrets.unknown`."""
        return self._cluster.unknown

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """As `Secrets.data`."""
        secret = self._cluster.data(namespace, name)
        self.redactor.learn(secret)
        return secret

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        """As `Cluster.get`."""
        return self._cluster.get(gvk, namespace, name)

    def select(self, gvk: GroupVersionKind, namespace: str, labels: Mapping[str, str]) -> Sequence[Manifest]:
        """As `Cluster.select`."""
        return self._cluster.select(gvk, namespace, labels)
