"""Tables of lives: how many resources pass each step, and why the others fail."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from .steps import Life, Step

_TITLES = ("API", "resources", "created", "empty plan", "updated", "empty plan", "imported", "destroyed")
_MOST_SHOWN = 300


def table(lives: Mapping[str, Sequence[Life]]) -> Iterator[str]:
    """A row for each API, and one for all. After *created*, a cell has how many resources pass, of how many try."""
    yield f"| {' | '.join(_TITLES)} | destroyed by update | lives | with import |"
    yield f"| --- {'| --: ' * (len(_TITLES) + 2)}|"
    for name, listed in lives.items():
        yield _row(name, listed)
    if len(lives) > 1:
        yield _row("**all**", [life for listed in lives.values() for life in listed])


def _row(name: str, lives: Sequence[Life]) -> str:
    cells = [name, str(len(lives)), *(_share(lives, step) for step in Step)]
    cells.append(str(sum(life.is_destroyed_by_update for life in lives)))
    cells.append(str(sum(life.is_whole(but=(Step.IMPORT,)) for life in lives)))
    return f"| {' | '.join([*cells, str(count_whole(lives))])} |"


def _share(lives: Sequence[Life], step: Step) -> str:
    tried = [life for life in lives if life.is_tried(step)]
    passed = sum(life.is_passed(step) for life in tried)
    return str(passed) if step is Step.CREATE else f"{passed} / {len(tried)}" if tried else "-"


def count_whole(lives: Sequence[Life]) -> int:
    """How many resources pass all steps, with import."""
    return sum(life.is_whole() for life in lives)


def reasons(lives: Sequence[Life]) -> Iterator[str]:
    """The classes of reasons by which lives end, the most frequent first, with the names of their resources."""
    ends = [(life.resource, *life.end) for life in lives if life.end]
    classes = Counter((step, result.partition(":")[0]) for _, step, result in ends)
    for (step, kind), count in classes.most_common():
        names = [name for name, at, result in ends if (at, result.partition(":")[0]) == (step, kind)]
        yield f"{count:4} {step}: {kind} ({', '.join(names)})"


def failures(life: Life) -> Iterator[str]:
    """The steps that failed, with the request and the response; nothing for a whole life."""
    failed = [(step, life.results[step]) for step in Step if step in life.results and not life.is_passed(step)]
    if failed:
        yield f"{life.resource} {f'(changed: {life.changed})' if life.changed else ''}".rstrip()
    for step, result in failed:
        yield f"    {step}: {result[:_MOST_SHOWN]}"


def predictions(lives: Sequence[Life]) -> Iterator[str]:
    """How many resources with a warning end before the import, and how many that end there had a warning."""
    ended = [life for life in lives if not life.is_whole(but=(Step.IMPORT,))]
    warned = [life for life in lives if life.is_warned]
    correct = [life for life in warned if life in ended]
    predicted = [life for life in ended if life.warned_codes]
    yield f"warnings on calls: {len(warned)} resources, {len(correct)} of them end before the import"
    yield from (
        f"    lives though warned: {', '.join([life.resource, *life.warned_codes])}"
        for life in warned
        if life not in correct
    )
    yield f"ends before the import: {len(ended)} resources, {len(predicted)} of them with a warning or a question"
    yield from (f"    ends without a word: {life.resource}" for life in ended if life not in predicted)
