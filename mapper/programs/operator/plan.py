"""Reads, validates and plans manifests with a running provider, and the runner of the command line."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Document, DocumentError, Node, problem_at, repeated_keys
from mapper.inputs.location import Place
from mapper.languages.tfplugin.errors import CtyError, PluginError, TfPluginError, one_line
from mapper.programs.provider_process.results import Object, ProviderSeverity, has_errors
from mapper.programs.provider_process.values import UNKNOWN, Unknown, is_known
from mapper.report.diagnostic import MappingError, Problem
from mapper.system.runner import OperatorOptions, PlanResult, PlanResults, ProviderOptions
from mapper.systems.crossplane.common_fields import CONFIG_KINDS
from mapper.systems.crossplane.fields import ManifestSide
from mapper.text.suggest import nearest

from .codec import ConvertError
from .initializer import CORRECT, ConfigurationError, Settings, provider_config
from .merger import is_empty
from .plugin import GroupVersionKind, Manifest, PluginIndexError
from .provider_index import Program, choose, chosen_inputs, make_part, running
from .resource_api import ApiError, ResourceApi
from .resource_kinds import ResourceKind

if TYPE_CHECKING:
    from mapper.programs.provider_process.provider import Provider


_MARKER = re.compile(r"^(---|\.\.\.)(?=\s|$)[^\S\n]*", re.MULTILINE)
_METADATA_FIELDS = """
annotations creationTimestamp deletionGracePeriodSeconds deletionTimestamp finalizers generateName generation labels
managedFields name namespace ownerReferences resourceVersion selfLink uid
"""
_METADATA: Manifest = {"properties": {name: {} for name in _METADATA_FIELDS.split()}}
"""What any object may have as its metadata; a definition does not repeat it."""
_STEP = re.compile(r"\.?([^.\[\]]+)|\[([^\]]*)\]")


class Written(Struct, frozen=True):
    """A manifest, and its place in a file."""

    node: Node

    @property
    def manifest(self) -> Manifest:
        """The object as plain data."""
        manifest: Manifest = self.node.value
        return manifest

    @property
    def gvk(self) -> GroupVersionKind:
        """Group, version and Kind of the object."""
        return GroupVersionKind.of(self.manifest)

    @property
    def name(self) -> str:
        """`Kind/name`, with the namespace if there is one."""
        metadata = self.manifest.get("metadata")
        metadata = metadata if isinstance(metadata, dict) else {}
        parts = (metadata.get("namespace"), metadata.get("name") or metadata.get("generateName") or "?")
        return f"{self.gvk.kind}/{'/'.join(str(part) for part in parts if part)}"

    def problem(self, text: str, path: str = "", *, remedy: str = "correct the manifest there") -> Problem:
        """A problem at a path of the manifest, or at the closest parent that exists."""
        node = self.node
        for match in _STEP.finditer(path):
            key = match[1] if match[1] is not None else match[2]
            member = node.get(key)
            if member is None and isinstance(node.value, list) and key.isdecimal() and int(key) < len(node.value):
                member = node.child(int(key))
            if member is None:
                break
            node = member
        return problem_at(text, _first(node), remedy=remedy)

    @property
    def line(self) -> int | None:
        """The line where the manifest begins."""
        return _first(self.node).line


def _first(node: Node) -> Node:
    """The first member of a document, whose line is the line of the document in a file of several."""
    return next((member for _, member in node.members()), node) if not node.pointer else node


def read_manifests(text: str, uri: str) -> tuple[list[Written], list[Problem]]:
    """The manifests of a file, and the problems of invalid ones: each YAML document is read separately."""
    manifests: list[Written] = []
    problems: list[Problem] = []
    for document in _documents(text, uri, problems):
        problems += repeated_keys(document)
        root = document.node
        items = root.get("items") if isinstance(root.value, dict) and root.value.get("kind") == "List" else None
        for node in items.items() if items is not None else [root]:
            if node.value is None:
                continue
            if not isinstance(node.value, dict):
                problems.append(
                    problem_at("a manifest is expected: an object with apiVersion and kind", node, remedy="")
                )
            else:
                manifests.append(Written(node))
    return manifests, problems


class _Part(Document):
    """One YAML document of a file, which begins below `above` lines."""

    def __init__(self, uri: str, text: str, above: int) -> None:
        self._above = above
        super().__init__(uri, text.encode())
        self.duplicates = [(key, self._moved(first), self._moved(second)) for key, first, second in self.duplicates]

    def position(self, pointer: str) -> Place | None:
        place = super().position(pointer)
        return place and self._moved(place)

    def _moved(self, place: Place) -> Place:
        return place[0] + self._above, place[1]


def _documents(text: str, uri: str, problems: list[Problem]) -> Iterator[Document]:
    starts = [(0, 0), *((match.start(), match.end()) for match in _MARKER.finditer(text)), (len(text), len(text))]
    above = 0
    for (_, begin), (end, after) in pairwise(starts):
        part = text[begin:end]
        if part.strip():
            try:
                yield _Part(uri, part, above)
            except DocumentError as error:
                line = None if error.problem.line is None else error.problem.line + above
                problems.append(replace(error.problem, line=line))
        above += text.count("\n", begin, after)


class Given:
    """The secrets among the manifests. Other secrets, and the values of references, are unknown."""

    def __init__(self, manifests: Sequence[Written]) -> None:
        self._secrets: dict[tuple[str, str], dict[str, bytes]] = {}
        for manifest in manifests:
            if (manifest.gvk.group, manifest.gvk.kind) == ("", "Secret"):
                metadata = manifest.manifest.get("metadata") or {}
                where = str(metadata.get("namespace") or ""), str(metadata.get("name") or "")
                self._secrets[where] = _secret(manifest.manifest)

    @property
    def unknown(self) -> Unknown | None:
        """The placeholder for other secrets."""
        return UNKNOWN

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """The data of a secret among the manifests."""
        return self._secrets.get((namespace, name))


def _secret(manifest: Manifest) -> dict[str, bytes]:
    from base64 import b64decode

    data: dict[str, bytes] = {}
    for key, value in (manifest.get("data") or {}).items():
        try:
            data[str(key)] = b64decode(str(value), validate=True)
        except ValueError:
            continue
    return data | {str(key): str(value).encode() for key, value in (manifest.get("stringData") or {}).items()}


class Planner:
    """Plans manifests with a provider. Without a configuration that the provider accepts, it only validates."""

    def __init__(self, provider: "Provider", program: Program, settings: Settings | None) -> None:
        """Configure the provider. Raises ConfigurationError for settings that it rejects."""
        self._provider, self._program = provider, program
        self._definitions: dict[GroupVersionKind, Manifest] = {}
        self.problem = ""
        """Why nothing is planned; empty if plans are made."""
        schema = provider.schema()
        block = schema.provider.block if schema.provider else None
        config = provider_config(block, settings or {}) if block is not None else {}
        try:
            diagnostics = provider.configure(config)
        except PluginError as error:
            self.problem = str(error)
            return
        if has_errors(diagnostics):
            text = one_line(
                "; ".join(
                    str(diagnostic) for diagnostic in diagnostics if diagnostic.severity is ProviderSeverity.ERROR
                )
            )
            if settings is not None:
                raise ConfigurationError(f"the provider refuses its configuration: {text}", remedy=CORRECT)
            self.problem = f"the provider is not configured ({text})"

    def results(self, manifests: Sequence[Written]) -> Iterator[PlanResult]:
        """A result for every manifest of a Kind in the provider's groups."""
        secrets = Given(manifests)
        groups = {gvk.group for gvk in self._program.every}
        for manifest in manifests:
            if manifest.gvk.group in groups:
                yield self._result(manifest, secrets)

    def _result(self, written: Written, secrets: Given) -> PlanResult:
        try:
            kind = self._program.kind(written.gvk)
            members = self._program.implementations[written.gvk]
            if written.gvk not in self._definitions:
                self._definitions[written.gvk] = members.scheme_builder.definition()
            wrong_fields = unfitting(self._definitions[written.gvk], written.manifest)
            if wrong := tuple(written.problem(text, path) for path, text in wrong_fields):
                return _result(written, wrong)
            api = ResourceApi(self._provider, members, kind)
            return self._plan(written, kind, api, _with_assigned_name(written.manifest, kind), secrets)
        except ConvertError as error:
            return _result(written, (written.problem(str(error), error.path),))
        except (ApiError, PluginIndexError, CtyError, PluginError) as error:
            return _result(written, (written.problem(str(error)),))
        except RecursionError:
            return _result(written, (written.problem("the object is nested too deep"),))

    def _plan(
        self, written: Written, kind: ResourceKind, api: ResourceApi, manifest: Manifest, secrets: Given
    ) -> PlanResult:
        valid = api.validate(manifest, secrets)
        errors, warnings = (
            _problems(written, api.where(valid, how)) for how in (ProviderSeverity.ERROR, ProviderSeverity.WARNING)
        )
        if errors or self.problem:
            return _result(written, errors, warnings)
        plan = api.plan(manifest, secrets)
        errors = _problems(written, api.where(plan.diagnostics))
        warnings += _problems(written, api.where(plan.diagnostics, ProviderSeverity.WARNING))
        if errors or plan.value is None:
            return _result(written, errors, warnings)
        return replace(
            _result(written, (), warnings),
            filled=tuple(_provider_values(plan.value, kind, manifest)),
            later=tuple(_later(plan.value, kind)),
            planned=True,
        )


