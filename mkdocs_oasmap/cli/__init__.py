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
from mapper.artifacts import Hashed, encoded, has_content, is_name, make_folders, remove, whole, write_files
from mapper.budget import Cost
from mapper.diagnostics import MappingError, Problem, losses
from mapper.model import Mapping
from mapper.system import Mapped, Output, Request
from mapper.systems import system_named
from mapper.visible import visible

from ..messages import FORMATS, as_github, as_json, as_text, summary
from .diff import add_command as add_diff
from .init import add_command as add_init
from .inputs import add_inputs, add_parts, config_paths, parts, read_spec, version

OUTPUT = "./provider_code_spec.json"
WRITTEN, PROBLEM, USAGE, LOST, INTERRUPTED = 0, 1, 2, 3, 130
_STREAM = Path("-")
_LEFT = "is of an earlier run, and nothing writes it any more; run oasmap generate"

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
    """`oasmap` as a process of its own, see `start`."""
    from ..start import program as start

    start()


def main(arguments: Sequence[str] | None = None, options: argparse.Namespace | None = None) -> int:
    """Run the command line; returns the exit code. What was made is kept in `options`, if there are any."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # any terminal can show any message
            stream.reconfigure(errors="backslashreplace")
    collecting = gc.isenabled()
    gc.disable()  # one short run that keeps nearly all it makes: collecting is a third of its time
    try:
        parser = _parser()
        options = parser.parse_args(arguments, options)
        _require_names(options, parser)
        code = int(options.run(options))
        sys.stdout.flush()
    except OSError as error:
        return _lost_output(error)
    except MemoryError:
        return _fail("there is not enough memory for this input; nothing was written", PROBLEM)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if collecting:
            gc.enable()
    return code


def _require_names(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """End with a message where a text has a character that no name of a file has."""
    for value in vars(options).values():
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str | Path) and not is_name(str(text)):
                parser.error(f"{str(text)!r} has a character that no name has")


def _lost_output(error: OSError) -> int:
    """Standard output is closed (no message then: the reader has seen enough) or cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        print(f"error: <standard output>: cannot be written: {error.strerror or error}", file=sys.stderr)
    return PROBLEM


