"""The options of a block `::: oasmap` in a page: plain values, read within limits."""

from textwrap import dedent

import yaml
from msgspec import Struct

from mapper.text.suggest import nearest_or_some

from .pages.block import SELECTIONS

_OPTIONS = ("attributes", "heading_level", "parts")
_PARTS = ("attributes", "all")
_LEVELS = tuple("0123456")
_WRITTEN = "options are written as name: value, one on each line"
_DEEPEST = 2
"""A list of values within the options."""
_LONGEST_SHOWN = 60


class InvalidBlock(Exception):
    """An invalid option of a block."""


class BlockOptions(Struct, frozen=True):
    """Which attributes a block shows, at which level its headings begin, and whether it is a whole page."""

    attributes: str = "all"
    heading_level: int = 0
    is_whole: bool = False


def block_options(text: str) -> BlockOptions:
    """The options in the indented lines below a block. Raises InvalidBlock."""
    values = _values(dedent(text))
    for name in values:
        if name not in _OPTIONS:
            raise InvalidBlock(f"unknown option {_short(name)}{nearest_or_some(name, _OPTIONS)}")
    level = values.get("heading_level", "0")
    if not isinstance(level, str) or level not in _LEVELS:
        raise InvalidBlock(f"heading_level is a number from 0 to 6, not {_short(level)}")
    attributes = values.get("attributes", "all")
    if not isinstance(attributes, str) or not attributes:
        raise InvalidBlock(f"attributes is one of {', '.join(SELECTIONS)}, or the path of an attribute")
    parts = values.get("parts", "attributes")
    if parts not in _PARTS:
        raise InvalidBlock(f"parts is one of {', '.join(_PARTS)}, not {_short(parts)}")
    if parts == "all" and len(values) > 1:
        raise InvalidBlock("with parts: all, a block has no other options")
    return BlockOptions(attributes, int(level), parts == "all")


def _values(text: str) -> dict[str, str | list[str]]:
    """The options of a block: plain values, and lists of them. Aliases, which could multiply a text, are refused.

    Raises InvalidBlock for anything else. Events of YAML are read, and not nodes, so that no depth is a recursion.
    """
    values: list[str | list[str]] = []
    items: list[str] | None = None
    level = 0
    try:
        for event in yaml.parse(text, yaml.BaseLoader):
            level += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            match event:
                case yaml.ScalarEvent(value=value) if level and items is not None:
                    items.append(value)
                case yaml.ScalarEvent(value=value) if level:
                    values.append(value)
                case yaml.SequenceStartEvent() if level == _DEEPEST and len(values) % 2:
                    items = []
                case yaml.SequenceEndEvent() if items is not None:
                    values.append(items)
                    items = None
                case yaml.AliasEvent() | yaml.ScalarEvent() | yaml.SequenceStartEvent():
                    raise InvalidBlock(_WRITTEN)
            if level > _DEEPEST or (isinstance(event, yaml.MappingStartEvent) and level > 1):
                raise InvalidBlock(_WRITTEN)
    except yaml.YAMLError:
        raise InvalidBlock(_WRITTEN) from None
    return {str(name): value for name, value in zip(values[::2], values[1::2], strict=True)}


def _short(value: object) -> str:
    """A wrong value as a message shows it."""
    text = repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
