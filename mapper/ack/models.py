"""Where a model comes from: a file, plain or compressed, or the botocore that is installed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..diagnostics import MappingError, Problem
from ..documents import Document, DocumentError, Documents, Reader, read_bytes, unpacked

BOTOCORE = "botocore:"
_DATED = re.compile(r"botocore:(?P<name>[A-Za-z0-9-]+)(?:@(?P<date>\d{4}-\d{2}-\d{2}[\w.-]*))?\Z")


def load_model(
    model: str | Path | Document, documents: Documents, reader: Reader | None = None
) -> tuple[Document, Document | None]:
    """The model that `model` is or names: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`.

    With it comes the document with its texts, where that is a file of its own. `reader` reads files, those on the
    disk by default. Raises MappingError, and DocumentError for what is no JSON.
    """
    if isinstance(model, Document):
        beside = _texts_beside(model.path, documents, reader) if model.path else None
        return documents.add(model), beside
    text = str(model)
    if text.startswith(BOTOCORE):
        return _from_botocore(text), None
    path = Path(model)
    return _load(path, documents, reader), _texts_beside(path, documents, reader)


def _load(path: Path, documents: Documents, reader: Reader | None) -> Document:
    return documents.add(_parsed(documents.display(path), path, reader or read_bytes))


def _parsed(uri: str, path: Path, reader: Reader = read_bytes) -> Document:
    return Document(uri, unpacked(reader(path, uri), uri), path)


def _texts_beside(path: Path, documents: Documents, reader: Reader | None) -> Document | None:
    """The `docs-2.json` that belongs to an `api-2.json`, if there is one."""
    if not path.name.startswith("api-2.json"):
        return None
    beside = path.with_name(path.name.replace("api-2", "docs-2", 1))
    if reader is None:
        return _load(beside, documents, None) if beside.is_file() else None
    try:
        data = reader(beside, documents.display(beside))
    except DocumentError:  # an earlier state may not have had one
        return None
    return documents.add(Document(documents.display(beside), unpacked(data, documents.display(beside)), beside))


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
