"""The command line `oasmap`: one module for each command, imported when the command runs."""

import io
import os
import sys
from collections.abc import Sequence

import click

from .program import COMPLETION, INTERRUPTED, PROBLEM, Commands, complain, fail


def main(arguments: Sequence[str] | None = None, made: list[object] | None = None) -> int:
    """Run the command line and return the exit code. The results of mappings are appended to `made`, if it is given."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may not be able to encode a message
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments), [] if made is None else made)
        sys.stdout.flush()
    except OSError as error:
        return _lost_output(error)
    except MemoryError:
        return fail(
            "there is not enough memory for this input; nothing was written", PROBLEM, remedy="map a smaller part"
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(arguments: list[str], made: list[object]) -> int:
    """Parse the arguments and run. Not Click's own `main`, which handles interrupts and broken pipes differently."""
    commands = Commands()
    if shell_request := os.environ.get(COMPLETION):
        from click.shell_completion import shell_complete

        return shell_complete(commands, {}, "oasmap", COMPLETION, shell_request)
    try:
        with commands.make_context("oasmap", arguments, obj=made) as context:
            return int(commands.invoke(context))
    except click.exceptions.Exit as exit_:
        return exit_.exit_code
    except click.ClickException as error:
        return complain(error)


def _lost_output(error: OSError) -> int:
    """Handle a write error of standard output; no message if the reader has closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        sys.stderr.write(f"error: <standard output>: cannot be written: {error.strerror or error}\n")
    return PROBLEM
