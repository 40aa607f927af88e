"""What `oasmap try --all` saw of the lives of resources, in a file next to the config, which pages show to authors."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import Struct, ValidationError, convert
from msgspec.structs import replace

from mapper.inputs import Documents
from mapper.model import Entity, Mapping
from mapper.report.diagnostic import Diagnostic, MappingError, Note, Problem, at
from mapper.request import Request

from . import kinds, rules

VERSION = 1
OK, NOT_APPLICABLE = "ok", "n/a"
"""The results of steps that succeeded, and of those that had nothing to do, which a reason follows."""

_DONE = {
    "create": "created",
    "plan": "planned without a change",
    "update": "updated in place",
    "import": "imported",
    "destroy": "destroyed",
}
_AGAIN = "run `oasmap try --all --write-life {}`"


class Record(Struct, frozen=True):
    """The record: `by` whom the resources lived, the `state` they are of, and the results of steps by resource."""

    life: int
    by: str
    state: str
    resources: dict[str, dict[str, str]]


def state_of(mapping: Mapping) -> str:
    """What differs if the description or the config does; comments and layout do not."""
    digest = sha256()
    for document in mapping.documents:
        root: Any = getattr(document, "root", None)
        digest.update(json.dumps(root, sort_keys=True, default=str).encode() + b"\0")
    return digest.hexdigest()


def with_life(mapping: Mapping, request: Request) -> Mapping:
    """The mapping with what the record that a request names has of its resources. Raises MappingError.

    What the record of another state has is not shown: a warning says so.
    """
    if request.life is None:
        return mapping
    record = _read_record(request.life, request)
    if record.state != state_of(mapping):
        text = f"{request.life} is of another state of the description or the config"
        return _noted(mapping, at(Note(rules.LIFE_IS_OLD, text), None, "", request.levels))
    return replace(mapping, entities=tuple(_lived(entity, record) for entity in mapping.entities))


def _read_record(path: Path, request: Request) -> Record:
    remedy = _AGAIN.format(path)
    document = Documents(request.base, reader=request.reader).load(path)
    try:
        record = convert(document.root, Record)
    except ValidationError as error:
        raise MappingError(Problem(f"this is no record of lives: {error}", document.uri, remedy=remedy)) from None
    if record.life != VERSION:
        raise MappingError(
            Problem(f"the version {record.life} of the record is not known", document.uri, remedy=remedy)
        )
    return record


def _noted(mapping: Mapping, diagnostic: Diagnostic) -> Mapping:
    return replace(mapping, diagnostics=(*mapping.diagnostics, diagnostic))


def _lived(entity: Entity, record: Record) -> Entity:
    results = record.resources.get(entity.name) if entity.kind is kinds.RESOURCE else None
    return entity if results is None else replace(entity, life=_words(results, record.by))


def _words(results: dict[str, str], by: str) -> str:
    """What was seen of a resource, in two sentences at most."""
    done = [words for step, words in _DONE.items() if results.get(step) == OK]
    failed = next((f"{step}: {r}" for step, r in results.items() if r != OK and not r.startswith(NOT_APPLICABLE)), "")
    text = f"By {by}, against a mock of the API: {', '.join(done) or 'not created'}."
    return f"{text} It failed at {failed}." if failed else text
