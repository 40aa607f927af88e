"""The resources of a provider with addresses and fields in each scope, from a schema and the settings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, Node, escape_token, problem_at
from mapper.languages.kubernetes.plurals import kind_plural
from mapper.languages.tfplugin.schema import Block, ProviderSchema
from mapper.model import Address, Column
from mapper.report.diagnostic import MappingError

from .common_fields import CLUSTER, NAMESPACED, TELLS_REQUESTS
from .config import ResourceSettings, Settings
from .documentation import Texts
from .fields import Clash, Dropped, Field, Fields
from .names import GroupKind, default_group_kind, is_category, is_group, is_kind, json_name

_COLUMNS = (
    Column("SYNCED", ".status.conditions[?(@.type=='Synced')].status", "string"),
    Column("READY", ".status.conditions[?(@.type=='Ready')].status", "string"),
    Column("EXTERNAL-NAME", r".metadata.annotations.crossplane\.io/external-name", "string"),
    Column("AGE", ".metadata.creationTimestamp", "date"),
)
NO_TEXT = "<no value>"
"""The description of a resource that the collected documentation does not have, as upjet writes it."""


class FileText(Struct, frozen=True):
    """The text of a file, made on each iteration: all texts of a large provider take much memory."""

    make: Callable[[], str]

    def __iter__(self) -> Iterator[str]:
        """Yield the text."""
        yield self.make()


class Target(Struct, frozen=True):
    """A resource in one scope, and what its schema has that is not among its fields."""

    address: Address
    fields: tuple[Field, ...]
    settings: ResourceSettings
    dropped: tuple[Dropped, ...] = ()
    clashes: tuple[Clash, ...] = ()


class Resource(Struct, frozen=True):
    """A resource by its Terraform name. `targets`: one for the namespaced and one for the cluster scope."""

    name: str
    node: Node
    block: Block
    group_kind: GroupKind
    targets: tuple[Target, ...]
    text: str = ""
    texts: Texts = Texts()

    @property
    def target(self) -> Target:
        """The first target: the namespaced one, if there is one."""
        return self.targets[0]


class Provider(Struct, frozen=True):
    """The resources of a provider. `prefix` begins their Terraform names, `known` has the Kinds of all by name.

    `left_out` are triples: an earlier resource, one with the same definition name, and that name. No Kind can be made
    from the names in `unnamed`.
    """

    prefix: str
    settings: Settings
    node: Node
    resources: tuple[Resource, ...]
    known: Mapping[str, GroupKind]
    left_out: tuple[tuple[Resource, Resource, str], ...] = ()
    unnamed: tuple[str, ...] = ()

    @property
    def config_version(self) -> str:
        """The API version of the provider's ProviderConfigs."""
        return "v1beta1"

    @property
    def has_policies(self) -> bool:
        """Whether objects have management policies, and external names as the config describes them."""
        return True

    @property
    def tells_requests(self) -> bool:
        """Whether the status has a field for the last handled reconcile request."""
        return self.settings.runtime >= TELLS_REQUESTS

    def root_group(self, resource: Resource, address: Address) -> str:
        """The API group of the ProviderConfigs of a resource."""
        return address.group.removeprefix(f"{resource.group_kind.short_group}.")

    def reference_texts(self, field: Field) -> tuple[str, str]:
        """The descriptions of the reference and selector fields."""
        name = json_name(field.name)
        target = self.target_words(field)
        if field.is_list:
            return f"References to {target} to populate {name}.", f"Selector for a list of {target} to populate {name}."
        return f"Reference to a {target} to populate {name}.", f"Selector for a {target} to populate {name}."

    def target_words(self, field: Field) -> str:
        """The target of a reference in words: its Kind and group."""
        setting = field.reference
        if setting is None:
            return ""
        target = self.known.get(setting.terraform_name)
        return f"{target.kind} in {target.short_group}" if target else setting.kind or setting.terraform_name


def make_provider(
    schema: ProviderSchema, node: Node, local_name: str, settings: Settings, texts: Mapping[str, Texts]
) -> Provider:
    """The resources that the settings select, in the order of the schema. Raises MappingError for invalid names."""
    prefix = settings.name or local_name
    wanted = {name: _group_kind(name, settings) for name in schema.resources if is_wanted(name, settings)}
    group_kinds = {name: group_kind for name, group_kind in wanted.items() if _can_be(group_kind)}
    if not is_group(_default_root(prefix)):
        text = f"the provider {prefix!r} makes no group"
        raise MappingError(problem_at(text, node, remedy="say its name in the config"))
    maker = _Maker(settings, prefix, texts)
    resources = tuple(
        maker.resource(name, schema.resources[name].members, node, group_kinds[name]) for name in group_kinds
    )
    kept, left_out = without_collisions(resources, definition_names)
    with_targets = tuple(resource for resource in kept if resource.targets)
    unnamed = tuple(wanted.keys() - group_kinds.keys())
    return Provider(prefix, settings, node, with_targets, group_kinds, left_out, unnamed)


def _can_be(target: GroupKind) -> bool:
    """Whether a cluster accepts a group and a Kind; names in schemas are arbitrary."""
    return is_kind(target.kind) and (not target.short_group or is_group(target.short_group))


