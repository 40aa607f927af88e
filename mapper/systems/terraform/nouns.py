"""Words of paths and titles, and the singular and plural of English nouns, including usual API nouns.

The rules are not perfect; a person reads the resulting names before they are used.
"""

import re
import unicodedata
from functools import lru_cache

from mapper.text import inflection

_WORD = re.compile(r"[A-Z]+s?[0-9]*(?![a-z])|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*")
_PART = re.compile(r"[A-Za-z0-9]+")
_LOWER = re.compile(r"[a-z]+[0-9]+[a-z0-9]*\Z")
"""What is in lower case is one word, whatever digits are in it: k8s, p2p, ipv4."""

_IRREGULAR = {
    "axes": "axis", "avalanches": "avalanche", "caches": "cache", "cargoes": "cargo", "dies": "die", "dice": "die",
    "embargoes": "embargo", "headaches": "headache", "hoodies": "hoodie", "niches": "niche", "selfies": "selfie",
    "vetoes": "veto", "biases": "bias", "focuses": "focus", "lenses": "lens", "radiuses": "radius", "viruses": "virus",
}  # fmt: skip
"""Plurals that the library gets wrong."""
_UNCOUNTABLE = frozenset(
    """
    my me this is has
    basics billing chaos data diagnostics goods graphics logistics means metadata money multimedia pricing species
    statistics storage
    aws bgp cors css dds dms dns ecs eks gas gcs gis gps https iaas ios js kms kubernetes macos nas nfs oas os paas
    postgres rds redis saas sas sass sms sns sos sqs tls vps xss alias atlas bias canvas lens iam
    """.split()
)
"""Words without a plural in names of APIs: pronouns, mass nouns, protocols, products."""
_PLURAL_OF = {singular: plural for plural, singular in _IRREGULAR.items()} | {
    "alias": "aliases", "atlas": "atlases", "canvas": "canvases",
}  # fmt: skip
_SHORT = re.compile(r"(?:[cdgntv]{1,2}pu|(?:ap|ur|kp|am|u|gu|cl|po|emoj|tax|ci|wif|id)i|sku)(s?)\Z")
"""Abbreviations and loanwords whose plural ends in s: cpus, vcpus, apis, uris, taxis."""
_FEW_LETTERS = 2

IDENTIFIERS = ("id", "uuid", "guid", "uid", "identifier", "sid")
"""The words for identifiers that an API makes, the likely ones first."""


def split_words(text: str) -> list[str]:
    """The lower-case words of a name in any spelling: `petTypes`, `pet-types` and `PetTypes` have the same.

    Accents are removed, and so are all characters except Latin letters and digits.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    parts = _PART.findall(plain)
    return [word.lower() for part in parts for word in ([part] if _LOWER.match(part) else _WORD.findall(part))]


@lru_cache(maxsize=65536)
def words_of(name: str) -> tuple[str, ...]:
    """As `split_words`, for names, which occur often."""
    return tuple(split_words(name))


@lru_cache(maxsize=65536)
def snake(text: str) -> str:
    """A name in any spelling as `snake_case`; empty if it has no letters and digits."""
    return "_".join(words_of(text))


@lru_cache(maxsize=65536)
def squashed(text: str) -> str:
    """A name without case and separators: `petId`, `pet_id` and `pet-id` all become `petid`."""
    return "".join(words_of(text))


def singular(name: str) -> str:
    """The singular of a `snake_case` name, by its last word: `pet_types` -> `pet_type`."""
    first, separator, word = name.rpartition("_")
    return first + separator + _singular(word)


def plural(name: str) -> str:
    """The plural of a `snake_case` name; a plural is kept."""
    first, separator, word = name.rpartition("_")
    return first + separator + _plural(word)


@lru_cache(maxsize=4096)
def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _UNCOUNTABLE or word in _PLURAL_OF or len(word) <= _FEW_LETTERS:
        return word
    if short := _SHORT.search(word):
        return word[: short.start(1)]
    return inflection.singular(word)


@lru_cache(maxsize=4096)
def _plural(word: str) -> str:
    if word in _PLURAL_OF:
        return _PLURAL_OF[word]
    if word in _UNCOUNTABLE or _singular(word) != word:
        return word
    if _SHORT.search(word):
        return word + "s"
    return inflection.plural(word)
