"""Proposes a config: every resource of a schema, with guesses that are marked as such."""

import json
import os
from collections.abc import Iterator, Set
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec.structs import replace

from mapper.inputs import Document, Documents
from mapper.languages.tfplugin.schema_source import WRITES, is_live
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.report.fix import flow_scalar as scalar
from mapper.request import Proposing, Request, StartingConfig
from mapper.text.display import visible
from mapper.text.plural import plural

from .documentation import read_texts
from .inferred_settings import external_name, named_references, references, whole_numbers
from .programs import Programs
from .read import Inputs, metadata_in, read_inputs
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
{more}only_listed: true # resources that are not below are left out
resource_metadata:
"""


def starter(proposing: Proposing, programs: Programs) -> StartingConfig:
    """A config with the resources of a schema. Raises MappingError if nothing can be proposed."""
    proposing.takes_only("crossplane", "include", "exclude")
    inputs, named = _inputs(proposing, programs)
    resources = [resource for resource in inputs.provider.resources if _is_wanted(resource.name, proposing)]
    if not resources:
        raise MappingError(
            Problem("no resource is left to propose", inputs.document.uri, remedy="change --include or --exclude")
        )
    name = inputs.provider.prefix
    names = {resource.name for resource in resources}
    lines = (line for resource in resources for line in _resource(resource, names, name))
    text = _HEAD.format(name=scalar(name), more=named) + "\n".join(lines) + "\n"
    return StartingConfig(text, f"{plural(len(resources), 'resource')} of the provider {name}")


def _is_wanted(name: str, proposing: Proposing) -> bool:
    included = not proposing.include or any(fnmatchcase(name, pattern) for pattern in proposing.include)
    return included and not any(fnmatchcase(name, pattern) for pattern in proposing.exclude)


def _inputs(proposing: Proposing, programs: Programs) -> tuple[Inputs, str]:
    """The inputs with the collected documentation next to the schema, and the config line that names that file."""
    if is_live(proposing.spec):
        command = f"{WRITES} {proposing.spec}"
        text = "a config is proposed for the schema that is committed with it"
        raise MappingError(Problem(text, str(proposing.spec), remedy=f"write the schema with `{command}`"))
    request = Request(proposing.spec, (), provider=proposing.provider)
    inputs = read_inputs(request, programs)
    if isinstance(proposing.spec, Document):
        return inputs, ""
    folder = proposing.spec.parent
    document, _ = metadata_in(folder, Documents())
    if document is None:
        return inputs, ""
    path = Path(document.path or document.uri)
    is_here = real_path(path.parent) == Path.cwd()
    line = "" if is_here else f"provider_metadata: {json.dumps(os.path.relpath(path))}\n"
    return replace(inputs, texts=read_texts(document.root)), line


def _resource(resource: Resource, known: Set[str], prefix: str) -> Iterator[str]:
    yield f"- terraform_name: {scalar(resource.name)}"
    yield f"  short_group: {scalar(resource.group_kind.short_group)}"
    yield f"  crd_name: {scalar(resource.group_kind.kind)}"
    setting, why = external_name(resource.block, resource.texts)
    yield f"  external_name: {setting} # a guess: {visible(why)}"
    targets = references(resource, known)
    if targets:
        yield "  references: # guesses: examples of the registry have the id of the other"
        yield from (f"    {scalar(path)}: {{terraform_name: {scalar(name)}}}" for path, name in targets.items())
    others = {p: name for p, name in named_references(resource, known, prefix).items() if p not in targets}
    if others:
        yield "  # these may be references, too, by their names:" if targets else "  # references: # by their names:"
        yield from (f"    # {scalar(path)}: {{terraform_name: {scalar(name)}}}" for path, name in others.items())
    if numbers := whole_numbers(resource):
        yield "  number_int: [] # a schema does not tell which numbers are integers; these may be:"
        yield from (f"  # - {scalar(path)}" for path in numbers)
