"""What was seen of the lives of resources, as lines for people and as a record for pages."""

import json
from collections.abc import Iterator, Sequence

from mapper.model import Mapping
from mapper.systems.terraform.life import VERSION, state_of

from .steps import Life
from .table import failures, reasons, table


def lines(provider: str, lives: Sequence[Life]) -> Iterator[str]:
    """The table of lives, the reasons why some ended early, and the request and response of each end."""
    yield from table({provider: lives})
    ended = [life for life in lives if not life.is_whole()]
    if ended:
        yield ""
        yield from reasons(ended)
        for life in ended:
            yield from failures(life)


def record(mapping: Mapping, lives: Sequence[Life], by: str) -> str:
    """The record of lives as JSON: the state of the description and config, and the result of each step."""
    resources = {life.resource: {str(step): result for step, result in life.results.items()} for life in lives}
    data = {"life": VERSION, "by": by, "state": state_of(mapping), "resources": resources}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
