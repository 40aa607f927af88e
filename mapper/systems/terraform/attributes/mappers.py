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
        self._used: dict[Policies, dict[bool, AttributeMapper]] = {}
        self._last: dict[Policies, dict[bool, AttributeMapper]] = {}

    def begin(self) -> None:
        """Go on with another config. What the last one did not need is forgotten."""
        self.spending.begin()
        self._last, self._used = self._used, {}

    def of(self, policies: Policies) -> AttributeMapper:
        """The mapper for the policies of an entity; entities share it if theirs decide the same of bodies."""
        deciding = policies.of_bodies
        both = self._used.get(deciding) or self._last.get(deciding)
        if both is None:
            shared = SharedParts(self._documents, self.spending, deciding)
            both = {flag: AttributeMapper(shared, has_policies=flag) for flag in (False, True)}
        self._used[deciding] = both
        return both[policies != DEFAULTS]
