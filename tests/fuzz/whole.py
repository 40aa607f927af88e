"""Whole runs: what is mapped, written, read back, compared and rendered, and all that must hold of it."""

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema_rs

from mapper.files import encode
from mapper.inputs import Document, Documents
from mapper.inputs.overlay import Overlaid
from mapper.model import Mapping
from mapper.registry import vocabulary_of
from mapper.report.budget import Budget, Cost
from mapper.report.diagnostic import MappingError
from mapper.review.entity_changes import compare
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.shape import sidecar_schema
from mapper.sidecar.writer import write_sidecar
from mapper.systems.ack.config import Texts
from mapper.systems.ack.config_reader import parse_config as parse_ack_config
from mapper.systems.ack.crd import write_crds
from mapper.systems.ack.go import write_go
from mapper.systems.ack.read import Inputs as AckInputs
from mapper.systems.ack.runtime import LATEST, profile_of
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import write_config
from mapper.systems.terraform.read import Inputs
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.markdown_pages import plain_files
from tests.support import first_config

from ..support import write_code_spec
from .oracle import Wrong, no_constant, one_line
from .splice import changed_sidecar

_DELIMITERS = re.compile(r"\{\{|\{%|\{#|--8<--|^ *:::|^%%%|\x1b", re.MULTILINE)
"""What acts before Markdown is read, also in code."""

_CODE = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_SCRIPT = re.compile(r"<script", re.IGNORECASE)


def spec(data: bytes) -> int:
    """A case of a description: the bytes that are written for it; 0 where it is refused, in one line each."""
    case = json.loads(data)
    try:
        api = _api(case)
        config = _config(api, case["asked"])
        mapping = Inputs(api, parse_config(Document("generator_config.yml", config))).map()
    except MappingError as error:
        _refused(error)
        return 0
    files = {"spec": encode(write_code_spec(mapping)), "sidecar": encode(write_sidecar(mapping))}
    _names(json.loads(files["spec"], parse_constant=no_constant))
    again = Inputs(_api(case), parse_config(Document("generator_config.yml", config))).map()
    if files != {"spec": encode(write_code_spec(again)), "sidecar": encode(write_sidecar(again))}:
        raise Wrong("the second mapping has other bytes")
    return _checked(mapping, files, case, len(data))


def _files(mapping: Mapping) -> dict[str, str]:
    return write_crds(mapping) | write_go(mapping)


def model(data: bytes) -> int:
    """A case of a model, likewise."""
    case = json.loads(data)
    try:
        mapping = _map_model(case)
        files = {name: encode(text) for name, text in _files(mapping).items()}
        files["sidecar"] = encode(write_sidecar(mapping))
    except MappingError as error:
        _refused(error)
        return 0
    again = _map_model(case)
    if {**_files(again), "sidecar": write_sidecar(again)} != {name: text.decode() for name, text in files.items()}:
        raise Wrong("the second mapping has other bytes")
    return _checked(mapping, files, case, len(data))


def _api(case: dict[str, Any]) -> Api:
    documents = Documents(budget=Budget())
    data = case["api"].encode("utf-8", "surrogatepass")
    documents.budget.read(len(data))
    document = documents.add(Document("openapi.yaml", data))
    if case.get("overlay"):
        overlay = Document("fix.json", json.dumps({"overlay": "1.0.0", "actions": case["overlay"]}).encode())
        return Api(documents.replace(document, Overlaid(document, [overlay])), documents)
    return Api(document, documents)


def _config(api: Api, asked: dict[str, Any]) -> bytes:
    """What is proposed for a description, with what is asked laid over it."""
    proposal = first_config(api).proposal
    config = Document("proposal.yml", encode(write_config(proposal))).root
    config["policies"] = {**(config.get("policies") or {}), **asked["policies"]}
    for section, schema in zip(("resources", "data_sources"), asked["schemas"], strict=True):
        for number, entry in enumerate((config.get(section) or {}).values()):
            if schema and number % 3 == 0:
                entry["schema"] = schema
    return json.dumps(config).encode()


def _map_model(case: dict[str, Any]) -> Mapping:
    found = Document("service-2.json", json.dumps(case["model"]).encode())
    config = Document("generator.yaml", json.dumps(case["config"]).encode())
    texts = Texts()
    return AckInputs((found, None), parse_ack_config(config), texts, profile_of(LATEST), (config,)).map()


def _refused(error: Exception) -> None:
    for line in str(error).split("\n"):
        one_line(line)


def _checked(mapping: Mapping, files: dict[str, bytes], case: dict[str, Any], size: int) -> int:
    """Check what holds of all mappings. The bytes that are written, pages included."""
    sidecar = files["sidecar"].decode()
    found = next(_validator().iter_errors(json.loads(sidecar, parse_constant=no_constant)), None)
    if found is not None:
        raise Wrong(f"the sidecar is not as its schema: {str(found)[:100]}")
    for diagnostic in mapping.diagnostics:
        one_line(f"{diagnostic.place}: {diagnostic.message}")
    old = read_sidecar(Document("oasmap.json", files["sidecar"]), vocabulary_of)
    for changes in (compare(old, mapping), compare(mapping, old), compare(mapping, mapping)):
        if changes:
            raise Wrong(f"it differs from itself: {changes[0].rule.id}")
    _compare_with_hostile(sidecar, case, mapping)
    pages = plain_files(Pages(mapping), {})
    for name, page in pages.items():
        text = page.decode() if name.endswith(".md") else ""
        hit = _DELIMITERS.search(text) or _SCRIPT.search(_CODE.sub("", text))
        if hit:
            raise Wrong(f"a page has {hit[0]!r} in it")
    written = sum(map(len, files.values())) + sum(map(len, pages.values()))
    budget = Budget()
    budget.read(size)
    if written > 2 * budget.limit(Cost.WRITTEN):  # the artifacts are among the pages again
        raise Wrong("more is written than the budget has")
    return written


def _compare_with_hostile(sidecar: str, case: dict[str, Any], mapping: Mapping) -> None:
    """A sidecar of somebody else is compared, or refused in one line."""
    if "old" not in case:
        return
    try:
        compare(read_sidecar(Document("old.json", changed_sidecar(sidecar, case["old"])), vocabulary_of), mapping)
    except MappingError as error:
        _refused(error)


@cache
def _validator() -> Any:
    return jsonschema_rs.validator_for(json.loads(sidecar_schema()))


def _names(spec: Any) -> None:
    """All attributes of a level, and all entities of a kind, have names of their own."""
    for names in _lists(spec):
        if len(set(names)) < len(names):
            raise Wrong("a name stands twice on one level")


def _lists(value: Any) -> Iterator[list[str]]:
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
            names = [item.get("name") for item in value if isinstance(item, dict)]
            if names and all(isinstance(name, str) for name in names):
                yield names
