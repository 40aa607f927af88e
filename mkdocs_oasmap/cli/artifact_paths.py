"""The outputs of `oasmap generate`, which `oasmap check` compares: artifacts by path."""

from collections.abc import Iterable, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from mapper import model
from mapper.files import Hashed, encoded
from mapper.links import real_path, refuse_links
from mapper.registry import all_systems, system_named
from mapper.report.budget import Cost
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Mapped, Option
from mapper.system.system import System
from mapper.system.writing import Output

from ..messages import FORMATS
from .input_options import STREAM, InputOptions, inputs, takers
from .program import FILE, choice, option
from .registry_options import of_providers, registry_docs, repository
from .report import Report, note_mixed

OUTPUT = "./provider_code_spec.json"
PRINTED = Path(STREAM)

EXITS = """\
exit codes:
  0  the output is written (check: it is up to date)
  1  the input or the config has an error, or the output cannot be written (check: it is out of date);
     the previous output is unchanged
  2  the command line is wrong
  3  with --strict: there is an error or a warning; nothing is written
"""
EXAMPLES = """\
examples:
  oasmap generate openapi.yaml
  oasmap generate --config generator_config.yml --output provider_code_spec.json openapi.yaml
  oasmap generate --sidecar oasmap.json --strict openapi.yaml
  oasmap generate --system ack --config generator.yaml --output . botocore:s3
  curl -s https://example.com/openapi.json | oasmap generate --output - -
"""


def outputs(*, required: bool = True) -> list[click.Parameter]:
    """The parameters of a command with an input and an output; `required`: an input has to be given."""
    targets = {system.name: _target(system.writing.output) for system in all_systems()}
    part_text = "write the part {} to this folder, and only the parts that have such an option"
    spec, first, chosen, *rest = inputs(required=required)
    return [
        spec,
        first,
        chosen,
        option("--output", "-output", by_system=targets, type=FILE, metavar="FILE"),
        *rest,
        *(
            option(f"--output-{part}", systems=[system.name], type=FILE, metavar="DIR", help=part_text.format(part))
            for system in all_systems()
            for part in system.writing.output.separable
        ),
        option(
            "--sidecar",
            type=FILE,
            metavar="FILE",
            help="also write the sidecar: the sources of every attribute, all diagnostics and the coverage, as JSON",
        ),
        option(
            "--providers-schema",
            systems=of_providers(),
            type=FILE,
            metavar="FILE",
            help="also write the schema of the provider as `terraform providers schema -json` would, for other tools",
        ),
        registry_docs(),
        repository(),
        option(
            "--validate",
            systems=takers(Option.VALIDATION),
            is_flag=True,
            help="also report where SPEC violates the OpenAPI specification (slow; needs mkdocs-oasmap[validate])",
        ),
        option("--strict", is_flag=True, help="exit with 3 if there is an error or a warning, and write nothing"),
        option(
            "--format",
            "format_",
            type=choice(FORMATS),
            default="text",
            help="how diagnostics are printed: text on standard error, without notes (default); json with notes, or"
            " github for annotations of a workflow, on standard output",
        ),
        option("--quiet", "-q", is_flag=True, help="print only errors that stop the run"),
    ]


def _target(output: Output) -> str:
    """What `--output` is for a system."""
    if output.folder:
        return "the folder of all files (default: the current folder)"
    return f"the file of the output (default: ./{output.name}); - writes to standard output"


def writes_to_stream(values: Mapping[str, Any]) -> bool:
    """Whether an output goes to standard output."""
    return STREAM in (values["output"], values["sidecar"], values["providers_schema"])


