"""Runs the examples of a page of the guide.

A page with examples is a story. A block with the name of a file as its title is written to that file, and a block of
shell commands is what `oasmap` is called with from then on. A block with the title *resource NAME* or
*data source NAME* lists the attributes that it has now, a line for each. A block with a command of `oasmap` as its
title is what that prints on standard output.
"""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mkdocs_oasmap.cli import main

DOCS = Path(__file__).parents[1] / "example_site" / "docs"
DEFAULT = "oasmap generate openapi.yaml"
SECTIONS = {"resource": "resources", "data source": "datasources"}

_BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(r"(resource|data source) (\w+)\Z")
_PRINTED = re.compile(r"oasmap (?:init|settle)\b")
_STATUS = {"computed_optional": "optional, computed"}


@dataclass(frozen=True)
class Block:
    language: str
    title: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for match in _BLOCK.finditer(text):
        yield Block(match[1], match[2] or "", match[3], text.count("\n", 0, match.start()) + 1)


def pages() -> list[Path]:
    """The pages that have something to expect in them."""
    return [page for page in sorted(DOCS.glob("*.md")) if any(_is_expected(block) for block in blocks(page))]


def _is_expected(block: Block) -> bool:
    return bool(_EXPECTED.match(block.title) or _PRINTED.match(block.title))


def play(page: Path, folder: Path) -> Iterator[tuple[Block, str]]:
    """Run a page in `folder`, which is the current one: each block that expects something, and what is so."""
    command = DEFAULT
    for block in blocks(page):
        expected = _EXPECTED.match(block.title)
        if expected:
            run(command)
            yield block, attributes(folder / "provider_code_spec.json", expected[1], expected[2])
        elif _PRINTED.match(block.title):
            yield block, printed(block.title)
        elif block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "sh" and block.text.startswith("oasmap generate"):
            command = block.text.strip()


def run(command: str) -> None:
    _, *arguments = shlex.split(command)
    assert main([*arguments, "--quiet"]) == 0, command


def printed(command: str) -> str:
    """What a command prints on standard output."""
    _, *arguments = shlex.split(command)
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with redirect_stdout(stream):
        assert main(arguments) == 0, command
    return stream.buffer.getvalue().decode()  # type: ignore[attr-defined]


def attributes(spec: Path, kind: str, name: str) -> str:
    """The attributes of an entity, a line for each, nested ones further in."""
    data = json.loads(spec.read_text(encoding="utf-8"))
    (entity,) = [entity for entity in data[SECTIONS[kind]] if entity["name"] == name]
    return "".join(f"{line}\n" for line in _lines(entity["schema"].get("attributes", []), ""))


def _lines(listed: list[dict[str, Any]], indent: str) -> Iterator[str]:
    for attribute in listed:
        (kind,) = attribute.keys() - {"name"}
        value = attribute[kind]
        status = value["computed_optional_required"]
        yield f"{indent}{attribute['name']}: {_words(kind, value)}, {_STATUS.get(status, status)}"
        yield from _lines(
            value.get("attributes") or value.get("nested_object", {}).get("attributes", []), indent + "  "
        )


def _words(kind: str, value: dict[str, Any]) -> str:
    if "element_type" in value:
        ((inner, rest),) = value["element_type"].items()
        return f"{kind} of {_words(inner, rest)}"
    mode = kind.removesuffix("_nested")
    return mode if mode == kind else "object" if mode == "single" else f"{mode} of object"
