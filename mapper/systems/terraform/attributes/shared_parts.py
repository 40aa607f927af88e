"""What the mappers of one set of policies share."""

from mapper.inputs import Documents

from ..config.policies import Policies
from ..limits import Spending
from ..schema.normalise import Schemas
from ..schema.recursion import Recursion
from .context import BodyStore
from .omissions import LeftOut


class SharedParts:
    """What the mapper for configs with policies shares with the other: schemas, and bodies without defaults."""

    def __init__(self, documents: Documents, spending: Spending, policies: Policies) -> None:
        self.documents, self.spending, self.policies = documents, spending, policies
        self.schemas = Schemas(documents, spending, policies)
        self.recursion = Recursion(documents, policies)
        self.bodies = BodyStore()
        self.left_out = LeftOut()
