"""Reads a sidecar back into a mapping, for instance that of a published site.

A sidecar does not have the notes on omissions, nor the bodies that an entity was merged from; these are empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..inputs import Document
from ..model import Mapping
from ..report.diagnostic import MappingError, Problem
from .vocabulary import VocabularyOf

FORMAT = "oasmap-sidecar"


def is_sidecar(root: object) -> bool:
    """Whether a parsed document is a sidecar, of any version."""
    return isinstance(root, dict) and root.get("format") == FORMAT


def read_sidecar(document: Document, vocabulary_of: VocabularyOf) -> Mapping:
    """The mapping that a sidecar was written from, without diagnostics whose code the system does not have.

    Raises MappingError if the document is not a valid sidecar.
    """
    from .checking import NotTheShape, shaped

    root = document.root
    version = root.get("version") if is_sidecar(root) else None
    reader = _reader(version)
    if reader is None:
        text = "this is not a sidecar of version 1 or 2; write it again with oasmap generate --sidecar"
        raise MappingError(Problem(text, document.uri, 1))
    shape, mapping = reader
    try:
        return mapping(shaped(root, shape), vocabulary_of)
    except KeyError:
        text = "the sidecar is of a system or of a kind of entity that this version does not know"
        raise MappingError(Problem(text, document.uri, 1)) from None
    except NotTheShape as error:
        line = (document.position(error.pointer) or (1,))[0]
        command = "oasmap schema" if version == 2 else "oasmap schema sidecar-1"  # noqa: PLR2004
        text = f"the sidecar is not as `{command}` describes it: {error.text} (at {error.pointer or 'the top'})"
        raise MappingError(Problem(text, document.uri, line)) from None


def _reader(version: object) -> tuple[type, Callable[[Any, VocabularyOf], Mapping]] | None:
    """The class of the shape of a version, and the function that reads it; None for an unknown version."""
    if type(version) is not int:  # True == 1
        return None
    if version == 1:
        from . import reader_1, shape_1

        return shape_1.Sidecar, reader_1.mapping_of
    if version == 2:  # noqa: PLR2004
        from . import reader_2, shape

        return shape.Sidecar, reader_2.mapping_of
    return None


def tool_of(document: Document) -> str | None:
    """The version of oasmap that wrote a sidecar; None if the sidecar has none."""
    generator = document.root.get("generator") if isinstance(document.root, dict) else None
    version = generator.get("version") if isinstance(generator, dict) else None
    return version if isinstance(version, str) else None
