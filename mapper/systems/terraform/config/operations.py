"""The operations of an entry of the generator config.

Shape::

    create:
      path: /pets
      method: POST
      request: {media_type: …, pointer: …}            # ours, as is the next line
      response: {status: …, media_type: …, pointer: …}
    read:
      …
      response: {attribute: …}                        # the whole body is one attribute
    update:
      …
      request: {ignore: true}                         # the body counts for nothing

`request` and `response` choose one of several bodies, and the part of the body to map. The pointer is a JSON pointer
(RFC 6901) into a value of the body, not into its schema. `/data` is the property `data`, `/results/0` an item of the
array `results`. A list, a map or a single value as a body becomes one attribute with the name under `attribute`.
"""

from msgspec import Struct

from mapper.inputs import Node, split_pointer
from mapper.model import Purpose

from .node_reader import Reader

_IGNORE = "ignore"
_TEXTS = ("media_type", "pointer", "attribute")
CHOICES_OF = {"request": (*_TEXTS, _IGNORE), "response": ("status", *_TEXTS, _IGNORE)}
BODIES_OF = {"create": ("request", "response"), "read": ("response",), "update": ("request",)}
"""The bodies that a mapping reads, by operation."""


class BodyChoice(Struct, frozen=True):
    """Which body to map, and which part of it. For None, the rule of the reference tool applies.

    `attribute` is the name of the attribute for the whole body. A body that is `ignored` is not mapped.
    """

    node: Node
    status: str | None = None
    media_type: str | None = None
    pointer: str = ""
    attribute: str | None = None
    ignored: bool = False

    @property
    def tokens(self) -> list[str]:
        """The decoded tokens of the pointer."""
        return split_pointer(self.pointer)

    def at(self, key: str) -> Node:
        """The place of a key in the config, for messages."""
        return self.node.get(key) or self.node


class OperationConfig(Struct, frozen=True):
    """An operation of an entry: `path` and `method` as written, and the choice of its bodies.

    `may_lack`: the description may have no such path, as where a review maps what is left of an entity.
    """

    part: Purpose
    path: str
    method: str
    node: Node
    request: BodyChoice | None = None
    response: BodyChoice | None = None
    may_lack: bool = False


def read_operation(reader: Reader, node: Node | None, part: Purpose, where: str) -> OperationConfig | None:
    """The operation at `node`; None if there is none."""
    where = f"{where}: {part}"
    if node is None or node.value is None or not reader.is_mapping(node, where):
        return None
    chosen = BODIES_OF.get(part, ())
    reader.check_keys(node, where, ("path", "method", *chosen))
    texts = {key: reader.text(node, key, where) for key in ("path", "method")}
    for key, text in texts.items():
        if not text:
            reader.problem(node, f"{where}: {key} is needed")
    request, response = (
        _body_choice(reader, node, key, where) if key in chosen else None for key in ("request", "response")
    )
    return OperationConfig(part, texts["path"] or "", texts["method"] or "", node, request, response)


def _body_choice(reader: Reader, parent: Node, key: str, where: str) -> BodyChoice | None:
    node, where = parent.get(key), f"{where}: {key}"
    if node is None or node.value is None or not reader.is_mapping(node, where):
        return None
    reader.check_keys(node, where, CHOICES_OF[key])
    texts = {name: reader.text(node, name, where) for name in CHOICES_OF[key] if name != _IGNORE}
    ignore = node.get(_IGNORE)
    ignored = ignore is not None and reader.truth(ignore, f"{where}: {_IGNORE}") is True
    pointer = texts["pointer"] or ""
    if pointer and not pointer.startswith("/"):
        text = f"{where}: {pointer!r} is not a JSON pointer"
        reader.problem(node.child("pointer"), text, f"begin it with a slash, such as /{pointer.lstrip('$.#/')}")
        pointer = ""
    attribute = texts["attribute"] or None
    return BodyChoice(node, texts.get("status") or None, texts["media_type"] or None, pointer, attribute, ignored)
