"""What an unquoted text means in YAML: each version of YAML and Go's libraries read other texts as numbers."""

import re
from collections.abc import Mapping
from typing import Any

import yaml

_STRING = "tag:yaml.org,2002:str"
_INDICATOR = "tag:yaml.org,2002:yaml"
"""The tag that a reader gives to a lone `*`, `&` or `!`: single quotes are enough for such a text."""

_OLD_BOOLEANS = frozenset("yYnN")
_NUMBER = re.compile(
    r"[-+]?(?:0[bB][01]+|0[oO][0-7]+|0[xX][0-9a-fA-F]+|(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)\Z"
)
_SEXAGESIMAL = re.compile(r"[-+]?[0-9]+(?::[0-5]?[0-9])+(?:\.[0-9]*)?\Z")
_TIME = re.compile(
    r"\d{4}-\d{1,2}-\d{1,2}"
    r"(?:(?:[Tt]|[ \t]+)\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d{1,2}(?::?\d{2})?))?)?\Z",
    re.ASCII,
)


def is_text_everywhere(text: str) -> bool:
    """Whether YAML 1.1, YAML 1.2 and Go's libraries (yaml.v2 and v3) read an unquoted text as a text.

    It is about what the text means: whether it has characters that need quotes is for the writer.
    """
    if not text or text in _OLD_BOOLEANS or _TIME.match(text):
        return False
    digits = text.replace("_", "")
    if _NUMBER.match(digits) or _SEXAGESIMAL.match(digits):
        return False
    return _RESOLVER.resolve(yaml.ScalarNode, text, (True, False)) in (_STRING, _INDICATOR)


_RESOLVER: Any = yaml.resolver.Resolver()


class _Dumper(yaml.SafeDumper):
    """Quotes each text that any of these readers would take for something else."""


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar(_STRING, text, style=None if is_text_everywhere(text) else "'")


_Dumper.add_representer(str, _text_node)


def dump(value: Any, **options: Any) -> str:
    """Plain data as YAML, with the options of `yaml.dump`; mappings keep their order."""
    text: str = yaml.dump(value, Dumper=_Dumper, sort_keys=False, **{"width": float("inf"), **options})
    return text


_WORDS = re.compile(r"[A-Za-z](?:[\w .,;()/+-]*[\w.,;()/+-])?", re.ASCII)
_OTHERWISE = frozenset("y n yes no on off true false null".split())
"""Words that some reader takes for no text, in any case."""


def dump_texts(texts: Mapping[str, str]) -> str:
    """As `dump`, for texts on one line. Most are words, which are written as they are: PyYAML takes 0.1 ms for each."""
    if all(_WORDS.fullmatch(text) and text.lower() not in _OTHERWISE for text in (*texts, *texts.values())):
        return "".join([f"{key}: {text}\n" for key, text in texts.items()])
    return dump(dict(texts), allow_unicode=True)


def inline(value: Any, **options: Any) -> str:
    """As `dump`, for a value on one line."""
    return dump(value, **options).removesuffix("\n").removesuffix("\n...")
