"""What only some systems have: proposals, help with a config, rules for files that users edit, and comparisons.

Each class is what a system without the extra has: it does nothing.
"""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..inputs import Document
from ..model import Mapping
from ..report.diagnostic import Diagnostic, Problem
from ..request import Mapped, Proposing, Request, Settled, StartingConfig

if TYPE_CHECKING:
    from ..languages.tfplugin.schema import ProviderSchema


class Proposals:
    """What `oasmap init` writes for a system: here, for one without a config, nothing but a site."""

    choices: tuple[str, ...] = ()
    """What may be proposed alone, in the words of the option `--only`; empty if that is not asked for."""

    def propose(self, proposing: Proposing) -> StartingConfig:
        """A config to start from. Raises MappingError if nothing can be proposed."""
        proposing.takes_only("without a config")
        return StartingConfig("", "no config is needed")

    def is_provider_name(self, name: str) -> bool:
        """Whether a provider can have this name."""
        return bool(name)


class ConfigTools:
    """What a system does for the authors of its config."""

    def schema(self) -> dict[str, Any] | None:
        """The JSON Schema of the config, for editors; None if there is none."""
        return None

    def missing_input(self, config: Path) -> str:
        """Which input belongs to a config, in a sentence for a command without input; empty if nothing says so."""
        return ""

    def with_fixes(self, request: Request, like: str = "") -> Settled | None:
        """The config with the fixes that diagnostics propose: all, or those that change no output of the tool `like`.
        None if the system has no such fixes. Raises MappingError.
        """
        return None

    def fixes_as_text(self, diagnostics: Iterable[Diagnostic]) -> str:
        """The proposals of diagnostics as one block of the config; empty if there is none."""
        return ""

    def unusable(self, mapping: Mapping) -> tuple[str, ...]:
        """What looks unusable in a mapping, in lines for its maintainer."""
        return ()

    def unexplained_ignores(self, mapped: Mapped) -> tuple[Problem, ...]:
        """What the config leaves out that somebody needs, without saying why."""
        return ()


class OutputFiles:
    """The files of an output that has files of users next to generated ones."""

    def is_user_owned(self, path: str) -> bool:
        """Whether a file of the output is written only if it does not exist: users edit it from then on."""
        return False

    def footer(self, path: Path, written: Collection[Path]) -> str:
        """Text to append to a file, depending on what else is in its folder. Raises MappingError."""
        return ""

    def check_targets(self, paths: Collection[Path], mapped: Mapped) -> None:
        """Raises MappingError if a file to be overwritten was not written by this system."""


class Comparison:
    """What mappings of the system are compared as, and with."""

    built_by: str = ""
    """The name of the system that reads the schema of a built provider; empty if there is none."""

    has_provider_schema: bool = False
    """Whether mappings are for a Terraform provider, and so have a schema and pages of Terraform's registry."""

    def as_declared(self, mapping: Mapping) -> Mapping:
        """The mapping with what its input declares, where pages show something truer."""
        return mapping

    def comparable(self, old: Mapping, new: Mapping) -> tuple[Mapping, Mapping]:
        """Two mappings without the members that only one of their inputs can have."""
        return old, new

    def of_artifact(self, document: Document) -> Mapping | None:
        """The mapping of an artifact written earlier, as the old side of a review; None if it is not
        an artifact of this system.

        Raises MappingError for a broken artifact.
        """
        return None

    def provider_schema(self, mapping: Mapping) -> "ProviderSchema | None":
        """The schema of the Terraform provider that a mapping is for; None for other mappings."""
        return None
