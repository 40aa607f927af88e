"""Proposes a generator config for an API description: `discover` finds entities, `fixed_proposal` makes them good.

routes      paths by their shape
body_shape  properties of bodies
groups      which operations make a resource or a data source
other_objects resources of the other objects that a path reads
data_sources which of the data sources are proposed
nouns       words, singular and plural
settings    what is said of an entity besides its operations
parameters  what becomes of the parameters of an entity
parameter_names their aliases
item_parameters which property the parameter of an item is
answer_parameters parameters that do not concern the object
statuses    who sets an attribute, by the bodies that have it
defaults    policies, with what they do
secrets     which attributes are sensitive
questions   what only a person knows
provider_block the attributes of the provider
shared      what the config says once for all entities
proposal    the result, as data
config_text the result, as YAML with comments
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, text_of, text_or_empty
from mapper.model import Attribute, Body, EntityRef, Mapping
from mapper.model.extent import COPIES, IN_ROWS, texts
from mapper.report.budget import Cost
from mapper.report.diagnostic import Diagnostic, Loss, Severity
from mapper.text.plural import plural

from .. import kinds
from ..config.config import parse_config
from ..fix.fixes import IS_DIAGNOSTIC
from ..fix.kept_output import KeptOutput, is_read_by_reference, written_alike, written_by_reference
from ..fix.plan import POLICIES, Plan
from ..fix.required_properties import Required
from ..fix.rounds import Fixed, fix
from ..map import check_version, map_api
from ..nouns import singular, split_words, squashed
from ..openapi.operations import Api, ApiOperation
from ..openapi.routes import read_routes
from .body_shape import REQUEST, RESPONSE, Facts
from .branches import with_branches
from .candidates import unused_operations
from .config_text import write_config
from .data_sources import left_out
from .defaults import defaults, effective, never_returned, secrets
from .entity_names import name_groups
from .envelopes import with_envelopes
from .groups import Form, Group, find_groups
from .other_objects import with_other_objects
from .proposal import ConfigProposal, Part, ProposedEntity, UnusedOperation
from .provider_block import provider_settings
from .questions import questions
from .settings import settings
from .shared import said_once

__all__ = ["ConfigProposal", "Starter", "discover", "fixed_proposal", "write_config"]

_HOST = re.compile(r"https?://(?:[^/@]*@)?([^/:?#]+)", re.IGNORECASE)
_LABEL = re.compile(r"[a-z0-9-]+\Z")
_SUFFIXES = frozenset("ai app cloud co com dev gov info io net org sh tech xyz".split())
_NOBODY = frozenset("acme company domain example googleapis host invalid local localhost server test your".split())
_VERSION = re.compile(r"v?[0-9]+(?:alpha|beta)?\Z")
_NOT_A_NAME = frozenset(
    """
    a an and api apis by definition description documentation docs for interface of oas open openapi public reference
    rest restful schema service services spec specification swagger the unversioned v version web with
    """.split()
)
_NAME_IN_TITLE = re.compile(r"(?<=\w)(?:[.:]?\s*[(\[©]|[.:]\s|\s[-–—|]\s|\s+copyright\b)")
"""What ends the name in a title: `Zoo (draft)`, `Zoo. All rights reserved`, `Zoo - the API`."""
_SAYS_LITTLE = frozenset("admin beta cloud core draft http https management platform preview server".split())
"""Words of titles that are not part of a name."""

_BEHIND_A_NAME = frozenset("api app cloud hq inc io labs".split())
"""Suffixes of registered names whose owner had to add a word: `datadoghq.com`."""

_VARIABLE = re.compile(r"\{([^{}]*)\}")
_LENGTHENED = 2.2
"""How many times as much text pages have at most where nested attributes have the names of their parents."""

_LESS = 30
"""How many times as large a resource may be as a data source, which is left out rather."""


class Starter(Struct, frozen=True):
    """A first config, and what it maps to. `left_out` are the attributes that the mapping lacks, ignored ones included,
    with whether a body requires each. `warnings` are the remaining warnings, `large` are entities too large for a site.
    """

    proposal: ConfigProposal
    fixed: Fixed
    left_out: dict[tuple[EntityRef, str], bool]
    warnings: tuple[Diagnostic, ...]
    large: tuple[EntityRef, ...] = ()

    @property
    def text(self) -> str:
        """The config in YAML, in which what many entities have stands once."""
        if self.proposal.like:
            return write_config(self.proposal)
        return write_config(replace(self.proposal, plan=said_once(self.proposal.plan, self.fixed.mapping)))


def fixed_proposal(api: Api, proposal: ConfigProposal, *, site: bool = False) -> Starter:
    """A proposal with its diagnostics fixed, without entities that still have errors; it must have entities. Raises
    MappingError.
    """
    facts = Facts(api)
    plan = settings(facts, proposal.entities, good=not proposal.like)
    if proposal.like:
        plan = plan.without(way for way in plan.values if not is_read_by_reference(way))
    else:
        plan = defaults().adding(provider_settings(api)).adding(plan)
    text = write_config(proposal)
    needed = Required(api, parse_config(Document("generator config", text.encode())))
    large: dict[EntityRef, str] = {}

    def last(mapping: Mapping, plan: Plan) -> tuple[list[str], Plan]:
        large.update(_too_large(mapping) if site else ())
        plan = plan.adding(never_returned(mapping, _lists(facts, proposal), needed))
        left = tuple(entity for entity in proposal.entities if entity.ref not in large)
        ways = ((kinds.SECTIONS[ref.kind], ref.name) for ref in large)
        return [write_config(replace(proposal, entities=left))], plan.without(ways)

    if proposal.like:
        alike = written_alike(map_api(api, parse_config(Document("generator config", text.encode()))))
        fixed = fix(api, [text], plan=plan, allowed=KeptOutput(alike))
    else:
        fixed = fix(api, [text], plan=plan, last=last)
    written = written_by_reference(fixed.mapping) if proposal.like else frozenset()
    lost = (
        _impossible_entities(fixed, (entity for entity in proposal.entities if entity.ref not in large), written)
        | large
    )
    kept = tuple(entity for entity in proposal.entities if entity.ref not in lost)
    full_plan = fixed.plan if proposal.like else fixed.plan.adding(secrets(fixed.mapping))
    plan = effective(full_plan, fixed.mapping).without((kinds.SECTIONS[ref.kind], ref.name) for ref in lost)
    warnings = tuple(diagnostic for diagnostic in fixed.left if diagnostic.entity not in lost)
    left_out = {key: needed for key, needed in _left_out(fixed, needed).items() if key[0] not in lost}
    unused = tuple(_with_lost(api, proposal, kept, lost))
    proposal = replace(proposal, entities=kept, unused=unused, plan=plan)
    if not proposal.like:
        sensitive = {way[-1] for way in plan.values if way[:2] == (POLICIES, "sensitive")}
        proposal = replace(proposal, questions=questions(fixed.mapping, proposal, warnings, sensitive))
    return Starter(proposal, fixed, left_out, warnings, tuple(large))


def _lists(facts: Facts, proposal: ConfigProposal) -> set[str]:
    """The names of data sources that return a list."""
    read = ((entity.name, entity.part("read")) for entity in proposal.of_kind(kinds.DATA_SOURCE))
    return {name for name, part in read if facts.type_of(facts.mapped(part, RESPONSE)) == "array"}


def _too_large(mapping: Mapping) -> dict[EntityRef, str]:
    """The entities with which a site of all would have more text than a build allows, and why: the largest, and data
    sources before resources.
    """
    cache: dict[Body, int] = {}
    sizes = {e.ref: COPIES * texts(e.layout, cache, IN_ROWS, lambda body: body.size) for e in mapping.entities[1:]}
    left = mapping.budget.limit(Cost.WRITTEN) / _LENGTHENED - sum(sizes.values())
    large: dict[EntityRef, str] = {}
    ordered = sorted(mapping.entities[1:], key=lambda e: -sizes[e.ref] * (1 if e.kind is kinds.RESOURCE else _LESS))
    for entity in ordered if left < 0 else ():
        size = plural(entity.body.size, "attribute")
        large[entity.ref] = f"too large for a site with the others: {size}; `--include` proposes it alone"
        left += sizes[entity.ref]
        if left >= 0:
            break
    for ref in reversed(list(large)):  # the last one may have made room for smaller ones
        if sizes[ref] <= left:
            left -= sizes[ref]
            del large[ref]
    return large


def _with_lost(
    api: Api, proposal: ConfigProposal, kept: Sequence[ProposedEntity], lost: dict[EntityRef, str]
) -> Iterator[UnusedOperation]:
    """The unused operations, and the operations of lost entities, in the order of the API description."""
    unused = {(operation.method, operation.path): operation for operation in proposal.unused}
    used = {(part.method.lower(), part.path) for entity in kept for part in entity.parts}
    for entity in proposal.entities:
        for part in entity.parts if entity.ref in lost else ():
            key = part.method.lower(), part.path
            if key not in used:
                unused[key] = UnusedOperation(*key, lost[entity.ref])
    for path, method, _ in api.operations():
        if operation := unused.pop((method, path), None):
            yield operation
    yield from unused.values()


def _left_out(fixed: Fixed, needed: Required) -> dict[tuple[EntityRef, str], bool]:
    """The paths of attributes that are left out, by diagnostics and by ignores, and whether a body requires each."""
    paths = {
        (diagnostic.entity, diagnostic.proposal.path if diagnostic.proposal else diagnostic.path)
        for diagnostic in (*fixed.left, *(d for d in fixed.mapping.diagnostics if d.severity is Severity.INFO))
        if diagnostic.entity is not None and diagnostic.path and diagnostic.rule.loses is Loss.ATTRIBUTE
    }
    refs = {(kinds.SECTIONS[entity.kind], entity.name): entity.ref for entity in fixed.mapping.entities[1:]}
    for way, why in fixed.plan.comments.items():
        if "ignores" in way and way in fixed.plan.values and IS_DIAGNOSTIC.match(why) and way[:2] in refs:
            paths.add((refs[way[0], way[1]], way[-1]))
    return {(ref, path): needed(ref, path) for ref, path in sorted(paths, key=str)}


def _impossible_entities(
    fixed: Fixed, entities: Iterable[ProposedEntity], written: Container[EntityRef]
) -> dict[EntityRef, str]:
    """The entities that cannot be proposed, and why; those that the config has to keep, as `written`, can."""
    mapped = {entity.ref: entity for entity in fixed.mapping.entities}
    lost: dict[EntityRef, str] = {}
    for diagnostic in fixed.left:
        ref = diagnostic.entity
        if diagnostic.severity is Severity.ERROR and ref is not None and ref not in written:
            lost.setdefault(ref, f"{diagnostic.code}: {diagnostic.message}")
    for entity in entities:
        mapped_entity = mapped.get(entity.ref)
        if entity.ref in written:
            continue
        if mapped_entity is None or not any(_is_property(attribute) for attribute in mapped_entity.body.attributes):
            lost[entity.ref] = "nothing of its response can be mapped"
    return lost


def _is_property(attribute: Attribute) -> bool:
    return not all(origin.is_parameter for origin in attribute.origins)


def discover(
    api: Api,
    provider: str | None = None,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    like: str = "",
    *,
    only: str = "",
    all_data_sources: bool = False,
) -> ConfigProposal:
    """Propose resources and data sources for an API, by names and shapes alone.

    `include` and `exclude` are patterns for paths (`*` matches any text); other paths are skipped. `only` is
    *resources* or *data-sources*. Raises MappingError if the version of the API description is not supported.
    """
    check_version(api)

    def wanted(path: str) -> bool:
        included = not include or any(fnmatchcase(path, pattern) for pattern in include)
        return included and not any(fnmatchcase(path, pattern) for pattern in exclude)

    facts = Facts(api)
    routes, repeated, filtered = read_routes(api, wanted)
    groups = find_groups(routes, facts)
    names = name_groups(groups, facts)
    title, version = _info(api, "title"), _info(api, "version")
    provider = provider or provider_name(title, server_hosts(api))
    current = [group for group in groups if not group.twin]
    not_wanted = list(left_out(current, facts, only, everything=all_data_sources or bool(like)))
    skipped = [group for group, _ in not_wanted]
    entities = [_entity(group, names[group.shape], facts) for group in current if group not in skipped]
    if like:  # the tool maps whole bodies
        entities = [_of_whole_bodies(entity) for entity in entities]
    else:
        entities = list(with_other_objects(facts, routes, entities))
        entities = [with_envelopes(facts, entity) for entity in with_branches(facts, entities)]
    twins = {
        (operation.method, operation.path): f"deprecated: {group.twin} is the one to use"
        for group in groups
        if group.twin
        for operation in group.operations.values()
    }
    declined = {(o.method, o.path): why for group, why in not_wanted for o in group.operations.values()}
    unfollowed = (UnusedOperation(method, path, why) for path, method, why in api.unfollowed() if wanted(path))
    return ConfigProposal(
        provider,
        api.document.uri,
        f"{title} {version}".strip(),
        tuple(entities),
        (*unused_operations(api, routes, facts, entities, repeated | declined | twins), *unfollowed),
        filtered,
        like=like,
        data_sources_left_out=sum(group.kind is kinds.DATA_SOURCE for group in skipped),
    )


def provider_name(title: str, hosts: Sequence[str] = ()) -> str:
    """The name of a provider from the hosts of an API and its title: `api.github.com` -> `github`.

    A host stands for its registered name. If the API has several of these, the one in the title is taken. Without any,
    the name comes from the title: `Swagger Petstore - OpenAPI 3.0` -> `petstore`. The name has no underscores, because
    Terraform takes the first word of a resource type as the provider's name.
    """
    split = split_words(_NAME_IN_TITLE.split(title.lower())[0])
    words = [word for word in split if _NOT_A_NAME.isdisjoint((word, singular(word))) and not _VERSION.match(word)]
    telling = [word for word in words if word not in _SAYS_LITTLE]
    named = "".join(telling or words).lstrip("0123456789") or "example"
    owners = list(dict.fromkeys(owner for host in hosts if (owner := _owner(host))))
    in_title = [owner for owner in owners if owner in squashed(title)]
    if in_title or len(owners) != 1 or (telling and len(words) < 2):  # noqa: PLR2004
        return in_title[0] if in_title else named
    return next((word for word in telling if owners[0].removeprefix(word) in _BEHIND_A_NAME), owners[0])


def _owner(host: str) -> str:
    """The registered name of a host: `api.example.co.uk` -> `example`; empty if it is no public host."""
    labels = [label for label in host.lower().split(".") if label]
    of_somebody = len(labels) > 1 and all(map(_LABEL.match, labels)) and not labels[-1].isdigit()
    if not of_somebody or any("your" in label for label in labels):  # a placeholder such as your-domain.com
        return ""
    labels.pop()  # whatever top-level domain it is
    while len(labels) > 1 and labels[-1] in _SUFFIXES:
        labels.pop()
    name = squashed(labels[-1]).lstrip("0123456789")
    return "" if name in _NOBODY or name in _NOT_A_NAME else name


def server_hosts(api: Api) -> list[str]:
    """The hosts of an API, with the defaults of variables."""
    root = api.document.root if isinstance(api.document.root, dict) else {}
    servers = root.get("servers")
    entries = servers if isinstance(servers, list) else []
    urls = [_url(entry) for entry in entries if isinstance(entry, dict)]
    hosts = [match[1] for url in urls if (match := _HOST.match(url))]
    swagger = text_or_empty(root.get("host"))
    return [*hosts, *([swagger.partition(":")[0]] if swagger else [])]


def _url(server: dict[str, Any]) -> str:
    """The URL of a server with the defaults of variables; a variable without a default is kept."""
    variables = server.get("variables")

    def default(match: re.Match[str]) -> str:
        variable = variables.get(match[1]) if isinstance(variables, dict) else None
        value = text_of(variable.get("default")) if isinstance(variable, dict) else None
        return match[0] if value is None else value

    return _VARIABLE.sub(default, text_or_empty(server.get("url")))


def _info(api: Api, key: str) -> str:
    info = api.document.node.get("info")
    return text_or_empty(info.value.get(key)) if info and isinstance(info.value, dict) else ""


def _entity(group: Group, name: str, facts: Facts) -> ProposedEntity:
    parts = tuple(_part(part, operation, facts, group) for part, operation in group.operations.items())
    return ProposedEntity(group.kind, name, parts, deprecated=group.is_deprecated)


def _of_whole_bodies(entity: ProposedEntity) -> ProposedEntity:
    return replace(entity, parts=tuple(replace(part, request="", response="") for part in entity.parts))


def _part(part: str, operation: ApiOperation, facts: Facts, group: Group) -> Part:
    value = operation.node.value if operation.node else {}
    summary = text_or_empty(value.get("summary"))
    sends, answers = part in ("create", "update"), part in ("create", "read") and group.form is not Form.LIST
    request = facts.pointer(operation, REQUEST) if sends else ""
    response = facts.pointer(operation, RESPONSE) if answers else ""
    doubt = group.doubt if part == "create" else ""
    if part == "update" and facts.is_list_body(operation) and not facts.is_list_body(group.operations["create"]):
        doubt = "it takes a list, such as the steps of a JSON Patch, which the provider has to make"
    return Part(part, operation.path, operation.method.upper(), summary, request, response, doubt=doubt)
