"""Writes the package of a resource: its seven files, and those with the methods that all resources have."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from ...golang.source import shown, string_literal
from .conversion import decoder, encoder, merger
from .members import CONSTANTS, GoResource
from .resources import PlainResource
from .secrets import secrets
from .source import HEADER, file_of, function
from .types import deep_copies, managed, managed_list, types

_DOC = """\
{header}
package {version}

// +kubebuilder:object:generate=true
// +groupName={group}
// +versionName={version}
"""
_INDEX = """\
// Package type metadata.
const (
	{Group} = {group}
	{Version} = {version}
)

// {SchemeGroupVersion} is the group and version of the objects of this package.
var {SchemeGroupVersion} = schema.GroupVersion{{Group: {Group}, Version: {Version}}}

// What objects are called in a cluster, and what the plugin calls them.
var (
	{Kind} = {kind}
	{GroupKind} = schema.GroupKind{{Group: {Group}, Kind: {Kind}}}.String()
	{KindAPIVersion} = {Kind} + "." + {SchemeGroupVersion}.String()
	{GroupVersionKind} = {SchemeGroupVersion}.WithKind({Kind})
	{TerraformResourceName} = {terraform}
)

// {Implementation} is all that the common controller needs of this resource.
func {Implementation}() *plugin.Implementation {{
	schemeBuilder := &scheme.Builder{{GroupVersion: {SchemeGroupVersion}}}
	schemeBuilder.Register(&{type}{{}}, &{type}List{{}})
	return &plugin.Implementation{{
		GVK:                   {GroupVersionKind},
		TerraformResourceName: {TerraformResourceName},
		SchemeBuilder:         schemeBuilder,
		ReconcilerConfigurer:  &reconcilerConfigurer{{}},
		ResourceMerger:        &resourceMerger{{}},
		CtyEncoder:            &ctyEncoder{{}},
		CtyDecoder:            &ctyDecoder{{}},
	}}
}}
"""
_TIMEOUT = "time.Hour"


class Types:
    """A cache of the Go type of the last resource, whose files are written one after the other."""

    def __init__(self) -> None:
        self._latest: tuple[PlainResource, GoResource] | None = None

    def of(self, resource: PlainResource) -> GoResource:
        """The type of a resource."""
        if self._latest is None or self._latest[0] is not resource:
            self._latest = resource, resource.go()
        return self._latest[1]


class Package(Struct, frozen=True):
    """One resource, with the config's settings for its files. `runtime` is the Go module of the controllers.

    `replaced` are texts that replace generated files.
    """

    resource: PlainResource
    types: Types
    runtime: str
    omits_empty: bool
    replaced: Mapping[str, str]

    @property
    def go(self) -> GoResource:
        """The Go type of the resource."""
        return self.types.of(self.resource)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files."""
        return tuple(name for name in _WRITERS if name != _SECRETS or self.resource.has_secrets)

    def text(self, name: str) -> str:
        """The text of a file."""
        if name in self.replaced:
            return self.replaced[name]
        code = _WRITERS[name](self)
        version = self.resource.address.version
        return code if name == "doc.go" else file_of(version, code, self.runtime)


def names_of(kind: str) -> dict[str, str]:
    """The names of the common declarations; a Kind with such a name keeps it."""
    return {name: f"Resource{name}" if name == kind else name for name in CONSTANTS}


def _types(of: Package) -> str:
    return types(of.go, of.resource.address, omits_empty=of.omits_empty)


def _encode(of: Package) -> str:
    return encoder(of.go)


def _decode(of: Package) -> str:
    return decoder(of.go)


def _compare(of: Package) -> str:
    return merger(of.go, frozenset(of.resource.target.settings.ignored_late))


