"""What the system has to say about the schema of a provider: its rules by code."""

from __future__ import annotations

from ..diagnostics import (
    ATTRIBUTE_AND_BLOCK,
    NO_STATUS,
    RESERVED_ARGUMENT,
    SAME_PARAMETER,
    SCHEMA_KEY,
    SCHEMA_MEMBER,
    SEVERAL_STATUSES,
)

__all__ = [
    "ATTRIBUTE_AND_BLOCK", "NO_STATUS", "RESERVED_ARGUMENT", "RULES", "SAME_PARAMETER", "SCHEMA_KEY", "SCHEMA_MEMBER",
    "SEVERAL_STATUSES",
]  # fmt: skip

RULES = {
    rule.code: rule
    for rule in (
        SCHEMA_MEMBER, NO_STATUS, SEVERAL_STATUSES, ATTRIBUTE_AND_BLOCK, RESERVED_ARGUMENT, SCHEMA_KEY, SAME_PARAMETER
    )
}  # fmt: skip
"""Every rule by its code."""
