"""Diagnostics of several systems: about documents, entries of a config, names, and types that disagree."""

from __future__ import annotations

from .diagnostic import Rule, Severity, Survives, rules_in
from .outcome import AS_ASKED, AS_IT_IS, DISPUTED, LEFT_OUT, WITHOUT_EFFECT

_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

UNUSED_IGNORE = Rule(
    "OAS102",
    _W,
    "Ignore that matches nothing",
    "The entry has no effect.",
    WITHOUT_EFFECT,
    remedy="Remove the entry, or use the name in the API and dots for nesting.",
)
DUPLICATE_KEY = Rule(
    "OAS201",
    _W,
    "Key given twice in the API description",
    "One of the two values is mapped, and the other is left out.",
    DISPUTED,
    survives_merge=Survives.ALWAYS,
    remedy="Remove one of the two keys from the API description.",
)
SEVERAL_FILES = Rule(
    "OAS202",
    _I,
    "API description in several files",
    "References into other files are followed.",
    AS_IT_IS,
    differs=True,
)
OVERLAY = Rule("OAS205", _I, "Overlay applied", "What is mapped is the changed description.", AS_ASKED, differs=True)
UNUSED_ACTION = Rule(
    "OAS206",
    _W,
    "Action of an overlay that selects nothing",
    "The action has no effect.",
    WITHOUT_EFFECT,
    remedy="Correct the target of the action, or remove the action.",
)
VIOLATION = Rule(
    "OAS203",
    _W,
    "Violation of the OpenAPI specification",
    "The mapping goes on as well as it can.",
    DISPUTED,
    remedy="Correct the API description, or correct a copy of it with an overlay.",
)
NAME_COLLISION = Rule(
    "OAS501",
    _E,
    "Two names become the same identifier",
    "The first attribute is written, and this attribute is left out. An override cannot give it a name in use.",
    LEFT_OUT,
    remedy="Give one of the two another name.",
    differs=True,
)
TYPE_MISMATCH = Rule(
    "OAS601",
    _W,
    "Sources that disagree on the type",
    "The type of the first source is written; the type in the later source is not used.",
    DISPUTED,
    remedy="Correct the API description, or set the type in an override.",
)

RULES = rules_in(vars())
"""All of them by code."""
