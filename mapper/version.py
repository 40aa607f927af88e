"""The version of the package, and the address of its repository."""

__version__ = "0.1.0"

REPOSITORY = "mkdocs-oasmap/mkdocs-oasmap"
"""The public repository. A test compares `[project.urls]`, the guide and the kit with it."""

RAW = f"https://raw.githubusercontent.com/{REPOSITORY}"
"""The address of the repository's files; the name of a branch or a tag follows."""
