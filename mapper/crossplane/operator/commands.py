"""The runner of the command line for Crossplane resources."""

from __future__ import annotations

from collections.abc import Sequence

from ...report.diagnostic import MappingError, Problem
from ...runner import Answers, Live, Operating
from ...tfplugin.errors import TfPluginError
from .initializer import ConfigurationError
from .manifests import read_manifests
from .plan import Planner
from .plugin import PluginIndexError
from .provider_index import make_part
from .provider_inputs import choose, chosen_inputs, running


class CrossplaneRunner:
    """Plans manifests, and reconciles the objects of a cluster."""

    def plan(self, live: Live, texts: Sequence[tuple[str, str]]) -> Answers:
        """Plan the manifests in some texts; `texts` are pairs of name and text. Raises MappingError."""
        read = [read_manifests(text, name) for name, text in texts]
        manifests = [manifest for listed, _ in read for manifest in listed]
        problems = tuple(problem for _, wrong in read for problem in wrong)
        choice = choose(live)
        with running(choice) as (provider, schema):
            try:
                chosen = chosen_inputs(choice, schema, {manifest.gvk for manifest in manifests})
                planner = Planner(provider, make_part(chosen, live.base), live.settings)
                answers = tuple(planner.answers(manifests))
            except (ConfigurationError, PluginIndexError, TfPluginError) as error:
                raise MappingError(Problem(str(error))) from None
        if not answers:
            count = len(manifests)
            text = f"none of {count} manifests is of a Kind that is made of {choice.found.address}"
            raise MappingError(*problems, Problem(text))
        return Answers(answers, problems, planner.problem)

    def operate(self, live: Live, operating: Operating) -> None:
        """Reconcile the objects of a cluster until the process gets a signal to end. Raises MappingError."""
        try:
            from .operator import operate
        except ModuleNotFoundError as error:
            if (error.name or "").split(".")[0] != "lightkube":
                raise
            text = "a cluster needs more packages: pip install 'mkdocs-oasmap[operator]'"
            raise MappingError(Problem(text)) from None
        operate(choose(live), operating)
