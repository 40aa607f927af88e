"""The log and output of a provider, and the part that explains an error."""

from __future__ import annotations

import json
import os
import threading
from collections import deque
from collections.abc import Callable
from typing import IO

from .message_line import one_line

_BYTES = 65_536
_SHOWN_LINES = 3
_CRASHES = ("panic: ", "fatal error: ")


class Log:
    """The last 64 KiB of a process's output."""

    def __init__(self) -> None:
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self.hide: Callable[[str], str] = str
        """Removes secrets from texts of the provider that become part of a message."""
        self.is_shown = True
        """Whether messages may end with the log."""
        self._lock = threading.Lock()  # stdout and stderr are read in separate threads

    def add(self, chunk: bytes) -> None:
        """Append bytes, and drop the oldest."""
        with self._lock:
            self._chunks.append(chunk[-_BYTES:])
            self._size += len(self._chunks[-1])
            while self._size - len(self._chunks[0]) >= _BYTES:
                self._size -= len(self._chunks.popleft())

    def drain(self, stream: IO[bytes]) -> None:
        """Read a stream to its end into the log."""
        with stream:
            while chunk := os.read(stream.fileno(), _BYTES):
                self.add(chunk)

    def text(self) -> str:
        """The log as text."""
        with self._lock:
            return b"".join(self._chunks)[-_BYTES:].decode(errors="replace")

    def end(self) -> str:
        """The explanation of an error, to append to its message: the panic, or the last lines; empty without a log."""
        text = self.hide(self.text()) if self.is_shown else ""
        lines = [shown for line in text.splitlines() if (shown := one_line(_message(line)))]
        crashes = [line for line in lines if line.startswith(_CRASHES)]
        explaining = crashes[:1] or lines[-_SHOWN_LINES:]
        return f" (its log ends: {' / '.join(explaining)})" if explaining else ""


def _message(line: str) -> str:
    """The message of a line; providers log JSON objects."""
    if not line.startswith("{"):
        return line
    try:
        message = json.loads(line).get("@message")
    except (ValueError, RecursionError):
        return line
    return message if isinstance(message, str) else line
