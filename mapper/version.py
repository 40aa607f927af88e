"""The version of the package, and the address of its repository."""

__version__ = "0.1.0"

REPOSITORY = "mkdocs-oasmap/mkdocs-oasmap"
"""The public repository. A test compares `[project.urls]`, the guide and the kit with it."""

RAW = f"https://raw.githubusercontent.com/{REPOSITORY}"
"""The address of the repository's files; the name of a branch or a tag follows."""

HOME = f"https://github.com/{REPOSITORY}"

GUIDE = f"{HOME}/tree/main/example_site/docs"
"""The address of the guide, as `Documentation` in `[project.urls]` has it: its files, or a site built of them."""


def page_of_guide(page: str, anchor: str, guide: str = GUIDE) -> str:
    """The address of a place in the guide: of a file in the repository, or of a page of a site."""
    suffix = ".md" if guide.startswith(HOME) else "/"
    return f"{guide.rstrip('/')}/{page}{suffix}#{anchor}"
