"""YAML in the format of Go's library: sorted keys, unindented lists, long texts folded.

`Members` in several places are written once for each depth, and the text is reused.
"""

import re
from functools import lru_cache
from io import StringIO
from typing import Any

import yaml

from mapper.text.display import acts, visible
from mapper.text.yaml_scalar import is_text_everywhere

_ESCAPES = {"\n": "\\n", "\t": "\\t", '"': '\\"', "\\": "\\\\"}

_LONE = re.compile("[\ud800-\udfff]")
_ASCII = re.compile(r"[\n -~]*")
_LONG_KEY = 64
_WIDTH = 80
_STRING = "tag:yaml.org,2002:str"
_MAPPING = "tag:yaml.org,2002:map"


def text_of(value: dict[str, Any]) -> str:
    """The text of a document."""
    return Writer().text_of(value)


class Members(dict[str, Any]):
    """The members of an object that several places may share. What is made of them is cached by identity."""

    def __hash__(self) -> int:  # type: ignore[override]
        return object.__hash__(self)


class Writer:
    """Writes documents, and caches the text of shared members."""

    def __init__(self) -> None:
        self._blocks: dict[tuple[Members, int], str] = {}

    def text_of(self, value: dict[str, Any]) -> str:
        """The text of a document."""
        return self._block(value, 0)

    def _block(self, value: dict[str, Any], level: int) -> str:
        """The lines of a dict."""
        if not isinstance(value, Members):
            return "".join(self._entry(name, value[name], level) for name in sorted(value))
        key = value, level
        if key not in self._blocks:
            self._blocks[key] = "".join(self._entry(name, value[name], level) for name in sorted(value))
        return self._blocks[key]

    def _entry(self, name: str, value: Any, level: int) -> str:
        if value and isinstance(value, dict):
            return f"{_key(name, level)}:\n{self._block(value, level + 1)}"
        if value and isinstance(value, list):
            return f"{_key(name, level)}:\n" + "".join(self._item(item, level) for item in value)
        if isinstance(value, dict | list):
            return f"{_key(name, level)}: {value}\n"
        return _plain(name, value, level)

    def _item(self, value: Any, level: int) -> str:
        if isinstance(value, dict):
            pad = "  " * level
            return f"{pad}- {self._block(value, level + 1)[len(pad) + 2 :]}"
        return _plain(None, value, level)


@lru_cache(maxsize=65536)
def _key(name: str, level: int) -> str:
    """What is written before the colon; with a `?` and on lines of its own for a key that is long or has lines."""
    key = _plain(name, None, 0).rpartition(":")[0]
    return _plain(name, None, level).rpartition(":")[0] if key.startswith("? ") else f"{'  ' * level}{key}"


@lru_cache(maxsize=65536, typed=True)  # 1, 1.0 and True are equal, and are written in three ways
def _plain(name: str | None, value: Any, level: int) -> str:
    """The lines of an entry or item with a scalar or empty value at its depth."""
    written = StringIO()
    emits = _emitter_of(name, value)
    dumper = emits(written, default_flow_style=False, width=_WIDTH, allow_unicode=True)
    node: yaml.Node = dumper.represent_data([value] if name is None else {name: value})
    above = level + 1 if name is None else level  # an item is at the depth of its list's key
    for _ in range(above):  # nodes instead of objects: each nested object would take three nested calls
        node = yaml.MappingNode(_MAPPING, [(yaml.ScalarNode(_STRING, "x"), node)], flow_style=False)
    dumper.open()
    dumper.serialize(node)
    dumper.close()
    text = written.getvalue().split("\n", above)[above]
    return text.removesuffix("...\n") if text.endswith("\n...\n") else text  # after empty lines; more may follow


def _emitter_of(name: str | None, value: Any) -> type[yaml.SafeDumper]:
    """What writes an entry: libyaml, which Go's library is a port of, where it writes the same as `_Dumper`.

    It has other escapes, and other limits of keys on one line. Texts of ASCII take a fifth of the time.
    """
    is_same = all(not isinstance(text, str) or _ASCII.fullmatch(text) for text in (name, value))
    return _FastDumper if is_same and (name is None or 0 < len(name) < _LONG_KEY) else _Dumper


class _Dumper(yaml.SafeDumper):
    """Dumps like Go's YAML library: quoted text is folded at spaces without a backslash."""

    def write_double_quoted(self, text: str, split: bool = True) -> None:
        """Quoted text; a line ends at a space, and one more space after it is escaped."""
        self.write_indicator('"', True)
        for index, character in enumerate(text):
            folds = split and self.column > self.best_width and 0 < index < len(text) - 1
            if character == " " and folds and text[index - 1] != " ":
                self.write_indent()
                if text[index + 1] == " ":
                    self._write("\\")
            else:
                self._write(_ESCAPES.get(character) or visible(_LONE.sub("\ufffd", character)))
        self.write_indicator('"', False)

    def _write(self, text: str) -> None:
        self.column += len(text)
        self.stream.write(text)


def _text_node(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    """Several lines as a block; PyYAML quotes those with a tab, or with a space at an end, which a block would lose."""
    style = None
    if acts(text.replace("\n", "").replace("\t", "")):
        style = '"'
    elif "\n" in text:
        style = "|"
    elif not is_text_everywhere(text):
        style = '"'
    return dumper.represent_scalar(_STRING, text, style=style)


class _FastDumper(getattr(yaml, "CSafeDumper", _Dumper)):  # type: ignore[misc]
    """The same by libyaml, where PyYAML has it."""


for _class in (_Dumper, _FastDumper):
    _class.add_representer(str, _text_node)
