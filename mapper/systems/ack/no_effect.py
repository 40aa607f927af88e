"""Settings that change nothing of the API: of another kind of field, or structures that no field is made of."""

from collections.abc import Container, Iterator

from mapper.report.diagnostic import Note
from mapper.report.rules import NO_EFFECT

from .config import Config
from .fields import Resource
from .shapes import Api, Shape

_NOT_ROOT = "is no field at the root of the spec"
_NESTED = "is no field at the root of spec or status"
_STATUS = "is in the status alone"
_SPEC = "is taken by an operation, and stays in the spec"


def without_effect(resource: Resource) -> Iterator[tuple[Note, str]]:
    """A note for each such setting, with the path of its entry in `fields`."""
    for path, entry in resource.config.fields.items():
        matches = list(resource.find(path))
        roots = [field for field, steps in matches if not steps]
        is_given = any(resource.is_in_spec(field) for field, _ in matches)
        settings = (
            ("is_required", entry.is_required is not None, any(map(resource.is_in_spec, roots)), _NOT_ROOT),
            ("print", entry.print is not None, bool(roots), _NESTED),
            ("is_immutable", entry.is_immutable, is_given, _STATUS),
            ("references", entry.references is not None, is_given or not roots, _STATUS),
            ("is_read_only", entry.is_read_only, not is_given or entry.is_new or entry.is_attribute, _SPEC),
        )
        for key, is_set, has_effect, why in settings if matches else ():
            if is_set and not has_effect:
                yield Note(NO_EFFECT, f"{key}: {path} {why}", entry.node.get(key) or entry.node), path


def unused_shapes(config: Config, api: Api, reachable: Container[Shape]) -> Iterator[Note]:
    """A note for each structure of `custom_shapes` that is not among the shapes of fields."""
    for name, node in config.custom_shapes.items():
        if api.shapes[name] not in reachable:
            yield Note(NO_EFFECT, f"custom_shapes: no field has the type {name}", node)
