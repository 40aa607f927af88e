"""A hook of MkDocs: the page of the architecture lists the packages by what their modules say of themselves."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = "contributing/architecture.md"
MARKER = "<!-- packages -->"
ORDER = (
    "mapper", "mapper/systems", "mapper/systems/terraform", "mapper/systems/terraform/config",
    "mapper/systems/terraform/openapi", "mapper/systems/terraform/schema", "mapper/systems/terraform/attributes",
    "mapper/systems/terraform/overrides", "mapper/systems/terraform/spec", "mapper/systems/terraform/propose",
    "mapper/systems/terraform/fix", "mapper/systems/ack", "mapper/systems/provider", "mapper/systems/crossplane",
    "mapper/systems/pulumi", "mapper/system", "mapper/languages", "mapper/review", "mapper/sidecar", "mapper/model",
    "mapper/inputs", "mapper/report", "mapper/text", "mapper/programs", "mkdocs_oasmap", "mkdocs_oasmap/sites",
    "mkdocs_oasmap/pages", "mkdocs_oasmap/render", "mkdocs_oasmap/review", "mkdocs_oasmap/cli",
)  # fmt: skip
"""The packages in the order of the pipeline; those that are not named follow what they are in."""


_DOCSTRING = re.compile(r'r?"""(?:[^"\\]|\\.|"(?!""))*"""', re.DOTALL)


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put the lists of modules in their place."""
    return markdown.replace(MARKER, "\n".join(packages(ROOT))) if page.file.src_uri == PAGE else markdown


def packages(root: Path) -> Iterator[str]:
    """A section for each package of the repository `root`: its opening docstring, and that of each of its modules."""
    found = {path.parent.relative_to(root).as_posix() for top in ("mapper", "mkdocs_oasmap") for path in
             (root / top).rglob("__init__.py")}  # fmt: skip
    for name in sorted(found, key=_place):
        yield f"### `{name.replace('/', '.')}`\n\n{opening(root / name / '__init__.py')}\n"
        modules = sorted(path for path in (root / name).glob("*.py") if path.name != "__init__.py")
        if modules:
            yield "| module | what it does |\n| --- | --- |"
            for path in modules:
                text = opening(path).replace("|", "\\|").replace("\n", " ")
                yield f"| `{path.stem}` | {text} |"
            yield ""


def opening(path: Path) -> str:
    """The first paragraph of the docstring of a module."""
    found = _DOCSTRING.match(path.read_text(encoding="utf-8"))  # parsing all modules takes seconds
    text = cleandoc(ast.literal_eval(found[0])) if found else ""
    return text.partition("\n\n")[0].replace("<", "&lt;")


def _place(name: str) -> tuple[int, str]:
    known = [index for index, other in enumerate(ORDER) if name == other or name.startswith(f"{other}/")]
    return max(known, default=len(ORDER)), name
