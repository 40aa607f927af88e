"""`oasmap plan`: asks a provider whether it accepts manifests, and for its plan of each."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.files import read_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.display import visible, visible_json
from mapper.text.plural import plural

from ..progress import step
from .program import FILE, OK, PROBLEM, Command, choice, option, refuse
from .provider_options import parameters, provider_options, runner

if TYPE_CHECKING:
    from mapper.system.runner import PlanResult

_LARGEST = 32_000_000
_TEXT = """\
Starts the provider, lets it validate and plan each manifest of the Kinds that `--system crossplane` generates, and ends
it. Nothing is created. Manifests of other groups are skipped. Secrets among the manifests are used; values of other
secrets and of references are unknown. oasmap imports the overlays that the config names, which are Python modules.
"""
_MORE = """\
exit codes:
  0  the provider accepts all manifests
  1  it refuses one, or there is a problem in the input
  2  the command line is wrong

examples:
  oasmap plan --provider hashicorp/aws@5.100.0 --plugin-dir plugins examples/
  oasmap plan --provider ./terraform-provider-time --config provider.yaml rotation.yaml
  oasmap plan --provider hashicorp/aws --provider-config aws.yaml --env AWS_PROFILE --format json examples/
"""


def command() -> click.Command:
    """`oasmap plan`."""
    text = "YAML files, or folders with such files; - reads standard input"
    manifests = click.Argument(["manifests"], nargs=-1, required=True, type=FILE, metavar="MANIFEST…", help=text)
    form = option(
        "--format",
        "form",
        type=choice(("text", "json")),
        default="text",
        show_default=True,
        help="the format of the result",
    )
    return Command("plan", _run, [manifests, *parameters(), form], _TEXT, _MORE)


def _run(_ctx: click.Context, manifests: tuple[str, ...], form: str, **values: Any) -> int:
    try:
        provider, texts = provider_options(values), list(_texts(manifests))
        with step(f"asking the provider {provider.name}"):
            outcome = runner(values["system"], "provider").plan(provider, texts)
    except MappingError as error:
        return refuse(error.problems)
    write = _as_json if form == "json" else _as_text
    sys.stdout.write(write(outcome.results))
    sys.stdout.flush()
    sys.stderr.writelines(f"error: {problem}\n" for problem in outcome.problems)
    if outcome.note:
        sys.stderr.write(f"note: nothing is planned, only validated: {visible(outcome.note)}\n")
    return PROBLEM if outcome.problems or any(result.errors for result in outcome.results) else OK


def _texts(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The name and the content of each manifest file. Raises MappingError."""
    for name in names:
        if name == "-":
            yield "<standard input>", sys.stdin.read(_LARGEST)
            continue
        path = Path(name)
        paths = (
            sorted(file for file in path.rglob("*") if file.suffix in (".yaml", ".yml")) if path.is_dir() else [path]
        )
        for file in paths:
            try:
                yield str(file), read_named(file).decode("utf-8-sig")
            except UnicodeDecodeError:
                raise MappingError(
                    Problem("this is not a text in UTF-8", str(file), remedy="save it in this encoding")
                ) from None


def _as_text(results: Sequence[PlanResult]) -> str:
    return "".join(line for result in results for line in _lines(result))


def _lines(result: PlanResult) -> Iterator[str]:
    head = visible(result.name)
    if result.errors:
        yield f"{head}: refused\n"
    elif not result.planned:
        yield f"{head}: valid\n"
    else:
        yield f"{head}: would be created; {plural(len(result.later), 'value')} known after creation\n"
    yield from (f"  error: {problem}\n" for problem in result.errors)
    yield from (f"  warning: {problem}\n" for problem in result.warnings)
    yield from (f"  {path}: {visible(json.dumps(value, default=str))} is filled in\n" for path, value in result.filled)


def _as_json(results: Sequence[PlanResult]) -> str:
    entries = [
        {
            "manifest": result.name,
            "file": result.uri,
            "line": result.line,
            "valid": not result.errors,
            "planned": result.planned,
            "errors": [str(problem) for problem in result.errors],
            "warnings": [str(problem) for problem in result.warnings],
            "filled": dict(result.filled),
            "knownLater": list(result.later),
        }
        for result in results
    ]
    return visible_json(json.dumps(entries, indent=2, ensure_ascii=False, default=str)) + "\n"
