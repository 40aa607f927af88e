"""What identifies an object: a property that create sends or returns, found by the words and types of the path."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

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
from mapper.model.limits import ExactlyOneOf, find
from mapper.report.origin import PartKind

from .nouns import IDENTIFIERS, snake, split_words, words_of
from .openapi.path_parameters import PathParameter

_NAMES = ("name", "slug", "key", "login", "title")
_CALLED = ("login", "username", "slug", "key", "name")
"""What tells one owner, project or group from others, the likely ones first."""

_HOW = frozenset((*IDENTIFIERS, *_NAMES, "label", "or"))
"""Words of parameters that take one of several properties."""

_ABOUT = frozenset("attributes body data item metadata object payload properties resource response result spec".split())
"""Objects with what is said of the object that they are in, and envelopes."""

IDENTIFIER, WORDS = "identifier", "words"


class Candidate(Struct, frozen=True):
    """An attribute that may identify an object, in an object with a path and a pointer. `holder` is the name in the API
    of that object; empty at the root.
    """

    attribute: Attribute
    outer_path: str
    outer_pointer: str
    holder: str = ""

    @property
    def path(self) -> str:
        """The path of the attribute."""
        return f"{self.outer_path}{self.attribute.name}"

    @property
    def pointer(self) -> str:
        """The JSON pointer of its value in a body."""
        return _pointer(self.attribute, self.outer_pointer)

    @property
    def is_given(self) -> bool:
        """Whether users give it, and create sends it."""
        return self.attribute.status is not Status.COMPUTED and is_in(self.attribute, PartKind.REQUEST_BODY)

    @property
    def is_returned(self) -> bool:
        """Whether the response of create has it."""
        return is_in(self.attribute, PartKind.RESPONSE, "create")


def candidates(
    attributes: Iterable[Attribute], pointer: str = "", path: str = "", holder: str = ""
) -> Iterator[Candidate]:
    """The attributes at the root, then attributes of single objects in it, such as `metadata.name`. One of several
    variants of the object is the object itself.
    """
    inside = []
    for attribute in attributes:
        yield Candidate(attribute, path, pointer, holder)
        type_ = attribute.type
        if not path and type_.__class__ is Nested and type_.mode is NestingMode.SINGLE:
            named = "" if _is_variant(attribute) else attribute.source_name
            inside.append((type_.body.attributes, _pointer(attribute, pointer), f"{attribute.name}.", named))
    for each in inside:
        yield from candidates(*each)


def _pointer(attribute: Attribute, outer: str) -> str:
    wire = "" if _is_variant(attribute) else attribute.name_on_wire
    return f"{outer}/{escape_token(wire)}" if wire else outer


def _is_variant(attribute: Attribute) -> bool:
    """Whether an attribute is one of several variants of the object that it is in, and so that object itself."""
    return bool(attribute.limits) and find(attribute.limits, ExactlyOneOf) is not None


def identified(
    candidates: Iterable[Candidate], place: PathParameter, description: str, type_: str
) -> tuple[Candidate, Reason] | None:
    """What identifies the object in a path, and why; None if no attribute agrees in words and type.

    `description` and `type_` describe the parameter; each may be empty. A text that is called a name is the property
    with this name, not a number that happens to be called id.
    """
    by_name: dict[str, list[Candidate]] = {}
    held: list[Candidate] = []
    own = snake(place.name)
    for candidate in candidates:
        by_name.setdefault(snake(candidate.attribute.source_name), []).append(candidate)
        if candidate.holder and snake(candidate.holder) == own:
            held.append(candidate)
    words = words_of(place.name)
    has_id = not set(IDENTIFIERS).isdisjoint(words)
    if type_ in ("string", "") and not has_id:
        said = set(split_words(f"{place.name} {description}"))
        for word in (word for word in _NAMES if word in said):
            for candidate in chain.from_iterable(
                by_name.get(name, ()) for name in _property_names(place, word, by_name)
            ):
                is_its_own = candidate.is_returned and _is_of(candidate, place)
                if _is_text(candidate.attribute) and (candidate.is_given or is_its_own):
                    return candidate, Reason(WORDS, f"the API calls it a {word}")
    if (spelled_out := _spelled_out(by_name, words, type_)) is not None:
        return spelled_out, Reason(WORDS, f"{place.name} is the {spelled_out.attribute.source_name}")
    if (in_object := _in_object(held, type_)) is not None:
        return in_object, Reason(WORDS, f"{place.name} is in what create returns, at {in_object.pointer}")
    for name in identifying_names(place, by_name):
        for candidate in by_name.get(name, ()):
            fits = _is_scalar_for(candidate.attribute, type_)
            is_its_own = candidate.is_returned and _is_of(candidate, place)
            if is_its_own and fits and (has_id or not is_other_type(candidate.attribute, type_)):
                return candidate, Reason(IDENTIFIER, f"create returns the identifier {candidate.pointer}")
    return None


def _is_of(candidate: Candidate, place: PathParameter) -> bool:
    """Whether what an object in the body has may be of the object itself: the id of its creator is not."""
    noun = snake(candidate.holder)
    return (
        not noun
        or noun in _ABOUT
        or noun == "_".join(w for w in words_of(place.name) if w not in _HOW)
        or place.is_noun(noun)
    )


def _spelled_out(by_name: Mapping[str, Sequence[Candidate]], words: Sequence[str], type_: str) -> Candidate | None:
    """What users give under the name of the parameter without the words that say how: `role` for `{roleIdOrLabel}`."""
    if "or" not in words or type_ not in ("string", ""):
        return None
    name = "_".join(word for word in words if word not in _HOW)
    return next((each for each in by_name.get(name, ()) if each.is_given and _is_text(each.attribute)), None)


def _in_object(held: Sequence[Candidate], type_: str) -> Candidate | None:
    """The identifier in an object with the name of the parameter: `owner.login` for the text `{owner}`."""
    by_name = {snake(each.attribute.source_name): each for each in held if each.is_returned}
    ordered = (*_CALLED, *IDENTIFIERS) if type_ in ("string", "") else IDENTIFIERS
    fitting = (by_name[name] for name in ordered if name in by_name)
    is_number = type_ in ("integer", "number")
    return next((each for each in fitting if is_number or _is_text(each.attribute)), None)


def _property_names(place: PathParameter, word: str, known: Iterable[str]) -> Iterator[str]:
    """The names of a property that is called `word`, among known names."""
    yield word
    yield from _of_noun(place, f"_{word}", known)


def identifying_names(place: PathParameter, known: Iterable[str]) -> Iterator[str]:
    """The names that the identity of an object may have among known names, the likely ones first."""
    words = words_of(place.name)
    names = (snake(place.name), *(n for n in IDENTIFIERS if n in words), *IDENTIFIERS)
    yield from dict.fromkeys(name for name in names if name)
    yield from _of_noun(place, "_id", known)


def _of_noun(place: PathParameter, ending: str, known: Iterable[str]) -> Iterator[str]:
    """The known name of a noun and an ending: `campaign_id` of what is at `/campaigns/{number}`."""
    return (name for name in known if name.endswith(ending) and place.is_noun(name.removesuffix(ending)))


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
