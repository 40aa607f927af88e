"""Which property of a body a parameter of an item's path is, by names, types and descriptions.

A number that happens to be called `id` is not what a path calls a name. `GET /dogs/{dog}` with "name of the dog" reads
by the property `name`.
"""

import re
from collections.abc import Container, Iterator

from mapper.inputs import Node

from ..nouns import IDENTIFIERS, snake, split_words, squashed
from ..openapi.parameters import Parameter
from .body_shape import Facts

IDS = frozenset(IDENTIFIERS)
_TEXTS = ("username", "login", "name", "slug", "key", "title", "ip")
"""Properties that a person or the path calls an object by."""

_NOT_TELLING = frozenset("display first full last long short".split())
"""Words before *name* in properties that do not identify."""

_KINDS_OF_IDS = frozenset("alternate client custom external foreign global internal legacy public remote".split())
"""What an identifier is called if an object has another one as well."""

_NUMBERS = ("integer", "number")


def _words(name: str, noun: str) -> list[str]:
    """The words of a parameter; of `{teamid}` and `{tid}` after `/teams/` the noun, or its beginning, and *id*."""
    words = split_words(name)
    begin = words[0].removesuffix("id") if len(words) == 1 and words[0].endswith("id") else ""
    return [begin, "id"] if begin and squashed(noun).startswith(begin) else words


