"""Templates of external names, in the language of Go's package text/template."""

from __future__ import annotations

import re

_PARAMETER = re.compile(r"\{\{-?[^{}]*?\.parameters\.([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}\}")


def parameters_in(template: str) -> frozenset[str]:
    """The parameters that an external name is made of."""
    return frozenset(_PARAMETER.findall(template))


def with_parameter(template: str, name: str, other: str) -> str:
    """The template with another parameter instead of one."""
    return re.sub(rf"(\.parameters\.){re.escape(name)}(?![A-Za-z0-9_])", lambda match: f"{match[1]}{other}", template)
