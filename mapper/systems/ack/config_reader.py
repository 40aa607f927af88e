"""Reads `generator.yaml` and `documentation.yaml`.

An unknown key is a warning: ACK adds keys, most of which resemble the ones before, and most change no API.
"""

import re
from collections.abc import Iterator

from mapper.inputs import Document, Node, bool_of, problem_at, repeated_keys, text_of
from mapper.report.diagnostic import MappingError, Note, Problem
from mapper.text.suggest import nearest

from .config import (
    OPERATION_TYPES,
    CodeSetting,
    ColumnConfig,
    Config,
    FieldConfig,
    OperationConfig,
    PrintConfig,
    ResourceConfig,
    Texts,
    steps_of,
)
from .grammar import DOCUMENTATION, GENERATOR, Value
from .names import NAMES, is_identifier
from .rules import OLDER_KEY, UNKNOWN_KEY


def parse_config(document: Document) -> Config:
    """Read a generator.yaml. Raises MappingError with every problem, each as `file:line:column: …`."""
    root, notes = _checked(document, GENERATOR)
    ignore = _Keys(root.get("ignore"))
    top = _Keys(root)
    resources = {name: _resource(name, node) for name, node in _entries(root.get("resources"))}
    operations = {name: _operation(name, node) for name, node in _entries(root.get("operations"))}
    _check_types(operations)
    _check_names(resources, operations)
    return Config(
        document,
        resources,
        operations,
        ignore.nodes("resource_names"),
        ignore.nodes("operations"),
        ignore.nodes("shape_names"),
        ignore.nodes("field_paths"),
        empty_shapes=frozenset(top.nodes("empty_shapes")),
        custom_shapes=dict(_entries(root.get("custom_shapes"))),
        controller_name=top.text("controller_name"),
        steering=tuple(_steering(root, GENERATOR, ("resources",))),
        notes=notes,
    )


def parse_texts(document: Document) -> Texts:
    """Read a documentation.yaml. Raises MappingError."""
    root, remarks = _checked(document, DOCUMENTATION)
    notes, fields = {}, {}
    for kind, node in _entries(root.get("resources")):
        note = node.get("note")
        if note is not None:
            notes[kind] = note
        for path, entry in _entries(node.get("fields")):
            fields[kind, path.lower()] = dict(_entries(entry))
    return Texts(notes, fields, remarks)


def _checked(document: Document, grammar: Value) -> tuple[Node, tuple[Note, ...]]:
    """The root and notes about keys, after everything below the root has been checked against the grammar."""
    problems = repeated_keys(document)
    results = list(_violations(document.node, grammar, ""))
    problems += [result for result in results if isinstance(result, Problem)]
    if problems:
        raise MappingError(*sorted(problems, key=lambda p: (p.line or 0, p.column or 0)))
    return document.node, tuple(result for result in results if isinstance(result, Note))


_EXPECTED = {
    "text": "a text is expected",
    "bool": "true or false is expected",
    "int": "a whole number is expected",
    "texts": "a list of texts is expected",
    "list": "a list is expected",
    "map": "a mapping of keys and values is expected",
    "keys": "a mapping of keys and values is expected",
}


def _fits(value: object, kind: str) -> bool:
    match kind:
        case "text":
            return text_of(value) is not None
        case "int":
            return isinstance(value, int) and not isinstance(value, bool)
        case "texts":
            return isinstance(value, list) or text_of(value) is not None
        case "list":
            return isinstance(value, list)
    return isinstance(value, dict)


def _violations(node: Node, expected: Value, where: str) -> Iterator[Problem | Note]:
    """Deviations from the grammar, and notes on older and unknown keys, at any depth. A key without a value is none."""
    at = f"{where}: " if where else ""
    if node.value is None or expected.kind == "any":
        return
    if not (truth(node) is not None if expected.kind == "bool" else _fits(node.value, expected.kind)):
        yield problem_at(f"{at}{_EXPECTED[expected.kind]}", node, remedy="")
        return
    inner = Value("text") if expected.kind == "texts" else expected.each
    if inner is not None:
        for item in node.items():
            yield from _violations(item, inner, where)
    for name, member in node.members():
        value = expected.key(name) if expected.kind == "keys" else inner
        if value is None:
            hint = nearest(name, [key for key, _ in expected.keys])
            yield Note(UNKNOWN_KEY, f"{at}the unknown key {name!r} is skipped{hint}", member)
        else:
            if value.older:
                yield Note(OLDER_KEY, f"{at}{name!r} is a key of an older ACK: {value.older}", member)
            yield from _violations(member, value, f"{where}.{name}".lstrip("."))


