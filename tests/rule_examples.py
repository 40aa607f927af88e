"""The examples of the guide: what stands in the fenced blocks of a section is mapped and compared.

A block with a title is a file of an example. `openapi.yaml` begins an example, `generator_config.yml` gives it another
config, and each `provider_code_spec.json` after that shows what is written, or a part of it. `attributes` shows the
same as a line for each attribute: all of an entity, or some, with `…` in place of the others. An `openapi.yaml` that
does not have the key `paths` lists schemas. They play their part by their names:

    Telescope        the body of POST /telescopes, which creates the resource telescope
    TelescopeUpdate  the body of PUT /telescopes/{id}, which updates it
    TelescopeRead    the response of GET /telescopes/{id}, which reads it (or the data source, without a Telescope)
    TelescopeList    the response of GET /telescopes, which the data source telescopes reads
    Settings         the schema of the provider
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import yaml

from mapper.model import Mapping

from .guide.attributes import in_full
from .support import generate, write_code_spec

DOCS = Path(__file__).parents[1] / "example_site" / "docs"
SPEC, LINES, CONFIG, API = "provider_code_spec.json", "attributes", "generator_config.yml", "openapi"

_HEADING = re.compile(r"^(#{1,6}) (.*)$")
_FENCE = re.compile(r"^( *)```(?: *(\w+)(?: title=\"([^\"]+)\")?)?$")
_NAME = re.compile(r"^(\w+):", re.MULTILINE)
_PATHS = """\
  /telescopes:
    post: {{requestBody: {Telescope}, responses: {{}}}}
    get: {{responses: {{"200": {TelescopeList}}}}}
  /telescopes/{{id}}:
    get: {{responses: {{"200": {TelescopeRead}}}}}
    put: {{requestBody: {TelescopeUpdate}}}
