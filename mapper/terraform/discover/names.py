"""Names for entities: the shortest that are unique.

A name is the noun of the last segment of the path that has one: in the singular for an item (`/pets/{petId}` is
`pet`), in the plural for a list (`pets`), as it is for the rest. `api`, `rest` and versions are no nouns, and a verb in
front is dropped (`/pet/findByStatus` is `pets_by_status`).

Where two entities would have the same name, the noun before is put in front (`org_team`), and so on; but not for the
one that has no such noun, nor for the only one that is an item with a resource, or a list of such items. What is still
the same then is told apart by version, parameter, tag or `operationId`, or by a number.

A resource and the data source that reads the same path have the same name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...documents import text_of
from ...hcl.names import RESERVED_ROOT_NAMES
from .. import kinds
from ..identifiers import is_identifier
from ..openapi.operations import ApiOperation
from .groups import Form, Group
from .nouns import plural, singular, snake, split_words
from .routes import PARAMETER, Segment, Shape, segments

_VERSION = re.compile(
    r"v?[0-9]+(?:[._-][0-9]+)*(?:-?(?:alpha|beta|rc|preview)[0-9]*)?\Z"
    r"|v[0-9]+[a-z]?\Z|alpha\Z|beta\Z",
    re.IGNORECASE,
)
_NO_NOUNS = frozenset(("api", "apis", "rest"))
_VERBS = frozenset(("fetch", "find", "get", "list", "lookup", "query", "read", "retrieve", "search", "show"))
_DIGITS = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))
_BRACES = re.compile(r"\{[^{}]*\}")
_ID = re.compile(r"_?(?:id|uuid|guid|identifier)\Z")


@dataclass(slots=True)
class _Claim:
    """The name that a path wants: `own`, behind as many of its `parents` as it takes.

    `parents` begin with the nearest; `ties` are names to fall back to; who has the lowest `rank` gives way last.
    """

    own: str
    parents: tuple[str, ...]
    ties: tuple[str, ...]
    rank: int
    depth: int = 0

    @property
    def name(self) -> str:
        name = self.own
        for parent in self.parents[: self.depth]:
            if not (name == parent or name.startswith(parent + "_")):
                name = f"{parent}_{name}"
        return name

    @property
    def can_grow(self) -> bool:
        return self.depth < len(self.parents)


def name_groups(groups: Iterable[Group]) -> dict[Shape, str]:
    """A name for every path that is read."""
    groups = list(groups)
    resources = {group.shape for group in groups if group.kind is kinds.RESOURCE}
    read = {group.shape: group for group in groups}
    claims = [_claim(group, _rank(group, resources, read)) for group in read.values()]
    while growing := _growing(claims):
        for claim in growing:
            claim.depth += 1
    return dict(zip(read, _told_apart(claims), strict=True))


def item_noun(path: str) -> str:
    """What one item of a path is called: `/orgs/{org}/teams/{teamId}` -> `team`; empty where nothing says so."""
    nouns, _ = _nouns(segments(path))
    return singular(nouns[-1]) if nouns else ""


def _rank(group: Group, resources: set[Shape], read: Mapping[Shape, Group]) -> int:
    item = (*group.shape, PARAMETER) if group.form is Form.LIST else group.shape
    if item in resources:
        return 0 if item[-1:] == (PARAMETER,) else 1
    return 2 if item in read else 3


def _claim(group: Group, rank: int) -> _Claim:
    operation = group.operations["read"]
    found = segments(operation.path)
    nouns, versions = _nouns(found)
    parameter = _parameter_noun(found[-1].parameter) if found and found[-1].parameter is not None else ""
    words = nouns.pop().split("_") if nouns else []
    if len(words) > 1 and words[0] in _VERBS and group.form is not Form.ITEM:
        words = words[1:]
    own = "_".join(words) or parameter or "root"
    if (words[0:1] == ["by"] or own in _VERBS) and nouns and group.form is not Form.ITEM:
        parent = nouns.pop()
        own = f"{plural(parent) if words[0] == 'by' else parent}_{own}"
    elif group.form is Form.ITEM:
        own = singular(own)
    elif group.form is Form.LIST:
        own = _list_name(own, parameter)
    if own[0] in _DIGITS:
        rest = own[1:].lstrip("_")
        own = f"{_DIGITS[own[0]]}_{rest}" if rest and not rest[0].isdigit() else f"item_{own}"
    return _Claim(own, tuple(reversed(nouns)), _ties(operation, own, versions, parameter), rank)


def _list_name(own: str, parameter: str) -> str:
    name = plural(own)
    if parameter:
        return f"{name}_by_{parameter}"
    # the one attribute of a list is called like the list
    return f"{name}_list" if name == singular(name) or name in RESERVED_ROOT_NAMES else name


def _nouns(found: list[Segment]) -> tuple[list[str], list[str]]:
    """The nouns of a path, in the singular where a parameter follows, and its versions."""
    nouns: list[str] = []
    versions: list[str] = []
    for index, segment in enumerate(found):
        if segment.parameter is not None:
            continue
        word = snake(_BRACES.sub("", segment.text))
        if _VERSION.match(segment.text):
            versions.append(word)
        elif word and word not in _NO_NOUNS:
            followed = index + 1 < len(found) and found[index + 1].parameter is not None
            last = index + 1 == len(found) or all(rest.parameter is not None for rest in found[index + 1 :])
            nouns.append(singular(word) if followed and not last else word)
    return nouns, versions


def _parameter_noun(parameter: str) -> str:
    name = snake(parameter)
    return _ID.sub("", name) or name


def _ties(operation: ApiOperation, own: str, versions: list[str], parameter: str) -> tuple[str, ...]:
    ties = [f"{own}_{version}" for version in versions]
    if parameter:
        ties.append(f"{own}_by_{parameter}")
    value = operation.node.value if operation.node else {}
    tags = value.get("tags")
    if isinstance(tags, list) and tags:
        ties.append(f"{snake(text_of(tags[0]) or '')}_{own}")
    words = split_words(text_of(value.get("operationId")) or "")
    ties += ["_".join(words[1:] if words and words[0] in _VERBS else words), "_".join(words)]
    return tuple(tie for tie in ties if is_identifier(tie))


def _growing(claims: list[_Claim]) -> list[_Claim]:
    """The claims that have to give way to another one, and can."""
    growing = []
    for same in _by_name(claims).values():
        if len(same) == 1:
            continue
        able = [claim for claim in same if claim.can_grow]
        lowest = min(claim.rank for claim in same)
        first = [claim for claim in same if claim.rank == lowest]
        if len(able) == len(same) and len(first) == 1:
            able.remove(first[0])
        growing += able
    return growing


def _by_name(claims: list[_Claim]) -> dict[str, list[_Claim]]:
    found: dict[str, list[_Claim]] = {}
    for claim in claims:
        found.setdefault(claim.name, []).append(claim)
    return found


def _told_apart(claims: list[_Claim]) -> list[str]:
    """The final names. Of those that are still the same, the first of the lowest rank keeps the name."""
    taken = set(_by_name(claims))
    first = {name: min(same, key=lambda claim: claim.rank) for name, same in _by_name(claims).items()}
    names = []
    for claim in claims:
        name = claim.name
        if first[name] is not claim:
            ties = [tie for tie in claim.ties if tie not in first[name].ties]
            name = next((tie for tie in ties if tie not in taken), "") or _numbered(name, taken)
        taken.add(name)
        names.append(name)
    return names


def _numbered(name: str, taken: set[str]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"
