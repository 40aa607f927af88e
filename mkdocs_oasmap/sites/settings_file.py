"""The options of the plugin in a file with the settings of a site, read without a site generator that runs it.

The file is `mkdocs.yml`, or `zensical.toml` with the options in the table `project.plugins.oasmap`. Nothing in it is
executed: names of Python objects stay names.
"""

import tomllib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from mkdocs.config.base import ValidationError
from mkdocs.exceptions import ConfigurationError
from mkdocs.utils.yaml import get_yaml_loader, yaml_load
from msgspec import Struct
from msgspec.structs import replace

from mapper.files import is_name, read_regular
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.display import visible

from ..options import CORRECT, BuildError, OasmapOptions, mapping_options
from .mapping_options import config_paths

_PYTHON = "tag:yaml.org,2002:python/"

NAMES = ("zensical.toml", "mkdocs.yml", "mkdocs.yaml", "properdocs.yml")
"""The names of files with settings, in the order in which Zensical looks for them."""


class SiteSettings(Struct, frozen=True):
    """The settings of a site as plain data, the options of the plugin, and the options of each mapping with its
    configs.
    """

    path: Path
    site: dict[str, Any]
    options: OasmapOptions
    mappings: tuple[Any, ...]
    configs: tuple[tuple[Path, ...], ...]

    @property
    def base(self) -> Path:
        """The folder that all names are relative to."""
        return real_path(self.path).parent

    @property
    def docs(self) -> Path:
        """The folder of the pages that are written by hand."""
        return self.base / str(self.site.get("docs_dir") or "docs")


def read_settings_file(path: Path) -> SiteSettings:
    """The settings in a file. Raises MappingError."""
    shown = str(path)
    site = read_site(path)
    own = plugin_of(site)
    if own is None:
        raise MappingError(
            Problem("the plugin oasmap is not among the plugins of this site", shown, remedy="add it to plugins")
        )
    options = OasmapOptions(config_file_path=str(real_path(path)))
    try:
        options.load_dict(own)
        failed, _ = options.validate()
        if failed:
            raise MappingError(*(Problem(_of_plugin(f"{name}: {error}"), shown, remedy="") for name, error in failed))
        mappings = tuple(mapping_options(options))
        configs = tuple(config_paths(one, real_path(path).parent) for one in mappings)
    except BuildError as error:
        raise MappingError(*(replace(problem, uri=problem.uri or shown) for problem in error.problems)) from None
    except (ConfigurationError, ValidationError) as error:
        raise MappingError(Problem(_of_plugin(str(error)), shown, remedy="")) from None
    return SiteSettings(path, site, options, mappings, configs)


def _of_plugin(text: str) -> str:
    """What is wrong with an option of the plugin, which says itself what to do."""
    return f"oasmap: {visible(text)}"


def read_site(path: Path) -> dict[str, Any]:
    """The settings of a site as plain data. Raises MappingError."""
    data = read_regular(path) if is_name(str(path)) else None
    if data is None:
        raise MappingError(Problem("no such file", str(path), remedy="name the settings of a site, such as mkdocs.yml"))
    return parsed_site(data, path)


def parsed_site(data: bytes, path: Path) -> dict[str, Any]:
    """The settings of a site in a file's content, merged with the file it inherits from. Raises MappingError."""
    try:
        if path.suffix == ".toml":
            site = tomllib.loads(data.decode("utf-8"))
            site = site.get("project", site)
        else:
            file = BytesIO(data)
            file.name = str(path)
            site = yaml_load(file, _loader())
    except (ConfigurationError, OSError, RecursionError, TypeError, ValueError, LookupError) as error:
        raise MappingError(
            Problem(f"the settings cannot be read: {visible(' '.join(str(error).split()))}", str(path), remedy=CORRECT)
        ) from None
    if not isinstance(site, dict):
        raise MappingError(
            Problem("the settings of a site are a mapping", str(path), remedy="write `site_name: …` first")
        )
    return site


def plugin_of(site: dict[str, Any], name: str = "oasmap") -> dict[str, Any] | None:
    """The options of a plugin as they are written; None if the site does not have it."""
    return named_options(site.get("plugins")).get(name)


def entries_of(settings: Mapping[str, Any], name: str) -> list[Any]:
    """The items of a list in the settings; none if it is missing or null."""
    return settings.get(name) or []


def named_options(entries: Any) -> dict[str, dict[str, Any]]:
    """The options of plugins or extensions by name: of a mapping, or of a list of names and mappings."""
    listed = entries if isinstance(entries, list) else [entries] if isinstance(entries, dict) else []
    pairs = [pair for entry in listed for pair in (entry.items() if isinstance(entry, dict) else [(entry, None)])]
    return {str(name): options if isinstance(options, dict) else {} for name, options in pairs}


def _loader() -> Any:
    """A loader that knows the tag !ENV. Names of Python objects are texts, calls of them are their names and arguments
    as Zensical writes them in TOML, and other tags are nothing.
    """

    class Loader(yaml.SafeLoader):
        pass

    def called(loader: yaml.SafeLoader, name: str, node: yaml.Node) -> dict[str, Any]:
        members = loader.construct_mapping(node, deep=True) if isinstance(node, yaml.MappingNode) else {}
        return {"object": name, "kwds": members.get("kwds") or {}}

    Loader.add_multi_constructor(f"{_PYTHON}object/apply:", called)
    Loader.add_multi_constructor(f"{_PYTHON}name:", lambda _loader, name, _node: name)
    Loader.add_multi_constructor("", lambda _loader, _tag, _node: None)
    return get_yaml_loader(Loader)
