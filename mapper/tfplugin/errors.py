"""The errors that this package raises; every message is one line for a user."""

from __future__ import annotations

from .paths import Path, path_text


class TfPluginError(Exception):
    """What all errors of this package are."""


class CtyError(TfPluginError):
    """A value or a type that cannot be read or written: `path: what is wrong`.

    `path` leads to the part that is wrong; it is empty where the value as a whole is.
    """

    def __init__(self, message: str, path: Path = ()) -> None:
        self.message = message
        self.path = path
        super().__init__(f"{path_text(path)}: {message}" if path else message)


class SchemaError(TfPluginError):
    """A schema document that is not what `terraform providers schema -json` writes.

    `pointer` is the JSON Pointer of the part that is wrong.
    """

    def __init__(self, message: str, pointer: str = "") -> None:
        self.message = message
        self.pointer = pointer
        super().__init__(f"{pointer}: {message}" if pointer else message)


class PluginError(TfPluginError):
    """A provider that cannot be started or asked. The message names it, and ends with its log where that helps.

    Mistakes in a configuration are no errors: a provider reports them as diagnostics.
    """


class CallFailed(PluginError):
    """A call that came to no answer; `code` is gRPC's name of the reason, such as DEADLINE_EXCEEDED."""

    def __init__(self, message: str, code: str) -> None:
        self.code = code
        super().__init__(message)
