"""A system: one pair of input and artifact, such as OpenAPI and the Provider Code Specification.

Everything that the command line, the site and the review have to know of a system is a member of `System`. No code
outside of the system's package asks which system it has. A system has three sides, and each has a class of its own:
what it reads, what it writes, and how pages show it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from collections.abc import Mapping as Dict
from typing import TYPE_CHECKING

from ..model import EntityKind
from ..report.diagnostic import MappingError, Problem
from ..request import Mapped, Request
from .extras import Comparison, ConfigTools, Proposals
from .reading import Reading
from .showing import Showing
from .writing import Writing

if TYPE_CHECKING:
    from ..report.diagnostic import Rule
    from ..review.policy import ReviewPolicy
    from .runner import Runner
    from .trial import Trial


class System:
    """One system. Instances have no state; importing one is cheap, its methods import what is heavy."""

    name: str
    """The name in options, mkdocs.yml and sidecars."""

    kinds: tuple[EntityKind, ...]
    """The kinds of its entities, in the order of pages."""

    reading: Reading
    writing: Writing
    showing: Showing = Showing()

    proposals = Proposals()
    config_tools = ConfigTools()
    comparison = Comparison()
    """What only some systems have; here, nothing."""

    runner: Callable[[], Runner] | None = None
    """The runner of programs for objects of the system. It may import code that a config names, so only commands that
    document this call it.
    """

    trial: Callable[[], Trial] | None = None
    """What tries the artifacts out before there is a program that uses them."""

    @property
    def diagnostics(self) -> Dict[str, Rule]:
        """The rules of its own diagnostics by code; `mapper.report.rules` has those that systems share."""
        return {}

    @property
    def review_policy(self) -> ReviewPolicy:
        """The policy of its changes in a review."""
        from ..review.policy import NEUTRAL

        return NEUTRAL

    def run(self, request: Request) -> Mapped:
        """Read and map the input. Raises MappingError, also for options that the system does not take."""
        self.check(request)
        return self.reading.map(request)

    def run_in_part(self, request: Request) -> Mapped:
        """As `run`, for a state that is only compared: what cannot be mapped is left out, and named in `lost`.

        Raises MappingError if nothing can be mapped.
        """
        self.check(request)
        return self.reading.map_in_part(request)

    def artifacts(self, mapped: Mapped, parts: Collection[str] = ()) -> dict[str, Iterable[str]]:
        """The files of the artifact, path -> pieces of its text; of some parts, if they are given."""
        return self.writing.artifacts(mapped, parts)

    def check(self, request: Request) -> None:
        """Raises MappingError for options and dialects that the system does not take."""
        if refused := request.options - self.reading.options.taken:
            words = " and ".join(sorted(refused))
            raise MappingError(Problem(f"the system {self.name} does not take {words}", remedy="leave it out"))
        dialects = self.reading.options.dialects
        if request.dialect is not None and request.dialect not in dialects:
            text = f"the system {self.name} has no dialect {request.dialect!r}"
            raise MappingError(Problem(text, remedy=f"choose one of {', '.join(dialects)}"))
