"""What must hold of any run, and what one may cost."""

import resource
from typing import Any

MB = 1_000_000
SECONDS = 10.0
"""CPU time of an input of up to 1 MB (SECURITY.md, limits.md); a larger one may take as much for each MB."""

PEAK = 512 * 2**20
"""Bytes of memory that a run may take besides what the process has before it."""


class Wrong(Exception):
    """Something that must hold does not."""


def seconds(size: int) -> float:
    """CPU time that an input of so many bytes may take."""
    return SECONDS * max(1.0, size / MB)


def peak() -> int:
    """The most memory that the process has had so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def one_line(message: str) -> None:
    """A message that does not break the line that it stands on, nor the terminal."""
    if not message or any(character in message for character in "\n\r\x1b\0"):
        raise Wrong(f"not one clean line: {message!r}")


def no_constant(name: str) -> Any:
    """For `parse_constant` of json."""
    raise Wrong(f"{name} is not JSON")
