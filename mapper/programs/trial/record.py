"""What was seen of the lives of resources, as lines for people and as a record for pages."""

import json
from collections.abc import Iterator, Sequence

from mapper.model import Mapping
from mapper.systems.terraform.life import VERSION, state_of

from .steps import Life
from .table import reasons, table, verdicts


def lines(provider: str, lives: Sequence[Life]) -> Iterator[str]:
    """The table of lives, the reasons by which they ended, and the request and the answer of each end."""
    yield from table({provider: lives})
    ended = [life for life in lives if not life.is_whole()]
    if ended:
        yield ""
        yield from reasons(ended)
        for life in ended:
            yield from verdicts(life)


def record(mapping: Mapping, lives: Sequence[Life], by: str) -> str:
    """The record of lives as JSON: the state of description and config that they are of, and each step's result."""
    resources = {life.resource: {str(step): result for step, result in life.results.items()} for life in lives}
    data = {"life": VERSION, "by": by, "state": state_of(mapping), "resources": resources}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
