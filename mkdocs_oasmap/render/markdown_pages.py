"""The pages as Markdown files, for site generators without the plugin, and for reading directly.

They show the same views as the site, in the layout of Terraform's registry. Places are JSON pointers instead of lines,
so that a file changes only if its content does.
"""

import posixpath
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from msgspec.structs import replace

from mapper.files import encode, remove
from mapper.model import Mapping
from mapper.registry import all_systems, system_named
from mapper.sidecar.consistency import is_sidecar_file
from mapper.text.plural import capital, several
from mapper.text.yaml_scalar import dump_texts

from ..mappings import SIDECAR
from ..pages.block import page_keys
from ..pages.describe import says_more
from ..pages.pages import Pages
from ..pages.source_views import CellView
from ..pages.views import EntityView, rows_of
from . import write
from .descriptions import safe_inline, safe_lines
from .html import THEME_DIR, of_severity
from .markdown_escape import Markdown, address, anchor, code, code_block, fragment, front_matter, line, prose
from .markdown_rows import ended, items, place_text, sections, sources
from .sanitized_html import first_sentence
from .write import MARK, Written


def plain_files(pages: Pages, made: dict[str, bytes], title: str = "") -> dict[str, bytes]:
    """The pages, and the files `made` by the mapping, by name in the output folder.

    For users, without report and sidecar, which contain the names of inputs. `title` is the title of the overview.
    """
    kept = made if pages.shown.authors else {name: data for name, data in made.items() if name != SIDECAR}
    keys = [key for key in page_keys(pages) if key not in pages.parts and key not in pages.report_parts]
    files = {f"{key}.md": plain_page(pages, key, pages.entity, kept, title, anchored=True) for key in keys}
    return dict(sorted((kept | files).items()))


def plain_page(
    pages: Pages,
    key: str,
    view: Callable[[str], EntityView],
    files: Iterable[str],
    title: str,
    *,
    anchored: bool = False,
) -> bytes:
    """One page of `plain_files`. `view` returns the view of an entity; `files` and `title` are for the overview.

    Rows have ids if they are `anchored`, or if some of the pages lead to rows: programs follow no fragments.
    """
    if key == "index":
        report, title = pages.report if pages.shown.authors else None, title or "Reference"
        context: dict[str, Any] = {"lists": pages.lists(), "report": report, "files": files, "title": title}
        return _page(pages, key, title, f"{_kinds(pages.mapping)} of {pages.mapping.provider}.", context)
    if key == "report":
        about, context = "What is mapped, and what could not be mapped.", {"report": pages.report, "drift": pages.drift}
        return _page(pages, key, pages.labels["page.report"], about, context)
    if key == "changes" and pages.changes is not None:
        return _page(pages, key, pages.labels["page.changes"], "", {"changes": pages.changes})
    anchored = anchored or pages.shown.sources or pages.changes is not None
    return _entity(pages, key, view(key), anchored=anchored)


def _kinds(mapping: Mapping) -> str:
    """The kinds of entities of the system, as the beginning of a sentence: *Resources and data sources*."""
    kinds = [kind.plural.lower() for kind in system_named(mapping.system).kinds if kind.folder]
    return " and ".join(kinds).capitalize()


def _entity(pages: Pages, key: str, view: EntityView, *, anchored: bool) -> bytes:
    if pages.layouts.of(key).parts:
        view = pages.whole(key, once=True)
    rows = rows_of(view.groups)
    context = {
        "anchored": anchored,
        "page": view,
        "nested": [row for row in rows if row.groups],
        "rows": rows,
        "fragments": [(row, fragment) for row in rows for fragment in row.fragments],
    }
    return _page(pages, key, f"{view.title} ({view.kind})", first_sentence(view.summary), context)


def _page(pages: Pages, key: str, title: str, description: str, context: dict[str, Any]) -> bytes:
    template = key if key in ("index", "report", "changes") else "entity"
    matter = {"title": title, "description": description} if description else {"title": title}
    front = dump_texts({key: front_matter(text) for key, text in matter.items()}) + "render_macros: false\n"
    page = _environment(tuple(sorted(pages.labels.items()))).get_template(f"{template}.md")
    body = page.render(url=_relative_to(key), shown=pages.shown, **context)
    return encode(f"---\n{MARK}\n{front}---\n\n{body.strip()}\n")


def _relative_to(page: str) -> Callable[[str], str]:
    folder = posixpath.dirname(page) or "."
    return lambda key: posixpath.relpath(f"{key}.md", folder)


@lru_cache(maxsize=8)
def _environment(labels: tuple[tuple[str, str], ...]) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(THEME_DIR / "oasmap" / "plain"),
        autoescape=False,  # noqa: S701 - the output is Markdown, and `finalize` escapes texts for it
        finalize=_written,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "code": code,
        "code_block": code_block,
        "items": items,
        "sections": sections,
        "sources": sources,
        "text": lambda text: Markdown("\n".join(safe_lines(text))),
        "inline": safe_inline,
        "sentence": lambda text: line(first_sentence(text)),
        "with_code": _with_code,
        "place": place_text,
        "anchor": anchor,
        "fragment": fragment,
        "address": address,
        "several": several,
        "capitalized": _capitalized,
        "ended": ended,
        "of_severity": of_severity,
        "linked": lambda text, target: Markdown(f"[{text}]({target})"),
        "listed": lambda texts: Markdown(", ".join(texts)),
    }
    environment.tests["telling"] = says_more
    environment.globals["labels"] = dict(labels)
    return environment


def _with_code(words: Iterable[CellView]) -> Markdown:
    """The words of a sentence as Markdown: those marked `code` as code."""
    return Markdown("".join([code(word.text) if word.symbol == "code" else prose(word.text) for word in words]))


def _written(value: object) -> object:
    """The output of an expression in a template: escaped, unless it is Markdown already."""
    return line(value) if isinstance(value, str) and not isinstance(value, Markdown) else value


def _capitalized(text: str) -> str:
    return Markdown(capital(text)) if isinstance(text, Markdown) else capital(text)


def write_pages(files: dict[str, bytes], folder: Path) -> Written:
    """Write changed files, and remove pages and a sidecar that are no longer made. Raises MappingError."""
    folders = {"", *(kind.folder for system in all_systems() for kind in system.kinds)}
    # the sidecar is written last: it has the digests of the other files
    written = write.write_pages(files, folder, sorted(folders), SIDECAR)
    if SIDECAR in files or not is_sidecar_file(folder / SIDECAR):
        return written
    remove(folder / SIDECAR, folder)
    return replace(written, removed=written.removed + 1)
