"""The TypeScript names of a package's parts: classes, files, modules and identifiers."""

import json
import re
from collections.abc import Iterable
from typing import Any

from mapper.files import portable
from mapper.systems.pulumi.names import TYPESCRIPT_GLOBALS, TYPESCRIPT_KEYWORDS
from mapper.systems.pulumi.schema.tokens import PROVIDERS, drops_last, module_of
from mapper.text.identifier import numbered
from mapper.text.plural import capital

_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_NO_PART = re.compile(r"[^\w$]+", re.ASCII)
_IMPORTED = frozenset(("pulumi", "utilities", "inputs", "outputs", "enums"))
"""Names that modules import."""
_OF_FOLDERS = frozenset(("index", "vars"))
"""Files of a folder besides those of tokens."""
_FIXED = frozenset(("types", "utilities", "index"))
"""Files in the root of every package."""


def identifier(text: str) -> str:
    """An identifier similar to a text."""
    name = _NO_PART.sub("_", text) or "_"
    name = f"_{name}" if name[0].isdigit() else name
    return f"{name}_" if name in TYPESCRIPT_KEYWORDS else name


def property_key(name: str) -> str:
    """A property name as a key in an object."""
    return name if _IDENTIFIER.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def member(of: str, name: str, *, optional: bool = False) -> str:
    """The expression that reads a property of a value that may be absent."""
    if _IDENTIFIER.fullmatch(name):
        return f"{of}{'?.' if optional else '.'}{name}"
    return f"{of}{'?.' if optional else ''}[{json.dumps(name, ensure_ascii=False)}]"


def camel(name: str) -> str:
    """A name whose leading capitals are lowercase, as Pulumi's own generator makes it: `VPCPeer` becomes `vpcpeer`."""
    end = next((index for index, letter in enumerate(name) if letter.islower()), len(name))
    return name[:end].lower() + name[end:]


def last_of(token: str) -> str:
    """The name at the end of a token; for a method, the method's name."""
    return token.rpartition(":")[2].rpartition("/")[2]


def class_name(token: str) -> str:
    """The class of a resource, or the interface of a type."""
    name = capital(identifier(last_of(token)))
    return f"{name}_" if name in TYPESCRIPT_GLOBALS else name


def function_name(token: str) -> str:
    """The name of a function from its token."""
    name = identifier(camel(last_of(token)))
    return f"{name}_" if name in _IMPORTED else name


class Modules:
    """The modules of a schema's resources and functions, and the names that are exported there.

    Tokens of one name, such as `shop::Item` and `shop:index:Item`, get different ones: a module exports each name once.
    """

    def __init__(self, schema: dict[str, Any]) -> None:
        self._drops_last = drops_last(schema)
        language = schema.get("language", {}).get("nodejs", {})
        renamed = language.get("moduleToPackage", {}) if isinstance(language, dict) else {}
        self._renamed: dict[str, Any] = renamed if isinstance(renamed, dict) else {}
        self.files: dict[str, str] = {}
        """Token -> path of its file, without a suffix."""
        taken = {"provider", "index", "utilities"}
        tokens = [
            *schema.get("resources", {}),
            *(t for t in schema.get("functions", {}) if not t.startswith(PROVIDERS)),
        ]
        exported: dict[str, set[str]] = {"": {"Provider", "ProviderArgs"}}
        self.classes = {
            token: _unique(class_name(token), ("", "Args", "State"), exported.setdefault(self.folder(token), set()))
            for token in schema.get("resources", {})
        }
        """Token of a resource -> the name of its class."""
        namespaces: dict[tuple[str, ...], set[str]] = {}
        self.types = {
            token: _unique(class_name(token), ("", "Args"), namespaces.setdefault(self.parts(token), set()))
            for token in schema.get("types", {})
        }
        """Token of a type -> the name of its interface or enum."""
        self.functions: dict[str, str] = {}
        """Token of a function -> its name."""
        for token in tokens[len(self.classes) :]:
            free = exported.setdefault(self.folder(token), set())
            self.functions[token] = _unique(function_name(token), ("", "Output"), free)
        for token in tokens:
            self.files[token] = self._free(f"{self.folder(token)}{portable(camel(identifier(last_of(token))))}", taken)

    def module(self, token: str) -> str:
        """The module of a token with `/` between its parts, empty for the root."""
        module = module_of(token, drops_last=self._drops_last)
        renamed = self._renamed.get(module)
        return renamed if isinstance(renamed, str) else module

    def parts(self, token: str) -> tuple[str, ...]:
        """The namespaces of a type."""
        return tuple(portable(identifier(part)) for part in re.split(r"[/.]", self.module(token)) if part)

    def folder(self, token: str) -> str:
        """The folder of a token's file, ending with `/`; empty for the root."""
        parts = [portable(identifier(part)) for part in self.module(token).split("/") if part]
        if parts and parts[0] in _FIXED:
            parts[0] += "_"
        return "".join(f"{part}/" for part in parts)

    @staticmethod
    def _free(path: str, taken: set[str]) -> str:
        free = next(
            candidate
            for candidate in numbered(path)
            if candidate.lower() not in taken and candidate.rpartition("/")[2].lower() not in _OF_FOLDERS
        )
        taken.add(free.lower())
        return free


def _unique(name: str, suffixes: tuple[str, ...], taken: set[str]) -> str:
    """The name, with a number if it would be exported with one of the suffixes a second time."""
    free = next(
        candidate for candidate in numbered(name) if taken.isdisjoint(f"{candidate}{suffix}" for suffix in suffixes)
    )
    taken.update(f"{free}{suffix}" for suffix in suffixes)
    return free


def external(package: str, token: str) -> tuple[str, list[str], str]:
    """The import name of another package, the modules of one of its tokens, and the token's name.

    Without the other schema, the common module format is assumed: a last part that equals the name is dropped.
    """
    _, _, rest = token.partition(":")
    module, _, name = rest.rpartition(":")
    parts = [part for part in module.split("/") if part]
    if len(parts) > 1 and parts[-1].lower() == name.lower():
        parts.pop()
    if parts[:1] == ["index"]:
        parts.pop(0)
    words = re.split(r"[^A-Za-z0-9]+", package)
    return "pulumi" + "".join(map(capital, words)), [identifier(part) for part in parts], capital(identifier(name))


def package_of(name: str, dependencies: Iterable[str], schema: dict[str, Any] | None = None) -> str:
    """The npm package of a Pulumi package: the one that its schema names, a dependency of this, or Pulumi's own."""
    node = (schema or {}).get("language", {}).get("nodejs", {})
    called = node.get("packageName") if isinstance(node, dict) else None
    if isinstance(called, str) and called:
        return called
    packages = [dependency for dependency in dependencies if dependency.rpartition("/")[2] in (name, f"pulumi-{name}")]
    return packages[0] if packages else f"@pulumi/{name}"
