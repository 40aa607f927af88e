"""Parses the tag of a member into the name of the property and its options."""

from __future__ import annotations

import re
from difflib import get_close_matches

from msgspec import Struct

from ..rules import CONTRADICTION, TAG
from .declarations import Name
from .findings import Finding, Findings
from .lexer import decoded

KEYS = ("pulumi", "lumi", "coco")
"""The keys that the tools have used over time; in all but `pulumi` the name is first."""
_PAIR = re.compile(r'\s*([^\s":\x00-\x1f\x7f]+):("(?:[^"\\\n]|\\.)*")')
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_SPELLING = {"replace": "replaces"}
_LATER = {"min", "max", "pattern", "regex", "minLength", "maxLength"}


class Options(Struct, frozen=True):
    """The contents of a tag. If `name` is empty, the automatic name is used."""

    name: str = ""
    optional: bool = False
    replaces: bool = False
    input_only: bool = False
    output_only: bool = False


OPTIONS = {"optional": "optional", "replaces": "replaces", "in": "input_only", "out": "output_only"}


def read_tag(tag: Name | None, findings: Findings) -> Options:
    """The options of a tag, which is a Go string literal. Invalid parts are reported and left out."""
    if tag is None:
        return Options()
    text = decoded(tag.text) or ""
    pairs, end = [], 0
    while match := _PAIR.match(text, end):
        pairs.append((match[1], decoded(match[2]) or ""))
        end = match.end()
    if text[end:].strip():
        fix = 'write `pulumi:"…"`'
        findings.append(Finding(TAG, f'the tag is no list of key:"value": {text[end:].strip()}', tag.place, fix))
        return Options()
    ours = [(key, value) for key, value in pairs if key in KEYS]
    if len(ours) > 1:
        keys = " and ".join(key for key, _ in ours)
        findings.append(Finding(TAG, f"the tag has the keys {keys}", tag.place, "keep one of them"))
    return _options(*ours[0], tag, findings) if ours else Options()


def _options(key: str, value: str, tag: Name, findings: Findings) -> Options:
    items = [item.strip() for item in value.split(",")]
    name = ""
    if key != "pulumi":  # there, a name without name= is a misspelt option
        name, items = items[0], items[1:]
        if not name:
            findings.append(Finding(TAG, "the tag has no property name", tag.place, f'write `{key}:"name,…"`'))
    flags: dict[str, bool] = {}
    for item in items:
        if item.startswith("name="):
            if name:
                findings.append(Finding(TAG, f"the tag names the property twice: {name} and {item[5:]}", tag.place))
            name = item[5:]
            if not name:
                findings.append(Finding(TAG, "name= is empty", tag.place))
        elif item or len(items) > 1:
            _option(item, tag, flags, findings)
    if name and not _IDENTIFIER.fullmatch(name):
        findings.append(Finding(TAG, f"the property name {name} is no identifier", tag.place))
    return _checked(Options(name, **flags), tag, findings)


def _option(item: str, tag: Name, found: dict[str, bool], findings: Findings) -> None:
    word = _SPELLING.get(item, item)
    if word not in OPTIONS:
        head = item.split("=", maxsplit=1)[0]
        near = [] if head in _LATER else get_close_matches(word, OPTIONS, 1, 0.5)
        why = "limits cannot be given yet" if head in _LATER else f"unknown option {item!r}"
        fix = f"the options are {', '.join(OPTIONS)} and name="
        if near:
            fix = f"did you mean {near[0]}?"
        elif _IDENTIFIER.fullmatch(item):
            fix += f": write name={item} if it is the name of the property"
        findings.append(Finding(TAG, why, tag.place, fix))
    elif OPTIONS[word] in found:
        findings.append(Finding(TAG, f"the option {word} is given twice", tag.place))
    else:
        found[OPTIONS[word]] = True


def _checked(options: Options, tag: Name, findings: Findings) -> Options:
    if options.input_only and options.output_only:
        findings.append(Finding(TAG, "a property cannot be both in and out", tag.place, "keep one of them"))
    if options.output_only and options.replaces:
        text = "what the provider computes does not replace the resource: replaces has no effect on an out property"
        findings.append(Finding(CONTRADICTION, text, tag.place))
    return options
