"""The objects that a provider has created and not destroyed."""

from dataclasses import dataclass, field


@dataclass
class CreatedObject:
    """An object: the type of its resource, the request that created it, and its import id, if one is known."""

    type: str
    request: str
    identity: str = ""

    def __str__(self) -> str:
        return f"{self.type} {self.identity or '(no id is known)'}, by {self.request}"


@dataclass
class Ledger:
    """The objects that exist, in the order of their creation."""

    objects: list[CreatedObject] = field(default_factory=list)

    def add(self, type_: str, request: str) -> CreatedObject:
        """Add the object that a request has created. The caller sets its identity, once it is known."""
        created = CreatedObject(type_, request)
        self.objects.append(created)
        return created

    def remove(self, type_: str, identity: str) -> None:
        """Remove the latest object with this identity, as it is gone."""
        for created in reversed(self.objects):
            if (created.type, created.identity) == (type_, identity):
                self.objects.remove(created)
                return
