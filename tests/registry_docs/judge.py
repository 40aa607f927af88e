"""Two trees of registry pages, side by side: does ours have all that the other has?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_ITEM = re.compile(r"- `(?P<name>[^`]+)` \((?P<marks>[^()]*)\)")
_SECTION = re.compile(r"### Nested Schema for `(?P<path>[^`]+)`")
_ANCHOR = re.compile(r'<a id="(?P<id>[^"]+)"></a>')
_GROUP = re.compile(r"(?:### )?(?P<group>Required|Optional|Read-Only):?")
_LINK = re.compile(r"\(see \[below for nested schema\]\(#(?P<anchor>[^)]+)\)\)")


@dataclass(frozen=True)
class Item:
    """An attribute or a block: its dotted path, its group, and the words in parentheses."""

    path: str
    group: str
    marks: tuple[str, ...]


@dataclass
class Facts:
    """What the part of a page from *Schema* on says."""

    headings: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    items: dict[str, Item] = field(default_factory=dict)
    objects: set[str] = field(default_factory=set)
    """Paths of members of object types, which have no status."""


def facts(text: str) -> Facts:
    """The facts of one page."""
    found = Facts()
    section, group = "", ""
    for line in text[text.index("## Schema") :].split("\n"):
        if line.startswith("#"):
            found.headings.append(line)
        if match := _SECTION.fullmatch(line):
            section = f"{match['path']}."
        elif match := _ANCHOR.fullmatch(line):
            found.anchors.add(match["id"])
        elif match := _GROUP.fullmatch(line):
            group = match["group"]
        elif match := _ITEM.match(line):
            path = section + match["name"]
            found.items[path] = Item(path, group, tuple(match["marks"].split(", ")))
        found.links.update(link["anchor"] for link in _LINK.finditer(line))
    return found


def compare(ours: Path, theirs: Path, without_description: set[str], members: set[str]) -> Iterator[str]:
    """What the other tree says and ours does not, in words.

    `without_description` are pages with an attribute `id` that has no description: the other tree calls each of those
    read-only, whatever it is. `members` (`page: path`) belong to object types, which have no status.
    """
    for page in sorted(theirs.rglob("*.md")):
        name = page.relative_to(theirs).as_posix()
        mine = ours / name
        if not mine.is_file():
            yield f"{name}: is missing"
            continue
        yield from (
            f"{name}: {problem}"
            for problem in _differences(
                facts(mine.read_text(encoding="utf-8")),
                facts(page.read_text(encoding="utf-8")),
                name in without_description,
                {path.partition(": ")[2] for path in members if path.startswith(f"{name}: ")},
            )
        )
    for page in sorted(ours.rglob("*.md")):
        name = page.relative_to(ours).as_posix()
        if not (theirs / name).is_file():
            yield f"{name}: is not one of theirs"


def _differences(ours: Facts, theirs: Facts, odd_id: bool, members: set[str]) -> Iterator[str]:
    groups = {"### Required", "### Optional", "### Read-Only"}
    for heading in theirs.headings:
        if heading not in ours.headings and not (odd_id and heading in groups):
            yield f"no heading {heading!r}"
    for anchor in sorted(theirs.anchors - ours.anchors):
        yield f"no anchor {anchor}"
    for link in sorted((ours.links | theirs.links) - ours.anchors):
        yield f"a link leads to {link}, which is nowhere"
    for path, item in theirs.items.items():
        mine = ours.items.get(path)
        if mine is None:
            yield f"no attribute {path}"
            continue
        if mine.marks[0] != item.marks[0] or not set(item.marks) <= set(mine.marks):
            yield f"{path}: {mine.marks} is not {item.marks}"
        if mine.group != item.group and path not in members and not (odd_id and path == "id"):
            yield f"{path}: {mine.group} is not {item.group}"
