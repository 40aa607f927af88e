"""What a system is: one pair of input and artifact, such as OpenAPI and the Provider Code Specification.

A system answers for itself. Everything that the command line, the site and the review have to know of it is an
attribute or a method of `System`; nothing outside of the system's package asks which system it has.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from collections.abc import Mapping as Dict
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .diagnostics import Diagnostic, MappingError, Problem, Rule
from .documents import Document
from .immutable import dataclass
from .model import About, Attribute, Entity, Kind, Mapping, Purpose, Status, Type, type_in_words
from .requests import Mapped, Option, Proposal, Proposing, Request, Settled

if TYPE_CHECKING:
    from .review.judge import Judge
    from .running import Runner
    from .tfplugin.schema import ProviderSchema


class Need(StrEnum):
    """Whether a system has a config."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Scheme:
    """A word before a colon that names an input which is no file, such as `botocore:s3`."""

    name: str


@dataclass(frozen=True, slots=True)
class Input:
    """What a system reads. `words` describe it in the help of the command line.

    `marks` are sets of keys; a document that has all keys of one of them is an input of the system. `folder`: the
    input is a folder of files, whose names end with `suffix`. `shared`: it is first of all the input of another system.
    """

    words: str
    marks: tuple[frozenset[str], ...] = ()
    schemes: tuple[Scheme, ...] = ()
    folder: bool = False
    suffix: str = ""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Output:
    """What a system writes: the file `name`; or several files, in a folder that is `name` where none is given.

    `parts` are the first segments of the paths of files that can be written into folders of their own, and `files`
    the names of files that can.
    """

    name: str = ""
    folder: bool = False
    parts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    @property
    def separable(self) -> tuple[str, ...]:
        """What can be written into a folder of its own: the parts, and the files by their names without a suffix."""
        return (*self.parts, *(file.partition(".")[0] for file in self.files))


@dataclass(frozen=True, slots=True)
class Example:
    """An example of an entity in a language that highlighters know (*terraform*, *yaml*). `words` say more of it."""

    title: str
    text: str
    language: str
    words: str = ""


