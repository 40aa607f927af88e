"""Type tokens of a package schema: the names of what they identify, and the schemas of other packages."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from mapper.inputs import Document, DocumentError, Documents
from mapper.report.diagnostic import MappingError, Problem

from .validate import shape_findings

FORMATS = {"(.*)": False, "": False, "(.*)(?:/[^/]*)": True}
"""Known module formats -> whether they drop the part after the last slash."""
_TYPES = "#/types/"
_ELSEWHERE = re.compile(r"/?([-\w]+)/v([^/]*)/schema\.json")
"""The path of the schema of another package."""
PROVIDERS = "pulumi:providers:"
"""The prefix of tokens of providers as resources."""


class Ref(NamedTuple):
    """The target of a `$ref`. `package` is empty for the schema itself.

    `section` is *types*, *resources*, *provider* or, for the types of `pulumi.json`, *pulumi*. `version` is the version
    of another package.
    """

    package: str
    section: str
    token: str
    version: str = ""


def read_reference(text: str, root: dict[str, Any]) -> Ref | None:
    """Parse a `$ref` of a schema; None if it is invalid. The schema's own path refers to the schema itself."""
    if text.startswith(_TYPES) and len(text) > len(_TYPES):
        return Ref("", "types", unquote(text[len(_TYPES) :]))
    path, hash_, fragment = text.partition("#")
    if not hash_:
        return None
    parts = fragment.removeprefix("/").split("/", 1)
    section, token = parts[0], unquote(parts[1]) if len(parts) > 1 else ""
    if path == "pulumi.json":
        return Ref("", "pulumi", section) if not token else None
    package, version = "", ""
    if path:
        elsewhere = _ELSEWHERE.fullmatch(unquote(path))
        if elsewhere is None:
            return None
        package, version = elsewhere.groups()
        own = str(root.get("version", "")).removeprefix("v")
        if package == root["name"] and own in ("", version):
            package = version = ""
    if section == "provider" and not token:
        return Ref(package, section, "", version)
    if section not in ("types", "resources") or not token:
        return None
    if section == "resources" and not package and token.startswith(PROVIDERS):
        return Ref("" if "/" not in token else package, "provider", "")
    return Ref(package, section, token, version)


def module_of(token: str, *, drops_last: bool) -> str:
    """The module of a token for programs, empty for the root of the package."""
    module = token.split(":")[1] if token.count(":") > 1 else ""
    if drops_last and "/" in module:
        module = module.rpartition("/")[0]
    return "" if module.startswith("index") else module


def drops_last(root: dict[str, Any]) -> bool:
    """Whether the last part of a module is a file to be dropped, by the schema's module format."""
    meta = root.get("meta")
    pattern = meta.get("moduleFormat", "") if isinstance(meta, dict) else ""
    return FORMATS.get(pattern, False)


def names_of(tokens: Iterable[str], *, drops_last: bool) -> dict[str, str]:
    """Token -> name in pages and messages: module and name, joined by dots, and made unique."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for token in tokens:
        last = token.rpartition(":")[2]
        module = "providers" if token.startswith(PROVIDERS) else module_of(token, drops_last=drops_last)
        name = dotted(module, last)
        if name in taken:
            name = dotted(module_of(token, drops_last=False), last)
        if name in taken:
            name = token
        names[token] = name
        taken.add(name)
    return names


def dotted(module: str, name: str) -> str:
    """A name in a module, with dots instead of slashes."""
    return ".".join(filter(None, (module.replace("/", "."), name.replace("/", "."))))


Others = dict[tuple[str, str], dict[str, Any]]
"""Schemas by the name and version in references."""
_PATH = "/schema.json#"
_NAME, _VERSION = re.compile(r"[\"'/ ]([-\w]+)\Z"), re.compile(r"v([^\"'\s#]*)")
_LONGEST = 300
"""The most characters of a name and version together, and of the text before them."""


def other_documents(document: Document, documents: Documents) -> Iterator[tuple[tuple[str, str], Document]]:
    """Name, version and document of the other packages, from files called `NAME-VERSION.json` or `NAME.json`.

    Raises MappingError for a file that is not a schema, or belongs to another package.
    """
    if document.path is None:
        return
    for name, version in sorted(_packages_in(document.text)):
        for called in (f"{name}-{version}.json", f"{name}.json"):
            path = document.path.parent / called
            if path == document.path:
                continue
            try:
                other = documents.unpack(path)
            except DocumentError:  # usually there is no such file: references to it are not checked
                continue
            _require_schema(other, name)
            yield (name, version), other
            break


def _packages_in(text: str) -> set[tuple[str, str]]:
    """The names and versions in all schema paths of a text."""
    names = set()
    for before in text.split(_PATH)[:-1]:
        rest, _, last = before[-_LONGEST:].rpartition("/")
        name, version = _NAME.search(rest), _VERSION.fullmatch(last)
        if name and version:
            names.add((name[1], version[1]))
    return names


def _require_schema(document: Document, name: str) -> None:
    root = document.root
    if (
        not isinstance(root, dict)
        or root.get("name") != name
        or any(finding.is_error for finding in shape_findings(root))
    ):
        raise MappingError(
            Problem(
                f"this is not the schema of the package {name}, which its name promises",
                document.uri,
                remedy="replace or rename it",
            )
        )
