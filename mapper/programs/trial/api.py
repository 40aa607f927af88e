"""An API whose resources are tried out."""

from dataclasses import dataclass

from .mock.api import ApiModel
from .provider.artifacts import Artifacts


@dataclass(frozen=True)
class Api:
    """The model of an API, for mocks, and the artifacts of its provider."""

    model: ApiModel
    artifacts: Artifacts
