"""What is written about fields: the documentation of the registry, where it was collected, and the schema's own texts.

The rules are those of upjet, so that definitions have the same texts as those of providers that are made with it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_STATUS = re.compile(r"\(\s*(?:optional|required)\b[^)]*\)", re.IGNORECASE)
_TOOL = "terraform"


class Texts:
    """The collected documentation of one resource: texts by the dotted names that its page has them under."""

    def __init__(self, description: str = "", arguments: Mapping[str, str] | None = None) -> None:
        self.description = neutral(description)
        self._arguments = dict(arguments or {})
        self._last = {key.rpartition(".")[2]: key for key in sorted(self._arguments)}
        self._known: dict[tuple[str, str], str] = {}

    def of(self, path: str, said: str) -> str:
        """The text of a field. `said` is what the schema says of it."""
        key = path, said
        if key not in self._known:
            self._known[key] = self._of(path, "" if path == "id" else said)
        return self._known[key]

    def _of(self, path: str, said: str) -> str:
        own = _cut(self._documented(path))
        both = f"{own}\n{said}" if own and said else own or said
        return "\n".join(line.strip() for line in neutral(both).strip().split("\n"))

    def _documented(self, path: str) -> str:
        if path in self._arguments:
            return self._arguments[path]
        last = self._last.get(path.rpartition(".")[2])
        if last is not None:
            return self._arguments[last]
        ends = [key for key in self._arguments if path.endswith(key)]
        return self._arguments[max(ends, key=len)] if ends else ""


def neutral(text: str) -> str:
    """A text without the sentences about Terraform; one without a full stop is about the provider instead."""
    kept = [sentence for sentence in text.split(".") if _TOOL not in sentence.lower()]
    return ".".join(kept) if kept else text.lower().replace(_TOOL, "provider")


def _cut(text: str) -> str:
    """A text of the registry without what is before its first dash, and without the status in parentheses."""
    _, dash, rest = text.partition("-")
    return _STATUS.sub("", rest if dash else text).strip()


def read_texts(root: Any) -> dict[str, Texts]:
    """Texts by the Terraform name of the resource, from a file of collected documentation, parsed.

    Members that are of another shape are passed over: the file is written by tools.
    """
    resources = root.get("resources") if isinstance(root, dict) else None
    found = {}
    for name, own in resources.items() if isinstance(resources, dict) else ():
        if isinstance(own, dict):
            description, arguments = own.get("description"), own.get("argumentDocs")
            given = arguments.items() if isinstance(arguments, dict) else ()
            found[str(name)] = Texts(
                description if isinstance(description, str) else "",
                {str(key): text for key, text in given if isinstance(text, str)},
            )
    return found
