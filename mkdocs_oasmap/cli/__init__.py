"""The command line `oasmap`: one module for each command, imported when it is run."""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from .frame import COMPLETION, INTERRUPTED, PROBLEM, Commands, complain, fail


def program() -> NoReturn:
    """`oasmap` as a process of its own, see `start`."""
    from ..start import program as start

    start()


def main(arguments: Sequence[str] | None = None, made: list[object] | None = None) -> int:
    """Run the command line; returns the exit code. What was made is kept in `made`, if it is given."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # any terminal can show any message
            stream.reconfigure(errors="backslashreplace")
    collecting = gc.isenabled()
    gc.disable()  # one short run that keeps nearly all it makes: collecting is a third of its time
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments), [] if made is None else made)
        sys.stdout.flush()
    except OSError as error:
        return _lost_output(error)
    except MemoryError:
        return fail("there is not enough memory for this input; nothing was written", PROBLEM)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        if collecting:
            gc.enable()
    return code


def _run(arguments: list[str], made: list[object]) -> int:
    """Parse and run. Click's own `main` is not used: it has words of its own for interrupts and broken pipes."""
    commands = Commands()
    if asked := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(commands, {}, "oasmap", COMPLETION, asked)
    try:
        with commands.make_context("oasmap", arguments, obj=made) as context:
            return int(commands.invoke(context))
    except click.exceptions.Exit as ended:
        return ended.exit_code
    except click.ClickException as error:
        return complain(error)


def _lost_output(error: OSError) -> int:
    """Standard output is closed (no message then: the reader has seen enough) or cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        sys.stderr.write(f"error: <standard output>: cannot be written: {error.strerror or error}\n")
    return PROBLEM
