"""The histories of versions: reads them for a site, and adds a version for `oasmap history`."""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from mapper.inputs import Documents
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError, Problem
from mapper.review.history import Marks, read_history

from ..progress import step
from .git import GIT
from .states import Files, State, read_state, read_version


class VersionStates(Struct, frozen=True):
    """The states of versions, oldest first, the marks of versions before them, and notes on unreadable ones."""

    states: list[tuple[str, State]]
    known: Marks | None = None
    notes: tuple[str, ...] = ()


def version_states(
    versions: Mapping[str, str], history: Path | None, base: Path, system: str, read: Callable[[str], State]
) -> VersionStates:
    """The states of the versions of a site: by sidecar or revision, or from a history file. Raises MappingError.

    `read` returns the state of a revision. With a history file, only the state of its last version is read, to show
    what has changed since then. A note says so if the repository does not have it.
    """
    if history is not None and versions:
        raise MappingError(Problem("versions and history say the same", remedy="give one of them"))
    if history is None:
        states = [
            (name, read(place) if place.startswith(GIT) else read_version(Path(place), base, system))
            for name, place in versions.items()
        ]
        return VersionStates(states)
    known = load_history(history, base)
    _require_system(known, system, history)
    try:
        return VersionStates([(name, read(f"{GIT}{name}")) for name in known.versions[-1:]], known)
    except MappingError as error:
        return VersionStates([], known, (f"history: what came since the last version is not known: {error}",))


def load_history(path: Path, base: Path) -> Marks:
    """The history in a file. Raises MappingError."""
    return read_history(Documents(base).unpack(path))


def _require_system(history: Marks, system: str, path: Path) -> None:
    """Raise MappingError if a history is of another system."""
    if history.system != system:
        text = f"this is the history of what is mapped to {history.system}, and not to {system}"
        raise MappingError(Problem(text, str(path), remedy="name another file with --output"))


def with_version(tag: str, path: Path, files: Files) -> Marks:
    """The history in a file, or a new one, with a version added. Raises MappingError."""
    history = load_history(path, files.base) if path.exists() else None
    if history is not None and tag in history.versions:
        raise MappingError(Problem(f"the version {tag} has been added already", str(path), remedy="choose another tag"))
    new = _whole(f"{GIT}{tag}", files)
    if history is None or not history.versions:
        return Marks(new.mapping.system, (tag,), {})
    _require_system(history, new.mapping.system, path)
    old = _whole(f"{GIT}{history.versions[-1]}", files)
    with step(f"comparing {old.side.name} with {new.side.name}"):
        return history.after(tag, old.mapping, new.mapping, system_named(history.system).review_policy)


def _whole(name: str, files: Files) -> State:
    """A state that can be mapped completely, as missing entities would appear to be removed. Raises MappingError."""
    state = read_state(name, files)
    if state.lost:
        raise MappingError(*state.lost.values())
    return state
