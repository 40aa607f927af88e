"""The diagnostics of the schema of a built provider: OAS750 to OAS758."""

from mapper.report.rules import read_rules

RULES = read_rules(__file__)
"""All rules by code."""

SCHEMA_MEMBER = RULES["OAS750"]
NO_STATUS = RULES["OAS751"]
SEVERAL_STATUSES = RULES["OAS752"]
ATTRIBUTE_AND_BLOCK = RULES["OAS753"]
RESERVED_ARGUMENT = RULES["OAS754"]
SCHEMA_KEY = RULES["OAS755"]
SAME_PARAMETER = RULES["OAS756"]
EXAMPLE_REFUSED = RULES["OAS757"]
NOTHING_PROVEN = RULES["OAS758"]
