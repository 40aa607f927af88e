"""The keys of `provider.yaml`."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from mapper.inputs import Node, problem_at, text_or_empty
from mapper.inputs.grammar import (
    FLAG,
    INTEGER,
    KEYS,
    LIST,
    MAP,
    STRING,
    CheckedMapping,
    Form,
    Grammar,
    Value,
    form,
    prefix,
)
from mapper.report.diagnostic import Problem

from .config import ExternalNameMode, Replacing
from .kinds import PROFILES, UPJET, V2020
from .names import is_category, is_group, is_kind

RUNTIMES = ("v2.0", "v2.1", "v2.2", "v2.3", "v2.4")
MEMBERS = (
    "SchemeBuilder",
    "ReconcilerConfigurer",
    "ResourceMerger",
    "CtyEncoder",
    "CtyDecoder",
    "ResourceYAMLMarshaller",
    "ResourceYAMLUnmarshaller",
)
"""The members of a resource's implementation, besides its Kind and its name."""
FILES = ("types.go", "encode.go", "decode.go", "compare.go", "configure.go", "index.go", "doc.go")
"""The Go files of a resource."""

_GROUP = Form(is_group, "is not a name of a group, such as example.org")
_SHORT_GROUP = Form(lambda text: is_group(text) and "." not in text, "cannot be the first part of a group")
_KIND = Form(is_kind, "is not a Kind: a capital, then letters and digits")
_CATEGORY = Form(is_category, "is not a name of a category: lower-case letters, digits and hyphens")
_GO_NAME = form("[A-Z][A-Za-z0-9]*", "is not a name of a field of Go, such as KeeperRef")
_VERSION = form("v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?", "is not a version of an API, such as v1alpha1")
_PACKAGE = form(
    r"[A-Za-z0-9_~][\w.~+-]*(?<!\.)(/[A-Za-z0-9_~][\w.~+-]*(?<!\.))*",
    "is not the path of a Go package, such as example.org/zoo",
)
_MODULE = form(
    "[A-Za-z0-9][A-Za-z0-9._~-]*(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*",
    "is not the path of a module of Go, such as example.org/zoo",
)
_PROVIDER = form("[a-z0-9][a-z0-9_-]*", "is not a name of a provider, such as aws")
_TOOL_VERSION = form(r"v?[0-9]+(\.[0-9]+){0,2}[0-9A-Za-z.+-]*|\(unknown\)", "is not a version")
_BESIDE = form(r"(?!.*(^|/)\.\.?(/|$))[^/\0][^\0]*", "is not the path of a file in the folder of the config")
_JSON_PATH = Form(lambda text: text[:1] == ".", "is no path", r"^\.", "begin it with a dot")


def _text(about: str = "", form: Form | None = None, *words: str) -> Value:
    return Value(STRING, about=about, form=form, words=words)


def _flag(about: str = "") -> Value:
    return Value(FLAG, about=about)


def _texts(about: str) -> Value:
    return Value(LIST, each=_text(), about=about)


def _by_path(each: Value, about: str) -> Value:
    return Value(MAP, each=each, about=about)


def _check_runtime(node: Node, where: str) -> Iterator[Problem]:
    text = text_or_empty(node.value)
    if re.match(r"v?[01]\b", text):
        why = "providers of upjet before v2 have other definitions, which oasmap does not write"
        yield problem_at(f"{where}: {text!r}: {why}", node, remedy=f"choose {', '.join(RUNTIMES)}")


