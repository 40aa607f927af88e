"""What a review asks of the inputs of a system: the config of one state on the other, and states that have defects."""

from __future__ import annotations

from collections.abc import Mapping as Dict

from ..diagnostics import Problem
from ..model import EntityRef

Wanted = Dict[EntityRef, str]
"""Entities of another config by kind and name, and what the own config calls them; empty if it has none of them."""

Lost = Dict[EntityRef, Problem]
"""Entities that a config asks for and that cannot be mapped, by kind and name, and why."""