class _Parser(argparse.ArgumentParser):
    """Its messages repeat what stands on the command line."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message))


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
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
    schema.add_argument(
        "of", nargs="?", choices=("sidecar", "sidecar-1", "diff"), default="sidecar", help="default: %(default)s"
    )
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
    add_parts(command)
    add(
        "--sidecar",
        metavar="FILE",
        help="also write where every attribute came from, diagnostics and coverage, as JSON (see `oasmap schema`)",
    )
    add(
        "--providers-schema",
        metavar="FILE",
        help="also write the schema of the provider as `terraform providers schema -json` would, for tfplugindocs and"
        " other tools that read it",
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
        mapped = _map(options)
        mapping = mapped.mapping
        if options.strict and losses(mapping.diagnostics):
            _print_diagnostics(mapping, options)
            return _fail("--strict: something was lost; nothing is written", LOST)
        artifacts = _artifacts(mapped, options)
        printed = artifacts.pop(_STREAM, None)
        data = None if printed is None else whole(printed)
        _tell_mixed(options)
        if system_named(options.system).output.folder:
            make_folders(artifacts)
        left = _leftovers(options, artifacts)
        write_files(artifacts)
        for path in left:
            remove(path)
    except MappingError as error:
        return _problems(error.problems, options)
    if data is not None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    _print_diagnostics(mapping, options)
    if not options.quiet and options.format == "text":
        target = "standard output" if options.output == "-" else _target(options)
        print(f"wrote {visible(target)}: {summary(mapping)}", file=sys.stderr)
        for path in left:
            print(f"removed {visible(str(path))}, which nothing writes any more", file=sys.stderr)
    return WRITTEN


def _tell_mixed(options: argparse.Namespace) -> None:
    """Say so where the files of the last run are not of one run."""
    if options.sidecar and options.sidecar != "-" and not options.quiet:
        _note_mixed(Path(options.sidecar))


def _note_mixed(sidecar: Path) -> None:
    from mapper.pairs import mixed_text, strangers_on_disk

    names = strangers_on_disk(sidecar, Path.cwd())
    if names:
        print(f"note: {visible(mixed_text(str(sidecar), names))}", file=sys.stderr)


def _check(options: argparse.Namespace) -> int:
    if "-" in (options.output, options.sidecar, options.providers_schema):
        return _fail("check compares with a file; standard output is none", USAGE)
    try:
        mapped = _map(options)
        mapping = mapped.mapping
        artifacts = _artifacts(mapped, options)
        stale = [problem for path, data in artifacts.items() if (problem := _stale(path, data))]
        stale += [Problem(_LEFT, str(path)) for path in _leftovers(options, artifacts)]
        _tell_mixed(options)
    except MappingError as error:
        return _problems(error.problems, options)
    if stale:
        return _problems(stale, options, mapping)
    _print_diagnostics(mapping, options)
    if options.strict and losses(mapping.diagnostics):
        return _fail("--strict: something was lost", LOST)
    if not options.quiet and options.format == "text":
        print(f"{visible(_target(options))} is up to date: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _leftovers(options: argparse.Namespace, artifacts: Iterable[Path]) -> list[Path]:
    """Files of an earlier run in the folder of the output. Raises MappingError."""
    system = system_named(options.system)
    return system.leftovers(Path(_target(options)), list(artifacts)) if system.output.folder else []


def _stale(path: Path, data: Iterable[bytes]) -> Problem | None:
    """What is wrong with a committed file, if it is not `data`. Raises MappingError."""
    if has_content(path, whole(data)):
        return None
    state = "is not what would be written now" if path.exists() else "does not exist"
    return Problem(f"{state}; run oasmap generate", str(path))


def _pages(options: argparse.Namespace) -> int:
    from ..mappings import SIDECAR, artifacts
    from ..pages.pages import Pages
    from ..pages.source_links import source_links
    from ..render.plain import plain_files, write_pages

    try:
        mapped = _map(options)
        mapping = mapped.mapping
        files = plain_files(Pages(mapping, source_links(options.source_url)), artifacts(mapped))
        _refuse_inputs(mapping, [Path(options.folder, name) for name in files])
        _note_mixed(Path(options.folder, SIDECAR))
        written = write_pages(files, Path(options.folder))
    except MappingError as error:
        return _problems(error.problems, options)
    _print_diagnostics(mapping, options)
    print(f"{visible(options.folder)}: {written}: {summary(mapping)}", file=sys.stderr)
    return WRITTEN


def _schema(options: argparse.Namespace) -> int:
    from mapper.review.data import review_schema
    from mapper.sidecar.schema import sidecar_1_schema, sidecar_schema

    schemas = {"sidecar": sidecar_schema, "sidecar-1": sidecar_1_schema, "diff": review_schema}
    print(schemas[options.of](), end="")
    return WRITTEN


def _map(options: argparse.Namespace) -> Mapped:
    request = Request(
        read_spec(options.spec),
        config_paths(options),
        validate=options.validate,
        overlays=options.overlay,
        allow_hosts=options.allow_host,
        version=version(options),
        service=options.service,
        provider=options.provider,
        live=options.live,
        plugin_dirs=options.plugin_dir,
    )
    mapped = system_named(options.system).run(request)
    options.mapped = mapped
    return mapped


def _target(options: argparse.Namespace) -> str:
    """Where the artifact goes: a file, or the folder of its files."""
    return str(options.output or f"./{system_named(options.system).output.name}")


def _artifacts(mapped: Mapped, options: argparse.Namespace) -> dict[Path, Iterable[bytes]]:
    """What is written where. Raises MappingError where two are the same file, or one is an input."""
    system, target = system_named(options.system), Path(_target(options))
    if system.output.folder and target == _STREAM:
        raise MappingError(Problem(f"the system {system.name} writes several files; --output is their folder"))
    mapping = mapped.mapping
    written = mapping.budget.meter(Cost.WRITTEN, "the output")
    places = placed(system.artifacts(mapped), target, system.output, parts(options))
    hashed = {path: Hashed(encoded(text, written)) for path, text in places.items()}
    artifacts: dict[Path, Iterable[bytes]] = {**hashed}
    if options.sidecar:
        from mapper.pairs import digests
        from mapper.sidecar.writer import sidecar as pieces

        sidecar = Path(options.sidecar)
        if sidecar.resolve() in [path.resolve() for path in artifacts]:
            raise MappingError(Problem("--sidecar and --output are the same file", options.sidecar))
        files = {path: content for path, content in hashed.items() if path != _STREAM}

        def beside() -> dict[str, str]:  # asked when the artifacts have been written
            return digests(sidecar.parent, {path: content.sha256 for path, content in files.items()})

        artifacts[sidecar] = encoded(pieces(mapping, beside), written)
    if options.providers_schema:
        from ..mappings import providers_schema

        schema = Path(options.providers_schema)
        if schema.resolve() in [path.resolve() for path in artifacts]:
            raise MappingError(Problem("--providers-schema is the file of another output, too", str(schema)))
        artifacts[schema] = encoded([providers_schema(mapping)], written)
    _refuse_inputs(mapping, artifacts)
    return artifacts


def placed(
    files: dict[str, Iterable[str]], target: Path, output: Output, folders: dict[str, Path]
) -> dict[Path, Iterable[str]]:
    """Where each file goes. Where folders are given for parts, only these parts are written."""
    if not output.folder:
        return dict.fromkeys([target], *files.values())
    if not folders:
        return {target / name: text for name, text in files.items()}
    split = ((*name.partition("/")[::2], text) for name, text in files.items())
    return {folders[part] / rest: text for part, rest, text in split if part in folders}


def _refuse_inputs(mapping: Mapping, paths: Iterable[Path]) -> None:
    inputs = {getattr(document, "path", None) for document in mapping.documents}
    inputs = {path.resolve() for path in inputs if path is not None}
    for path in paths:
        if path.resolve() in inputs:
            raise MappingError(Problem("this is an input, and is not written over", str(path)))


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
    written = (getattr(options, name, None) for name in ("output", "sidecar", "providers_schema"))
    return sys.stderr if "-" in written else sys.stdout


def _fail(text: str, code: int) -> int:
    print(f"error: {visible(text)}", file=sys.stderr)
    return code
