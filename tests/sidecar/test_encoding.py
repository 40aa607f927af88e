"""JSON of a sidecar, one line for each entry."""

from __future__ import annotations

import json

import pytest

from mapper.sidecar.encoding import rows
from mapper.sidecar.shape import SharedText


@pytest.mark.parametrize("text", ["}\n{", "\ud800"])
@pytest.mark.parametrize("count", [0, 1, 256, 257, 1000])
def test_a_list_has_one_line_for_each_entry_however_many_there_are(count: int, text: str) -> None:
    entries = [SharedText(key=str(number), text=text) for number in range(count)]
    written = "".join(rows(entries))
    assert json.loads(written) == [{"key": str(number), "text": text} for number in range(count)]
    assert written.count("\n") == (count + 1 if count else 0)
