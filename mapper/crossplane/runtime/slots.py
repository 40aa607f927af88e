"""Who gets which slot of a pool: a queue and slots as data, without processes, threads and clocks.

Whoever came first is served first. A slot whose process is of another configuration has to be started anew, so that a
slot that falls free goes to the first in the queue that has use for its process; but nobody is passed over more than
`PATIENCE` times, whatever comes after him.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ...immutable import dataclass as value

PATIENCE = 4
"""How often somebody in the queue is passed over for the sake of a process that need not be started anew."""


@value(frozen=True, slots=True)
class ConfigKey:
    """A configuration of a provider: its identity, such as the uid of its object, and its generation."""

    identity: str
    generation: int = 0


@dataclass(eq=False)
class Ticket:
    """A place in the queue. `slot` is there once it is served, `passed` counts who came later and was served before."""

    key: ConfigKey
    slot: Slot | None = None
    passed: int = 0


@dataclass(eq=False)
class Slot:
    """A place for one process. `key` is the configuration of the process that it has, None where it has none."""

    number: int
    key: ConfigKey | None = None
    holder: Ticket | None = None
    used: int = 0


@dataclass
class Slots:
    """The slots and the queue. Every method that can serve somebody returns who was served, in order."""

    slots: list[Slot]
    queue: list[Ticket] = field(default_factory=list)
    _turn: int = 0

    @classmethod
    def of(cls, size: int) -> Slots:
        """So many slots without processes."""
        return cls([Slot(number) for number in range(size)])

    def ask(self, ticket: Ticket) -> list[Ticket]:
        """Come to the end of the queue."""
        self.queue.append(ticket)
        return self._serve()

    def free(self, slot: Slot) -> list[Ticket]:
        """Give a slot back."""
        slot.holder = None
        return self._serve()

    def leave(self, ticket: Ticket) -> list[Ticket]:
        """Leave the queue without having been served."""
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
        """Who is next, and with which slot."""
        first = self.queue[0]
        if first.passed < PATIENCE and not any(slot.key in (None, first.key) for slot in free):
            for ticket in self.queue[1:]:
                if own := _with_key(free, ticket.key):
                    return ticket, own
        return first, _with_key(free, first.key) or min(free, key=lambda slot: _cost(slot, first.key))


def _with_key(slots: Iterable[Slot], key: ConfigKey) -> Slot | None:
    return next((slot for slot in slots if slot.key == key), None)


def _cost(slot: Slot, key: ConfigKey) -> tuple[int, int]:
    """What is lost with the process of a slot: nothing, one that is out of date, or one that may be asked for again."""
    if slot.key is None:
        return 0, slot.number
    return (1 if slot.key.identity == key.identity else 2), slot.used
