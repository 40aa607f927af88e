"""Writes the proposal as a generator config in YAML, with comments for the user, or into one that exists."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import PurePath
from typing import Any

import yaml
from msgspec.structs import replace

from mapper.model import EntityKind, Purpose
from mapper.text.display import acts
from mapper.text.plural import plural
from mapper.text.yaml_scalar import inline
from mapper.version import RAW

from .. import kinds
from ..config.config import Config
from ..fix.edit import add_entries, comment
from ..fix.plan import POLICIES
from ..identifiers import free
from ..openapi.routes import Shape, shape_of
from .proposal import ConfigProposal, ProposedEntity

_WIDTH = 118
_SHORT_SUMMARY = 60
_TEMPLATE = re.compile(r"\{[{%#<]")
_PLAIN_PATH = re.compile(r"/[A-Za-z0-9/{}_.-]*\Z")

EDITOR_SCHEMA = f"{RAW}/main/schemas/generator_config.schema.json"
"""The URL of the JSON Schema for editors, which `oasmap schema config` prints."""

_INTRODUCTION = """\
A POST on a path and a GET below it (/pets, /pets/{petId}) make a resource, and a GET of one or of a list makes a data
source. Please look at
  - what is here: remove what you do not need, as it is easier to add an entry later than to remove one;
  - the names: after the provider's name they become types, which are hard to change once they are used;
  - update: if an API has PUT and PATCH, the one whose body is like the create body was chosen;
  - policies, ignores, aliases and overrides: each has a comment with the reason;
  - the operations that nothing uses: they are at the end, each with the reason.
