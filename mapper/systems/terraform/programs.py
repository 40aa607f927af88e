"""What the system takes from programs; the registry hands them over."""

from typing import Protocol

from mapper.system.trial import Trial


class Programs(Protocol):
    """The programs of this system, each imported on first use."""

    def trial(self) -> Trial:
        """What tries the artifacts out."""
        ...
