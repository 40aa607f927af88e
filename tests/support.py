"""Maps small YAML snippets, so that a test shows a schema and what becomes of it, and nothing else.

A snippet has sections. `create`, `create_response` and `read` are the schemas of bodies, `parameters` and
`path_parameters` those of the read operation and of its path, `components` the shared schemas; `paths` replaces
all paths. `schema`, `provider` and `policies` go into the generator config. What a section holds is inserted as it is
written: spelling and quotes count. A part that is missing is missing in the description too.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import yaml

from mapper.files import encoded, whole
from mapper.inputs import Document, Documents
from mapper.inputs.document import Description
from mapper.model import Attribute, Entity, EntityKind, Mapping, nested_body
from mapper.report.budget import Cost
from mapper.report.diagnostic import Diagnostic, Rule, Severity
from mapper.request import Request
from mapper.review.changes import Change
from mapper.review.entity_changes import Options
from mapper.review.entity_changes import compare as compare_mappings
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import Config, parse_config
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import Starter, discover, fixed_proposal
from mapper.systems.terraform.read import Inputs
from mapper.systems.terraform.review import POLICY
from mapper.systems.terraform.spec.writer import code_spec
from mapper.systems.terraform.system import TERRAFORM


def generate(
    spec: Path | Document,
    config: Path | Sequence[Path],
    base: Path | None = None,
    levels: dict[str, Severity] | None = None,
    **more: Any,
) -> Mapping:
    """The mapping of an API description with a config in one or several files; `more` are members of the request."""
    configs = (config,) if isinstance(config, Path) else config
    return TERRAFORM.run(Request(spec, configs, base, levels=levels, **more)).mapping


def write_code_spec(mapping: Mapping) -> str:
    """The code spec of a mapping."""
    return whole(encoded(code_spec(mapping), mapping.budget.meter(Cost.WRITTEN, "the specification"))).decode()


_SECTION = re.compile(r"^(\w+):([^\n]*(?:\n(?:[ \t#][^\n]*)?)*)", re.MULTILINE)
_STATUS = ("computed_optional_required", "optional_required")
_LISTS = {kinds.RESOURCE: "resources", kinds.DATA_SOURCE: "datasources"}


@dataclass(frozen=True)
class Mapped:
    """A mapping, seen from the one entity of `kind` that it is about. Paths are dotted."""

    mapping: Mapping
    kind: EntityKind
    sources: tuple[str, str] = ("", "")
    """The texts of the description and of the config."""

    @cached_property
    def text(self) -> str:
        """The artifact."""
        return write_code_spec(self.mapping)

    @cached_property
    def spec(self) -> Any:
        return json.loads(self.text)

    @property
    def is_mapped(self) -> bool:
        return bool(self.mapping.of_kind(self.kind))

    @property
    def entity(self) -> Entity:
        (entity,) = self.mapping.of_kind(self.kind)
        return entity

    @property
    def attributes(self) -> list[dict[str, Any]]:
        """The attributes in the artifact, in order."""
        (entity,) = self.spec[_LISTS[self.kind]] if self.kind in _LISTS else [self.spec["provider"]]
        return list(entity["schema"].get("attributes", []))

    @property
    def names(self) -> list[str]:
        return [attribute["name"] for attribute in self.attributes]

    def names_in(self, path: str) -> list[str]:
        """The names of what is nested in an attribute."""
        return [attribute["name"] for attribute in _nested(self[path])]

    @property
    def kinds(self) -> dict[str, str]:
        return {name: next(iter(self[name])) for name in self.names}

    @property
    def statuses(self) -> dict[str, str]:
        return {name: self.status(name) for name in self.names}

    def __getitem__(self, path: str) -> dict[str, Any]:
        """What the artifact says of an attribute: `{kind: {…}}`."""
        attributes = self.attributes
        found: dict[str, Any] = {}
        for name in path.split("."):
            (attribute,) = [a for a in attributes if a["name"] == name]
            found = {key: value for key, value in attribute.items() if key != "name"}
            attributes = _nested(found)
        return found

    def __contains__(self, path: str) -> bool:
        parent, _, name = path.rpartition(".")
        return name in (self.names_in(parent) if parent else self.names)

    def status(self, path: str) -> str:
        (body,) = self[path].values()
        return next(body[key] for key in _STATUS if key in body)

    def body(self, path: str) -> dict[str, Any]:
        """What the artifact says of an attribute, without its kind and its status."""
        (body,) = self[path].values()
        return {key: value for key, value in body.items() if key not in _STATUS}

    def description(self, path: str) -> str | None:
        return self.body(path).get("description")

    def default(self, path: str) -> str | None:
        """The static default, as JSON."""
        default = self.body(path).get("default")
        return None if default is None else json.dumps(default["static"])

    def validators(self, path: str) -> list[str]:
        """The validator expressions."""
        return [entry["custom"]["schema_definition"] for entry in self.body(path).get("validators", [])]

    def attribute(self, path: str) -> Attribute:
        """The attribute of the model at a path of source names, through collections too."""
        body: Any = self.entity.body
        for name in path.split("."):
            (found,) = [a for a in body.attributes if a.source_name == name]
            body = nested_body(found.type)
        return found

    def rules(self, path: str) -> set[Rule]:
        """The rules of the diagnostics of one attribute, or of the entity (an empty path)."""
        return {d.rule for d in self.mapping.diagnostics if d.path == path}

    def diagnostics(self, rule: Rule) -> list[Diagnostic]:
        return [d for d in self.mapping.diagnostics if d.rule is rule]

    def diagnostic(self, rule: Rule) -> Diagnostic:
        """The one diagnostic of a rule."""
        (found,) = self.diagnostics(rule)
        return found

    def fixed(self, rule: Rule) -> "Mapped":
        """The mapping with what the one diagnostic of a rule proposes pasted into the config."""
        proposal = self.diagnostic(rule).proposal
        assert proposal is not None
        openapi, config = self.sources
        pasted = _merged(yaml.safe_load(dedent(config)), proposal.entries[0])
        return map_texts(openapi, yaml.safe_dump(pasted), self.kind)

    def differs_at(self, path: str) -> bool:
        """Whether a diagnostic says that the artifact is not the reference tool's there."""
        return any(d.differs for d in self.mapping.diagnostics if d.path == path)


