"""What the command line can do with a preview of a provider."""

import shutil

from mapper.model.samples.extent import Extent
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.system.trial import Say, TrialOptions, TrialResult

from .life import live_in_process
from .preview import read_api
from .record import lines, record
from .session import offer
from .terraform import live_with_terraform

_MISSING = Problem("terraform is not on the path", remedy="install Terraform, or leave --terraform out")


class TerraformTrial:
    """The trial of the system *terraform*, as `mapper.system.trial.Trial` describes it."""

    def offer(self, request: Request, options: TrialOptions, say: Say) -> int:
        return offer(request, options, say)

    def try_all(self, request: Request, *, real: bool) -> TrialResult:
        if real and shutil.which("terraform") is None:
            raise MappingError(_MISSING)
        api = read_api(request)
        resources = list(api.artifacts.resources.values())
        if real:
            lives = live_with_terraform(api, resources, Extent.MINIMAL)
        else:
            lives = [live_in_process(api, resource, Extent.MINIMAL) for resource in resources]
        text = record(api.artifacts.mapping, lives, "Terraform" if real else "Terraform's rules")
        return TrialResult(tuple(lines(api.artifacts.provider, lives)), text, all(life.is_whole() for life in lives))
