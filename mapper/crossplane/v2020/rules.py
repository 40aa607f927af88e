"""The diagnostics of the profile `v2020`, and of settings that only one profile takes: OAS851 to OAS854."""

from __future__ import annotations

from ...report.rules import read_rules

RULES = read_rules(__file__)
"""All rules by code."""

UNKNOWN_OVERLAY = RULES["OAS851"]
OTHER_PROFILE = RULES["OAS852"]
INTEGERS = RULES["OAS853"]
PLAIN_SECRET = RULES["OAS854"]
