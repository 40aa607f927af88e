"""The name of a service, which is the first part of its Kinds' API group.

`ack-generate` gets the name on its command line, as the alias of the controller: `elbv2` for the model's *Elastic Load
Balancing v2*. Here it comes from `--service`, else from the repository of the controller, else from the model.
`controller_name` in generator.yaml overrides the group.

The first line of a Go file tells that it is generated. Such a file may be from an earlier run, for a Kind that is gone.
A definition counts as generated if such a Go file registers its Kind.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path

from msgspec import Struct

from mapper.files import is_file, read_regular
from mapper.inputs import Document, DocumentError, Documents, Node, problem_at, text_or_empty
from mapper.languages.golang.source import GENERATED
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Note, Problem

from .config import Config
from .rules import SERVICE_ASSUMED
from .shapes import Api

SUFFIX = ".services.k8s.aws"
_LETTERS = "use small letters, digits and -"
_LABEL = re.compile(r"[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?\Z")
_VERSION = re.compile(r"v[1-9][0-9]{0,3}(?:(?:alpha|beta)[1-9][0-9]{0,3})?\Z")
_GROUP = re.compile(r'\bGroup:\s*"([^"]+)"')
_CONTROLLER = re.compile(r"(?:.*/)?([^/]+?)-controller(?:\.git)?/?\Z")
PROJECT = "PROJECT"
PACKAGES = "apis"
REGISTRATION = "groupversion_info.go"
_VERSIONS = ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1", "v2")


class Stated(Struct, frozen=True):
    """The service name in a repository, and the file that contains it."""

    name: str
    path: Path
    uri: str


def stated_in(folder: Path, documents: Documents) -> Stated | None:
    """The service name in the repository at `folder`: in its `PROJECT`, or in its Go code. None if there is none."""
    registrations = _registrations(folder, on_disk=documents.on_disk)
    for path, names in ((folder / PROJECT, _in_project), *((p, _in_go) for p in registrations)):
        if documents.on_disk and not is_file(path):
            continue
        try:
            data = documents.bytes_of(path)
        except DocumentError:  # an earlier state may not have the file
            continue
        name = next((name for name in names(path, data) if _LABEL.match(name)), None)
        if name is not None:
            return Stated(name, path, documents.display(path))
    return None


def _registrations(folder: Path, *, on_disk: bool) -> list[Path]:
    if on_disk:
        return sorted((folder / PACKAGES).glob(f"*/{REGISTRATION}"))
    return [folder / PACKAGES / version / REGISTRATION for version in _VERSIONS]


def _in_project(path: Path, data: bytes) -> Iterator[str]:
    """The names in kubebuilder's PROJECT file: the group of a resource, the project, the repository."""
    try:
        node = Document(str(path), data).node
    except DocumentError:  # a file of another tool
        return
    resources = node.get("resources")
    for resource in resources.items() if resources else ():
        group = resource.get("group")
        if group is not None:
            yield text_or_empty(group.value).removesuffix(SUFFIX)
    for key in ("projectName", "repo"):
        value = node.get(key)
        match = _CONTROLLER.match(text_or_empty(value.value)) if value is not None else None
        if match is not None:
            yield match[1]


def _in_go(path: Path, data: bytes) -> Iterator[str]:
    """The service name in the API group that Go code registers."""
    del path
    group = group_in(data)
    if group is not None:
        yield group.removesuffix(SUFFIX)


def group_in(data: bytes) -> str | None:
    """The API group of AWS that Go code registers, if any."""
    groups = _GROUP.findall(data.decode("utf-8", "replace"))
    return next((group for group in groups if group.endswith(SUFFIX)), None)


def name_service(api: Api, config: Config, given: str | None, stated: Stated | None) -> tuple[str, list[Note]]:
    """Set the service name of a model. Returns the API group, and a note if neither the caller nor the config named it.

    Raises MappingError for a name that cannot be part of a group.
    """
    if given is not None and not _LABEL.match(given):
        raise MappingError(Problem(f"{given!r} is not a service name", remedy=_LETTERS))
    if config.controller_name is not None and not _LABEL.match(config.controller_name):
        text = f"controller_name: {config.controller_name!r} is not a service name"
        raise MappingError(problem_at(text, config.document.node.child("controller_name"), remedy=_LETTERS))
    derived = api.service
    api.service = given or (stated.name if stated is not None else derived)
    group = f"{config.controller_name or api.service}{SUFFIX}"
    if config.controller_name is not None or given is not None:
        return group, []
    if stated is not None:
        return group, [Note(SERVICE_ASSUMED, f"the API group is {group}, as {stated.uri} has it", None)]
    text = f"the API group is {group}, which is made of {api.named.pointer.rpartition('/')[2]} in the model"
    return group, [Note(SERVICE_ASSUMED, text, api.named, f"--service {derived}")]


def check_versions(config: Config) -> None:
    """Raises MappingError for an invalid API version, which would also be the name of a folder."""
    for resource in config.resources.values():
        if resource.version is not None and not _VERSION.match(resource.version):
            node: Node = resource.node.get("api_versions") or resource.node if resource.node else config.document.node
            text = f"resources.{resource.name}.api_versions: {resource.version!r} is not a version"
            raise MappingError(problem_at(text, node, remedy="write one such as v1beta1"))


DEFINITIONS = Path("config", "crd", "bases")
_REGISTERED = re.compile(rb"\bSchemeBuilder\.Register\(&(\w+)\{\}")
_DEFINITION = re.compile(rb"^kind: CustomResourceDefinition\s*$", re.MULTILINE)


def stale_files(folder: Path, written: Collection[Path]) -> list[Path]:
    """The files in a controller's folder that an earlier run wrote and this one did not."""
    paths = []
    for package in sorted(path for path in (folder / PACKAGES).glob("*") if path.is_dir() and not path.is_symlink()):
        generated = {
            path: data for path in sorted(package.glob("*.go")) if (data := _generated_content(path)) is not None
        }
        group = group_in(generated.get(package / REGISTRATION, b""))
        kinds = {match[1].decode() for data in generated.values() if (match := _REGISTERED.search(data))}
        paths += [*generated, *(_definitions(folder, group, kinds) if group else ())]
    current = {real_path(path) for path in written}
    return [path for path in dict.fromkeys(paths) if real_path(path) not in current]


def _generated_content(path: Path) -> bytes | None:
    """The content of a Go file if it is generated; None for other files."""
    data = read_regular(path) or b""
    return data if data.startswith(f"{GENERATED}\n".encode()) else None


def _definitions(folder: Path, group: str, kinds: Collection[str]) -> Iterator[Path]:
    """The definition files of some Kinds in a group."""
    for path in sorted((folder / DEFINITIONS).glob("*.yaml")):
        data = (read_regular(path) or b"") if path.name.startswith(f"{group}_") else b""
        kind = re.search(rb"^    kind: (\w+)\s*$", data, re.MULTILINE)
        if kind is not None and kind[1].decode() in kinds and _DEFINITION.search(data):
            yield path
