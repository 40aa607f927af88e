"""What was tried."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Tally:
    """What was tried on one target."""

    target: str
    inputs: int = 0
    taken: int = 0
    tried_bytes: int = 0
    cpu: float = 0.0
    slowest: float = 0.0
    most: float = 0.0
    """Bytes that were written for a byte of input, at most."""
    dearest: float = 0.0
    """CPU seconds for a byte of input, at most."""
    failed: int = 0
    kinds: set[str] = field(default_factory=set)

    def cells(self) -> list[str]:
        return [
            self.target, f"{self.inputs:,}", f"{self.taken:,}", f"{self.tried_bytes / 1e6:,.1f}", f"{self.cpu:,.0f}",
            f"{self.slowest:.2f}", f"{self.most:,.0f}", f"{self.dearest * 1e6:,.1f}", f"{self.failed:,}",
        ]  # fmt: skip

    @classmethod
    def total(cls, tallies: list[Tally]) -> Tally:
        total = cls("all")
        for tally in tallies:
            for name in ("slowest", "most", "dearest"):
                setattr(total, name, max(getattr(total, name), getattr(tally, name)))
            for name in ("inputs", "taken", "tried_bytes", "cpu", "failed"):
                setattr(total, name, getattr(total, name) + getattr(tally, name))
        return total


def table(tallies: list[Tally]) -> str:
    """A Markdown table with a row for each target and one for all."""
    rows = [
        ["target", "inputs", "taken", "MB", "CPU s", "slowest s", "out/in", "µs/byte", "failed"],
        ["---", *["--:"] * 8],
    ]
    rows += [tally.cells() for tally in [*tallies, Tally.total(tallies)]]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in rows)
