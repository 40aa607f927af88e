"""What a comparison with another program is."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

Case = dict[str, Any]
"""An input as data, of which parts can be removed. Its `marks` name what was drawn although it is known to differ."""

MARKS = "marks"


class Unavailable(Exception):
    """Why a peer cannot be had here."""


@dataclass(frozen=True)
class Finding:
    """A difference that nothing explains: its kind, where it is (such as an entity and a path), and both sides."""

    kind: str
    where: str = ""
    detail: str = ""

    @property
    def signature(self) -> str:
        """The kind of the finding, without names and numbers of the case."""
        plain = re.sub(r'"(?:[^"\\]|\\.)*"', "S", self.detail)
        return f"{self.kind}: {re.sub(r'-?[0-9][0-9.eE+-]*', 'N', plain)[:160]}".rstrip(": ")

    def __str__(self) -> str:
        return " | ".join(filter(None, (self.kind, self.where, self.detail)))


class Peer(Protocol):
    """A program or library of others, and the inputs that both sides get."""

    def fetch(self) -> None:
        """Make everything ready. Raises Unavailable."""

    def case(self, random: Random) -> Case:
        """A random input."""

    def files(self, case: Case) -> Mapping[str, bytes]:
        """The input as files, to show and to run."""

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        """What differs without an explanation. The folder is empty, or has the files of the case before."""
