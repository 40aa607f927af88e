"""A system of two entities, registered by the tests alone: what the frame needs to know of a system, and no more.

It reads a folder of files, each a line `name: type` for every attribute; it has no config, and writes two parts.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mapper.documents import Document, Documents
from mapper.immutable import dataclass
from mapper.model import Attribute, Body, Coverage, Entity, Kind, Mapping, Origin, Reason, Scalar, ScalarKind, Status
from mapper.places import Part, PartKind
from mapper.review.mixtures import Wanted
from mapper.system import Example, Input, Mapped, Need, Output, Request, System

GADGET = Kind("gadget", "Gadget", "Gadgets", "gadgets")


@dataclass(frozen=True, slots=True)
class ToyInputs:
    documents: tuple[Document, ...]
    folders: tuple[Path, ...] = ()
    config: Any = None

    def map(self) -> Mapping:
        entities = tuple(Entity(GADGET, Path(d.uri).stem, Body(tuple(_attributes(d)))) for d in self.documents)
        return Mapping("toy", "toys", entities, (), Coverage(), self.documents, self.folders)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        del config, wanted
        return self.map()


class Toy(System):
    name = "toy"
    kinds = (GADGET,)
    input = Input("for toy a folder of .toy files", folder=True, suffix=".toy")
    output = Output(folder=True, parts=("left", "right"))
    config_need = Need.NONE

    def _run(self, request: Request) -> Mapped:
        documents = Documents(request.base, reader=request.reader)
        folders = (request.spec,) if isinstance(request.spec, Path) else ()
        inputs = ToyInputs(tuple(documents.load(path) for path in request.files(".toy")), folders)
        return Mapped(inputs, inputs.map())

    def artifacts(self, mapped: Mapped) -> dict[str, Iterable[str]]:
        names = [entity.name for entity in mapped.mapping.entities]
        return {f"{part}/{name}.txt": (f"{name}\n",) for part in self.output.parts for name in names}

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        del mapping
        return (Example("Minimal", f"gadget {entity.name}\n", "text"),)


def _attributes(document: Document) -> list[Attribute]:
    reason, part = Reason("toy", "the file says so"), Part(PartKind.OTHER, "toy")
    return [
        Attribute(name, name, Scalar(ScalarKind(member.value)), Status.OPTIONAL, reason, (Origin(part, member),))
        for name, member in document.node.members()
    ]


TOY = Toy()
