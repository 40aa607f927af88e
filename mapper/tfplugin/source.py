"""Schemas of running Terraform providers as inputs: `provider:NAMESPACE/TYPE` or `provider:PATH`.

No process is started for a baseline, or if only a config file asks for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..hcl.cli_config import configured_folders
from ..inputs import Document, Documents
from ..report.diagnostic import MappingError, Problem
from ..request import Request
from .errors import TfPluginError
from .find import Found, find_provider, is_path, terraform_folders

if TYPE_CHECKING:
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
    from .start import start_provider

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
