"""Diagnostics of several systems: about documents, entries of a config, names, and types that disagree."""

from __future__ import annotations

from .rule_table import read_rules

RULES = read_rules(__file__)
"""All rules by code."""

UNUSED_IGNORE = RULES["OAS102"]
DUPLICATE_KEY = RULES["OAS201"]
SEVERAL_FILES = RULES["OAS202"]
VIOLATION = RULES["OAS203"]
OVERLAY = RULES["OAS205"]
UNUSED_ACTION = RULES["OAS206"]
NAME_COLLISION = RULES["OAS501"]
TYPE_MISMATCH = RULES["OAS601"]
