"""Real descriptions and models that mutation starts from: those of the corpus, where it is there, and our own."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from mapper.budget import Budget
from mapper.inputs import Document
from mapper.inputs.store import unpacked

from .. import zoo

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
PET = "Pet: {type: object, properties: {id: {type: integer}, tags: {type: array, items: {type: string}}}}\n"
LARGEST = 120_000
"""Bytes of a description that is taken."""

Model = tuple[dict[str, Any], dict[str, Any]]
"""An AWS API model and a generator.yaml, as plain data."""


@cache
def descriptions() -> tuple[str, ...]:
    """Descriptions as JSON, the smallest first."""
    return tuple(sorted(dict.fromkeys(_descriptions()), key=len))


def _descriptions() -> Iterator[str]:
    paths = [ROOT / "example_site" / "api" / "openapi.yaml", ROOT / "tests" / "go_code" / "providers" / "workshop.yaml"]
    for folder in ("realworld", "reference"):
        paths += sorted((CORPUS / folder).glob("*/openapi.*"))
    for path in paths:
        if path.stat().st_size <= LARGEST:
            yield json.dumps(Document(path.name, path.read_bytes()).root)
    yield json.dumps(Document("zoo.yaml", zoo.api(PET).encode()).root)


@cache
def models() -> tuple[str, ...]:
    """AWS API models and their configs, each pair as JSON."""
    return tuple(sorted(map(json.dumps, _models()), key=len))


def _models() -> Iterator[Model]:
    for folder in [ROOT / "example_site" / "ack", *sorted((CORPUS / "ack").glob("*"))]:
        config = folder / "generator.yaml"
        for path in sorted(folder.glob("service-2.json*")):
            if config.is_file() and path.stat().st_size <= LARGEST // 4:
                data = unpacked(path.read_bytes(), path.name, Budget())
                yield Document(path.name, data).root, Document(config.name, config.read_bytes()).root
