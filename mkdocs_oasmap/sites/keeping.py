"""What tells whether the site of a mapping would be made as it was: all that has a part in it but the files it reads.

Those are recorded while it is made. What is asked of git is part of the name: commits by their ids, and the day.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mapper
from mapper.diagnostics import MappingError
from mapper.reads import state_of
from mapper.version import __version__

from ..cache import VARIABLE, Cache, CacheRefused, digest_of, find_folder, work_tree
from ..handwritten import Repository
from ..pages.wording import Words
from ..render.html import THEME_DIR
from .stopping import build_error

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..config import OasmapOptions
    from ..mappings import MappingInput

_CODE = (".py", ".html", ".json", ".md", ".txt")


def open_cache(
    config: MkDocsConfig, known: Cache | None, environment: Mapping[str, str], tell: Callable[[str], None]
) -> Cache | None:
    """The cache of a build, that of the build before if it is in the same folder; None where nothing is kept.

    Raises PluginError for a folder of the site, where a pull request could plant entries.
    """
    base = Path(config.config_file_path or "mkdocs.yml").resolve().parent
    folders = base, Path(config.docs_dir), Path(config.site_dir), work_tree(base), work_tree(Path(config.docs_dir))
    try:
        folder = find_folder(environment, [each for each in folders if each is not None])
    except CacheRefused as error:
        if environment.get(VARIABLE) is not None:
            raise build_error(str(error)) from None
        tell(f"nothing is kept for the next build: {error}")
        return None
    if folder is None or (known is not None and known.folder == folder):
        return known if folder is not None else None
    return Cache(folder, tell)


def signature(options: OasmapOptions, config: MkDocsConfig, words: Words) -> str:
    """What tells whether a view would be rendered otherwise: the code, the templates, the words, and options."""
    permalink = config.mdx_configs.get("toc", {}).get("permalink", False)
    said = repr(
        (permalink, sorted(words.own.items()), options.search, options.markdown_pages, config.use_directory_urls)
    )
    return digest_of(_code(), said, *_templates(config.theme.dirs))


def site_name(
    options: Any, shared: OasmapOptions, config: MkDocsConfig, key: MappingInput, shown: Iterable[str]
) -> str:
    """What the site of a mapping is kept under; empty for one that depends on what cannot be compared."""
    if options.live or shared.check_spec or options.proof:
        return ""  # a running process, what a checker reads by itself, a program
    try:
        states = _states(options, key.base)
    except MappingError:
        return ""
    written = [(str(path), state_of(path)) for path in sorted(Repository(key.base / options.provider_dir).files())]
    own = {name: options[name] for name in sorted(options) if name != "mappings"}
    said = own, shared.split, shared.sources, sorted(shared.levels.items()), shared.source_url
    links = config.repo_url, config.edit_uri, config.docs_dir
    files = [state_of(key.base / path) for path in (key.spec, *key.config)]
    return digest_of("site", repr(key), repr(said), repr(links), repr(states), repr(written), repr(files), *shown)


def _states(options: Any, base: Path) -> list[object]:
    """The commits that are compared with, and what a review says of them. Raises MappingError."""
    names = [options.baseline, options.recorded, *options.versions.values()]
    revisions = [name.removeprefix("git:").partition(":")[0] for name in names if name and name.startswith("git:")]
    if not revisions and not options.baseline:
        return []
    from ..review.baselines import moment_in
    from ..review.git import find_revision

    commits = [find_revision(name, base).commit for name in (*revisions, "HEAD")] if revisions else []
    return [*commits, repr(moment_in(base))]


def _templates(folders: Iterable[str]) -> Iterable[str]:
    """The states of all templates that may take part: of a theme, too, where a site has templates of its own."""
    for folder in dict.fromkeys(folders):
        own = Path(folder, "oasmap")
        if Path(folder) == THEME_DIR or not own.is_dir():
            continue
        for path in sorted(each for folder in folders for each in Path(folder).glob("**/*.html")):
            yield from (str(path), state_of(path))
        return


@cache
def _code() -> str:
    """What tells whether another program would run: the two packages, and the versions of all that is installed."""
    folders = [Path(mapper.__file__).parent, Path(__file__).parent]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in _CODE)
    installed = sorted({path.name for folder in sys.path for path in Path(folder or ".").glob("*.dist-info")})
    return digest_of(__version__, sys.version, sys.platform, repr(installed), *(path.read_bytes() for path in files))
