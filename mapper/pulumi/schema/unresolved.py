"""Leaves out properties whose references lead nowhere, as Pulumi's commands go on without them."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from ...inputs import split_pointer


def without_references(root: Any, pointers: Iterable[str]) -> Any:
    """The schema without the properties, and the results of functions, that have a reference which leads nowhere."""
    paths = {_property_path(split_pointer(pointer)) for pointer in pointers}
    if not paths:
        return root
    root = deepcopy(root)
    for *above, section, name in sorted(paths):
        holder = root
        for key in above:
            holder = holder[key]
        del holder[section][name]
        lists = [(holder, _REQUIRED.get(section, ""))]
        if above[0] == "functions" and above[2:] == ["inputs"]:
            lists.append((root["functions"][above[1]], "multiArgumentInputs"))
        for owner, key in lists:
            if name in owner.get(key, ()):
                owner[key] = [other for other in owner[key] if other != name]
    return root


def _property_path(tokens: list[str]) -> tuple[str, ...]:
    """The path of the outermost property, or of the result of a function, that a pointer leads into."""
    end = next((index + 2 for index, token in enumerate(tokens) if token in _REQUIRED), 3)
    return tuple(tokens[:end])


_REQUIRED = {"properties": "required", "inputProperties": "requiredInputs", "variables": "defaults"}
"""The keys with properties, and the list of names next to each."""
