"""Chooses the media type of a body whose schema is mapped."""

from __future__ import annotations

from ...inputs import Documents, Node
from ..config.operations import BodyChoice


class BodyNotFound(Exception):
    """A body, or a part of one, that the config chooses and the description lacks; `node` is the choice in the
    config.
    """

    def __init__(self, text: str, node: Node) -> None:
        super().__init__(text)
        self.node = node


def media_type(documents: Documents, content: Node | None, choice: BodyChoice | None = None) -> tuple[str, Node] | None:
    """Name and schema of `application/json`, else of the first media type, in byte order, with a schema.

    With a choice, those of the chosen media type. None if there is none. Raises BodyNotFound.
    """
    if content is not None:
        content, _ = documents.follow(content)
    if content is None or not isinstance(content.value, dict):
        return None
    names = sorted(content.value, key=lambda name: (name != "application/json", name))
    if choice is not None and choice.media_type is not None:
        names = [name for name in names if _same_media_type(name, choice.media_type)]
    for name in names:
        entry, _ = documents.follow(content.child(name))
        schema = entry.get("schema")
        if schema is not None:
            return name, schema
    if choice is not None and choice.media_type is not None:
        text = f"there is no schema for the media type {choice.media_type!r}; the body has {', '.join(content.value)}"
        raise BodyNotFound(text, choice.at("media_type"))
    return None


def other_schemas(documents: Documents, content: Node | None, used: Node) -> tuple[Node, ...]:
    """The schemas of the media types whose schema is not `used`."""
    if content is not None:
        content, _ = documents.follow(content)
    if content is None or not isinstance(content.value, dict) or len(content.value) == 1:
        return ()
    found = {documents.behind(used).key: used}
    for _, entry in content.members():
        schema = documents.behind(entry).get("schema")
        if schema is not None:
            found.setdefault(documents.behind(schema).key, schema)
    return tuple(found.values())[1:]


def _same_media_type(name: str, chosen: str) -> bool:
    """Whether a media type is the chosen one, exactly or without its parameters."""
    return name == chosen or name.partition(";")[0].strip().lower() == chosen.lower()