def compare(old: Mapping, new: Mapping, options: Options = Options(policy=POLICY)) -> tuple[Change, ...]:  # noqa: B008
    """The changes between two mappings, as the system terraform judges them."""
    return compare_mappings(old, new, options)


def resource(snippet: str) -> Mapped:
    """Map a snippet as a resource."""
    return _map(snippet, kinds.RESOURCE)


def data_source(snippet: str) -> Mapped:
    """Map a snippet as a data source."""
    return _map(snippet, kinds.DATA_SOURCE)


def both(snippet: str) -> tuple[Mapped, Mapped]:
    """Map a snippet as a resource and as a data source, in one run."""
    mapped = _map(snippet, kinds.RESOURCE, kinds.DATA_SOURCE)
    return mapped, Mapped(mapped.mapping, kinds.DATA_SOURCE)


def provider(snippet: str) -> Mapped:
    """Map a snippet that is about the provider."""
    snippet = f"read: {{type: object, properties: {{crumb: {{type: string}}}}}}\n{dedent(snippet)}"
    return Mapped(_map(snippet, kinds.DATA_SOURCE).mapping, kinds.PROVIDER)


def property_(schema: str, policies: str = "") -> Mapped:
    """Map a resource whose create body has one property, `it`, with this schema."""
    body = f"{{type: object, required: [it], properties: {{it: {schema}}}}}"
    return resource(f"create: {body}\npolicies: {{{policies}}}")


def map_texts(openapi: str, config: str, kind: EntityKind = kinds.RESOURCE) -> Mapped:
    """Map a whole description with a whole config. Raises MappingError."""
    documents = Documents()
    document = documents.add(Description("openapi.yaml", dedent(openapi).encode()))
    return Mapped(Inputs(Api(document, documents), read_config(config)).map(), kind, (openapi, config))


def _merged(config: Any, entries: Any) -> Any:
    """A config with entries of a fix in it."""
    if isinstance(entries, dict):
        config = config or {}
        return {**config, **{key: _merged(config.get(key), value) for key, value in entries.items()}}
    return entries


def read_config(text: str) -> Config:
    """Parse a generator config. Raises MappingError."""
    return parse_config(Document("config.yml", dedent(text).encode()))


def _map(snippet: str, *wanted: EntityKind) -> Mapped:
    sections = {match[1]: match[2].rstrip() for match in _SECTION.finditer(dedent(snippet))}
    return map_texts(_openapi(sections), _config(sections, wanted), wanted[0])


def _openapi(sections: dict[str, str]) -> str:
    part = sections.get
    schema = ("content", "application/json", "schema")
    post = _under("requestBody", *schema, value=part("create"))
    post += _under("responses", '"201"', *schema, value=part("create_response"))
    get = _under("parameters", value=part("parameters")) + _under("responses", '"200"', *schema, value=part("read"))
    item = _under("parameters", value=part("path_parameters")) + _under("get", value=f"\n  tags: []{get}")
    paths = _under("/ovens", "post", value=f"\n  tags: []{post}") + _under("'/ovens/{id}'", value=item)
    shared = _under("schemas", value=part("components"))
    head = "openapi: 3.1.0\ninfo: {title: Bakery, version: '1'}"
    return f"{head}\npaths:{part('paths', paths)}\ncomponents:{shared}\n"


def _config(sections: dict[str, str], wanted: tuple[EntityKind, ...]) -> str:
    schema = _under("schema", value=sections.get("schema"))
    create, read = "\n  create: {path: /ovens, method: POST}", "\n  read: {path: '/ovens/{id}', method: GET}"
    text = f"provider:\n  name: bakery{sections.get('provider', '')}"
    if kinds.RESOURCE in wanted:
        text += f"\nresources:{_under('oven', value=create + read + schema)}"
    if kinds.DATA_SOURCE in wanted:
        text += f"\ndata_sources:{_under('oven', value=read + schema)}"
    return f"{text}\npolicies: {sections.get('policies', '')}"


def _under(*keys: str, value: str | None) -> str:
    """A value as it is written under a chain of keys; nothing where there is no value."""
    if value is None:
        return ""
    for key in reversed(keys):
        value = "\n" + indent(f"{key}:{value}", "  ")
    return value


def _nested(attribute: dict[str, Any]) -> list[dict[str, Any]]:
    (body,) = attribute.values()
    return list(body.get("attributes") or body.get("nested_object", {}).get("attributes", []))


def first_config(
    api: Api, provider: str | None = None, include: Sequence[str] = (), exclude: Sequence[str] = (), like: str = ""
) -> Starter:
    """A config with all that the diagnostics of a proposal propose."""
    return fixed_proposal(api, discover(api, provider, include, exclude, like))
