"""Plays a page from top to bottom in a workspace: files are written, commands run, printed output is compared.

| block | what happens |
| --- | --- |
| a title that is the path of a file | the file is written; with the language `diff`, it is changed |
| `sh` without a title | it is run, and must succeed |
| a title that begins with a program | it is run, and prints the block; a line `…` in it is any number of lines |
| *resource NAME*, *data source NAME* | the attributes that the last `oasmap generate` gives it now |
| *the repository* | a list of files that exist |
| a path that a command has written | the block is a part of it |
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .attributes import attributes
from .fences import Block, blocks
from .workspace import PROGRAMS, Workspace

DEFAULT = "oasmap generate openapi.yaml"
SPEC, EXCERPTS = "provider_code_spec.json", ("provider_code_spec.json", "attributes")
SHELL = {"sh", "shell"}
LISTING = "the repository"

_ENTITY = re.compile(r"(resource|data source) (\w+)\Z")
_GENERATE = re.compile(r"^oasmap generate\b.*$", re.MULTILINE)
_SYSTEM = re.compile(r"--system (\w+)")
_CONFIGS = {
    "": ("generator_config.yml",),
    "pulumi": ("pulumi.yml", "idl"),
    "provider": ("mkdocs.yml",),
    "ack": ("generator.yaml",),
}
_ANYTHING = re.compile(r"^…$", re.MULTILINE)


@dataclass(frozen=True)
class Seen:
    """What a block expects, and what there is."""

    block: Block
    wanted: str
    found: str

    @property
    def is_true(self) -> bool:
        if self.wanted == self.found:
            return True
        parts = [re.escape(part) for part in _ANYTHING.split(self.wanted)]
        return len(parts) > 1 and re.fullmatch("(?:.*)".join(parts), self.found, re.DOTALL) is not None


def is_command(title: str) -> bool:
    return title.partition(" ")[0] in PROGRAMS


def play(page: Path, workspace: Workspace) -> Iterator[Seen]:
    """Every block of a page that expects something, in order."""
    written: set[str] = set()
    generate = DEFAULT
    listings: list[Block] = []
    for block in blocks(page):
        entity = _ENTITY.match(block.title)
        if entity:
            assert workspace.run(f"{generate} --quiet").returncode == 0
            yield Seen(block, block.text, attributes(workspace.folder / SPEC, entity[1], entity[2]))
        elif is_command(block.title):
            yield Seen(block, block.text, workspace.run(block.title).stdout)
        elif block.title == LISTING:
            listings.append(block)
        elif block.title in EXCERPTS:
            continue  # an excerpt, which the examples of rules compare
        elif block.title and block.language == "diff":
            yield _changed(block, workspace)
        elif block.title and block.title not in written and (workspace.folder / block.title).exists() and _made(block):
            text = (workspace.folder / block.title).read_text(encoding="utf-8")
            yield Seen(block, block.text, block.text if block.text in text else text)
        elif block.title:
            written.add(block.title)
            workspace.write(block.title, block.text)
        elif block.language in SHELL:
            if block.text.startswith("oasmap init ") and "--update" not in block.text:  # there is no config yet
                workspace.forget(*_CONFIGS[(_SYSTEM.findall(block.text) or [""])[0]])
            ran = workspace.run(block.text)
            yield Seen(block, "", f"{ran.returncode}: {ran.stdout}" if ran.returncode else "")
            generate = (_GENERATE.findall(block.text) or [generate])[-1]
    for block in listings:  # a page may show the repository before its files
        yield Seen(block, block.text, _existing(block.text, workspace.folder))


def _made(block: Block) -> bool:
    """Whether a block shows what a command writes. Everything else with the path of a file is that file."""
    return block.title.startswith(("docs/", "config/crd/", "pack/"))


def _changed(block: Block, workspace: Workspace) -> Seen:
    """Change a file as a diff without positions says."""
    places = changed(block, workspace.folder)
    if places != 1:
        return Seen(block, "one place", f"{places} places in {shlex.quote(block.title)}")
    return Seen(block, "", "")


def changed(block: Block, folder: Path) -> int:
    """Change a file in a folder: each line with `-` gives way to the ones with `+` after it.

    Returns 1, or else how many places the lines have in the file, which is left as it is.
    """
    path = folder / block.title
    text = path.read_text(encoding="utf-8")
    for hunk in re.split(r"^@@.*\n|^…\n", block.text, flags=re.MULTILINE):
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if not line.startswith("+"))
        new = "".join(line[1:] for line in lines if not line.startswith("-"))
        if text.count(old) != 1:
            return text.count(old)
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return 1


def _existing(text: str, folder: Path) -> str:
    """The lines whose first words are names in the repository; a tree drawn with lines is one of names."""
    return "".join(
        line
        for line in text.splitlines(keepends=True)
        if (names := re.findall(r"[\w./-]*\w[\w./-]*", line)) and _is_there(folder, names[0])
    )


def _is_there(folder: Path, name: str) -> bool:
    return (folder / name).exists() or any(folder.rglob(Path(name).name))
