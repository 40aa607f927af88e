"""Runs commands. A command gets the signals of this process, and no process that it started outlives it."""

import math
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import IO

from mapper.files import put_off
from mapper.report.diagnostic import MappingError, Problem

from .signals import BY_SIGNAL, Signals

_PATIENCE = 30.0
"""How many seconds a command has to end by itself after a signal: Terraform still writes its state."""
_KILL = getattr(signal, "SIGKILL", signal.SIGTERM)


def run(command: Sequence[str], environment: Mapping[str, str], signals: Signals) -> int:
    """The exit code of a command, 128 + n if the signal n ended it. Raises MappingError if it cannot start.

    At a terminal, the command shares the foreground with this process, and gets Ctrl-C itself. Elsewhere, it has a
    session of its own. Each signal goes to all processes of the session, because a shell does not forward signals.
    """
    if signals.first:
        return BY_SIGNAL + signals.first
    alone = os.name == "posix" and not sys.stdin.isatty()
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb", buffering=0) as ends:
        try:
            process = subprocess.Popen(  # noqa: S603 - the user's own command
                command, env=environment, start_new_session=alone, pass_fds=(writing,) if alone else ()
            )
        except (OSError, ValueError) as error:
            text = f"{command[0]!r} cannot be started: {getattr(error, 'strerror', None) or error}"
            raise MappingError(Problem(text, remedy="write a program and its arguments behind --")) from None
        finally:
            os.close(writing)
        running = _RunningCommand(process, alone=alone)
        with process, signals.forward_to(running.take):
            code = process.wait(math.inf)  # it polls: a signal just before an endless call would be seen after it
            running.end(ends)
    return code if code >= 0 else BY_SIGNAL - code


def output(command: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float) -> tuple[int, str]:
    """The exit code of a command, and what it writes to standard output. It ends with whatever leaves this function."""
    process: subprocess.Popen[str] | None = None
    try:
        with put_off():  # a signal within the start would leave a process that nobody knows
            process = subprocess.Popen(  # noqa: S603 - its arguments are ours
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            )  # fmt: skip
        text, _ = process.communicate(timeout=seconds)
        return process.returncode, text
    finally:
        if process is not None:
            process.kill()
            process.wait()


class _RunningCommand:
    """A process, with all others of its session if it is `alone` in one."""

    def __init__(self, process: subprocess.Popen[bytes], *, alone: bool) -> None:
        self._process, self._alone = process, alone
        self._timer: Timer | None = None

    def take(self, number: int) -> None:
        """Forward a signal. A command that does not end in time is killed, or by the next signal."""
        if number == signal.SIGINT and not self._alone:
            return  # the terminal sends it to the command, too
        if self._timer is not None:
            self._send(_KILL)
            return
        self._timer = Timer(_PATIENCE, self._send, (_KILL,))
        self._timer.daemon = True
        self._timer.start()
        self._send(number)

    def end(self, ends: IO[bytes]) -> None:
        """After a signal, wait for the other processes to end, or kill them: the last one closes the pipe `ends`."""
        if self._timer is not None:
            if self._alone and select.select([ends], [], [], _PATIENCE)[0] == []:
                self._send(_KILL)
            self._timer.cancel()

    def _send(self, number: int) -> None:
        with suppress(OSError):  # it has ended
            if self._alone:
                os.killpg(self._process.pid, number)
            else:
                self._process.send_signal(number)
