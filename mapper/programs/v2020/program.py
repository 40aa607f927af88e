"""Writes the files of a provider: Go packages of the resources, the program around them, and definitions.

The program is the index of the resources, the provider's configuration, and `main.go`.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from mapper.languages.golang.source import aligned, string_literal
from mapper.languages.kubernetes.crd import file_name
from mapper.languages.kubernetes.yaml_text import text_of
from mapper.languages.tfplugin.cty_types import Primitive
from mapper.systems.crossplane.config import Overlay, Settings
from mapper.systems.crossplane.profile import Replaced
from mapper.systems.crossplane.resources import FileText

from .conversion import encode_fields, encode_members, nulls
from .definitions import FOLDER, definition_of, provider_definitions
from .members import GoResource, go_resource, value_type
from .package import Package, copied, doc, laid_out
from .resources import V2020Provider, V2020Resource
from .source import file_of, function, indented
from .types import access, conditions, deep_copies, structure

_MAIN = """\
func main() {{
	var (
		app        = kingpin.New(filepath.Base(os.Args[0]), {about}).DefaultEnvars()
		debug      = app.Flag("debug", "Run with debug logging.").Short('d').Bool()
		syncPeriod = app.Flag("sync", "How often all is looked at, such as 2h45m.").Short('s').Default("1h").Duration()
		pluginPath = app.Flag("plugin-path", "The folder of the plugin of Terraform.").String()
		poolSize   = app.Flag("pool-size", "How many processes of the plugin run at once.").Default("5").Int()
	)
	kingpin.MustParse(app.Parse(os.Args[1:]))

	zl := zap.New(zap.UseDevMode(*debug))
	log := logging.NewLogrLogger(zl.WithName({name}))
	if *debug {{
		// controller-runtime logs a lot, even without details: only what is debugged has a logger
		ctrl.SetLogger(zl)
	}}

	indexer := plugin.NewIndexer()
	kingpin.FatalIfError(generated.Index(indexer), "cannot overlay the implementations of resources")
	index, err := indexer.BuildIndex()
	kingpin.FatalIfError(err, "cannot index the resources")

	manager := ctrl.Options{{SyncPeriod: syncPeriod}}
	plugins := client.NewRuntimeOptions().WithPluginDirectory(*pluginPath).WithPoolSize(*poolSize)
	log.Debug("starting", "sync-period", syncPeriod.String())
	err = controller.StartTerraformManager(index, generated.ProviderInit(), manager, plugins, log)
	kingpin.FatalIfError(err, "cannot start the controllers")
}}
"""
_TYPES = """\
// A ProviderConfigSpec defines the desired state of a ProviderConfig
type ProviderConfigSpec struct {{
	runtimev1alpha1.ProviderConfigSpec `json:",inline"`
	Configuration                      ProviderConfigParameters `json:"configuration,omitempty"`
}}

{configuration}
// A ProviderConfigStatus represents the status of a ProviderConfig
type ProviderConfigStatus struct {{
	runtimev1alpha1.ProviderConfigStatus `json:",inline"`
}}

// +kubebuilder:object:root=true

// A ProviderConfig configures the plugin
// +kubebuilder:printcolumn:name="AGE",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="SECRET-NAME",type="string",JSONPath=".spec.credentials.secretRef.name",priority=1
// +kubebuilder:resource:scope=Cluster,categories={{crossplane,provider,{name}}}
// +kubebuilder:subresource:status
type ProviderConfig struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   ProviderConfigSpec   `json:"spec"`
	Status ProviderConfigStatus `json:"status,omitempty"`
}}

// +kubebuilder:object:root=true

// ProviderConfigList contains a list of ProviderConfig
type ProviderConfigList struct {{
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ProviderConfig `json:"items"`
}}

// +kubebuilder:object:root=true

// A ProviderConfigUsage indicates that a resource is using a ProviderConfig
// +kubebuilder:printcolumn:name="AGE",type="date",JSONPath=".metadata.creationTimestamp"
// +kubebuilder:printcolumn:name="CONFIG-NAME",type="string",JSONPath=".providerConfigRef.name"
// +kubebuilder:printcolumn:name="RESOURCE-KIND",type="string",JSONPath=".resourceRef.kind"
// +kubebuilder:printcolumn:name="RESOURCE-NAME",type="string",JSONPath=".resourceRef.name"
// +kubebuilder:resource:scope=Cluster,categories={{crossplane,provider,{name}}}
type ProviderConfigUsage struct {{
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	runtimev1alpha1.ProviderConfigUsage `json:",inline"`
}}

