"""What the system takes from a running provider; the registry hands the program over."""

from typing import Protocol

from mapper.languages.tfplugin.schema_source import SchemaProgram
from mapper.model import Mapping
from mapper.request import Request

from .proof import Record


class ProviderProgram(SchemaProgram, Protocol):
    """A provider that is started for its schema, and to validate and plan the examples of pages."""

    def prove(self, name: str, mapping: Mapping, request: Request, record: Record | None) -> Record:
        """What the provider says of a mapping's pages. `record` is from an earlier run. Raises MappingError."""
        ...


class Programs(Protocol):
    """The programs of this system, each imported on first use."""

    def live_provider(self) -> ProviderProgram:
        """The provider that an input names."""
        ...
