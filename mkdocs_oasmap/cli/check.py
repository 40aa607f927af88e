"""`oasmap check`: maps, and compares the result with the existing files."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from mapper.files import has_content, whole
from mapper.model import Mapping
from mapper.registry import system_named
from mapper.report.diagnostic import Diagnostic, MappingError, Problem, losses
from mapper.text.display import visible

from ..messages import summary as counts
from ..progress import step
from .artifact_paths import EXAMPLES, EXITS, Outputs, outputs, writes_to_stream
from .drift import Drift, parameters, without_processes
from .input_options import InputOptions
from .program import LOST, OK, PROBLEM, USAGE, Command, SystemArgument, SystemOption, fail, option
from .registry_options import RegistryOutput
from .report import Report, way_back
from .site_mappings import parameter, refuse_beside, site_mappings

_TEXT = """\
Exits with 1 if the file of --output differs from what `generate` would write. With --mkdocs, checks `output`,
`registry_docs` and `drift` of all mappings of a site.
"""
_LEFT = "is from an earlier run, and nothing writes it any more"
_BESIDE = {"mkdocs", "live", "format_", "strict", "quiet", "summary", "validate", "drift_format"}


class _Wanted(Struct, frozen=True):
    """One mapping to check. `writes`: it has an artifact to compare. `ignored` are codes that are not shown."""

    outputs: Outputs
    registry: RegistryOutput
    drift: Drift | None
    writes: bool = True
    ignored: frozenset[str] = frozenset()
    remedy: str = "run `oasmap generate` with the same arguments and commit the result"

    def problems(self, mapped: Any) -> list[Problem]:
        """What is stale. Raises MappingError."""
        stale: list[Problem] = []
        if self.writes:
            artifacts = self.outputs.artifacts(mapped)
            stale = [problem for path, data in artifacts.items() if (problem := self._stale(path, data))]
            stale += [
                Problem(_LEFT, str(path), remedy="run `oasmap generate`, which removes it")
                for path in self.outputs.stale_files(artifacts)
            ]
            self.outputs.note_mixed()
        return stale + self.registry.stale(mapped.mapping)

    def _stale(self, path: Path, data: Iterable[bytes]) -> Problem | None:
        """The problem with a committed file whose content is not `data`; None if it is up to date."""
        if has_content(path, whole(data)):
            return None
        return Problem("is out of date" if path.exists() else "does not exist", str(path), remedy=self.remedy)

    def shown(self, mapping: Mapping) -> list[Diagnostic]:
        """The diagnostics that are not ignored."""
        return [diagnostic for diagnostic in mapping.diagnostics if diagnostic.code not in self.ignored]


def command() -> click.Command:
    """`oasmap check`."""
    summary = option(
        "--summary",
        is_flag=True,
        help="list the resources that look unusable, such as those without a required attribute, with lines to paste",
    )
    parameters_ = [*map(_comparing, outputs(required=False)), *map(_comparing, parameters()), summary, parameter()]
    return Command("check", _run, parameters_, _TEXT, f"{EXITS}\n{EXAMPLES.replace('generate', 'check')}{_EXAMPLE}")


_COMPARED = {
    "also write ": "also compare ",
    " to this folder": " with this folder",
    "write the part ": "compare the part ",
    "; - writes to standard output": "",
    ", and write nothing": "",
}
"""What help of `generate` says of writing, and what `check` does instead."""


def _comparing(parameter_: click.Parameter) -> click.Parameter:
    """A parameter of `generate` with help that speaks of comparing."""
    if isinstance(parameter_, SystemOption):
        parameter_.help = _compared(parameter_.help or "")
        parameter_.by_system = {system: _compared(words) for system, words in parameter_.by_system.items()}
    return parameter_


def _compared(text: str) -> str:
    for old, new in _COMPARED.items():
        text = text.replace(old, new)
    return text


_EXAMPLE = "  oasmap check --mkdocs mkdocs.yml\n"


def _run(
    ctx: click.Context, format_: str, *, validate: bool, strict: bool, quiet: bool, summary: bool, **values: Any
) -> int:
    if writes_to_stream(values):
        return fail("check compares with a file; standard output is none", USAGE, remedy="name a file with --output")
    report = Report(format_, quiet)
    name = values.pop("mkdocs")
    try:
        checks = _of_site(ctx, name, values, report, strict=strict) if name else [_of_parameters(ctx, values, report)]
    except MappingError as error:
        return report.problems(error.problems)
    done: list[tuple[_Wanted, Mapping]] = []
    problems: list[Problem] = []
    hidden: list[Problem] = []
    for wanted in checks:
        try:
            mapped = wanted.outputs.source.map(ctx, validate=validate)
            with step(f"comparing {wanted.outputs.shown_target}", quiet=quiet):
                problems += wanted.problems(mapped)
            done.append((wanted, mapped.mapping))
            hidden += system_named(wanted.outputs.source.system).config_tools.unexplained_ignores(mapped)
        except MappingError as error:
            problems += error.problems
    diagnostics = [diagnostic for wanted, mapping in done for diagnostic in wanted.shown(mapping)]
    if problems:
        return report.problems(problems, diagnostics if done else None)
    report.diagnostics(diagnostics)
    for problem in hidden:
        report.line(visible(f"note: {problem}"))
    for wanted, mapping in done if summary else ():
        for line in system_named(wanted.outputs.source.system).config_tools.unusable(mapping):
            report.line(visible(line))
    if strict and losses(diagnostics):
        lossy = [(wanted.outputs.source.system, wanted.shown(mapping)) for wanted, mapping in done]
        remedies = dict.fromkeys(way_back(system, lost) for system, lost in lossy if losses(lost))
        return fail("--strict: something was lost", LOST, remedy="; ".join(remedies))
    for wanted, mapping in done:
        state = "is up to date" if wanted.writes else "can be mapped, and writes no file"
        shown = wanted.outputs.shown_target if wanted.writes else wanted.outputs.source.spec
        report.line(f"{visible(shown)} {state}: {counts(mapping)}")
    drifted = [wanted.drift.check(mapping) for wanted, mapping in done if wanted.drift is not None]
    return PROBLEM if PROBLEM in drifted else OK


def _of_parameters(ctx: click.Context, values: dict[str, Any], report: Report) -> _Wanted:
    if values["spec"] is None:
        raise next(param for param in ctx.command.params if isinstance(param, SystemArgument)).missing(ctx)
    source = InputOptions.of(values)
    drift = Drift.of(values, source)
    registry = RegistryOutput.of(values)
    return _Wanted(Outputs.of(values, without_processes(source, drift), report), registry, drift)


def _of_site(ctx: click.Context, name: str, values: dict[str, Any], report: Report, *, strict: bool) -> list[_Wanted]:
    """The mappings of a site. Raises MappingError, and UsageError for parameters that are not taken with a site."""
    refuse_beside(ctx, values, _BESIDE)
    return [
        _Wanted(
            Outputs(mapping.source, mapping.output, None, None, report),
            mapping.registry,
            mapping.drift,
            mapping.output is not None,
            mapping.ignored,
            "build the site, and commit the result",
        )
        for mapping in site_mappings(name, live=values.get("live", False), strict=strict)
    ]
