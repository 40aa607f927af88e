"""The blocks of a configuration that require and configure a provider."""

from __future__ import annotations

import re

from .literals import is_name, quoted

_ADDRESS = re.compile(r"(?:[A-Za-z0-9.-]+(?::\d+)?/)?[A-Za-z0-9_-]+/[A-Za-z0-9_-]+\Z")
_DEFAULT_HOST = "registry.terraform.io/"


def use_block(name: str, address: str, configuration: str) -> str:
    """The block that requires a provider by its address, such as `owlridge/owlridge`, and its
    configuration, each if known.
    """
    blocks = []
    if is_name(name) and _ADDRESS.match(address):
        source = quoted(address.removeprefix(_DEFAULT_HOST))
        blocks.append(
            f"terraform {{\n  required_providers {{\n    {name} = {{\n      source = {source}\n    }}\n  }}\n}}\n"
        )
    return "\n".join([*blocks, configuration] if configuration else blocks)
