"""A generator config, proposed from an API description: `discover` finds the entities, `write_config` writes it.

routes      paths by their shape
facts       what bodies look like
groups      which operations make a resource or a data source
nouns       words, singular and plural
names       the shortest unique names
parameters  aliases and ignores
settle      maps the proposal until it maps without an error
proposal    the result, as data
text        the result, as YAML with comments
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase

from ...documents import text_of
from ...model import EntityRef
from ..openapi.operations import Api, ApiOperation
from .facts import Facts
from .groups import Group, find_groups
from .names import name_groups
from .nouns import split_words
from .proposal import Part, Proposal, ProposedEntity
from .routes import read_routes
from .settle import settle
from .text import write_config
from .unused import unused_operations

__all__ = ["Proposal", "discover", "write_config"]

_VERSION = re.compile(r"v?[0-9]+(?:alpha|beta)?\Z")
_NOT_A_NAME = frozenset(
    """
    a an and api apis by definition description documentation docs for interface of oas open openapi public reference
    rest restful schema service services spec specification swagger the unversioned v version web with
    """.split()
)


def discover(
    api: Api, provider: str | None = None, include: Sequence[str] = (), exclude: Sequence[str] = ()
) -> Proposal:
    """Propose resources and data sources for an API.

    `include` and `exclude` are patterns for paths (`*` matches any text): what is not included, or excluded, is
    not looked at. Raises MappingError where the API description is of an unsupported version.
    """

    def wanted(path: str) -> bool:
        included = not include or any(fnmatchcase(path, pattern) for pattern in include)
        return included and not any(fnmatchcase(path, pattern) for pattern in exclude)

    facts = Facts(api)
    routes, repeated, filtered = read_routes(api, wanted)
    groups = find_groups(routes, facts)
    names = name_groups(groups)
    title, version = _info(api, "title"), _info(api, "version")
    provider = provider or provider_name(title)
    settled = settle(api, facts, provider, [_entity(group, names[group.shape]) for group in groups])
    lost = {
        (operation.method, operation.path): settled.lost[EntityRef(group.kind, names[group.shape])]
        for group in groups
        if EntityRef(group.kind, names[group.shape]) in settled.lost
        for operation in group.operations.values()
    }
    return Proposal(
        provider,
        api.document.uri,
        f"{title} {version}".strip(),
        settled.entities,
        unused_operations(api, routes, facts, settled.entities, repeated | lost),
        filtered,
        settled.policies,
    )


def provider_name(title: str) -> str:
    """A provider's name from the title of an API: `Swagger Petstore - OpenAPI 3.0` -> `petstore`.

    Without underscores: Terraform takes the first word of a resource's type for the provider's name.
    """
    words = [word for word in split_words(title.lower()) if word not in _NOT_A_NAME and not _VERSION.match(word)]
    return "".join(words).lstrip("0123456789") or "example"


def _info(api: Api, key: str) -> str:
    info = api.document.node.get("info")
    return text_of(info.value.get(key)) or "" if info and isinstance(info.value, dict) else ""


def _entity(group: Group, name: str) -> ProposedEntity:
    return ProposedEntity(
        group.kind, name, tuple(_part(part, operation) for part, operation in group.operations.items())
    )


def _part(part: str, operation: ApiOperation) -> Part:
    value = operation.node.value if operation.node else {}
    summary = text_of(value.get("summary")) or ""
    return Part(part, operation.path, operation.method.upper(), summary)
