"""Versions of a Kind before the generated one, with what the definition of an earlier release has of them."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from mapper.inputs import Document, Node, problem_at
from mapper.report.diagnostic import MappingError

from .config import PreviousVersion, ResourceSettings, Settings


def with_previous_versions(settings: Settings, load: Callable[[str], Document]) -> Settings:
    """The settings with the entries of all previous versions whose definitions are named.

    `load` reads a file, whose path is relative to the config. Raises MappingError if a file lacks the version.
    """
    return replace(
        settings, resources=_of_resources(settings.resources, load), cluster=_of_resources(settings.cluster, load)
    )


def with_versions(definition: dict[str, Any], settings: ResourceSettings) -> dict[str, Any]:
    """A definition with its previous versions, too, sorted by name as controller-gen does."""
    name, spec = definition["metadata"]["name"], definition["spec"]
    (latest,) = spec["versions"]
    entries = [
        earlier.entry
        for earlier in settings.previous
        if earlier.entry is not None and earlier.defines == name and earlier.name != latest["name"]
    ]
    versions = sorted((latest, *entries), key=lambda entry: str(entry["name"]))
    return {**definition, "spec": {**spec, "versions": versions}} if entries else definition


def _of_resources(
    resources: Mapping[str, ResourceSettings], load: Callable[[str], Document]
) -> dict[str, ResourceSettings]:
    return {
        name: replace(settings, previous=tuple(_with_entry(earlier, load) for earlier in settings.previous))
        for name, settings in resources.items()
    }


def _with_entry(earlier: PreviousVersion, load: Callable[[str], Document]) -> PreviousVersion:
    if not earlier.definition:
        return earlier
    root = load(earlier.definition).node
    written = _entry_in(root, earlier.name)
    if written is None:
        text = f"previous_versions: {earlier.definition} is no definition with a schema of the version {earlier.name}"
        remedy = "name the definition of the last release that had it"
        raise MappingError(problem_at(text, earlier.node, remedy=remedy))
    entry = {**written, "storage": False}
    if earlier.deprecation:
        entry |= {"deprecated": True, "deprecationWarning": earlier.deprecation}
    metadata = root.value.get("metadata")
    defines = metadata.get("name") if isinstance(metadata, dict) else None
    return replace(earlier, entry=entry, defines=str(defines))


def _entry_in(definition: Node, name: str) -> dict[str, Any] | None:
    """The entry of a version with a schema."""
    spec = definition.get("spec")
    versions = spec.get("versions") if spec is not None else None
    for entry in versions.value if versions is not None and isinstance(versions.value, list) else ():
        if isinstance(entry, dict) and entry.get("name") == name:
            schema = entry.get("schema")
            if isinstance(schema, dict) and isinstance(schema.get("openAPIV3Schema"), dict):
                return entry
    return None
