"""A system of two entities, registered by the tests alone: what the frame needs to know of a system, and no more.

It reads a folder of files, each with a member `name: type` for every attribute; it has no config, and writes two
parts. An attribute with more than a type, such as `{type: string, left: required, right: computed}`, is placed in the
objects *left* and *right*, of which each part has its own.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct

from mapper.inputs import Document, Documents
from mapper.languages.kubernetes.review import KUBERNETES
from mapper.model import (
    Attribute,
    Body,
    Coverage,
    Entity,
    EntityKind,
    Mapping,
    Nested,
    NestingMode,
    Origin,
    Placement,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    nested_body,
    type_in_words,
)
from mapper.report.origin import Part, PartKind
from mapper.request import Mapped, Request
from mapper.review.changes import Wanted
from mapper.system.reading import Input, Need, Reading
from mapper.system.showing import Example, Showing
from mapper.system.system import System
from mapper.system.writing import Output, Writing

GADGET = EntityKind("gadget", "Gadget", "Gadgets", "gadgets")
REASON = Reason("toy", "the file says so")
FRAME = Body(
    tuple(
        Attribute(side, side, Nested(NestingMode.SINGLE, Body()), Status.OPTIONAL, REASON, ())
        for side in ("left", "right")
    )
)


class ToyInputs(Struct, frozen=True):
    documents: tuple[Document, ...]
    folders: tuple[Path, ...] = ()
    config: Any = None

    def map(self) -> Mapping:
        entities = tuple(
            Entity(GADGET, Path(d.uri).stem, Body(tuple(_attributes(d))), frame=FRAME) for d in self.documents
        )
        return Mapping("toy", "toys", entities, (), Coverage(), self.documents, self.folders)

    def map_with(self, config: Any, wanted: Wanted) -> Mapping:
        del config, wanted
        return self.map()


class ToyReading(Reading):
    input = Input("for toy a folder of .toy files", folder=True, suffix=".toy")
    config_need = Need.NONE

    def map(self, request: Request) -> Mapped:
        documents = Documents(request.base, reader=request.reader)
        folders = (request.spec,) if isinstance(request.spec, Path) else ()
        inputs = ToyInputs(tuple(documents.load(path) for path in request.files(".toy")), folders)
        return Mapped(inputs, inputs.map())


class ToyWriting(Writing):
    output = Output(folder=True, parts=("left", "right"))

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        return {
            f"{part.name}/{entity.name}.txt": (f"{entity.name}\n", *_lines(part))
            for entity in mapped.mapping.entities
            for part in entity.placed.attributes
            if part.name in self.output.parts
        }


class ToyShowing(Showing):
    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        del mapping
        return (Example("Minimal", f"gadget {entity.name}\n", "text"),)


class Toy(System):
    name = "toy"
    kinds = (GADGET,)
    reading = ToyReading()
    writing = ToyWriting()
    showing = ToyShowing()
    review_policy = KUBERNETES


def _lines(part: Attribute) -> list[str]:
    body = nested_body(part.type) or Body()
    return [f"{found.name}: {found.status} {type_in_words(found.type)}\n" for found in body.attributes]


def _attributes(document: Document) -> list[Attribute]:
    part = Part(PartKind.OTHER, "toy")
    found = []
    for name, member in document.node.members():
        said = member.value if isinstance(member.value, dict) else {"type": member.value}
        places = tuple(Placement(side, Status(said[side])) for side in ("left", "right") if side in said)
        status = places[0].status if places else Status.OPTIONAL
        type_ = Scalar(ScalarKind(said["type"]))
        found.append(Attribute(name, name, type_, status, REASON, (Origin(part, member),), placements=places))
    return found


TOY = Toy()
