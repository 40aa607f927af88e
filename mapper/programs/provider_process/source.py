"""Programs of Terraform providers: found by address or path, started, and asked for a schema."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from mapper.files import regular_bytes
from mapper.inputs import Document
from mapper.inputs.json_values import parse_json
from mapper.languages.hcl.parser import Body, HclError, read_hcl
from mapper.languages.tfplugin.errors import PluginError, TfPluginError
from mapper.languages.tfplugin.schema_source import SCHEME
from mapper.links import real_path
from mapper.report.diagnostic import MappingError
from mapper.request import Request

if TYPE_CHECKING:
    from mapper.languages.tfplugin.schema import ProviderSchema

    from .process import Limits
    from .provider import Provider


HOST = "registry.terraform.io"
NAMESPACE = "hashicorp"
"""The host and namespace that Terraform adds to a provider's name."""

_PART = r"[0-9A-Za-z](?:[0-9A-Za-z_.-]*[0-9A-Za-z])?"
_NAME = re.compile(rf"(?:(?:({_PART}(?::[0-9]+)?)/)?({_PART})/)?({_PART})(?:@v?({_PART}(?:\+[0-9A-Za-z.-]+)?))?\Z")
_VERSION = re.compile(r"v?([0-9]+(?:\.[0-9]+)*)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?\Z")
_LEVELS = 6
"""The parts of a program's path below a mirror: host, namespace, type, version, platform and file."""

_PREFIX = "terraform-provider-"
_MACHINES = {"x86_64": "amd64", "amd64": "amd64", "aarch64": "arm64", "arm64": "arm64", "i686": "386"}


class ProviderReference(Struct, frozen=True):
    """A user's reference to a provider; `version` is empty for the newest one."""

    host: str
    namespace: str
    type: str
    version: str = ""

    @property
    def address(self) -> str:
        """The address without the version, as in schemas."""
        return f"{self.host}/{self.namespace}/{self.type}"


class Found(Struct, frozen=True):
    """The program of a provider, its address and its version; the version is empty if it is unknown."""

    path: Path
    address: str
    version: str


def read_source(text: str) -> ProviderReference | None:
    """Parse `aws`, `hashicorp/aws` or `registry.terraform.io/hashicorp/aws`, and `@VERSION`; None for others."""
    match = _NAME.match(text)
    return ProviderReference(match[1] or HOST, match[2] or NAMESPACE, match[3], match[4] or "") if match else None


def is_path(name: str) -> bool:
    """Whether a name is the path of a program, and not the name of a provider."""
    return name.startswith(("/", ".", "~"))


def find_provider(name: str, named: Sequence[Path], others: Sequence[Path], base: Path) -> Found:
    """The program of a name or a path; the newest of several versions.

    A program in another folder is never preferred to one in a folder that was named. Raises PluginError.
    """
    if is_path(name):
        return _at_path(base / Path(name).expanduser(), name)
    source = read_source(name)
    if source is None:
        remedy = "write a path that begins with / or ., or NAMESPACE/TYPE[@VERSION]"
        raise PluginError(f"{name!r} is no provider", remedy=remedy)
    candidates = [program for folder in named for program in _in_folder(folder, source)]
    candidates = candidates or [program for folder in others for program in _in_folder(folder, source)]
    wanted = [candidate for candidate in candidates if source.version in ("", candidate.version)]
    if wanted:
        return max(wanted, key=lambda candidate: version_key(candidate.version))
    if candidates:
        versions = ", ".join(sorted({candidate.version or "one without a version" for candidate in candidates}))
        raise PluginError(f"{source.address}: there is no version {source.version}", remedy=f"choose one of {versions}")
    looked = ", ".join(map(str, (*named, *others))) or "no folder at all"
    text = f"{source.address} is in none of the folders of plugins ({looked})"
    raise PluginError(text, remedy="name another with --plugin-dir")


def version_key(version: str) -> tuple[tuple[int, ...], bool, str]:
    """A sort key of versions: a release comes after its pre-releases."""
    match = _VERSION.match(version)
    if match is None:
        return (), False, version
    return tuple(map(int, match[1].split("."))), match[2] is None, match[2] or ""


