"""Templates of external names, in the language of Go's text/template."""

from __future__ import annotations

import re

_PARAMETER = re.compile(r"\{\{-?[^{}]*?\.parameters\.([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}\}")


def parameters_in(template: str) -> frozenset[str]:
    """The parameters of a template."""
    return frozenset(_PARAMETER.findall(template))


def with_parameter(template: str, name: str, other: str) -> str:
    """The template with one parameter renamed."""
    return re.sub(rf"(\.parameters\.){re.escape(name)}(?![A-Za-z0-9_])", lambda match: f"{match[1]}{other}", template)
