"""What the system takes from programs: IDLs, and SDKs; the registry hands them over."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from mapper.request import Inputs, Request, StartingConfig
from mapper.review.changes import Lost

from .schema.tokens import Others


class IdlInputs(Inputs, Protocol):
    """An IDL and its settings, both read."""

    @property
    def folder(self) -> Path:
        """The folder of the IDL."""
        ...

    @property
    def about(self) -> Mapping[str, Any]:
        """The metadata of the package, by the keys of a package schema."""
        ...

    def in_part(self) -> "tuple[IdlInputs, Lost]":
        """The inputs without all that has errors, and what was lost. Raises MappingError if nothing is left."""
        ...

    def artifact_files(self, parts: Collection[str]) -> Iterator[tuple[str, Mapping[str, str]]]:
        """Files of some parts, *pack* and *provider*: a part, and path -> text. Raises MappingError."""
        ...


class Idl(Protocol):
    """Reads IDLs, and starts new ones."""

    def read(self, request: Request) -> IdlInputs:
        """Read the IDL in a folder. Raises MappingError."""
        ...

    def starter(self, folder: Path, name: str | None) -> StartingConfig:
        """A package to start from, with the IDL in `folder`. Raises MappingError if there is an IDL already."""
        ...

    def addition(self, folder: Path, config: str, inputs: IdlInputs) -> StartingConfig:
        """The missing files of a provider for an existing IDL. Raises MappingError if nothing is missing."""
        ...


class Sdk(Protocol):
    """Writes TypeScript packages from package schemas."""

    def package(self, schema: dict[str, Any], others: Others) -> Mapping[str, str]:
        """Path -> text of every file; `others` are the known schemas that this one refers to."""
        ...


class Programs(Protocol):
    """The programs of this system, each imported on first use."""

    def idl(self) -> Idl:
        """The reader of IDLs."""
        ...

    def sdk(self) -> Sdk:
        """The writer of SDKs."""
        ...
