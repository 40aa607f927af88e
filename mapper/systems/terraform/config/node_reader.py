"""Reads nodes of a generator config, and collects all problems with their lines."""

from collections.abc import Iterable

from msgspec import Struct, field

from mapper.inputs import Node, number_of, text_of, text_or_empty
from mapper.report.diagnostic import Note
from mapper.text.suggest import nearest

from ..rules import UNKNOWN_KEY
from .paths import PATTERN, is_attribute_path


def shown(value: object) -> str:
    """A value of the config as messages quote it."""
    text = text_of(value)
    return "null" if value is None else repr(text) if text is not None else "a list or mapping"


class Reader(Struct):
    """Reads nodes. `problems` are lines with text and remedy, `notes` are about keys without effect, and `unknown` are
    these notes as problems.
    """

    problems: list[tuple[int, str, str]] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    unknown: list[tuple[int, str, str]] = field(default_factory=list)

    def problem(self, node: Node, text: str, remedy: str = "") -> None:
        """Add a problem at `node`. Without a remedy, `text` says what has to be written there."""
        self.problems.append((node.line or 1, text, remedy))

    def is_mapping(self, node: Node | None, where: str) -> bool:
        """Whether the node is a mapping or null; reports other values."""
        if node is None or node.value is None:
            return node is not None
        if not isinstance(node.value, dict):
            given = "a list: write `name:`, not `- name`" if isinstance(node.value, list) else shown(node.value)
            self.problem(node, f"{where} must be a mapping of keys and values, not {given}")
            return False
        return True

    def check_keys(self, node: Node, where: str, known: Iterable[str]) -> None:
        """Add a note for each unknown key."""
        known = tuple(known)
        for key, member in node.members():
            if key not in known:
                text = f"unknown key {key!r} in {where}{self.hint(node, key, known)}"
                self.notes.append(Note(UNKNOWN_KEY, text, member))
                self.unknown.append((member.line or 1, text, f"write one of {', '.join(known)}"))

    def hint(self, node: Node, key: str, known: Iterable[str]) -> str:
        """The end of the message about an unknown key of `node`: the known one that it resembles."""
        del node
        return nearest(key, known)

    def text(self, node: Node, key: str, where: str) -> str | None:
        """The text under `key`; None if there is none. Reports other values."""
        value = node.value.get(key) if isinstance(node.value, dict) else None
        text = text_of(value)
        if text is None and value is not None:
            self.problem(node.child(key), f"{where}: {key} must be a text")
            return "?"  # a placeholder: the problem is reported, and nothing is mapped
        return text

    def truth(self, node: Node, where: str) -> bool | None:
        """The boolean; None after reporting another value."""
        if isinstance(node.value, bool):
            return node.value
        self.problem(node, f"{where} must be true or false, not {shown(node.value)}")
        return None

    def choice(self, node: Node, where: str, allowed: Iterable[str]) -> str | None:
        """One of the words `allowed`; None after reporting another value."""
        allowed = tuple(allowed)
        if isinstance(node.value, str) and node.value in allowed:
            return node.value
        self.problem(node, f"{where} must be one of {', '.join(allowed)}, not {shown(node.value)}")
        return None

    def whole_number(self, node: Node, where: str, most: int) -> int | None:
        """A number from 0 to `most`; None after reporting another value."""
        number = number_of(node.value)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number <= most:
            return int(number)
        self.problem(node, f"{where} must be a whole number from 0 to {most}, not {shown(node.value)}")
        return None

    def names(self, node: Node, where: str) -> tuple[tuple[str, Node], ...] | None:
        """A list of names with their nodes; None after reporting another value."""
        if isinstance(node.value, list) and all(text_of(name) for name in node.value):
            return tuple((text_or_empty(item.value), item) for item in node.items())
        self.problem(node, f"{where} must be a list of names")
        return None

    def is_path(self, node: Node, path: str, where: str, *, pattern: bool = False) -> bool:
        """Whether `path` is an attribute path, or with `pattern` a pattern of paths; reports other texts."""
        if is_attribute_path(path) or (pattern and PATTERN.match(path)):
            return True
        text = f"{where}: {path!r} is not an attribute path"
        self.problem(node, text, "join names with dots, and write \\* for an asterisk in a name")
        return False
