"""What the builds of one site share: mappings and baselines, made again only where a file of theirs has changed.

Nothing here knows MkDocs; the plugin calls it from its events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mapper.immutable import dataclass
from mapper.review import Review, Settings
from mapper.system import Mapped

from .mappings import MappingInput, input_files, input_state
from .pages.history import History
from .progress import step

if TYPE_CHECKING:
    from .review.baselines import State


@dataclass(frozen=True, slots=True)
class Baseline:
    """What a mapping is compared with: a name as on the command line, and the sidecar that was written for it then.

    `config` is the config of the baseline; empty where it is the one of the mapping.
    """

    name: str
    config: tuple[Path, ...] = ()
    recorded: str | None = None


class Project:
    """The mappings and baselines of the build before, for the next one."""

    def __init__(self) -> None:
        self._mapped: dict[MappingInput, tuple[str, Mapped]] = {}
        self._baselines: dict[tuple[str, MappingInput], tuple[str, State]] = {}

    def mapping(self, key: MappingInput) -> Mapped:
        """The mapping; that of the build before where no input has changed since. Raises MappingError, OSError."""
        state, mapped = self._mapped.get(key, ("", None))
        if mapped is not None and input_state([key.spec, *input_files(mapped.mapping)]) == state:
            return mapped
        with step(f"mapping {key.spec}"):
            mapped = key.read_and_run()
        self._mapped[key] = (input_state([key.spec, *input_files(mapped.mapping)]), mapped)
        return mapped

    def review(
        self, mapped: Mapped, key: MappingInput, baseline: Baseline, settings: Settings
    ) -> tuple[Review, tuple[str, ...]]:
        """What changed since a baseline, and what is doubtful about it. Raises MappingError."""
        from .review.baselines import mapped_state, moment_in, review

        old = self._state(baseline.name, replace(key, config=baseline.config or key.config))
        recorded = self._state(baseline.recorded, key) if baseline.recorded else None
        new = mapped_state("this site", mapped.inputs, mapped.mapping)
        found = review(old, new, settings, recorded, moment_in(key.base))
        return found, tuple(old.doubts)

    def history(
        self, versions: Mapping[str, str], known: Path | None, mapped: Mapped, key: MappingInput
    ) -> tuple[History, tuple[str, ...]]:
        """Which versions added, changed and removed what, and what is doubtful about them. Raises MappingError.

        `versions` are sidecars and revisions by name, `known` is the file of a history, in their place.
        """
        from .review.histories import told

        found = told(versions, known, key.base, mapped.mapping.system, partial(self._state, key=key))
        doubts = tuple(doubt for _, state in found.states for doubt in state.doubts)
        released = [(name, state.mapping) for name, state in found.states]
        return History(released, mapped.mapping, found.known), (*doubts, *found.notes)

    def _state(self, name: str, key: MappingInput) -> State:
        """A state; that of the build before where nothing has changed in it. Raises MappingError."""
        from .review.baselines import Files, read_state, state_token

        token, state = self._baselines.get((name, key), ("", None))
        if state is None or state_token(name, key.base, state) != token:
            versions = {key.system: key.version} if key.version else {}
            names = key.system, key.service, key.provider
            given = key.config, key.base, key.spec, key.overlays, key.allow_hosts, versions
            files = Files(*given, *names, dialect=key.dialect)
            state = read_state(name, files)
            self._baselines[name, key] = (state_token(name, key.base, state), state)
        return state


def review_settings(path: Path, base: Path) -> Settings:
    """The review file. Raises MappingError."""
    from .review.baselines import read_review_file

    return read_review_file(path, base)
