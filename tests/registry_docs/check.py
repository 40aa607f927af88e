"""Make the pages of a case, and let tfplugindocs judge them."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.mappings import providers_schema
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.registry.tree import WRITTEN, registry_docs
from mkdocs_oasmap.render.write import write_pages
from mkdocs_oasmap.repository import Repository

from ..support import generate as map_case
from . import judge, peer


@dataclass
class Verdict:
    """What came of one case. `refused` says why there are no pages."""

    case: str
    pages: int = 0
    attributes: int = 0
    shortened: int = 0
    invalid: str = ""
    refused: str = ""
    differences: list[str] = field(default_factory=list)
    seconds: float = 0


def check(name: str, spec: Path, config: Path, program: Path, folder: Path) -> Verdict:
    """Pages and schema of a case in `folder`, judged."""
    verdict = Verdict(name)
    mapping = map_case(spec, config, base=spec.parent)
    start = time.perf_counter()
    repository = folder / "repository"
    repository.mkdir()
    try:
        docs = registry_docs(Pages(mapping), Repository(repository))
    except MappingError as error:
        verdict.refused = str(error)
        return verdict
    write_pages(docs.files, repository / "docs", WRITTEN)
    verdict.seconds = time.perf_counter() - start
    schema = folder / "schema.json"
    schema.write_text("".join(providers_schema(mapping)), encoding="utf-8")
    verdict.pages = len(docs.files)
    verdict.shortened = sum("shortened" in note for note in docs.notes)
    verdict.invalid = peer.validate(program, repository, mapping.provider, schema)
    plain = folder / "plain.json"
    peer.with_plain_descriptions(schema, plain)
    theirs = peer.generate(program, folder / "theirs", mapping.provider, plain)
    (provider,) = json.loads(schema.read_text(encoding="utf-8"))["provider_schemas"].values()
    odd, members = set(), set()
    for page, block in _blocks(provider, mapping.provider):
        if not block.get("attributes", {}).get("id", {"description": "-"}).get("description"):
            odd.add(page)
        members.update(f"{page}: {path}" for path in _members(block, ""))
    verdict.differences = list(judge.compare(repository / "docs", theirs, odd, members))
    verdict.attributes = sum(len(judge.facts(page.read_text(encoding="utf-8")).items) for page in theirs.rglob("*.md"))
    return verdict


def _blocks(provider: dict[str, Any], name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "index.md", provider["provider"]["block"]
    for key, folder in (("resource_schemas", "resources"), ("data_source_schemas", "data-sources")):
        for entity, schema in provider.get(key, {}).items():
            yield f"{folder}/{entity.removeprefix(f'{name}_')}.md", schema["block"]


def _members(block: dict[str, Any], prefix: str) -> Iterator[str]:
    """The paths of members of object types."""
    for name, attribute in block.get("attributes", {}).items():
        if "nested_type" in attribute:
            yield from _members(attribute["nested_type"], f"{prefix}{name}.")
        else:
            yield from _inside(attribute["type"], f"{prefix}{name}.")
    for name, nested in block.get("block_types", {}).items():
        yield from _members(nested["block"], f"{prefix}{name}.")


def _inside(spelled: Any, prefix: str) -> Iterator[str]:
    while isinstance(spelled, list) and spelled[0] in ("list", "set", "map"):
        spelled = spelled[1]
    if isinstance(spelled, list) and spelled[0] == "object":
        for name, member in spelled[1].items():
            yield f"{prefix}{name}"
            yield from _inside(member, f"{prefix}{name}.")
