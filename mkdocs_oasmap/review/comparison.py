"""The comparison of two states: its changes with their causes, and notes on what could not be compared."""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from mapper.inputs import Documents
from mapper.model import EntityRef, Mapping
from mapper.registry import review_rules, system_named
from mapper.report.diagnostic import Diagnostic, MappingError, Severity
from mapper.request import Inputs
from mapper.review.approvals import Moment
from mapper.review.causes import Runs, inputs_changed, with_causes
from mapper.review.changes import Cause, Change, Review, ReviewSide, Wanted, by_severity
from mapper.review.config_keys import Key, Reset
from mapper.review.entity_changes import Options, calls_gone, compare
from mapper.review.entries import with_edits
from mapper.review.settings import Settings
from mapper.review.settings_reader import read_settings

from ..progress import step
from .git import GIT, last_version
from .states import State, require_system
from .written_lines import with_written_lines


def read_review_file(name: str | None, base: Path) -> Settings:
    """The settings in a review file, or the defaults without one. Raises MappingError."""
    return read_settings(Documents(base).load(Path(name)), review_rules()) if name else Settings()


def moment_in(folder: Path) -> Moment:
    """Today, and the last released version of the repository that contains the folder."""
    return Moment(date.today(), last_version(folder))


_TODAY = Moment(date.min)
_DEFAULTS = Settings()


def review(
    old: State, new: State, settings: Settings = _DEFAULTS, recorded: State | None = None, moment: Moment = _TODAY
) -> Review:
    """All changes between two states, with their causes where these can be determined. Raises MappingError.

    `recorded` is the old state as it was mapped at its time, from a sidecar or a code spec. With it, changes by a newer
    version of the tool are reported as well.
    """
    with step(f"comparing {old.side.name} with {new.side.name}"):
        return _review(old, new, settings, recorded, moment)


def _review(old: State, new: State, settings: Settings, recorded: State | None, moment: Moment) -> Review:
    sides = [state for state in (old, recorded, new) if state]
    for state in sides:
        require_system(state.mapping, new.mapping.system, state.side.name)
    system = system_named(new.mapping.system)
    policy = system.review_policy
    # an artifact has no sources: it shows changes by the tool, but not the changes since
    is_artifact = recorded is not None and recorded.complete != old.complete
    first = old if recorded is None or is_artifact else recorded
    before = {entity.ref: entity for entity in first.mapping.entities}
    complete = first.complete == new.complete
    nouns = system.reading.input.noun, system.reading.config_noun
    options = Options(settings.levels, complete, policy, (old.lost, new.lost), system.showing.title, nouns)
    comparable = system.comparison.comparable(first.mapping, new.mapping)
    changes = policy.with_peers(settings.with_severities(compare(*comparable, options)), *comparable)
    changes = tuple(sorted(changes, key=lambda c: (c.severity.rank, c.gravity, (c.kind, c.entity) not in new.lost)))
    notes = [*_behind(old, new), *(doubt for state in sides for doubt in state.doubts)]
    if changes and old.complete and new.complete:
        changes = _with_causes(changes, old, new, options, None if is_artifact else recorded, notes)
    if recorded is not None and is_artifact:
        by_tool = compare(recorded.mapping, old.mapping, replace(options, complete=False, lost=({}, {})))
        changes = by_severity(
            [*changes, *(replace(change, cause=Cause.TOOL) for change in settings.with_severities(by_tool))]
        )
    changes = with_edits(changes)
    known = old.complete and new.complete and bool(old.inputs and new.inputs)
    notes += settings.notes(changes, moment)
    changes = with_written_lines(settings.apply(changes, moment), *comparable)
    skeletons = tuple(policy.skeletons(changes, new.mapping))
    orphans = tuple(ref for ref in new.lost if (was := before.get(ref)) and calls_gone(was, new.mapping))
    notes += [_orphan_text(new.side.name, ref) for ref in orphans]
    left = replace(new, lost={ref: problem for ref, problem in new.lost.items() if ref not in orphans})
    problems = tuple(problem for state in (*sides[:-1], left) for problem in state.problems)
    return Review(
        old.side,
        new.side,
        changes,
        tuple(notes),
        new.mapping.documents,
        problems,
        moment.released,
        skeletons=skeletons,
        system=new.mapping.system,
        diagnostics=_new_diagnostics(old.mapping, new.mapping) if known else (),
        uncompared=len(left.lost.keys() | {entity.ref for entity in new.mapping.entities} & old.lost.keys()),
        orphans=orphans,
    )


