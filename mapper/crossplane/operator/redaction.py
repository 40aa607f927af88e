"""Removes the values of secrets from conditions, events and logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...tfplugin.values import Unknown
from .plugin import GroupVersionKind, Manifest
from .references import Cluster

_SHORTEST = 4
"""Shorter values are not redacted: they occur in any text by chance, and redacting would reveal them."""


class Redacting:
    """A cluster that records which secrets were read."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._values: set[str] = set()

    @property
    def unknown(self) -> Unknown | None:
        """As `Secrets.unknown`."""
        return self._cluster.unknown

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """As `Secrets.data`."""
        found = self._cluster.data(namespace, name)
        for value in (found or {}).values():
            self._values.add(value.decode(errors="replace"))
        return found

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        """As `Cluster.get`."""
        return self._cluster.get(gvk, namespace, name)

    def select(self, gvk: GroupVersionKind, namespace: str, labels: Mapping[str, str]) -> Sequence[Manifest]:
        """As `Cluster.select`."""
        return self._cluster.select(gvk, namespace, labels)

    def text(self, text: str) -> str:
        """A text without the values of these secrets."""
        for value in sorted(self._values, key=len, reverse=True):
            if len(value) >= _SHORTEST:
                text = text.replace(value, "(sensitive)")
        return text
