"""What a config could say to fix the cause of a note: settings as data, and the text to paste made from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..text.display import acts

ANYWHERE = "at the top level or in the entity"
"""Where settings for all entities may be written."""


class Subject(Enum):
    """A placeholder in a setting for a property of the note's subject: its path, or its key in `aliases`."""

    PATH = "path"
    ALIAS = "alias"


_OF_AN_ATTRIBUTE = frozenset(Subject)

Key = str | Subject
Value = str | bool | tuple[Key, ...] | None
"""One text, true or false, a list, or null."""


class Setting(Struct, frozen=True):
    """A value, and the keys that lead to it."""

    keys: tuple[Key, ...]
    value: Value


class Fix(Struct, frozen=True):
    """Settings that belong together, in the section of an entity or, with `for_all`, at the top level of the config.

    `instead` is an alternative fix. `dotted`: the keys of a setting are written with dots between them. `levels`: the
    number of keys of the section to leave out, for settings of the entity and not of its schema.
    """

    settings: tuple[Setting, ...]
    for_all: bool = False
    instead: Fix | None = None
    dotted: bool = False
    levels: int = 0

    @property
    def alternatives(self) -> Iterator[Fix]:
        """This fix, then each alternative."""
        yield self
        if self.instead is not None:
            yield from self.instead.alternatives

    @property
    def keys(self) -> frozenset[Key]:
        """The keys, and the items of lists, of all alternatives."""
        own = self._own_keys
        return own if self.instead is None else own | self.instead.keys

    @property
    def _own_keys(self) -> frozenset[Key]:
        keys: set[Key] = set()
        for setting in self.settings:
            keys.update(setting.keys)
            if isinstance(setting.value, tuple):
                keys.update(setting.value)
        return frozenset(keys)

    def at(self, path: str) -> Fix | None:
        """The alternatives that apply to the attribute at `path`. If `path` is empty (a whole body), those that name
        an attribute are left out.
        """
        if path:
            return self
        others = None if self.instead is None else self.instead.at(path)
        if not _OF_AN_ATTRIBUTE.isdisjoint(self._own_keys):
            return others
        return self if others is self.instead else replace(self, instead=others)


class Proposal(Struct, frozen=True):
    """A fix for the attribute at `path`. `section`: the keys of the entity's section in the config."""

    fix: Fix
    path: str
    section: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text to paste, on one line: each alternative with its place in the config."""
        return "; or ".join(self._text(fix) for fix in self.fix.alternatives)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The alternatives as entries of the config, from its root."""
        entries = []
        for fix in self.fix.alternatives:
            root: dict[str, Any] = {}
            for setting in fix.settings:
                *outer, last = (self._named(key) for key in setting.keys)
                inner = root
                for key in (*self._section(fix), *outer):
                    inner = inner.setdefault(key, {})
                inner[last] = self._value(setting.value)
            entries.append(root)
        return entries

    def _section(self, fix: Fix) -> tuple[str, ...]:
        """The keys that lead to where the settings of an alternative are."""
        return () if fix.for_all else self.section[: len(self.section) - fix.levels]

    def _named(self, key: Key) -> str:
        if key is Subject.PATH:
            return self.path
        if key is Subject.ALIAS:
            return f".{self.path}"
        return str(key)  # a key may be a member of an enum

    def _text(self, fix: Fix) -> str:
        root: dict[str, Any] = {}
        for setting in fix.settings:
            keys = [flow_scalar(self._named(key)) for key in setting.keys]
            *outer, last = [".".join(keys)] if fix.dotted else keys
            inner = root
            for key in outer:
                inner = inner.setdefault(key, {})
            inner[last] = self._written(setting.value)
        section = self._section(fix)
        place = ANYWHERE if fix.for_all else f"in {'.'.join(section)}" if section else ""
        return f"{_members(root)}  # {place}" if place else _members(root)

    def _value(self, value: Value) -> list[str] | str | bool | None:
        if isinstance(value, tuple):
            return [self._named(item) for item in value]
        return value if value is None or isinstance(value, bool) else str(value)

    def _written(self, value: Value) -> str:
        written = self._value(value)
        if isinstance(written, str):
            return flow_scalar(written)
        if isinstance(written, list):
            return f"[{', '.join(map(flow_scalar, written))}]"
        return "null" if written is None else str(written).lower()


def _members(entries: dict[str, Any]) -> str:
    return ", ".join(f"{key}: {_flow(value)}" for key, value in entries.items())


def _flow(value: Any) -> str:
    return f"{{{_members(value)}}}" if isinstance(value, dict) else str(value)


_PLAIN = re.compile(r"(?!\.[0-9])[.A-Z_a-z][.0-9A-Z_a-z]*(?: [.0-9A-Z_a-z]+)*\Z")
_SCALARS = 1 << 10
"""How many scalars are kept: the same few keys are in the fixes of thousands of notes."""
_OTHER_THAN_TEXT = frozenset("false n no null off on true y yes .inf .nan".split())


@lru_cache(_SCALARS)
def flow_scalar(text: str) -> str:
    """A text as a YAML flow scalar, inside of `{…}` and `[…]`: plain if YAML reads it back as this text, else quoted.

    A text that begins with a dot, such as a key of `aliases`, is plain only if each character is one of an identifier.
    """
    if _PLAIN.match(text):
        if text.lower() not in _OTHER_THAN_TEXT:
            return text
        return json.dumps(text)
    from ..text.yaml_scalar import is_text_everywhere  # it imports a reader of YAML, which most runs do not need

    is_hidden = acts(text)
    if not is_hidden and not text.startswith(".") and is_text_everywhere(text) and _is_read_as_text(text):
        return text
    return json.dumps(text, ensure_ascii=is_hidden)


def _is_read_as_text(text: str) -> bool:
    import yaml

    try:
        return bool(yaml.safe_load(f"{{{text}: {text}}}") == {text: text} and yaml.safe_load(f"[{text}]") == [text])
    except (yaml.YAMLError, ValueError):
        return False


def proposed(fix: Fix | None, path: str, section: tuple[str, ...] = ()) -> Proposal | None:
    """What to paste for the attribute at `path`; None if no alternative of the fix applies."""
    fitting = None if fix is None else fix.at(path)
    return None if fitting is None else Proposal(fitting, path, section)


def setting(*keys: Key, value: Value) -> Fix:
    """A fix of one setting in the section of an entity."""
    return Fix((Setting(keys, value),))


def dotted(*keys: str, value: tuple[str, ...]) -> Fix:
    """A fix of one list in the section of an entity; its keys are written with dots."""
    return Fix((Setting(keys, value),), dotted=True)


def for_all(*keys: str, value: str, instead: Fix | None = None) -> Fix:
    """A fix of one setting at the top level of the config."""
    return Fix((Setting(keys, value),), for_all=True, instead=instead)
