"""The options of the plugin in `mkdocs.yml`."""

import os
import re
from typing import Any

from mkdocs.config import config_options as c
from mkdocs.config.base import BaseConfigOption, Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.exceptions import PluginError

from mapper.files import is_name
from mapper.registry import REGISTRY, catalogue, default_system, system_of_scheme
from mapper.report.diagnostic import MappingError, Severity
from mapper.text.display import visible, visible_lines
from mapper.text.plural import capital
from mapper.text.suggest import nearest

from .pages.audience import Audience
from .pages.labels import find_wrong_labels

_PLACES = ("path", "line")
SEARCH = ("attributes", "full", "off")
_REMOVED = {
    "cache": "remove it: nothing is kept for the next build any more",
    "words": "use labels, which has keys in place of phrases; for other texts, override blocks of templates",
}
_LEVELS = (*(str(severity) for severity in Severity), "ignore")


class Folder(c.Type[str]):
    """A folder of the site, such as `reference`: relative, with `/` between names."""

    def __init__(self, default: str) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        """The folder without leading and trailing slashes."""
        text = str(super().run_validation(value)).strip("/")
        if not text or not re.fullmatch(r"[\w .-]+(/[\w .-]+)*", text) or {".", ".."} & set(text.split("/")):
            raise ValidationError(f"{value!r} is not the name of a folder in the site")
        return text


class Name(c.Type[str]):
    """A text that may become the name of a file or revision."""

    def __init__(self, default: str | None = None) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        """The text, if all of its characters are allowed in names."""
        text = str(super().run_validation(value))
        if not is_name(text):
            raise ValidationError(f"{value!r} has a character that no name has")
        return text


class ExistingFile(c.File):
    """An existing file, relative to mkdocs.yml."""

    def __init__(self) -> None:
        super().__init__(exists=True)

    def run_validation(self, value: object) -> str:
        """The path of the file."""
        try:
            return super().run_validation(value)
        except ValidationError as error:
            raise ValidationError(visible(str(error))) from None


class Version(ExistingFile):
    """The sidecar of a version, or `git:REVISION`."""

    def run_validation(self, value: object) -> str:
        """The path of the file, or the name of the revision."""
        if isinstance(value, str) and value.startswith("git:"):
            return Name().run_validation(value)
        return super().run_validation(value)


class LineAddress(Name):
    """A URL template of a line, with the placeholders {path} and {line}."""

    def run_validation(self, value: object) -> str:
        """The template, if it has {path} and no unknown placeholder."""
        text = super().run_validation(value)
        for word in re.findall(r"\{([^{}]*)\}", text):
            if word not in _PLACES:
                hint = nearest(f"{{{word}}}", [f"{{{known}}}" for known in _PLACES]).replace("'", "")
                raise ValidationError(f"{{{word}}} is not known here, only {{path}} and {{line}}{hint}")
        if "{path}" not in text:
            raise ValidationError("{path} is missing: every line of every file would have the same address")
        return text