def unfitting(definition: Manifest, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """Paths and texts of the fields that a definition does not have, and of values that are none of its choices.

    The API server refuses them, too; or the operator does, for the Kind of a ProviderConfig.
    """
    (version,) = (candidate for candidate in definition["spec"]["versions"] if candidate["storage"])
    properties = version["schema"]["openAPIV3Schema"]["properties"]
    computed = properties.get("status", {}).get("properties", {}).get("atProvider", {}).get("properties", {})
    properties = {**properties, "spec": _with_config_kinds(properties.get("spec", {}))}
    whole = {"properties": {**properties, "apiVersion": {}, "kind": {}, "metadata": _METADATA}}
    yield from _outside(whole, manifest, "", computed)


def _with_config_kinds(spec: Manifest) -> Manifest:
    """The schema of a spec with the Kinds of a ProviderConfig that the operator accepts."""
    reference = spec.get("properties", {}).get("providerConfigRef", {})
    if "kind" not in reference.get("properties", {}):
        return spec
    kind = {**reference["properties"]["kind"], "enum": list(CONFIG_KINDS)}
    closed = {**reference, "properties": {**reference["properties"], "kind": kind}}
    return {**spec, "properties": {**spec["properties"], "providerConfigRef": closed}}


def _outside(schema: Manifest, given: Any, path: str, computed: Manifest) -> Iterator[tuple[str, str]]:
    if "enum" in schema and given is not None and given not in schema["enum"]:
        yield path, f"{path}: {', '.join(map(str, schema['enum']))}: one of these is expected"
    match given:
        case dict() if "properties" in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
            properties = schema["properties"]
            for name, value in given.items():
                member_path = f"{path}.{name}" if path else str(name)
                if name in properties:
                    yield from _outside(properties[name], value, member_path, computed)
                else:
                    is_result = path in ("spec.forProvider", "spec.initProvider") and name in computed
                    what = (
                        f": it is a result, status.atProvider.{name}" if is_result else nearest(str(name), properties)
                    )
                    yield member_path, f"{member_path}: there is no such field{what}"
        case dict() if isinstance(schema.get("additionalProperties"), dict):
            for name, value in given.items():
                yield from _outside(schema["additionalProperties"], value, f"{path}[{name}]", computed)
        case list() if "items" in schema:
            for index, value in enumerate(given):
                yield from _outside(schema["items"], value, f"{path}[{index}]", computed)


def _result(written: Written, errors: tuple[Problem, ...] = (), warnings: tuple[Problem, ...] = ()) -> PlanResult:
    return PlanResult(written.name, written.node.document.uri, written.line, errors, warnings)


def _problems(written: Written, texts: Sequence[str]) -> tuple[Problem, ...]:
    return tuple(written.problem(text, text.partition(":")[0], remedy="") for text in texts)


def _with_assigned_name(manifest: Manifest, kind: ResourceKind) -> Manifest:
    """The manifest with the namespace and name that a cluster would assign."""
    metadata = manifest.get("metadata")
    metadata = dict(metadata) if isinstance(metadata, dict) else {}
    if kind.is_namespaced:
        metadata.setdefault("namespace", "default")
    name = metadata.get("name") or metadata.get("generateName") or "example"
    return {**manifest, "metadata": {**metadata, "name": str(name)}}


def _provider_values(planned: Object, kind: ResourceKind, manifest: Manifest) -> Iterator[tuple[str, Any]]:
    """The paths and values that the provider fills in: in the spec, if the operator copies them there."""
    spec = manifest.get("spec") or {}
    given = {**(spec.get("initProvider") or {}), **(spec.get("forProvider") or {})}
    for field in kind.fields:
        value = planned.get(field.name)
        is_given = field.json in given or field.sensitive or not field.on(ManifestSide.FOR)
        if not is_given and not is_empty(value) and is_known(value) and not isinstance(value, dict | list):
            is_late = field.computed and field.path not in kind.settings.ignored_late
            yield f"{'spec.forProvider' if is_late else 'status.atProvider'}.{field.json}", value


def _later(planned: Object, kind: ResourceKind) -> Iterator[str]:
    for field in kind.fields:
        if field.on(ManifestSide.AT) and isinstance(planned.get(field.name), Unknown):
            yield f"status.atProvider.{field.json}"


class CrossplaneRunner:
    """Plans manifests, and reconciles the objects of a cluster."""

    def plan(self, options: ProviderOptions, texts: Sequence[tuple[str, str]]) -> PlanResults:
        """Plan the manifests in some texts; `texts` are pairs of name and text. Raises MappingError."""
        read = [read_manifests(text, name) for name, text in texts]
        manifests = [manifest for listed, _ in read for manifest in listed]
        problems = tuple(problem for _, wrong in read for problem in wrong)
        choice = choose(options)
        with running(choice) as (provider, schema):
            try:
                chosen = chosen_inputs(choice, schema, {manifest.gvk for manifest in manifests})
                planner = Planner(provider, make_part(chosen, options.base), options.settings)
                results = tuple(planner.results(manifests))
            except (ConfigurationError, PluginIndexError) as error:
                raise MappingError(error.problem) from None
            except TfPluginError as error:
                raise MappingError(error.problem()) from None
        if not results:
            count = len(manifests)
            text = f"none of {count} manifests is of a Kind that is made of {choice.found.address}"
            raise MappingError(
                *problems, Problem(text, remedy="compare their apiVersion and kind with its definitions")
            )
        return PlanResults(results, problems, planner.problem)

    def operate(self, options: ProviderOptions, operator_options: OperatorOptions) -> None:
        """Reconcile the objects of a cluster until the process gets a signal to end. Raises MappingError."""
        try:
            from .operator import operate
        except ModuleNotFoundError as error:
            if str(error.name).partition(".")[0] != "lightkube":
                raise
            remedy = "pip install 'mkdocs-oasmap[operator]'"
            raise MappingError(Problem("a cluster needs more packages", remedy=remedy)) from None
        operate(choose(options), operator_options)
