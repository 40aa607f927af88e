"""Facts of a package schema that the model has no place for: fragments of entities and attributes, by keyword.

Most are keywords of the schema itself. The others record distinctions that the model does not make.
"""

from mapper.model import Attribute, Entity

PACKAGE = "package"
"""Of the provider: the members of the root except sections."""
SECTIONS = "sections"
"""Of the provider: the sections of the schema, empty ones included."""
PRESENT = "present"
"""Of an entity: keys of its object with empty values."""
ORDER = "order"
"""Of an entity: lists of required properties in their original order, by key."""
RETURNS = "returns"
"""Of a function: the form in which it declares its result, and the members of the result besides properties."""
PARAMETERS = "parameters"
"""Of a function: the members of its inputs besides properties."""
METHOD_OF = "methodOf"
"""Of a method: the token of its resource."""
SELF = "__self__"
"""Of a method: the parameter that is the resource, and whether it is required."""
STATE = "stateInputs"
"""Of a resource: its state inputs, as far as they differ from its properties."""
TYPE = "type"
"""Of an attribute: its type in the schema, if the model has another."""
OUTPUT = "output"
"""Of an attribute: its specification as an output, if that differs from the input."""
MEMBER = "member"
"""Of an enum value: its name in the schema, null if it has none."""
RESULT = "result"
"""The attribute name of a function's result that is not an object."""

OF_RESOURCES = ("language", "aliases", "methods", "isComponent", "isOverlay", "overlaySupportedLanguages", "listInputs")
OF_TYPES = ("language", "isOverlay", "overlaySupportedLanguages")
OF_FUNCTIONS = ("multiArgumentInputs", "language", "plain", "isOverlay", "overlaySupportedLanguages")


def facts_of(owner: Entity | Attribute) -> dict[str, object]:
    """The fragments by keyword."""
    return {fragment.keyword: fragment.value for fragment in owner.fragments}