class Whole(BaseConfigOption[int | None]):
    """A non-negative integer, or None."""

    def run_validation(self, value: object) -> int | None:
        """The number."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValidationError(f"a whole number is expected, but {value!r} is given")
        return value


class OneOrSeveral(c.ListOfItems[str]):
    """A list, or a single text for a list of one."""

    def run_validation(self, value: object) -> list[str]:
        """The list; the default for null."""
        if value is None and self.default is not None:
            return list(self.default)
        return super().run_validation([value] if isinstance(value, str) else value)


class Files(OneOrSeveral):
    """One existing file or several, relative to mkdocs.yml."""

    def __init__(self, default: list[str] | None = None) -> None:
        super().__init__(ExistingFile(), default=default)


class Names(OneOrSeveral):
    """One name or several, of files that need not exist."""

    def __init__(self, default: list[str] | None = None) -> None:
        super().__init__(Name(), default=default)


class Description(c.FilesystemObject):
    """An existing file or folder, relative to mkdocs.yml, or a name with the scheme of a system, such as
    `botocore:s3`.
    """

    existence_test = staticmethod(os.path.exists)
    name = "file or folder"

    def __init__(self) -> None:
        super().__init__(exists=True)

    def run_validation(self, value: object) -> str:
        """The path, or the name."""
        if isinstance(value, str) and system_of_scheme(value) is not None:
            return value
        try:
            return super().run_validation(value)
        except ValidationError as error:
            raise ValidationError(visible(str(error))) from None


class SystemName(c.Type[str]):
    """The name of a system in the registry."""

    def __init__(self) -> None:
        super().__init__(str, default=default_system())

    def run_validation(self, value: object) -> str:
        """The name, if the registry has it."""
        name = str(super().run_validation(value))
        if name not in REGISTRY:
            raise ValidationError(f"Expected one of: {tuple(REGISTRY)} but received: {visible(repr(value))}")
        return name


class Levels(BaseConfigOption[dict[str, str]]):
    """Severities by diagnostic code: `{OAS601: ignore}`."""

    def __init__(self) -> None:
        super().__init__()
        self.default: dict[str, str] = {}

    def run_validation(self, value: object) -> dict[str, str]:
        """The severities, if all codes and levels are known."""
        if not isinstance(value, dict):
            raise ValidationError("a mapping of diagnostic codes to levels is expected")
        known = catalogue() if value else {}
        wrong = [f"{code!r} is not a diagnostic code{nearest(str(code), known)}" for code in value if code not in known]
        strange = dict.fromkeys(repr(level) for level in value.values() if level not in _LEVELS)
        wrong += [f"{level} is not a level; use one of {', '.join(_LEVELS)}" for level in strange]
        if wrong:
            raise ValidationError("; and ".join(wrong))
        return {str(code): str(level) for code, level in value.items()}


class OwnLabels(BaseConfigOption[dict[str, str]]):
    """Labels of pages by key: `{section.example: Usage}`."""

    def __init__(self) -> None:
        super().__init__()
        self.default: dict[str, str] = {}

    def run_validation(self, value: object) -> dict[str, str]:
        """The labels, if all keys are known and all texts are one line."""
        if wrong := find_wrong_labels(value):
            raise ValidationError(visible("; and ".join(wrong)))
        return dict(value) if isinstance(value, dict) else {}


_TITLE = "Reference"


class MappingOptions(Config):
    """The options of one mapping."""

    def validate(self) -> tuple[ConfigErrors, ConfigWarnings]:
        """Errors and warnings; for an unknown option, with a suggestion, and for a removed one with what to do."""
        failed, warnings = super().validate()
        known = [name for name, _ in self._schema]
        removed = [(name, ValidationError(_REMOVED[name])) for name, _ in warnings if name in _REMOVED]
        unknown = "Unrecognised configuration name: "
        return failed + removed, [
            (name, f"{text}{nearest(name, known)}" if str(text).startswith(unknown) else text)
            for name, text in warnings
            if name not in _REMOVED
        ]

    system = SystemName()
    """The system to map to."""
    version = c.Optional(Name())
    """The version of the system's tools to write for; the newest if unset."""
    service = c.Optional(Name())
    """The name of the service, for systems whose input does not have it."""
    provider = c.Optional(Name())
    """The provider to take from an input with several."""
    live = c.Type(bool, default=False)
    """Whether the process that `spec` names may be started; never for a baseline."""
    plugin_dirs = c.ListOfItems(c.Dir(exists=True), default=[])
    """Folders with plugins, relative to mkdocs.yml."""
    dialect = c.Optional(Name())
    """The dialect of the output, for systems with several; by default that of the config, else the first."""
    spec = c.Optional(Description())
    """The API description: a file relative to mkdocs.yml, or a name with the scheme of a system."""
    sidecar = c.Optional(ExistingFile())
    """The sidecar of a mapping made elsewhere, instead of `spec`; its inputs are not needed."""
    config = c.Optional(Files())
    """The generator config, in one file or several; by default the file that the system looks for."""
    overlays = Files(default=[])
    """OpenAPI Overlays, applied to the description in this order before it is mapped."""
    allow_hosts = c.ListOfItems(c.Type(str), default=[])
    """Hosts that references may point to."""
    registry_docs = c.Optional(Name())
    """The folder for the pages of Terraform's registry, relative to mkdocs.yml."""
    provider_dir = Name(default=".")
    """The repository of the provider, with `examples` and `templates`, relative to mkdocs.yml."""
    output = c.Optional(Name())
    """A copy of the artifact, relative to mkdocs.yml; written only if it changes."""
    pages = Folder(default="reference")
    """The folder of the pages in the site."""
    address = c.Optional(Name())
    """The registry address of a provider, such as `owlridge/owlridge`, for the front page."""
    title = c.Optional(c.Type(str))
    """The title of the overview, by default *Reference*; of several mappings, the name of the folder."""
    baseline = c.Optional(Name())
    """The baseline of the changes: `git:REVISION`, or a file relative to mkdocs.yml."""
    baseline_config = Names(default=[])
    """The generator config of the baseline, if its name is different."""
    baseline_missing = c.Choice(("warning", "error", "silent"), default="warning")
    """The severity of a baseline that does not exist or cannot be used."""
    recorded = c.Optional(Name())
    """The baseline as it was mapped at its time: a sidecar or code spec, in a file or a git revision."""
    review = c.Optional(ExistingFile())
    """The review file: severities by rule and approved changes, relative to mkdocs.yml."""
    proof = c.Optional(Name())
    """The sidecar with the results of a running provider, relative to mkdocs.yml."""
    drift = c.Optional(Name())
    """The schema of the built provider to compare with: a file, or `provider:…` with `live`."""
    versions = c.DictOfItems(Version(), default={})
    """Released versions by name, oldest first, each a sidecar or `git:TAG`; rows show which version changed them."""
    history = c.Optional(ExistingFile())
    """The file that `oasmap history` writes, instead of `versions`."""


