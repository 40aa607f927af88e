"""What fields come from: the payloads of the operation that makes a resource, and files next to the model."""

from ..places import Part, PartKind
from .operations import CREATE

CREATE_INPUT = Part(PartKind.INPUT, CREATE)
CREATE_OUTPUT = Part(PartKind.OUTPUT, CREATE)
GENERATOR = Part(PartKind.OTHER, "generator.yaml")
ATTRIBUTE = Part(PartKind.OTHER, "attribute in generator.yaml")
DOCUMENTATION = Part(PartKind.OTHER, "documentation.yaml")
MEMBER = Part(PartKind.OTHER, "structure member")
