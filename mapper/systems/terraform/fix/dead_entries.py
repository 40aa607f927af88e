"""Entries of a config whose paths the API no longer has: they become comments, each with the reason."""

from collections.abc import Iterable, Iterator

import yaml
from msgspec import Struct

from mapper.inputs import Document, split_pointer
from mapper.inputs.location import DocumentError

from ..config.config import Config
from ..openapi.operations import Api
from .edit import comment, composed, last_line_of

_LATER = ("update", "delete")
"""The operations without which an entity can still be mapped."""


class DeadEntry(Struct, frozen=True):
    """An entry that names a path which the API does not have: its keys in the config, and the reason."""

    uri: str
    keys: tuple[str, ...]
    reason: str


def dead_entries(api: Api, config: Config) -> tuple[DeadEntry, ...]:
    """The entities whose create or read path is gone, and the other operations whose path is gone."""
    return tuple(_dead(api, config))


def _dead(api: Api, config: Config) -> Iterator[DeadEntry]:
    for entity in config.entities:
        gone = [(part, operation) for part, operation in entity.operations.items() if not api.has_path(operation.path)]
        keys = tuple(split_pointer(entity.node.pointer))
        if any(part not in _LATER for part, _ in gone):
            paths = dict.fromkeys(f"{operation.method.upper()} {operation.path}" for _, operation in gone)
            yield DeadEntry(entity.node.document.uri, keys, f"{', '.join(paths)}: not in {api.document.uri}")
            continue
        for part, operation in gone:
            reason = f"{operation.method.upper()} {operation.path}: not in {api.document.uri}"
            yield DeadEntry(entity.node.document.uri, (*keys, str(part)), reason)


def commented(text: str, dead: Iterable[DeadEntry]) -> str:
    """The text of a config with these entries as comments; those that share a line with others stay.

    Raises MappingError for a text that YAML does not read.
    """
    for entry in dead:
        text = _without(text, entry)
    return text


def _without(text: str, entry: DeadEntry) -> str:
    """The text with one entry as a comment; the same text if more than the entry would be gone with it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    plain = text.replace("\r\n", "\n")
    root = composed(plain)
    lines = plain.split("\n")
    span = _lines_of(root, entry.keys, plain)
    if span is None:
        return text
    first, last, column = span
    edited = [f"{' ' * column}# {comment(entry.reason)}"]
    edited += [f"{' ' * column}# {line[column:]}".rstrip() for line in lines[first : last + 1]]
    changed = "\n".join([*lines[:first], *edited, *lines[last + 1 :]])
    try:
        is_only_that = _data(changed) == _without_key(_data(plain), entry.keys)
    except DocumentError:  # an anchor in the entry, for example
        return text
    return changed.replace("\n", newline) if is_only_that else text


def _lines_of(root: yaml.Node | None, keys: tuple[str, ...], text: str) -> tuple[int, int, int] | None:
    """The first and the last line of an entry, from 0, and the column of its key; None without lines of its own."""
    node, key = root, None
    for name in keys:
        if not isinstance(node, yaml.MappingNode) or node.flow_style:
            return None
        key, node = next(((k, v) for k, v in node.value if k.value == name), (None, None))
    if key is None or node is None or text.split("\n")[key.start_mark.line][: key.start_mark.column].strip():
        return None
    return key.start_mark.line, max(key.end_mark.line, last_line_of(key, node, text)), key.start_mark.column


def _data(text: str) -> object:
    return Document("generator config", text.encode()).root


def _without_key(data: object, keys: tuple[str, ...]) -> object:
    """The data without an entry; a section without entries is nothing."""
    first, *rest = keys
    if not isinstance(data, dict):
        return data
    if not rest:
        return {key: value for key, value in data.items() if key != first} or None
    return {key: _without_key(value, tuple(rest)) if key == first else value for key, value in data.items()}
