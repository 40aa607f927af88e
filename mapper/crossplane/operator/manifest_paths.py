"""Translates Terraform paths to paths in manifests, and lists the paths at which two values differ."""

from __future__ import annotations

from collections.abc import Iterator

from ...tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType
from ...tfplugin.equality import part, same
from ...tfplugin.paths import AttributeStep, IndexStep, KeyStep, Path, Step, path_text
from ...tfplugin.values import Value
from ..fields import Field, ManifestSide, Many, ObjectShape, Shape
from .differences import is_empty


def manifest_path(fields: tuple[Field, ...], path: Path) -> str:
    """A Terraform path as a path in a manifest; what has no field keeps its Terraform name.

    Results are in the status, everything else is in the spec.
    """
    field = _field(fields, path[0]) if path else None
    if path and field is None:
        return path_text(path)
    is_result = field is not None and not field.on(ManifestSide.FOR) and field.on(ManifestSide.AT)
    text, inside, shape = "status.atProvider" if is_result else "spec.forProvider", fields, None
    for position, step in enumerate(path):
        match step:
            case AttributeStep():
                field = _field(inside, step)
                if field is None:
                    return f"{text}.{path_text(path[position:])}"
                text, shape = f"{text}.{field.json}", field.shape
            case IndexStep(index) if isinstance(shape, Many):
                text, shape = f"{text}[{index}]", shape.element
            case KeyStep(key) if isinstance(shape, Many):
                text, shape = f"{text}[{key}]", shape.element
        inside = _inside(shape)
    return text


def _field(fields: tuple[Field, ...], step: Step) -> Field | None:
    return next((own for own in fields if isinstance(step, AttributeStep) and own.name == step.name), None)


def _inside(shape: Shape | None) -> tuple[Field, ...]:
    return shape.fields if isinstance(shape, ObjectShape) else ()


def changes(before: Value, after: Value, type_: CtyType, *, legacy: bool, path: Path = ()) -> Iterator[Path]:
    """The deepest paths at which two values of a type differ.

    For providers of the old SDK (`legacy`), empty values equal null.
    """
    if (legacy and is_empty(before) and is_empty(after)) or same(before, after, type_):
        return
    match before, after, type_:
        case dict(), dict(), ObjectType(attributes):
            for name, attribute in attributes.items():
                inner = (*path, AttributeStep(name))
                yield from changes(before.get(name), after.get(name), attribute, legacy=legacy, path=inner)
        case dict(), dict(), CollectionType(CtyKind.MAP, element):
            for key in sorted(before.keys() | after.keys()):
                inner = (*path, KeyStep(key))
                yield from changes(before.get(key), after.get(key), element, legacy=legacy, path=inner)
        case list(), list(), CollectionType(CtyKind.LIST, element) if len(before) == len(after):
            for index, (left, right) in enumerate(zip(before, after, strict=True)):
                inner = (*path, IndexStep(index))
                yield from changes(left, right, element, legacy=legacy, path=inner)
        case _:
            yield path


def really(paths: tuple[Path, ...], before: Value, after: Value, type_: CtyType, *, legacy: bool) -> tuple[Path, ...]:
    """Those of some paths at which the values differ for the provider, too: for old SDKs, empty equals null."""
    if not legacy:
        return paths
    return tuple(path for path in paths if not (_is_nothing(before, type_, path) and _is_nothing(after, type_, path)))


def _is_nothing(value: Value, type_: CtyType, path: Path) -> bool:
    found = part(value, type_, path)
    return found is None or is_empty(found[0])
