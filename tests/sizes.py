"""Which descriptions of real APIs are tried with each change: those that do not take minutes."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

LARGE = 1_000_000
"""Bytes of a description from which on it is one for `nox -s large`."""


def by_size(values: Iterable[tuple[Any, Path]]) -> list[Any]:
    """Values of a parameter, each with its description; those of large ones are marked."""
    return [
        pytest.param(
            value,
            marks=[pytest.mark.large] if path.stat().st_size >= LARGE else [],
            id=f"{path.parent.parent.name}/{path.parent.name}",
        )
        for value, path in values
    ]
