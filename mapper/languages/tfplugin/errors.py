"""The errors of this package, and the paths of their places inside a value.

Every message is one line for users, also if a provider wrote it.
"""

import json
import re
from typing import TypeAlias

from msgspec import Struct

from mapper.report.diagnostic import Problem


class AttributeStep(Struct, frozen=True):
    """An attribute, or a nested block, of an object."""

    name: str


class KeyStep(Struct, frozen=True):
    """An element of a map."""

    key: str


class IndexStep(Struct, frozen=True):
    """An element of a list, of a tuple, or of a set in the order in which it was sent."""

    index: int


Step: TypeAlias = AttributeStep | KeyStep | IndexStep
Path: TypeAlias = tuple[Step, ...]


def path_text(path: Path) -> str:
    """A path in the notation of Terraform's messages: `inner.many["a"].sizes[0]`."""
    text = ""
    for step in path:
        match step:
            case AttributeStep(name):
                text += f".{name}" if text else name
            case KeyStep(key):
                text += f"[{json.dumps(key, ensure_ascii=False)}]"
            case IndexStep(index):
                text += f"[{index}]"
    return text


class TfPluginError(Exception):
    """The base of all errors of this package. `remedy` is what the reader can do."""

    def __init__(self, text: str, *, remedy: str = "") -> None:
        super().__init__(f"{text}; {remedy}" if remedy else text)
        self.text = text
        self.remedy = remedy or "start the provider with Terraform to compare, or use a schema file"

    def problem(self, uri: str = "") -> Problem:
        """The error as a problem of the input `uri`."""
        return Problem(self.text, uri, remedy=self.remedy)


class CtyError(TfPluginError):
    """A value or a type that cannot be read or written: `path: what is wrong`.

    `path` leads to the wrong part; it is empty for the value as a whole.
    """

    def __init__(self, message: str, path: Path = ()) -> None:
        self.message = message
        self.path = path
        super().__init__(f"{path_text(path)}: {message}" if path else message)


class SchemaError(TfPluginError):
    """A schema document in another format than `terraform providers schema -json` writes.

    `pointer` is the JSON pointer of the wrong part.
    """

    def __init__(self, message: str, pointer: str = "") -> None:
        self.message = message
        self.pointer = pointer
        super().__init__(f"{pointer}: {message}" if pointer else message)


class PluginError(TfPluginError):
    """A provider that cannot be started or called. The message names it, and ends with its log if that helps.

    Mistakes in a configuration are no errors: a provider reports them as diagnostics.
    """


class CallFailed(PluginError):
    """A call without a response; `code` is gRPC's status, such as DEADLINE_EXCEEDED."""

    def __init__(self, message: str, code: str) -> None:
        self.code = code
        super().__init__(message)


_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_CONTROL_SEQUENCE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")


def one_line(text: str, longest: int = 300) -> str:
    """A text without line ends, control characters and colours, and not longer than `longest`."""
    plain = _SPACE.sub(" ", _CONTROL_SEQUENCE.sub("", text)).strip()
    return plain if len(plain) <= longest else f"{plain[: longest - 1]}…"
