"""The run of `oasmap diff`: reads the states of one mapping or of all of a site, compares, and writes the review."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.files import encode, make_folders, read_named, write_files
from mapper.links import real_path
from mapper.registry import review_rules
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import ReadOptions
from mapper.review.changes import Review, ReviewSide
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings
from mapper.review.settings_reader import UnknownRule, level_of
from mapper.review.verdict import uncompared_text
from mapper.text.display import visible

from ..messages import as_github as problems_as_github
from ..read_options import read_options
from ..review.comparison import moment_in, read_review_file, review, review_of_nothing
from ..review.git import GIT, NoBaseline, NotInRevision, find_revision
from ..review.states import Files, State, path_of, read_state
from ..review_formats import FORMATS, Style, written
from .input_options import versions_in
from .program import LOST, OK, USAGE, fail, refuse
from .site_mappings import SiteMapping, gone_mappings, site_mappings


class Wanted(Struct, frozen=True):
    """The values of the parameters. `versions` are by system name, `also` pairs of a format and a file."""

    old: str | None
    new: str | None
    system: str | None
    config: tuple[str, ...]
    old_config: tuple[str, ...]
    read: ReadOptions
    versions: dict[str, str]
    mkdocs: str | None
    format: str
    also: tuple[tuple[str, Path], ...]
    fail_on: str
    rules: tuple[str, ...]
    review: str | None
    recorded: str | None
    write_changelog: str | None
    style: Style
    missing_ok: bool

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Wanted":
        """The values of the parameters of `oasmap diff`."""
        own = {name: values[name] for name in cls.__struct_fields__ if name in values}
        style = Style(values["source_url"], values["guide_url"], values["template"], bool(values["mkdocs"]))
        read, versions = read_options(values), versions_in(values)
        return cls(**own, read=read, versions=versions, format=values["format_"], style=style)


class _Comparison(Struct, frozen=True):
    """The two states of one mapping; `new` is empty where the site has the mapping no more."""

    old: str
    new: str
    files: Files
    old_config: tuple[Path, ...]
    review_file: str | None


def run(wanted: Wanted) -> int:
    """Compare, print the review and return the exit code."""
    if wanted.mkdocs and (not wanted.old or wanted.new):
        return fail("with --mkdocs, OLD is compared with the site", USAGE, remedy="leave NEW out")
    if not wanted.mkdocs and not (wanted.old and wanted.new):
        return fail("OLD and NEW are needed", USAGE, remedy="`oasmap diff git:main openapi.yaml`")
    try:
        reviews, problems = _reviews(wanted)
        _write(reviews, wanted, problems)
    except UnknownRule as error:
        return fail(f"--rule: {error}", USAGE, remedy="`oasmap explain all` lists the rules")
    except MappingError as error:
        return refuse(error.problems)
    if problems:
        return refuse(problems)
    uncompared = sum(result.uncompared for result in reviews)
    if uncompared and wanted.fail_on != "none":
        text = f"--fail-on {wanted.fail_on}: {uncompared_text(uncompared)}"
        return fail(f"{text}, so that nobody knows what changes", LOST, remedy="correct the errors above")
    return LOST if any(_fails(result, wanted.fail_on) for result in reviews) else OK


def _reviews(wanted: Wanted) -> tuple[list[Review], list[Problem]]:
    """A review of each mapping, and why some of them could not be compared. Raises UnknownRule, MappingError."""
    levels = dict(_level(text) for text in wanted.rules)
    reviews: list[Review] = []
    problems: list[Problem] = []
    for comparison in _comparisons(wanted):
        try:
            settings = read_review_file(comparison.review_file, Path.cwd())
            reviews.append(_review(comparison, wanted, replace(settings, levels=settings.levels | levels), problems))
        except MappingError as error:
            if not wanted.mkdocs:
                raise
            problems += error.problems
            reviews.append(review_of_nothing(comparison.old, map(str, error.problems), ReviewSide(comparison.new)))
    return reviews, problems


def _comparisons(wanted: Wanted) -> Iterable[_Comparison]:
    """Raises MappingError for settings of a site that cannot be read."""
    old, new = wanted.old or "", wanted.new or ""
    if wanted.mkdocs:
        comparisons = [
            _of_site(old, mapping, wanted.review) for mapping in site_mappings(wanted.mkdocs, live=wanted.read.live)
        ]
        if old.startswith(GIT):
            try:
                revision = find_revision(old.removeprefix(GIT), Path.cwd())
            except NoBaseline:
                return comparisons  # each of them says so
            gone = gone_mappings(wanted.mkdocs, revision)
            comparisons += [_Comparison(f"{old}:{spec}", "", files, (), wanted.review) for spec, files in gone]
        return comparisons
    config = tuple(map(Path, wanted.config))
    files = Files(config, Path.cwd(), path_of(old), wanted.versions, wanted.system, wanted.read)
    return [_Comparison(old, new, files, tuple(map(Path, wanted.old_config)), wanted.review)]


def _of_site(old: str, mapping: SiteMapping, review_file: str | None) -> _Comparison:
    source = mapping.source
    system = None if source.recorded else source.system
    config, versions = tuple(map(Path, source.config)), dict(source.versions)
    files = Files(config, Path.cwd(), None, versions, system, source.read)
    configs = tuple(map(Path, mapping.baseline_config))
    return _Comparison(old, source.spec, files, configs, mapping.review or review_file)


def _review(comparison: _Comparison, wanted: Wanted, settings: Settings, problems: list[Problem]) -> Review:
    """The review; without an old state one of nothing, and the reason is added to `problems`. Raises MappingError."""
    if not comparison.new:
        return _review_of_gone(comparison, settings)
    old_files = replace(
        comparison.files.still, spec=path_of(comparison.new), config=comparison.old_config or comparison.files.config
    )
    new = read_state(comparison.new, comparison.files)
    for system in comparison.files.versions:
        if new.mapping.system != system:
            raise MappingError(
                Problem(f"--{system}-version is for the system {system}", comparison.new, remedy="leave it out")
            )
    recorded = read_state(wanted.recorded, comparison.files.still) if wanted.recorded else None
    try:
        old = read_state(comparison.old, old_files)
    except MappingError as error:
        return _of_nothing(comparison, error, new, problems, missing_ok=wanted.missing_ok)
    if not FORMATS[wanted.format].has_notes:
        doubts = [
            doubt_text for state in (old, recorded, new) if state for doubt_text in (*state.problems, *state.doubts)
        ]
        sys.stderr.writelines(f"note: {visible(doubt)}\n" for doubt in doubts)
    return review(old, new, settings, recorded, moment_in(Path.cwd()))


def _review_of_gone(comparison: _Comparison, settings: Settings) -> Review:
    """The review of a mapping that the site has no more: all of its entities are removed. Raises MappingError."""
    old = replace(read_state(comparison.old, comparison.files), complete=False)  # no input of the new state caused this
    mapping = replace(old.mapping, entities=(), diagnostics=(), documents=())
    new = State(ReviewSide("this site, which has this mapping no more"), mapping, complete=False)
    return review(old, new, settings, moment=moment_in(Path.cwd()))


def _of_nothing(
    comparison: _Comparison, error: MappingError, new: Any, problems: list[Problem], *, missing_ok: bool
) -> Review:
    """The review where the old state cannot be had. It is no failure where a file is missing that may be, and where
    a committed state is broken, which nobody can repair any more.
    """
    told = [str(problem) for problem in error.problems]
    if isinstance(error, NotInRevision) and missing_ok:
        told = [f"nothing to compare with: {text}" for text in told]
        sys.stderr.writelines(f"note: {visible(text)}\n" for text in told)
    elif isinstance(error, NoBaseline) or not comparison.old.startswith(GIT):
        problems += error.problems
    else:
        told = [f"{comparison.old} cannot be read, so that nothing is compared: {text}" for text in told]
    return review_of_nothing(comparison.old, told, new.side, new)


def _level(text: str) -> tuple[str, ChangeSeverity | None]:
    """The values of `RULE=LEVEL`. Raises UnknownRule."""
    rule, _, level = text.partition("=")
    return rule, level_of(rule, level, review_rules())


def _changelog(path: Path, reviews: Sequence[Review], style: Style) -> dict[Path, bytes]:
    """A changelog with the section of a review; empty if nothing changes. Raises MappingError."""
    from ..review.changelog import with_section

    told = [result for result in reviews if result.changes]
    if len(told) > 1:
        text = "--write-changelog is of one mapping, and several change"
        raise MappingError(Problem(text, str(path), remedy="use --format changelog, which has a section of each"))
    section = "".join(written(told, "changelog", style))
    if not section.strip().partition("\n")[2]:
        return {}
    text = ""
    if path.exists():
        try:
            text = read_named(path).decode()
        except UnicodeDecodeError:
            raise MappingError(Problem("it is not UTF-8", str(path), remedy="save it in this encoding")) from None
    return {path: encode(with_section(text, section))}


def _write(reviews: Sequence[Review], wanted: Wanted, problems: Sequence[Problem]) -> None:
    """Write the files of --also, and the format to standard output. Raises MappingError."""
    inputs = {getattr(document, "path", None) for result in reviews for document in result.documents}
    inputs = {real_path(path) for path in inputs if path is not None}
    files = {path: b"".join(map(encode, written(reviews, form, wanted.style))) for form, path in wanted.also}
    if wanted.write_changelog and not problems:
        files |= _changelog(Path(wanted.write_changelog), reviews, wanted.style)
    for path in files:
        if real_path(path) in inputs:
            raise MappingError(
                Problem(
                    "this is an input, and is not written over", str(path), remedy="choose another file for the output"
                )
            )
    make_folders(files)
    write_files(files)
    if wanted.format in ("text", "lines") and problems and not wanted.mkdocs:
        return  # they are on standard error, and there is nothing else to say
    if wanted.format == "github" and problems:
        sys.stdout.write(problems_as_github((), problems) + "\n")
        reviews = [result for result in reviews if result.is_compared]
    sys.stdout.writelines(written(reviews, wanted.format, wanted.style))


def _fails(review: Review, threshold: str) -> bool:
    if threshold == "none":
        return False
    return bool(review.reaching(ChangeSeverity.DOCS if threshold == "any" else ChangeSeverity(threshold)))
