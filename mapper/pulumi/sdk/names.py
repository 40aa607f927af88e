"""What the parts of a package are called in TypeScript: classes, files, modules and identifiers."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable
from typing import Any

from ..names import TYPESCRIPT_GLOBALS, TYPESCRIPT_KEYWORDS
from ..schema.tokens import PROVIDERS, drops_last, module_of

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_NO_PART = re.compile(r"[^\w$]+", re.ASCII)
_IMPORTED = frozenset(("pulumi", "utilities", "inputs", "outputs", "enums"))
"""What modules import by these names."""
_OF_FOLDERS = frozenset(("index", "vars"))
"""What a folder may have besides what has a token."""
_FIXED = frozenset(("types", "utilities", "index"))
"""What the root of every package has."""


def identifier(text: str) -> str:
    """An identifier that looks like a text."""
    found = _NO_PART.sub("_", text) or "_"
    found = f"_{found}" if found[0].isdigit() else found
    return f"{found}_" if found in TYPESCRIPT_KEYWORDS else found


def property_key(name: str) -> str:
    """A name of a property as an object has it."""
    return name if _IDENTIFIER.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def member(of: str, name: str, *, optional: bool = False) -> str:
    """What reads a property of something that may be absent."""
    if _IDENTIFIER.fullmatch(name):
        return f"{of}{'?.' if optional else '.'}{name}"
    return f"{of}{'?.' if optional else ''}[{json.dumps(name, ensure_ascii=False)}]"


def title(name: str) -> str:
    """A name with a capital."""
    return name[:1].upper() + name[1:]


def camel(name: str) -> str:
    """A name with a small letter."""
    return name[:1].lower() + name[1:]


def last_of(token: str) -> str:
    """The name at the end of a token; of a method, that of the method."""
    return token.rpartition(":")[2].rpartition("/")[2]


def class_name(token: str) -> str:
    """The class of a resource, or the interface of a type."""
    name = title(identifier(last_of(token)))
    return f"{name}_" if name in TYPESCRIPT_GLOBALS else name


def function_name(token: str) -> str:
    """The function of a token."""
    name = identifier(camel(last_of(token)))
    return f"{name}_" if name in _IMPORTED else name


def same_path(here: str, there: str) -> str:
    """How a module imports another; both are paths without a suffix."""
    path = posixpath.relpath(there, posixpath.dirname(here) or ".")
    return path if path.startswith(".") else f"./{path}"


class Modules:
    """Where the resources and functions of a schema are, and what its modules are called."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self._drops_last = drops_last(schema)
        language = schema.get("language", {}).get("nodejs", {})
        renamed = language.get("moduleToPackage", {}) if isinstance(language, dict) else {}
        self._renamed: dict[str, Any] = renamed if isinstance(renamed, dict) else {}
        self.files: dict[str, str] = {}
        """Path without a suffix of what has a token of its own."""
        taken = {"provider", "index", "utilities"}
        tokens = [
            *schema.get("resources", {}),
            *(t for t in schema.get("functions", {}) if not t.startswith(PROVIDERS)),
        ]
        for token in tokens:
            self.files[token] = self._free(f"{self.folder(token)}{camel(identifier(last_of(token)))}", taken)

    def module(self, token: str) -> str:
        """The module of a token with `/` between its parts, empty for the root."""
        module = module_of(token, drops_last=self._drops_last)
        renamed = self._renamed.get(module)
        return renamed if isinstance(renamed, str) else module

    def parts(self, token: str) -> tuple[str, ...]:
        """The namespaces that a type is in."""
        return tuple(identifier(part) for part in re.split(r"[/.]", self.module(token)) if part)

    def folder(self, token: str) -> str:
        """The folder of what a token names, with `/` at its end; empty for the root."""
        parts = [identifier(part) for part in self.module(token).split("/") if part]
        if parts and parts[0] in _FIXED:
            parts[0] += "_"
        return "".join(f"{part}/" for part in parts)

    @staticmethod
    def _free(path: str, taken: set[str]) -> str:
        free, number = path, 1
        while free.lower() in taken or free.rpartition("/")[2].lower() in _OF_FOLDERS:
            number += 1
            free = f"{path}_{number}"
        taken.add(free.lower())
        return free


def external(package: str, token: str) -> tuple[str, list[str], str]:
    """What another package is imported as, the modules that a token of it is in, and its name.

    Where its own schema would say how modules are cut, the usual way is taken: a last part that is the name goes.
    """
    _, _, rest = token.partition(":")
    module, _, name = rest.rpartition(":")
    parts = [part for part in module.split("/") if part]
    if len(parts) > 1 and parts[-1].lower() == name.lower():
        parts.pop()
    if parts[:1] == ["index"]:
        parts.pop(0)
    words = re.split(r"[^A-Za-z0-9]+", package)
    return "pulumi" + "".join(map(title, words)), [identifier(part) for part in parts], title(identifier(name))


def package_of(name: str, dependencies: Iterable[str], schema: dict[str, Any] | None = None) -> str:
    """The package of npm that has another package: what its schema calls it, one of those that the schema here depends
    on, or Pulumi's own.
    """
    node = (schema or {}).get("language", {}).get("nodejs", {})
    called = node.get("packageName") if isinstance(node, dict) else None
    if isinstance(called, str) and called:
        return called
    found = [one for one in dependencies if one.rpartition("/")[2] in (name, f"pulumi-{name}")]
    return found[0] if found else f"@pulumi/{name}"
