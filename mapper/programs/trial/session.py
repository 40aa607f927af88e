"""A session: a mock and a provider for as long as a person, or a command, tries them."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import FrameType
from typing import Any

from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.trial import Say, Trying
from mapper.text.display import visible
from mapper.text.plural import plural

from .addresses import addresses
from .mock.objects import fill
from .mock.server import Handle, served
from .preview import Preview
from .provider.http import sender
from .provider.ledger import Ledger
from .provider.protocol import serving

VARIABLE = "TF_REATTACH_PROVIDERS"
"""Terraform connects to the providers that this variable names, in place of starting a program (its
`internal/getproviders/reattach`); it then needs neither a lock file nor `terraform init`.
"""
_PREVIEW = "This is a preview of {} against a mock of its API, and no provider to publish."
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_KILLED = 128
_NOT_FOUND = 127
_MOST_SHOWN = 300


def offer(request: Request, trying: Trying, say: Say) -> int:
    """Serve mock and provider until the command ends, or a signal comes. Raises MappingError."""
    preview, ledger, token = Preview(request, say), Ledger(), token_hex(16)
    if trying.objects is not None:
        fill(preview.mock, trying.objects)
    provider = preview.api.artifacts.provider
    say(_PREVIEW.format(visible(provider)))
    preview.warn()
    stop = threading.Event()
    with (
        _handling(lambda *_: stop.set()),
        tempfile.TemporaryDirectory(prefix="oasmap-try-") as folder,
        served(_logged(preview.mock.handle, say), token) as address,
        serving(preview.resources, sender(address, token), ledger, Path(folder)) as place,
    ):
        settings = json.dumps(dict.fromkeys(addresses(provider, trying.folder), place), separators=(",", ":"))
        try:
            if trying.command:
                return _run(trying.command, {**os.environ, VARIABLE: settings})
            say(_assignment(VARIABLE, settings))
            say("terraform plan")
            say(f"The mock is at {address} (Authorization: Bearer {token}). Ctrl-C ends it.")
            stop.wait()
            return 0
        finally:
            _report(ledger, say)


def _assignment(name: str, value: str) -> str:
    """The line that sets a variable in the shell of the system."""
    return f"$env:{name} = '{value}'" if sys.platform == "win32" else f"export {name}='{value}'"


def _logged(handle: Handle, say: Say) -> Handle:
    """The same, which says each request and its answer in one line."""

    def asked(method: str, url: str, body: Any) -> tuple[int, Any]:
        status, answer = handle(method, url, body)
        reasons = answer.get("errors") if isinstance(answer, dict) and status >= 400 else None  # noqa: PLR2004
        text = f": {'; '.join(map(str, reasons))}" if isinstance(reasons, list) else ""
        say(visible(f"{method} {url} {status}{text}"[:_MOST_SHOWN]))
        return status, answer

    return asked


def _report(ledger: Ledger, say: Say) -> None:
    """Say what was created and not destroyed."""
    if ledger.left:
        say(f"Created and not destroyed: {plural(len(ledger.left), 'object')}. The mock ends, and they with it.")
    for created in ledger.left:
        say(visible(f"  {created}"))


@contextmanager
def _handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Handle the signals that end a program, as long as the context lasts."""
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def _run(command: Sequence[str], environment: Mapping[str, str]) -> int:
    """The exit code of a command, which gets the signals that come. Raises MappingError if it cannot start."""
    try:
        process = subprocess.Popen(command, env=environment)  # noqa: S603 - the user's own command
    except OSError as error:
        remedy = "write a program and its arguments behind --"
        raise MappingError(
            Problem(f"{command[0]!r} cannot be started: {error.strerror or error}", remedy=remedy)
        ) from None

    def hand_on(number: int, _frame: FrameType | None) -> None:
        if number != signal.SIGINT:  # a terminal sends it to the command, too
            with suppress(OSError):
                process.send_signal(number)

    with process, _handling(hand_on):
        code = process.wait()
    return code if code >= 0 else _KILLED - code
