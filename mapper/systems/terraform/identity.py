"""What identifies an object: a property that create sends or returns, found by the words and types of the path."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from mapper.inputs import escape_token
from mapper.model import (
    NUMBERS,
    TEXTS,
    Attribute,
    Contribution,
    Nested,
    NestingMode,
    Reason,
    Scalar,
    ScalarKind,
    Status,
)
from mapper.report.origin import PartKind

from .nouns import snake, split_words
from .openapi.path_parameters import PathParameter

IDENTIFIERS = ("id", "uuid", "guid", "uid", "identifier", "sid")
_NAMES = ("name", "slug", "key", "login", "title")

IDENTIFIER, WORDS = "identifier", "words"


class Candidate(Struct, frozen=True):
    """An attribute that may identify an object: its path, and the JSON pointer of its value in a body."""

    attribute: Attribute
    path: str
    pointer: str

    @property
    def is_given(self) -> bool:
        """Whether users give it, and create sends it."""
        return self.attribute.status is not Status.COMPUTED and is_in(self.attribute, PartKind.REQUEST_BODY)

    @property
    def is_returned(self) -> bool:
        """Whether the response of create has it."""
        return is_in(self.attribute, PartKind.RESPONSE, "create")


def candidates(attributes: Iterable[Attribute], pointer: str = "", path: str = "") -> Iterator[Candidate]:
    """The attributes at the root, then those of single objects in it, such as `metadata.name`."""
    inside = []
    for attribute in attributes:
        wire = attribute.name_on_wire
        there = f"{pointer}/{escape_token(wire)}" if wire else pointer
        yield Candidate(attribute, f"{path}{attribute.name}", there)
        type_ = attribute.type
        if not path and isinstance(type_, Nested) and type_.mode is NestingMode.SINGLE:
            inside.append((type_.body.attributes, there, f"{attribute.name}."))
    for each in inside:
        yield from candidates(*each)


def identified(
    found: Iterable[Candidate], place: PathParameter, description: str, type_: str
) -> tuple[Candidate, Reason] | None:
    """What identifies the object in a path, and why; None if words or types of nothing agree.

    `description` and `type_` are those of the parameter, each may be empty. A text that is called a name is that
    property, and not a number that happens to be called id.
    """
    by_name: dict[str, list[Candidate]] = {}
    for candidate in found:
        by_name.setdefault(snake(candidate.attribute.source_name), []).append(candidate)
    words = split_words(place.name)
    has_id = not set(IDENTIFIERS).isdisjoint(words)
    if type_ in ("string", "") and not has_id:
        said = set(split_words(f"{place.name} {description}"))
        for word in (word for word in _NAMES if word in said):
            for candidate in (*by_name.get(word, ()), *by_name.get(f"{place.noun}_{word}", ())):
                if _is_text(candidate.attribute) and (candidate.is_given or candidate.is_returned):
                    return candidate, Reason(WORDS, f"the API calls it a {word}")
    for name in identifying_names(place):
        for candidate in by_name.get(name, ()):
            fits = _is_scalar_for(candidate.attribute, type_)
            if candidate.is_returned and fits and (has_id or not is_other_type(candidate.attribute, type_)):
                return candidate, Reason(IDENTIFIER, f"create returns the identifier {candidate.pointer}")
    return None


def identifying_names(place: PathParameter) -> list[str]:
    """The names that the identity of an object may have, the likely ones first."""
    words = split_words(place.name)
    names = (snake(place.name), *(n for n in IDENTIFIERS if n in words), *IDENTIFIERS, f"{place.noun}_id")
    return list(dict.fromkeys(name for name in names if name))


def is_in(attribute: Attribute, kind: PartKind, of: str = "") -> bool:
    """Whether a part of an operation of this kind has the attribute."""
    fitting = (origin for origin in attribute.origins if origin.contribution is not Contribution.MISMATCH)
    return any(origin.part.kind is kind and (not of or origin.part.of == of) for origin in fitting)


def is_other_type(attribute: Attribute, type_: str) -> bool:
    """Whether a text is expected where the attribute is a number, or the other way round."""
    if not isinstance(attribute.type, Scalar) or attribute.type.kind is ScalarKind.DYNAMIC:
        return False
    is_number = attribute.type.kind in NUMBERS
    return (type_ == "string" and is_number) or (type_ in ("integer", "number") and not is_number)


def _is_text(attribute: Attribute) -> bool:
    return isinstance(attribute.type, Scalar) and attribute.type.kind in TEXTS


def _is_scalar_for(attribute: Attribute, type_: str) -> bool:
    """Whether the value of an attribute can be in a path where the API expects a type; a number can be written."""
    is_number = isinstance(attribute.type, Scalar) and attribute.type.kind in NUMBERS
    return isinstance(attribute.type, Scalar) and (is_number or type_ not in ("integer", "number"))
