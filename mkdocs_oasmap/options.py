"""The options of the plugin in `mkdocs.yml`."""

import os
import re
from typing import Any

from mkdocs.config import config_options as c
from mkdocs.config.base import BaseConfigOption, Config, ConfigErrors, ConfigWarnings, ValidationError
from mkdocs.exceptions import PluginError

from mapper.files import is_name
from mapper.registry import REGISTRY, catalogue, default_system, system_of_scheme
from mapper.report.diagnostic import MappingError, Problem, Severity
from mapper.text.display import visible
from mapper.text.plural import capital
from mapper.text.suggest import nearest, nearest_or_some

from .pages.audience import Audience
from .pages.labels import find_wrong_labels
from .wrong_inputs import address

_PLACES = ("path", "line")
SEARCH = ("attributes", "full", "off")
_REMOVED = {
    "cache": "remove it: nothing is kept for the next build any more",
    "words": "use labels, which has keys in place of phrases; for other texts, override blocks of templates",
}
LEVELS = (*(str(severity) for severity in Severity), "ignore")


class Folder(c.Type[str]):
    """A folder of the site, such as `reference`: relative, with `/` between names."""

    def __init__(self, default: str) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        """The folder without leading and trailing slashes."""
        text = str(super().run_validation(value)).strip("/")
        if not text or not re.fullmatch(r"[\w .-]+(/[\w .-]+)*", text) or {".", ".."} & set(text.split("/")):
            raise ValidationError(f"{value!r} is not the name of a folder in the site; write one such as reference")
        return text


class Name(c.Type[str]):
    """A text that may become the name of a file or revision."""

    def __init__(self, default: str | None = None) -> None:
        super().__init__(str, default=default)

    def run_validation(self, value: object) -> str:
        """The text, if all of its characters are allowed in names."""
        text = str(super().run_validation(value))
        if not is_name(text):
            raise ValidationError(f"{value!r} has a character that no name has; remove it")
        return text


def _not_there(value: object, error: ValidationError) -> str:
    """Why a path names no file, and what to do."""
    text = str(error).removesuffix(".")
    if isinstance(value, str):
        text = address(value) or f"{text}; correct the path, which begins at the folder of mkdocs.yml"
    return visible(text)


_TYPES = {"str": "a text", "bool": "true or false", "list": "a list", "dict": "a mapping", "int": "a number"}
_OF_MKDOCS = (
    (re.compile(r"(The path .* isn't an existing directory)\."), "{}; correct the path"),
    (re.compile(r"Expected type: <class '(\w+)'> but received: <class '(\w+)'>"), "write {}, not {}"),
    (re.compile(r"Expected a (list|dict) of items, but a <class '(\w+)'> was given\."), "write {}, not {}"),
    (re.compile(r"Expected one of: \((.*)\) but received: (.*)"), "choose one of {}, not {}"),
)
"""What MkDocs says about a wrong value, and the same in words of the settings."""


def _plain(name: str, text: str) -> str:
    """The message of an option in words of the settings, with what to do."""
    for pattern, words in _OF_MKDOCS:
        if match := pattern.fullmatch(text):
            text = words.format(*(_TYPES.get(part, part) for part in match.groups()))
            return f"{text}; for several inputs, use mappings" if name == "spec" else text
    return f"{text}; `oasmap init` proposes one" if name == "config" and "correct the path" in text else text


class ExistingFile(c.File):
    """An existing file, relative to mkdocs.yml."""

    def __init__(self) -> None:
        super().__init__(exists=True)

    def run_validation(self, value: object) -> str:
        """The path of the file."""
        try:
            return super().run_validation(value)
        except ValidationError as error:
            raise ValidationError(_not_there(value, error)) from None


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
                raise ValidationError(f"{{{word}}} is not known here; use {{path}} and {{line}}{hint}")
        if "{path}" not in text:
            raise ValidationError("{path} is missing; add it, because every file would have the same address")
        return text


class Whole(BaseConfigOption[int | None]):
    """A non-negative integer, or None."""

    def run_validation(self, value: object) -> int | None:
        """The number."""
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise ValidationError(f"write a whole number, not {value!r}")
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
    """An existing file or folder, relative to mkdocs.yml, or a name with a system's scheme, such as `botocore:s3`."""

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
            raise ValidationError(_not_there(value, error)) from None


class SystemName(c.Type[str]):
    """The name of a system in the registry."""

    def __init__(self) -> None:
        super().__init__(str, default=default_system())

    def run_validation(self, value: object) -> str:
        """The name, if the registry has it."""
        name = str(super().run_validation(value))
        if name not in REGISTRY:
            raise ValidationError(f"{visible(repr(value))} is not a system; choose {', '.join(REGISTRY)}")
        return name


