"""Declarations of what an example refers to: other resources, each in its smallest form, variables, a provider."""

import re
from collections.abc import Callable

from .example import LABEL
from .literals import is_name, quoted

_TEXT_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')
_RESOURCE = re.compile(rf"\b([A-Za-z_][\w-]*)\.{LABEL}\.")
_VARIABLE = re.compile(r"\bvar\.([A-Za-z_][\w-]*)")
_MOST = 12
"""The most resources that an example declares besides its own."""


def declarations(example: str, smallest: Callable[[str], str]) -> str:
    """The blocks that an example needs to be complete; empty if it refers to nothing.

    `smallest` has the smallest example of the resource of a type; it is empty if there is no such resource.
    """
    blocks: dict[str, str] = {}
    variables: dict[str, None] = {}
    texts = [example]
    for text in texts:  # which grows
        code = _TEXT_OR_COMMENT.sub("", text)
        variables |= dict.fromkeys(_VARIABLE.findall(code))
        for type_ in dict.fromkeys(_RESOURCE.findall(code)):
            is_new = type_ not in blocks and len(blocks) < _MOST and f"resource {quoted(type_)} " not in example
            if is_new and (block := smallest(type_)):
                blocks[type_] = block
                texts.append(block)
    declared = [f"variable {quoted(name)} {{\n  sensitive = true\n}}\n" for name in variables]
    return "\n".join([*blocks.values(), *declared])


_ADDRESS = re.compile(r"(?:[A-Za-z0-9.-]+(?::\d+)?/)?[A-Za-z0-9_-]+/[A-Za-z0-9_-]+\Z")
_DEFAULT_HOST = "registry.terraform.io/"


def use_block(name: str, address: str, configuration: str) -> str:
    """The block that requires a provider by its address, such as `owlridge/owlridge`, and its configuration."""
    blocks = []
    if is_name(name) and _ADDRESS.match(address):
        source = quoted(address.removeprefix(_DEFAULT_HOST))
        blocks.append(
            f"terraform {{\n  required_providers {{\n    {name} = {{\n      source = {source}\n    }}\n  }}\n}}\n"
        )
    return "\n".join([*blocks, configuration] if configuration else blocks)