def _entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    return node.members() if node is not None else iter(())


class _Keys:
    """Typed access to a mapping that has been checked."""

    def __init__(self, node: Node | None) -> None:
        self._node = node

    def get(self, *path: str) -> Node | None:
        node = self._node
        for key in path:
            node = node.get(key) if node is not None else None
        return node

    def text(self, *path: str) -> str | None:
        node = self.get(*path)
        return text_of(node.value) if node is not None else None

    def flag(self, *path: str, default: bool = False) -> bool:
        node = self.get(*path)
        return default if node is None or node.value is None else truth(node) is True

    def number(self, *path: str) -> int:
        node = self.get(*path)
        return int(node.value) if node is not None and node.value is not None else 0

    def nodes(self, *path: str) -> dict[str, Node]:
        """The texts of a list, or a single text, each with its node."""
        node = self.get(*path)
        if node is None or node.value is None:
            return {}
        items = list(node.items()) if isinstance(node.value, list) else [node]
        return {text_of(item.value) or "": item for item in items}


def _resource(name: str, node: Node) -> ResourceConfig:
    keys = _Keys(node)
    unpack = keys.get("unpack_attributes_map")
    fields = {path: _field(path, entry) for path, entry in _entries(keys.get("fields"))}
    fields |= {
        path: _field(path, entry, is_attribute=True)
        for path, entry in _entries(keys.get("unpack_attributes_map", "fields"))
    }
    versions = [v for v in _items(keys.get("api_versions")) if _Keys(v).flag("storage")]
    return ResourceConfig(
        name,
        node,
        fields,
        dict(_entries(keys.get("renames", "operations"))),
        _print(keys.get("print")),
        tuple(keys.nodes("shortNames")),
        _Keys(versions[-1]).text("name") if versions else None,
        unpacks_attributes=unpack is not None or any(f.is_attribute for f in fields.values()),
        ignores_tokens=keys.flag("ignore_idempotency_token"),
        steering=tuple(_steering(node, _grammar("resources"), ("fields",))),
    )


def _field(path: str, node: Node, *, is_attribute: bool = False) -> FieldConfig:
    keys = _Keys(node)
    required = keys.get("is_required")
    late = keys.get("late_initialize")
    references = None
    if keys.get("references") is not None:
        kind, target = keys.text("references", "resource"), keys.text("references", "path")
        references = (keys.text("references", "service_name"), kind or "", target or "")
    column = keys.get("print") or (node if keys.flag("is_printable") else None)
    return FieldConfig(
        path,
        node,
        is_attribute or keys.flag("is_attribute"),
        keys.flag("is_read_only"),
        truth(required) if required is not None else None,
        keys.flag("is_immutable"),
        keys.flag("is_secret"),
        is_arn=keys.flag("is_arn"),
        is_primary_key=keys.flag("is_primary_key") or keys.flag("is_name"),
        is_owner_account_id=keys.flag("is_owner_account_id") or keys.flag("contains_owner_account_id"),
        late_initialize=late is not None and truth(late) is not False,
        type=keys.text("type"),
        go_tag=keys.text("go_tag"),
        list_of=keys.text("custom_field", "list_of"),
        map_of=keys.text("custom_field", "map_of"),
        from_operation=keys.text("from", "operation"),
        from_path=keys.text("from", "path"),
        references=references,
        print=_column(column, "", "") if column is not None else None,
        steering=tuple(_steering(node, _grammar("resources").key("fields").each, ())),  # type: ignore[union-attr, arg-type]
    )


def _grammar(section: str) -> Value:
    """The grammar of an entry in a section of generator.yaml."""
    value = GENERATOR.key(section)
    return value.each if value is not None and value.each is not None else GENERATOR


