"""Names of files for the pages of entities."""

from __future__ import annotations

import hashlib
import re

MAX_SLUG = 200
"""Characters of the name of a page's file; a file system takes 255, with an ending."""
_DIGEST = 12


def slug(name: str) -> str:
    """What a page is called: a name that any file may have. The digest in a long one keeps it apart from others."""
    return shortened(re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "unnamed", name)


def shortened(slug: str, name: str) -> str:
    """A name that is not too long for a file."""
    if len(slug) <= MAX_SLUG:
        return slug
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGEST]
    return f"{slug[: MAX_SLUG - _DIGEST - 1]}-{digest}"
