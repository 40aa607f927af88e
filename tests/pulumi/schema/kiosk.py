"""A schema of our own with everything that one can have, and changes of it."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from mapper.inputs import Document
from mapper.model import Entity, Mapping
from mapper.systems.pulumi.schema.map import map_schema
from mapper.systems.pulumi.schema.read import findings

PATH = Path(__file__).parents[1] / "fixtures" / "kiosk" / "schema.json"
CORPUS = Path(__file__).parents[3].parent / "shared" / "corpus" / "pulumi" / "schemas"
PAPER, PAGE, REGION, PRINT = (
    "kiosk:press/paper:Paper", "kiosk:press/page:Page", "kiosk:index/region:Region", "kiosk:press/paper:Paper/print",
)  # fmt: skip
Change = Callable[[Any], object]


@cache
def _text() -> str:
    return PATH.read_text(encoding="utf-8")


def schema() -> Any:
    """A copy of it."""
    return json.loads(_text())


def changed(change: Change) -> Any:
    """It, after a change in its place."""
    root = schema()
    change(root)
    return root


def document(root: Any, name: str = "schema.json") -> Document:
    return Document(name, json.dumps(root, indent=2).encode())


def mapped(root: Any) -> Mapping:
    made = document(root)
    return map_schema(made, made.root, findings(made.root), None)


def entity(mapping: Mapping, kind: str, name: str) -> Entity:
    (found,) = [one for one in mapping.entities if (one.kind.name, one.name) == (kind, name)]
    return found


def put(value: Any, *path: str | int) -> Change:
    """A change that puts a value somewhere."""

    def change(root: Any) -> None:
        for key in path[:-1]:
            root = root[key]
        root[path[-1]] = deepcopy(value)

    return change


def take(*path: str | int) -> Change:
    """A change that removes something."""

    def change(root: Any) -> None:
        for key in path[:-1]:
            root = root[key]
        del root[path[-1]]

    return change
