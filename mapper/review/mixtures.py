"""What a review asks of the inputs of a system beside their own mapping: the config of one state on the other."""

from __future__ import annotations

from collections.abc import Mapping as Dict

from ..model import Kind

Wanted = Dict[tuple[Kind, str], str]
"""Entities of another config by kind and name, and what the own config calls them; empty if it has none of them."""