class OasmapOptions(MappingOptions):
    """All options. `mappings` lists several mappings, each with the options of one."""

    mappings = c.Optional(c.ListOfItems(c.SubConfig(MappingOptions)))
    source_url = c.Optional(LineAddress())
    """The URL template of a line in the repository; derived from repo_url and edit_uri if unset."""
    check_spec = c.Type(bool, default=False)
    """Whether to report violations of the OpenAPI specification; slow, and needs the extra `validate`."""
    levels = Levels()
    """Severities by diagnostic code."""
    split = Whole()
    """Entities with more attributes than this get a page for each root attribute with many nested ones."""
    audience = c.Optional(c.Choice(tuple(map(str, Audience))))
    """The audience of pages; if unset, authors under `mkdocs serve` and with a baseline, else users."""
    sources = c.Type(bool, default=False)
    """Whether users see the sources of attributes."""
    javascript = c.Type(bool, default=True)
    """Whether pages get the optional script; they work without it."""
    labels = OwnLabels()
    """Labels of pages in place of the usual ones, by key."""
    markdown_pages = c.Type(bool, default=True)
    """Whether the site has Markdown twins of the pages, and an `llms.txt` that lists them."""
    search = c.Choice(SEARCH, default="attributes")
    """What the search index gets: the names and first sentences of attributes, whole pages, or nothing."""


OF_RECORDED = frozenset({
    "address", "baseline", "baseline_missing", "history", "pages", "provider_dir", "registry_docs", "review", "sidecar",
    "title", "versions",
})  # fmt: skip
"""The options that apply to a mapping that is read from a sidecar."""


def mapping_options(options: Any) -> list[Any]:
    """The options of each mapping. Of several without a title, each has that of its folder.

    Raises ValidationError if there is no mapping, if two share a folder, or if an option is given where it has no
    effect.
    """
    mappings = list(options.mappings or [options])
    if options.mappings:
        if options.spec:
            raise ValidationError("give either spec or mappings, not both")
        if beside := _given(options):
            raise ValidationError(f"with mappings, give {', '.join(beside)} in the entries of mappings")
        if empty := [mapping.pages for mapping in mappings if not mapping.spec and not mapping.sidecar]:
            raise ValidationError(f"every entry of mappings needs a spec or a sidecar; {empty[0]} has neither")
        folders = [mapping.pages for mapping in mappings]
        if same := sorted({folder for folder in folders if folders.count(folder) > 1}):
            raise ValidationError(
                f"every entry of mappings needs a folder of its own (pages: …); several have {', '.join(same)}"
            )
    elif not options.spec and not options.sidecar:
        raise ValidationError("spec is needed: the path of an OpenAPI description, relative to mkdocs.yml")
    untitled = [mapping for mapping in mappings if not mapping.title]
    for mapping in untitled:
        folder = mapping.pages.rpartition("/")[2]
        mapping.title = capital(re.sub("[-_]+", " ", folder)) if len(untitled) > 1 else _TITLE
    for mapping in mappings:
        if mapping.sidecar and (beside := [name for name in _given(mapping) if name not in OF_RECORDED]):
            raise ValidationError(
                f"the sidecar of {mapping.pages} is what was mapped already; take away {', '.join(beside)}"
            )
    return mappings


def _given(options: Any) -> list[str]:
    """The names of the options that differ from their defaults."""
    defaults = MappingOptions()
    return [name for name in defaults if options[name] != defaults[name]]


def build_error(text: str) -> PluginError:
    """The error with this text; invisible characters are escaped."""
    return PluginError(visible_lines(f"oasmap: {text}"))


def refused(error: MappingError, about: str = "") -> PluginError:
    """The error with a line for each problem."""
    return PluginError("\n".join(f"oasmap: {about}{problem}" for problem in error.problems))
