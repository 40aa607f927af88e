"""The command line: `oasmap generate | check | diff | pages | init | schema`."""

from __future__ import annotations

import argparse
import gc
import io
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from mapper import __version__
from mapper.artifacts import encode, make_folders, write_files
from mapper.diagnostics import MappingError, Problem, losses
from mapper.model import Mapping

from ..messages import FORMATS, as_github, as_json, as_text, summary
from ..systems import SYSTEMS, Request
from .diff import add_command as add_diff
from .init import add_command as add_init
from .inputs import add_inputs, config_paths, read_spec, version

OUTPUT = "./provider_code_spec.json"
WRITTEN, PROBLEM, USAGE, LOST = 0, 1, 2, 3
_STREAM = Path("-")

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
_PAGES = """\
Write the pages as Markdown files, for any site generator or to be read as they are.

Maps as `generate` does. OUT_DIR gets index.md, provider.md, resources/NAME.md, data-sources/NAME.md and
report.md, with provider_code_spec.json and oasmap.json. Only files that change are written; pages of an
earlier run that are no longer made are removed. Pages that somebody else has written are never touched.
"""
_PAGES_MORE = """\
exit codes:
  0  written, or everything was as it should be already
  1  a problem in the input or the config, or OUT_DIR cannot be written
  2  the command line is wrong

examples:
  oasmap pages openapi.yaml docs/reference
  oasmap pages --source-url 'https://github.com/ORG/REPO/blob/main/{path}#L{line}' openapi.yaml docs/reference
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
  oasmap generate --system ack --config generator.yaml --output . botocore:s3
  curl -s https://example.com/openapi.json | oasmap generate --output - -
"""


def program() -> NoReturn:
    """`oasmap` as a process of its own. It ends without freeing what it made, which would be a tenth of its time."""
    made = argparse.Namespace()
    code = main(None, made)
    if sys.stderr is not None:  # closed by whoever started this
        sys.stderr.flush()
    os._exit(code)


def main(arguments: Sequence[str] | None = None, options: argparse.Namespace | None = None) -> int:
    """Run the command line; returns the exit code. What was made is kept in `options`, if there are any."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # any terminal can show any message
            stream.reconfigure(errors="backslashreplace")
    collecting = gc.isenabled()
    gc.disable()  # one short run that keeps nearly all it makes: collecting is a third of its time
    try:
        options = _parser().parse_args(arguments, options)
        code = int(options.run(options))
        sys.stdout.flush()
    except OSError as error:
        return _lost_output(error)
    finally:
        if collecting:
            gc.enable()
    return code


def _lost_output(error: OSError) -> int:
    """Standard output is closed (no message then: the reader has seen enough) or cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        print(f"error: <standard output>: cannot be written: {error.strerror or error}", file=sys.stderr)
    return PROBLEM


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
    _add_pages(commands)
    add_init(commands)
    add_diff(commands)
    schema = commands.add_parser("schema", help="Print the JSON Schema of the sidecar, or of the JSON form of diff.")
    schema.add_argument("of", nargs="?", choices=("sidecar", "diff"), default="sidecar", help="default: %(default)s")
    schema.set_defaults(run=_schema)
    return parser


