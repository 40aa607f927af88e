"""Manifests in YAML files, with the line of each path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct

from ...inputs import Document, DocumentError, Node, problem_at, repeated_keys
from ...report.diagnostic import Problem
from .plugin import GroupVersionKind, Manifest

_MARKER = re.compile(r"^(---|\.\.\.)(?=\s|$)[^\S\n]*", re.MULTILINE)
_STEP = re.compile(r"\.?([^.\[\]]+)|\[([^\]]*)\]")


class Written(Struct, frozen=True):
    """A manifest, and its place in a file."""

    node: Node

    @property
    def manifest(self) -> Manifest:
        """The object as plain data."""
        found: Manifest = self.node.value
        return found

    @property
    def gvk(self) -> GroupVersionKind:
        """Group, version and Kind of the object."""
        return GroupVersionKind.of(self.manifest)

    @property
    def name(self) -> str:
        """`Kind/name`, with the namespace if there is one."""
        metadata = self.manifest.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        parts = (metadata.get("namespace"), metadata.get("name") or metadata.get("generateName") or "?")
        return f"{self.gvk.kind}/{'/'.join(str(part) for part in parts if part)}"

    def problem(self, text: str, path: str = "") -> Problem:
        """A problem at a path of the manifest, or at the closest parent that exists."""
        node = self.node
        for match in _STEP.finditer(path):
            key = match[1] if match[1] is not None else match[2]
            inner = node.get(key)
            if inner is None and isinstance(node.value, list) and key.isdecimal() and int(key) < len(node.value):
                inner = node.child(int(key))
            if inner is None:
                break
            node = inner
        return problem_at(text, _first(node))

    @property
    def line(self) -> int | None:
        """The line where the manifest begins."""
        return _first(self.node).line


def _first(node: Node) -> Node:
    """The first member of a document, whose line is that of the document in a file of several."""
    return next((inner for _, inner in node.members()), node) if not node.pointer else node


def read_manifests(text: str, uri: str) -> tuple[list[Written], list[Problem]]:
    """The manifests of a file, and the problems of invalid ones: each YAML document is read separately."""
    manifests: list[Written] = []
    problems: list[Problem] = []
    for document in _documents(text, uri, problems):
        problems += repeated_keys(document)
        root = document.node
        items = root.get("items") if isinstance(root.value, dict) and root.value.get("kind") == "List" else None
        for node in items.items() if items is not None else [root]:
            if node.value is None:
                continue
            if not isinstance(node.value, dict):
                problems.append(problem_at("a manifest is expected: an object with apiVersion and kind", node))
            else:
                manifests.append(Written(node))
    return manifests, problems


def _documents(text: str, uri: str, problems: list[Problem]) -> Iterator[Document]:
    starts = [(0, 0), *((match.start(), match.end()) for match in _MARKER.finditer(text)), (len(text), len(text))]
    for (_, begin), (end, _) in pairwise(starts):
        part = text[begin:end]
        if not any(line.strip() and not line.lstrip().startswith("#") for line in part.splitlines()):
            continue
        above = "\n" * text.count("\n", 0, begin)
        try:
            yield Document(uri, f"{above}{part}".encode())
        except DocumentError as error:
            problems.append(error.problem)
