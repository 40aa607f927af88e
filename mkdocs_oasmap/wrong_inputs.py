"""What to do about an input of another system, or a config that is not there: the command that works."""

import shlex
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from mapper.inputs import Document, Documents
from mapper.registry import REGISTRY, default_system, systems_describing
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.reading import Need
from mapper.system.system import System


@contextmanager
def way_out(system: System, request: Request, taken: Collection[str] = REGISTRY) -> Iterator[None]:
    """A context to read and map in: its MappingError says what to do, where a common mistake explains it.

    `taken` are the names of the systems that the command takes.
    """
    try:
        yield
    except MappingError as error:
        better = of_another_system(system, request, taken) or _missing_config(system, request, error)
        if better is None:
            raise
        raise MappingError(better) from None


def of_another_system(system: System, request: Request, taken: Collection[str] = REGISTRY) -> Problem | None:
    """The system that an input is one of, by its keys; what to give instead, if it is none of those `taken`."""
    document = _document(request)
    if document is None or system.reading.input.describes(document.root):
        return None
    other = next(iter(systems_describing(document.root)), None)
    if other is None:
        return None
    noun = other.reading.input.noun
    article = "an" if noun[0] in "aeiouAEIOU" else "a"
    remedy = f"add `--system {other.name}`, or `system: {other.name}` in mkdocs.yml"
    if other.name not in taken:
        remedy = f"give {system.reading.input.words}"
    return Problem(f"this is {article} {noun}", document.uri, remedy=remedy)


def _document(request: Request) -> Document | None:
    """The input, if it is one file that can be parsed."""
    if isinstance(request.input, Document):
        return request.input
    base = request.base or Path()
    try:
        return Documents(base).unpack(request.input) if (base / request.input).is_file() else None
    except MappingError:
        return None


def _missing_config(system: System, request: Request, error: MappingError) -> Problem | None:
    """The command that proposes the config, if the only one is not there; the input, if that is not there either."""
    base = request.base or Path()
    if len(request.configs) != 1 or system.reading.config_need is not Need.REQUIRED:
        return None
    shown = Documents(request.base)
    spec = request.input.path if isinstance(request.input, Document) else request.input
    is_file = spec is None or (base / spec).exists() or str(spec).partition(":")[0] in system.reading.input.schemes
    config = Path(shown.display(request.configs[0]))
    if (base / config).exists() or all(problem.uri != str(config) for problem in error.problems):
        return None
    if not is_file:
        return Problem("no such file", shown.display(Path(str(spec))), remedy="correct the path")
    named = "-" if spec is None else shown.display(spec) if (base / spec).exists() else str(spec)
    return Problem("no such file", str(config), remedy=f"`{_init(system, config, named)}` proposes one")


def _init(system: System, config: Path, spec: str) -> str:
    words = ["oasmap", "init"]
    if system.name != default_system():
        words += ["--system", system.name]
    if config.name != system.reading.config or config.parent != Path():
        words += ["--output", str(config)]
    return shlex.join([*words, spec])
