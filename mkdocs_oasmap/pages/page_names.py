"""Names on pages, and file names for the pages of entities."""

import hashlib
import re
from collections.abc import Iterable
from functools import lru_cache

from mapper.files import portable
from mapper.model import Entity
from mapper.report.origin import Part

MAX_SLUG = 200
"""The maximum length of a page's file name; file systems allow 255 with the suffix."""
_DIGEST = 12


def slug(name: str) -> str:
    """The name of a page, valid as a file name. A long one is cut and gets a digest."""
    return shortened(re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "unnamed", name)


def shortened(slug: str, name: str) -> str:
    """A slug of at most MAX_SLUG characters that is a file name on Windows, too."""
    if len(slug) <= MAX_SLUG:
        return portable(slug)
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    return f"{slug[: MAX_SLUG - _DIGEST - 1]}-{digest}"


def page_keys(found: Iterable[Entity]) -> dict[str, Entity]:
    """The entities by page key; names that make the same file name get numbers."""
    entities: dict[str, Entity] = {}
    taken: set[str] = set()
    for entity in found:
        if entity.kind.is_single:
            entities[entity.kind.name] = entity
            continue
        entities[unique(f"{entity.kind.folder}/{slug(entity.name)}", taken)] = entity
    return entities


def unique(wanted: str, taken: set[str]) -> str:
    """A name that is not in `taken`, whose names are in lowercase, which then is: the wanted one, or with a number."""
    name, number = wanted, 2
    while name.lower() in taken:
        name, number = f"{wanted}-{number}", number + 1
    taken.add(name.lower())
    return name


def short_name(entity: Entity) -> str:
    """The name of an entity in lists: its kind in a cluster, where that differs."""
    return (entity.address and entity.address.kind) or entity.name


@lru_cache(maxsize=1024)
def part_name(part: Part) -> str:
    """The name of a part of an operation. Cached, as all attributes of an entity come from the same few parts."""
    return str(part)
