"""Requests that change an object: JSON Patch (RFC 6902), the operations of SCIM (RFC 7644), merge patch (RFC 7396)."""

from typing import Any

from mapper.inputs import escape_token
from mapper.model.arguments import JSON_PATCH, MERGE_PATCH, SCIM_PATCH

Step = dict[str, Any]

_SCIM = "urn:ietf:params:scim:api:messages:2.0:PatchOp"


def change(media_type: str, old: dict[str, Any], new: dict[str, Any]) -> Any:
    """The request body, of this media type, that changes the object `old` into `new`."""
    return {JSON_PATCH: json_patch, SCIM_PATCH: scim_patch, MERGE_PATCH: merge_patch}[media_type](old, new)


def json_patch(old: dict[str, Any], new: dict[str, Any]) -> list[Step]:
    """A step for each member at the top that differs, sorted by name: *add*, *remove* or *replace*.

    An object that differs is replaced as a whole.
    """
    return [{**step, "path": f"/{escape_token(step['path'])}"} for step in _steps(old, new)]


def scim_patch(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The steps of `json_patch`, with names of attributes as paths."""
    return {"schemas": [_SCIM], "Operations": _steps(old, new)}


def merge_patch(old: Any, new: Any) -> Any:
    """The new object, with null for members that only the old one has."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    removed = dict.fromkeys(old.keys() - new.keys())
    return removed | {name: merge_patch(old.get(name), value) for name, value in new.items()}


def _steps(old: dict[str, Any], new: dict[str, Any]) -> list[Step]:
    names = sorted(old.keys() | new.keys())
    return [_step(name, old, new) for name in names if name not in old or name not in new or old[name] != new[name]]


def _step(name: str, old: dict[str, Any], new: dict[str, Any]) -> Step:
    if name not in new:
        return {"op": "remove", "path": name}
    return {"op": "replace" if name in old else "add", "path": name, "value": new[name]}
