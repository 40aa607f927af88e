"""The attributes of one body of an operation."""

from msgspec import Struct

from mapper.inputs import Node, text_or_empty
from mapper.model import Body
from mapper.model.arguments import MERGE_PATCH
from mapper.model.limits import Limits

from ..openapi.roles import Role
from ..schema.keywords import Schema
from ..schema.values import read_limits
from .body_pointer import Sibling


class Part(Struct, frozen=True):
    """The attributes of one body. `reference_drops_it`: the reference tool drops the whole body.

    `schema` is the schema of the attributes, `pointer` is where the body has them. `siblings` are the properties that
    it has elsewhere. `media_type` is set for a body that changes these attributes, such as a JSON Patch.
    """

    body: Body
    role: Role
    description: str | None
    reference_drops_it: bool
    node: Node
    schema: Schema
    pointer: str = ""
    siblings: tuple[Sibling, ...] = ()
    media_type: str | None = None

    @property
    def limits(self) -> Limits:
        """The limits on the object that has the attributes; none where the body is a list of steps."""
        return read_limits(self.schema.node, "single", []) if self.media_type in (None, MERGE_PATCH) else ()

    @property
    def required(self) -> list[str]:
        """The names that the body requires where the attributes are."""
        listed = self.schema.node.value.get("required")
        return [text_or_empty(name) for name in listed] if isinstance(listed, list) else []
