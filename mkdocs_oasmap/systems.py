"""The systems that can be mapped, in one table: what each of them reads, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from mapper import terraform
from mapper.diagnostics import MappingError, Problem, Severity
from mapper.documents import Document, Reader
from mapper.immutable import dataclass
from mapper.model import EntityKind, Mapping
from mapper.terraform.adjust.keep_names import keep_name

if TYPE_CHECKING:  # a review is not needed to map
    from mapper.review.entities import KeepName


@dataclass(frozen=True, slots=True)
class Request:
    """What one mapping is made from. `version` is that of the system's own tools; None is the newest known.

    File names are shown relative to `base`, and `reader` reads the files, those on the disk by default.
    """

    spec: Path | Document
    config: Sequence[Path]
    base: Path | None = None
    reader: Reader | None = None
    levels: dict[str, Severity] | None = None
    validate: bool = False
    overlays: Sequence[Path] = ()
    allow_hosts: Sequence[str] = ()
    version: str | None = None


class Inputs(Protocol):
    """An API description and a generator config, read. A review maps one description with several configs."""

    @property
    def config(self) -> Any: ...

    def map(self) -> Mapping:
        """Map them. Raises MappingError."""
        ...

    def map_with(self, config: Any) -> Mapping:
        """Map the description with another config, as far as it has what that asks for. Raises MappingError."""
        ...


@dataclass(frozen=True, slots=True)
class Mapped:
    """A mapping, and what it was made from."""

    inputs: Inputs
    mapping: Mapping


@dataclass(frozen=True, slots=True)
class System:
    """One system. `config` and `output` are what is read and written where nothing else is said.

    `kinds` are those of its entities, in the order of a summary. `marks` are keys of its API descriptions, one set
    of which they all have; `schemes` are words before a colon that name a description which is no file. `folder`:
    several files are written, and `output` is their folder. `versions` says what a version of the system's tools
    is, where there are several to write for; `validates`: descriptions can be checked against a specification.
    `keep_name` finds what a config has to say so that a name stays what it was.
    """

    name: str
    config: str
    output: str
    kinds: tuple[EntityKind, ...]
    run: Callable[[Request], Mapped]
    artifacts: Callable[[Mapping], dict[str, str]]
    marks: tuple[frozenset[str], ...]
    folder: bool = False
    schemes: tuple[str, ...] = ()
    versions: str = ""
    validates: bool = False
    keep_name: KeepName | None = None

    def describes(self, root: object) -> bool:
        """Whether a document is an API description of this system."""
        return isinstance(root, dict) and any(mark <= root.keys() for mark in self.marks)


def _run_terraform(request: Request) -> Mapped:
    if request.version is not None:
        raise MappingError(Problem("the system terraform has one version; leave the version out"))
    options = terraform.Options(request.base, request.overlays, request.allow_hosts, request.reader)
    inputs = terraform.read_inputs(request.spec, request.config, options)
    return Mapped(inputs, terraform.map_inputs(inputs, request.levels, validate=request.validate))


def _terraform_artifacts(mapping: Mapping) -> dict[str, str]:
    return {"provider_code_spec.json": terraform.write_code_spec(mapping)}


def _run_ack(request: Request) -> Mapped:
    from mapper import ack

    if request.validate or request.overlays or request.allow_hosts:
        raise MappingError(Problem("validation, overlays and other hosts are for OpenAPI descriptions only"))
    if len(request.config) > 1:
        raise MappingError(Problem("the config is one file for this system", str(request.config[1])))
    inputs = ack.read_inputs(
        request.spec, request.config[0], request.base, request.reader, version=request.version or ack.LATEST
    )
    return Mapped(inputs, inputs.map(request.levels))


def _ack_artifacts(mapping: Mapping) -> dict[str, str]:
    from mapper import ack

    return ack.write_files(mapping)


SYSTEMS = {
    system.name: system
    for system in (
        System(
            "terraform",
            "generator_config.yml",
            "provider_code_spec.json",
            (EntityKind.RESOURCE, EntityKind.DATA_SOURCE),
            _run_terraform,
            _terraform_artifacts,
            tuple(map(frozenset, (("openapi",), ("swagger",), ("paths",)))),
            validates=True,
            keep_name=keep_name,
        ),
        System(
            "ack",
            "generator.yaml",
            "",
            (EntityKind.CUSTOM_RESOURCE,),
            _run_ack,
            _ack_artifacts,
            (frozenset(("metadata", "operations", "shapes")),),
            folder=True,
            schemes=("botocore",),
            versions="the version of ACK to write for, such as v0.58.0; its runtime adds fields (default: the newest)",
        ),
    )
}
"""The systems by name."""


def system_of(name: str) -> System | None:
    """The system that knows a description which is no file by its name, such as `botocore:s3`."""
    scheme, colon, _ = name.partition(":")
    return next((system for system in SYSTEMS.values() if colon and scheme in system.schemes), None)
