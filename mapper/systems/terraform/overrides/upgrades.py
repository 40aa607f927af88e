"""What a breaking change needs: a line that keeps a former name or place, or code that upgrades existing states.

A framework provider migrates the state of a resource with a `StateUpgrader`. It migrates a renamed resource with
`MoveState`, which a `moved` block in a configuration triggers.
"""

import re
from collections.abc import Container, Iterable, Iterator

from mapper.inputs import Node, escape_token, text_of
from mapper.model import Attribute, Body, Entity, Mapping, Nested, NestingMode, Origin, Status, nested_body
from mapper.report.fix import flow_scalar
from mapper.report.origin import PartKind
from mapper.review.changes import Change, Skeleton
from mapper.review.rules import Affected, ChangeSeverity
from mapper.text.display import visible, visible_lines

from .. import kinds
from ..identifiers import NAMING
from ..needs import needs

UPGRADER = "state upgrader"
MOVED = "moved block"
_RENAMED = ("entity-renamed", "entity-rename-suspected")
_UPGRADED = (
    "type-changed", "element-type-changed", "collection-changed", "nesting-changed", "id-source-changed",
    "identity-changed",
)  # fmt: skip
"""Changes after which a state may not be read, if they break it; see `mapper.languages.hcl.states`."""

_CARRIED = ("attribute-renamed", "attribute-moved", "rename-suspected", "move-suspected", "property-replaced")
"""Changes after which a state is read without the value. The next refresh reads what only the API sets, if the read
operation does not need it.
"""

_COPIED = "known-by-another-name"
"""The change after which an upgrader copies a value: without it, no call finds the object."""


def upgrades(changes: Iterable[Change], new: Mapping) -> Iterator[Skeleton]:
    """A skeleton for each resource whose existing states do not fit the new schema."""
    by_resource: dict[str, list[Change]] = {}
    needed = {entity.name: needs(entity) for entity in new.of_kind(kinds.RESOURCE)}
    blocks: dict[str, str] = {}
    renamed = None
    for change in changes:
        if change.counts and change.rule.id == _COPIED and change.kind is kinds.RESOURCE:
            by_resource.setdefault(change.entity, []).append(change)
        if not change.counts or change.severity is not ChangeSeverity.BREAKING:
            continue
        if change.rule.id == "provider-renamed":
            renamed = change
        elif change.kind is kinds.RESOURCE and change.rule.id in _RENAMED:
            blocks[change.entity] = change.old_entity
        elif change.kind is kinds.RESOURCE and _is_upgraded(change, needed.get(change.entity, ())):
            by_resource.setdefault(change.entity, []).append(change)
    if renamed is not None:
        names = {e.name: blocks.get(e.name, e.name) for e in new.of_kind(kinds.RESOURCE)}
        pairs = [(f"{renamed.before}_{was}", f"{renamed.after}_{is_}") for is_, was in names.items()]
        yield Skeleton(MOVED, str(renamed.after), "terraform", _moved_blocks(pairs), len(pairs))
    else:
        swapped = set(blocks) & set(blocks.values())
        for name, was in blocks.items():
            pair = f"{new.provider}_{was}", f"{new.provider}_{name}"
            yield Skeleton(
                MOVED, name, "terraform", _moved_blocks([pair], is_swapped=name in swapped and was in swapped)
            )
    for name, resource_changes in by_resource.items():
        yield Skeleton(UPGRADER, name, "go", _upgrader(name, resource_changes))


def _is_upgraded(change: Change, needed: Container[str]) -> bool:
    """Whether existing states need an upgrader; `needed` are the attributes that calls take from them."""
    if not change.path or Affected.STATE not in change.audiences:
        return False
    is_lost = change.status is not Status.COMPUTED or change.path in needed
    return change.rule.id in _UPGRADED or (change.rule.id in _CARRIED and is_lost)


def _moved_blocks(pairs: Iterable[tuple[str, str]], *, is_swapped: bool = False) -> str:
    """Blocks that move objects to new types.

    Swapped ones move to another label, since Terraform refuses moves in a cycle; a second step gives the label back.
    """
    lines = ["# needs MoveState in the provider, for Terraform 1.8 and later"]
    label = "main"
    if is_swapped:
        label = "moved"
        lines.append("# the names were swapped: move to another label first, as moves in a cycle are refused;")
        lines.append("# after the next apply, a second moved block may give the label back")
    for old, new in pairs:
        lines += ["moved {", f"  from = {old}.main", f"  to   = {new}.{label}", "}"]
    return visible_lines("\n".join(lines))


