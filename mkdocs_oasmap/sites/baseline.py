"""What the pages of a mapping are compared with: a baseline, earlier versions, and the built provider."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from mapper.report.diagnostic import MappingError
from mapper.request import Mapped
from mapper.review.changes import Review
from mapper.text.display import visible

from ..mappings import input_files
from ..options import build_error, refused
from ..pages.changes import ChangesView, Comparisons, History, no_changes_known
from ..pages.review_text import summary
from ..progress import step
from ..read_options import provider_reading
from .mapping_options import ResolvedMapping

if TYPE_CHECKING:
    from mapper.review.settings import Settings

    from ..review.states import State

LogLine = Callable[[int, str], None]


def comparisons(mapping: ResolvedMapping, mapped: Mapped, log_line: LogLine) -> Comparisons:
    """All that the options of a mapping ask for. Raises PluginError."""
    options = mapping.options
    if not (options.baseline or options.versions or options.history or options.drift):
        return Comparisons()
    found = _Comparing(mapping, mapped, log_line)
    review, missing = found.changes() if options.baseline else (None, None)
    history = found.history() if options.versions or options.history else None
    return Comparisons(review, missing, history, found.drift() if options.drift else None, tuple(found.files))


def compared_state(mapping: ResolvedMapping) -> object:
    """What comparisons depend on besides files: all names of git, and the day. Changes with each running provider."""
    options = mapping.options
    if options.drift and options.live:
        return object()
    if not (options.baseline or options.versions or options.history):
        return None
    from ..review.git import references

    return references(mapping.base), date.today()


class _Comparing:
    """The comparisons of one mapping."""

    def __init__(self, mapping: ResolvedMapping, mapped: Mapped, log_line: LogLine) -> None:
        self._options, self._request, self._base = mapping.options, mapping.input.request, mapping.base
        self._mapped, self._log_line = mapped, log_line
        self.files: list[Path] = []

    def changes(self) -> tuple[Review | None, ChangesView | None]:
        """The changes since the baseline, or the page that says why there is no baseline."""
        from ..review.comparison import moment_in, review
        from ..review.states import mapped_state

        options, settings = self._options, self._settings()
        try:
            old = self._state(options.baseline, options.baseline_config)
            recorded = self._state(options.recorded) if options.recorded else None
            new = mapped_state("this site", self._mapped)
            found = review(old, new, settings, recorded, moment_in(self._base))
        except MappingError as error:
            self._log_missing(str(error))
            return None, no_changes_known(options.baseline, str(error))
        self._warn(old.doubts)
        self._log_line(logging.INFO, f"changes since {visible(found.old.name)}: {summary(found)}")
        return found, None

    def history(self) -> History:
        """Which version added, changed and removed each entity and attribute."""
        from ..review.histories import version_states

        options, mapping = self._options, self._mapped.mapping
        file = Path(options.history) if options.history else None
        try:
            found = version_states(options.versions, file, self._base, mapping.system, self._state)
            with step(f"comparing {self._request.input} with its versions"):
                history = History([(name, state.mapping) for name, state in found.states], mapping, found.known)
        except MappingError as error:
            raise refused(error, "history: " if options.history else "versions: ") from None
        self._warn(doubt for _, state in found.states for doubt in state.doubts)
        self._warn(found.notes)
        return history

    def drift(self) -> Review:
        """The differences between the built provider and the documentation."""
        from ..review.drift import drift_review, quiet

        options, settings = self._options, self._settings()
        try:
            found = drift_review(self._mapped.mapping, options.drift, self._base, provider_reading(options), settings)
        except MappingError as error:
            raise refused(error, "drift: ") from None
        self._warn(found.notes)
        return quiet(found)

    def _settings(self) -> "Settings":
        """The settings in the review file. Raises PluginError."""
        from ..review.comparison import read_review_file

        try:
            return read_review_file(self._options.review, self._base)
        except MappingError as error:
            raise refused(error) from None

    def _state(self, name: str, config: Sequence[str] = ()) -> "State":
        """The state of a revision or file, with another config than the one of the site. Raises MappingError."""
        from ..review.states import Files, read_state

        request, system = self._request, self._mapped.mapping.system
        spec = request.input if isinstance(request.input, Path) else None
        versions = {system: request.version} if request.version else {}
        read = replace(request.reading, proof=None, life=None).without_process()
        state = read_state(name, Files(tuple(config or request.config), self._base, spec, versions, system, read))
        self.files += input_files(state.mapping)
        return state

    def _log_missing(self, why: str) -> None:
        """Log that there is no baseline. Raises PluginError if the option makes that an error."""
        text, level = f"there is no baseline to compare with: {why}", self._options.baseline_missing
        if level == "error":
            raise build_error(text, remedy="fetch it, or set `baseline_missing: silent`")
        self._log_line(logging.WARNING if level == "warning" else logging.INFO, text)

    def _warn(self, texts: Iterable[str]) -> None:
        for text in texts:
            self._log_line(logging.WARNING, visible(text))
