"""Writes the files of a provider: Go packages of the resources, the program around them, and definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

from ...kubernetes.crd import file_name
from ...kubernetes.yaml_text import text_of
from ..config import Settings
from .definitions import FOLDER, definition_of, provider_definitions
from .package import Package, Types
from .program import program_files
from .resources import PlainProvider, PlainResource

Replaced = Mapping[tuple[str, str], str]
"""Texts that replace generated files, by resource and file name."""


def write_provider(provider: PlainProvider, replaced: Replaced) -> dict[str, Iterable[str]]:
    """Path -> text of each file, made on iteration: all texts of a large provider take much memory."""
    files: dict[str, Iterable[str]] = {}
    program, made = provider.settings.program, Types()
    for resource in provider.resources:
        overlaid = {file: text for (name, file), text in replaced.items() if name == resource.name}
        package = Package(resource, made, program.runtime, program.omits_empty, overlaid)
        folder = f"generated/resources/{resource.package}/{resource.address.version}"
        for name in package.files:
            files[f"{folder}/{name}"] = _Text(_of(package, name))
        files[f"{FOLDER}/{file_name(resource.address)}"] = _Text(_defined(resource, provider.settings))
    for address, data in provider_definitions(provider):
        files[f"{FOLDER}/{file_name(address)}"] = (_definition(data),)
    return files | {path: (text,) for path, text in program_files(provider).items()}


class _Text(Struct, frozen=True):
    make: Callable[[], str]

    def __iter__(self) -> Iterator[str]:
        """Yield the text."""
        yield self.make()


def _of(package: Package, name: str) -> Callable[[], str]:
    return lambda: package.text(name)


def _defined(resource: PlainResource, settings: Settings) -> Callable[[], str]:
    return lambda: _definition(definition_of(resource.target, settings))


def _definition(data: dict[str, object]) -> str:
    return f"\n---\n{text_of(data)}"
