"""Go types by their qualified name: `github.com/acme/sdk/v2/models.Owner`, with a leading `*` for a pointer.

The custom types in HashiCorp's own modules need no path: `jsontypes.Normalized`, `timetypes.RFC3339`.
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
"""Package name -> import path, for HashiCorp's packages with custom types."""


def external_type(text: str) -> dict[str, Any] | None:
    """The `associated_external_type` for a name; None if it is not the name of a Go type."""
    parts = _parts(text)
    if parts is None:
        return None
    pointer, path, package, name = parts
    return {"import": {"path": path}, "type": f"{pointer}{package}.{name}"}


def custom_type(text: str) -> dict[str, Any] | None:
    """The `custom_type` for the name of a value type, by the framework's naming convention; None if it is not one."""
    parts = _parts(text)
    if parts is None or parts[0]:
        return None
    _, path, package, name = parts
    return {"import": {"path": path}, "type": f"{package}.{name}Type{{}}", "value_type": f"{package}.{name}"}


def _parts(text: str) -> tuple[str, str, str, str] | None:
    """Pointer sign, import path, package and type name."""
    match = _NAME.match(text)
    if match is None:
        return None
    path = PACKAGES.get(match["path"], match["path"])
    *parents, package = path.split("/")
    if parents and _MAJOR_VERSION.match(package):
        package = parents[-1]
    return (match["pointer"], path, package, match["name"]) if "/" in path else None
