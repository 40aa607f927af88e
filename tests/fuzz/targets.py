"""What is fuzzed. A target returns whether it took the bytes; it raises only where something is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress

from mapper.files import encode
from mapper.inputs import Document, DocumentError, Documents, Node, Unresolved
from mapper.inputs.json_values import NotRead, read_unique
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError
from mapper.samples import patterns
from mapper.sidecar.writer import write_sidecar
from mapper.terraform import write_code_spec
from mapper.terraform.config.config import parse_config
from mapper.terraform.map import map_api
from mapper.terraform.openapi.operations import Api
from mapper.terraform.propose import first_config, write_config
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files

from . import seeds, systems, whole
from .oracle import Wrong, no_constant, one_line

Target = Callable[[bytes], int]
"""The bytes that were written for an input, or True: it was taken. 0 or False: it was refused."""
MOST_NODES = 2_000
"""Nodes of one document whose positions are looked up."""


def document(data: bytes) -> bool:
    """Bytes -> a document, with a position for every node; or an error in one line."""
    try:
        found = Document("menu.yaml", data)
    except DocumentError as error:
        one_line(str(error))
        return False
    with suppress(NotRead):  # large files are read with it
        if repr(read_unique(data)) != repr(found.root) or found.duplicates:
            raise Wrong("it has another value when it is read as a large file")
    documents = Documents()
    documents.add(found)
    waiting, seen = [found.node], 0
    while waiting and seen < MOST_NODES:
        node = waiting.pop()
        seen += 1
        if found.position(node.pointer) is None:
            raise Wrong(f"{node.pointer!r} has no position")
        with suppress(Unresolved):
            documents.follow(node)
        waiting += node.items()
        waiting += (child for _, child in node.members())
    return True


def openapi(data: bytes) -> bool:
    """A description, with the config that is proposed for it, and with one that asks for what the seeds have."""
    documents = Documents()
    try:
        api = Api(documents.add(Document("openapi.yaml", data)), documents)
        proposal = first_config(api).proposal
        configs = [seeds.CONFIG]
        if proposal.entities:
            configs.append(encode(write_config(proposal)))
    except (DocumentError, MappingError) as error:
        one_line(str(error))
        return False
    return sum(_maps(api, config) for config in configs) > 0  # all of them, whatever the first does


def config(data: bytes) -> bool:
    """A generator config for a fixed description."""
    documents = Documents()
    return _maps(Api(documents.add(Document("openapi.yaml", seeds.API)), documents), data)


def pages(data: bytes) -> bool:
    """A description -> Markdown pages."""
    documents = Documents()
    try:
        api = Api(documents.add(Document("openapi.yaml", data)), documents)
        mapping = map_api(api, parse_config(Document("generator_config.yml", seeds.CONFIG)))
    except (DocumentError, MappingError):
        return False
    plain_files(Pages(mapping), {})
    return True


def pattern(data: bytes) -> bool:
    """A regular expression of a description: parsed, and matched against texts made from it."""
    found = patterns.parse(data.decode("utf-8", "surrogateescape"))
    if found is None:
        return False
    for number, sample in enumerate(found.samples()):
        found.matches(sample)
        if number > 3:  # as many as an example tries
            break
    found.matches("a" * 128)
    return True


TARGETS: dict[str, Target] = {
    "document": document, "openapi": openapi, "config": config, "pages": pages, "pattern": pattern,
    "spec": whole.spec, "model": whole.model, **systems.TARGETS,
}  # fmt: skip


def _maps(api: Api, config: bytes) -> bool:
    try:
        _check(map_api(api, parse_config(Document("generator_config.yml", config))))
    except (DocumentError, MappingError) as error:  # what is nested too deep is refused when it is written
        for line in str(error).split("\n"):
            one_line(line)
        return False
    return True


def _check(mapping: Mapping) -> None:
    spec = json.loads(encode(write_code_spec(mapping)), parse_constant=no_constant)
    json.loads(encode(write_sidecar(mapping)))
    written = sum(len(spec.get(section, [])) for section in ("resources", "datasources"))
    if written + ("provider" in spec) < len(mapping.entities):
        raise Wrong("an entity is not in the specification")
    for diagnostic in mapping.diagnostics:
        if isinstance(diagnostic.location, Node) and not diagnostic.place:
            raise Wrong(f"{diagnostic.code} has no place")
        one_line(f"{diagnostic.place}: {diagnostic.message}")
