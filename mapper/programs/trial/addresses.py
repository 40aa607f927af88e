"""The addresses under which configurations name a provider."""

from collections.abc import Iterator
from pathlib import Path

from mapper.files import regular_bytes
from mapper.languages.hcl.parser import Body, HclError, read_hcl

_LARGEST = 1_000_000
_MOST_FILES = 200


def addresses(provider: str, folder: Path) -> tuple[str, ...]:
    """The address that a resource type implies, and all that the configuration in a folder requires for its name."""
    required = (source for path in sorted(folder.glob("*.tf"))[:_MOST_FILES] for source in _sources(path, provider))
    return tuple(dict.fromkeys([f"hashicorp/{provider}", *required]))


def _sources(path: Path, provider: str) -> Iterator[str]:
    """The sources of the provider in `required_providers` of a file; none if it cannot be read."""
    try:
        body = read_hcl(regular_bytes(path, _LARGEST).decode())
    except (OSError, UnicodeDecodeError, HclError):
        return  # Terraform says what is wrong with it
    for block in _required(body):
        written = block.arguments.get(provider)
        source = written.get("source") if isinstance(written, dict) else None
        if isinstance(source, str):
            yield source


def _required(body: Body) -> Iterator[Body]:
    for block in body.blocks:
        if block.type == "terraform":
            yield from (nested.body for nested in block.body.blocks if nested.type == "required_providers")
