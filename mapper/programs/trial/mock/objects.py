"""Objects that exist in a mock from the start."""

from pathlib import Path
from typing import Any

from mapper.files import read_named
from mapper.inputs import Document
from mapper.report.diagnostic import MappingError, Problem

from .api import Mock

_REFUSED = 400
_HOW = "write lists of request bodies by path, such as `/dogs: [{name: Rex}]`"


def fill(mock: Mock, path: Path) -> None:
    """Create the objects of a file in JSON or YAML: lists of request bodies by path of POST. Raises MappingError."""
    document = Document(str(path), read_named(path))
    entries: Any = document.root
    if not isinstance(entries, dict) or not all(isinstance(bodies, list) for bodies in entries.values()):
        raise MappingError(Problem("this is no file of objects", str(path), remedy=_HOW))
    for at, bodies in entries.items():
        for body in bodies:
            status, response = mock.handle("POST", at, body)
            if status >= _REFUSED:
                reasons = "; ".join(map(str, response["errors"]))
                raise MappingError(Problem(f"POST {at}: {status}: {reasons}", str(path), remedy="correct the object"))
    mock.calls.clear()
