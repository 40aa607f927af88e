"""One mapping of a site: its inputs, and the artifacts made from it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from mapper.files import Hashed, encoded, make_folders, whole, write_changed
from mapper.model import Mapping
from mapper.registry import system_named, vocabulary_of
from mapper.report.budget import Cost
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Mapped, Request
from mapper.sidecar.consistency import digests

from .wrong_inputs import way_out

SIDECAR = "oasmap.json"
PROVIDER_ADDRESS = "registry.terraform.io/hashicorp/"
"""The default address of providers in Terraform and tfplugindocs."""


class MappingInput(Struct, frozen=True):
    """The inputs of a mapping for a system; if it is `recorded`, its sidecar, which needs no original inputs."""

    system: str
    request: Request
    recorded: bool = False

    def read_and_run(self, *, in_part: bool = False) -> Mapped:
        """Map, and return the inputs as well. `in_part` leaves out what cannot be mapped. Raises MappingError."""
        if self.recorded:
            return _read_recorded(self.request)
        system = system_named(self.system)
        with way_out(system, self.request):
            return system.run_in_part(self.request) if in_part else system.run(self.request)


def _read_recorded(request: Request) -> Mapped:
    """The mapping in a sidecar. Raises MappingError."""
    from mapper.inputs import Document, Documents
    from mapper.sidecar.reader import read_sidecar

    assert not isinstance(request.input, Document)  # noqa: S101 - a sidecar is a file
    document = Documents(request.folder).unpack(request.input)
    mapping = read_sidecar(document, vocabulary_of)
    levels = request.levels or {}
    diagnostics = tuple(replace(d, severity=levels.get(d.code, d.severity)) for d in mapping.diagnostics)
    return Mapped(None, replace(mapping, diagnostics=diagnostics), sidecar=document.data)


def artifacts(mapped: Mapped, *, with_sidecar: bool = True) -> dict[str, bytes]:
    """The content of the artifacts by name; the sidecar takes longer to write than all others. Raises OverBudget."""
    if mapped.sidecar is not None:
        return {SIDECAR: mapped.sidecar} if with_sidecar else {}
    mapping = mapped.mapping
    written = mapping.budget.meter(Cost.WRITTEN, "the output")
    texts = system_named(mapping.system).artifacts(mapped)
    hashed = {name: Hashed(encoded(pieces, written)) for name, pieces in texts.items()}
    files = {name: whole(content) for name, content in hashed.items()}
    if not with_sidecar:
        return files
    from mapper.sidecar.writer import sidecar

    beside = digests(Path(), {Path(name): content.sha256 for name, content in hashed.items()})
    return files | {SIDECAR: whole(encoded(sidecar(mapping, lambda: beside), written))}


def providers_schema(mapping: Mapping) -> Iterator[str]:
    """The schema of a provider in the format of `terraform providers schema -json`, in pieces, with a line for each
    attribute.

    Raises MappingError if the mapping is not for a Terraform provider.
    """
    from mapper.languages.tfplugin.schema import SchemaDocument
    from mapper.languages.tfplugin.schema_text import document_pieces

    schema = system_named(mapping.system).comparison.provider_schema(mapping)
    if schema is None:
        raise MappingError(
            Problem(f"the system {mapping.system} makes no provider of Terraform", remedy="leave the option out")
        )
    return document_pieces(SchemaDocument({f"{PROVIDER_ADDRESS}{mapping.provider}": schema}, "1.0"))


def write_output(files: dict[Path, bytes], folder: Path, *, in_folders: bool) -> bool:
    """Write files that have changed; returns whether any has. `folder` has mkdocs.yml. Raises MappingError."""
    if in_folders:
        make_folders(files, folder)
    elif not all(path.parent.is_dir() for path in files):
        raise MappingError(
            Problem(
                "the folder of the output does not exist",
                str(next(iter(files))),
                remedy="create it, or change the option output",
            )
        )
    return bool(write_changed(files, folder))


def input_files(mapping: Mapping) -> list[Path]:
    """The files that a mapping was made from, and those that it could not read."""
    paths = (getattr(document, "path", None) for document in mapping.documents)
    return [*(path for path in paths if path is not None), *mapping.unreadable]


FileState = tuple[tuple[Path, tuple[int, int] | None], ...]
"""Files with their modification times and sizes; None for a file that does not exist."""


def input_state(paths: Iterable[Path]) -> FileState:
    """The state of files, which is another one if a file changes."""
    return tuple([(path, _state(path)) for path in paths])


def _state(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:  # the file may be created again
        return None
    return status.st_mtime_ns, status.st_size
