"""A config to start from: every resource of a schema, with guesses that are marked as such."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase

from ..diagnostics import MappingError, Problem
from ..system import Proposal, Proposing, Request
from ..tfplugin.schema import Block
from .fields import walk
from .inputs import read_inputs
from .resources import Resource

_HEAD = """\
# The config of a Crossplane provider, proposed by `oasmap init`. A schema does not say everything:
# what is marked as a guess is yours to check.
name: {name}
profile: upjet
root_group: {name}.crossplane.io
namespaced_root_group: {name}.m.crossplane.io
short_name: {name}
base_version: v1alpha1
only_listed: true # resources that are not below are left out
resource_metadata:
"""


def starter(proposing: Proposing) -> Proposal:
    """A config with the resources of a schema. Raises MappingError where nothing can be proposed."""
    refused = {
        "--overlay": proposing.overlays,
        "--allow-host": proposing.allow_hosts,
        "--update": proposing.existing,
    }
    for name, value in refused.items():
        if value:
            raise MappingError(Problem(f"the system crossplane proposes nothing for {name}; leave it out"))
    inputs = read_inputs(Request(proposing.spec, (), provider=proposing.provider))
    found = [resource for resource in inputs.provider.resources if _is_wanted(resource.name, proposing)]
    if not found:
        raise MappingError(Problem("no resource is left to propose", inputs.document.uri))
    name = inputs.provider.prefix
    lines = (line for resource in found for line in _resource(resource))
    text = _HEAD.format(name=_scalar(name)) + "\n".join(lines) + "\n"
    return Proposal(text, f"{len(found)} resources of the provider {name}")


def _is_wanted(name: str, proposing: Proposing) -> bool:
    included = not proposing.include or any(fnmatchcase(name, pattern) for pattern in proposing.include)
    return included and not any(fnmatchcase(name, pattern) for pattern in proposing.exclude)


def _resource(resource: Resource) -> Iterator[str]:
    yield f"- terraform_name: {_scalar(resource.name)}"
    yield f"  short_group: {_scalar(resource.group_kind.short_group)}"
    yield f"  crd_name: {_scalar(resource.group_kind.kind)}"
    mode, why = _external_name(resource.block)
    yield f"  external_name: {{mode: {mode}}} # a guess: {why}"
    numbers = [field.path for field in walk(resource.targets[0].fields) if field.shape == "number"]
    if numbers:
        listed = ", ".join(map(_scalar, numbers))
        yield f"  # number_int: [{listed}] # numbers: a schema does not tell which of them are integers"


def _external_name(block: Block) -> tuple[str, str]:
    name = block.attributes.get("name")
    identifier = block.attributes.get("id")
    if name is not None and name.required and (identifier is None or not identifier.computed):
        return "name_as_identifier", "it has a name, and no id that the provider sets"
    return "identifier_from_provider", "the provider sets the id"


def _scalar(text: str) -> str:
    plain = text.isascii() and text.replace("_", "").replace(".", "").isalnum() and text[0].isalpha()
    return text if plain and text.lower() not in _WORDS else json.dumps(text)


_WORDS = frozenset("true false yes no on off null y n".split())
