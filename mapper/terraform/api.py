"""The Python API of the system: OpenAPI and a generator config -> Provider Code Specification."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from ..inputs import Document
from ..model import Candidates, Mapping
from ..report.diagnostic import Severity, at
from .map import map_api
from .read import Inputs, Options, read_api, read_inputs
from .spec.writer import code_spec, write_code_spec

__all__ = ["Inputs", "Options", "code_spec", "generate", "map_inputs", "read_api", "read_inputs", "write_code_spec"]


def generate(
    spec: Path | Document,
    config: Path | Sequence[Path],
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    *,
    validate: bool = False,
    overlays: Sequence[Path] = (),
    allow_hosts: Sequence[str] = (),
) -> Mapping:
    """Map the API description `spec` with the generator config in one or several files.

    `base` is the folder that file names are relative to, and that references to other files must stay in (by default
    the current folder). `levels` overrides severities by diagnostic code. `overlays` are applied to the description
    before it is mapped. `allow_hosts` are the hosts that references may point to. Raises MappingError with one message
    for each problem.
    """
    inputs = read_inputs(spec, config, Options(base, overlays, allow_hosts))
    return map_inputs(inputs, levels, validate=validate)


def map_inputs(
    inputs: Inputs, levels: dict[str, Severity] | None = None, *, validate: bool = False, references: bool = True
) -> Mapping:
    """Map inputs that have been read, as `generate` does; with `references`, what attributes refer to is found, too.

    Raises MappingError.
    """
    mapping = inputs.map(levels) if references else map_api(inputs.api, inputs.config, levels)
    mapping = _with_candidates(mapping, inputs)
    if not validate:
        return mapping
    from ..inputs.validation import violations

    diagnostics = tuple(at(note, None, "", levels) for note in violations(inputs.api.document))
    return replace(mapping, diagnostics=diagnostics + mapping.diagnostics)


def _with_candidates(mapping: Mapping, inputs: Inputs) -> Mapping:
    """The mapping, with a function that finds operations that could be mapped."""

    def find() -> Candidates:
        from .propose.candidates import find_candidates

        return find_candidates(inputs.api, inputs.config)

    return replace(mapping, coverage=replace(mapping.coverage, find_candidates=find))
