"""The types of a review's requests to a system: which entities to map in a mixed state, and which could not be
mapped.
"""

from __future__ import annotations

from collections.abc import Mapping as Dict

from ..model import EntityRef
from ..report.diagnostic import Problem

Wanted = Dict[EntityRef, str]
"""Entities to map, with their names in the own config; the name is empty if that config does not have the entity."""

Lost = Dict[EntityRef, Problem]
"""Entities that the config asks for and that could not be mapped, and why."""