// +kubebuilder:object:root=true

// ProviderConfigUsageList contains a list of ProviderConfigUsage
type ProviderConfigUsageList struct {{
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []ProviderConfigUsage `json:"items"`
}}
"""
_PROVIDER = """\
// Package type metadata.
const (
	Group = {group}
	Version = {version}
	ProviderName = {name}
)

// What objects are called in a cluster.
var (
	SchemeGroupVersion = schema.GroupVersion{{Group: Group, Version: Version}}
	ProviderKind = "ProviderConfig"
	ProviderGroupKind = schema.GroupKind{{Group: Group, Kind: ProviderKind}}.String()
	ProviderKindAPIVersion = ProviderKind + "." + SchemeGroupVersion.String()
	ProviderGroupVersionKind = SchemeGroupVersion.WithKind(ProviderKind)
)

// GetProviderInit is what the program needs to start the plugin.
func GetProviderInit() *plugin.ProviderInit {{
	schemeBuilder := &scheme.Builder{{GroupVersion: SchemeGroupVersion}}
	schemeBuilder.Register(&ProviderConfig{{}}, &ProviderConfigList{{}})
	schemeBuilder.Register(&ProviderConfigUsage{{}}, &ProviderConfigUsageList{{}})
	return &plugin.ProviderInit{{
		SchemeBuilder: schemeBuilder,
		Initializer:   initializeProvider,
	}}
}}

func initializeProvider({arguments}) (*client.Provider, error) {{
	reference := mr.GetProviderConfigReference()
	if reference == nil {{
		return nil, errors.New("the resource names no ProviderConfig")
	}}
	pc := &ProviderConfig{{}}
	if err := kube.Get(ctx, types.NamespacedName{{Name: reference.Name}}, pc); err != nil {{
		return nil, errors.Wrap(err, "cannot get the ProviderConfig")
	}}
	if err := resource.NewProviderConfigUsageTracker(kube, &ProviderConfigUsage{{}}).Track(ctx, mr); err != nil {{
		return nil, errors.Wrap(err, "cannot track the use of the ProviderConfig")
	}}
	credentials, err := readCredentials(ctx, kube, pc)
	if err != nil {{
		return nil, errors.Wrap(err, "cannot read the credentials of the ProviderConfig")
	}}
	config, err := configuration(pc, credentials)
	if err != nil {{
		return nil, err
	}}
	return client.NewProvider(ProviderName, options.PluginDirectory, config)
}}

func readCredentials(ctx context.Context, kube kubeclient.Client, pc *ProviderConfig) ([]byte, error) {{
	if pc.Spec.Credentials.Source != runtimev1alpha1.CredentialsSourceSecret {{
		return nil, nil
	}}
	reference := pc.Spec.Credentials.SecretRef
	if reference == nil {{
		return nil, errors.New("no secret is named")
	}}
	secret := &corev1.Secret{{}}
	name := types.NamespacedName{{Namespace: reference.Namespace, Name: reference.Name}}
	if err := kube.Get(ctx, name, secret); err != nil {{
		return nil, err
	}}
	found, ok := secret.Data[reference.Key]
	if !ok {{
		return nil, errors.Errorf("the secret has no key %q", reference.Key)
	}}
	return found, nil
}}

// secretArguments are the arguments of the plugin that the secret may have, as an object of JSON.
var secretArguments = []string{{{texts}}}

