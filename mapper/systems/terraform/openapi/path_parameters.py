"""Which parameters of two paths are the same argument: a parameter is known by its place, the segments before it.

`/pets/{petId}` and `/pets/{id}` have one argument under two names, and so have `/pet/{id}` and `/admin/pets/{name}`,
which differ in number and in nouns in front. `/farms/{id}/barns` and `/barns/{id}` have two under one name: a farm and
a barn. Only a name that says what it is of, such as `{farm_id}`, is the same wherever it is.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from ..nouns import IDENTIFIERS, singular, snake, words_of
from .routes import is_version

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_FRAGMENT = re.compile(r"#.*\Z", re.DOTALL)
_GENERIC = frozenset(IDENTIFIERS) | frozenset(
    """
    arn code element entity external handle hash ids instance internal item key name no number object or pk record ref
    reference resource slug string unique value
    """.split()
)
"""Words of names that say nothing of what they are of: `{id}`, `{resource_id}`, `{id_or_name}`."""

_MOST = 50
"""The parameters of a path that are looked at."""


class PathParameter(Struct, frozen=True):
    """A parameter of a path. `written` is the path before it, without names and versions; `word` is the last word
    there.
    """

    name: str
    written: str
    word: str

    @property
    def place(self) -> str:
        """The path before it in the singular. Most places are equal as they are written, and need no rule. The first
        rule of a run loads the rules of English plurals, which takes 10 ms.
        """
        return "/".join(map(singular, self.written.split("/")))

    @property
    def noun(self) -> str:
        """The word before the parameter, in the singular; empty without one."""
        return singular(snake(self.word)) if self.word else ""

    def is_noun(self, text: str) -> bool:
        """Whether a text is the noun. A word begins as its plural does: others are not looked up, since the first noun
        of a run loads the rules of English plurals.
        """
        return bool(text) and text[0] == snake(self.word)[:1] and text == self.noun

    @property
    def is_generic(self) -> bool:
        """Whether the name does not say what the parameter is of."""
        return _GENERIC.issuperset(words_of(self.name))

    @property
    def full_name(self) -> str:
        """A name that says what it is of: `farm_id` of `/farms/{id}`."""
        name = snake(self.name)
        if not self.is_generic or not (noun := self.noun) or name.startswith(f"{noun}_"):
            return name
        return f"{noun}_{name}" if name else noun


@lru_cache(maxsize=16384)
def path_parameters(path: str) -> tuple[PathParameter, ...]:
    """The parameters of a path, in their order. A fragment, which only makes a key unique, is no part of the path."""
    parameters: list[PathParameter] = []
    pieces = _TEMPLATE.split(_FRAGMENT.sub("", path))  # a text, a name, a text, a name, a text
    segments, word, last = list[str](), "", ""  # before the name; the last one may go on after it
    for text, name in zip(pieces[0:-1:2], pieces[1 : 2 * _MOST : 2], strict=False):
        *ended, last = (last + text).split("/")
        segments += [segment for segment in ended if segment and not is_version(segment)]
        said = [*segments, last] if last and not is_version(last) else segments
        word = next((segment for segment in reversed(said) if "{}" not in segment), "")
        written = "/".join(said) + ("/" if not last and len(ended) else "")
        parameters.append(PathParameter(name, written, word))
        last += "{}"
    return tuple(parameters)


@lru_cache(maxsize=4096)  # asked several times for each pair of operations of a resource
def same_arguments(path: str, other: str) -> dict[str, str]:
    """The names of the parameters of a path -> the names of the same arguments in another path."""
    there = path_parameters(other)
    as_written = {parameter.written: parameter.name for parameter in there}
    same: dict[str, str] = {}
    for parameter in path_parameters(path):
        name = as_written.get(parameter.written) or _at_place_of(parameter, there)
        if name is not None:
            same[parameter.name] = name
    others = [parameter for parameter in path_parameters(path) if parameter.name not in same]
    by_name = {parameter.name for parameter in there if not parameter.is_generic} if others else set[str]()
    for parameter in others:
        if parameter.name in by_name and parameter.name not in same.values():
            same[parameter.name] = parameter.name
    for parameter in others:
        longer = (p.name for p in there if p.name not in same.values() and _is_longer(parameter.place, p.place))
        if parameter.name not in same and (name := next(longer, None)) is not None:
            same[parameter.name] = name
    return same


def _at_place_of(parameter: PathParameter, others: Sequence[PathParameter]) -> str | None:
    """The name of the parameter with the same place in other words; None if there is none."""
    depth = parameter.written.count("/")
    as_deep = [other for other in others if other.written.count("/") == depth]
    return next((other.name for other in as_deep if other.place == parameter.place), None)


def _is_longer(place: str, other: str) -> bool:
    """Whether one of two places has nouns in front that the other lacks, and no parameter there."""
    shorter, longer = sorted((f"/{place}", f"/{other}"), key=len)
    return len(shorter) > 2 and longer.endswith(shorter) and "{}" not in longer.removesuffix(shorter)  # noqa: PLR2004


def parents(create: str, read: str) -> dict[str, str]:
    """The path parameters of `read` that `create` has as well -> their names there."""
    return {there: name for name, there in same_arguments(create, read).items()}


def only_of(create: str, read: str) -> dict[str, str]:
    """The path parameters of `create` that `read` has not -> a name for each that no parameter of `read` has."""
    same = same_arguments(create, read)
    taken = {parameter.name for parameter in path_parameters(read)}
    lone = [parameter for parameter in path_parameters(create) if parameter.name not in same]
    return {p.name: p.full_name if p.is_generic or p.name in taken else p.name for p in lone}
