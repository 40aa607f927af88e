"""What the system takes from programs; the registry hands them over."""

from typing import Any, Protocol

from mapper.languages.tfplugin.schema_source import SchemaProgram
from mapper.system.runner import Runner

from .profile import Profile


class Programs(Protocol):
    """The programs of this system, each imported on first use."""

    def live_provider(self) -> SchemaProgram:
        """The provider that an input names."""
        ...

    def v2020(self) -> Profile[Any]:
        """The profile of 2020."""
        ...

    def crossplane_runner(self) -> Runner:
        """What plans and reconciles resources."""
        ...
