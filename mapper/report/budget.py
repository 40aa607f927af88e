"""What one run may cost, in amounts that an attacker could multiply: characters, bytes, documents, seconds.

A small input can ask for endless work. A text behind a reference is copied for every use of it. A compressed file
unpacks to a thousand times its size. A host never ends its response. Each run has one `Budget`, and code that produces
something spends from the budget *before* producing it. Limits with `per_byte` grow with the bytes read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from sys import getsizeof
from typing import TYPE_CHECKING

from msgspec import Struct, field

from .diagnostic import MappingError, Problem

if TYPE_CHECKING:
    from .origin import Location


TRIED = 2
"""How many times as much as what was done before it a trial may cost."""

TRIED_SIZE = 8_000_000
"""The bytes of the largest input whose trials have no other limits than its mappings."""


class Limit(Struct, frozen=True):
    """The most of one cost: `least`, or `per_byte` for each byte that is read, whichever is more.

    `per_unpacked` is for each byte of decompressed input, which has a limit of its own.
    """

    unit: str
    least: int
    per_byte: float = 0
    per_unpacked: float = 0

    def at(self, size: int, unpacked: float = 0) -> int:
        """The limit of a run that has read `size` bytes, and decompressed `unpacked` bytes."""
        return max(self.least, int(self.per_byte * size), int(self.per_unpacked * unpacked))


class Cost(Enum):
    """The costs that are counted, each with its limit."""

    WRITTEN = Limit("characters", 128_000_000, 150, 50)
    """Of all files and pages that a run writes."""
    SCALARS = Limit("entries of lists", 1_000_000, 1)
    """Values of enumerations, names of variants, required names, types: each as often as it is used."""
    PLACES = Limit("characters of places", 150_000_000, 75)
    """JSON pointers and paths of mapped attributes: a long name is repeated in the path of each nested attribute."""
    EXPANDED = Limit("characters behind aliases", 256_000_000, 150)
    """Of a YAML document with every alias written out."""
    UNPACKED = Limit("decompressed bytes", 32_000_000, 32)
    """Of all compressed files."""
    NODES = Limit("objects, lists and values", 2_000_000, 1)
    """Of the documents of a run, as far as compression can multiply them, and of an AWS model as it is mapped."""
    PAGES = Limit("pages", 5_000, 1 / 200)
    """Pages of entities: each has one."""
    CHANGES = Limit("changes", 50_000, 1 / 40)
    """Of a review: a property that a thousand resources share changes in each of them."""
    DOCUMENTS = Limit("documents of other hosts", 1_000)
    DOCUMENT_BYTES = Limit("bytes of documents of other hosts", 200_000_000)
    NETWORK_SECONDS = Limit("seconds of network", 120)
    """Spent waiting for other hosts, all requests of a run together."""


def weight(text: str) -> int:
    """The size of a text in bytes, in memory or as UTF-8, whichever is more."""
    if text.isascii():
        return len(text)
    return max(len(text.encode("utf-8", "surrogatepass")), getsizeof(text))


_SMALLER = "give a smaller input"


class OverBudget(MappingError):
    """A run would cost more than its limit. `cost` names the cost; `str()` is one line."""

    def __init__(self, cost: Cost, limit: int, problem: Problem) -> None:
        super().__init__(problem)
        self.cost = cost
        self.limit = limit


class Budget(Struct):
    """What one run has read and spent so far. Callers pass it on; there is no budget of the whole process.

    `limits` replaces limits for this run (in tests, or where a caller knows better).
    """

    limits: dict[Cost, Limit] = field(default_factory=dict)
    size: int = 0
    """Bytes that the run has read, as they are stored: compressed ones count as such."""
    _spent: dict[Cost, float] = field(default_factory=dict)
    _meters: list[Meter] | None = None
    _capped: dict[Cost, int] = field(default_factory=dict)

    def read(self, size: int) -> None:
        """Count `size` bytes of input, from files and other hosts: the limits grow with them."""
        self.size += size

    def limit(self, cost: Cost) -> int:
        """The most that the run may spend, given what it has read so far."""
        limit = self.limits.get(cost, cost.value).at(self.size, self.spent(Cost.UNPACKED))
        return min(limit, self._capped.get(cost, limit))

    def spent(self, cost: Cost) -> float:
        """What has been spent so far."""
        return self._spent.get(cost, 0)

    def left(self, cost: Cost) -> float:
        """What may still be spent; never below 0."""
        return max(0, self.limit(cost) - self.spent(cost))

    def spend(self, cost: Cost, amount: float, what: str = "", place: Problem | None = None) -> None:
        """Count `amount`. Raises OverBudget, and counts nothing, if it is more than is left.

        `what` is the beginning of the message (*the output*), `place` a problem with the place to be shown.
        """
        if amount > self.left(cost):
            raise self.exceeded(cost, what, place)
        self._spent[cost] = self.spent(cost) + amount

    def exceeded(self, cost: Cost, what: str = "", place: Problem | None = None) -> OverBudget:
        """The error for a cost above its limit."""
        limit = self.limit(cost)
        text = f"{what or 'the run'} would take more than {limit:,} {cost.value.unit}"
        if cost.value.per_byte:
            text += f", the limit for an input of {self.size:,} bytes"
        if place is None:
            return OverBudget(cost, limit, Problem(text, remedy=_SMALLER))
        remedy = place.remedy or _SMALLER
        problem = Problem(f"{text}: {place.text}", place.uri, place.line, place.column, remedy=remedy)
        return OverBudget(cost, limit, problem)

    def meter(self, cost: Cost, what: str = "") -> Meter:
        """A separate account for what one step of the run produces, up to the same limit."""
        meter = Meter(self, cost, what, self.limit(cost))
        if self._meters is not None and not self._capped:
            self._meters.append(meter)
        return meter

    def measure(self) -> None:
        """Remember the meters from now on, for trials. Others are free as soon as nobody counts with them."""
        self._meters = self._meters or []

    @contextmanager
    def trial(self) -> Iterator[None]:
        """A step that may be too much. Inside, a meter may count at most `TRIED` times what one before has counted. It
        may always count what an input of `TRIED_SIZE` bytes may cost.

        So for a large input, a step that grows without limit ends after about the work of the steps before.
        """
        before, most = self._capped, dict[Cost, int]()
        for meter in self._meters or ():
            most[meter.cost] = max(most.get(meter.cost, 0), meter.spent)
        self._capped = {
            cost: max(self.limits.get(cost, cost.value).at(TRIED_SIZE), TRIED * amount) for cost, amount in most.items()
        }
        try:
            yield
        finally:
            self._capped = before

    @contextmanager
    def network(self) -> Iterator[float]:
        """Time a request, failed ones included. Yields the seconds that the request may take at most.

        Raises OverBudget before the request if no seconds are left.
        """
        left = self.left(Cost.NETWORK_SECONDS)
        if left <= 0:
            raise self.exceeded(Cost.NETWORK_SECONDS)
        start = time.monotonic()
        try:
            yield left
        finally:
            used = time.monotonic() - start
            self._spent[Cost.NETWORK_SECONDS] = self.spent(Cost.NETWORK_SECONDS) + used


class Meter(Struct):
    """Counts one cost of one step, such as a mapping or its output, and is cheap enough for every attribute."""

    budget: Budget
    cost: Cost
    what: str
    limit: int
    spent: int = 0

    def add(self, amount: int, place: Location | None = None) -> None:
        """Count `amount` before producing it. Raises OverBudget, with `place`, above the limit."""
        self.spent += amount
        if self.spent > self.limit:
            self.limit = self.budget.limit(self.cost)  # the limit may have grown
            if self.spent > self.limit:
                raise self.budget.exceeded(self.cost, self.what, None if place is None else _problem(place))


def _problem(place: Location) -> Problem:
    line, column = place.document.position(place.pointer) or (None, None)
    return Problem(
        "the limit is reached here", place.document.uri, line, column, remedy="leave out large parts (`ignores`)"
    )
