"""Names entities after the nouns of their paths.

A name ends with the noun of the last segment that has one. It is in the singular for an item (`/pets/{petId}` is
`pet`), in the plural for a list (`pets`), and unchanged for others. `api`, `rest` and versions are not nouns, and a
leading verb is dropped (`/pet/findByStatus` is `pets_by_status`). The other nouns of the path come before it, up to a
maximum length. A node pool is not just any pool: `/kubernetes/clusters/{id}/node_pools/{id}` is
`kubernetes_cluster_node_pool`. Three rules shorten a name:

- A *scope*, a common beginning of many paths (`/orgs/{org}/…`), is left out if the rest is specific enough: it has two
  words, or the schema has the same name.
- What all paths begin with (`/api/fleet/v1`) is no noun, if several nouns follow.
- An envelope that is more specific than the path replaces its noun: `{"ssh_key": {…}}` of `/account/keys/{id}`.

If two entities would have the same name, nouns that were left out are added again, the closest first. An entity without
such a noun keeps its name. So does the only item with a resource, or the only list of such items. Names that are still
equal are distinguished by version, parameter, tag or `operationId`, or by a number.

The operationIds of create and read shorten a name by one word, or add words. They have to agree on its first and its
last word: `kubernetes_get_nodePool` is `kubernetes_node_pool`. A list has the words of its item.

A fragment is a last noun: `/plugins/{id}#RateLimiting` is `plugin_rate_limiting`.

A resource and the data source that reads the same path have the same name.
"""

import re
from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import text_or_empty

from .. import kinds
from ..identifiers import free, is_identifier
from ..nouns import plural, singular, snake, split_words
from ..openapi.operations import ApiOperation
from ..openapi.routes import (
    NO_NOUNS,
    PARAMETER,
    Segment,
    Shape,
    fragment_of,
    is_version,
    segments,
    without_fragment,
)
from .body_shape import Facts
from .groups import Form, Group

_VERBS = frozenset(("fetch", "find", "get", "list", "lookup", "query", "read", "retrieve", "search", "show"))
_WRITING_VERBS = frozenset(
    ("add", "create", "insert", "make", "new", "post", "put", "register", "replace", "set", "update")
)
_DIGITS = dict(zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True))
_BRACES = re.compile(r"\{[^{}]*\}")
_DOMAIN = re.compile(r"[a-z0-9-]+(?:\.[a-z0-9-]+)+\Z", re.IGNORECASE)
_LEAST_NOUNS = 3
_LEAST_IN_SCOPE = 20
_PART_IN_SCOPE = 0.15
_MOST_WORDS = 7
_NO_NAME = frozenset("a all an and by for from id in of on or the to with".split())
_ID = re.compile(r"_?(?:id|uuid|guid|identifier)\Z")


class _Noun(Struct, frozen=True):
    """A noun before the last one of a path. A *scope* is the beginning of many paths of the API."""

    text: str
    is_scope: bool = False


class _Claim(Struct):
    """The name that a path claims: `own`, after the `parents` whose indices are in `said`.

    `parents` begin with the first noun; `ties` are alternative names; the claim with the lowest `rank` keeps its name.
    """

    own: str
    parents: tuple[_Noun, ...]
    used: set[int]
    ties: tuple[str, ...]
    rank: int

    @property
    def name(self) -> str:
        name = self.own
        for index in sorted(self.used, reverse=True):
            parent = self.parents[index].text
            if not (name == parent or name.startswith(parent + "_")):
                name = f"{parent}_{name}"
        return _with_first_letter(name)

    def grow(self) -> None:
        """Add one more noun, the closest one that is not used."""
        self.used.add(max(set(range(len(self.parents))) - self.used))


def name_groups(groups: Iterable[Group], facts: Facts) -> dict[Shape, str]:
    """A name for every path that is read."""
    groups = list(groups)
    resources = {group.shape for group in groups if group.kind is kinds.RESOURCE}
    read = {group.shape: group for group in groups}
    scopes, collections, base = _scopes(read), _collections(read), _base(read)
    claims = {
        shape: _claim(group, _rank(group, resources, read), scopes, collections, base, facts)
        for shape, group in read.items()
    }
    called = {
        group.shape: _name_of_operation_ids(group, claims[group.shape])
        for group in groups
        if group.kind is kinds.RESOURCE
    }
    for shape, claim in claims.items():
        item = called.get((*shape, PARAMETER)) if read[shape].form is Form.LIST else ""
        if name := called.get(shape) or (item and _list_name(item, "")):
            claims[shape] = _Claim(name, (), set(), (claim.name, *claim.ties), claim.rank)
    while growing := _conflicting_claims(claims.values()):
        for claim in growing:
            claim.grow()
    return dict(zip(read, _final_names(claims.values()), strict=True))


