"""What the builds of one site share: mappings and baselines, made again only where a file of theirs has changed.

Nothing here knows MkDocs; the plugin calls it from its events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from mapper.immutable import dataclass
from mapper.reads import again, note, recorded
from mapper.requests import Mapped
from mapper.review import Review, Settings

from .mappings import MappingInput, input_files, input_state
from .pages.history import History
from .progress import step

if TYPE_CHECKING:
    from .review.baselines import State


Made = TypeVar("Made")
Reads = dict[str, str]
"""The states of the files that something was made from, by their paths."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a mapping is compared with: a name as on the command line, and the sidecar that was written for it then.

    `config` is the config of the baseline; empty where it is the one of the mapping.
    """

    name: str
    config: tuple[Path, ...] = ()
    recorded: str | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """What something is made of: objects that have to be the same ones, and values that have to be equal."""

    same: tuple[object, ...]
    equal: tuple[object, ...] = ()

    def is_same(self, other: Given) -> bool:
        """Whether the same is made of the other one."""
        return (
            len(self.same) == len(other.same)
            and all(one is another for one, another in zip(self.same, other.same, strict=True))
            and self.equal == other.equal
        )


class Project:
    """The mappings and baselines of the build before, for the next one."""

    def __init__(self) -> None:
        self._mapped: dict[MappingInput, tuple[str, Mapped, Reads]] = {}
        self._baselines: dict[tuple[str, MappingInput], tuple[str, State, Reads]] = {}
        self._made: dict[object, tuple[Given, object, Reads]] = {}

    def mapping(self, key: MappingInput) -> Mapped:
        """The mapping; that of the build before where no input has changed since. Raises MappingError, OSError."""
        state, mapped, reads = self._mapped.get(key, ("", None, {}))
        if mapped is not None and input_state([key.spec, *input_files(mapped.mapping)]) == state:
            again(reads)
            return mapped
        with step(f"mapping {key.spec}"), recorded() as reads:
            mapped = key.read_and_run()
            for path in mapped.mapping.unreadable:
                note(path)
        self._mapped[key] = (input_state([key.spec, *input_files(mapped.mapping)]), mapped, reads)
        return mapped

    def review(
        self, mapped: Mapped, key: MappingInput, baseline: Baseline, settings: Settings
    ) -> tuple[Review, tuple[str, ...]]:
        """What changed since a baseline, and what is doubtful about it. Raises MappingError."""
        from .review.baselines import mapped_state, moment_in, review

        old = self._state(baseline.name, replace(key, config=baseline.config or key.config))
        recorded = self._state(baseline.recorded, key) if baseline.recorded else None
        moment = moment_in(key.base)

        def compare() -> Review:
            new = mapped_state("this site", mapped.inputs, mapped.mapping)
            return review(old, new, settings, recorded, moment)

        given = Given((old, recorded, mapped), (settings, moment))
        return self.once((baseline, key), given, compare), tuple(old.doubts)

    def history(
        self, versions: Mapping[str, str], known: Path | None, mapped: Mapped, key: MappingInput
    ) -> tuple[History, tuple[str, ...]]:
        """Which versions added, changed and removed what, and what is doubtful about them. Raises MappingError.

        `versions` are sidecars and revisions by name, `known` is the file of a history, in their place.
        """
        from .review.histories import told

        found = told(versions, known, key.base, mapped.mapping.system, partial(self._state, key=key))
        doubts = tuple(doubt for _, state in found.states for doubt in state.doubts)
        names, states = [name for name, _ in found.states], [state for _, state in found.states]
        files = [Path(name) for name in versions.values() if not name.startswith("git:")]
        given = Given((mapped, *states), (names, input_state([*files, *filter(None, [known])])))
        if files:  # which are read anew in each build
            given = Given((mapped,), given.equal)

        def make() -> History:
            return History([(name, state.mapping) for name, state in found.states], mapped.mapping, found.known)

        return self.once(("history", key), given, make), (*doubts, *found.notes)

    def once(self, name: object, given: Given, make: Callable[[], Made]) -> Made:
        """What is made of something; what was made of the same in the build before."""
        known = self._made.get(name)
        if known is not None and known[0].is_same(given):
            again(known[2])
            return cast("Made", known[1])
        with recorded() as reads:
            made = make()
        self._made[name] = given, made, reads
        return made

    def _state(self, name: str, key: MappingInput) -> State:
        """A state; that of the build before where nothing has changed in it. Raises MappingError."""
        from .review.baselines import Files, read_state, state_token

        token, state, reads = self._baselines.get((name, key), ("", None, {}))
        if state is not None and state_token(name, key.base, state) == token:
            again(reads)
        else:
            versions = {key.system: key.version} if key.version else {}
            names = key.system, key.service, key.provider
            given = key.config, key.base, key.spec, key.overlays, key.allow_hosts, versions
            files = Files(*given, *names, dialect=key.dialect)
            with recorded() as reads:
                state = read_state(name, files)
            self._baselines[name, key] = (state_token(name, key.base, state), state, reads)
        return state


def review_settings(path: Path, base: Path) -> Settings:
    """The review file. Raises MappingError."""
    from .review.baselines import read_review_file

    return read_review_file(path, base)
