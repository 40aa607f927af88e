"""The protocol of a system: one pair of input and artifact, such as OpenAPI and the Provider Code Specification.

Everything that the command line, the site and the review have to know of a system is an attribute or a method of
`System`; no code outside of the system's package asks which system it has.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Dict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from ..inputs import Document
from ..model import About, Attribute, Entity, EntityKind, Mapping, Purpose, Type, type_in_words
from ..report.diagnostic import MappingError, Problem
from ..request import Mapped, Option, Proposing, Request, StartingConfig
from ..text.plural import capital
from .extras import Comparison, ConfigTools, OutputFiles

if TYPE_CHECKING:
    from ..languages.tfplugin.schema import ProviderSchema
    from ..model.samples.extent import Extent
    from ..report.diagnostic import Rule
    from ..review.policy import Judge
    from .runner import Runner


_OF_OPERATION = re.compile(
    r"\A(?:add|create|fetch|find|get|list|make|read|retrieve|return|show)s?\s+(?=(?:a|all|an|any|one|the|your)\s)",
    re.IGNORECASE,
)
"""The verb that the summary of an operation begins with: a page is about its object."""


class Need(StrEnum):
    """Whether a system has a config."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NONE = "none"


class Input(Struct, frozen=True):
    """What a system reads. `words` describe it in the help of the command line.

    `marks` are sets of keys: a document with all keys of one set is an input of the system. `schemes` are prefixes,
    before a colon, of inputs that are not files, such as `botocore:s3`. `folder`: the input is a folder of files, whose
    names end with `suffix`. `shared`: another system reads such input by default, so this one has to be named.
    """

    words: str
    marks: tuple[frozenset[str], ...] = ()
    schemes: tuple[str, ...] = ()
    folder: bool = False
    suffix: str = ""
    shared: bool = False


class Output(Struct, frozen=True):
    """What a system writes: the file `name`; or several files, in a folder, which is `name` unless another is given.

    `parts` are the first path segments of files that can be written into folders of their own, and `files`
    the names of files that can.
    """

    name: str = ""
    folder: bool = False
    parts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def separable(self) -> tuple[str, ...]:
        """The keys of what can be written into a folder of its own: the parts, and the files without their suffix."""
        return (*self.parts, *(file.partition(".")[0] for file in self.files))


class Example(Struct, frozen=True):
    """An example of an entity in a language that highlighters know (*terraform*, *yaml*). `words` explain it.

    Examples with the same title are `variant`s of one, such as in several languages. `inside` is the path of keys in
    the text that attributes of the entity are below.
    """

    title: str
    text: str
    language: str
    words: str = ""
    variant: str = ""
    inside: str | None = None


def of_extents(write: Callable[[Extent], str], language: str, inside: str | None = None) -> tuple[Example, ...]:
    """The examples of all extents, written by `write`; of equal ones the first."""
    from ..model.samples.extent import Extent

    titled = {write(extent): extent for extent in reversed(Extent)}
    return tuple(Example(extent.value, text, language, inside=inside) for text, extent in reversed(titled.items()))


