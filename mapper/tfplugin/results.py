"""What a provider answers, as data."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from ..immutable import dataclass
from .paths import Path, path_text
from .values import Value


class Severity(Enum):
    """How bad what a provider reports is: after an error, its answer counts for nothing."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Diagnostic:
    """What a provider reports. `path` leads to the part of the configuration that it is about, if to any."""

    severity: Severity
    summary: str
    detail: str = ""
    path: Path = ()

    def __str__(self) -> str:
        place = f"{path_text(self.path)}: " if self.path else ""
        return f"{place}{self.summary}{f': {self.detail}' if self.detail else ''}"


Diagnostics = tuple[Diagnostic, ...]


def has_errors(diagnostics: Diagnostics) -> bool:
    """Whether there is an error among them."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


Object = dict[str, Value]


@dataclass(frozen=True)
class ServerCapabilities:
    """What a provider can do beyond the first version of the protocol.

    `plan_destroy`: it wants to plan deletions. `schema_optional`: it works without having been asked for its schema.
    `move_resource_state`: it can take over the state of another type.
    """

    plan_destroy: bool = False
    schema_optional: bool = False
    move_resource_state: bool = False


@dataclass(frozen=True)
class Metadata:
    """The names of what a provider has, each in order."""

    capabilities: ServerCapabilities
    resources: tuple[str, ...] = ()
    data_sources: tuple[str, ...] = ()
    ephemeral_resources: tuple[str, ...] = ()
    list_resources: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """A resource, or a data source, as it is. `value` is None where there is none.

    `private` is what the provider wants back with it. `identity` is None where the provider has none. `legacy` is
    True where the provider is of the old SDK, which does not tell null from empty. `deferred` is True where the
    provider could not say yet.
    """

    value: Object | None
    private: bytes = b""
    identity: Object | None = None
    legacy: bool = False
    deferred: bool = False
    diagnostics: Diagnostics = ()


@dataclass(frozen=True)
class Plan:
    """What would become of a resource; the other fields are those of `State`.

    The resource has to be replaced because of the changes at `replaced_because`. `requires_replace` are the paths
    that the provider named as not to be changed in place, among them ones that do not change; Terraform passes over
    those, too.
    """

    value: Object | None
    requires_replace: tuple[Path, ...] = ()
    replaced_because: tuple[Path, ...] = ()
    private: bytes = b""
    identity: Object | None = None
    legacy: bool = False
    deferred: bool = False
    diagnostics: Diagnostics = ()


@dataclass(frozen=True)
class Imported:
    """A resource that was found by its id; the provider may find several, of several types."""

    type_name: str
    state: State


@dataclass(frozen=True)
class Opened:
    """An ephemeral resource that was opened or renewed; `value` is None if renewed. `renew_at` is in UTC, if ever."""

    value: Object | None
    private: bytes = b""
    renew_at: datetime | None = None
    deferred: bool = False
    diagnostics: Diagnostics = ()


@dataclass(frozen=True)
class Called:
    """What a function gave. `error` is empty if all is well; `argument` counts from 0, if one of them is to blame."""

    value: Value
    error: str = ""
    argument: int | None = None
