"""Loads a model: from a file, plain or compressed, or from the installed botocore."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ..inputs import Document, DocumentError, Documents, read_bytes
from ..paths import is_file
from ..report.diagnostic import MappingError, Problem

BOTOCORE = "botocore:"
_CALLED = {
    "cloudwatchlogs": "logs",
    "cognitoidentityprovider": "cognito-idp",
    "documentdb": "docdb",
    "eventbridge": "events",
    "opensearchservice": "opensearch",
    "prometheusservice": "amp",
    "sfn": "stepfunctions",
}
"""ACK's name of a service -> its different name in botocore."""

_DATED = re.compile(r"botocore:(?P<name>[A-Za-z0-9-]+)(?:@(?P<date>\d{4}-\d{2}-\d{2}[\w.-]*))?\Z")


def load_model(
    model: str | Path | Document, documents: Documents, *, in_files: bool = True
) -> tuple[Document, Document | None]:
    """The model in `model`: a `.json` or `.json.gz` file, or `botocore:NAME[@API-DATE]`; and its
    texts, if in another file.

    `in_files`: files may be looked for on the disk; False for files of an earlier state. Raises MappingError, and
    DocumentError for invalid JSON.
    """
    if isinstance(model, Document):
        documents.budget.read(model.stored)
        return documents.add(model), _documentation(model.path, documents, in_files=in_files) if model.path else None
    text = str(model)
    if text.startswith(BOTOCORE):
        return _from_botocore(text, documents), None
    path = Path(model)
    return documents.add(documents.unpack(path)), _documentation(path, documents, in_files=in_files)


def _documentation(path: Path, documents: Documents, *, in_files: bool) -> Document | None:
    """The `docs-2.json` of an `api-2.json`, if there is one."""
    if not path.name.startswith("api-2.json"):
        return None
    docs_path = path.with_name(path.name.replace("api-2", "docs-2", 1))
    if in_files:
        return documents.add(documents.unpack(docs_path)) if is_file(docs_path) else None
    try:
        data = documents.bytes_of(docs_path)
    except DocumentError:  # an earlier state may not have the file
        return None
    return documents.add(documents.unpacked(data, docs_path))


def _from_botocore(text: str, documents: Documents) -> Document:
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
            if is_file(file):
                uri = f"{BOTOCORE}{name}@{date}"
                data = read_bytes(file, uri)
                documents.budget.read(len(data))
                return documents.unpacked(data, file, uri)
    raise MappingError(Problem(_unknown(loader, name, date)))


def _unknown(loader: Any, name: str, date: str | None) -> str:
    """The message about a model that botocore does not have, with similar names."""
    import difflib

    known = loader.list_available_services("service-2")
    if name not in known:
        own = _CALLED.get(name.lower())
        alike = [each for each in known if each.replace("-", "") == name.lower().replace("-", "")]
        near = [own] if own in known else alike or difflib.get_close_matches(name, known, n=1)
        return f"botocore has no service {name!r}" + (f"; did you mean {near[0]!r}?" if near else "")
    dates = loader.list_api_versions(name, "service-2")
    return f"botocore has no model {date!r} of {name}; it has {', '.join(dates)}"
