"""Reads `pulumi.yml`: facts about a package that its IDL does not contain. Every key is optional.

package: {name: aws, version: 1.0.0, description: What it is for, keywords: [cloud]}
dialect: design            # or lumidl
tokens: module             # or file
go: {idl: example.com/aws/idl, provider: example.com/aws/provider, resources: example.com/idl}
"""

import re
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from mapper.inputs import Document, Node, problem_at, repeated_keys
from mapper.report.diagnostic import MappingError, Problem
from mapper.systems.pulumi.schema.grammar import VERSION
from mapper.text.suggest import nearest

from .settings import MARKERS, Dialect, Settings

KEYWORDS = "keywords"
ABOUT = ("version", "description", KEYWORDS, "homepage", "license", "repository", "publisher")
"""Metadata of a package besides its name, as keys of its schema."""
_GRAMMAR: dict[str, frozenset[str]] = {
    "": frozenset(("package", "dialect", "tokens", "go")),
    "package": frozenset(("name", *ABOUT)),
    "go": frozenset(("idl", "provider", "resources")),
}
"""The keys of the root, and those of its objects."""
TOKENS = ("module", "file")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TEXT = re.compile(r"(?s).+")
_IMPORT_PATH = re.compile(r"[A-Za-z0-9_.~-]+(/[A-Za-z0-9_.~-]+)*")

_PATH = _IMPORT_PATH, "an import path"
_PATTERNS = {"package.name": (_NAME, "the name of a package"), "package.version": (VERSION, "a version such as 1.2.3")}


def read_config(document: Document, settings: Settings) -> Settings:
    """The settings with the values of a config. Raises MappingError with every problem, as `file:line:column: …`."""
    problems = repeated_keys(document)
    values: dict[str, str] = {}
    keywords: tuple[str, ...] = ()
    for path, node in _leaves(document.node, problems):
        if path == f"package.{KEYWORDS}":
            keywords = _texts(path, node, problems)
            continue
        text = _text(path, node, problems)
        if text is not None:
            values[path] = text
    if problems:
        raise MappingError(*sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0)))
    resources = values.get("go.resources")
    about: dict[str, str | tuple[str, ...]] = {key: values.get(f"package.{key}", "") for key in ABOUT}
    about[KEYWORDS] = keywords
    return replace(
        settings,
        package=values.get("package.name", settings.package),
        idl=values.get("go.idl", settings.idl),
        provider=values.get("go.provider", settings.provider),
        markers=(resources, *MARKERS) if resources else settings.markers,
        dialect=Dialect(values.get("dialect", settings.dialect)),
        tokens=values.get("tokens", settings.tokens),
        about=tuple((key, value) for key, value in about.items() if value),
    )


def _leaves(root: Node, problems: list[Problem]) -> Iterator[tuple[str, Node]]:
    """Dotted path and node of every value; adds a problem for each value with a wrong shape."""
    if not isinstance(root.value, dict):
        problems.append(problem_at("a mapping of keys to values is expected", root, remedy=""))
        return
    for key, node in root.members():
        if key not in _GRAMMAR[""]:
            problems.append(_unknown(key, "", node))
        elif key not in _GRAMMAR:
            yield key, node
        elif not isinstance(node.value, dict):
            problems.append(problem_at(f"{key}: a mapping is expected", node, remedy=""))
        else:
            for name, inner in node.members():
                if name in _GRAMMAR[key]:
                    yield f"{key}.{name}", inner
                else:
                    problems.append(_unknown(name, key, inner))


def _unknown(key: str, inside: str, node: Node) -> Problem:
    known = _GRAMMAR[inside]
    where = f"{inside}: " if inside else ""
    return problem_at(f"{where}unknown key {key!r}{nearest(key, known)}", node, remedy=f"write {_listed(known)}")


def _listed(words: Iterable[str]) -> str:
    *others, last = sorted(words)
    return f"{', '.join(others)} or {last}" if others else last


def _texts(path: str, node: Node, problems: list[Problem]) -> tuple[str, ...]:
    """The strings of a list."""
    if not isinstance(node.value, list):
        problems.append(problem_at(f"{path}: a list of texts is expected", node, remedy=""))
        return ()
    texts = [(item, item.value) for item in node.items()]
    problems += [
        problem_at(f"{path}: a text is expected", item, remedy="") for item, value in texts if not _is_text(value)
    ]
    return tuple(value for _, value in texts if _is_text(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def _text(path: str, node: Node, problems: list[Problem]) -> str | None:
    value = node.value
    if not isinstance(value, str) or not value:
        problems.append(problem_at(f"{path}: a text is expected", node, remedy=""))
        return None
    allowed = {"dialect": tuple(Dialect), "tokens": TOKENS}.get(path)
    if allowed is not None and value not in allowed:
        problems.append(problem_at(f"{path}: {value!r} is unknown", node, remedy=f"write {_listed(allowed)}"))
        return None
    pattern, what = _PATTERNS.get(path, (_TEXT, "a text") if path.startswith("package.") else _PATH)
    if allowed is None and not pattern.fullmatch(value):
        problems.append(problem_at(f"{path}: {value!r} is not {what}", node, remedy="write one"))
        return None
    return value
