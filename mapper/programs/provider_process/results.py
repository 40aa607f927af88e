"""The responses of a provider, as data."""

from enum import Enum

from msgspec import Struct

from mapper.languages.tfplugin.errors import Path, path_text

from .values import Value


class ProviderSeverity(Enum):
    """The severity of a diagnostic: with an error, the response has no other meaning."""

    ERROR = "error"
    WARNING = "warning"


class ProviderDiagnostic(Struct, frozen=True):
    """A diagnostic of a provider. `path` leads to the part of the configuration that it is about, if any."""

    severity: ProviderSeverity
    summary: str
    detail: str = ""
    path: Path = ()

    def __str__(self) -> str:
        place = f"{path_text(self.path)}: " if self.path else ""
        return f"{place}{self.summary}{f': {self.detail}' if self.detail else ''}"


Diagnostics = tuple[ProviderDiagnostic, ...]


def has_errors(diagnostics: Diagnostics) -> bool:
    """Whether any diagnostic is an error."""
    return any(diagnostic.severity is ProviderSeverity.ERROR for diagnostic in diagnostics)


Object = dict[str, Value]


class State(Struct, frozen=True):
    """The state of a resource or data source. `value` is None if it does not exist.

    `private` is data to send back to the provider. `identity` is None if the provider has none. `legacy` is
    True for providers of the old SDK, which do not distinguish null from empty. `deferred` is True if the
    provider could not tell yet.
    """

    value: Object | None
    private: bytes = b""
    identity: Object | None = None
    legacy: bool = False
    deferred: bool = False
    diagnostics: Diagnostics = ()


class Plan(Struct, frozen=True):
    """The plan for a resource, with the fields of a `State`.

    The resource has to be replaced because of the changes at `replaced_because`. `requires_replace` are all paths that
    the provider reports as requiring replacement, among them unchanged ones, which Terraform ignores, too.
    """

    value: Object | None
    requires_replace: tuple[Path, ...] = ()
    replaced_because: tuple[Path, ...] = ()
    private: bytes = b""
    identity: Object | None = None
    legacy: bool = False
    deferred: bool = False
    diagnostics: Diagnostics = ()


class Imported(Struct, frozen=True):
    """An imported resource; one ID may give several, of several types."""

    type_name: str
    state: State
