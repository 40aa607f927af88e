"""What a provider has created and not destroyed."""

from dataclasses import dataclass, field


@dataclass
class Created:
    """An object: the type of its resource, the request that created it, and its import id, if one is known."""

    type: str
    request: str
    identity: str = ""

    def __str__(self) -> str:
        return f"{self.type} {self.identity or '(no id is known)'}, by {self.request}"


@dataclass
class Ledger:
    """The objects that are left, in the order of their creation."""

    left: list[Created] = field(default_factory=list)

    def add(self, type_: str, request: str) -> Created:
        """Note what a request has created; what is learned of it later is added to the entry."""
        created = Created(type_, request)
        self.left.append(created)
        return created

    def remove(self, type_: str, identity: str) -> None:
        """Note that an object is gone: the latest one with this identity."""
        for created in reversed(self.left):
            if (created.type, created.identity) == (type_, identity):
                self.left.remove(created)
                return
