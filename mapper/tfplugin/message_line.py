"""Makes texts of providers fit for a message of one line."""

from __future__ import annotations

import re

_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_CONTROL_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def one_line(text: str, longest: int = 300) -> str:
    """A text without line ends, control characters and colours, and not longer than `longest`."""
    plain = _SPACE.sub(" ", _CONTROL_SEQUENCE.sub("", text)).strip()
    return plain if len(plain) <= longest else f"{plain[: longest - 1]}…"