// configuration is that of the plugin: what the secret has takes the place of what the ProviderConfig says.
"""
_ARGUMENTS = "ctx context.Context, mr resource.Managed, options *client.RuntimeOptions, kube kubeclient.Client"
_USAGE = {"ProviderConfigReference": "runtimev1alpha1.Reference", "ResourceReference": "runtimev1alpha1.TypedReference"}


def write_provider(provider: V2020Provider, replaced: Replaced) -> dict[str, Iterable[str]]:
    """Path -> text of each file."""
    files: dict[str, Iterable[str]] = {}
    program = provider.settings.program
    for resource in provider.resources:
        overlaid = {file: text for (name, file), text in replaced.items() if name == resource.name}
        package = Package(resource, program.runtime, program.omits_empty, overlaid)
        folder = f"generated/resources/{resource.package}/{resource.address.version}"
        for name in package.files:
            files[f"{folder}/{name}"] = FileText(partial(package.text, name))
        files[f"{FOLDER}/{file_name(resource.address)}"] = FileText(partial(_defined, resource, provider.settings))
    for address, data in provider_definitions(provider):
        files[f"{FOLDER}/{file_name(address)}"] = (_definition(data),)
    return files | {path: (text,) for path, text in _program_files(provider).items()}


def _defined(resource: V2020Resource, settings: Settings) -> str:
    return _definition(definition_of(resource.target, settings))


def _definition(data: dict[str, object]) -> str:
    return f"\n---\n{text_of(data)}"


def _program_files(provider: V2020Provider) -> dict[str, str]:
    """Path -> text of the files that belong to no single resource."""
    runtime, version = provider.settings.program.runtime, provider.settings.program.config_version
    folder, go = f"generated/provider/{version}", _configuration(provider)
    sources = {
        "types.go": _types(provider, go),
        "index.go": "".join(laid_out(_provider_index(provider, go))),
        "zz_generated.deepcopy.go": _deep_copies(go),
        "zz_generated.managed.go": _methods(),
    }
    files = {f"{folder}/{name}": file_of(version, code, runtime) for name, code in sources.items()}
    files[f"{folder}/doc.go"] = doc(provider.group, version)
    files["generated/implementations.go"] = _implementations(provider)
    files["generated/index.go"] = _index(provider)
    files["main.go"] = _main(provider)
    return files


def _main(provider: V2020Provider) -> str:
    settings = provider.settings.program
    about = f"A Crossplane provider of the Terraform provider {provider.prefix} {settings.version}".rstrip()
    name = string_literal(f"provider-terraform-{provider.prefix}")
    code = _MAIN.format(about=string_literal(f"{about}."), name=name)
    return file_of("main", code, settings.runtime, [f'"{provider.root_package}/generated"'])


def _configuration(provider: V2020Provider) -> GoResource:
    names = "ProviderName", "ProviderConfigUsage", "ProviderConfigUsageList", *(_PROVIDER_NAMES)
    return go_resource("ProviderConfig", provider.fields, value_type(provider.block), names)


_PROVIDER_NAMES = (
    "ProviderKind",
    "ProviderGroupKind",
    "ProviderKindAPIVersion",
    "ProviderGroupVersionKind",
    "GetProviderInit",
)


def _types(provider: V2020Provider, go: GoResource) -> str:
    omits = provider.settings.program.omits_empty
    about = {go.parameters.name: "A ProviderConfigParameters has the arguments of the plugin"}
    parts = (go.parameters, *go.structures())
    structures = "\n".join(structure(part, about.get(part.name, ""), omits_empty=omits) for part in parts)
    return _TYPES.format(configuration=structures, name=provider.prefix.replace("_", "-"))


def _provider_index(provider: V2020Provider, go: GoResource) -> str:
    attributes = provider.block.attributes
    texts = sorted(name for name, attribute in attributes.items() if attribute.type is Primitive.STRING)
    head = _PROVIDER.format(
        group=string_literal(provider.group),
        version=string_literal(provider.settings.program.config_version),
        name=string_literal(provider.prefix),
        arguments=_ARGUMENTS,
        texts=", ".join(map(string_literal, texts)),
    )
    signature = "configuration(pc *ProviderConfig, credentials []byte) (map[string]cty.Value, error)"
    return "\n".join([head + function(signature, _configured(go)), *encode_fields(go)])


def _configured(go: GoResource) -> Iterator[str]:
    yield "vals := make(map[string]cty.Value)"
    yield from encode_members(go.kind, go.parameters.members, "pc.Spec.Configuration", "vals")
    yield from nulls(go.unmapped, go.value, "vals")
    yield "given := make(map[string]string)"
    yield "if len(credentials) > 0 {"
    yield "\tif err := json.Unmarshal(credentials, &given); err != nil {"
    yield '\t\treturn nil, errors.Wrap(err, "the credentials are no object of JSON with texts")'
    yield "\t}"
    yield "}"
    yield "for _, name := range secretArguments {"
    yield "\tif value, ok := given[name]; ok {"
    yield "\t\tvals[name] = cty.StringVal(value)"
    yield "\t}"
    yield "}"
    yield "return vals, nil"


def _deep_copies(go: GoResource) -> str:
    written = {
        "ProviderConfig": ["out.TypeMeta = in.TypeMeta", *copied("ObjectMeta", "Spec", "Status")],
        "ProviderConfigSpec": copied("ProviderConfigSpec", "Configuration"),
        "ProviderConfigStatus": copied("ProviderConfigStatus"),
        "ProviderConfigUsage": ["out.TypeMeta = in.TypeMeta", *copied("ObjectMeta", "ProviderConfigUsage")],
    }
    kinds = "ProviderConfig", "ProviderConfigUsage"
    return deep_copies(kinds, [go.parameters, *go.structures()], written.items())


def _methods() -> str:
    kind, usage = "ProviderConfig", "ProviderConfigUsage"
    of_kind = [conditions(kind), access(kind, "Users", "int64", "Status.Users")]
    return "\n".join([*of_kind, *(access(usage, name, type_, f"{usage}.{name}") for name, type_ in _USAGE.items())])


def alias_of(resource: V2020Resource) -> str:
    """The import alias of a resource's package."""
    return f"{resource.package}_{resource.address.version}"


