"""Updates that take steps, and each changes a member of the object: JSON Patch (RFC 6902) and SCIM (RFC 7644)."""

from collections.abc import Iterator

from mapper.inputs import Documents, Node, Unresolved
from mapper.inputs.document import Key
from mapper.model.arguments import JSON_PATCH, SCIM_PATCH

from ..openapi.operations import Api, ApiOperation
from ..openapi.parameters import BodyNotFound
from ..schema.keywords import filled

_COMPOSED = ("allOf", "anyOf", "oneOf")
_MEMBERS = {"op", "path"}
"""What each step has (RFC 6902, section 4)."""

_REPLACE = "replace"
_SCIM_STEPS = "Operations"
"""Where a request of SCIM has its steps (RFC 7644, section 3.5.2)."""


def patch_of(api: Api, operation: ApiOperation | None) -> tuple[str, Node] | None:
    """Media type and schema of the steps that an operation takes; None if it takes others, or the config chooses.

    The media type follows from the steps, not from the declared one. Many descriptions give `application/json` to a
    JSON Patch, and some give JSON Patch's type to steps of their own, such as `addField`.
    """
    if operation is None or operation.node is None or not (operation.request is None or operation.request.ignored):
        return None
    try:
        body = api.request_body(operation)
    except (Unresolved, BodyNotFound):
        return None
    if body is None:
        return None
    if _is_steps(api.documents, body.node):
        return JSON_PATCH, body.node
    steps = _members(api.documents, body.node, _SCIM_STEPS)
    return (SCIM_PATCH, body.node) if any(_is_steps(api.documents, step) for step in steps) else None


def _is_steps(documents: Documents, schema: Node) -> bool:
    """Whether a schema is a list of steps, each with an operation and a path."""
    items = (branch.get("items") for branch in _branches(documents, schema))
    steps = [item for item in items if item is not None]
    names = {name for step in steps for name in _MEMBERS if _members(documents, step, name)}
    kinds = [documents.behind(kind).value for step in steps for kind in _members(documents, step, "op")]
    enums = [kind["enum"] for kind in kinds if isinstance(kind, dict) and isinstance(kind.get("enum"), list)]
    return names == _MEMBERS and (not enums or any(_REPLACE in enum for enum in enums))


def _members(documents: Documents, schema: Node, name: str) -> list[Node]:
    """The schemas of a member in all that a schema is composed of."""
    holders = (branch.get("properties") for branch in _branches(documents, schema))
    members = (holder.get(name) for holder in holders if holder is not None)
    return [member for member in members if member is not None]


def _branches(documents: Documents, schema: Node) -> Iterator[Node]:
    """The schema objects that a schema is composed of."""
    seen: set[Key] = set()
    pending = [schema]
    while pending:
        node = documents.behind(pending.pop())
        if node.key in seen or not isinstance(node.value, dict):
            continue
        seen.add(node.key)
        node = filled(documents, node)
        yield node
        for keyword in _COMPOSED:
            pending += listed.items() if (listed := node.get(keyword)) is not None else ()