def _name_of_operation_ids(group: Group, claim: _Claim) -> str:
    """The name of a resource in the operationIds of create and read, if it is close to the name of its path. It may
    lack one word of the path's name, or have more words between the first and the last one. Empty for any other name.
    """
    words = claim.name.split("_")
    ours = [singular(word) for word in words]
    said, create = (_object(group.operations[part]) for part in ("read", "create"))
    if said != create or len(said) < 2 or (said[0], said[-1]) != (ours[0], ours[-1]):  # noqa: PLR2004
        return ""
    added = [word for word in said if word not in ours]
    of_path = {singular(word) for noun in claim.parents for word in noun.text.split("_")}
    is_fewer = len(ours) - len(said) == 1 and _is_part(said, ours)
    is_more = bool(added) and len(added) == len(said) - len(ours) and _is_part(ours, said) and of_path.isdisjoint(added)
    return "_".join(dict(zip(ours, words, strict=True)).get(word, word) for word in said) if is_fewer or is_more else ""


def _object(operation: ApiOperation) -> list[str]:
    """The words of an operationId without its verb, in the singular; none if it has no verb, or more than a name."""
    value = operation.node.value if operation.node else {}
    words = split_words(text_or_empty(value.get("operationId")))
    verb = next((index for index, word in enumerate(words) if word in _VERBS | _WRITING_VERBS), None)
    if verb is None or not all(word[0].isalpha() for word in words) or _NO_NAME.intersection(words):
        return []
    return [singular(word) for word in words[:verb] + words[verb + 1 :]]


def _is_part(fewer: list[str], more: list[str]) -> bool:
    """Whether all words of a list stand in another one, in the same order."""
    rest = iter(more)
    return all(word in rest for word in fewer)


def _scopes(read: Mapping[Shape, Group]) -> set[Shape]:
    """The beginnings of paths, up to the parameter of an item, that many paths share."""
    below: dict[Shape, int] = {}
    for shape in map(without_fragment, read):
        for end in range(2, len(shape)):
            if shape[end - 1] == PARAMETER and shape[end] != PARAMETER:
                below[shape[:end]] = below.get(shape[:end], 0) + 1
    least = max(_LEAST_IN_SCOPE, _PART_IN_SCOPE * len(read))
    return {shape for shape, count in below.items() if count >= least}


def _collections(read: Mapping[Shape, Group]) -> set[str]:
    """The nouns that have items somewhere."""
    return {snake(shape[at - 1]) for shape in read for at in range(1, len(shape)) if shape[at] == PARAMETER}


def _rank(group: Group, resources: set[Shape], read: Mapping[Shape, Group]) -> int:
    item = (*group.shape, PARAMETER) if group.form is Form.LIST else group.shape
    if item in resources:
        return 0 if item[-1:] == (PARAMETER,) else 1
    return 2 if item in read else 3


def _base(read: Iterable[Shape]) -> int:
    """How many segments all paths begin with, if several nouns follow: `/api/fleet/v1/pets` is no pet of a fleet."""
    shapes = [without_fragment(shape) for shape in read]
    end = 0
    while len({shape[: end + 1] for shape in shapes}) == 1 and len(shapes[0]) > end and shapes[0][end] != PARAMETER:
        end += 1
    follow = {next((part for part in shape[end:] if not is_version(part)), PARAMETER) for shape in shapes}
    return end if len(follow) >= _LEAST_NOUNS and PARAMETER not in follow else 0


def _claim(group: Group, rank: int, scopes: set[Shape], collections: set[str], base: int, facts: Facts) -> _Claim:
    operation = group.operations["read"]
    path_segments = segments(operation.path)
    path, kind = without_fragment(group.shape), snake(fragment_of(next(iter(group.operations.values())).path))
    nouns, versions = _nouns(
        path_segments[base:], collections, {len(shape) - base for shape in scopes if path[: len(shape)] == shape}
    )
    if kind:
        nouns = [replace(noun, text=singular(noun.text)) for noun in nouns] + [_Noun(kind)]
    parameter = (
        _parameter_noun(path_segments[-1].parameter)
        if path_segments and path_segments[-1].parameter is not None
        else ""
    )
    words = nouns.pop().text.split("_") if nouns else []
    if len(words) > 1 and words[0] in _VERBS and group.form is not Form.ITEM:
        words = words[1:]
    name = "_".join(words) or parameter or "root"
    if (words[0:1] == ["by"] or name in _VERBS) and nouns and group.form is not Form.ITEM:
        parent = nouns.pop().text
        name = f"{plural(parent) if words[0] == 'by' else parent}_{name}"
    elif group.form is Form.ITEM:
        name = name if kind else singular(name)
    elif group.form is Form.LIST:
        name = _list_name(name, parameter)
    name = _with_first_letter(name)
    ties = _ties(operation, name, versions, parameter)
    envelope = singular(snake(facts.envelope(operation))) if group.form is Form.ITEM else ""
    if envelope.endswith(f"_{name}") and is_identifier(envelope):
        return _Claim(envelope, tuple(nouns), set(), ties, rank)
    named = "_" in name or facts.schema_name(operation) == name
    return _Claim(name, tuple(nouns), _used_nouns(name, nouns, named=named), ties, rank)


