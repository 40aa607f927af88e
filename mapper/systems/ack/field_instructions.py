"""Combines several entries of `fields` for one field, and finds contradictions among them."""

from collections.abc import Iterator, Sequence

from msgspec.structs import fields, replace

from mapper.inputs import Node, problem_at, text_of
from mapper.report.diagnostic import Problem

from .config import FieldConfig
from .truth import truth

_FLAGS = ("is_secret", "is_immutable", "is_required")
_TEXTS = ("go_tag", "type")


def sum_of(entries: Sequence[FieldConfig]) -> FieldConfig:
    """The combined entry: of each setting, the first that is given. Its node is of the first that changes the field."""
    first = next((entry for entry in entries if entry.changes_fields), entries[0])
    if len(entries) == 1:
        return first
    given = {}
    for setting in fields(FieldConfig):
        values = [value for entry in entries if (value := getattr(entry, setting.name)) != setting.default]
        if values and not setting.required:
            given[setting.name] = values[0]
    return replace(first, **given)


def contradictions(entries: Sequence[FieldConfig], service: str, *, flags: Sequence[str] = _FLAGS) -> Iterator[Problem]:
    """Problems for contradicting entries. References without a service are to `service`."""
    for key in flags:
        values = [(entry, node, truth(node)) for entry in entries if (node := entry.node.get(key)) is not None]
        yield from _differing(key, [(entry, node, value) for entry, node, value in values if value is not None])
    for key in _TEXTS:
        texts = [(entry, node, text_of(node.value)) for entry in entries if (node := entry.node.get(key)) is not None]
        yield from _differing(key, [(entry, node, text) for entry, node, text in texts if text])
    targets = [(entry, entry.references) for entry in entries if entry.references is not None]
    yield from _differing(
        "references",
        [
            (entry, entry.node.get("references") or entry.node, (named or service, kind, path))
            for entry, (named, kind, path) in targets
        ],
    )


def _differing(key: str, values: Sequence[tuple[FieldConfig, Node, object]]) -> Iterator[Problem]:
    """A problem for every value that differs from the first."""
    for entry, node, value in values[1:]:
        first, other, expected = values[0]
        if value != expected:
            text = f"fields.{entry.path}: {key} contradicts fields.{first.path} in {_place(other)}"
            yield problem_at(f"{text}, which is the same member", node, remedy="give both the same value")


def _place(node: Node) -> str:
    return f"{node.document.uri}:{node.line}" if node.line else node.document.uri
