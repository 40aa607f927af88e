"""The systems that can be mapped, in one table: what each of them reads, and what it writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from mapper import terraform
from mapper.diagnostics import MappingError, Problem, Severity
from mapper.documents import Document
from mapper.model import EntityKind, Mapping


@dataclass(frozen=True, slots=True)
class Inputs:
    """What one mapping is made from. `version` is that of the system's own tools; None is the newest known."""

    spec: Path | Document
    config: Path
    base: Path | None = None
    levels: dict[str, Severity] | None = None
    validate: bool = False
    version: str | None = None


@dataclass(frozen=True, slots=True)
class System:
    """One system. `config` and `output` are what is read and written where nothing else is said.

    `kinds` are those of its entities, in the order of a summary. `schemes` are the words before a colon that
    name an API description which is no file. `folder`: several files are written, and `output` is their folder.
    """

    name: str
    config: str
    output: str
    kinds: tuple[EntityKind, ...]
    map: Callable[[Inputs], Mapping]
    artifacts: Callable[[Mapping], dict[str, str]]
    folder: bool = False
    schemes: tuple[str, ...] = ()


def _map_terraform(inputs: Inputs) -> Mapping:
    if inputs.version is not None:
        raise MappingError(Problem("the system terraform has one version; leave the version out"))
    return terraform.generate(inputs.spec, inputs.config, inputs.base, inputs.levels, validate=inputs.validate)


def _terraform_artifacts(mapping: Mapping) -> dict[str, str]:
    return {"provider_code_spec.json": terraform.write_code_spec(mapping)}


def _map_ack(inputs: Inputs) -> Mapping:
    if inputs.validate:
        raise MappingError(Problem("only OpenAPI descriptions can be validated"))
    from mapper import ack

    return ack.generate(inputs.spec, inputs.config, inputs.base, inputs.levels, version=inputs.version or ack.LATEST)


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
            _map_terraform,
            _terraform_artifacts,
        ),
        System(
            "ack",
            "generator.yaml",
            ".",
            (EntityKind.CUSTOM_RESOURCE,),
            _map_ack,
            _ack_artifacts,
            folder=True,
            schemes=("botocore",),
        ),
    )
}
"""The systems by name."""


def is_file_name(spec: str) -> bool:
    """Whether what names an API description is a file, and not a place that a system knows."""
    scheme, colon, _ = spec.partition(":")
    return not colon or not any(scheme in system.schemes for system in SYSTEMS.values())