def _print(node: Node | None) -> PrintConfig | None:
    if node is None or node.value is None:
        return None
    keys = _Keys(node)
    columns = [
        _column(item, _Keys(item).text("json_path") or "", _Keys(item).text("type") or "")
        for item in _items(keys.get("additional_columns"))
    ]
    return PrintConfig(
        keys.flag("add_age_column"),
        keys.flag("add_synced_column", default=True),
        keys.text("order_by") or "",
        tuple(columns),
    )


def _column(node: Node, json_path: str, type_: str) -> ColumnConfig:
    keys = _Keys(node)
    return ColumnConfig(keys.text("name") or "", json_path, type_, keys.number("priority"), keys.number("index"), node)


def _items(node: Node | None) -> list[Node]:
    return list(node.items()) if node is not None else []


def _operation(name: str, node: Node) -> OperationConfig:
    keys = _Keys(node)
    return OperationConfig(
        name,
        node,
        tuple(keys.nodes("resource_name")),
        tuple(keys.nodes("operation_type")),
        keys.text("output_wrapper_field_path"),
        keys.text("input_wrapper_field_path"),
    )


def _check_names(resources: dict[str, ResourceConfig], operations: dict[str, OperationConfig]) -> None:
    """Raises MappingError if Kinds or fields get names in the config that Go or Kubernetes does not allow."""
    names = [
        (f"operations.{operation.name}.resource_name", name, node)
        for operation in operations.values()
        for name, node in _Keys(operation.node).nodes("resource_name").items()
    ]
    for resource in resources.values():
        where = f"resources.{resource.name}"
        for operation_name, entry in resource.renames.items():
            for key in ("input_fields", "output_fields"):
                for member, node in _entries(entry.get(key)):
                    names.append((f"{where}.renames.operations.{operation_name}.{key}.{member}", str(node.value), node))
        for path, added in resource.fields.items():
            if added.is_new or added.is_attribute:
                names += [(f"{where}.fields.{path}", step, added.node) for step in steps_of(path) or [""]]
    problems = [
        problem_at(f"{place}: {name!r} is not a name", node, remedy=NAMES)
        for place, name, node in names
        if not is_identifier(name)
    ]
    if problems:
        raise MappingError(*problems)


def _check_types(operations: dict[str, OperationConfig]) -> None:
    problems = []
    for operation in operations.values():
        for word, node in _Keys(operation.node).nodes("operation_type").items():
            if word.lower() not in OPERATION_TYPES:
                text = f"operations.{operation.name}: {word!r} is not an operation type"
                remedy = f"write one of {', '.join(OPERATION_TYPES)}"
                problems.append(problem_at(f"{text}{nearest(word.lower(), OPERATION_TYPES)}", node, remedy=remedy))
    if problems:
        raise MappingError(*problems)


def _steering(node: Node, grammar: Value, leave: tuple[str, ...], prefix: str = "") -> Iterator[CodeSetting]:
    """The keys below `node` that only affect the controller's code; those in `leave` are listed elsewhere."""
    for name, member in node.members():
        value = grammar.key(name) if grammar.kind == "keys" else grammar.each
        if value is None or name in leave:
            continue
        if value.steers:
            yield CodeSetting(prefix + name, member)
        elif value.kind in ("keys", "map"):
            yield from _steering(member, value, (), f"{prefix}{name}.")


_WORDS = {True: "y Y yes Yes YES on On ON", False: "n N no No NO off Off OFF"}
_MEANINGS = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}
_QUOTED = re.compile(r"""(?:[^:"'\n]*|"[^"\n]*"|'[^'\n]*')\s*:\s+(?:![^\s]*\s+)?["'|>]""")


def truth(node: Node) -> bool | None:
    """The boolean value of a node; None if it is not a boolean. A quoted word is a string."""
    value = bool_of(node.value)
    if value is None and isinstance(node.value, str):
        value = _MEANINGS.get(node.value)
        if value is not None and _is_quoted(node):
            return None
    return value


def _is_quoted(node: Node) -> bool:
    """Whether the value of a key is in quotes, or is a block of text."""
    position = node.document.position(node.pointer)
    if position is None:
        return False
    line, column = position
    lines = node.document.text.split("\n", line)
    return _QUOTED.match(lines[line - 1][column - 1 :]) is not None
