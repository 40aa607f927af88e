"""The reasons for the status of properties that every package has."""

from __future__ import annotations

from ..model import Reason

GIVEN_NAME = Reason(
    "idl-named-resource", "the resource embeds idl.NamedResource: without a name it has its logical one"
)
EVERY_RESOURCE = Reason("pulumi-id", "every resource has an ID, which its provider gives it")
ID_TEXT = "The ID that the provider gives to the resource."
INPUT_SIDE, OUTPUT_SIDE = "input", "output"
"""The placements of a property: as an input, and as an output."""
