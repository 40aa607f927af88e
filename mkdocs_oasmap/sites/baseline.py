"""What the pages of a mapping are compared with: a baseline, earlier versions, and the built provider."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from mapper.report.diagnostic import MappingError
from mapper.request import Mapped
from mapper.review.changes import Review
from mapper.text.display import visible

from ..mappings import MappingInput, input_files, mapping_reading
from ..options import build_error, refused
from ..pages.changes import ChangesView, Comparisons, History, no_changes_known
from ..pages.review_text import summary
from ..progress import step

LogLine = Callable[[int, str], None]


def comparisons(options: Any, mapped: Mapped, key: MappingInput, log_line: LogLine) -> Comparisons:
    """All that the options of a mapping ask for. Raises PluginError."""
    if not (options.baseline or options.versions or options.history or options.drift):
        return Comparisons()
    found = _Comparing(options, mapped, key, log_line)
    review, missing = found.changes() if options.baseline else (None, None)
    history = found.history() if options.versions or options.history else None
    return Comparisons(review, missing, history, found.drift() if options.drift else None, tuple(found.files))


def compared_state(options: Any, base: Path) -> object:
    """What comparisons depend on besides files: all names of git, and the day. Changes with each running provider."""
    if options.drift and options.live:
        return object()
    if not (options.baseline or options.versions or options.history):
        return None
    from ..review.git import references

    return references(base), date.today()


class _Comparing:
    """The comparisons of one mapping."""

    def __init__(self, options: Any, mapped: Mapped, key: MappingInput, log_line: LogLine) -> None:
        self._options, self._mapped, self._log_line = options, mapped, log_line
        self._system, self._request, self._base = key.system, key.request, key.request.base or Path()
        self.files: list[Path] = []

    def changes(self) -> tuple[Review | None, ChangesView | None]:
        """The changes since the baseline, or the page that says why there is no baseline."""
        from ..review.comparison import moment_in, read_review_file, review
        from ..review.states import mapped_state

        options, request = self._options, self._request
        try:
            settings = read_review_file(options.review, self._base)
        except MappingError as error:
            raise refused(error) from None
        try:
            old = self._state(options.baseline, tuple(map(Path, options.baseline_config or ())) or request.configs)
            recorded = self._state(options.recorded, request.configs) if options.recorded else None
            new = mapped_state("this site", self._mapped)
            found = review(old, new, settings, recorded, moment_in(self._base))
        except MappingError as error:
            self._missing(str(error))
            return None, no_changes_known(options.baseline, str(error))
        self._warn(old.doubts)
        self._log_line(logging.INFO, f"changes since {visible(found.old.name)}: {summary(found)}")
        return found, None

    def history(self) -> History:
        """Which version added, changed and removed each entity and attribute."""
        from ..review.histories import version_states

        options, mapping, request = self._options, self._mapped.mapping, self._request
        file = Path(options.history) if options.history else None
        read = partial(self._state, config=request.configs)
        try:
            found = version_states(options.versions, file, self._base, mapping.system, read)
            with step(f"comparing {request.input} with its versions"):
                history = History([(name, state.mapping) for name, state in found.states], mapping, found.known)
        except MappingError as error:
            raise refused(error, "history: " if options.history else "versions: ") from None
        self._warn(doubt for _, state in found.states for doubt in state.doubts)
        self._warn(found.notes)
        return history

    def drift(self) -> Review:
        """The differences between the built provider and the documentation."""
        from ..review.drift import documented_drift

        try:
            found = documented_drift(self._mapped.mapping, self._options, self._base)
        except MappingError as error:
            raise refused(error, "drift: ") from None
        self._warn(found.notes)
        return found

    def _state(self, name: str, config: Sequence[Path]) -> Any:
        """The state of a revision or file. Raises MappingError."""
        from ..review.states import Files, read_state

        request = self._request
        spec = request.input if isinstance(request.input, Path) else None
        versions = {self._system: request.version} if request.version else {}
        read = replace(mapping_reading(self._options, self._base), proof=None, life=None).without_process()
        state = read_state(name, Files(config, self._base, spec, versions, self._system, read))
        self.files += input_files(state.mapping)
        return state

    def _missing(self, why: str) -> None:
        """Log that there is no baseline. Raises PluginError if the option makes that an error."""
        text, level = f"there is no baseline to compare with: {why}", self._options.baseline_missing
        if level == "error":
            raise build_error(text, remedy="fetch it, or set `baseline_missing: ignore`")
        self._log_line(logging.WARNING if level == "warning" else logging.INFO, text)

    def _warn(self, texts: Iterable[str]) -> None:
        for text in texts:
            self._log_line(logging.WARNING, visible(text))
