"""Lets one resource live in this process: mock, provider, and Terraform's rules."""

from collections.abc import Callable
from typing import Any

from mapper.model.samples.extent import Extent
from mapper.systems.terraform.life import NOT_APPLICABLE, OK

from .api import Api
from .core import Action, Core
from .examples import Import, change, configuration, import_of
from .mock.api import Mock
from .mock.server import guard
from .provider.crud import Crud
from .provider.failure import Failure
from .provider.resources import CREATE, DELETE, READ, UPDATE, Resource
from .steps import REPLACED, Life, Step

_MOST_CALLS = 12


def live_in_process(api: Api, resource: Resource, extent: Extent) -> Life:
    """The life of a resource by the example of its page."""
    mock = Mock(api.model)
    life = Life(resource.name)
    try:
        life.config = configuration(api.artifacts, resource, extent)
    except Failure as failure:
        life.results[Step.CREATE] = str(failure)
        return life
    _LifeSteps(life, resource, Crud(resource, guard(mock.handle)), import_of(api.artifacts, resource)).run()
    life.calls = [str(call) for call in mock.calls][-_MOST_CALLS:]
    return life


class _LifeSteps:
    def __init__(self, life: Life, resource: Resource, crud: Crud, shown: Import) -> None:
        self.life, self.resource, self.crud, self.shown = life, resource, crud, shown
        self.core, self.config = Core(resource, crud), life.config

    def run(self) -> None:
        """Take all steps; after a failure, go on as long as there is an object."""
        steps: dict[Step, Callable[[], str]] = {
            Step.CREATE: self.create,
            Step.PLAN: self.plan,
            Step.UPDATE: self.update,
            Step.REPLAN: self.plan,
            Step.IMPORT: self.import_,
            Step.DESTROY: self.destroy,
        }
        for step, act in steps.items():
            if step is not Step.CREATE and self.core.state is None:
                return
            is_unchanged = self.life.results.get(Step.UPDATE, "").startswith(NOT_APPLICABLE)
            if step is Step.REPLAN and is_unchanged:
                self.life.results[step] = NOT_APPLICABLE
                continue
            try:
                self.life.results[step] = act()
            except Failure as failure:
                last = self.crud.last_request
                self.life.results[step] = f"{failure} [{last}]" if last else str(failure)

    def create(self) -> str:
        self.core.apply(self.core.plan(self.config))
        return OK

    def plan(self) -> str:
        self._expect_nothing("not-empty")
        return OK

    def update(self) -> str:
        changed = change(self.resource, self.config)
        if changed is None:
            has_update = UPDATE in self.resource.operations
            return f"{NOT_APPLICABLE}: {'all settable values replace' if has_update else 'no update operation'}"
        self.life.changed, self.config = changed.path, changed.config
        plan = self.core.plan(self.config)
        self.core.apply(plan)
        if plan.action is Action.NONE:
            return f"{NOT_APPLICABLE}: the new value is the one that was planned before"
        if plan.action is Action.REPLACE:
            raise Failure(REPLACED, "; ".join(plan.reasons))
        return OK

    def import_(self) -> str:
        if not self.shown.is_shown:
            return f"{NOT_APPLICABLE}: the page shows no import"
        state_before = self.core.state
        assert state_before is not None  # noqa: S101 - without an object, no step is tried
        self.core.state = self.crud.read(self.crud.import_state(self.crud.import_id(state_before)))
        try:
            if self.core.state is None:
                raise Failure("import-gone", "nothing is found by the id of the page")
            self._expect_nothing("import-differs", self.shown.ignored)
        finally:
            self.core.state = state_before
        return OK

    def destroy(self) -> str:
        state: Any = self.core.state
        self.crud.delete(state)
        if DELETE not in self.resource.operations:
            return f"{NOT_APPLICABLE}: no delete operation"
        if not self._always_answers() and self.crud.read(state) is not None:
            raise Failure("still-there", "after delete, read finds the object")
        return OK

    def _always_answers(self) -> bool:
        """Whether read finds an object before create and after delete: a single one, at a path of its own."""
        read, create = self.resource.operations.get(READ), self.resource.operations.get(CREATE)
        if read is None or create is None:
            return True
        return not read.path.endswith("}") and read.path_attributes <= create.path_attributes

    def _expect_nothing(self, kind: str, ignored: tuple[str, ...] = ()) -> None:
        plan = self.core.plan(self.config, ignored)
        if self.core.state is None:
            raise Failure("gone", "read finds nothing")
        if plan.action is not Action.NONE:
            raise Failure(f"{kind} {plan.action}", "; ".join(plan.reasons))