"""
_GOOD = "Its policies and statuses make a good provider. `--like tfplugingen-openapi` proposes what that tool writes."
_LIKE = "It keeps what {} writes (--like). Without --like, policies and statuses make a better provider."


def write_config(proposal: ConfigProposal) -> str:
    """The text of the generator config."""
    parts = _header(proposal), _provider(proposal), _policies(proposal), _sections(proposal), _unused(proposal)
    lines = [line for part in parts for line in part]
    text = "\n".join(lines) + "\n"
    others = {key: value for key, value in proposal.plan.entries.items() if key != POLICIES}
    return add_entries(text, others, proposal.plan.comments)[0] if others else text


def _header(proposal: ConfigProposal) -> Iterator[str]:
    source = PurePath(proposal.source)
    name = source.name if source.is_absolute() else proposal.source  # a local path is of no use to others
    about = f" ({comment(proposal.title)})" if comment(proposal.title) else ""
    yield f"# The generator config of a provider, proposed by `oasmap init` from {comment(name)}{about}."
    yield "#"
    yield from (f"# {line}" for line in _INTRODUCTION.splitlines())
    yield f"# {_LIKE.format(proposal.like) if proposal.like else _GOOD}"
    for question in proposal.questions:
        yield "#"
        yield f"# ? {comment(question.text)}"
        if question.line:
            yield f"# ?   {comment(question.line)}"
    yield "#"
    yield f"# yaml-language-server: $schema={EDITOR_SCHEMA}"
    yield ""


def _provider(proposal: ConfigProposal) -> Iterator[str]:
    yield "provider:"
    example = next((e.name for e in (*proposal.of_kind(kinds.RESOURCE), *proposal.entities)), "pet")
    yield f"  name: {scalar(proposal.provider)} # the first word of every type: {proposal.provider}_{example}"


def _policies(proposal: ConfigProposal) -> Iterator[str]:
    policies = proposal.plan.entries.get(POLICIES, {})
    if policies:
        yield ""
        yield "policies:"
    for name, value in policies.items():
        why = proposal.plan.comments.get((POLICIES, name))
        if why:
            yield f"  # {comment(why)}"
        listed = ", ".join(map(scalar, value)) if isinstance(value, list) else ""
        yield f"  {name}: {f'[{listed}]' if listed else value}"


def _sections(proposal: ConfigProposal) -> Iterator[str]:
    for kind, section in kinds.SECTIONS.items():
        entities = proposal.of_kind(kind)
        if entities:
            yield ""
            yield f"{section}:"
        for index, entity in enumerate(entities):
            if index:
                yield ""
            yield from entity_lines(entity)


def entity_lines(entity: ProposedEntity) -> Iterator[str]:
    """One entry of `resources` or `data_sources`."""
    if entity.deprecated:
        yield "  # Deprecated by the API: use it only where nothing else does."
    summary = _summaries(entity)
    if summary:
        yield f"  # {summary}"
    yield f"  {scalar(entity.name)}:"
    for part in entity.parts:
        yield f"    {part.part}:{f' # {comment(part.doubt)}' if part.doubt else ''}"
        yield f"      path: {scalar(part.path)}"
        yield f"      method: {part.method}"
        for body, pointer in part.pointers.items():
            yield f"      {body}:"
            yield f"        pointer: {scalar(pointer)}{f' # {comment(part.why)}' if part.why else ''}"
        if part.is_answer_ignored:
            yield "      response:"
            yield "        ignore: true # it has nothing of the object"


def _summaries(entity: ProposedEntity) -> str:
    """The summaries of all operations if they are short, else the first one. Empty for mere verbs."""
    summaries = [summary for part in entity.parts if (summary := comment(part.summary).rstrip("."))]
    if not any(" " in summary for summary in summaries):
        return ""
    short = [summary for summary in dict.fromkeys(summaries) if len(summary) <= _SHORT_SUMMARY]
    together = "; ".join(short)
    return together if len(together) <= _WIDTH else short[0]


def _unused(proposal: ConfigProposal) -> Iterator[str]:
    if proposal.filtered:
        yield ""
        yield f"# Not looked at, as --include and --exclude say: {plural(proposal.filtered, 'operation')}."
    if not proposal.unused:
        return
    yield ""
    yield f"# Not used: {plural(len(proposal.unused), 'operation')}."
    lines = [(f"{op.method.upper():<7} {comment(op.path)}", comment(op.reason)) for op in proposal.unused]
    width = min(max(len(operation) for operation, _ in lines), _WIDTH // 2)
    yield from (f"#   {operation:<{width}}  {reason}" for operation, reason in lines)


@lru_cache(maxsize=65536)
def scalar(text: str) -> str:
    """A text as a YAML scalar on one line, quoted if necessary."""
    if _PLAIN_PATH.match(text):
        return text
    # double quotes allow escapes, for line breaks and for template markup of site generators
    is_hidden = acts(text)
    style = '"' if is_hidden or _TEMPLATE.search(text) else None
    return inline(text, default_style=style, allow_unicode=not is_hidden)


def new_entities(proposal: ConfigProposal, config: Config, text: str) -> tuple[ProposedEntity, ...]:
    """The proposed entities that a config lacks, with names that it does not use.

    An entity is new if no entity of its kind has the same read operation. If several are proposed with it, the create
    operation counts, too. A path that a comment of the config contains has been left out on purpose.
    """
    left_out = {word for line in text.splitlines() if line.lstrip().startswith("#") for word in line.split()}
    read: dict[tuple[EntityKind, Shape], set[Shape]] = {}
    for entry in config.entities:
        paths = {purpose: shape_of(operation.path) for purpose, operation in entry.operations.items()}
        if Purpose.READ in paths:
            read.setdefault((entry.kind, paths[Purpose.READ]), set()).add(paths.get(Purpose.CREATE, ()))
    proposed = Counter((entity.kind, shape_of(entity.part("read").path)) for entity in proposal.entities)
    names = config.names()
    new = []
    for entity in proposal.entities:
        path, create = entity.part("read").path, entity.find("create")
        key = entity.kind, shape_of(path)
        is_known = key in read and (proposed[key] == 1 or create is None or shape_of(create.path) in read[key])
        if is_known or not left_out.isdisjoint((path, f'"{path}"', f"'{path}'")):
            continue
        name = free(entity.name, names[entity.kind])
        names[entity.kind].add(name)
        new.append(replace(entity, name=name))
    return tuple(new)


def updated(text: str, new: ConfigProposal) -> str:
    """The text of a config with all of its lines and with new entities. Their policies are in their own entries, so
    that other entities are not affected.
    """
    present = (yaml.safe_load(text) or {}).get(POLICIES) or {}
    proposed = new.plan.entries.get(POLICIES, {})
    policies = {key: value for key, value in proposed.items() if present.get(key) != value}
    written = yaml.safe_load(write_config(new))
    entries: dict[str, Any] = {}
    comments = dict(new.plan.comments)
    for entity in new.entities:
        section = kinds.SECTIONS[entity.kind]
        entry = dict(written[section][entity.name])
        if policies:
            entry[POLICIES] = {**policies, **entry.get(POLICIES, {})}
        entries.setdefault(section, {})[entity.name] = entry
        if summary := next((part.summary for part in entity.parts if part.summary), ""):
            comments[section, entity.name] = summary
    return add_entries(text, entries, comments)[0]