class System(ABC):
    """One system. Instances have no state; importing one is cheap, its methods import what is heavy."""

    name: str
    """The name in options, mkdocs.yml and sidecars."""

    kinds: tuple[EntityKind, ...]
    """The kinds of its entities, in the order of pages."""

    input: Input
    output: Output
    config: str = ""
    """The name of the config file that is read if none is given."""

    proposes: str = ""
    """The name of the file that is proposed, for a system without a config."""

    config_need: Need = Need.REQUIRED
    takes: frozenset[Option] = frozenset()
    version_help: str = ""
    """Help text on versions of the system's own tools, if the output depends on them."""

    has_runner: bool = False
    """Whether `runner` returns one."""

    dialects: tuple[str, ...] = ()
    """The dialects of its output, if it has several; the first is the default."""

    reference_tool: str = "the reference tool"
    """The name of the tool whose output this system reproduces, for what differs from it."""

    noun: str = "attribute"
    """The word for an attribute on pages."""

    shows_parts: bool = True
    """Whether rows show placements and fragments; False for a system whose `remarks` contain them."""

    proposes_only: tuple[str, ...] = ()
    """What may be proposed alone, in the words of the option `--only`; empty if that is not asked for."""

    lookup_kind: EntityKind | None = None
    """The kind of entities that look up an object which another entity of the same name makes."""

    built_by: str = ""
    """The name of the system that reads the schema of a built provider, to compare with; empty if there is none."""

    config_tools = ConfigTools()
    output_files = OutputFiles()
    comparison = Comparison()
    """What only some systems have; here, nothing."""

    @property
    def diagnostics(self) -> Dict[str, Rule]:
        """The rules of its own diagnostics by code; `mapper.report.rules` has those that systems share."""
        return {}

    @property
    def judge(self) -> Judge:
        """The judge of its changes in a review."""
        from ..review.policy import NEUTRAL

        return NEUTRAL

    def default_config(self, base: Path) -> list[Path]:
        """The config files that are read if none is given; empty if the config is optional and does not exist."""
        path = base / self.config
        if self.config_need is Need.NONE or (self.config_need is Need.OPTIONAL and not path.is_file()):
            return []
        return [path]

    def describes(self, root: object) -> bool:
        """Whether a parsed document is an input of this system."""
        return isinstance(root, dict) and any(mark <= root.keys() for mark in self.input.marks)

    def run(self, request: Request) -> Mapped:
        """Read and map the input. Raises MappingError, also for options that the system does not take."""
        self.check(request)
        return self._run(request)

    def check(self, request: Request) -> None:
        """Raises MappingError for options that the system does not take."""
        if refused := request.options - self.takes:
            words = " and ".join(sorted(refused))
            raise MappingError(Problem(f"the system {self.name} does not take {words}"))

    def run_in_part(self, request: Request) -> Mapped:
        """As `run`, for a state that is only compared: a system may leave out what it cannot
        map, and name it in `lost`.

        Raises MappingError if nothing can be mapped.
        """
        return self.run(request)

    @abstractmethod
    def _run(self, request: Request) -> Mapped:
        """Read and map a request whose options the system takes. Raises MappingError."""

    @abstractmethod
    def artifacts(self, mapped: Mapped) -> dict[str, Iterable[str]]:
        """The files of the artifact: path -> pieces of its text."""

    def artifacts_of(self, mapped: Mapped, parts: Collection[str]) -> dict[str, Iterable[str]]:
        """As `artifacts`, if only `parts` are needed; other files may be in it, too."""
        return self.artifacts(mapped)

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A config to start from. Raises MappingError if nothing can be proposed."""
        raise MappingError(Problem(f"the system {self.name} has no proposals for a config"))

    def is_provider_name(self, name: str) -> bool:
        """Whether a provider can have this name."""
        return bool(name)

    def leftovers(self, folder: Path, written: Collection[Path]) -> list[Path]:
        """The files in the output folder that an earlier run wrote and this one does not.

        Raises MappingError if the folder cannot be read.
        """
        return []

    def read_artifact(self, document: Document) -> Mapping | None:
        """The mapping of an artifact written earlier, as the old side of a review; None if it is not
        an artifact of this system.

        Raises MappingError for a broken artifact.
        """
        return None

    def runner(self) -> Runner | None:
        """The runner of programs for objects of the system; None if there is none.

        It may import code that a config names, so only commands that document this call it.
        """
        return None

    def provider_schema(self, mapping: Mapping) -> ProviderSchema | None:
        """The schema of the Terraform provider that a mapping is for; None for other mappings."""
        return None

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name of an entity as users write it."""
        return entity.name

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """How an entity is used: with what is required, with what people write, and with all that can be set."""
        return ()

    def use_example(self, mapping: Mapping, address: str) -> Example | None:
        """What a configuration begins with, if anything; `address` is the provider's registry address, or empty."""
        return None

    def artifact_words(self, name: str) -> str:
        """The purpose of an artifact, by its name, or empty. Several files may have the same words."""
        return ""

    def about(self, mapping: Mapping) -> About:
        """Title, version and description of what is mapped, for the first page."""
        return mapping.about

    def access(self, mapping: Mapping) -> str:
        """What requests to the API carry, as a sentence of Markdown; empty if that is not known."""
        return ""

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """How an existing object is imported; None if it cannot be."""
        return None

    def summary(self, entity: Entity) -> str:
        """What an entity is. If its schema has no description, that of the operation that creates or reads it; of a
        summary, what the operation is about: *A zone* of *Create a zone*.
        """
        main = next((o for o in entity.operations if o.part in (Purpose.CREATE, Purpose.READ)), None)
        text = entity.description or (main and (main.description or main.summary)) or ""
        is_summary = main is not None and text.strip() == (main.summary or "").strip()
        return capital(_OF_OPERATION.sub("", text.strip())) if is_summary else text

    def prose(self, text: str) -> str:
        """A text of the input as Markdown for pages."""
        return text

    def type_words(self, type_: Type) -> str:
        """The name of a type on pages."""
        return type_in_words(type_)

    def code_type(self, type_: Type) -> str:
        """The name of a type in code generated from the output; empty if it adds nothing to `type_words`."""
        return ""

    def remarks(self, attribute: Attribute) -> tuple[str, ...]:
        """Short remarks on an attribute's row, besides those that all systems have."""
        return ()

    def labels(self, kind: EntityKind) -> dict[str, str]:
        """The labels of pages of a kind that differ from the usual ones, by key: `badge.replaces`."""
        return {}

    def shows_default_of_computed(self, kind: EntityKind) -> bool:
        """Whether pages show the default of a computed attribute of this kind."""
        return True
