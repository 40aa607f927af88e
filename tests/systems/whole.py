"""An entity of the toy system that has something in every member of the model."""

from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Address,
    Alias,
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Column,
    Coverage,
    Default,
    Entity,
    EntityRef,
    Fragment,
    Mapping,
    NameTemplate,
    Nested,
    NestingMode,
    Operation,
    Origin,
    Placement,
    Purpose,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Union,
)
from mapper.model.limits import Length
from mapper.report.origin import Part, PartKind

from .toy import FRAME, GADGET, REASON

DOCUMENT = Document("toys/robot.toy", b"{arm: string, leg: string}")
TEXT = Scalar(ScalarKind.STRING)
PART = Part(PartKind.OTHER, "toy")
PLACES = (Placement("left", Status.OPTIONAL), Placement("right", Status.COMPUTED, Scalar(ScalarKind.INT64)))
ARM = Attribute(
    "arm",
    "Arm",
    TEXT,
    Status.OPTIONAL,
    REASON,
    (Origin(PART, DOCUMENT.node.child("arm")),),
    "It has a hand.",
    Default("short"),
    (Length(1, 9),),
    deprecation="Use leg.",
    fragments=(Fragment("validators", ["strong"], DOCUMENT.node.child("arm")),),
    code_name="Arm",
    refers_to=Reference("toys", EntityRef(GADGET, "lamp"), "name"),
    placements=PLACES,
    secret="armSecretRef",
)
BOX = Attribute("box", "Box", Nested(NestingMode.LIST, Body((ARM,), name="Box")), Status.OPTIONAL, REASON, ())
LEG = replace(ARM, name="leg", source_name="Leg", origins=(Origin(PART, DOCUMENT.node.child("leg")),), secret=None,
              always=True, status=Status.COMPUTED, placements=(Placement("right", Status.COMPUTED),))  # fmt: skip
COLOUR = Scalar(ScalarKind.STRING, "Colour")
MIX = Nested(NestingMode.SINGLE, Body((ARM,), name="Mix"))
PAINTS = Collection(CollectionKind.LIST, Union((COLOUR, MIX), "kind"))
PAINT = Attribute("paint", "Paint", PAINTS, Status.OPTIONAL, REASON, ())
ADDRESS = Address(
    "toys.example.org", "v1", "robots", ("rb",), ("all",), columns=(Column("ARM", ".left.arm", "string"),), kind="Robot"
)
ROBOT = Entity(
    GADGET,
    "robot",
    Body((ARM, LEG, replace(BOX, placements=PLACES[:1]), replace(PAINT, placements=PLACES[:1]))),
    "A robot.",
    (Operation(Purpose.CREATE, "post", "/robots", DOCUMENT.node),),
    (),
    DOCUMENT.node,
    addresses=(ADDRESS, replace(ADDRESS, scope="Cluster", plural="clusterrobots")),
    external_name=NameTemplate("{{ .name }}", Reason("named", "the name is the identifier")),
    frame=FRAME,
)


ALIASES = (Alias("Colour", Scalar(ScalarKind.STRING), "What it is painted with."),)


def mapping(*entities: Entity) -> Mapping:
    return Mapping("toy", "toys", entities or (ROBOT,), (), Coverage(), (DOCUMENT,), aliases=ALIASES)
