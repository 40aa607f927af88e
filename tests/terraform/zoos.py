"""Helpers for the tests of `mapper.systems.terraform.propose`: small zoos, and what is proposed for them."""

import re
from itertools import groupby
from textwrap import dedent, indent
from typing import Any

import yaml

from mapper.inputs import Document, Documents
from mapper.model import EntityKind, Mapping
from mapper.report.diagnostic import Severity
from mapper.report.rules import UNUSED_IGNORE
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.map import map_api
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import ConfigProposal, discover, fixed_proposal, write_config
from mapper.systems.terraform.rules import UNUSED_ALIAS

PET = "{type: object, properties: {id: {type: integer}, name: {type: string}}}"
NEW_PET = "{type: object, required: [name], properties: {name: {type: string}}}"
TAKES = f"requestBody: {{content: {{application/json: {{schema: {NEW_PET}}}}}}}"
GIVES = f"responses: {{'200': {{content: {{application/json: {{schema: {PET}}}}}}}}}"
LISTS = f"responses: {{'200': {{content: {{application/json: {{schema: {{type: array, items: {PET}}}}}}}}}}}"


_TEXTS = re.compile(r"(takes|gives)\[(.*?)\]")


def body(*names: str) -> str:
    listed = ", ".join(f"{name}: {{type: string}}" for name in names)
    return f"{{content: {{application/json: {{schema: {{type: object, properties: {{{listed}}}}}}}}}}}"


def takes(*names: str) -> str:
    return f"requestBody: {body(*names)}"


def gives(*names: str) -> str:
    return f"responses: {{'200': {body(*names)}}}"


def api(text: str) -> Api:
    """An API description from YAML. `TAKES`, `GIVES` and `LISTS` stand for a body, a response and a list of pets.

    `takes[a b]` and `gives[a b]` stand for a body and a response with these texts.
    """
    text = _TEXTS.sub(lambda match: (takes if match[1] == "takes" else gives)(*match[2].split()), text)
    for word, value in (("TAKES", TAKES), ("GIVES", GIVES), ("LISTS", LISTS)):
        text = text.replace(word, value)
    text = dedent(text)
    if not text.lstrip().startswith(("{", "openapi", "swagger", "[")):
        text = f"openapi: 3.1.0\ninfo: {{title: Zoo, version: '1'}}\npaths:\n{indent(text, '  ')}"
    documents = Documents()
    return Api(documents.add(Document("openapi.yaml", text.encode())), documents)


def paths(text: str) -> ConfigProposal:
    """A proposal for paths, checked: it maps."""
    description = api(text)
    proposal = proposed(description)
    check(description, proposal)
    return proposal


def proposed(description: Api) -> ConfigProposal:
    """What is proposed for a description, with all data sources."""
    return fixed_proposal(description, discover(description, all_data_sources=True)).proposal


def check(description: Api, proposal: ConfigProposal) -> None:
    written = Document("generator_config.yml", write_config(proposal).encode())
    if not proposal.entities:
        return
    mapping = map_api(description, parse_config(written))
    assert problems(mapping) == []
    assert len(mapping.of_kind(kinds.RESOURCE)) == len(proposal.of_kind(kinds.RESOURCE))
    assert len(mapping.of_kind(kinds.DATA_SOURCE)) == len(proposal.of_kind(kinds.DATA_SOURCE))


def problems(mapping: Mapping) -> list[str]:
    unused = (UNUSED_ALIAS, UNUSED_IGNORE)
    return [d.message for d in mapping.diagnostics if d.severity is Severity.ERROR or d.rule in unused]


def config(proposal: ConfigProposal) -> Any:
    return yaml.safe_load(write_config(proposal))


def operations(proposal: ConfigProposal, kind: EntityKind = kinds.RESOURCE) -> dict[str, dict[str, str]]:
    """The operations of each entity: `{pet: {create: POST /pets}}`."""
    return {
        entity.name: {part.part: f"{part.method} {part.path}" for part in entity.parts}
        for entity in proposal.of_kind(kind)
    }


def names(proposal: ConfigProposal, kind: EntityKind = kinds.DATA_SOURCE) -> list[str]:
    return [entity.name for entity in proposal.of_kind(kind)]


def reads(proposal: ConfigProposal) -> dict[str, str]:
    """The path of each data source."""
    return {entity.name: entity.part("read").path for entity in proposal.of_kind(kinds.DATA_SOURCE)}


def schema(proposal: ConfigProposal, name: str, section: str = "data_sources") -> Any:
    return config(proposal)[section][name].get("schema", {})


def aliases(proposal: ConfigProposal, name: str, section: str = "data_sources") -> dict[str, str]:
    found = schema(proposal, name, section).get("attributes", {}).get("aliases", {})
    return dict(found)


def ignores(proposal: ConfigProposal, name: str, section: str = "data_sources") -> list[str]:
    return list(schema(proposal, name, section).get("ignores", []))


def reasons(proposal: ConfigProposal) -> dict[str, str]:
    return {f"{operation.method.upper()} {operation.path}": operation.reason for operation in proposal.unused}


def query(*parameters: str) -> str:
    listed = ", ".join(f"{{name: '{name}', in: query, schema: {{type: integer}}}}" for name in parameters)
    return f"parameters: [{listed}]"


def assert_becomes(case: str) -> None:
    """Check what becomes of paths: lines of paths, and behind arrows operations of resources, what is only read, and
    what is not used.
    """
    lines = [line.strip() for line in case.strip().split("\n")]
    zoo = paths("\n".join(line for line in lines if not line.startswith("->")))
    made = operations(zoo)
    found = [f"{name}: {_grouped(parts)}" for name, parts in made.items()]
    found += [f"{name} is only read: {path}" for name, path in reads(zoo).items() if name not in made]
    found += [f"not {operation}: {reason}" for operation, reason in reasons(zoo).items()]
    assert found == [line.removeprefix("-> ") for line in lines if line.startswith("->")]


def _grouped(parts: dict[str, str]) -> str:
    """The operations of a resource, those of one path together."""
    grouped = groupby((part.split(" ", 1) for part in parts.values()), key=lambda part: part[1])
    return "; ".join(f"{', '.join(method for method, _ in group)} {path}" for path, group in grouped)
