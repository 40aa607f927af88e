"""The inputs: an API description and a generator config each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..needed import CORPUS, MISSING

FOLDERS = ("reference", "large")
_CONFIGS = ("generator_config.yml", "generator_config.yaml")
_STORED = ("published.json", "expected.json")


EXAMPLE = Path(__file__).parents[2] / "example_site"
"""An input that the repository has: a description with the config of its site."""


class CaseNotFound(Exception):
    """An argument names nothing that can be run; `str()` says why."""


@dataclass(frozen=True, slots=True)
class Case:
    """One input. `stored` is an output of the reference tool that is kept beside it, if there is one."""

    name: str
    spec: Path
    config: Path
    stored: Path | None = None

    @property
    def size(self) -> int:
        """Bytes of the API description."""
        return self.spec.stat().st_size


def find_cases(arguments: Iterable[str], config: Path | None = None) -> list[Case]:
    """The cases that `arguments` name, or the whole corpus; the example where that is absent.

    An argument is a case of the corpus (`github`, `large/github`, `large`), a folder with a case or with
    folders of cases, or an API description. `config` is the config of every description named directly;
    without it, it is the one in the same folder.
    """
    arguments = list(arguments)
    if not arguments:
        corpus = [case for folder in FOLDERS for case in _in_folder(CORPUS / folder)]
        return corpus or [Case("example", EXAMPLE / "api/openapi.yaml", EXAMPLE / "generator_config.yml")]
    return [case for argument in arguments for case in _named(argument, config)]


def _named(argument: str, config: Path | None) -> list[Case]:
    path = Path(argument)
    if path.is_file():
        return [_from_spec(path.resolve(), config)]
    places = [path, CORPUS / argument, *(CORPUS / folder / argument for folder in FOLDERS)]
    found = {case.spec: case for place in places for case in _in_folder(place.resolve())}
    if not found:
        raise CaseNotFound(f"{argument}: {MISSING.format(CORPUS, 'python -m tests.benchmarks openapi.yaml')}")
    return list(found.values())


def _in_folder(folder: Path) -> Iterator[Case]:
    """The case in `folder`, or the cases in the folders below it."""
    if not folder.is_dir():
        return
    for place in (folder, *sorted(folder.iterdir())):
        spec = next(iter(sorted(place.glob("openapi.*"))), None) if place.is_dir() else None
        config = _beside(place, _CONFIGS)
        if spec and config:
            yield Case(f"{place.parent.name}/{place.name}", spec, config, _beside(place, _STORED))


def _from_spec(spec: Path, config: Path | None) -> Case:
    config = config or _beside(spec.parent, _CONFIGS)
    if config is None:
        raise CaseNotFound(f"{spec.name}: there is no {_CONFIGS[0]} beside it; name one with --config")
    return Case(spec.name, spec, config.resolve())


def _beside(folder: Path, names: Iterable[str]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)
