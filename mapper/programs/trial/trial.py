"""What the command line can do with a preview of a provider."""

from mapper.request import Request
from mapper.system.trial import Say, Trying

from .session import offer


class TerraformTrial:
    """The trial of the system *terraform*."""

    def offer(self, request: Request, trying: Trying, say: Say) -> int:
        """As `mapper.system.trial.Trial`."""
        return offer(request, trying, say)