def _check_resources(node: Node, where: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for entry in node.items():
        name = CheckedMapping(entry).text("terraform_name")
        if name in seen:
            yield problem_at(f"{where}: {name!r} is listed twice", entry, remedy="remove one")
        seen |= {name} if name else set()


def _check_external_name(node: Node, where: str) -> Iterator[Problem]:
    values = CheckedMapping(node)
    if values.text("mode") == ExternalNameMode.PARAMETER and not values.text("parameter"):
        yield problem_at(f"{where}: the mode {ExternalNameMode.PARAMETER} needs a parameter", node, remedy="")


def _check_reference(node: Node, where: str) -> Iterator[Problem]:
    values = CheckedMapping(node)
    kind, group, version = (values.text(key) for key in ("kind", "api_group", "version"))
    if not values.text("terraform_name") and not kind:
        yield problem_at(f"{where}: terraform_name or kind is needed", node, remedy="")
    if bool(group) != bool(version) or (group and not kind):
        text = f"{where}: a Kind of another provider needs kind, api_group and version"
        yield problem_at(text, node, remedy="")


def _check_merging(node: Node, where: str) -> Iterator[Problem]:
    values = CheckedMapping(node)
    if (values.text("list_type") == "map") != bool(values.items("list_map_keys")):
        text = f"{where}: list_type: map and list_map_keys belong together"
        yield problem_at(text, node, remedy="give both")


def _check_overlay(node: Node, where: str) -> Iterator[Problem]:
    values = CheckedMapping(node)
    if not values.text("full_package_name") and (values.items("members") or not values.members("files")):
        yield problem_at(f"{prefix(where)}full_package_name is needed", node, remedy="")


_COLUMN = Value(
    KEYS,
    {
        "name": _text(),
        "json_path": _text("", _JSON_PATH),
        "type": _text("", None, "string", "integer", "number", "boolean", "date"),
        "priority": Value(INTEGER),
    },
    required=("name", "json_path"),
)
_EXTERNAL_NAME = Value(
    KEYS,
    {"mode": _text("", None, *ExternalNameMode), "parameter": _text(), "template": _text()},
    about="The rule for the external name, see below.",
    check=_check_external_name,
)
_REFERENCE = Value(
    KEYS,
    {
        "terraform_name": _text("The resource that a value names."),
        "kind": _text("Its Kind, in place of its name in Terraform."),
        "extract": _text("The expression in Go that takes the value from the other object."),
        "ref_field": _text("The name in Go of the field with the name of the other object.", _GO_NAME),
        "selector_field": _text("The name in Go of the field with labels.", _GO_NAME),
        "api_group": _text("The group of the Kind, if it is of another provider.", _GROUP),
        "version": _text("The API version of that Kind.", _VERSION),
    },
    check=_check_reference,
)
_MERGING = Value(
    KEYS,
    {
        "list_type": _text("", None, "atomic", "set", "map"),
        "list_map_keys": _texts(""),
        "map_type": _text("", None, "granular", "atomic", "none"),
    },
    check=_check_merging,
)
_PREVIOUS = Value(
    KEYS,
    {
        "name": _text(),
        "definition": _text("The definition of an earlier release that has the version.", _BESIDE),
        "deprecation": _text("What users are warned with."),
        "embed_singleton_lists": _flag(),
    },
    required=("name",),
)
_READY = Value(
    KEYS, {"path": _text(), "values": Value(MAP, each=_flag())}, required=("path", "values")
)  # fmt: skip
SETTINGS: dict[str, Value] = {
    "short_group": _text(
        "The first part of the group. Default: `animal` of `zoo_animal_cage`, `zoo` of `zoo_cage`.", _SHORT_GROUP
    ),
    "crd_name": _text("The Kind. Default: `Cage` of `zoo_animal_cage` and of `zoo_cage`.", _KIND),
    "api_group": _text("The whole group.", _GROUP),
    "version": _text("The API version.", _VERSION),
    "kubectl_printcolumns": Value(
        LIST, each=_COLUMN, about="More columns: `name`, `type`, and `json_path`, which begins with a dot."
    ),
    "external_name": _EXTERNAL_NAME,
    "references": _by_path(
        _REFERENCE,
        "By path: `terraform_name` (or `kind`) of the resource that a value names. A manifest can then set a field with"
        " a name or with labels instead of the value; `ref_field` and `selector_field` are their names in Go. For"
        " another provider, set `kind`, `api_group` and `version`.",
    ),
    "late_init": Value(
        KEYS,
        {"ignored": _texts("Paths whose values the controller does not take over.")},
        about="`{ignored: [PATH]}`, for the controller.",
    ),
    "connection_details": _texts(
        "For the controller. With `secrets: reference`, the connection secret has these attributes besides the"
        " sensitive ones."
    ),
    "move_to_status": _texts("Paths to move to the status."),
    "remove": _texts("Paths to leave out."),
    "schema": _by_path(
        Value(KEYS, {key: _flag() for key in ("required", "optional", "computed", "sensitive")}),
        "Corrections of the schema by path: `required`, `optional`, `computed`, `sensitive`. With `optional: false`, an"
        " argument is required.",
    ),
    "number_int": _texts("Paths of numbers that are integers. A schema does not distinguish them."),
    "number_float": _texts("Paths of numbers that have fractions."),
    "embed_singleton_lists": _flag("As above, for this resource."),
    "previous_versions": Value(
        LIST,
        each=_PREVIOUS,
        about="A list of older API versions: `name`, the `definition` of an earlier release that has it, and a"
        " `deprecation` that users are warned with. Each stays served, and is not stored.",
    ),
    "conditions": Value(
        KEYS,
        {"ready": _READY},
        about="`{ready: {path: status, values: {ACTIVE: true, CREATING: false}}}`: the values of an attribute for which"
        " an object is ready. For the controller. Without this key, an object is ready when it exists.",
    ),
    "replace": _text(
        "`refuse` (the default) or `recreate`: how the controller handles a change that the provider cannot make in"
        " place.",
        None,
        *Replacing,
    ),
    "generate_password": _texts(
        "Paths of secrets. If the secret or its key does not exist, the controller creates it with 27 random letters"
        " and digits."
    ),
    "server_side_apply": _by_path(
        _MERGING,
        "How several appliers merge a list or map, by path: `list_type` (`atomic`, `set`, or `map` with"
        " `list_map_keys`) and `map_type` (`granular`, `atomic`, or `none`). The keys are names in a manifest.",
    ),
}  # fmt: skip
_RESOURCE = Value(
    KEYS,
    {
        "terraform_name": _text("The name of the resource in Terraform."),
        **SETTINGS,
        "cluster_only": Value(
            KEYS,
            {key: value for key, value in SETTINGS.items() if key not in ("short_group", "crd_name")},
            about="Any of these keys but `short_group` and `crd_name`, only for the definition of the cluster scope.",
        ),
    },
    required=("terraform_name",),
)
_OVERLAY = Value(
    KEYS,
    {
        "terraform_name": _text("The resource."),
        "full_package_name": _text(
            "Your package, whose `Index()` returns a `*plugin.Implementation`. Its members that are not nil replace the"
            " generated ones.",
            _PACKAGE,
        ),
        "members": Value(
            LIST,
            each=_text("", None, *MEMBERS),
            about="Use only these members, such as `ResourceMerger` or `CtyEncoder`.",
        ),
        "files": Value(
            KEYS,
            dict.fromkeys(FILES, _text("", _BESIDE)),
            about="Files in the folder of the config that replace generated files:"
            " `{configure.go: overlays/cage.go.txt}`.",
        ),
    },
    required=("terraform_name",),
    check=_check_overlay,
)
_COMMON: dict[str, Value] = {
    "base-crd-version": _text("As `base_version`.", _VERSION),
    "base-path": _text(),
    "base_version": _text("The default API version of resources. Default: `v1alpha1`.", _VERSION),
    "controller_gen": _text("The version in the annotation of each definition.", _TOOL_VERSION),
    "exclude_resources": _texts("Resources that are left out."),
    "exclude-resources": _texts("As `exclude_resources`."),
    "name": _text("The prefix of the names of resources. Default: the end of the provider's address.", _PROVIDER),
    "only_listed": _flag("`true` to generate only the resources in `resource_metadata`."),
    "profile": _text("`upjet` (default) or `v2020`.", None, *PROFILES),
    "provider_metadata": _text(
        "The file with the documentation of the registry. Default: `provider-metadata.yaml` or"
        " `provider-metadata.yaml.gz` next to the config."
    ),
    "reference_namespaces": _texts("The namespaces into which objects of others may refer, for the operator."),
    "resource_metadata": Value(LIST, each=_RESOURCE, about="A list of resources, see below.", check=_check_resources),
    "root-package": _text(
        "The path of the Go module that contains `apis`. With it, oasmap also writes `zz_register.go`, and marks"
        " references to types of other packages for angryjet. In the profile `v2020`, it is the module of the program."
        " Default: the part of `package-path` before `/generated/resources`, or"
        " `github.com/crossplane-contrib/provider-terraform-NAME`.",
        _MODULE,
    ),
}
_UPJET: dict[str, Value] = {
    "embed_singleton_lists": _flag("Lists and sets of at most one block become objects."),
    "namespaced_root_group": _text(
        "The end of the API groups for namespaces. Default: `NAME.m.crossplane.io`.", _GROUP
    ),
    "provider_config_kinds": _text(
        "`open` (default), as upjet; or `enum`: the definitions of namespaced Kinds list the two values of"
        " `spec.providerConfigRef.kind`.",
        None,
        "open",
        "enum",
    ),
    "root_group": _text(
        "The end of the API groups of the cluster scope. oasmap writes one definition for each of the two groups that"
        " you set. Default: `NAME.crossplane.io`.",
        _GROUP,
    ),
    "runtime": replace(
        _text(
            "The version of crossplane-runtime: `v2.0` to `v2.4` (default). It decides what the Go types import: up to"
            " `v2.2` from `crossplane-runtime/v2/apis/common`, since `v2.3` from `crossplane/apis/v2/core/v2`. Since"
            " `v2.4`, the status has `lastHandledReconcileAt`.",
            None,
            *RUNTIMES,
        ),
        check=_check_runtime,
    ),
    "short_name": _text(
        "The third category of the definitions, after `crossplane` and `managed`. Default: `name`.", _CATEGORY
    ),
}
_V2020: dict[str, Value] = {
    "api-group": _text(
        "The group of the configuration of the plugin. Default: `NAME.terraform-plugin.crossplane.io`.", _GROUP
    ),
    "omitempty": _flag("Lists and maps without elements are left out of manifests."),
    "package-path": _text(
        "The import path of the packages of resources. Default: `ROOT-PACKAGE/generated/resources`.", _PACKAGE
    ),
    "provider-config-version": _text("The version of that configuration. Default: `v1alpha1`.", _VERSION),
    "provider-version": _text("The version of the provider."),
    "resource_overlays": Value(LIST, each=_OVERLAY, about="A list of overlays, see below."),
    "runtime_package": _text("The module of the runtime.", _PACKAGE),
    "secrets": _text("`plain` (default) or `reference`.", None, "plain", "reference"),
}
CONFIG = Grammar(Value(KEYS, {**_COMMON, **_UPJET, **_V2020}))
ONLY_IN: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    UPJET: (
        frozenset(_UPJET),
        frozenset((
            "short_group", "external_name", "references", "connection_details", "embed_singleton_lists",
            "server_side_apply", "cluster_only", "previous_versions",
        )),
    ),
    V2020: (frozenset(_V2020), frozenset(("number_float",))),
}  # fmt: skip
"""The settings that only one profile has: of the root, and of a resource."""
