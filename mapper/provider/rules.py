"""The diagnostics of the schema of a built provider: OAS750 to OAS758."""

from __future__ import annotations

from ..report.diagnostic import Rule, Severity, rules_in
from ..report.outcome import AS_IT_IS, BROKEN, DISPUTED, LEFT_OUT, OTHER_FORM

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

SCHEMA_MEMBER = Rule(
    "OAS750",
    _W,
    "Member of a schema that is not known",
    "The member is left out.",
    LEFT_OUT,
    remedy="Update oasmap: a newer version may know the member.",
)
NO_STATUS = Rule(
    "OAS751",
    _W,
    "Attribute that is neither required, optional nor computed",
    "The attribute is shown as optional.",
    OTHER_FORM,
    remedy="Set Required, Optional or Computed in the code of the provider.",
)
SEVERAL_STATUSES = Rule(
    "OAS752",
    _W,
    "Attribute that is required and something else",
    "The attribute is shown as required.",
    DISPUTED,
    remedy="Correct the schema in the code of the provider.",
)
ATTRIBUTE_AND_BLOCK = Rule(
    "OAS753",
    _E,
    "Attribute and block with the same name",
    "The attribute is mapped. The block is left out.",
    LEFT_OUT,
    remedy="Rename one of the two in the code of the provider.",
)
RESERVED_ARGUMENT = Rule(
    "OAS754",
    _W,
    "Argument with a name reserved by Terraform",
    "The argument is shown, but a configuration cannot set it.",
    BROKEN,
    remedy="Rename the argument in the code of the provider.",
)
SCHEMA_KEY = Rule(
    "OAS755",
    _W,
    "Key given twice in a provider schema",
    "The last value counts.",
    DISPUTED,
    remedy="Print the schema again with `terraform providers schema -json`.",
)
SAME_PARAMETER = Rule(
    "OAS756",
    _W,
    "Two parameters of a function with one name",
    "The page adds a number to the later parameter.",
    OTHER_FORM,
    remedy="Rename one of the parameters in the code of the provider.",
)
EXAMPLE_REFUSED = Rule(
    "OAS757",
    _I,
    "Example that the provider refuses",
    "The page shows the example without the words that the provider accepts it.",
    AS_IT_IS,
)
NOTHING_PROVEN = Rule(
    "OAS758",
    _I,
    "No record of what the provider says of the pages",
    "The pages claim nothing that the provider was not asked.",
    AS_IT_IS,
)

RULES = rules_in(vars())
"""All of them by code."""