class ItemParameter:
    """A parameter of the path of an item, and the properties that it may be; `noun` is what the path calls the item.

    `answered` are the properties that a response has: users do not choose an identifier that no response repeats.
    """

    def __init__(
        self,
        facts: Facts,
        parameter: Parameter,
        properties: dict[str, Node | None],
        noun: str,
        answered: Container[str],
    ) -> None:
        self._facts, self._parameter, self._properties, self._noun = facts, parameter, properties, noun
        self._answered = answered
        self._words = _words(parameter.name, noun)
        backwards = list(properties)[::-1]  # of equal words the first one counts, and id before _id
        exact_last = sorted(backwards, key=lambda other: other == snake(other))
        self._by_word = {snake(other): other for other in exact_last if snake(other)}

    def find(self, *, is_last: bool) -> tuple[str, str] | None:
        """The name of the property and the reason; None if there is none. The identifier is only the last parameter."""
        alias = self._with_more_words() or self._without_noun() or self._without_id(is_last=is_last)
        if alias or not is_last:
            return alias
        return next(self._identifying(), None)

    def _with_more_words(self) -> tuple[str, str] | None:
        """The longest suffix of the parameter that is a property."""
        words, is_either = self._words, self._is_either
        is_itself = squashed(self._parameter.name) == squashed(self._noun)  # {targetInstance} is not its instance
        for start in range(len(words) if is_either else 1, len(words)):
            end = "_".join(words[start:])
            if is_itself and end not in _TEXTS:
                continue
            if end in self._by_word and end not in IDS and self._fits(self._by_word[end]):
                return self._by_word[end], f"the property {self._by_word[end]}, with more words in front"
        return None

    def _without_noun(self) -> tuple[str, str] | None:
        """The property without the noun: `{username}` of `/users/{username}` is `name`."""
        for word in _TEXTS:
            name = self._by_word.get(word)
            if name is not None and self._fits(name) and squashed(self._parameter.name) == squashed(self._noun) + word:
                return name, f"the {name} of the {self._noun}"
        word = f"_{'_'.join(self._words)}_".replace(f"_{self._noun}_", "_", 1).strip("_")  # {external_pet_id}
        name = self._by_word.get(word) if self._noun and word.split("_")[0] in _KINDS_OF_IDS else None
        return (name, f"the {name} of the {self._noun}") if name is not None and self._fits(name) else None

    def _without_id(self, *, is_last: bool) -> tuple[str, str] | None:
        """The property without *id*: `{regionId}` is `region`, a text."""
        name = self._by_word.get("_".join(self._words[:-1])) if self._words[-1:] and self._words[-1] in IDS else None
        if is_last and name not in self._answered:
            return None
        has_id = is_last and any(word in self._by_word for word in (*IDS, f"{self._noun}_id"))
        if name is None or has_id or self._facts.type_of(self._properties[name]) != "string":
            return None
        return name, f"the property {name}, which has no {self._words[-1]} in its name"

    def _identifying(self) -> Iterator[tuple[str, str]]:
        words, noun = self._words, self._noun
        is_id = bool(words) and words[-1] in IDS
        is_noun = bool(words) and f"_{noun}_".endswith(f"_{'_'.join(words)}_")
        begins = bool(noun) and "_".join(words).startswith(f"{noun}_")
        ends = bool(noun) and squashed(self._parameter.name).endswith(squashed(noun))
        named = [words[-1], f"{noun}_{words[-1]}"] if is_id else []
        identifiers = [self._by_word[word] for word in (*named, "id", "uuid", "sid") if word in self._by_word]
        texts = [self._by_word[word] for word in _TEXTS if word in self._by_word]
        said = [name for name in texts if self._is_said(snake(name)) and self._fits(name)]
        if said and not ((is_id or self._is_either) and identifiers):
            yield said[0], f"its description says {said[0]}"
        if is_id or self._is_either or is_noun or begins:
            for name in identifiers:
                if is_id or self._is_either or self._fits(name) or not texts:
                    yield name, f"the identifier, which the body calls {name}"
        if is_id:  # {logsink_id} is sink_id
            ends_so = (name for word, name in self._by_word.items() if word not in IDS and word.split("_")[-1] in IDS)
            for name in ends_so:
                if squashed(self._parameter.name).endswith(squashed(name)):
                    yield name, f"the property {name}, with more letters in front"
        is_called = bool(words) and words[-1] in _TEXTS  # a key is no name
        if (is_noun or ends) and not is_called and self._facts.type_of(self._parameter.schema) == "string":
            for name in texts:
                if self._fits(name):
                    yield name, f"the {name}, as no other property identifies it"
        yield from self._with_words_in_front()

    def _with_words_in_front(self) -> Iterator[tuple[str, str]]:
        """The only property that ends with the parameter: `remote_name` for `{name}`."""
        parameter = snake(self._parameter.name)
        if parameter not in _TEXTS:
            return
        ending = [(word, name) for word, name in self._by_word.items() if word.endswith(f"_{parameter}")]
        text = " ".join(split_words(self._parameter.description or ""))
        said = [name for word, name in ending if word.replace("_", " ") in text]
        named = said or [name for _, name in ending]
        telling = [name for name in named if _NOT_TELLING.isdisjoint(split_words(name)) and self._fits(name)]
        current = [name for name in telling if not self._is_deprecated(name)]
        if len(current) == 1:
            yield current[0], f"the only property that ends with {parameter}"

    @property
    def _is_either(self) -> bool:
        """Whether the parameter takes several properties, such as `petIdOrName`."""
        return "or" in self._words and not IDS.isdisjoint(self._words)

    def _is_said(self, word: str) -> bool:
        """Whether the description of the parameter calls it so: *name of the dog*, *dog name*."""
        text = (self._parameter.description or "").lower()
        of_it = rf"\b{word}\b of\b|\b{re.escape(self._noun.replace('_', ' '))}(?:'s)? {word}\b"
        return re.search(of_it, text) is not None

    def _is_deprecated(self, name: str) -> bool:
        text = str(self._facts.keyword(self._properties[name], "description") or "")
        return self._facts.keyword(self._properties[name], "deprecated") is True or "deprecated" in text.lower()

    def _fits(self, name: str) -> bool:
        """Whether the property may have the values of the parameter: a text is no number."""
        of_property = self._facts.type_of(self._properties[name])
        of_parameter = self._facts.type_of(self._parameter.schema)
        if not of_property or not of_parameter:
            return True
        if of_property in ("array", "object", "boolean"):
            return False
        return (of_property in _NUMBERS) == (of_parameter in _NUMBERS)
