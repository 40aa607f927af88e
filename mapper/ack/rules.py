"""The diagnostics of a mapping of AWS API models and a generator.yaml: OAS701 to OAS714."""

from __future__ import annotations

from ..report.rules import read_rules

RULES = read_rules(__file__)
"""All rules by code."""

STEERING = RULES["OAS701"]
KIND_IGNORED = RULES["OAS702"]
CYCLE = RULES["OAS703"]
EMPTY_STRUCTURE = RULES["OAS704"]
SAME_FIELD = RULES["OAS705"]
KIND_EMPTY = RULES["OAS706"]
UNUSED_RESOURCE = RULES["OAS707"]
KIND_TOO_LARGE = RULES["OAS708"]
KIND_LARGE = RULES["OAS709"]
KIND_NAME = RULES["OAS710"]
SERVICE_ASSUMED = RULES["OAS711"]
RULE_BELOW_LIST = RULES["OAS712"]
NEWER_KEY = RULES["OAS713"]
OLDER_KEY = RULES["OAS714"]
