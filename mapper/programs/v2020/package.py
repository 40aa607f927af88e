"""Writes the package of a resource: its seven files, and those with the methods that all resources have."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from mapper.languages.golang.source import shown, string_literal

from .conversion import decoder, encoder, merger
from .members import CONSTANTS, GoResource, go_resource, value_type
from .resources import V2020Resource
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


class Package(Struct, frozen=True, eq=False):
    """One resource, with the config's settings for its files. `runtime` is the Go module of the controllers.

    `replaced` are texts that replace generated files.
    """

    resource: V2020Resource
    runtime: str
    omits_empty: bool
    replaced: Mapping[str, str]

    @property
    def go(self) -> GoResource:
        """The Go type of the resource."""
        return _go(self)

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


@lru_cache(maxsize=1)
def _go(of: Package) -> GoResource:
    """The Go type of a resource: its files are written one after the other."""
    return go_resource(of.resource.address.kind, of.resource.target.fields, value_type(of.resource.block))


def names_of(kind: str) -> dict[str, str]:
    """The names of the common declarations; a Kind with such a name keeps it."""
    return {name: f"Resource{name}" if name == kind else name for name in CONSTANTS}


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


def doc(group: str, version: str) -> str:
    """`doc.go` of a package of types."""
    return shown(_DOC.format(header=HEADER, version=version, group=group))


def _deep_copies(of: Package) -> str:
    go, kind = of.go, of.resource.address.kind
    structures = [go.parameters, go.observation, *go.structures()]
    written = {
        kind: ["out.TypeMeta = in.TypeMeta", *copied("ObjectMeta", "Spec", "Status")],
        f"{kind}Spec": copied("ResourceSpec", "ForProvider"),
        f"{kind}Status": copied("ResourceStatus", "AtProvider"),
    }
    return deep_copies([kind], structures, written.items())


def copied(*names: str) -> list[str]:
    """The statements that copy members of a structure."""
    return [f"in.{name}.DeepCopyInto(&out.{name})" for name in names]


_SECRETS = "secrets.go"
_WRITERS: dict[str, Callable[[Package], str]] = {
    "types.go": lambda of: types(of.go, of.resource.address, omits_empty=of.omits_empty),
    "encode.go": lambda of: encoder(of.go),
    "decode.go": lambda of: decoder(of.go),
    "compare.go": lambda of: merger(of.go, frozenset(of.resource.target.settings.ignored_late)),
    "configure.go": _configure,
    "index.go": _index,
    "doc.go": lambda of: doc(of.resource.address.group, of.resource.address.version),
    _SECRETS: lambda of: secrets(of.go, of.resource.target.settings.connection_details),
    "zz_generated.deepcopy.go": _deep_copies,
    "zz_generated.managed.go": lambda of: managed(of.resource.address.kind),
    "zz_generated.managedlist.go": lambda of: managed_list(of.resource.address.kind),
}
