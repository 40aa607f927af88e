"""The steps of a life and their results."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from mapper.systems.terraform.life import NOT_APPLICABLE, OK


class Step(StrEnum):
    """What is done with a resource, in this order."""

    CREATE = "create"
    PLAN = "plan"
    UPDATE = "update"
    REPLAN = "replan"
    IMPORT = "import"
    DESTROY = "destroy"


REPLACED = "unexpected replace"
"""The class of updates that destroy the object."""


@dataclass
class Life:
    """What happened to one resource: *ok*, *n/a* with a reason, or the class and the text of a failure for each step.

    `changed` is the path of the value that the update changed. `calls` are the last requests with their responses.
    `warned_codes` are the codes of warnings on the calls of the resource, and *question*.
    """

    resource: str
    results: dict[Step, str] = field(default_factory=dict)
    config: dict[str, Any] = field(default_factory=dict)
    changed: str = ""
    calls: list[str] = field(default_factory=list)
    warned_codes: list[str] = field(default_factory=list)

    def is_passed(self, step: Step) -> bool:
        """Whether a step succeeded, or there was nothing to do."""
        result = self.results.get(step, "")
        return result == OK or result.startswith(NOT_APPLICABLE)

    def is_tried(self, step: Step) -> bool:
        """Whether a step was tried, with success or without."""
        return step in self.results and not self.results[step].startswith(NOT_APPLICABLE)

    def is_whole(self, but: Iterable[Step] = ()) -> bool:
        """Whether all steps succeeded, `but` some that do not count."""
        return all(self.is_passed(step) for step in Step if step not in but)

    @property
    def is_destroyed_by_update(self) -> bool:
        """Whether an update replaced the object."""
        return self.results.get(Step.UPDATE, "").startswith(REPLACED)

    @property
    def is_warned(self) -> bool:
        """Whether there was a warning on its calls."""
        return any(code != "question" for code in self.warned_codes)

    @property
    def end(self) -> tuple[Step, str] | None:
        """The first step that failed with its result; None for a whole life."""
        return next(((s, self.results.get(s, "not reached")) for s in Step if not self.is_passed(s)), None)
