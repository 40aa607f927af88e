"""Templates of external names, in the language of Go's package text/template."""

from __future__ import annotations

import re

_PARAMETER = re.compile(r"\{\{-?[^{}]*?\.parameters\.([A-Za-z_][A-Za-z0-9_]*)[^{}]*\}\}")


def parameters_in(template: str) -> frozenset[str]:
    """The parameters that an external name is made of."""
    return frozenset(_PARAMETER.findall(template))