def _orphan_text(name: str, ref: EntityRef) -> str:
    return f"{name}: the config still names the {ref}, which the API has no more; `oasmap settle` takes the entry out"


def _new_diagnostics(old: Mapping, new: Mapping) -> tuple[Diagnostic, ...]:
    """The errors and warnings of the mapping that only the new state has, errors first."""
    before = {(d.code, d.entity, d.path) for d in old.diagnostics}
    come = [d for d in new.diagnostics if d.severity is not Severity.INFO and (d.code, d.entity, d.path) not in before]
    return tuple(sorted(come, key=lambda d: (d.severity is not Severity.ERROR, d.code)))


def review_of_nothing(name: str, problems: Iterable[str], new: ReviewSide, state: State | None = None) -> Review:
    """A review without changes that reports why nothing is compared; `state` is the new one, if it can be read."""
    told = (*problems, *(state.problems if state else ()))
    documents, system = (state.mapping.documents, state.mapping.system) if state else ((), "")
    return Review(ReviewSide(name), new, (), (), documents, told, system=system, is_compared=False)


def _behind(old: State, new: State) -> list[str]:
    """A note if the old revision has commits that HEAD lacks, since their changes appear to be reverted."""
    revision = old.tree.name
    count = 0 if new.tree.name else old.tree.commits_ahead()
    if not count:
        return []
    commits = f"{count:,} commit{'s' if count > 1 else ''}"
    return [
        f"{revision} has {commits} that the checkout does not have; {GIT}{revision}... compares with the last common"
        " commit"
    ]


def _with_causes(
    changes: tuple[Change, ...], old: State, new: State, options: Options, recorded: State | None, notes: list[str]
) -> tuple[Change, ...]:
    changed = inputs_changed(old.mapping, new.mapping)
    if changed is None:
        notes.append("the causes are not known: a sidecar does not say what its inputs were")
        return changes
    runs = _runs(old, new, recorded)
    other_tool = old.side.tool != new.side.tool
    if runs is None and (all(changed) or (any(changed) and other_tool)):
        what = " and ".join(f"the {noun}" for noun in options.inputs) if all(changed) else "an input"
        tool = f", and the tool ({old.side.tool} to {new.side.tool})" if other_tool else ""
        notes.append(
            f"the causes are not known: {what}{tool} changed since the sidecar was written; compare with a git"
            " revision to tell them apart"
        )
        return changes
    return with_causes(changes, old.mapping, new.mapping, runs, options)


def _runs(old: State, new: State, recorded: State | None) -> Runs | None:
    before, after = old.inputs, new.inputs
    if before is None or after is None:
        return None
    return Runs(
        lambda wanted: after.map_with(before.config, wanted),
        lambda wanted: before.map_with(after.config, wanted),
        recorded.mapping if recorded else None,
        _resetting(after),
    )


def _resetting(inputs: Inputs) -> Reset | None:
    """How to map the inputs with another value of a key; None if their config has no keys for every entity."""
    config_with = getattr(inputs, "config_with", None)
    if config_with is None:
        return None

    def reset(key: Key, value: object, wanted: Wanted) -> Mapping | None:
        try:
            return inputs.map_with(config_with(*key, value), wanted)
        except MappingError:  # the old value does not fit the rest of the new config
            return None

    return reset
