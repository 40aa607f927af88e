"""The `schema` of an entry of the generator config: what is ignored, renamed, overridden and added.

Shape::

    schema:
      description: …            # ours, as are the next two
      markdown_description: …
      deprecation_message: …
      ignores: [PATH, …]
      attributes:
        aliases: {PARAMETER: NAME, PATH: NAME}   # ours: paths, which have a dot in them
        overrides: {PATH: OVERRIDE}
        additional: {PATH: ATTRIBUTE}            # ours: as in the Provider Code Specification, without the name

OVERRIDE has `description`, and these keys of ours: `computed_optional_required` (`optional_required` for a provider),
`type`, `name`, `sensitive`, `default`, `deprecation_message`, `validators`, `plan_modifiers`, `custom_type`,
`associated_external_type`, `nested_object`, `block`, `pattern`, `branch`, `recursion_depth`, `references`. Null removes
what the API specifies.

In the PATH of an override, `*` matches one name and `**` any number of levels, including none: `**.props` matches every
attribute with this name in the API. An override with an exact path takes precedence over patterns, and a longer pattern
over a shorter one.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from msgspec import Struct, field

from mapper.inputs import Node, text_of, text_or_empty
from mapper.model import Default, EntityKind, EntityRef, Reason, Reference, Status
from mapper.model.attribute import BY_CONFIG

from .. import kinds
from ..identifiers import is_identifier
from .additions import STATUSES, Addition, read_addition, status_key
from .fragments import CUSTOM_TYPE, EXTERNAL_TYPE, FUNCTIONS, read_default, read_entries, read_fragment, read_static
from .node_reader import Reader, shown
from .paths import STEPS, is_attribute_path, plain, quoted
from .policies import MAX_RECURSION_DEPTH
from .types import BLOCK, TypeWords, parse_type

_ENTITY_TEXTS = ("description", "markdown_description", "deprecation_message")
REFERENCES, NO_REFERENCE = "references", "none"
"""The key of what a value refers to, and its word for nothing."""

DENIED = Reference("", EntityRef(kinds.RESOURCE, ""), "")
"""What the config says refers to nothing, until the references are known."""

_Read = Callable[[Reader, Node, str], Any]
_NO_ARGUMENTS = frozenset(("default", "plan_modifiers"))


class Ignore(Struct, frozen=True):
    """The dotted path of source names of an ignored property, and its line in the config."""

    path: str
    node: Node


class Alias(Struct, frozen=True):
    """The name of a parameter, or the dotted path of a property, and its new name."""

    parameter: str
    name: str
    node: Node


class OverrideSetting(Struct, frozen=True):
    """The value of one key of an override; None removes what the API specifies."""

    value: Any
    node: Node


class Override(Struct, frozen=True):
    """Replaces properties of the mapped attribute at a dotted path of source names.

    The values in `settings`, by key:

    - a text: *description*, *deprecation_message*, *pattern*, *branch*;
    - a Status: *status*; TypeWords: *type*; an identifier: *name*; a number: *recursion_depth*;
    - a bool: *sensitive*, *block*;
    - a Default or a fragment: *default*; a Reference without the provider: *references*;
    - fragments: all others. Entries of *validators* and *plan_modifiers* may be short names.

    `by_pattern` are the keys that come from a pattern only, which the reference tool does not have.
    """

    path: str
    settings: dict[str, OverrideSetting]
    node: Node
    by_pattern: frozenset[str] = frozenset()


class SchemaConfig(Struct, frozen=True):
    """The `schema` of an entry. `texts` are the descriptions of the entity itself, by key."""

    ignores: tuple[Ignore, ...] = ()
    aliases: tuple[Alias, ...] = ()
    overrides: tuple[Override, ...] = ()
    additions: tuple[Addition, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def ignored_paths(self) -> frozenset[str]:
        """The paths to ignore, without escapes."""
        return frozenset(plain(ignore.path) for ignore in self.ignores)


NOTHING = SchemaConfig()


def read_schema(reader: Reader, node: Node | None, kind: EntityKind, where: str) -> SchemaConfig:
    """The `schema` of an entry of `kind`."""
    if node is None or not reader.is_mapping(node, f"{where}: schema"):
        return NOTHING
    reader.check_keys(node, f"{where}: schema", ("ignores", "attributes", *_ENTITY_TEXTS))
    texts = {key: text for key in _ENTITY_TEXTS if (text := reader.text(node, key, f"{where}: schema")) is not None}
    ignores = read_ignores(reader, node, where)
    attributes = node.get("attributes")
    if attributes is None or not reader.is_mapping(attributes, f"{where}: attributes"):
        return SchemaConfig(ignores, texts=texts)
    reader.check_keys(attributes, f"{where}: attributes", ("aliases", "overrides", "additional"))
    return SchemaConfig(
        ignores,
        _aliases(reader, attributes.get("aliases"), where),
        _overrides(reader, attributes.get("overrides"), kind, where),
        _additions(reader, attributes.get("additional"), kind, where),
        texts,
    )


def read_ignores(reader: Reader, parent: Node, where: str) -> tuple[Ignore, ...]:
    """The paths under `ignores`."""
    node = parent.get("ignores")
    if node is None or node.value is None:
        return ()
    if not isinstance(node.value, list):
        reader.problem(node, f"{where}: ignores must be a list of attribute paths")
        return ()
    ignores = []
    for item in node.items():
        path = text_or_empty(item.value)
        if reader.is_path(item, path, f"{where}: ignores"):
            ignores.append(Ignore(path, item))
    return tuple(ignores)


def _aliases(reader: Reader, node: Node | None, where: str) -> tuple[Alias, ...]:
    if node is None or not reader.is_mapping(node, f"{where}: aliases"):
        return ()
    aliases = []
    for parameter, member in node.members():
        name = text_of(member.value)
        if name is None and member.value is not None:
            reader.problem(member, f"{where}: the alias of {parameter!r} must be a name")
        else:
            aliases.append(Alias(parameter, name or "", member))
    return tuple(aliases)


def paths_in_api(path: str, aliases: Iterable[Alias]) -> list[str]:
    """The paths in the API of an attribute that has `path` after aliases; renamed paths first."""
    renamed = {alias.parameter.removeprefix("."): alias.name for alias in aliases if "." in alias.parameter}
    steps = STEPS.findall(path)
    if not renamed:
        return [".".join(steps)]
    paths = [""]
    for name in steps:
        unchanged = [f"{parent}.{name}".removeprefix(".") for parent in paths]
        old = [key for key, new in renamed.items() if quoted(new) == name and _parent(key) in paths]
        paths = [*old, *(unrenamed for unrenamed in unchanged if unrenamed not in renamed)]
    return paths


def _parent(path: str) -> str:
    """The path of the parent; empty at the root."""
    return ".".join(STEPS.findall(path)[:-1])


def _additions(reader: Reader, node: Node | None, kind: EntityKind, where: str) -> tuple[Addition, ...]:
    where = f"{where}: additional"
    if node is None or not reader.is_mapping(node, where):
        return ()
    additions = [
        read_addition(reader, member, path, kind, f"{where}: {path}")
        for path, member in node.members()
        if reader.is_path(member, path, where)
    ]
    return tuple(addition for addition in additions if addition is not None)


def _overrides(reader: Reader, node: Node | None, kind: EntityKind, where: str) -> tuple[Override, ...]:
    if node is None or not reader.is_mapping(node, f"{where}: overrides"):
        return ()
    overrides = []
    for path, member in node.members():
        title = f"{where}: the override of {path!r}"
        if reader.is_path(member, path, f"{where}: overrides", pattern=True) and reader.is_mapping(member, title):
            override = Override(path, _settings(reader, member, kind, title), member)
            # these keys apply before attributes exist that a pattern could match
            for key in EARLY if not is_attribute_path(path) else ():
                if key in override.settings:
                    reader.problem(override.settings[key].node, f"{title}: {key} needs a whole path")
            overrides.append(override)
    return tuple(overrides)


def _settings(reader: Reader, node: Node, kind: EntityKind, where: str) -> dict[str, OverrideSetting]:
    status = status_key(kind)
    readers: dict[str, _Read] = {status: partial(_status, allowed=STATUSES[status]), **_READERS}
    reader.check_keys(node, where, readers)
    settings: dict[str, OverrideSetting] = {}
    for key, member in node.members():
        if key not in readers:
            continue
        if kind is not kinds.RESOURCE and (resource_key := _for_resources(key, member)):
            reader.problem(member, f"{where}: {resource_key} is for resources only", "remove it")
        elif member.value is None and key in _REMOVABLE:
            settings[key] = OverrideSetting(None, member)
        else:
            value = readers[key](reader, member, f"{where}: {key}")
            if value is not None:
                settings["status" if key == status else key] = OverrideSetting(value, member)
    if not node.value:
        settings["description"] = OverrideSetting("", node)  # what the reference tool does with an empty override
    return settings


def _for_resources(key: str, member: Node) -> str | None:
    """The key that only resources have; None if there is none."""
    if key == "nested_object" and isinstance(member.value, dict):
        return next((f"{key}: {inner}" for inner in member.value if inner in _NO_ARGUMENTS), None)
    return key if key in _NO_ARGUMENTS else None


def _status(reader: Reader, node: Node, where: str, allowed: Iterable[Status]) -> Status | None:
    word = reader.choice(node, where, allowed)
    return Status(word) if word else None


def _text(reader: Reader, node: Node, where: str) -> str | None:
    text = text_of(node.value)
    if text is None and node.value is not None:
        reader.problem(node, f"{where} must be a text")
        return None
    return text or ""


def _type(reader: Reader, node: Node, where: str) -> TypeWords | None:
    words = parse_type(text_or_empty(node.value))
    if words is None:
        remedy = "write one such as string, set, list of string, map of list of int64 or set of object"
        reader.problem(node, f"{where}: {shown(node.value)} is not a type", remedy)
    return words


def _name(reader: Reader, node: Node, where: str) -> str | None:
    name = text_or_empty(node.value)
    if is_identifier(name):
        return name
    text = f"{where}: {shown(node.value)} is not an identifier"
    reader.problem(node, text, "write lower-case letters, digits and underscores")
    return None


def _pattern(reader: Reader, node: Node, where: str) -> str | None:
    from mapper.languages.golang.regexp import why_refused  # slow to import

    pattern = text_of(node.value)
    if not pattern:
        reader.problem(node, f"{where} must be a regular expression, or null")
        return None
    refusal = why_refused(pattern)
    if refusal is not None:
        reader.problem(node, f"{where}: Go cannot compile {pattern!r}: {refusal}", "write one of RE2, or null")
        return None
    return pattern


def _branch(reader: Reader, node: Node, where: str) -> str | None:
    name = text_of(node.value)
    if not name:
        reader.problem(node, f"{where} must be the name of a branch, not {shown(node.value)}")
    return name or None


def _references(reader: Reader, node: Node, where: str) -> Reference | None:
    """The attribute of a resource, or that there is none."""
    text = text_or_empty(node.value)
    name, _, path = text.partition(".")
    if text == NO_REFERENCE:
        return DENIED
    if name and path:
        return Reference("", EntityRef(kinds.RESOURCE, name), path, Reason(BY_CONFIG, "the generator config says so"))
    example = "an attribute of a resource, such as site.id"
    reader.problem(node, f"{where} must be {example}, or {NO_REFERENCE}, not {shown(node.value)}")
    return None


def _default(reader: Reader, node: Node, where: str) -> Default | dict[str, Any] | None:
    if isinstance(node.value, dict):
        return read_default(reader, node, where)
    value = read_static(node)
    if value is None:
        reader.problem(node, f"{where} must be a plain value, {{static: …}} or {{custom: …}}")
        return None
    return Default(value)


def _nested_object(reader: Reader, node: Node, where: str) -> dict[str, Any] | None:
    if not isinstance(node.value, dict):
        reader.problem(node, f"{where} must be a mapping of keys and values")
        return None
    reader.check_keys(node, where, _OF_OBJECTS)
    keys = [key for key in sorted(node.value) if key in _OF_OBJECTS]
    values = {key: _READERS[key](reader, node.child(key), f"{where}: {key}") for key in keys}
    return {key: value for key, value in values.items() if value}


_OF_OBJECTS = ("custom_type", "associated_external_type", "plan_modifiers", "validators")
_READERS: dict[str, _Read] = {
    "type": _type,
    "name": _name,
    "description": _text,
    "deprecation_message": _text,
    "sensitive": Reader.truth,
    "default": _default,
    "pattern": _pattern,
    "validators": partial(read_entries, words=("inferred",)),
    "plan_modifiers": partial(read_entries, words=FUNCTIONS),
    "custom_type": partial(read_fragment, shape=CUSTOM_TYPE),
    "associated_external_type": partial(read_fragment, shape=EXTERNAL_TYPE),
    "nested_object": _nested_object,
    BLOCK: Reader.truth,
    "branch": _branch,
    "recursion_depth": partial(Reader.whole_number, most=MAX_RECURSION_DEPTH),
    REFERENCES: _references,
}
EARLY = ("branch", "recursion_depth")
"""The keys of an override that apply before attributes exist."""

_REMOVABLE = frozenset(_READERS) - {BLOCK, "description", "name", "sensitive", "type", REFERENCES, *EARLY}
OVERRIDE_KEYS = (*STATUSES, *_READERS)
"""The keys of an override; the first is for entities, the second for the provider."""
