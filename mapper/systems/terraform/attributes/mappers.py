"""The mappers of one API description, which several configs share."""

from mapper.inputs import Documents

from ..config.policies import DEFAULTS, Policies
from ..limits import Spending
from .attributes import AttributeMapper
from .shared_parts import SharedParts


class Mappers:
    """What maps schemas of one API description, by policies.

    A config that is mapped after another one, with other entries or names of types, takes the bodies that exist. `init`
    on GitHub's API maps five configs, and three of them need hardly a new body.
    """

    def __init__(self, documents: Documents) -> None:
        self.spending = Spending(documents.budget)
        self._documents = documents
        self._used: dict[Policies, _Both] = {}
        self._last: dict[Policies, _Both] = {}

    def begin(self) -> None:
        """Go on with another config. What the last one did not need is forgotten."""
        self.spending.begin()
        self._last, self._used = self._used, {}

    def of(self, policies: Policies) -> AttributeMapper:
        """The mapper for the policies of an entity; entities share it if theirs decide the same of bodies."""
        deciding = policies.of_bodies
        both = self._used.get(deciding) or self._last.get(deciding)
        if both is None:
            both = _Both(SharedParts(self._documents, self.spending, deciding))
        self._used[deciding] = both
        return both.of(has_policies=policies != DEFAULTS)


class _Both:
    """The mappers of one set of policies, each made when it is first asked for."""

    def __init__(self, shared: SharedParts) -> None:
        self._shared = shared
        self._mappers: dict[bool, AttributeMapper] = {}

    def of(self, *, has_policies: bool) -> AttributeMapper:
        """The mapper for configs with or without policies."""
        if has_policies not in self._mappers:
            self._mappers[has_policies] = AttributeMapper(self._shared, has_policies=has_policies)
        return self._mappers[has_policies]
