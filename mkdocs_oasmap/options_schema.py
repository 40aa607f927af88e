"""The options of the plugin in `mkdocs.yml` as a JSON Schema, for editors.

The option classes of MkDocs have no JSON Schema, and the command line must not import MkDocs; a test compares both.
"""

from __future__ import annotations

from typing import Any

from mapper.registry import REGISTRY, default_system
from mapper.report.diagnostic import Severity

from .pages.labels import LABELS

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
        "mappings": _described(
            "Several mappings in one site, in place of spec.", {"type": ["array", "null"], "items": entry}
        ),
        "source_url": _described("The address of a line in the repository, with {path} and {line} in it.", _TEXT),
        "check_spec": _described(
            "Report where the description violates OpenAPI; slow, needs the extra validate.", _TRUTH
        ),
        "levels": _described("Severities by diagnostic code.", _levels()),
        "split": _described(
            "Entities with more attributes than this get a page for each large root attribute.",
            {"type": ["integer", "null"]},
        ),
        "audience": _described("Whom the pages are for.", {"enum": ["users", "authors", None]}),
        "sources": _described("Whether users see where attributes come from, too.", _TRUTH),
        "javascript": _described("Whether pages get the script that unfolds all sources at once.", _TRUTH),
        "labels": _described("Titles, groups, statuses and badges of pages in other words, by key.", _labels()),
        "markdown_pages": _described("Whether each page is in the site as Markdown, too, with an llms.txt.", _TRUTH),
        "search": _described("What the search index gets.", {"enum": ["attributes", "full", "off"]}),
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
        "system": _described("The system to map to.", {"enum": list(REGISTRY), "default": default_system()}),
        "version": _described("The version of the system's own tools to write for.", _TEXT),
        "dialect": _described("How the input is written, for systems that read several dialects.", _TEXT),
        "service": _described(
            "The name of the service, for systems that need one which the input does not have.", _TEXT
        ),
        "provider": _described("The provider to map, if the input has several.", _TEXT),
        "live": _described("Whether a provider's process may be started to be asked for its schema.", _TRUTH),
        "plugin_dirs": _described("Folders with plugins of Terraform.", {"type": "array", "items": {"type": "string"}}),
        "spec": _described("The API description, relative to mkdocs.yml, or a name that the system knows.", _TEXT),
        "sidecar": _described("The sidecar of a mapping that was made elsewhere, in place of spec.", _TEXT),
        "config": _described("The generator config, in one file or several.", _TEXTS),
        "overlays": _described("OpenAPI Overlays, applied to the description in this order.", _TEXTS),
        "allow_hosts": _described("Hosts that references may lead to.", {"type": "array", "items": {"type": "string"}}),
        "registry_docs": _described("Where the pages for Terraform's registry are written.", _TEXT),
        "provider_dir": _described("The repository of the provider, with examples and templates in it.", _TEXT),
        "output": _described("Where the specification is also written.", _TEXT),
        "pages": _described("The folder of the pages in the site.", _TEXT),
        "address": _described("Where the provider is published, such as owlridge/owlridge.", _TEXT),
        "title": _described("The title of the overview.", {"type": "string"}),
        "baseline": _described("The state to compare with: git:REVISION, or a file.", _TEXT),
        "baseline_config": _described("The generator config of the baseline, if it had another name.", _TEXTS),
        "baseline_missing": _described(
            "What the build does if the baseline does not exist.", {"enum": ["warning", "error", "silent"]}
        ),
        "recorded": _described("The sidecar that was written for the baseline at its time.", _TEXT),
        "review": _described("The review file: severities by rule and approved changes.", _TEXT),
        "drift": _described("The schema of the built provider, to compare the documentation with.", _TEXT),
        "proof": _described("The sidecar with a running provider's recorded checks of the pages.", _TEXT),
        "versions": _described(
            "Released versions by their names, oldest first, each a sidecar or git:TAG.",
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "history": _described("The file that oasmap history writes, in place of versions.", _TEXT),
    }


def _described(description: str, schema: Json) -> Json:
    return {"description": description, **schema}


def _labels() -> Json:
    properties = {key: {"type": "string", "default": text} for key, text in LABELS.items()}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _levels() -> Json:
    words = [*map(str, Severity), "ignore"]
    return {"type": "object", "propertyNames": {"pattern": "^OAS[0-9]{3}$"}, "additionalProperties": {"enum": words}}
