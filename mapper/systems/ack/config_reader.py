"""Reads `generator.yaml` and `documentation.yaml`.

An unknown key is a warning: ACK adds keys. Most resemble the ones before, and change no API.
"""

from collections.abc import Iterator

from mapper.inputs import Document, Node, problem_at, text_of
from mapper.inputs.grammar import KEYS, MAP, CheckedMapping, Value
from mapper.report.diagnostic import MappingError
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
from .grammar import DOCUMENTATION_FILE, FIELD, GENERATOR, GENERATOR_FILE, RESOURCE
from .names import NAMES, is_identifier
from .truth import truth


def parse_config(document: Document) -> Config:
    """Read a generator.yaml. Raises MappingError with every problem, each as `file:line:column: …`."""
    notes = GENERATOR_FILE.check(document)
    root = _Mapping(document.node)
    resources = {name: _resource(name, node) for name, node in root.members("resources").items()}
    operations = {name: _operation(name, node) for name, node in root.members("operations").items()}
    _check_types(operations)
    _check_names(resources, operations)
    return Config(
        document,
        resources,
        operations,
        root.texts("ignore", "resource_names"),
        root.texts("ignore", "operations"),
        root.texts("ignore", "shape_names"),
        root.texts("ignore", "field_paths"),
        empty_shapes=frozenset(root.texts("empty_shapes")),
        custom_shapes=root.members("custom_shapes"),
        controller_name=_given_text(document.node, "controller_name"),
        steering=tuple(_controller_keys(document.node, GENERATOR, ("resources",))),
        notes=notes,
    )


def parse_texts(document: Document) -> Texts:
    """Read a documentation.yaml. Raises MappingError."""
    remarks = DOCUMENTATION_FILE.check(document)
    notes, fields = {}, {}
    for kind, node in CheckedMapping(document.node).members("resources").items():
        note = node.get("note")
        if note is not None:
            notes[kind] = note
        for path, entry in CheckedMapping(node).members("fields").items():
            fields[kind, path.lower()] = dict(entry.members())
    return Texts(notes, fields, remarks)


class _Mapping(CheckedMapping):
    """Takes the words of YAML 1.1 for truth values."""

    def flag(self, *path: str) -> bool | None:
        node = self.get(*path)
        return truth(node) if node is not None else None


def _given_text(node: Node, key: str) -> str | None:
    """The text under a key, which may be empty; None if there is none."""
    given = node.get(key)
    return text_of(given.value) if given is not None else None


def _resource(name: str, node: Node) -> ResourceConfig:
    keys = _Mapping(node)
    unpack = node.get("unpack_attributes_map")
    fields = {path: _field(path, entry) for path, entry in keys.members("fields").items()}
    fields |= {
        path: _field(path, entry, is_attribute=True)
        for path, entry in keys.members("unpack_attributes_map", "fields").items()
    }
    versions = [v for v in keys.items("api_versions") if _Mapping(v).is_set("storage")]
    return ResourceConfig(
        name,
        node,
        fields,
        keys.members("renames", "operations"),
        _print(node.get("print")),
        tuple(keys.texts("shortNames")),
        _given_text(versions[-1], "name") if versions else None,
        unpacks_attributes=unpack is not None or any(f.is_attribute for f in fields.values()),
        ignores_tokens=keys.is_set("ignore_idempotency_token"),
        steering=tuple(_controller_keys(node, RESOURCE, ("fields",))),
    )


def _field(path: str, node: Node, *, is_attribute: bool = False) -> FieldConfig:
    keys = _Mapping(node)
    references = None
    if node.get("references") is not None:
        target = _Mapping(node.get("references"))
        references = target.text("service_name"), target.text("resource"), target.text("path")
    column = node.get("print") or (node if keys.is_set("is_printable") else None)
    return FieldConfig(
        path,
        node,
        is_attribute or keys.is_set("is_attribute"),
        keys.is_set("is_read_only"),
        keys.flag("is_required"),
        keys.is_set("is_immutable"),
        keys.is_set("is_secret"),
        is_arn=keys.is_set("is_arn"),
        is_primary_key=keys.is_set("is_primary_key") or keys.is_set("is_name"),
        is_owner_account_id=keys.is_set("is_owner_account_id") or keys.is_set("contains_owner_account_id"),
        late_initialize=keys.get("late_initialize") is not None,
        type=keys.text("type"),
        go_tag=keys.text("go_tag"),
        list_of=keys.text("custom_field", "list_of"),
        map_of=keys.text("custom_field", "map_of"),
        from_operation=keys.text("from", "operation"),
        from_path=keys.text("from", "path"),
        references=references,
        print=_column(column, "", "") if column is not None else None,
        steering=tuple(_controller_keys(node, FIELD, ())),
    )


def _print(node: Node | None) -> PrintConfig | None:
    if node is None or node.value is None:
        return None
    keys = _Mapping(node)
    columns = [
        _column(item, _Mapping(item).text("json_path"), _Mapping(item).text("type"))
        for item in keys.items("additional_columns")
    ]
    return PrintConfig(
        keys.is_set("add_age_column"),
        keys.flag("add_synced_column") is not False,
        keys.text("order_by"),
        tuple(columns),
    )


def _column(node: Node, json_path: str, type_: str) -> ColumnConfig:
    keys = _Mapping(node)
    return ColumnConfig(keys.text("name"), json_path, type_, keys.number("priority"), keys.number("index"), node)


def _operation(name: str, node: Node) -> OperationConfig:
    keys = _Mapping(node)
    return OperationConfig(
        name,
        node,
        tuple(keys.texts("resource_name")),
        tuple(keys.texts("operation_type")),
        keys.text("output_wrapper_field_path"),
        keys.text("input_wrapper_field_path"),
    )


def _check_names(resources: dict[str, ResourceConfig], operations: dict[str, OperationConfig]) -> None:
    """Raises MappingError if Kinds or fields get names in the config that Go or Kubernetes does not allow."""
    names = [
        (f"operations.{operation.name}.resource_name", name, node)
        for operation in operations.values()
        for name, node in _Mapping(operation.node).texts("resource_name").items()
    ]
    for resource in resources.values():
        where = f"resources.{resource.name}"
        for operation_name, entry in resource.renames.items():
            for key in ("input_fields", "output_fields"):
                for member, node in _Mapping(entry).members(key).items():
                    names.append((f"{where}.renames.operations.{operation_name}.{key}.{member}", str(node.value), node))
        for path, added in resource.fields.items():
            if added.is_new or added.is_attribute:
                names += [(f"{where}.fields.{path}", step, added.node) for step in steps_of(path)]
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
        for word, node in _Mapping(operation.node).texts("operation_type").items():
            if word.lower() not in OPERATION_TYPES:
                text = f"operations.{operation.name}: {word!r} is not an operation type"
                remedy = f"write one of {', '.join(OPERATION_TYPES)}"
                problems.append(problem_at(f"{text}{nearest(word.lower(), OPERATION_TYPES)}", node, remedy=remedy))
    if problems:
        raise MappingError(*problems)


def _controller_keys(node: Node, grammar: Value, leave: tuple[str, ...], prefix: str = "") -> Iterator[CodeSetting]:
    """The keys below `node` that only affect the controller's code; those in `leave` are listed elsewhere."""
    for name, member in node.members():
        value = grammar.inside(name)
        if value is None or name in leave:
            continue
        if value.steers:
            yield CodeSetting(prefix + name, member)
        elif value.kind in (KEYS, MAP):
            yield from _controller_keys(member, value, (), f"{prefix}{name}.")
