"""Words of paths and titles, and the singular and plural of English nouns: a few rules and the usual exceptions.

There is no perfect rule, and none is needed: what comes out is a name that a person reads before it is used.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_WORD = re.compile(r"[A-Z]+s?[0-9]*(?![a-z])|[A-Z]?[a-z]+[0-9]*|[0-9]+[a-z]*")

_IRREGULAR = {
    "children": "child", "men": "man", "people": "person", "women": "woman", "mice": "mouse", "feet": "foot",
    "geese": "goose", "teeth": "tooth", "oxen": "ox", "dice": "die",
    "appendices": "appendix", "codices": "codex", "indices": "index", "matrices": "matrix", "vertices": "vertex",
    "criteria": "criterion", "phenomena": "phenomenon", "schemata": "schema",
    "halves": "half", "knives": "knife", "leaves": "leaf", "lives": "life", "loaves": "loaf", "selves": "self",
    "shelves": "shelf", "thieves": "thief", "wives": "wife", "wolves": "wolf", "calves": "calf", "elves": "elf",
    "echoes": "echo", "heroes": "hero", "potatoes": "potato", "tomatoes": "tomato", "torpedoes": "torpedo",
    "vetoes": "veto", "cargoes": "cargo", "embargoes": "embargo", "quizzes": "quiz",
    "movies": "movie", "cookies": "cookie", "ties": "tie", "pies": "pie", "lies": "lie", "dies": "die",
    "selfies": "selfie", "zombies": "zombie", "hoodies": "hoodie", "rookies": "rookie", "calories": "calorie",
    "caches": "cache", "niches": "niche", "headaches": "headache", "avalanches": "avalanche", "axes": "axis",
    "menus": "menu", "skus": "sku", "emus": "emu",
}  # fmt: skip
_UNCOUNTABLE = frozenset(
    """
    series species news data metadata media multimedia information equipment money staff software hardware firmware
    traffic storage billing pricing analytics statistics logistics diagnostics graphics basics premises headquarters
    means goods kudos chaos lens sheep fish
    aws bgp css cors dds dms dns ecs eks gas gcs gis gps https ios js kms kubernetes macos nas nfs os paas postgres
    rds saas sas sms sns sos sqs tls vps xss chassis canvas atlas alias bias sass iaas
    """.split()
)
_IS_TO_ES = frozenset(("analysis", "basis", "crisis", "diagnosis", "emphasis", "hypothesis", "synopsis", "thesis"))
_IRREGULAR |= {word[:-2] + "es": word for word in _IS_TO_ES - {"basis"}}
_TAKES_ES = frozenset(
    """
    alias apparatus atlas bias bonus bus campus canvas census consensus corpus focus gas lens nexus plus radius status
    surplus virus bypass
    """.split()
)
_IRREGULAR |= {word + "es": word for word in _TAKES_ES}
_PLURAL_OF = {singular: plural for plural, singular in _IRREGULAR.items()}
_SHORT_US = re.compile(r"(?:[cdgntv]{1,2}p)us\Z")  # cpus, vcpus, gpus
_SHORT_IS = re.compile(r"(?:ap|ur|kp|am|u|gu|cl|po|emoj|tax|sk|ci|wif|id)is\Z")
_FEW_LETTERS = 2


def split_words(text: str) -> list[str]:
    """The words of a name in any spelling, in lower case: `petTypes`, `pet-types` and `PetTypes` alike.

    Accents go, and so does whatever is not a Latin letter or a digit.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return [word.lower() for word in _WORD.findall(plain)]


@lru_cache(maxsize=65536)
def snake(text: str) -> str:
    """A name in any spelling as `snake_case`; empty where it has no letter or digit."""
    return "_".join(split_words(text))


@lru_cache(maxsize=65536)
def squashed(text: str) -> str:
    """A name without case and punctuation: `petId`, `pet_id` and `pet-id` all become `petid`."""
    return "".join(split_words(text))


def singular(name: str) -> str:
    """The singular of a `snake_case` name, that is of its last word: `pet_types` -> `pet_type`."""
    first, separator, word = name.rpartition("_")
    return first + separator + _singular(word)


def plural(name: str) -> str:
    """The plural of a `snake_case` name; what is a plural already stays."""
    first, separator, word = name.rpartition("_")
    return first + separator + _plural(word)


@lru_cache(maxsize=4096)
def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _UNCOUNTABLE or not word.endswith("s") or len(word) <= _FEW_LETTERS:
        return word
    if _SHORT_US.search(word) or _SHORT_IS.search(word):
        return word[:-1]
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zzes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=4096)
def _plural(word: str) -> str:
    if word in _PLURAL_OF:
        return _PLURAL_OF[word]
    if word in _UNCOUNTABLE or _singular(word) != word:
        return word
    if word in _IS_TO_ES:
        return word[:-2] + "es"
    if word.endswith("y") and word[-2:-1] not in ("", *"aeiou"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("s", "x", "z", "ch", "sh")) else "s")
