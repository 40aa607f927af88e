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
from .provider_options import live_of, parameters, runner

if TYPE_CHECKING:
    from mapper.system.runner import Answer

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
        live, texts = live_of(values), list(_texts(manifests))
        with step(f"asking the provider {live.name}"):
            outcome = runner(values["system"], "provider").plan(live, texts)
    except MappingError as error:
        return refuse(error.problems)
    write = _as_json if form == "json" else _as_text
    sys.stdout.write(write(outcome.answers))
    sys.stdout.flush()
    sys.stderr.writelines(f"error: {problem}\n" for problem in outcome.problems)
    if outcome.note:
        sys.stderr.write(f"note: nothing is planned, only validated: {visible(outcome.note)}\n")
    return PROBLEM if outcome.problems or any(answer.errors for answer in outcome.answers) else OK


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


def _as_text(answers: Sequence[Answer]) -> str:
    return "".join(line for answer in answers for line in _lines(answer))


def _lines(answer: Answer) -> Iterator[str]:
    head = visible(answer.name)
    if answer.errors:
        yield f"{head}: refused\n"
    elif not answer.planned:
        yield f"{head}: valid\n"
    else:
        yield f"{head}: would be created; {plural(len(answer.later), 'value')} known after creation\n"
    yield from (f"  error: {problem}\n" for problem in answer.errors)
    yield from (f"  warning: {problem}\n" for problem in answer.warnings)
    yield from (f"  {path}: {visible(json.dumps(value, default=str))} is filled in\n" for path, value in answer.filled)


def _as_json(answers: Sequence[Answer]) -> str:
    entries = [
        {
            "manifest": answer.name,
            "file": answer.uri,
            "line": answer.line,
            "valid": not answer.errors,
            "planned": answer.planned,
            "errors": [str(problem) for problem in answer.errors],
            "warnings": [str(problem) for problem in answer.warnings],
            "filled": dict(answer.filled),
            "knownLater": list(answer.later),
        }
        for answer in answers
    ]
    return visible_json(json.dumps(entries, indent=2, ensure_ascii=False, default=str)) + "\n"
