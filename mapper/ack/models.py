"""Where a model comes from: a file, plain or compressed, or the botocore that is installed."""

from __future__ import annotations

import gzip
import re
import zlib
from pathlib import Path
from typing import Any

from ..diagnostics import MappingError, Problem
from ..documents import Document, Documents, read_bytes

BOTOCORE = "botocore:"
_DATED = re.compile(r"botocore:(?P<name>[A-Za-z0-9-]+)(?:@(?P<date>\d{4}-\d{2}-\d{2}[\w.-]*))?\Z")


def load_model(model: str | Path | Document, documents: Documents) -> tuple[Document, Document | None]:
    """The model that `model` is or names: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`.

    With it comes the document with its texts, where that is a file of its own. Raises MappingError, and
    DocumentError for what is no JSON.
    """
    if isinstance(model, Document):
        return documents.add(model), None
    text = str(model)
    if text.startswith(BOTOCORE):
        return _from_botocore(text), None
    path = Path(model)
    beside = _texts_beside(path)
    return _load(path, documents), _load(beside, documents) if beside else None


def _load(path: Path, documents: Documents) -> Document:
    return documents.add(_parsed(documents.display(path), path))


def _parsed(uri: str, path: Path) -> Document:
    data = read_bytes(path, uri)
    return Document(uri, _unpacked(data, uri) if data.startswith(b"\x1f\x8b") else data, path)


def _unpacked(data: bytes, uri: str) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise MappingError(Problem(f"cannot be unpacked: {error}", uri)) from None


def _texts_beside(path: Path) -> Path | None:
    """The `docs-2.json` that belongs to an `api-2.json`."""
    if not path.name.startswith("api-2.json"):
        return None
    beside = path.with_name(path.name.replace("api-2", "docs-2", 1))
    return beside if beside.is_file() else None


def _from_botocore(text: str) -> Document:
    match = _DATED.match(text)
    if match is None:
        raise MappingError(Problem(f"{text!r} is not botocore:NAME or botocore:NAME@API-DATE"))
    try:
        from botocore.exceptions import DataNotFoundError
        from botocore.loaders import Loader
    except ImportError:
        raise MappingError(Problem(f"{text} needs botocore: pip install 'mkdocs-oasmap[ack]'")) from None
    loader = Loader()
    name, date = match["name"], match["date"]
    try:
        date = date or loader.determine_latest_version(name, "service-2")
    except DataNotFoundError:
        raise MappingError(Problem(_unknown(loader, name, None))) from None
    for folder in loader.search_paths:
        for file in (Path(folder, name, date, f"service-2.json{suffix}") for suffix in ("", ".gz")):
            if file.is_file():
                return _parsed(f"{BOTOCORE}{name}@{date}", file)
    raise MappingError(Problem(_unknown(loader, name, date)))


def _unknown(loader: Any, name: str, date: str | None) -> str:
    """Why botocore has no such model, and what it has."""
    import difflib

    known = loader.list_available_services("service-2")
    if name not in known:
        near = difflib.get_close_matches(name, known, n=1)
        return f"botocore has no service {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")
    dates = loader.list_api_versions(name, "service-2")
    return f"botocore has no model {date!r} of {name}; it has {', '.join(dates)}"
