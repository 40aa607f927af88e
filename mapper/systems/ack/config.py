"""The contents of `generator.yaml` and `documentation.yaml`, with the place of every instruction."""

from msgspec import Struct, field

from mapper.inputs import Document, Node
from mapper.model import Purpose
from mapper.report.diagnostic import Note

CORRECT_ENTRY = "correct the entry, or remove it"
"""What to do about an entry that does not fit the model."""

OPERATION_TYPES = {
    "create": Purpose.CREATE,
    "createbatch": Purpose.CREATE_MANY,
    "delete": Purpose.DELETE,
    "replace": Purpose.REPLACE,
    "update": Purpose.UPDATE,
    "get": Purpose.READ,
    "readone": Purpose.READ,
    "read_one": Purpose.READ,
    "list": Purpose.LIST,
    "readmany": Purpose.LIST,
    "read_many": Purpose.LIST,
    "getattributes": Purpose.READ_ATTRIBUTES,
    "get_attributes": Purpose.READ_ATTRIBUTES,
    "setattributes": Purpose.SET_ATTRIBUTES,
    "set_attributes": Purpose.SET_ATTRIBUTES,
    "addchild": Purpose.ADD_CHILD,
    "addchildren": Purpose.ADD_CHILDREN,
    "removechild": Purpose.REMOVE_CHILD,
    "removechildren": Purpose.REMOVE_CHILDREN,
}
"""The values of `operation_type`, in lower case, and the purpose of each."""


def steps_of(path: str) -> list[str]:
    """The names in a path. Two dots, or one, step into the elements of a list: `Users..Password`."""
    return path.replace("..", ".").split(".")


class CodeSetting(Struct, frozen=True):
    """A key that only affects the controller's code: its path below the resource, and its place."""

    path: str
    node: Node


class FieldConfig(Struct, frozen=True):
    """An entry of `fields`; `path` is spelled as in the file, `node` is None for an entry that is not in the file."""

    path: str
    node: Node
    is_attribute: bool = False
    is_read_only: bool = False
    is_required: bool | None = None
    is_immutable: bool = False
    is_secret: bool = False
    is_arn: bool = False
    is_primary_key: bool = False
    is_owner_account_id: bool = False
    late_initialize: bool = False
    type: str = ""
    go_tag: str = ""
    list_of: str = ""
    map_of: str = ""
    from_operation: str = ""
    from_path: str = ""
    references: tuple[str, str, str] | None = None
    """Service (empty for the same one), Kind and field path of the target."""
    print: "ColumnConfig | None" = None
    steering: tuple[CodeSetting, ...] = ()

    @property
    def changes_fields(self) -> bool:
        """Whether the entry changes the API, and not only the controller's code or a column."""
        flags = (self.is_attribute, self.is_read_only, self.is_immutable, self.is_secret, self.late_initialize)
        return any(flags) or self.is_required is not None or bool(self.go_tag or self.references or self.is_new)

    @property
    def is_new(self) -> bool:
        """Whether the entry adds a field, rather than changing one of an operation."""
        return bool(self.from_operation or self.list_of or self.map_of or self.type)


class ColumnConfig(Struct, frozen=True):
    """A column of `kubectl get`."""

    name: str
    json_path: str
    type: str
    priority: int
    index: int
    node: Node


class PrintConfig(Struct, frozen=True):
    """The `print` of a resource."""

    age: bool = False
    synced: bool = True
    order_by: str = ""
    columns: tuple[ColumnConfig, ...] = ()


class ResourceConfig(Struct, frozen=True):
    """An entry of `resources`."""

    name: str
    node: Node | None = None
    fields: dict[str, FieldConfig] = field(default_factory=dict)
    renames: dict[str, Node] = field(default_factory=dict)
    print: PrintConfig | None = None
    short_names: tuple[str, ...] = ()
    version: str | None = None
    unpacks_attributes: bool = False
    ignores_tokens: bool = False
    steering: tuple[CodeSetting, ...] = ()

    def field(self, path: str) -> FieldConfig | None:
        """The entry of `fields` for a path, ignoring case."""
        entry = self.fields.get(path)
        if entry is None:
            entry = next((f for name, f in self.fields.items() if name.lower() == path.lower()), None)
        return entry

    def renamed(self, operation: str, member: str) -> tuple[str, Node | None]:
        """The new name of a member of an operation's payload, and the line that renames it (None if no line does)."""
        entry = self.renames.get(operation)
        for key in ("input_fields", "output_fields"):
            names = entry.get(key) if entry else None
            node = names.get(member) if names else None
            if node is not None:
                return str(node.value), node
        return member, None


class OperationConfig(Struct, frozen=True):
    """An entry of `operations`."""

    name: str
    node: Node
    resource_names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    output_wrapper: str = ""
    input_wrapper: str = ""


class Config(Struct, frozen=True):
    """A whole generator.yaml. The `ignored_…` map names to the lines that ignore them, `notes` are about keys.

    `custom_shapes` are structures that the config adds to the model: members, and their types, by name.
    """

    document: Document
    resources: dict[str, ResourceConfig]
    operations: dict[str, OperationConfig]
    ignored_resources: dict[str, Node]
    ignored_operations: dict[str, Node]
    ignored_shapes: dict[str, Node]
    ignored_paths: dict[str, Node]
    empty_shapes: frozenset[str]
    custom_shapes: dict[str, Node]
    controller_name: str | None
    steering: tuple[CodeSetting, ...]
    notes: tuple[Note, ...] = ()

    def resource(self, name: str) -> ResourceConfig:
        """The instructions for a resource, ignoring case; empty ones if there are none."""
        entry = self.resources.get(name)
        if entry is None:
            entry = next((r for key, r in self.resources.items() if key.lower() == name.lower()), None)
        return entry or ResourceConfig(name)


class Texts(Struct, frozen=True):
    """A documentation.yaml: for each resource its note and the entries of its fields. `remarks` are about keys."""

    notes: dict[str, Node] = field(default_factory=dict)
    fields: dict[tuple[str, str], dict[str, Node]] = field(default_factory=dict)
    remarks: tuple[Note, ...] = ()
