"""Notes on duplicate keys in objects of an API description."""

from __future__ import annotations

from collections.abc import Iterable

from ..inputs.duplicate_keys import Repeat
from ..report.diagnostic import Note
from ..report.rules import DUPLICATE_KEY


def repeat_notes(repeats: Iterable[Repeat]) -> list[Note]:
    """A note for each value that is ignored; the last one of a key has the number of further ones."""
    notes = []
    for repeat in repeats:
        for spot in repeat.spots:
            more = f"; and {repeat.more:,} more" if repeat.more and spot is repeat.spots[-1] else ""
            notes.append(Note(DUPLICATE_KEY, f"{repeat.text}{more}", spot))
    return notes
