"""What there is to say of keys that an object of an API description has twice."""

from __future__ import annotations

from collections.abc import Iterable

from ..diagnostics import Note
from ..documents.repeats import Repeat
from ..rules import DUPLICATE_KEY


def repeat_notes(repeats: Iterable[Repeat]) -> list[Note]:
    """A note for each value that does not count; the last one of a key says how many there are besides."""
    notes = []
    for found in repeats:
        for spot in found.spots:
            more = f"; and {found.more:,} more" if found.more and spot is found.spots[-1] else ""
            notes.append(Note(DUPLICATE_KEY, f"{found.text}{more}", spot))
    return notes