def _used_nouns(name: str, nouns: list[_Noun], *, named: bool) -> set[int]:
    """The indices of the nouns before the last one: all but scopes, or the closest scope if there are no others."""
    used = {index for index, noun in enumerate(nouns) if not noun.is_scope}
    if not used and nouns and not named:
        used = {len(nouns) - 1}
    words = len(name.split("_")) + sum(len(nouns[index].text.split("_")) for index in used)
    for index in sorted(used):
        if words <= _MOST_WORDS or len(used) == 1:
            break
        used.remove(index)
        words -= len(nouns[index].text.split("_"))
    return used


def _list_name(noun: str, parameter: str) -> str:
    name = plural(noun)
    if parameter:
        return f"{name}_by_{parameter}"
    return f"{name}_list" if name == singular(name) else name


def _nouns(path_segments: list[Segment], collections: set[str], scopes: set[int]) -> tuple[list[_Noun], list[str]]:
    """The nouns of a path, in the singular if they have items, and its versions.

    `scopes` are the indices of segments after which a scope ends.
    """
    nouns: list[_Noun] = []
    versions: list[str] = []
    for index, segment in enumerate(path_segments):
        if segment.parameter is not None:
            continue
        word = snake(_BRACES.sub("", segment.text))
        if is_version(segment.text):
            versions.append(word)
        elif _DOMAIN.match(segment.text) and any(
            is_version(after.text) for after in path_segments[index + 1 : index + 2]
        ):
            continue  # the group of an API, such as `/apis/zoo.example.com/v1`
        elif word and (word not in NO_NOUNS or not _is_followed(path_segments[index + 1 :])):
            end = index + 1
            while end < len(path_segments) and path_segments[end].parameter is not None:
                end += 1
            last = end == len(path_segments)
            has_item = end > index + 1 or (not last and path_segments[end].text.startswith("{"))  # `/pets/{id}:archive`
            text = singular(word) if not last and (has_item or word in collections) else word
            nouns.append(_Noun(text, end > index + 1 and end in scopes))
    return nouns, versions


def _is_followed(following: list[Segment]) -> bool:
    """Whether a noun follows: `apis` in front of one says nothing, at the end it is one."""
    return any(segment.parameter is None and not is_version(segment.text) for segment in following)


def _parameter_noun(parameter: str) -> str:
    name = snake(parameter)
    rest = _ID.sub("", name)
    return rest if len(rest) > 1 else name


def _ties(operation: ApiOperation, name: str, versions: list[str], parameter: str) -> tuple[str, ...]:
    ties = [f"{name}_{version}" for version in versions]
    if parameter:
        ties.append(f"{name}_by_{parameter}")
    value = operation.node.value if operation.node else {}
    tags = value.get("tags")
    if isinstance(tags, list) and tags:
        ties.append(f"{snake(text_or_empty(tags[0]))}_{name}")
    words = split_words(text_or_empty(value.get("operationId")))
    ties += ["_".join(words[1:] if words and words[0] in _VERBS else words), "_".join(words)]
    return tuple(tie for tie in ties if is_identifier(tie))


def _conflicting_claims(claims: Iterable[_Claim]) -> list[_Claim]:
    """The claims that conflict with another one and can grow."""
    growing = []
    for same in _by_name(claims).values():
        able = [claim for claim in same if len(claim.used) < len(claim.parents)]
        lowest = min(claim.rank for claim in same)
        first = [claim for claim in same if claim.rank == lowest]
        if len(able) == len(same) and len(first) == 1:
            able.remove(first[0])
        growing += able
    return growing


def _by_name(claims: Iterable[_Claim]) -> dict[str, list[_Claim]]:
    claims_by_name: dict[str, list[_Claim]] = {}
    for claim in claims:
        claims_by_name.setdefault(claim.name, []).append(claim)
    return claims_by_name


def _with_first_letter(name: str) -> str:
    """A name that begins with a letter: a single leading digit becomes a word."""
    if name[0] not in _DIGITS:
        return name
    rest = name[1:].lstrip("_")
    return f"{_DIGITS[name[0]]}_{rest}" if rest and not rest[0].isdigit() else f"item_{name}"


def _final_names(claims: Collection[_Claim]) -> list[str]:
    """The final names. Of equal ones, the first claim of the lowest rank keeps the name."""
    taken = set(_by_name(claims))
    first = {name: min(same, key=lambda claim: claim.rank) for name, same in _by_name(claims).items()}
    names = []
    for claim in claims:
        name = claim.name
        if first[name] is not claim:
            ties = [tie for tie in claim.ties if tie not in first[name].ties]
            name = next((tie for tie in ties if tie not in taken), "") or free(name, taken)
        taken.add(name)
        names.append(name)
    return names