def _add_pages(commands: Any) -> None:
    command = commands.add_parser(
        "pages",
        help=_PAGES.split("\n", 1)[0],
        description=_PAGES,
        epilog=_PAGES_MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.set_defaults(run=_pages, validate=False, format="text", quiet=False)
    add = command.add_argument
    add_inputs(command)
    add(
        "--source-url",
        type=_url_template,
        metavar="URL",
        help="link places in the input: the address of a line in your repository, with {path} and {line} in it",
    )
    add("folder", metavar="OUT_DIR", help="the folder of the pages; it is made if it does not exist")


def _url_template(text: str) -> str:
    if "{path}" not in text:
        raise argparse.ArgumentTypeError(f"{text!r} has no {{path}} in it")
    return text


def _add_options(command: argparse.ArgumentParser) -> None:
    add = command.add_argument
    add_inputs(command)
    add(
        "--output",
        "-output",
        metavar="FILE",
        help=f"the specification (default: {OUTPUT}), or the folder of what is written; - is standard output",
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
        printed = artifacts.pop(_STREAM, None)
        if SYSTEMS[options.system].folder:
            make_folders(artifacts)
        write_files(artifacts)
    except MappingError as error:
        return _problems(error.problems, options)
    if printed is not None:
        sys.stdout.buffer.write(printed)
        sys.stdout.buffer.flush()
    _print_diagnostics(mapping, options)
    if not options.quiet and options.format == "text":
        target = "standard output" if options.output == "-" else _target(options)
        print(f"wrote {target}: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _check(options: argparse.Namespace) -> int:
    if "-" in (options.output, options.sidecar):
        return _fail("check compares with a file; standard output is none", USAGE)
    try:
        mapping = _map(options)
        artifacts = _artifacts(mapping, options)
        stale = [problem for path, data in artifacts.items() if (problem := _stale(path, data))]
    except MappingError as error:
        return _problems(error.problems, options)
    if stale:
        return _problems(stale, options, mapping)
    _print_diagnostics(mapping, options)
    if options.strict and losses(mapping.diagnostics):
        return _fail("--strict: something was lost", LOST)
    if not options.quiet and options.format == "text":
        print(f"{_target(options)} is up to date: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _stale(path: Path, data: bytes) -> Problem | None:
    """What is wrong with a committed file, if it is not `data`. Raises MappingError."""
    content = _content(path)
    if content == data:
        return None
    state = "does not exist" if content is None else "is not what would be written now"
    return Problem(f"{state}; run oasmap generate", str(path))


def _pages(options: argparse.Namespace) -> int:
    from ..pages.pages import Pages
    from ..pages.source_links import source_links
    from ..render.plain import plain_files, write_pages

    try:
        mapping = _map(options)
        files = plain_files(Pages(mapping, source_links(options.source_url)))
        _refuse_inputs(mapping, [Path(options.folder, name) for name in files])
        written = write_pages(files, Path(options.folder))
    except MappingError as error:
        return _problems(error.problems, options)
    _print_diagnostics(mapping, options)
    print(f"{options.folder}: {written}: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _schema(options: argparse.Namespace) -> int:
    from mapper.review.data import review_schema
    from mapper.sidecar.writer import sidecar_schema

    print(review_schema() if options.of == "diff" else sidecar_schema(), end="")
    return WRITTEN


def _map(options: argparse.Namespace) -> Mapping:
    request = Request(
        read_spec(options.spec),
        config_paths(options),
        validate=options.validate,
        overlays=options.overlay,
        allow_hosts=options.allow_host,
        version=version(options),
    )
    mapping = SYSTEMS[options.system].run(request).mapping
    options.mapping = mapping
    return mapping


def _target(options: argparse.Namespace) -> str:
    """Where the artifact goes: a file, or the folder of its files."""
    return str(options.output or f"./{SYSTEMS[options.system].output}")


def _artifacts(mapping: Mapping, options: argparse.Namespace) -> dict[Path, bytes]:
    """What is written where. Raises MappingError where two are the same file, or one is an input."""
    system, target = SYSTEMS[options.system], Path(_target(options))
    if system.folder and target == _STREAM:
        raise MappingError(Problem(f"the system {system.name} writes several files; --output is their folder"))
    files = system.artifacts(mapping)
    artifacts = {target / name if system.folder else target: encode(text) for name, text in files.items()}
    if options.sidecar:
        from mapper.sidecar.writer import write_sidecar

        if Path(options.sidecar).resolve() in [path.resolve() for path in artifacts]:
            raise MappingError(Problem("--sidecar and --output are the same file", options.sidecar))
        artifacts[Path(options.sidecar)] = encode(write_sidecar(mapping))
    _refuse_inputs(mapping, artifacts)
    return artifacts


def _refuse_inputs(mapping: Mapping, paths: Iterable[Path]) -> None:
    inputs = {getattr(document, "path", None) for document in mapping.documents}
    inputs = {path.resolve() for path in inputs if path is not None}
    for path in paths:
        if path.resolve() in inputs:
            raise MappingError(Problem("this is an input, and is not written over", str(path)))


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {error.strerror or error}", str(path))) from None


def _print_diagnostics(mapping: Mapping, options: argparse.Namespace, problems: Sequence[Problem] = ()) -> None:
    if options.quiet:
        return
    if options.format == "text":
        text, stream = as_text(mapping.diagnostics), sys.stderr
    else:
        write = as_json if options.format == "json" else as_github
        text, stream = write(mapping.diagnostics, problems), _stream(options)
    if text:
        print(text, file=stream)


def _problems(problems: Sequence[Problem], options: argparse.Namespace, mapping: Mapping | None = None) -> int:
    if mapping is not None:
        _print_diagnostics(mapping, options, problems)
    elif options.format != "text":
        print((as_json if options.format == "json" else as_github)((), problems), file=_stream(options))
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    return PROBLEM


def _stream(options: argparse.Namespace) -> TextIO:
    """Where machines read diagnostics: standard output, unless the specification goes there."""
    return sys.stderr if "-" in (getattr(options, "output", None), getattr(options, "sidecar", None)) else sys.stdout


def _fail(text: str, code: int) -> int:
    print(f"error: {text}", file=sys.stderr)
    return code