class System(ABC):
    """One system. Instances have no state; importing one is cheap, what is heavy is imported by its methods."""

    name: str
    """The name in options, mkdocs.yml and sidecars."""

    kinds: tuple[Kind, ...]
    """The kinds of its entities, in the order of pages."""

    diagnostics: Dict[str, Rule] = MappingProxyType({})
    """The rules of its own diagnostics by code; `mapper.rules` has those that systems share."""

    input: Input
    output: Output
    config: str = ""
    """The name of the config file that is read where none is given."""

    proposes: str = ""
    """The name of the file that is proposed, for a system without a config."""

    config_need: Need = Need.REQUIRED
    takes: frozenset[Option] = frozenset()
    version_help: str = ""
    """What a version of the system's own tools is, where there are several to write for."""

    runs: bool = False
    """Whether there is a runner."""

    dialects: tuple[str, ...] = ()
    """The dialects of its output, where it has several; the first is the default."""

    reference_tool: str = "the reference tool"
    """The name of the tool whose output this system reproduces, for what differs from it."""

    replaces_label: str = "forces replacement"
    """What a page says of an attribute whose new value replaces the whole object."""

    noun: str = "attribute"
    """What pages call one attribute."""

    filled_label: str = "computed"
    """Who fills in an optional attribute that is absent, in a word or two."""

    shows_parts: bool = True
    """Whether rows show placements and fragments; a system whose remarks say them does without."""

    built: str = ""
    """The name of the system that reads what a provider that is built says of itself, to be compared with; or empty."""

    @property
    def judge(self) -> Judge:
        """How its changes are judged."""
        from .review.judge import NEUTRAL

        return NEUTRAL

    def default_config(self, base: Path) -> list[Path]:
        """The config that is read where none is given: no file where there need not be one, and is none."""
        path = base / self.config
        if self.config_need is Need.NONE or (self.config_need is Need.OPTIONAL and not path.is_file()):
            return []
        return [path]

    def describes(self, root: object) -> bool:
        """Whether a parsed document is an input of this system."""
        return isinstance(root, dict) and any(mark <= root.keys() for mark in self.input.marks)

    def run(self, request: Request) -> Mapped:
        """Read and map. Raises MappingError, also for options that the system does not take."""
        self.check(request)
        return self._run(request)

    def check(self, request: Request) -> None:
        """Raises MappingError for options that the system does not take."""
        if refused := request.options - self.takes:
            words = " and ".join(sorted(refused))
            raise MappingError(Problem(f"the system {self.name} does not take {words}"))

    def run_in_part(self, request: Request) -> Mapped:
        """The same for a state that is only compared: what it cannot map is left out and told, if the system can.

        Raises MappingError where nothing can be mapped.
        """
        return self.run(request)

    @abstractmethod
    def _run(self, request: Request) -> Mapped:
        """Read and map a request that has no other options than the system takes. Raises MappingError."""

    @abstractmethod
    def artifacts(self, mapped: Mapped) -> dict[str, Iterable[str]]:
        """Path -> pieces of the text of the files that the mapping is made for."""

    def artifacts_of(self, mapped: Mapped, parts: Collection[str]) -> dict[str, Iterable[str]]:
        """The same, where only some parts are asked for; others may be there, too."""
        del parts
        return self.artifacts(mapped)

    def propose(self, proposing: Proposing) -> Proposal:
        """A config to start from. Raises MappingError where nothing can be proposed."""
        del proposing
        raise MappingError(Problem(f"the system {self.name} has no proposals for a config"))

    def config_schema(self) -> dict[str, Any] | None:
        """The JSON Schema of the config, for editors; None where there is none."""
        return None

    def settle(self, request: Request) -> Settled:
        """The config with everything that the diagnostics propose. Raises MappingError where a system has no such."""
        del request
        raise MappingError(Problem(f"the system {self.name} proposes nothing that could be settled"))

    def settlement(self, diagnostics: Iterable[Diagnostic]) -> str:
        """What diagnostics propose as one block of the config; empty where there is none."""
        del diagnostics
        return ""

    def is_provider_name(self, name: str) -> bool:
        """Whether a provider can have this name."""
        return bool(name)

    def leftovers(self, folder: Path, written: Collection[Path]) -> list[Path]:  # noqa: ARG002
        """The files in the folder of the output that an earlier run has written, and this one does not.

        Raises MappingError where the folder cannot be read.
        """
        return []

    def begins(self, path: str) -> bool:  # noqa: ARG002
        """Whether a file of the output is written only where there is none: from then on, it is the user's."""
        return False

    def ending(self, path: Path, written: Collection[Path]) -> str:  # noqa: ARG002
        """What follows the text of a file because of what else is in its folder. Raises MappingError."""
        return ""

    def check_targets(self, paths: Collection[Path], mapped: Mapped) -> None:
        """Raises MappingError where a file that would be written over is somebody else's."""
        del paths, mapped

    def read_artifact(self, document: Document) -> Mapping | None:
        """The mapping of an artifact written earlier, as the old side of a review; None where it is none of ours.

        Raises MappingError for an artifact that is broken.
        """
        del document
        return None

    def runner(self) -> Runner | None:
        """What asks and runs programs for objects of the system; None where it has none.

        It may import code that a config names: only commands that say so to the user ask for it.
        """
        return None

    def provider_schema(self, mapping: Mapping) -> ProviderSchema | None:
        """The schema of the Terraform provider that a mapping is for; None where it is for something else."""
        del mapping
        return None

    def comparable(self, old: Mapping, new: Mapping) -> tuple[Mapping, Mapping]:
        """Two mappings of the system without what only one of them can have, whatever it is of."""
        return old, new

    def title(self, entity: Entity, mapping: Mapping) -> str:
        """The name that users write for an entity."""
        del mapping
        return entity.name

    def examples(self, entity: Entity, mapping: Mapping) -> tuple[Example, ...]:
        """How an entity is used: with what is required, and with all that can be set."""
        del entity, mapping
        return ()

    def use_example(self, mapping: Mapping, address: str) -> Example | None:  # noqa: ARG002
        """What a configuration begins with, if anything; `address` is where the provider is published, or empty."""
        return None

    def artifact_words(self, name: str) -> str:  # noqa: ARG002
        """What an artifact is for, by its name; empty where there is nothing to say. Files may have the same words."""
        return ""

    def about(self, mapping: Mapping) -> About:
        """What a page begins with that shows the whole: title, version and description of what is mapped."""
        return mapping.about

    def import_example(self, entity: Entity, mapping: Mapping) -> Example | None:
        """How an object that exists is brought under control; None where it cannot be."""
        del entity, mapping
        return None

    def summary(self, entity: Entity) -> str:
        """What an entity is; where its schema does not say so, what the operation that makes or reads it does."""
        main = next((o for o in entity.operations if o.part in (Purpose.CREATE, Purpose.READ)), None)
        said = (main.description or main.summary) if main else None
        return entity.description or said or ""

    def prose(self, text: str) -> str:
        """A text of the input as the Markdown that pages show."""
        return text

    def type_words(self, type_: Type) -> str:
        """How pages name a type."""
        return type_in_words(type_)

    def code_type(self, type_: Type) -> str:  # noqa: ARG002
        """How code that is made of the output calls a type, where that says more; else empty."""
        return ""

    def remarks(self, attribute: Attribute) -> tuple[str, ...]:  # noqa: ARG002
        """What a row says of an attribute in a word or two, besides what it says of those of all systems."""
        return ()

    def group_titles(self, kind: Kind) -> dict[str, str]:
        """What the groups of attributes are called on the pages of entities of a kind, by their keys."""
        del kind
        return {"required": "Required", "optional": "Optional", "read-only": "Read-Only"}

    def status_labels(self, kind: Kind) -> dict[Status, str]:  # noqa: ARG002
        """What pages of entities of a kind say of each status."""
        return {
            Status.REQUIRED: "required",
            Status.OPTIONAL: "optional",
            Status.COMPUTED: "read-only",
            Status.COMPUTED_OPTIONAL: f"optional, {self.filled_label}",
        }

    def shows_default_of_computed(self, kind: Kind) -> bool:  # noqa: ARG002
        """Whether a default says something about attributes of this kind that are only read."""
        return True
