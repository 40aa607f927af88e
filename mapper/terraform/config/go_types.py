"""Go types of other packages in one line: `github.com/acme/sdk/v2/models.Owner`, with a `*` in front for a pointer.

The custom types of HashiCorp's own packages need no path: `jsontypes.Normalized`, `timetypes.RFC3339`.
"""

from __future__ import annotations

import re
from typing import Any

_NAME = re.compile(r"(?P<pointer>\*?)(?P<path>[^\s*]+)\.(?P<name>[A-Z]\w*)\Z")
_MAJOR_VERSION = re.compile(r"v\d+\Z")
_FRAMEWORK = "github.com/hashicorp/terraform-plugin-framework-"
PACKAGES = {
    "cidrtypes": f"{_FRAMEWORK}nettypes/cidrtypes",
    "hwtypes": f"{_FRAMEWORK}nettypes/hwtypes",
    "iptypes": f"{_FRAMEWORK}nettypes/iptypes",
    "jsontypes": f"{_FRAMEWORK}jsontypes/jsontypes",
    "timetypes": f"{_FRAMEWORK}timetypes/timetypes",
}
"""Packages with custom types of the plugin framework, and the paths to import them by."""


def external_type(text: str) -> dict[str, Any] | None:
    """The `associated_external_type` that a name stands for; None where it is not one."""
    found = _parts(text)
    if found is None:
        return None
    pointer, path, package, name = found
    return {"import": {"path": path}, "type": f"{pointer}{package}.{name}"}


def custom_type(text: str) -> dict[str, Any] | None:
    """The `custom_type` that the name of a value type stands for, by the framework's convention for its type."""
    found = _parts(text)
    if found is None or found[0]:
        return None
    _, path, package, name = found
    return {"import": {"path": path}, "type": f"{package}.{name}Type{{}}", "value_type": f"{package}.{name}"}


def _parts(text: str) -> tuple[str, str, str, str] | None:
    """Pointer sign, import path, package and name."""
    match = _NAME.match(text)
    if match is None:
        return None
    path = PACKAGES.get(match["path"], match["path"])
    *parents, package = path.split("/")
    if parents and _MAJOR_VERSION.match(package):
        package = parents[-1]
    return (match["pointer"], path, package, match["name"]) if "/" in path else None
