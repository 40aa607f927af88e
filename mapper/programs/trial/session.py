"""A session: a mock and a provider for as long as a person, or a command, tries them."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from secrets import token_hex
from shlex import quote
from typing import Any, Protocol

from mapper.programs.redaction import Redactor
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.trial import Say, TrialOptions
from mapper.text.display import visible
from mapper.text.plural import plural

from .addresses import addresses
from .command import run
from .credentials import PREFIX, credentials, schemes
from .endpoint import checked_address, endpoint
from .mock.objects import fill
from .mock.server import guard, mock_server
from .preview import Preview
from .private_folder import private_folder
from .provider.crud import Send, reasons_in
from .provider.failure import Failure
from .provider.http import sender
from .provider.ledger import Ledger
from .provider.protocol import is_private, provider_server
from .signals import hold_signals

VARIABLE = "TF_REATTACH_PROVIDERS"
"""Terraform connects to the providers that this variable names, in place of starting a program (its
`internal/getproviders/reattach`); it then needs neither a lock file nor `terraform init`.
"""
_PREVIEW = "This is a preview of {} against {}, and no provider to publish."
_MOST_SHOWN = 300
_OPEN = Problem(
    "--endpoint: this system has no Unix sockets for Python, so other users of it could send requests as you",
    remedy="run this on Linux, macOS or WSL, or leave --endpoint out",
)


def offer(request: Request, options: TrialOptions, say: Say) -> int:
    """Serve mock and provider until the command ends, or a signal comes. Raises MappingError."""
    redactor = Redactor()

    def tell(line: str) -> None:
        say(visible(redactor.text(line)))

    preview = Preview(request, tell)
    if options.objects is not None:
        fill(preview.mock, options.objects)
    target = _RealTarget(preview, options, redactor) if options.endpoint else _MockTarget(preview, redactor)
    say(_PREVIEW.format(visible(preview.api.artifacts.provider), visible(target.words)))
    if not target.is_agreed(tell):
        return 1
    preview.warn()
    return _serve(preview, options, target, tell, redactor)


class _Target(Protocol):
    """An API that the provider sends requests to. `words` name it, and `end` says what becomes of its objects."""

    words: str
    end: str

    def is_agreed(self, say: Say) -> bool:
        """Whether the person agrees to what is about to happen."""
        ...

    def open(self, say: Say) -> AbstractContextManager[tuple[Send, str]]:
        """Sends requests while the context lasts, with a line for the person, or none."""
        ...


class _MockTarget:
    words, end = "a mock of its API", "The mock ends, and they with it."

    def __init__(self, preview: Preview, redactor: Redactor) -> None:
        self._preview, self._redactor = preview, redactor

    def is_agreed(self, say: Say) -> bool:
        return True

    @contextmanager
    def open(self, say: Say) -> Iterator[tuple[Send, str]]:
        token = token_hex(16)
        with mock_server(_log_requests(guard(self._preview.mock.handle), say, self._redactor), token) as address:
            yield sender(address, token), f"The mock is at {address} (Authorization: Bearer {token})."


class _RealTarget:
    end = "They still exist."

    def __init__(self, preview: Preview, options: TrialOptions, redactor: Redactor) -> None:
        """Raises MappingError for an invalid address, and where other users could use the credentials."""
        if not is_private():
            raise MappingError(_OPEN)
        self.words = self._address = checked_address(options.endpoint)
        self._confirm, self._asked = options.confirm, schemes(preview.api.model.description.root)
        self._credentials = credentials(self._asked, os.environ)
        self._redactor = redactor
        redactor.learn(list(self._credentials.secrets))

    def is_agreed(self, say: Say) -> bool:
        used = self._credentials.variables
        if used:
            say(f"Credentials are from {', '.join(used)}.")
        elif self._asked:
            say(f"No credentials: set {' or '.join(scheme.variable for scheme in self._asked)}.")
        return self._confirm(f"Requests go to {visible(self._address)}, and change real objects there.")

    @contextmanager
    def open(self, say: Say) -> Iterator[tuple[Send, str]]:
        yield _log_requests(endpoint(self._address, self._credentials), say, self._redactor), ""


def _serve(preview: Preview, options: TrialOptions, target: _Target, say: Say, redactor: Redactor) -> int:
    ledger, provider = Ledger(), preview.api.artifacts.provider
    with (
        hold_signals() as signals,
        private_folder() as folder,
        target.open(say) as (send, line),
        provider_server(preview.offer, send, ledger, folder, redactor) as place,
    ):
        settings = json.dumps(dict.fromkeys(addresses(provider, options.folder), place), separators=(",", ":"))
        try:
            if options.command:
                return run(options.command, _environment(settings), signals)
            say(_assignment(VARIABLE, settings))
            say("terraform plan")
            say(f"{line} Ctrl-C ends this.".strip())
            signals.wait()
            say(f"Terraform no longer finds the provider. In the other terminal: {_removal(VARIABLE)}")
            return 0
        finally:
            _report(ledger, target.end, say)


def _environment(settings: str) -> dict[str, str]:
    """The environment of the command. It has no credentials, which only requests to the API carry."""
    return {**{name: text for name, text in os.environ.items() if not name.startswith(PREFIX)}, VARIABLE: settings}


def _assignment(name: str, value: str) -> str:
    """The line that sets a variable in the shell of the system."""
    if sys.platform == "win32":
        quoted = value.replace("'", "''")
        return f"$env:{name} = '{quoted}'"
    return f"export {name}={quote(value)}"


def _removal(name: str) -> str:
    """The line that removes a variable from the shell of the system."""
    return f"Remove-Item Env:{name}" if sys.platform == "win32" else f"unset {name}"


def _log_requests(send: Send, say: Say, redactor: Redactor) -> Send:
    """The same function, which also says each request and its response in one line."""

    def note(line: str) -> None:
        say(redactor.beginning(line, _MOST_SHOWN))

    def send_and_log(method: str, url: str, body: Any) -> tuple[int, Any]:
        try:
            status, response = send(method, url, body)
        except Failure as failure:
            note(f"{failure.kind}: {failure.text}")
            raise
        reasons = f": {reasons_in(response)}" if status >= 400 else ""  # noqa: PLR2004
        note(f"{method} {url} {status}{reasons}")
        return status, response

    return send_and_log


def _report(ledger: Ledger, end: str, say: Say) -> None:
    """Say what was created and not destroyed."""
    if ledger.objects:
        say(f"Created and not destroyed: {plural(len(ledger.objects), 'object')}. {end}")
    for created in ledger.objects:
        say(f"  {created}")
