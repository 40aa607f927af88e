"""What to do about a common mistake in what is given: the command that works.

An input of another system or an address in place of a file, an input as a config, a config that is not there.
"""

import shlex
from codecs import BOM_UTF8
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from mapper.inputs import Document, Documents
from mapper.inputs.store import is_url
from mapper.registry import REGISTRY, default_system, systems_describing
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.reading import Need
from mapper.system.system import System
from mapper.text.plural import article

_MOST_BLANKS = 4_096
"""The bytes of a file that are looked at to call it empty."""


@contextmanager
def way_out(system: System, request: Request, taken: Collection[str] = REGISTRY) -> Iterator[None]:
    """A context to read and map in: its MappingError says what to do, where a common mistake explains it.

    `taken` are the names of the systems that the command takes.
    """
    try:
        yield
    except MappingError as error:
        better = (
            _of_another_system(system, request, taken)
            or _missing_config(system, request, error)
            or _input_as_config(system, request)
        )
        if better is None:
            raise
        raise MappingError(better) from None


def _of_another_system(system: System, request: Request, taken: Collection[str] = REGISTRY) -> Problem | None:
    """The system that an input is one of, by its keys; what to give instead, if it is none of those `taken`."""
    document = _document(request, request.input)
    if document is None or system.reading.input.describes(document.root):
        return None
    other = next(iter(systems_describing(document.root)), None)
    if other is None:
        return None
    remedy = f"add `--system {other.name}`, or `system: {other.name}` in mkdocs.yml"
    if other.name not in taken:
        remedy = f"give {system.reading.input.words}"
    return Problem(f"this is {_with_article(other.reading.input.noun)}", document.uri, remedy=remedy)


def address(name: str) -> str:
    """Why the address of a file elsewhere names no file here, and how to get one; empty for any other name."""
    return f"{name!r} is an address, not a file; download it: curl -LO {shlex.quote(name)}" if is_url(name) else ""


def _document(request: Request, given: Document | Path) -> Document | None:
    """A file of the request, if it is one that can be parsed."""
    if isinstance(given, Document):
        return given
    base = request.folder
    try:
        return Documents(base).unpack(given) if (base / given).is_file() else None
    except MappingError:
        return None


def _input_as_config(system: System, request: Request) -> Problem | None:
    """What to give as a config in place of an input of any system."""
    for config in request.configs:
        document = _document(request, config)
        other = next(iter(systems_describing(document.root)), None) if document is not None else None
        if document is not None and other is not None:
            spec = request.input.path if isinstance(request.input, Document) else request.input
            usual = Path(system.reading.config)
            is_there = (request.folder / usual).exists()
            remedy = f"name {usual}" if is_there else f"`{_init(system, usual, str(spec or '-'))}` proposes one"
            what = f"this is {_with_article(other.reading.input.noun)}, not a {system.reading.config_noun}"
            return Problem(what, document.uri, remedy=remedy)
    return None


def _with_article(noun: str) -> str:
    return f"{article(noun)} {noun}"


def _missing_config(system: System, request: Request, error: MappingError) -> Problem | None:
    """The command that proposes the config, if the only one is not there; the input, if that is not there either."""
    base = request.folder
    if len(request.configs) != 1 or system.reading.config_need is not Need.REQUIRED:
        return None
    shown = Documents(request.base)
    spec = request.input.path if isinstance(request.input, Document) else request.input
    is_file = spec is None or (base / spec).exists() or str(spec).partition(":")[0] in system.reading.input.schemes
    config = Path(shown.display(request.configs[0]))
    path = base / config
    is_empty = path.is_file() and _is_empty(path)
    is_there = path.exists() and not is_empty
    if is_there or all(problem.uri != str(config) for problem in error.problems):
        return None
    if not is_file:
        return Problem("no such file", shown.display(Path(str(spec))), remedy="correct the path")
    named = "-" if spec is None else shown.display(spec) if (base / spec).exists() else str(spec)
    wrong, words = ("the file is empty", ("--force",)) if is_empty else ("no such file", ())
    return Problem(wrong, str(config), remedy=f"`{_init(system, config, named, *words)}` proposes one")


def _is_empty(path: Path) -> bool:
    """Whether a file has nothing but a few blanks. What cannot be read is not empty: it has a message of its own."""
    try:
        with path.open("rb") as file:
            beginning = file.read(_MOST_BLANKS)
    except OSError:
        return False
    return len(beginning) < _MOST_BLANKS and not beginning.removeprefix(BOM_UTF8).strip()


def _init(system: System, config: Path, spec: str, *options: str) -> str:
    words = ["oasmap", "init", *options]
    if system.name != default_system():
        words += ["--system", system.name]
    if config.name != system.reading.config or config.parent != Path():
        words += ["--output", str(config)]
    return shlex.join([*words, spec])
