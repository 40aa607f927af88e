"""Settings without effect: keys of another profile, and settings for another kind of attribute."""

from collections.abc import Callable, Iterator

from mapper.inputs import Node
from mapper.inputs.grammar import MAP, CheckedMapping
from mapper.model import EntityRef, ScalarKind
from mapper.report.diagnostic import Diagnostic, Note, Severity, at
from mapper.report.rules import NO_EFFECT

from . import rules
from .checks import setting, without_path
from .config import ExternalNameMode, ResourceSettings, Settings
from .fields import Field, ManifestSide, Many, element_of, walk
from .grammar import ONLY_IN, SETTINGS
from .kinds import MANAGED_RESOURCE, UPJET, V2020
from .resources import Provider, Resource, Target

_NUMBERS = (ScalarKind.INT64, ScalarKind.FLOAT64, ScalarKind.NUMBER)
_NAMELESS = (ExternalNameMode.NAME, ExternalNameMode.PROVIDER)
"""The modes of the external name in which an argument has no part in it."""


def _no_number(field: Field, _: Node) -> str:
    return "" if element_of(field.shape) in _NUMBERS else "is no number"


def _no_password(field: Field, _: Node) -> str:
    return "" if field.holds_password else "is not given in a secret, so that none can be made for it"


def _no_argument(field: Field, _: Node) -> str:
    return "" if field.on(ManifestSide.FOR) else "is not in spec.forProvider"


def _no_collection(field: Field, merging: Node) -> str:
    if merging.get("list_type") is not None and not field.is_list:
        return "is no list"
    return "is no map" if merging.get("map_type") is not None and not field.is_map else ""


def _unpublished(field: Field, _: Node) -> str:
    """The program publishes scalars, and lists and maps of texts, at the root."""
    shape = field.shape.element if isinstance(field.shape, Many) else field.shape
    is_published = shape is ScalarKind.STRING or (isinstance(shape, ScalarKind) and shape is field.shape)
    return "" if is_published and "." not in field.path else "cannot be in a connection secret"


def _stays(field: Field, _: Node) -> str:
    return "" if field.on(ManifestSide.AT) else "stays in spec.forProvider"


def _contradiction(field: Field, flags: Node) -> str:
    """Whether a field is required, the flag `optional` decides."""
    required = CheckedMapping(flags).flag("required")
    if required is None or field.is_output or required is not field.optional:
        return ""
    status, needed = ("optional", "false") if required else ("required", "true")
    return f"stays {status} without `optional: {needed}`"


def _fits(*_: object) -> str:
    return ""


_Reasons = dict[str, Callable[[Field, Node], str]]
_OF_BOTH: _Reasons = {
    "number_int": _no_number,
    "generate_password": _no_password,
    "late_init": _no_argument,
}
_REASONS: dict[str, _Reasons] = {
    UPJET: {
        **_OF_BOTH,
        "references": _no_argument,
        "server_side_apply": _no_collection,
        "schema": _contradiction,
        "move_to_status": _fits,
    },
    V2020: {
        **_OF_BOTH,
        "number_float": _no_number,
        "connection_details": _unpublished,
        "move_to_status": _stays,
    },
}
"""Why a setting changes nothing of a field, empty if it does: by profile and key."""


def without_effect(provider: Provider, levels: dict[str, Severity], profile: str) -> Iterator[Diagnostic]:
    """Diagnostics for settings that change nothing."""
    for note in (*_of_another_profile(provider.settings, profile), *_of_no_profile(provider.settings)):
        yield at(note, None, "", levels)
    for resource in provider.resources:
        for note in _of_resource(resource, profile):
            yield at(note, EntityRef(MANAGED_RESOURCE, resource.name), "", levels)


def _of_another_profile(settings: Settings, profile: str) -> Iterator[Note]:
    for other, (root, inside) in ONLY_IN.items():
        if other == profile:
            continue
        of_resources = inside - {"connection_details"} if settings.refers_to_secrets else inside
        yield from _of_other(settings.node, root, other, profile)
        for resource in settings.resources.values():
            yield from _of_other(resource.node, of_resources, other, profile)


def _of_other(node: Node | None, keys: frozenset[str], other: str, profile: str) -> Iterator[Note]:
    """Notes on the members of a node that only the other profile reads."""
    for key, value in node.members() if node is not None else ():
        if key in keys and value.value is not None:
            text = f"{key} is a setting of the profile {other}, and the profile is {profile}"
            yield Note(rules.OTHER_PROFILE, text, value, f"profile: {other}")


def _of_no_profile(settings: Settings) -> Iterator[Note]:
    path = CheckedMapping(settings.node).get("base-path")
    if path is not None:
        yield Note(NO_EFFECT, "base-path: the option --output names the folder", path)


def _of_resource(resource: Resource, profile: str) -> Iterator[Note]:
    """Notes on the settings of a resource, including its `cluster_only`."""
    first, *others = resource.targets
    entry = first.settings.node
    if entry is None:
        return
    yield from _of_target(entry, first, profile)
    only = CheckedMapping(entry).get("cluster_only")
    if only is not None:
        for other in others:
            yield from _of_target(only, other, profile)


def _of_target(node: Node, target: Target, profile: str) -> Iterator[Note]:
    """Notes on the settings at a node, which are settings of the target."""
    settings, parameter = target.settings, CheckedMapping(node).get("external_name", "parameter")
    if parameter is not None and settings.external_name.mode in _NAMELESS and profile == UPJET:
        text = f"external_name: the mode {settings.external_name.mode} has no parameter"
        yield Note(NO_EFFECT, text, parameter, without_path(settings, "", parameter))
    reasons = _REASONS[profile]
    named = [(key, path, place) for key in reasons for path, place in _named(node, key).items()]
    fields = {field.path: field for field in walk(target.fields)} if named else {}
    for key, path, place in named:
        field = fields.get(path)
        if field is None:  # OAS802 says so
            continue
        why = "is part of the external name" if field.omitted else reasons[key](field, place)
        if why:
            mends = key == "schema" and not field.omitted and node is settings.node
            fix = _with_optional(settings, path, place) if mends else without_path(settings, path, place)
            yield Note(NO_EFFECT, f"{key}: {path} {why}", place, fix)


def _with_optional(settings: ResourceSettings, path: str, flags: Node) -> str:
    """A fix of flags with the one that decides whether the field is required."""
    return setting(settings, "schema", path, {**flags.value, "optional": not flags.value["required"]})


def _named(node: Node, key: str) -> dict[str, Node]:
    """The paths in a setting, each with its place."""
    values = CheckedMapping(node)
    if SETTINGS[key].kind is MAP:
        return values.members(key)
    return values.texts(key, "ignored") if key == "late_init" else values.texts(key)
