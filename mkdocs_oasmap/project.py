"""The state that the builds of one site share: mappings and baselines, which are made again only if their files change.

This module does not depend on MkDocs; the plugin calls it from its events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from mapper.reads import again, note, recorded
from mapper.request import Mapped
from mapper.review import Review, Settings

from .mappings import MappingInput, input_files, input_state
from .pages.history import History
from .progress import step

if TYPE_CHECKING:
    from .review.baselines import State


Made = TypeVar("Made")
Reads = dict[str, str]
"""Path -> state of each file that was read."""


class Baseline(Struct, frozen=True):
    """The baseline of a mapping: its name as on the command line, and the sidecar that was written for it at its time.

    `config` is the config of the baseline; empty for the config of the mapping.
    """

    name: str
    config: tuple[Path, ...] = ()
    recorded: str | None = None


class Dependencies(Struct, frozen=True):
    """The inputs of a result: objects compared by identity, and values compared by equality."""

    same: tuple[object, ...]
    equal: tuple[object, ...] = ()

    def is_same(self, other: Dependencies) -> bool:
        """Whether the inputs are the same."""
        return (
            len(self.same) == len(other.same)
            and all(one is another for one, another in zip(self.same, other.same, strict=True))
            and self.equal == other.equal
        )


class Project:
    """The results of the previous build."""

    def __init__(self) -> None:
        self._mapped: dict[MappingInput, tuple[str, Mapped, Reads]] = {}
        self._baselines: dict[tuple[str, MappingInput], tuple[str, State, Reads]] = {}
        self._made: dict[object, tuple[Dependencies, object, Reads]] = {}

    def mapping(self, key: MappingInput) -> Mapped:
        """The mapping, from the previous build if no input has changed. Raises MappingError, OSError."""
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
        """The changes since a baseline, and warnings about the baseline. Raises MappingError."""
        from .review.baselines import mapped_state, moment_in, review

        old = self._state(baseline.name, replace(key, config=baseline.config or key.config))
        recorded = self._state(baseline.recorded, key) if baseline.recorded else None
        moment = moment_in(key.base)

        def compare() -> Review:
            new = mapped_state("this site", mapped.inputs, mapped.mapping)
            return review(old, new, settings, recorded, moment)

        dependencies = Dependencies((old, recorded, mapped), (settings, moment))
        return self.once((baseline, key), dependencies, compare), tuple(old.doubts)

    def history(
        self, versions: Mapping[str, str], known: Path | None, mapped: Mapped, key: MappingInput
    ) -> tuple[History, tuple[str, ...]]:
        """Which version added, changed and removed each entity and attribute, and warnings. Raises MappingError.

        `versions` are sidecars and revisions by name; `known` is a history file instead of them.
        """
        from .review.histories import version_states

        states_of_versions = version_states(
            versions, known, key.base, mapped.mapping.system, partial(self._state, key=key)
        )
        doubts = tuple(doubt for _, state in states_of_versions.states for doubt in state.doubts)
        names, states = (
            [name for name, _ in states_of_versions.states],
            [state for _, state in states_of_versions.states],
        )
        files = [Path(name) for name in versions.values() if not name.startswith("git:")]
        dependencies = Dependencies((mapped, *states), (names, input_state([*files, *filter(None, [known])])))
        if files:  # files are read in each build
            dependencies = Dependencies((mapped,), dependencies.equal)

        def make() -> History:
            with step(f"comparing {key.spec} with its versions"):
                return History(
                    [(name, state.mapping) for name, state in states_of_versions.states],
                    mapped.mapping,
                    states_of_versions.known,
                )

        return self.once(("history", key), dependencies, make), (*doubts, *states_of_versions.notes)

    def once(self, name: object, dependencies: Dependencies, make: Callable[[], Made]) -> Made:
        """The result of `make`, from the previous build if its inputs are the same."""
        cached = self._made.get(name)
        if cached is not None and cached[0].is_same(dependencies):
            again(cached[2])
            return cast("Made", cached[1])
        with recorded() as reads:
            made = make()
        self._made[name] = dependencies, made, reads
        return made

    def _state(self, name: str, key: MappingInput) -> State:
        """The state of a revision or file, from the previous build if it has not changed. Raises MappingError."""
        from .review.baselines import Files, read_state, state_token

        token, state, reads = self._baselines.get((name, key), ("", None, {}))
        if state is not None and state_token(name, key.base, state) == token:
            again(reads)
        else:
            versions = {key.system: key.version} if key.version else {}
            names = key.system, key.service, key.provider
            arguments = key.config, key.base, key.spec, key.overlays, key.allow_hosts, versions
            files = Files(*arguments, *names, dialect=key.dialect)
            with recorded() as reads:
                state = read_state(name, files)
            self._baselines[name, key] = (state_token(name, key.base, state), state, reads)
        return state


def review_settings(path: Path, base: Path) -> Settings:
    """The settings in the review file. Raises MappingError."""
    from .review.baselines import read_review_file

    return read_review_file(path, base)
