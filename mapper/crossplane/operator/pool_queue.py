"""The scheduling of a pool: a queue and slots as data, without processes, threads and clocks.

Tickets are served in order of arrival, with one exception: using a slot for another configuration restarts its
process, so a free slot goes to the first ticket with the configuration of its process. No ticket is passed over
more than `PATIENCE` times.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

PATIENCE = 4
"""How often a ticket may be passed over in favor of one that needs no restart."""


class ConfigKey(Struct, frozen=True):
    """A configuration of a provider: its identity, such as the uid of its object, and its generation."""

    identity: str
    generation: int = 0


class Ticket(Struct, eq=False):
    """A request in the queue. `slot` is set once it is served, `passed` counts later tickets that were served first."""

    key: ConfigKey
    slot: Slot | None = None
    passed: int = 0


class Slot(Struct, eq=False):
    """A place for one process. `key` is the configuration of its process, None without a process."""

    number: int
    key: ConfigKey | None = None
    holder: Ticket | None = None
    used: int = 0


class Slots(Struct):
    """The slots and the queue. Methods return the tickets that they have served, in order."""

    slots: list[Slot]
    queue: list[Ticket] = field(default_factory=list)
    _turn: int = 0

    @classmethod
    def of(cls, size: int) -> Slots:
        """`size` slots without processes."""
        return cls([Slot(number) for number in range(size)])

    def ask(self, ticket: Ticket) -> list[Ticket]:
        """Add a ticket to the end of the queue."""
        self.queue.append(ticket)
        return self._serve()

    def free(self, slot: Slot) -> list[Ticket]:
        """Release a slot."""
        slot.holder = None
        return self._serve()

    def leave(self, ticket: Ticket) -> list[Ticket]:
        """Remove a ticket that was not served."""
        self.queue.remove(ticket)
        return self._serve()

    def _serve(self) -> list[Ticket]:
        served = []
        while self.queue and (free := [slot for slot in self.slots if slot.holder is None]):
            ticket, slot = self._match(free)
            for other in self.queue[: self.queue.index(ticket)]:
                other.passed += 1
            self.queue.remove(ticket)
            self._turn += 1
            ticket.slot, slot.holder, slot.used = slot, ticket, self._turn
            served.append(ticket)
        return served

    def _match(self, free: list[Slot]) -> tuple[Ticket, Slot]:
        """The next ticket, and its slot."""
        first = self.queue[0]
        if first.passed < PATIENCE and not any(slot.key in (None, first.key) for slot in free):
            for ticket in self.queue[1:]:
                if match := _with_key(free, ticket.key):
                    return ticket, match
        return first, _with_key(free, first.key) or min(free, key=lambda slot: _cost(slot, first.key))


def _with_key(slots: Iterable[Slot], key: ConfigKey) -> Slot | None:
    return next((slot for slot in slots if slot.key == key), None)


def _cost(slot: Slot, key: ConfigKey) -> tuple[int, int]:
    """A sort key of slots to reuse: empty ones, then outdated processes of the same configuration, then others."""
    if slot.key is None:
        return 0, slot.number
    return (1 if slot.key.identity == key.identity else 2), slot.used
