"""The JSON schema of the Provider Code Specification, as its authors publish it: in a Go module."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.systems.terraform.rules import BAD_ENTITY_NAME, EMPTY_MEMBERS, ENTITY_EMPTY

from ..go_code.tools import Unavailable, download, found_go
from ..support import write_code_spec

MODULE = "github.com/hashicorp/terraform-plugin-codegen-spec@v0.2.0"


KNOWN = {BAD_ENTITY_NAME, EMPTY_MEMBERS, ENTITY_EMPTY}
"""What the reference tool writes too, although the schema does not allow it."""


@cache
def validator() -> Any:
    """A validator of artifacts; None where there is no Go, or the module cannot be had."""
    from jsonschema_rs import Draft7Validator

    try:
        folder = download(found_go(), MODULE, Path())
    except Unavailable:
        return None
    return Draft7Validator(json.loads((folder / "spec" / "v0.1" / "schema.json").read_text(encoding="utf-8")))


def violations(artifact: str) -> dict[str, list[str]]:
    """What is wrong with an artifact, by the entity that it is wrong in."""
    data = json.loads(artifact)
    found: dict[str, list[str]] = {}
    for error in validator().iter_errors(data):
        section, index, *_ = [*error.instance_path, "", ""]
        kind = {"resources": "resource", "datasources": "data source"}.get(str(section), "provider")
        name = data["provider"]["name"] if kind == "provider" else data[section][index]["name"]
        found.setdefault(f"{kind} {name}", []).append(error.message)
    return found


def unexplained(mapping: Mapping) -> dict[str, list[str]]:
    """What is wrong with the artifact of a mapping and has no diagnostic, by the entity that it is wrong in."""
    explained = {str(diagnostic.entity) for diagnostic in mapping.diagnostics if diagnostic.rule in KNOWN}
    found = violations(write_code_spec(mapping))
    return {entity: texts for entity, texts in found.items() if entity not in explained}
