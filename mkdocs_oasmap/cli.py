"""The command line: `oasmap generate | check | schema`."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Sequence
from pathlib import Path

from mapper import __version__
from mapper.artifacts import encode, write_files
from mapper.diagnostics import MappingError, Problem, losses
from mapper.documents import Document, DocumentError
from mapper.model import Mapping
from mapper.terraform import generate, write_code_spec

from .messages import FORMATS, as_github, as_json, as_text, summary

CONFIG, OUTPUT = "./generator_config.yml", "./provider_code_spec.json"
WRITTEN, PROBLEM, USAGE, LOST = 0, 1, 2, 3

_GENERATE = """\
Map an OpenAPI description to a Provider Code Specification.

Reads SPEC and the generator config, maps every resource, data source and the provider schema
that the config names, and writes the specification that tfplugingen-framework turns into Go.
What cannot be mapped is left out and reported; everything around it is kept.
"""
_CHECK = """\
Map as `generate` does, but write nothing: for continuous integration.

Fails (exit 1) where the file given by --output is not what would be written.
"""
_EXITS = """\
exit codes:
  0  written (check: the output is up to date)
  1  a problem in the input or the config, or the output cannot be written (check: it is stale);
     the previous output is untouched
  2  the command line is wrong
  3  --strict, and something was lost; nothing is written
"""
_EXAMPLES = """\
examples:
  oasmap generate openapi.yaml
  oasmap generate --config generator_config.yml --output provider_code_spec.json openapi.yaml
  oasmap generate --sidecar provenance.json --strict openapi.yaml
  curl -s https://example.com/openapi.json | oasmap generate --output - -
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    gc.disable()  # one short run that keeps nearly all it makes: collecting is a third of its time
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "oasmap",
        description="Infrastructure-as-code schemas from API descriptions, and where every attribute came from.",
        epilog="`oasmap COMMAND --help` explains a command. In a documentation site, use the MkDocs plugin oasmap.",
    )
    parser.add_argument("--version", action="version", version=f"mkdocs-oasmap {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, run, text in (("generate", _generate, _GENERATE), ("check", _check, _CHECK)):
        command = commands.add_parser(
            name,
            help=text.split("\n", 1)[0],
            description=text,
            epilog=f"{_EXITS}\n{_EXAMPLES.replace('generate', name)}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        _add_options(command)
    schema = commands.add_parser("schema", help="Print the JSON Schema of the sidecar.")
    schema.set_defaults(run=_schema)
    return parser


def _add_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add("spec", metavar="SPEC", help="the OpenAPI 3 description, JSON or YAML; - reads standard input")
    add("--config", "-config", default=CONFIG, metavar="FILE", help="the generator config (default: %(default)s)")
    add(
        "--output",
        "-output",
        default=OUTPUT,
        metavar="FILE",
        help="the specification (default: %(default)s); - is standard output",
    )
    add(
        "--sidecar",
        metavar="FILE",
        help="also write where every attribute came from, diagnostics and coverage, as JSON (see `oasmap schema`)",
    )
    add(
        "--validate",
        action="store_true",
        help="also report where SPEC violates the OpenAPI specification (slow; needs mkdocs-oasmap[validate])",
    )
    add("--strict", action="store_true", help="fail when something was lost: any warning or error")
    add(
        "--format",
        choices=FORMATS,
        default="text",
        help="how diagnostics are printed: text on standard error (default); json or github (annotations of a"
        " workflow run) on standard output, which --output - moves to standard error",
    )
    add("--quiet", "-q", action="store_true", help="print errors that stop the run, and nothing else")


def _generate(options: argparse.Namespace) -> int:
    try:
        mapping = _map(options)
        if options.strict and losses(mapping.diagnostics):
            _print_diagnostics(mapping, options)
            return _fail("--strict: something was lost; nothing is written", LOST)
        artifacts = _artifacts(mapping, options)
        if options.output == "-":
            sys.stdout.buffer.write(artifacts.pop(Path("-")))
            sys.stdout.buffer.flush()
        write_files(artifacts)
    except MappingError as error:
        return _problems(error.problems, options)
    _print_diagnostics(mapping, options)
    if not options.quiet and options.format == "text":
        target = "standard output" if options.output == "-" else options.output
        print(f"wrote {target}: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _check(options: argparse.Namespace) -> int:
    try:
        mapping = _map(options)
        artifacts = _artifacts(mapping, options)
        stale = [path for path, data in artifacts.items() if _content(path) != data]
    except MappingError as error:
        return _problems(error.problems, options)
    _print_diagnostics(mapping, options)
    for path in stale:
        state = "does not exist" if _content(path) is None else "is not what would be written now"
        print(f"error: {path}: {state}; run oasmap generate", file=sys.stderr)
    if stale:
        return PROBLEM
    if options.strict and losses(mapping.diagnostics):
        return _fail("--strict: something was lost", LOST)
    if not options.quiet and options.format == "text":
        print(f"{options.output} is up to date: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _schema(_: argparse.Namespace) -> int:
    from mapper.sidecar import sidecar_schema

    print(sidecar_schema(), end="")
    return WRITTEN


def _map(options: argparse.Namespace) -> Mapping:
    if options.spec != "-":
        return generate(Path(options.spec), Path(options.config), validate=options.validate)
    try:
        document = Document("<standard input>", sys.stdin.buffer.read())
    except DocumentError as error:
        raise MappingError(error.problem) from None
    return generate(document, Path(options.config), validate=options.validate)


def _artifacts(mapping: Mapping, options: argparse.Namespace) -> dict[Path, bytes]:
    artifacts = {Path(options.output): encode(write_code_spec(mapping))}
    if options.sidecar:
        from mapper.sidecar import write_sidecar

        if Path(options.sidecar) in artifacts:
            raise MappingError(Problem("--sidecar and --output are the same file", options.sidecar))
        artifacts[Path(options.sidecar)] = encode(write_sidecar(mapping))
    return artifacts


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {error.strerror or error}", str(path))) from None


def _print_diagnostics(mapping: Mapping, options: argparse.Namespace) -> None:
    if options.quiet:
        return
    if options.format == "text":
        text, stream = as_text(mapping.diagnostics), sys.stderr
    else:
        text = as_json(mapping.diagnostics) if options.format == "json" else as_github(mapping.diagnostics)
        stream = sys.stderr if options.output == "-" else sys.stdout
    if text:
        print(text, file=stream)


def _problems(problems: Sequence[Problem], options: argparse.Namespace) -> int:
    if options.format == "json":
        print(as_json((), problems))
    elif options.format == "github":
        print(as_github((), problems))
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return PROBLEM


def _fail(text: str, code: int) -> int:
    print(f"error: {text}", file=sys.stderr)
    return code
