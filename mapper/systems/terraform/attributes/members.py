"""The members of one body: each identifier once, and no more than an object may have."""

from mapper.inputs import Node
from mapper.model import Attribute, Ignored, Omission, Scalar, attribute_size

from .omissions import MAX_ATTRIBUTES, collision, too_large, too_many, unnamed


class Members:
    """Collects what the properties of a schema become."""

    def __init__(self, properties: Node) -> None:
        self.attributes: dict[str, Attribute] = {}
        self.omitted: list[Omission] = []
        self.ignored: list[Ignored] = []
        self.names = sorted(properties.value)
        """The names of the properties to map."""
        self._size = 0
        self._taken = set(self.names)
        if len(self.names) > MAX_ATTRIBUTES:
            self.omitted.append(too_many(self.names, properties))
            self.names = self.names[:MAX_ATTRIBUTES]

    def add(self, member: Attribute | Omission | Ignored) -> None:
        """Add what a property becomes. An attribute without a name, or beyond the limit, is an omission."""
        if isinstance(member, Attribute):  # as most are: `isinstance` takes long to say no
            name = member.name
            size = self._size + (1 if member.type.__class__ is Scalar else attribute_size(member))
            if name and name not in self.attributes and size <= MAX_ATTRIBUTES:
                self._size = size
                self.attributes[name] = member
            else:
                self.omitted.append(self._without_place(member))
        elif isinstance(member, Omission):
            self.omitted.append(member)
        else:
            self.ignored.append(member)

    def _without_place(self, attribute: Attribute) -> Omission:
        if not attribute.name:
            return unnamed(attribute, self._taken)
        if attribute.name in self.attributes:
            return collision(attribute, self.attributes[attribute.name])
        return too_large(attribute)
