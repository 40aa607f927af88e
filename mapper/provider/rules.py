"""The diagnostics of the schema of a built provider: OAS750 to OAS758."""

from __future__ import annotations

from ..diagnostics import Rule, Severity, rules_in
from ..outcomes import AS_IT_IS, BROKEN, DISPUTED, LEFT_OUT, OTHER_FORM

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

SCHEMA_MEMBER = Rule(
    "OAS750",
    _W,
    "Member of a schema that is not known",
    "It is left out; what it means is for a newer version.",
    LEFT_OUT,
)
NO_STATUS = Rule(
    "OAS751",
    _W,
    "Attribute that is neither required, optional nor computed",
    "It is shown as optional.",
    OTHER_FORM,
)
SEVERAL_STATUSES = Rule(
    "OAS752", _W, "Attribute that is required and something else", "It is shown as required.", DISPUTED
)
ATTRIBUTE_AND_BLOCK = Rule(
    "OAS753",
    _E,
    "Attribute and block with the same name",
    "The attribute is mapped, the block is left out.",
    LEFT_OUT,
)
RESERVED_ARGUMENT = Rule(
    "OAS754",
    _W,
    "Argument with a name reserved by Terraform",
    "It is shown, but a configuration cannot set it.",
    BROKEN,
)
SCHEMA_KEY = Rule("OAS755", _W, "Key given twice in a provider schema", "The last value counts.", DISPUTED)
SAME_PARAMETER = Rule(
    "OAS756", _W, "Two parameters of a function with one name", "The later one gets a number.", OTHER_FORM
)
EXAMPLE_REFUSED = Rule(
    "OAS757", _I, "Example that the provider refuses", "It is shown without the word that it is accepted.", AS_IT_IS
)
NOTHING_PROVEN = Rule(
    "OAS758", _I, "No record of what the provider says of the pages", "Nothing is claimed that was not seen.", AS_IT_IS
)

RULES = rules_in(vars())
"""All of them by code."""