class Levels(BaseConfigOption[dict[str, str]]):
    """Severities by diagnostic code: `{OAS601: ignore}`."""

    def __init__(self) -> None:
        super().__init__()
        self.default: dict[str, str] = {}

    def run_validation(self, value: object) -> dict[str, str]:
        """The severities, if all codes and levels are known."""
        if not isinstance(value, dict):
            raise ValidationError("a mapping of diagnostic codes to levels is expected, such as OAS302: info")
        codes = catalogue() if value else {}
        unknown = [code for code in value if code not in codes]
        wrong = [
            f"{code!r} is not a diagnostic code{nearest(str(code), codes) or '; use one such as OAS302'}"
            for code in unknown
        ]
        strange = dict.fromkeys(repr(level) for level in value.values() if level not in LEVELS)
        wrong += [f"{level} is not a level; use one of {', '.join(LEVELS)}" for level in strange]
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
        failed = [(name, ValidationError(_plain(name, str(error)))) for name, error in failed]
        names = [name for name, _ in self._schema]
        removed = [(name, ValidationError(_REMOVED[name])) for name, _ in warnings if name in _REMOVED]
        unknown = "Unrecognised configuration name: "
        return failed + removed, [
            (name, f"{text}{nearest_or_some(str(name), names)}" if str(text).startswith(unknown) else text)
            for name, text in warnings
            if name not in _REMOVED
        ]

    system = SystemName()
    """The target of the mapping."""
    version = c.Optional(Name())
    """The version of the tools of the system to write for; the newest, if unset."""
    dialect = c.Optional(Name())
    """The dialect of the output: design or lumidl for pulumi, the profile upjet or v2020 for crossplane; if unset,
    the dialect of the config.
    """
    service = c.Optional(Name())
    """The name of the service, with which the API group begins."""
    provider = c.Optional(Name())
    """The provider, if the input has several."""
    live = c.Type(bool, default=False)
    """Whether oasmap may start the program of the provider."""
    plugin_dirs = c.ListOfItems(c.Dir(exists=True), default=[])
    """Folders in which oasmap looks for programs of providers."""
    spec = c.Optional(Description())
    """The API description, or another input of the system."""
    sidecar = c.Optional(ExistingFile())
    """The sidecar of a mapping that was made elsewhere, in place of spec."""
    config = c.Optional(Files())
    """The generator config, in one file or in a list of several."""
    overlays = Files(default=[])
    """OpenAPI Overlays, a file or a list, applied to the description before the mapping."""
    allow_hosts = c.ListOfItems(c.Type(str), default=[])
    """Hosts that references may lead to. oasmap reads nothing from other hosts."""
    registry_docs = c.Optional(Name())
    """The folder of the pages for Terraform's registry, which must not be in docs_dir."""
    provider_dir = Name(default=".")
    """The repository with your examples, which pages show in place of generated ones, and your templates for the
    registry; the folder of mkdocs.yml, if unset.
    """
    output = c.Optional(Name())
    """A file of your repository to which the artifact is written as well."""
    pages = Folder(default="reference")
    """The folder of the generated pages in the site."""
    address = c.Optional(Name())
    """The address of the provider in the registry, such as owlridge/owlridge. The overview then begins with the
    required_providers block.
    """
    title = c.Optional(c.Type(str))
    """The title of the overview."""
    baseline = c.Optional(Name())
    """The state to compare with: git:REVISION, or a file. The site gets a page of changes, and marks on rows that
    changed.
    """
    baseline_config = Names(default=[])
    """The generator config of the baseline, a file or a list, if it had another name that git does not detect."""
    baseline_missing = c.Choice(("warning", "error", "silent"), default="warning")
    """What a missing baseline is: a warning (mkdocs build --strict fails), an error (every build fails), or silent."""
    recorded = c.Optional(Name())
    """The sidecar or code spec written for the baseline. It shows which changes come from a new version of oasmap."""
    review = c.Optional(ExistingFile())
    """The review file, with severities and approved changes."""
    drift = c.Optional(Name())
    """The schema of the built provider to compare with."""
    proof = c.Optional(Name())
    """The sidecar with what a running provider said about the pages."""
    life = c.Optional(Name())
    """The record of `oasmap try --all --write-life FILE`, which pages of authors show."""
    versions = c.DictOfItems(Version(), default={})
    """Released versions, oldest first, for marks such as *added in 1.1*: each a sidecar or git:TAG."""
    history = c.Optional(ExistingFile())
    """The file that oasmap history writes, in place of versions."""


