"""An API whose resources are tried out."""

from dataclasses import dataclass

from .mock.api import Kinship
from .provider.artifacts import Artifacts


@dataclass(frozen=True)
class Api:
    """What the paths of a description have to do with each other, and the artifacts of its provider."""

    kinship: Kinship
    artifacts: Artifacts