def is_wanted(name: str, settings: Settings) -> bool:
    """Whether the settings select a resource."""
    return name not in settings.excluded and (not settings.only_listed or name in settings.resources)


def _group_kind(name: str, settings: Settings) -> GroupKind:
    resource, default = settings.resources.get(name, ResourceSettings(name)), default_group_kind(name)
    group = (
        resource.short_group
        if resource.short_group is not None
        else resource.api_group.partition(".")[0] or default.short_group
    )
    return GroupKind(group, resource.kind or default.kind)


_Made = tuple[tuple[Field, ...], tuple[Dropped, ...], tuple[Clash, ...]]


class _Maker:
    def __init__(self, settings: Settings, prefix: str, texts: Mapping[str, Texts]) -> None:
        self._settings, self._prefix, self._texts = settings, prefix, texts

    def resource(self, name: str, block: Block, root: Node, group_kind: GroupKind) -> Resource:
        """Build one resource."""
        node = root.child("resource_schemas").child(name)
        texts = self._texts.get(name) or (Texts(NO_TEXT) if self._texts else Texts())
        settings = self._settings.resources.get(name) or ResourceSettings(name)
        in_cluster = self._settings.cluster.get(name)
        members = self._fields(settings, block, node, texts)
        made_in_cluster = members if in_cluster is None else self._fields(in_cluster, block, node, texts)
        both = (
            self._target(settings, members, group_kind, NAMESPACED),
            self._target(in_cluster or settings, made_in_cluster, group_kind, CLUSTER),
        )
        targets = tuple(target for target in both if target.address.group)
        return Resource(name, node, block, group_kind, targets, _on_one_line(texts.description), texts)

    def _fields(self, settings: ResourceSettings, block: Block, node: Node, texts: Texts) -> _Made:
        """The fields of a resource, the attributes that were dropped, and the references that clash."""
        fields = Fields(settings, texts, embeds=self._settings.embeds)
        inside = node.get("block")
        members = fields.of(block, inside) if inside is not None else ()
        return members, tuple(fields.dropped), tuple(fields.clashes)

    def _target(self, settings: ResourceSettings, members: _Made, group_kind: GroupKind, scope: str) -> Target:
        short = self._settings.short_name or self._prefix.replace("_", "-")
        categories = ("crossplane", "managed", *((short,) if is_category(short) else ()))
        address = Address(
            self._group(settings, group_kind.short_group, scope),
            settings.version or self._settings.base_version,
            kind_plural(group_kind.kind),
            categories=categories,
            scope=scope,
            columns=(*_COLUMNS[:-1], *(column for column, _ in settings.columns), _COLUMNS[-1]),
            kind=group_kind.kind,
        )
        fields, dropped, clashes = members
        return Target(address, fields, settings, dropped, clashes)

    def _group(self, settings: ResourceSettings, short: str, scope: str) -> str:
        """The API group in a scope; empty if there is none."""
        root, namespaced = self._roots()
        if not settings.api_group:
            group = namespaced if scope == NAMESPACED else root
            return f"{short}.{group}" if group and short else group
        if scope == CLUSTER:
            return settings.api_group
        is_below = bool(root and namespaced) and settings.api_group.endswith(f".{root}")
        return f"{settings.api_group.removesuffix(root)}{namespaced}" if is_below else ""

    def _roots(self) -> tuple[str, str]:
        root, namespaced = self._settings.root_group, self._settings.namespaced_root_group
        if not root and not namespaced:
            return _default_root(self._prefix), _default_root(self._prefix, "m.")
        return root, namespaced


def _default_root(prefix: str, scope: str = "") -> str:
    return f"{prefix.replace('_', '-')}.{scope}crossplane.io"


def _on_one_line(text: str) -> str:
    return " ".join(filter(None, (line.strip() for line in text.splitlines())))


def provider_node(document: Document, address: str) -> Node:
    """The node of a provider in the document of its schema."""
    root = document.root["provider_schemas"][address]
    return Node(document, f"/provider_schemas/{escape_token(address)}", root)


def definition_names(resource: Resource, kind: str = "") -> list[str]:
    """The names that a resource's definitions take in a cluster; `kind` replaces its Kind."""
    addresses = [target.address for target in resource.targets]
    if kind:
        addresses = [replace(address, kind=kind, plural=kind_plural(kind)) for address in addresses]
    names = [
        f"the definition {plural}.{a.group}" for a in addresses for plural in dict.fromkeys((a.plural, a.kind.lower()))
    ]
    return names + [f"the Kind {kind} in {a.group}" for a in addresses for kind in (a.kind, f"{a.kind}List")]


_Resource = TypeVar("_Resource", bound=Resource)


def without_collisions(
    resources: Iterable[_Resource], names_of: Callable[[_Resource], list[str]]
) -> tuple[tuple[_Resource, ...], tuple[tuple[_Resource, _Resource, str], ...]]:
    """The resources without those that have a name of an earlier one; and triples of both, and that name."""
    seen: dict[str, _Resource] = {}
    kept, left_out = [], []
    for resource in resources:
        names = names_of(resource)
        taken = next((name for name in names if name in seen), None)
        if taken is None:
            kept.append(resource)
            seen |= dict.fromkeys(names, resource)
        else:
            left_out.append((seen[taken], resource, taken))
    return tuple(kept), tuple(left_out)
