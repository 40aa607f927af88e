"""Templates of paths, and the router from requests to templates."""

import re
from collections.abc import Iterable
from urllib.parse import unquote

_PARAMETER = re.compile(r"\{([^{}]+)\}")
_LETTERS = re.compile(r"[^a-z0-9]")


def segments(template: str) -> list[str]:
    """The segments of a path without its fragment, which no request has."""
    return [segment for segment in template.split("#", maxsplit=1)[0].split("/") if segment]


def is_parameter(segment: str) -> bool:
    """Whether a segment is a parameter, or has one in it."""
    return "{" in segment


def ends_in_parameter(template: str) -> bool:
    """Whether a path names an item, and not a collection or a singleton."""
    named = segments(template)
    return bool(named) and is_parameter(named[-1])


def parameter_names(template: str) -> list[str]:
    """The names of the parameters of a path, in order."""
    return _PARAMETER.findall(template.split("#", maxsplit=1)[0])


def parent(template: str) -> str:
    """The path without its last segment."""
    return template.rsplit("/", 1)[0]


def is_direct_item(template: str, of: str) -> bool:
    """Whether a path is the path `of` with one more parameter."""
    return template.startswith(f"{of}/{{") and "/" not in template[len(of) + 1 :]


def is_noun(template: str, parameter: str) -> bool:
    """Whether a parameter has the name of the items in the collection before it: `/dogs/{dog}`."""
    before = zip(segments(template), segments(template)[1:], strict=False)
    nouns = {_LETTERS.sub("", left.lower()) for left, right in before if right == f"{{{parameter}}}"}
    name = _LETTERS.sub("", parameter.lower())
    plurals = {name, f"{name}s", f"{name}es", f"{name.removesuffix('y')}ies"}
    return not plurals.isdisjoint(nouns)


def shared_start(left_segments: list[str], right_segments: list[str]) -> int:
    """How many first segments two paths share; parameters are equal, whatever their names."""
    for count, (left, right) in enumerate(zip(left_segments, right_segments, strict=False)):
        if not (is_parameter(left) and is_parameter(right)) and left != right:
            return count
    return min(len(left_segments), len(right_segments))


class Router:
    """Finds the template of a request. Fixed segments win over parameters, and paths without a fragment over others."""

    def __init__(self, operations: Iterable[tuple[str, str]]) -> None:
        self._routes: dict[str, list[tuple[tuple[bool, ...], re.Pattern[str], str]]] = {}
        for method, template in operations:
            rank = (*map(is_parameter, segments(template)), "#" in template)
            self._routes.setdefault(method, []).append((rank, _pattern(template), template))
        for routes in self._routes.values():
            routes.sort(key=lambda route: route[0])

    def find(self, method: str, path: str) -> list[tuple[str, dict[str, str]]]:
        """The templates that differ in a fragment only, each with the values of its parameters; empty if there is no
        such operation.
        """
        matches: list[tuple[str, dict[str, str]]] = []
        for _, pattern, template in self._routes.get(method, ()):
            match = pattern.match(path)
            if match and (not matches or segments(matches[0][0]) == segments(template)):
                values = zip(parameter_names(template), map(unquote, match.groups()), strict=False)
                matches.append((template, dict(values)))
        return matches


def _pattern(template: str) -> re.Pattern[str]:
    """A pattern that matches the paths of a template, in a time that grows with the path alone.

    A value ends before the first occurrence of the text that follows it: no other end is tried.
    """
    pattern = ""
    for segment in segments(template):
        first, *pieces = _PARAMETER.split(segment)  # every second one is the name of a parameter
        pattern += f"/{re.escape(first)}"
        for end in range(1, len(pieces), 2):
            is_last = end == len(pieces) - 1 and not pieces[end]
            pattern += "([^/]++)" if is_last else f"(?>([^/]+?){re.escape(pieces[end])})"
    return re.compile(pattern + r"/?\Z")