class OasmapOptions(MappingOptions):
    """All options. `mappings` lists several mappings, each with the options of one."""

    mappings = c.Optional(c.ListOfItems(c.SubConfig(MappingOptions)))
    """Several inputs in one site, in place of spec."""
    source_url = c.Optional(LineAddress())
    """The URL of a line of a file in your repository, with {path} and {line}; derived from repo_url, if unset."""
    check_spec = c.Type(bool, default=False)
    """Whether to report violations of the OpenAPI specification. Slow; needs the extra validate."""
    levels = Levels()
    """Severities by the code of the diagnostic: error, warning, info, or ignore, which keeps it out of the log."""
    split = Whole()
    """In an entity with more attributes than this number, each root attribute with many nested attributes gets its
    own page.
    """
    audience = c.Optional(c.Choice(tuple(map(str, Audience))))
    """Whom the pages are for; if unset, users, and authors in previews."""
    sources = c.Type(bool, default=False)
    """Whether users see where attributes come from, with the names and lines of the inputs."""
    javascript = c.Type(bool, default=True)
    """Whether pages load the script that adds the toolbar and unfolds the row of a search result. Pages need no
    script for anything else.
    """
    labels = OwnLabels()
    """Other texts for titles, groups, statuses and badges, by key."""
    markdown_pages = c.Type(bool, default=True)
    """Whether the site has each page as Markdown too, and an llms.txt that lists them."""
    search = c.Choice(SEARCH, default="attributes")
    """What the search finds of an entity: attributes (first paragraph, names and first sentences), full (the whole
    text) or off.
    """


OF_RECORDED = frozenset({
    "address", "baseline", "baseline_missing", "history", "pages", "provider_dir", "registry_docs", "review", "sidecar",
    "title", "versions",
})  # fmt: skip
"""The options that apply to a mapping that is read from a sidecar."""


def mapping_options(options: Any) -> list[Any]:
    """The options of each mapping. If there are several, a mapping without a title has its folder's.

    Raises ValidationError if there is no mapping, if two share a folder, or if an option is given where it has no
    effect.
    """
    mappings = list(options.mappings or [options])
    if options.mappings:
        if options.spec:
            raise ValidationError("give either spec or mappings, not both")
        if beside := _changed_options(options):
            raise ValidationError(f"with mappings, give {', '.join(beside)} in the entries of mappings")
        if empty := [mapping.pages for mapping in mappings if not mapping.spec and not mapping.sidecar]:
            raise ValidationError(f"every entry of mappings needs a spec or a sidecar; add one to {empty[0]}")
        folders = [mapping.pages for mapping in mappings]
        if same := sorted({folder for folder in folders if folders.count(folder) > 1}):
            raise ValidationError(
                f"give every entry of mappings a folder of its own (pages: …); several have {', '.join(same)}"
            )
    elif not options.spec and not options.sidecar:
        raise ValidationError("spec is needed: write the path of an OpenAPI description, relative to mkdocs.yml")
    untitled = [mapping for mapping in mappings if not mapping.title]
    for mapping in untitled:
        folder = mapping.pages.rpartition("/")[2]
        mapping.title = capital(re.sub("[-_]+", " ", folder)) if len(untitled) > 1 else _TITLE
    for mapping in mappings:
        if mapping.sidecar and (beside := [name for name in _changed_options(mapping) if name not in OF_RECORDED]):
            raise ValidationError(
                f"the sidecar of {mapping.pages} is what was mapped already; take away {', '.join(beside)}"
            )
    return mappings


def _changed_options(options: Any) -> list[str]:
    """The names of the options that differ from their defaults."""
    defaults = MappingOptions()
    return [name for name in defaults if options[name] != defaults[name]]


CORRECT = "correct it there"
"""What to do about wrong settings of a site."""


class BuildError(PluginError):
    """Why a site cannot be built: a line for each of `problems`. `about` is the option that they concern."""

    def __init__(self, *problems: Problem, about: str = "") -> None:
        super().__init__("\n".join(f"oasmap: {about}{problem}" for problem in problems))
        self.problems = problems


def build_error(text: str, *, remedy: str) -> BuildError:
    """The error with this text; invisible characters are escaped."""
    return BuildError(Problem(text, remedy=remedy))


def refused(error: MappingError, about: str = "") -> BuildError:
    """The error with a line for each problem."""
    return BuildError(*error.problems, about=about)
