"""Counts without the mapper what became of each property of an API: mapped, ignored, reported, or lost silently.

Nothing here is shared with `mapper`: files are read with json and yaml, references and compositions are followed by
rules of its own, and of a mapping it sees what everybody sees, the artifact and the diagnostics as JSON.
"""

from .count import Tally, Unsupported, count, without_choices

__all__ = ["Tally", "Unsupported", "count", "without_choices"]