def _configure(of: Package) -> str:
    names, kind = names_of(of.resource.address.kind), of.resource.address.kind
    connector = "&controller.Connector{KubeClient: mgr.GetClient(), PluginIndex: idx, Logger: l, Pool: pool}"
    if of.resource.has_secrets:
        connector = f"&secretConnecter{{kube: mgr.GetClient(), inner: {connector}}}"
    lines = [
        f"name := managed.ControllerName({names['GroupKind']})",
        "r := managed.NewReconciler(mgr,",
        f"\tresource.ManagedKind({names['GroupVersionKind']}),",
        "\tmanaged.WithInitializers(),",
        f"\tmanaged.WithTimeout({_TIMEOUT}),",
        f"\tmanaged.WithExternalConnecter({connector}),",
        '\tmanaged.WithLogger(l.WithValues("controller", name)),',
        "\tmanaged.WithRecorder(event.NewAPIRecorder(mgr.GetEventRecorderFor(name))))",
        f"return ctrl.NewControllerManagedBy(mgr).Named(name).For(&{kind}{{}}).Complete(r)",
    ]
    parameters = "mgr ctrl.Manager, l logging.Logger, idx *plugin.Index, pool *client.ProviderPool"
    about = "// ConfigureReconciler adds the controller of this resource to a manager.\n"
    code = function(f"(c *reconcilerConfigurer) ConfigureReconciler({parameters}) error", lines)
    return f"type reconcilerConfigurer struct{{}}\n\n{about}{code}"


def _index(of: Package) -> str:
    address = of.resource.address
    names = names_of(address.kind)
    literals = {
        "group": string_literal(address.group),
        "version": string_literal(address.version),
        "kind": string_literal(address.kind),
        "terraform": string_literal(of.resource.name),
    }
    return "".join(laid_out(_INDEX.format(**names, **literals, type=address.kind)))


def laid_out(text: str) -> Iterator[str]:
    """Lines with assignment operators aligned in each block, as gofmt does."""
    lines = text.splitlines(keepends=True)
    block: list[tuple[str, str]] = []
    for line in [*lines, ""]:
        name, sign, value = line.partition(" = ")
        if sign and line.startswith("\t") and not line.startswith(("\t\t", "\tvar ")) and " " not in name.strip():
            block.append((name, value))
            continue
        width = max((len(name) for name, _ in block), default=0)
        yield from (f"{name.ljust(width)} = {value}" for name, value in block)
        block = []
        yield line


def _doc(of: Package) -> str:
    address = of.resource.address
    return shown(_DOC.format(header=HEADER, version=address.version, group=address.group))


def doc(group: str, version: str) -> str:
    """`doc.go` of a package of types."""
    return shown(_DOC.format(header=HEADER, version=version, group=group))


def _secrets(of: Package) -> str:
    return secrets(of.go, of.resource.target.settings.connection_details)


def _deep_copies(of: Package) -> str:
    go, kind = of.go, of.resource.address.kind
    structures = [go.parameters, go.observation, *go.structures()]
    return deep_copies([kind], structures, object_copies(kind, "ForProvider", "AtProvider"))


def object_copies(kind: str, asked: str, observed: str) -> Iterable[tuple[str, list[str]]]:
    """The deep-copy statements of a Kind's types."""
    copied = [f"in.{name}.DeepCopyInto(&out.{name})" for name in ("ObjectMeta", "Spec", "Status")]
    spec = ["in.ResourceSpec.DeepCopyInto(&out.ResourceSpec)", f"in.{asked}.DeepCopyInto(&out.{asked})"]
    status = ["in.ResourceStatus.DeepCopyInto(&out.ResourceStatus)", f"in.{observed}.DeepCopyInto(&out.{observed})"]
    yield kind, ["out.TypeMeta = in.TypeMeta", *copied]
    yield f"{kind}Spec", spec
    yield f"{kind}Status", status


def _managed(of: Package) -> str:
    return managed(of.resource.address.kind)


def _managed_list(of: Package) -> str:
    return managed_list(of.resource.address.kind)


_SECRETS = "secrets.go"
_WRITERS = {
    "types.go": _types,
    "encode.go": _encode,
    "decode.go": _decode,
    "compare.go": _compare,
    "configure.go": _configure,
    "index.go": _index,
    "doc.go": _doc,
    _SECRETS: _secrets,
    "zz_generated.deepcopy.go": _deep_copies,
    "zz_generated.managed.go": _managed,
    "zz_generated.managedlist.go": _managed_list,
}
