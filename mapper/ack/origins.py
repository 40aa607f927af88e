"""The sources of fields: the payloads of the create operation, and files next to the model."""

from ..model import Purpose
from ..origin import Part, PartKind

CREATE_INPUT = Part(PartKind.INPUT, Purpose.CREATE)
CREATE_OUTPUT = Part(PartKind.OUTPUT, Purpose.CREATE)
GENERATOR = Part(PartKind.OTHER, "generator.yaml")
ATTRIBUTE = Part(PartKind.OTHER, "attribute in generator.yaml")
DOCUMENTATION = Part(PartKind.OTHER, "documentation.yaml")
MEMBER = Part(PartKind.OTHER, "structure member")