"""
_BODY = "{{content: {{application/json: {{schema: {{$ref: '#/components/schemas/{}'}}}}}}}}"
_BODIES = ("Telescope", "TelescopeList", "TelescopeRead", "TelescopeUpdate")
_ONE, _ALL = "/telescopes/{id}", "/telescopes"


@dataclass(frozen=True)
class Block:
    """A fenced block with a title."""

    title: str
    text: str


@dataclass(frozen=True)
class Section:
    """A heading, the prose below it, and the files of its examples."""

    page: str
    heading: str
    prose: str
    blocks: tuple[Block, ...]

    @property
    def is_example(self) -> bool:
        return any(block.title in (SPEC, LINES) for block in self.blocks)

    @property
    def configs(self) -> list[Any]:
        return [yaml.safe_load(block.text) for block in self.blocks if block.title == CONFIG]


def sections(page: str) -> list[Section]:
    """The sections of a page, each up to the next heading of any level."""
    return parse(page, (DOCS / page).read_text(encoding="utf-8"))


def parse(page: str, text: str) -> list[Section]:
    """The sections of a text; what stands before the first heading is one, too."""
    found: list[Section] = []
    heading, prose, blocks = page, [], []
    title: str | None = None
    fenced: list[str] | None = None
    for line in text.splitlines():
        fence, head = _FENCE.match(line), _HEADING.match(line)
        if fenced is not None:
            if fence and not fence[2]:
                blocks += [Block(title, dedent("\n".join(fenced)) + "\n")] if title else []
                fenced = None
            else:
                fenced.append(line)
        elif fence:
            title, fenced = fence[3], []
        elif head:
            found.append(Section(page, heading, "\n".join(prose), tuple(blocks)))
            heading, prose, blocks = head[2], [], []
        else:
            prose.append(line)
    return [*found, Section(page, heading, "\n".join(prose), tuple(blocks))]


def mappings(section: Section, folder: Path) -> Iterator[tuple[Mapping, str]]:
    """What each specification of a section is an excerpt of, and the excerpt."""
    config, api = "", ""
    for number, block in enumerate(section.blocks):
        if block.title in (SPEC, LINES):
            place = folder / str(number)
            place.mkdir()
            for other in section.blocks:
                if other.title not in (SPEC, LINES, CONFIG) and not other.title.startswith(API):
                    (place / other.title).write_text(other.text, encoding="utf-8")
            schemas = set(_NAME.findall(api))
            (place / "api").write_text(_description(api, schemas), encoding="utf-8")
            (place / "config").write_text(json.dumps(_config(config, api, schemas)), encoding="utf-8")
            yield generate(place / "api", place / "config", place), block.text
        elif block.title == CONFIG:
            config = block.text
        elif block.title.startswith(API):
            config, api = "", block.text


def difference(excerpt: str, mapping: Mapping) -> str:
    """What an excerpt shows and the artifact does not have; empty if there is nothing."""
    spec = json.loads(write_code_spec(mapping))
    return _difference(json.loads(excerpt), spec) if excerpt[0] in "{[" else _unlisted(excerpt, spec)


def _unlisted(excerpt: str, spec: Any) -> str:
    """For lines of attributes, those that no entity has; without `…`, an entity has no others."""
    entities = [*spec.get("resources", []), *spec.get("datasources", []), spec["provider"]]
    schemas = [entity["schema"] for entity in entities if "schema" in entity]
    lists = [[in_full(a) for key in ("attributes", "blocks") for a in schema.get(key, [])] for schema in schemas]
    wanted = re.split(r"\n(?! )", excerpt.strip("\n"))
    if "…" not in wanted:
        return "" if [f"{block}\n" for block in wanted] in lists else "\n".join(map("".join, lists))
    parts = {f"{block}\n" for block in wanted} - {"…\n"}
    return "" if any(parts < set(blocks) for blocks in lists) else "\n".join(map("".join, lists))


def _difference(excerpt: Any, spec: Any) -> str:
    """The same for a part of the artifact.

    A list shows all attributes or all blocks of an entity, and a mapping one attribute, as they are. A mapping with a
    schema, or with several entities, may leave out keys, but no entries of lists.
    """
    entities = [*spec.get("resources", []), *spec.get("datasources", []), spec["provider"]]
    schemas = [entity["schema"] for entity in entities if "schema" in entity]
    lists = [schema.get("attributes", []) for schema in schemas]
    if isinstance(excerpt, list):
        lists += [schema["blocks"] for schema in schemas if "blocks" in schema]
        return "" if excerpt in lists else json.dumps(lists)
    if {"provider", "resources", "datasources"} & excerpt.keys():
        return _missing(excerpt, spec, "")
    if "schema" in excerpt:
        found = [_missing(excerpt, entity, "") for entity in entities]
        return "" if "" in found else "\n".join(found)
    named = [a for attributes in lists for a in attributes if a["name"] == excerpt["name"]]
    return "" if excerpt in named else json.dumps(named)


def _missing(part: Any, whole: Any, path: str) -> str:
    if isinstance(part, dict) and isinstance(whole, dict):
        absent = [f"{path}/{key}: is not there" for key in part if key not in whole]
        return next(
            filter(None, [*absent, *(_missing(part[k], whole[k], f"{path}/{k}") for k in part if k in whole)]), ""
        )
    if isinstance(part, list) and isinstance(whole, list) and len(part) == len(whole):
        pairs = enumerate(zip(part, whole, strict=True))
        return next(filter(None, (_missing(a, b, f"{path}/{i}") for i, (a, b) in pairs)), "")
    return "" if part == whole and type(part) is type(whole) else f"{path}: {json.dumps(whole)}"


def _description(api: str, schemas: set[str]) -> str:
    if "openapi" in schemas or api.startswith("{"):
        return api
    head = "openapi: 3.1.0\ninfo: {title: Owl Ridge, version: '1'}\n"
    if "paths" in schemas:
        return head + api
    bodies = {name: _BODY.format(name) if name in schemas else "{}" for name in _BODIES}
    return f"{head}paths:\n{_PATHS.format(**bodies)}components:\n  schemas:\n{indent(api, '    ')}"


def _config(text: str, api: str, schemas: set[str]) -> Any:
    """The config of a section on top of what the names of the schemas stand for."""
    provider: dict[str, Any] = {"name": "owlridge"}
    if "Settings" in schemas:
        provider["schema_ref"] = "#/components/schemas/Settings"
    default: dict[str, Any] = {"provider": provider}
    read = {"path": _ONE, "method": "GET"}
    if "Telescope" in schemas or re.search(r"\bpost\b", api):
        default["resources"] = {"telescope": {"create": {"path": _ALL, "method": "POST"}, "read": read}}
        if "TelescopeUpdate" in schemas:
            default["resources"]["telescope"]["update"] = {"path": _ONE, "method": "PUT"}
    elif "TelescopeList" not in schemas:
        default["data_sources"] = {"telescope": {"read": read}}
    if "TelescopeList" in schemas:
        default["data_sources"] = {"telescopes": {"read": {"path": _ALL, "method": "GET"}}}
    return _merged(default, yaml.safe_load(text) or {})


def _merged(base: Any, over: Any) -> Any:
    if not isinstance(base, dict) or not isinstance(over, dict):
        return over
    return {key: _merged(base.get(key), over[key]) if key in over else base[key] for key in {**base, **over}}