def _upgrader(name: str, changes: list[Change]) -> str:
    receiver = "".join(part[:1].upper() + part[1:] for part in name.split("_")) or "Thing"
    lines = [
        "// Raise the Version of the schema by one; 0 stands for the version until now.",
        f"func (r *{receiver[:1].lower()}{receiver[1:]}Resource) UpgradeState("
        "ctx context.Context) map[int64]resource.StateUpgrader {",
        "\treturn map[int64]resource.StateUpgrader{",
        "\t\t0: {",
        "\t\t\t// PriorSchema: the schema until now",
        "\t\t\tStateUpgrader: func("
        "ctx context.Context, req resource.UpgradeStateRequest, resp *resource.UpgradeStateResponse) {",
        *(f"\t\t\t\t// {_line(change)}" for change in changes),
        "\t\t\t},",
        "\t\t},",
        "\t}",
        "}",
    ]
    return "\n".join(lines)


def _line(change: Change) -> str:
    if change.rule.id == _COPIED:
        return visible(f"{change.path} = {change.before}: {' '.join(change.text.split())}")
    path = change.path_before
    shown = path if path == change.path else f"{path} -> {change.path}"
    return visible(" ".join(f"{shown}: {change.text}".split()))


_BODIES = {PartKind.REQUEST_BODY: "request", PartKind.RESPONSE: "response"}
_PLAIN = re.compile(r"[A-Za-z_][\w-]*")


def keep_name(entity: Entity, attribute: Attribute | None, name: str, path: str = "") -> tuple[str, str] | None:
    """The line that keeps the name of an entity, or of the attribute at `path`, and its section; None if none can."""
    if entity.kind not in kinds.SECTIONS:
        return (f"name: {name}", "provider")
    section = kinds.SECTIONS[entity.kind]
    if attribute is None:
        return f"{name}:", f"{section}, in place of {entity.name}:"
    origin = attribute.origins[0] if attribute.origins else None
    if origin is None or not isinstance(origin.location, Node):
        return None
    key = _parameter(origin.location) if origin.is_parameter else _path_in_api(entity, path)
    if not key:
        return None
    place = f"{section}.{entity.name}.schema.attributes"
    word = key.rpartition(".")[2]
    naming = {policy: make(word) for policy, make in NAMING.items()}
    policy = next((policy for policy, made in naming.items() if made == name and attribute.name != made), None)
    if policy is not None and attribute.name in naming.values():
        return f"names: {policy}", "policies"
    if naming["reference"] == name:
        return f"no alias for {key}, and no other name in overrides", place
    return f"aliases: {{{key}: {name}}}", place


def keep_place(entity: Entity, path: str, old_path: str) -> tuple[str, str] | None:
    """The line that takes an attribute out of an object around it, and its section; None if none can.

    The object has to be all that the bodies of operations have, with nothing but single objects around it.
    """
    outer = path.removesuffix(f".{old_path}")
    tokens: list[str] = []
    body = entity.body
    origins: tuple[Origin, ...] = ()
    for step in outer.split(".") if outer != path and entity.kind in kinds.SECTIONS else ():
        holder = next((attribute for attribute in body.attributes if attribute.name == step), None)
        if holder is None or not isinstance(holder.type, Nested) or holder.type.mode is not NestingMode.SINGLE:
            return None
        if any(attribute is not holder and any(map(_part_of_body, attribute.origins)) for attribute in body.attributes):
            return None
        tokens.append(holder.source_name)
        body, origins = holder.type.body, origins or holder.origins
    parts = dict.fromkeys(filter(None, map(_part_of_body, origins)))
    if not parts:
        return None
    pointer = "".join(f"/{escape_token(token)}" for token in tokens)
    return f"pointer: {flow_scalar(pointer)}", f"{', '.join(parts)} of {kinds.SECTIONS[entity.kind]}.{entity.name}"


def _part_of_body(origin: Origin) -> str:
    return f"{origin.part.of}.{_BODIES[origin.part.kind]}" if origin.part.kind in _BODIES else ""


def _parameter(location: Node) -> str | None:
    return text_of(location.value.get("name")) if isinstance(location.value, dict) else None


def _path_in_api(entity: Entity, path: str) -> str | None:
    """The names in the API on the way to an attribute, with a dot before one at the root; None for odd ones."""
    names: list[str] = []
    body: Body | None = entity.body
    for step in path.split("."):
        attribute = next((member for member in body.attributes if member.name == step), None) if body else None
        name = (attribute.name_on_wire or attribute.source_name) if attribute is not None else ""
        if attribute is None or not _PLAIN.fullmatch(name):
            return None
        names.append(name)
        body = nested_body(attribute.type)
    return ".".join(names) if len(names) > 1 else f".{names[0]}"
