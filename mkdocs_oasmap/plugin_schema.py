"""The options of the plugin in `mkdocs.yml` as a JSON Schema, for editors.

The option classes of MkDocs have no JSON Schema, and the command line must not import MkDocs; a test compares both.
"""

from __future__ import annotations

from typing import Any

from mapper.diagnostics import Severity
from mapper.systems import REGISTRY, default_system

Json = dict[str, Any]

_TEXT: Json = {"type": ["string", "null"]}
_TEXTS: Json = {"type": ["string", "array", "null"], "items": {"type": "string"}}
_TRUTH: Json = {"type": "boolean"}


def plugin_schema() -> Json:
    """The schema of the section `oasmap:`, as plain data."""
    mapping = _mapping_options()
    entry = {
        "type": "object",
        "additionalProperties": False,
        "properties": mapping,
        "anyOf": [{"required": ["spec"]}, {"required": ["sidecar"]}],
    }
    site = {
        "mappings": _said(
            "Several mappings in one site, in place of spec.", {"type": ["array", "null"], "items": entry}
        ),
        "source_url": _said("The address of a line in the repository, with {path} and {line} in it.", _TEXT),
        "check_spec": _said("Report where the description violates OpenAPI; slow, needs the extra validate.", _TRUTH),
        "levels": _said("Severities by diagnostic code.", _levels()),
        "split": _said(
            "Entities with more attributes than this get a page for each large root attribute.",
            {"type": ["integer", "null"]},
        ),
        "audience": _said("Whom the pages are for.", {"enum": ["users", "authors", None]}),
        "sources": _said("Whether users see where attributes come from, too.", _TRUTH),
        "javascript": _said("Whether pages get the script that unfolds all sources at once.", _TRUTH),
        "words": _said(
            "What pages say in place of their own phrases.",
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "markdown_pages": _said("Whether each page is in the site as Markdown, too, with an llms.txt.", _TRUTH),
        "cache": _said("Whether what is made is kept in the user's cache folder for the next build.", _TRUTH),
        "search": _said("What the search index gets.", {"enum": ["attributes", "full", "off"]}),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Options of the MkDocs plugin oasmap",
        "type": ["object", "null"],
        "additionalProperties": False,
        "properties": {**mapping, **site},
    }


def _mapping_options() -> Json:
    return {
        "system": _said("What is mapped to.", {"enum": list(REGISTRY), "default": default_system()}),
        "version": _said("The version of the system's own tools to write for.", _TEXT),
        "dialect": _said("How the input is written, for systems that read several dialects.", _TEXT),
        "service": _said("The name of the service, for systems that need one which the input does not have.", _TEXT),
        "provider": _said("The provider that is meant, if the input has several.", _TEXT),
        "live": _said("Whether a provider's process may be started to be asked for its schema.", _TRUTH),
        "plugin_dirs": _said("Folders with plugins of Terraform.", {"type": "array", "items": {"type": "string"}}),
        "spec": _said("The API description, relative to mkdocs.yml, or a name that the system knows.", _TEXT),
        "sidecar": _said("The sidecar of a mapping that was made elsewhere, in place of spec.", _TEXT),
        "config": _said("The generator config, in one file or several.", _TEXTS),
        "overlays": _said("OpenAPI Overlays, applied to the description in this order.", _TEXTS),
        "allow_hosts": _said("Hosts that references may lead to.", {"type": "array", "items": {"type": "string"}}),
        "registry_docs": _said("Where the pages for Terraform's registry are written.", _TEXT),
        "provider_dir": _said("The repository of the provider, with examples and templates in it.", _TEXT),
        "output": _said("Where the specification is also written.", _TEXT),
        "pages": _said("The folder of the pages in the site.", _TEXT),
        "address": _said("Where the provider is published, such as owlridge/owlridge.", _TEXT),
        "title": _said("The title of the overview.", {"type": "string"}),
        "baseline": _said("What changes are shown since: git:REVISION, or a file.", _TEXT),
        "baseline_config": _said("The generator config of the baseline, if it had another name.", _TEXTS),
        "baseline_missing": _said(
            "What the build does where the baseline is not there.", {"enum": ["warning", "error", "silent"]}
        ),
        "recorded": _said("What was made of the baseline at its time.", _TEXT),
        "review": _said("The review file: severities by rule and approved changes.", _TEXT),
        "drift": _said("What was read of the built provider, to compare with.", _TEXT),
        "proof": _said("The sidecar in which is recorded what a running provider said of the pages.", _TEXT),
        "versions": _said(
            "Released versions by their names, oldest first, each a sidecar or git:TAG.",
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "history": _said("The file that oasmap history writes, in place of versions.", _TEXT),
    }


def _said(description: str, schema: Json) -> Json:
    return {"description": description, **schema}


def _levels() -> Json:
    words = [*map(str, Severity), "ignore"]
    return {"type": "object", "propertyNames": {"pattern": "^OAS[0-9]{3}$"}, "additionalProperties": {"enum": words}}
