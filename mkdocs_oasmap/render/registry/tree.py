"""All files of a provider's documentation in the folder `docs` for Terraform's registry.

Handwritten: `templates/index.md.tmpl`, `templates/resources/NAME.md.tmpl` for one page, `templates/resources.md.tmpl`
for all pages of a kind, and complete pages (`*.md`), such as guides. All others are generated.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from mapper.files import encode
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem

from ...pages.pages import Pages
from ...pages.registry import RegistryPage, registry_pages
from ...repository import TEMPLATES, Repository, many
from .page import by_template, marked, standard
from .schema import Detail, Extent, extents, least_size
from .template_fields import functions, page_fields

MAX_SIZE = 500_000
"""The size of a page, in bytes, from which the registry does not show it."""

MAX_FILES = 2_000
"""The maximum number of pages of one provider version in the registry."""

FOLDERS = ("resources", "data-sources", "ephemeral-resources", "list-resources", "actions", "functions", "guides")
WRITTEN = ("", *FOLDERS)
"""The folders with pages of ours, which are removed when they are no longer made."""

_TEMPLATE = ".md.tmpl"
_PAGE = ".md"


class RegistryDocs(Struct, frozen=True):
    """The files by path relative to `docs`, and notes for their author."""

    files: dict[str, bytes]
    notes: tuple[str, ...]


def registry_docs(pages: Pages, repository: Repository) -> RegistryDocs:
    """All files. Raises MappingError for errors in handwritten files, and for pages too large for the registry."""
    return _Tree(pages, repository).docs()


class _Tree:
    """Makes the files of one provider."""

    def __init__(self, pages: Pages, repository: Repository) -> None:
        self._pages = pages
        self._provider = pages.mapping.provider
        self._repository = repository
        self._functions = functions(repository)
        self._written = {path.removeprefix(f"{TEMPLATES}/") for path in repository.below(TEMPLATES)}
        self._notes: list[str] = []
        self._shortened: list[str] = []
        self._cut: list[str] = []
        self._files: dict[str, bytes] = {}
        self._taken: set[str] = set()

    def docs(self) -> RegistryDocs:
        used: set[str] = set()
        for page in registry_pages(self._pages):
            path = self._free(page)
            self._taken.add(path.lower())
            template = next((name for name in _templates(path) if name in self._written), None)
            used.update(name for name in (path + ".tmpl", path) if name in self._written)
            self._files[path] = self._within_limit(page, template, path)
        self._others(used)
        limit = f"as the registry shows no page of {MAX_SIZE:,} bytes or more"
        if self._shortened:
            self._notes.append(f"{many(self._shortened)}: descriptions of nested attributes are shortened, {limit}")
        if self._cut:
            self._notes.append(f"{many(self._cut)}: what is nested deepest is not shown, {limit}")
        if len(self._files) > MAX_FILES:
            self._notes.append(f"{len(self._files):,} pages; the registry takes no more than {MAX_FILES:,}")
        return RegistryDocs(dict(sorted(self._files.items())), tuple(self._notes))

    def _free(self, page: RegistryPage) -> str:
        """The path of a page, with a number appended if another page has the same path."""
        if page.path.lower() not in self._taken:
            return page.path
        return next(
            path
            for number in range(1, len(self._taken) + 2)
            if (path := f"{page.folder}/{page.file}-{number}.md").lower() not in self._taken
        )

    def _within_limit(self, page: RegistryPage, template: str | None, path: str) -> bytes:
        """The page, shortened to the size limit if necessary. Raises MappingError."""
        size = 0
        for extent, text in self._texts(page, template):
            data = encode(marked(text))
            if len(data) < MAX_SIZE:
                if extent.levels is not None:
                    self._cut.append(path)
                elif extent.detail is not Detail.ALL:
                    self._shortened.append(path)
                return data
            size = len(data)
        raise MappingError(
            Problem(
                f"the page of {page.name} has {size:,} bytes, also without what is nested in attributes, and the"
                f" registry shows none of {MAX_SIZE:,} or more",
                path,
                remedy="shorten descriptions, or ignore attributes",
            )
        )

    def _texts(self, page: RegistryPage, template: str | None) -> Iterator[tuple[Extent, str]]:
        """The text of a page in decreasing extents. A handwritten template is parsed once."""
        name = f"{TEMPLATES}/{template}"
        if template is not None and template.endswith(_PAGE):
            yield Extent(), self._repository.read(name)
            return
        examples = self._repository.examples(page.folder, page.name)
        imports = self._repository.imports(page.folder, page.name)
        source = None if template is None else self._repository.read(name)
        possible = list(extents(page.schema))
        for extent in possible:
            is_last = extent is possible[-1]
            if source is None and page.schema and not is_last and least_size(page.schema, extent) >= MAX_SIZE:
                continue  # rendering the largest pages takes seconds
            fields = page_fields(page, self._provider, examples, imports, extent)
            if source is None:
                yield extent, standard(page, fields)
            else:
                yield extent, by_template(source, name, fields, self._functions)

    def _others(self, used: set[str]) -> None:
        """Add guides, and handwritten pages of entities that the mapping does not have."""
        unused = []
        for name in sorted(self._written - used):
            if name in {f"{folder}{_TEMPLATE}" for folder in FOLDERS}:
                continue
            path, source = name.removesuffix(".tmpl"), f"{TEMPLATES}/{name}"
            if not path.endswith(_PAGE):
                unused.append(source)
                continue
            if path in self._files:
                raise MappingError(
                    Problem(f"makes {path}, which another file makes, too", source, remedy="rename one of the two")
                )
            text = self._repository.read(source)
            if name.endswith(_TEMPLATE):
                text = self._without_entity(text, source, path)
            data = encode(marked(text))
            if len(data) >= MAX_SIZE:
                raise MappingError(
                    Problem(
                        f"makes a page of {len(data):,} bytes", source, remedy=f"shorten it to less than {MAX_SIZE:,}"
                    )
                )
            self._files[path] = data
        if unused:
            self._notes.append(f"{many(unused)}: not copied, as the registry shows files with the ending .md only")

    def _without_entity(self, text: str, source: str, path: str) -> str:
        """A page without an entity of the mapping."""
        try:
            return by_template(text, source, {}, self._functions)
        except MappingError as error:
            folder, _, name = path.removesuffix(_PAGE).rpartition("/")
            if folder not in FOLDERS or folder == "guides":
                raise
            (problem,) = error.problems
            text = f"{problem.text}; no entity belongs to {folder}/{name}"
            raise MappingError(replace(problem, text=text)) from None


def _templates(path: str) -> Iterator[str]:
    """The possible template files of a page, the most specific first."""
    yield f"{path}.tmpl"
    yield path
    folder = path.rpartition("/")[0]
    if folder:
        yield f"{folder}{_TEMPLATE}"


def refuse_docs_dir(folder: Path, docs_dir: Path) -> None:
    """Raise MappingError if one of two folders, with the registry's pages and with the site's, contains the other."""
    pages, site = real_path(folder), real_path(docs_dir)
    if pages.is_relative_to(site) or site.is_relative_to(pages):
        raise MappingError(
            Problem(
                "this folder is MkDocs' docs_dir, too, and Terraform's registry reads nothing but docs",
                str(folder),
                remedy="keep the pages of the site in another folder, and name it in mkdocs.yml (docs_dir: site_docs)",
            )
        )
