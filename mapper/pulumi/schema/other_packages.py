"""Finds the schemas of other packages that a schema refers to, in the folder of the schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ...inputs import Document, DocumentError, Documents
from ...report.diagnostic import MappingError, Problem
from .validate import shape_findings

Others = dict[tuple[str, str], dict[str, Any]]
"""Schemas by the name and version in references."""
_PATH = "/schema.json#"
_NAME, _VERSION = re.compile(r"[\"'/ ]([-\w]+)\Z"), re.compile(r"v([^\"'\s#]*)")
_LONGEST = 300
"""The most characters of a name and version together, and of the text before them."""


def other_documents(document: Document, documents: Documents) -> Iterator[tuple[tuple[str, str], Document]]:
    """Name, version and document of the other packages, from files called `NAME-VERSION.json` or `NAME.json`.

    Raises MappingError for a file that is not a schema, or is that of another package.
    """
    if document.path is None:
        return
    for name, version in sorted(_named(document.text)):
        for called in (f"{name}-{version}.json", f"{name}.json"):
            path = document.path.parent / called
            if path == document.path:
                continue
            try:
                found = documents.unpack(path)
            except DocumentError:  # usually there is no such file: references to it are not checked
                continue
            _require_schema(found, name)
            yield (name, version), found
            break


def _named(text: str) -> set[tuple[str, str]]:
    """The names and versions in all schema paths of a text."""
    names = set()
    for before in text.split(_PATH)[:-1]:
        rest, _, last = before[-_LONGEST:].rpartition("/")
        name, version = _NAME.search(rest), _VERSION.fullmatch(last)
        if name and version:
            names.add((name[1], version[1]))
    return names


def _require_schema(document: Document, name: str) -> None:
    root = document.root
    if not isinstance(root, dict) or root.get("name") != name or any(one.is_error for one in shape_findings(root)):
        raise MappingError(Problem(f"this is named as the schema of the package {name}, and is none", document.uri))
