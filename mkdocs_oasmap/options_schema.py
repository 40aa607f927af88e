"""The options of the plugin in `mkdocs.yml` as a JSON Schema, for editors.

The option classes of MkDocs have no JSON Schema, and the command line must not import MkDocs; a test compares both.
"""

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
            "Several inputs in one site, in place of spec.", {"type": ["array", "null"], "items": entry}
        ),
        "source_url": _described(
            "The URL of a line of a file in your repository, with {path} and {line}; derived from repo_url, if unset.",
            _TEXT,
        ),
        "check_spec": _described(
            "Whether to report violations of the OpenAPI specification. Slow; needs the extra validate.", _TRUTH
        ),
        "levels": _described(
            "Severities by the code of the diagnostic: error, warning, info, or ignore, which keeps it out of the log.",
            _levels(),
        ),
        "split": _described(
            "In an entity with more attributes than this number, each root attribute with many nested"
            " attributes gets its own page.",
            {"type": ["integer", "null"]},
        ),
        "audience": _described(
            "Whom the pages are for; if unset, users, and authors in previews.", {"enum": ["users", "authors", None]}
        ),
        "sources": _described(
            "Whether users see where attributes come from, with the names and lines of the inputs.", _TRUTH
        ),
        "javascript": _described(
            "Whether pages load the script that adds the toolbar and unfolds the row of a search result."
            " Pages need no script for anything else.",
            _TRUTH,
        ),
        "labels": _described("Other texts for titles, groups, statuses and badges, by key.", _labels()),
        "markdown_pages": _described(
            "Whether the site has each page as Markdown too, and an llms.txt that lists them.", _TRUTH
        ),
        "search": _described(
            "What the search finds of an entity: attributes (first paragraph, names and first sentences),"
            " full (the whole text) or off.",
            {"enum": ["attributes", "full", "off"]},
        ),
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
        "system": _described("The target of the mapping.", {"enum": list(REGISTRY), "default": default_system()}),
        "version": _described("The version of the tools of the system to write for; the newest, if unset.", _TEXT),
        "dialect": _described(
            "The dialect of the output: design or lumidl for pulumi, the profile upjet or v2020 for"
            " crossplane; if unset, the dialect of the config.",
            _TEXT,
        ),
        "service": _described("The name of the service, with which the API group begins.", _TEXT),
        "provider": _described("The provider, if the input has several.", _TEXT),
        "live": _described("Whether oasmap may start the program of the provider.", _TRUTH),
        "plugin_dirs": _described(
            "Folders in which oasmap looks for programs of providers.", {"type": "array", "items": {"type": "string"}}
        ),
        "spec": _described("The API description, or another input of the system.", _TEXT),
        "sidecar": _described("The sidecar of a mapping that was made elsewhere, in place of spec.", _TEXT),
        "config": _described("The generator config, in one file or in a list of several.", _TEXTS),
        "overlays": _described(
            "OpenAPI Overlays, a file or a list, applied to the description before the mapping.", _TEXTS
        ),
        "allow_hosts": _described(
            "Hosts that references may lead to. oasmap reads nothing from other hosts.",
            {"type": "array", "items": {"type": "string"}},
        ),
        "registry_docs": _described(
            "The folder of the pages for Terraform's registry, which must not be in docs_dir.", _TEXT
        ),
        "provider_dir": _described(
            "The repository with your examples, which pages show in place of generated ones, and your"
            " templates for the registry; the folder of mkdocs.yml, if unset.",
            _TEXT,
        ),
        "output": _described("A file of your repository to which the artifact is written as well.", _TEXT),
        "pages": _described("The folder of the generated pages in the site.", _TEXT),
        "address": _described(
            "The address of the provider in the registry, such as owlridge/owlridge. The overview then"
            " begins with the required_providers block.",
            _TEXT,
        ),
        "title": _described("The title of the overview.", {"type": "string"}),
        "baseline": _described(
            "The state to compare with: git:REVISION, or a file. The site gets a page of changes, and marks"
            " on rows that changed.",
            _TEXT,
        ),
        "baseline_config": _described(
            "The generator config of the baseline, a file or a list, if it had another name that git does not detect.",
            _TEXTS,
        ),
        "baseline_missing": _described(
            "What a missing baseline is: a warning (mkdocs build --strict fails), an error (every build"
            " fails), or silent.",
            {"enum": ["warning", "error", "silent"]},
        ),
        "recorded": _described(
            "The sidecar or code spec that was written for the baseline. It shows which changes come from a"
            " new version of oasmap.",
            _TEXT,
        ),
        "review": _described("The review file, with severities and approved changes.", _TEXT),
        "drift": _described("The schema of the built provider to compare with.", _TEXT),
        "proof": _described("The sidecar with what a running provider said about the pages.", _TEXT),
        "versions": _described(
            "Released versions, oldest first, for marks such as *added in 1.1*: each a sidecar or git:TAG.",
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