def terraform_folders(environment: Mapping[str, str]) -> Iterator[Path]:
    """The existing folders where Terraform stores and looks for plugins, without those in a project.

    A change of somebody else could plant a program in `.terraform` or `terraform.d`: they have to be named.
    """
    home = Path(environment.get("HOME") or "~").expanduser()
    data = environment.get("XDG_DATA_HOME") or str(home / ".local" / "share")
    shared = (environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    named = [environment["TF_PLUGIN_CACHE_DIR"]] if environment.get("TF_PLUGIN_CACHE_DIR") else []
    folders = [
        *map(Path, named),
        home / ".terraform.d" / "plugins",
        *(Path(folder) / "terraform" / "plugins" for folder in (data, *filter(None, shared))),
    ]
    if sys.platform == "darwin":
        folders.append(home / "Library" / "Application Support" / "io.terraform" / "plugins")
    yield from (folder for folder in dict.fromkeys(folders) if folder.is_absolute() and folder.is_dir())


def _at_path(path: Path, name: str) -> Found:
    if path.is_dir():
        programs = sorted(_programs(path, ""))
        if len(programs) != 1:
            text = f"{name}: in this folder there are {len(programs)} programs of providers"
            raise PluginError(text, remedy="name one")
        path = programs[0]
    if not path.is_file():
        raise PluginError(f"{name}: there is no such program", remedy="build it, or correct the path")
    type_, version = _parts(path.name)
    parts = real_path(path).parts
    is_mirror = len(parts) > _LEVELS and _VERSION.match(parts[-3])
    mirrored = _NAME.match("/".join(parts[-_LEVELS:-3])) if is_mirror else None
    if mirrored and mirrored[1] and path.name.startswith(_PREFIX + mirrored[3]):
        return Found(path, f"{mirrored[1]}/{mirrored[2]}/{mirrored[3]}", parts[-3])
    return Found(path, f"{HOST}/{NAMESPACE}/{type_}", version)


def _in_folder(folder: Path, source: ProviderReference) -> Iterator[Found]:
    for version in _children(folder / source.host / source.namespace / source.type):
        for program in _programs(version / _machine(), source.type):
            yield Found(program, source.address, version.name.removeprefix("v"))
    for program in _programs(folder, source.type):
        yield Found(program, source.address, _parts(program.name)[1])


def _programs(folder: Path, type_: str) -> Iterator[Path]:
    for path in _children(folder):
        if path.name.startswith(_PREFIX) and type_ in ("", _parts(path.name)[0]) and path.is_file():
            yield path


def _children(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # missing, or not readable
        return []


def _parts(name: str) -> tuple[str, str]:
    """The type and version in the name of a program, such as `terraform-provider-aws_v5.100.0_x5`."""
    type_, _, rest = name.removeprefix(_PREFIX).removesuffix(".exe").partition("_")
    version = rest.partition("_")[0]
    return type_, version.removeprefix("v") if _VERSION.match(version) else ""


def _machine() -> str:
    machine = platform.machine().lower()
    return f"{os.uname().sysname.lower()}_{_MACHINES.get(machine, machine)}"


def live_schema(name: str, request: Request) -> Document:
    """The schema that a started provider returns. Raises MappingError."""
    try:
        provider_program = program(name, request)
        with start_provider(provider_program.path) as provider:
            schema = provider.schema()
    except TfPluginError as error:
        raise MappingError(error.problem(f"{SCHEME}:{name}")) from None
    version = (
        f"@{provider_program.version}" if provider_program.version and "@" not in name and not is_path(name) else ""
    )
    return schema_as_document(provider_program, f"{name}{version}", schema)


def schema_as_document(provider: Found, name: str, schema: ProviderSchema) -> Document:
    """The schema of a provider as a document with one line for each attribute, named after the provider."""
    from mapper.languages.tfplugin.schema import SchemaDocument
    from mapper.languages.tfplugin.schema_text import document_lines

    text = document_lines(SchemaDocument({provider.address: schema}))
    return Document(f"{SCHEME}:{name}", text.encode("utf-8", "surrogatepass"))


def program(name: str, request: Request) -> Found:
    """The program of a provider, from its address or its path. Raises TfPluginError."""
    base = request.base or Path.cwd()
    return find_provider(name, request.plugin_dirs, machine_folders(os.environ), base)


def machine_folders(environment: Mapping[str, str]) -> list[Path]:
    """The folders of Terraform's CLI configuration, and Terraform's default ones, in this order."""
    return [*configured_folders(environment), *terraform_folders(environment)]


_LARGEST = 1_000_000
_INSTALLATION, _MIRROR, _CACHE = "provider_installation", "filesystem_mirror", "plugin_cache_dir"


def configured_folders(environment: Mapping[str, str]) -> Iterator[Path]:
    """The existing folders. An unreadable file is skipped: Terraform itself reports it."""
    for folder in _configured(environment):
        path = Path(folder).expanduser()
        if path.is_dir():
            yield path


def _configured(environment: Mapping[str, str]) -> Iterator[str]:
    home = Path(environment.get("HOME") or "~").expanduser()
    path = environment.get("TF_CLI_CONFIG_FILE") or str(home / ".terraformrc")
    try:
        text = regular_bytes(Path(path), _LARGEST).decode("utf-8")
        yield from _of_json(parse_json(text)) if text.lstrip().startswith("{") else _of_hcl(read_hcl(text))
    except (OSError, ValueError, HclError):
        return


def _of_hcl(body: Body) -> Iterator[str]:
    yield from filter(_is_text, [body.arguments.get(_CACHE)])
    for installation in body.blocks:
        if installation.type == _INSTALLATION:
            mirrors = (block for block in installation.body.blocks if block.type == _MIRROR)
            yield from filter(_is_text, (block.body.arguments.get("path") for block in mirrors))


def _of_json(root: dict[str, Any]) -> Iterator[str]:
    yield from filter(_is_text, [root.get(_CACHE)])
    for installation in _as_list(root.get(_INSTALLATION)):
        for mirror in _as_list(installation.get(_MIRROR)):
            yield from filter(_is_text, [mirror.get("path")])


def _as_list(value: Any) -> list[dict[str, Any]]:
    """One object or several, as in the JSON form of the language."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value)


_LIBRARIES = ("grpc", "google", "msgpack")


def start_provider(
    path: Path,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    limits: Limits | None = None,
) -> Provider:
    """As `Provider.start`. Also raises PluginError if a library or POSIX is missing."""
    if os.name != "posix":
        text = f"{path.name}: providers are started on Linux and macOS only"
        raise PluginError(text, remedy="use a schema file")
    try:
        from .provider import Provider
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] not in _LIBRARIES:
            raise
        text = f"{path.name}: a running provider needs more packages"
        raise PluginError(text, remedy="pip install 'mkdocs-oasmap[provider]'") from None
    return Provider.start(path, environment, folder, limits)
