"""Cache keys of sites: everything that a site depends on, except the files that it reads.

The files are recorded while a site is made. Commits that git resolves, and the date, are part of the key.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mapper
from mapper.reads import state_of
from mapper.report.diagnostic import MappingError
from mapper.version import __version__

from ..cache import VARIABLE, Cache, CacheRefused, digest_of, find_folder, work_tree
from ..handwritten import Repository
from ..render.html import THEME_DIR
from .build_errors import build_error

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

    from ..mappings import MappingInput
    from ..options import OasmapOptions

_CODE = (".py", ".html", ".json", ".md", ".txt")


def open_cache(
    config: MkDocsConfig, known: Cache | None, environment: Mapping[str, str], log_line: Callable[[str], None]
) -> Cache | None:
    """The cache of a build, reused from the previous build if the folder is the same; None if the cache is turned off.

    Raises PluginError for a folder inside the site, where a pull request could add entries.
    """
    base = Path(config.config_file_path or "mkdocs.yml").resolve().parent
    folders = base, Path(config.docs_dir), Path(config.site_dir), work_tree(base), work_tree(Path(config.docs_dir))
    try:
        folder = find_folder(environment, [each for each in folders if each is not None])
    except CacheRefused as error:
        if environment.get(VARIABLE) is not None:
            raise build_error(str(error)) from None
        log_line(f"nothing is kept for the next build: {error}")
        return None
    if folder is None or (known is not None and known.folder == folder):
        return known if folder is not None else None
    return Cache(folder, log_line)


def signature(options: OasmapOptions, config: MkDocsConfig) -> str:
    """A key for how views are rendered: the code, the templates, the labels and some options."""
    permalink = config.mdx_configs.get("toc", {}).get("permalink", False)
    options_text = repr(
        (permalink, sorted(options.labels.items()), options.search, options.markdown_pages, config.use_directory_urls)
    )
    return digest_of(_code(), options_text, *_templates(config.theme.dirs))


def site_name(
    options: Any, shared: OasmapOptions, config: MkDocsConfig, key: MappingInput, shown: Iterable[str]
) -> str:
    """The cache key of the site of a mapping; empty for a site that cannot be cached."""
    if options.live or shared.check_spec or options.proof:
        return ""  # the results of processes, and files that a validator reads, are not recorded
    try:
        states = _states(options, key.base)
    except MappingError:
        return ""
    written = [(str(path), state_of(path)) for path in sorted(Repository(key.base / options.provider_dir).files())]
    mapping_options = {name: options[name] for name in sorted(options) if name != "mappings"}
    values = mapping_options, shared.split, shared.sources, sorted(shared.levels.items()), shared.source_url
    links = config.repo_url, config.edit_uri, config.docs_dir
    files = [state_of(key.base / path) for path in (key.spec, *key.config)]
    return digest_of("site", repr(key), repr(values), repr(links), repr(states), repr(written), repr(files), *shown)


def _states(options: Any, base: Path) -> list[object]:
    """The commits of the baselines and what a review needs of them. Raises MappingError."""
    names = [options.baseline, options.recorded, *options.versions.values()]
    revisions = [name.removeprefix("git:").partition(":")[0] for name in names if name and name.startswith("git:")]
    if not revisions and not options.baseline:
        return []
    from ..review.baselines import moment_in
    from ..review.git import find_revision

    commits = [find_revision(name, base).commit for name in (*revisions, "HEAD")] if revisions else []
    return [*commits, repr(moment_in(base))]


def _templates(folders: Iterable[str]) -> Iterable[str]:
    """The states of all templates that may be used; with templates of the theme if the site overrides any."""
    for folder in dict.fromkeys(folders):
        overrides = Path(folder, "oasmap")
        if Path(folder) == THEME_DIR or not overrides.is_dir():
            continue
        for path in sorted(each for folder in folders for each in Path(folder).glob("**/*.html")):
            yield from (str(path), state_of(path))
        return


@cache
def _code() -> str:
    """A digest of the running code: both packages, and the versions of all installed packages."""
    folders = [Path(mapper.__file__).parent, Path(__file__).parent]
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.suffix in _CODE)
    installed = sorted({path.name for folder in sys.path for path in Path(folder or ".").glob("*.dist-info")})
    return digest_of(__version__, sys.version, sys.platform, repr(installed), *(path.read_bytes() for path in files))