class Outputs(Struct, frozen=True):
    """The values of the output parameters."""

    source: InputOptions
    output: str | None
    sidecar: str | None
    providers_schema: str | None
    report: Report

    @classmethod
    def of(cls, values: Mapping[str, Any], source: InputOptions, report: Report) -> "Outputs":
        """The outputs from the values of the parameters of `outputs`."""
        return cls(source, values["output"], values["sidecar"], values["providers_schema"], report)

    @property
    def system(self) -> System:
        """The system of the source."""
        return system_named(self.source.system)

    @property
    def target(self) -> str:
        """The path of the artifact, or the folder of several."""
        return str(self.output or f"./{self.system.writing.output.name}")

    @property
    def shown_target(self) -> str:
        """The paths of all outputs, for a message."""
        return ", ".join(map(str, self.source.part_folders().values())) or self.target

    def stale_files(self, artifacts: Iterable[Path]) -> list[Path]:
        """Files of an earlier run in the output folders. Raises MappingError."""
        folders = written_folders(Path(self.target), self.system.writing.output, self.source.part_folders())
        written = list(artifacts)
        return [path for folder in folders for path in self.system.writing.stale_files(folder, written)]

    def note_mixed(self) -> None:
        """Print a note if the existing files are not all of the same run."""
        if self.sidecar and self.sidecar != STREAM and not self.report.quiet:
            note_mixed(Path(self.sidecar))

    def artifacts(self, mapped: Mapped) -> dict[Path, Iterable[bytes]]:
        """The content of each file to write. Raises MappingError if two are the same file, or one is an input."""
        system, target = self.system, Path(self.target)
        if system.writing.output.folder and target == PRINTED:
            raise MappingError(
                Problem(f"the system {system.name} writes several files", remedy="name their folder with --output")
            )
        mapping = mapped.mapping
        meter = mapping.budget.meter(Cost.WRITTEN, "the output")
        folders = self.source.part_folders()
        made = system.artifacts(mapped, folders)
        texts = without_begun(made, target, system, folders)
        places = placed(texts, target, system.writing.output, folders)
        refuse_links([*places, *(Path(name) for name in (self.sidecar, self.providers_schema) if name)])
        for folder in written_folders(target, system.writing.output, folders):
            refuse_links([path for path in places if path.is_relative_to(folder)], folder)
        artifacts: dict[Path, Iterable[bytes]] = {
            path: encoded(chain(text, (system.writing.user_files.footer(path, places),)), meter)
            for path, text in places.items()
        }
        if self.sidecar:
            from mapper.sidecar.consistency import digests
            from mapper.sidecar.writer import sidecar as pieces

            sidecar = Path(self.sidecar)
            if real_path(sidecar) in [real_path(path) for path in artifacts]:
                raise MappingError(
                    Problem(
                        "--sidecar and --output name the same file",
                        self.sidecar,
                        remedy="choose another one for the sidecar",
                    )
                )
            hashed = {path: Hashed(content) for path, content in artifacts.items() if path != PRINTED}
            artifacts.update(hashed)

            def written_digests() -> dict[str, str]:  # called after the artifacts are written
                return digests(sidecar.parent, {path: content.sha256 for path, content in hashed.items()})

            artifacts[sidecar] = encoded(pieces(mapping, written_digests), meter)
        if self.providers_schema:
            from ..mappings import providers_schema

            schema = Path(self.providers_schema)
            if real_path(schema) in [real_path(path) for path in artifacts]:
                raise MappingError(
                    Problem(
                        "--providers-schema names the file of another output", str(schema), remedy="choose another file"
                    )
                )
            artifacts[schema] = encoded(providers_schema(mapping), meter)
        refuse_inputs(mapping, artifacts)
        system.writing.user_files.check_targets(list(artifacts), mapped)
        return artifacts


def placed(
    files: dict[str, Iterable[str]], target: Path, output: Output, folders: dict[str, Path]
) -> dict[Path, Iterable[str]]:
    """The path of each file. If folders are given for parts, only these parts are written."""
    if not output.folder:
        return dict.fromkeys([target], *files.values())
    if not folders:
        return {target / name: text for name, text in files.items()}
    by_path: dict[Path, Iterable[str]] = {}
    for name, text in files.items():
        part, _, rest = name.partition("/")
        folder = folders.get(part if rest else part.partition(".")[0])
        if folder is not None:
            by_path[folder / (rest or part)] = text
    return by_path


def without_begun(
    files: dict[str, Iterable[str]], target: Path, system: System, folders: dict[str, Path]
) -> dict[str, Iterable[str]]:
    """The files without those that only users edit after their first run and that already exist."""
    return {
        name: text
        for name, text in files.items()
        if not (
            system.writing.user_files.is_user_owned(name)
            and all(p.exists() for p in placed({name: text}, target, system.writing.output, folders))
        )
    }


def written_folders(target: Path, output: Output, folders: dict[str, Path]) -> list[Path]:
    """The folders with output files; if there are parts, the parts' folders."""
    if not output.folder:
        return []
    written = [folder for part, folder in folders.items() if part in output.parts]
    return written if folders else [target / part for part in output.parts] or [target]


def refuse_inputs(mapping: model.Mapping, paths: Iterable[Path]) -> None:
    """Raise MappingError if a path leads to an input file."""
    inputs = {getattr(document, "path", None) for document in mapping.documents}
    inputs = {real_path(path) for path in inputs if path is not None}
    for path in paths:
        if real_path(path) in inputs:
            raise MappingError(
                Problem(
                    "this is an input, and is not written over", str(path), remedy="choose another file for the output"
                )
            )
