"""Manifests in YAML files, with the line of each path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from ...inputs import Document, DocumentError, Node, problem_at, repeated_keys
from ...inputs.location import Place
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


class _Part(Document):
    """One YAML document of a file, which begins below `above` lines."""

    def __init__(self, uri: str, text: str, above: int) -> None:
        self._above = above
        super().__init__(uri, text.encode())
        self.duplicates = [(key, self._moved(first), self._moved(second)) for key, first, second in self.duplicates]

    def position(self, pointer: str) -> Place | None:
        place = super().position(pointer)
        return place and self._moved(place)

    def _moved(self, place: Place) -> Place:
        return place[0] + self._above, place[1]


def _documents(text: str, uri: str, problems: list[Problem]) -> Iterator[Document]:
    starts = [(0, 0), *((match.start(), match.end()) for match in _MARKER.finditer(text)), (len(text), len(text))]
    above = 0
    for (_, begin), (end, after) in pairwise(starts):
        part = text[begin:end]
        if any(line.strip() and not line.lstrip().startswith("#") for line in part.splitlines()):
            try:
                yield _Part(uri, part, above)
            except DocumentError as error:
                line = None if error.problem.line is None else error.problem.line + above
                problems.append(replace(error.problem, line=line))
        above += text.count("\n", begin, after)