def _implementations(provider: V2020Provider) -> str:
    resources = provider.resources
    imports = [
        f'{alias_of(resource)} "{provider.package_path}/{resource.package}/{resource.address.version}"'
        for resource in resources
    ]
    calls = indented(f"{alias_of(resource)}.{_implementation(resource)}()," for resource in resources)
    code = "\n".join(["var resourceImplementations = []*plugin.Implementation{", *calls, "}\n"])
    return file_of("generated", code, provider.settings.program.runtime, imports)


def _implementation(resource: V2020Resource) -> str:
    return "ResourceImplementation" if resource.address.kind == "Implementation" else "Implementation"


def _index(provider: V2020Provider) -> str:
    names = {resource.name for resource in provider.resources}
    settings = provider.settings.program
    overlays = [overlay for overlay in settings.overlays if overlay.package and overlay.terraform_name in names]
    packages = list(dict.fromkeys(overlay.package for overlay in overlays))
    aliases = {package: f"overlay{index}" for index, package in enumerate(packages)}
    imports = [f'{alias} "{package}"' for package, alias in aliases.items()]
    version = settings.config_version
    imports.append(f'provider "{provider.root_package}/generated/provider/{version}"')
    lines = [
        "for _, layer := range resourceImplementations {",
        *indented(_overlaid("layer")),
        "}",
        *(line for overlay in overlays for line in _layer(overlay, aliases[overlay.package])),
        "return nil",
    ]
    index = function("Index(idxr *plugin.Indexer) error", lines)
    init = function("ProviderInit() *plugin.ProviderInit", ["return provider.GetProviderInit()"])
    code = f"// Index adds all resources, and what the config lays over them.\n{index}\n"
    name = string_literal(provider.prefix)
    return file_of(
        "generated",
        f"// ProviderReferenceName is what the plugin is called.\nconst ProviderReferenceName = {name}\n\n"
        f"{code}// ProviderInit is what starts the plugin.\n{init}",
        settings.runtime,
        imports,
    )


def _overlaid(layer: str) -> list[str]:
    return [f"if err := idxr.Overlay({layer}); err != nil {{", "\treturn err", "}"]


def _layer(overlay: Overlay, alias: str) -> Iterator[str]:
    """The lines of one overlay: all members of its package, or some."""
    if not overlay.members:
        yield from _overlaid(f"{alias}.Index()")
        return
    cells = [("GVK:", "whole.GVK,"), *((f"{name}:", f"whole.{name},") for name in dict.fromkeys(overlay.members))]
    yield f"if whole := {alias}.Index(); whole != nil {{"
    yield "\tlayer := &plugin.Implementation{"
    yield from (f"\t{line}" for line in aligned(cells).splitlines())
    yield "\t}"
    yield from indented(_overlaid("layer"))
    yield "}"
