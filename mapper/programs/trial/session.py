"""A session: a mock and a provider for as long as a person, or a command, tries them."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import FrameType
from typing import Any, Protocol

from mapper.programs.redaction import Redactor
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.trial import Say, Trying
from mapper.text.display import visible
from mapper.text.plural import plural

from .addresses import addresses
from .credentials import credentials, schemes
from .endpoint import checked, endpoint
from .mock.objects import fill
from .mock.server import served
from .preview import Preview
from .provider.crud import Send, reasons_in
from .provider.failure import Failure
from .provider.http import sender
from .provider.ledger import Ledger
from .provider.protocol import serving

VARIABLE = "TF_REATTACH_PROVIDERS"
"""Terraform connects to the providers that this variable names, in place of starting a program (its
`internal/getproviders/reattach`); it then needs neither a lock file nor `terraform init`.
"""
_PREVIEW = "This is a preview of {} against {}, and no provider to publish."
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_KILLED = 128
_NOT_FOUND = 127
_MOST_SHOWN = 300


def offer(request: Request, trying: Trying, say: Say) -> int:
    """Serve mock and provider until the command ends, or a signal comes. Raises MappingError."""
    redactor = Redactor()

    def tell(line: str) -> None:
        say(visible(redactor.text(line)))

    preview = Preview(request, tell)
    if trying.objects is not None:
        fill(preview.mock, trying.objects)
    target = _Real(preview, trying, redactor) if trying.endpoint else _Mocked(preview)
    say(_PREVIEW.format(visible(preview.api.artifacts.provider), visible(target.words)))
    if not target.is_agreed(tell):
        return 1
    preview.warn()
    return _serve(preview, trying, target, tell, redactor)


class _Target(Protocol):
    """What the provider sends requests to: `words` say what, and `end` what becomes of its objects."""

    words: str
    end: str

    def is_agreed(self, say: Say) -> bool:
        """Whether the person agrees to what is about to happen."""
        ...

    def opened(self, say: Say) -> AbstractContextManager[tuple[Send, str]]:
        """Sends requests while the context lasts, with a line for the person, or none."""
        ...


class _Mocked:
    words, end = "a mock of its API", "The mock ends, and they with it."

    def __init__(self, preview: Preview) -> None:
        self._preview = preview

    def is_agreed(self, say: Say) -> bool:
        return True

    @contextmanager
    def opened(self, say: Say) -> Iterator[tuple[Send, str]]:
        token = token_hex(16)
        with served(_logged(self._preview.mock.handle, say), token) as address:
            yield sender(address, token), f"The mock is at {address} (Authorization: Bearer {token})."


class _Real:
    end = "They still exist."

    def __init__(self, preview: Preview, trying: Trying, redactor: Redactor) -> None:
        """Raises MappingError for what is no address of an API."""
        self.words = self._address = checked(trying.endpoint)
        self._confirm, self._asked = trying.confirm, schemes(preview.api.kinship.description.root)
        self._credentials = credentials(self._asked, os.environ)
        redactor.learn(list(self._credentials.secrets))

    def is_agreed(self, say: Say) -> bool:
        used = self._credentials.variables
        if used:
            say(f"Credentials are from {', '.join(used)}.")
        elif self._asked:
            say(f"No credentials: set {' or '.join(scheme.variable for scheme in self._asked)}.")
        return self._confirm(f"Requests go to {visible(self._address)}, and change real objects there.")

    @contextmanager
    def opened(self, say: Say) -> Iterator[tuple[Send, str]]:
        yield _logged(endpoint(self._address, self._credentials), say), ""


def _serve(preview: Preview, trying: Trying, target: _Target, say: Say, redactor: Redactor) -> int:
    stop, ledger, provider = threading.Event(), Ledger(), preview.api.artifacts.provider
    with (
        _handling(lambda *_: stop.set()),
        tempfile.TemporaryDirectory(prefix="oasmap-try-") as folder,
        target.opened(say) as (send, line),
        serving(preview.offer, send, ledger, Path(folder), redactor) as place,
    ):
        settings = json.dumps(dict.fromkeys(addresses(provider, trying.folder), place), separators=(",", ":"))
        try:
            if trying.command:
                return _run(trying.command, {**os.environ, VARIABLE: settings})
            say(_assignment(VARIABLE, settings))
            say("terraform plan")
            say(f"{line} Ctrl-C ends this.".strip())
            stop.wait()
            return 0
        finally:
            _report(ledger, target.end, say)


def _assignment(name: str, value: str) -> str:
    """The line that sets a variable in the shell of the system."""
    return f"$env:{name} = '{value}'" if sys.platform == "win32" else f"export {name}='{value}'"


def _logged(send: Send, say: Say) -> Send:
    """The same, which says each request and its answer in one line."""

    def asked(method: str, url: str, body: Any) -> tuple[int, Any]:
        try:
            status, answer = send(method, url, body)
        except Failure as failure:
            say(f"{failure.kind}: {failure.text}"[:_MOST_SHOWN])
            raise
        reasons = f": {reasons_in(answer)}" if status >= 400 else ""  # noqa: PLR2004
        say(f"{method} {url} {status}{reasons}"[:_MOST_SHOWN])
        return status, answer

    return asked


def _report(ledger: Ledger, end: str, say: Say) -> None:
    """Say what was created and not destroyed."""
    if ledger.left:
        say(f"Created and not destroyed: {plural(len(ledger.left), 'object')}. {end}")
    for created in ledger.left:
        say(f"  {created}")


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
