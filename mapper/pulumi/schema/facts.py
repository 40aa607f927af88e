"""What a package schema says and the model has no place for: fragments of entities and attributes, by their keywords.

Most keywords are those of the schema itself. The others say how its parts are told from each other.
"""

from __future__ import annotations

from ...model import Attribute, Entity

PACKAGE = "package"
"""Of the provider: everything at the root that is no section."""
SECTIONS = "sections"
"""Of the provider: the sections that the schema has, also the empty ones."""
PRESENT = "present"
"""Of an entity: the keys of its object that are there and empty."""
ORDER = "order"
"""Of an entity: the lists of what is required, in their own order, by their keys."""
RETURNS = "returns"
"""Of a function: how it says what it returns, and what it says of that besides its properties."""
PARAMETERS = "parameters"
"""Of a function: what is said of its inputs besides their properties."""
METHOD_OF = "methodOf"
"""Of a function: the token of the resource that it is a method of."""
SELF = "__self__"
"""Of a method: the parameter that is the resource, and whether it is required."""
STATE = "stateInputs"
"""Of a resource: what an existing one is looked up by, as far as it is not what its properties say."""
TYPE = "type"
"""Of an attribute: its type as the schema says it, where the model has another."""
OUTPUT = "output"
"""Of an attribute: what is said of it as an output, where that is not what is said of it as an input."""
MEMBER = "member"
"""Of a value of an enum: its name in the schema, null where it has none."""
RESULT = "result"
"""What the value of a function is called that is no object."""

OF_RESOURCES = ("language", "aliases", "methods", "isComponent", "isOverlay", "overlaySupportedLanguages", "listInputs")
OF_TYPES = ("language", "isOverlay", "overlaySupportedLanguages")
OF_FUNCTIONS = ("multiArgumentInputs", "language", "plain", "isOverlay", "overlaySupportedLanguages")
OF_PROPERTIES = frozenset(("const", "defaultInfo", "language", "replaceOnChanges"))


def facts_of(one: Entity | Attribute) -> dict[str, object]:
    """The fragments by their keywords."""
    return {fragment.keyword: fragment.value for fragment in one.fragments}
