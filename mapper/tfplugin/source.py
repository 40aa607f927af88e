"""Schemas of running Terraform providers as inputs: `provider:NAMESPACE/TYPE` or `provider:PATH`.

No process is started for a baseline, or if only a config file asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..hcl.parser import Body, HclError, read_hcl
from ..inputs import Document, Documents
from ..inputs.json_values import parse_json
from ..report.diagnostic import MappingError, Problem
from ..request import Request
from .errors import PluginError, TfPluginError
from .find import Found, find_provider, is_path, terraform_folders

if TYPE_CHECKING:
    from .process import Limits
    from .provider import Provider
    from .schema import ProviderSchema


SCHEME = "provider"
WRITES = "oasmap generate --system provider --live --output provider_schema.json"
"""The command that writes the schema of a provider to a file; the name of the provider comes after it."""


def is_live(spec: Path | Document) -> bool:
    """Whether an input names a provider to be started."""
    return not isinstance(spec, Document) and str(spec).startswith(f"{SCHEME}:")


def schema_document(request: Request, documents: Documents) -> Document:
    """The provider schema that a request names, from a file or from a running provider.

    Raises DocumentError, and MappingError if a provider cannot be asked or may not be started.
    """
    spec = request.spec
    if not is_live(spec):
        return documents.given(spec)
    if not request.live:
        text = "only where the command line (--live) or mkdocs.yml (live: true) says so, and never for a baseline"
        raise MappingError(Problem(f"a provider is started {text}", str(spec)))
    return documents.add(_live_schema(str(spec).removeprefix(f"{SCHEME}:"), request))


def _live_schema(name: str, request: Request) -> Document:
    """The schema that a started provider returns. Raises MappingError."""
    try:
        provider_program = program(name, request)
        with start_provider(provider_program.path) as provider:
            schema = provider.schema()
    except TfPluginError as error:
        raise MappingError(Problem(str(error), f"{SCHEME}:{name}")) from None
    version = (
        f"@{provider_program.version}" if provider_program.version and "@" not in name and not is_path(name) else ""
    )
    return schema_as_document(provider_program, f"{name}{version}", schema)


def schema_as_document(found: Found, name: str, schema: ProviderSchema) -> Document:
    """The schema of a provider as a document with one line for each attribute, named after the provider."""
    from .schema import SchemaDocument
    from .schema_text import document_lines

    text = document_lines(SchemaDocument({found.address: schema}))
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
        text = Path(path).read_text(encoding="utf-8") if Path(path).stat().st_size <= _LARGEST else ""
        yield from _of_json(parse_json(text)) if text.lstrip().startswith("{") else _of_hcl(read_hcl(text))
    except (OSError, ValueError, HclError):
        return


def _of_hcl(body: Body) -> Iterator[str]:
    yield from filter(_is_text, [body.arguments.get(_CACHE)])
    for installation in body.blocks:
        if installation.type == _INSTALLATION:
            mirrors = (block for block in installation.body.blocks if block.type == _MIRROR)
            yield from filter(_is_text, (block.body.arguments.get("path") for block in mirrors))


def _of_json(root: Any) -> Iterator[str]:
    if not isinstance(root, dict):
        return
    yield from filter(_is_text, [root.get(_CACHE)])
    for installation in _listed(root.get(_INSTALLATION)):
        for mirror in _listed(installation.get(_MIRROR)):
            yield from filter(_is_text, [mirror.get("path")])


def _listed(value: Any) -> list[dict[str, Any]]:
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
        raise PluginError(f"{path.name}: providers are started on Linux and macOS only")
    try:
        from .provider import Provider
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in _LIBRARIES:
            raise
        text = "a running provider needs more packages: pip install 'mkdocs-oasmap[provider]'"
        raise PluginError(f"{path.name}: {text}") from None
    return Provider.start(path, environment, folder, limits)
