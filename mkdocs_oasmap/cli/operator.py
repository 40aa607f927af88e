"""`oasmap operator`: reconciles objects of a cluster through a provider."""

import logging
import re
import sys
from pathlib import Path
from typing import Any

import click

from mapper.report.diagnostic import MappingError
from mapper.system.runner import OperatorOptions

from ..progress import log_start, step
from .program import FILE, OK, Command, option, refuse
from .provider_options import parameters, provider_options, runner

_TEXT = """\
Watches the objects of all Kinds in the config, and creates, updates and deletes the external objects through a
Terraform provider. Use it to try generated definitions, and in CI. For production, use Crossplane's own controllers.
oasmap imports the overlays that the config names, which are Python modules. It needs mkdocs-oasmap[operator].
"""
_MORE = """\
exit codes:
  0  ended after SIGTERM or SIGINT
  1  cannot start: a problem in the config, with the provider or with the cluster
  2  the command line is wrong

examples:
  oasmap operator --provider ./terraform-provider-time --config provider.yaml
  oasmap operator --provider hashicorp/aws --plugin-dir plugins --provider-config aws.yaml --metrics :9090
"""
_DURATION = re.compile(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?")
_COUNT = click.IntRange(1, 1000)
_PLACE = re.compile(r"(.*):(\d{1,5})")


class _Duration(click.ParamType[float]):
    """A duration in the format of Go: `1h`, `90s`, `1h30m`."""

    name = "duration"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The duration in seconds."""
        if isinstance(value, float):
            return value
        match = _DURATION.fullmatch(str(value))
        seconds = (
            sum(float(part or 0) * unit for part, unit in zip(match.groups(), (3600, 60, 1), strict=True))
            if match
            else 0
        )
        if seconds <= 0:
            self.fail(f"{value!r} is not a duration, such as 1h or 90s", param, ctx)
        return float(seconds)


class _Place(click.ParamType[tuple[str, int]]):
    """`HOST:PORT`; the host defaults to localhost."""

    name = "address"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, int]:
        """Host and port."""
        match = _PLACE.fullmatch(str(value))
        if match is None or int(match[2]) > 65_535:  # noqa: PLR2004 - the largest port
            self.fail(f"{value!r} is not an address, such as :9090", param, ctx)
        return match[1] or "127.0.0.1", int(match[2])


class _Lease(click.ParamType[tuple[str, str]]):
    """`NAMESPACE/NAME`."""

    name = "lease"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Namespace and name."""
        namespace, _, name = str(value).partition("/")
        if not namespace or not name or "/" in name:
            self.fail(f"{value!r} is not a NAMESPACE/NAME", param, ctx)
        return namespace, name


def command() -> click.Command:
    """`oasmap operator`."""
    place = "where metrics (/metrics) and /healthz are served; without a host, on this machine alone"
    lease = "the Lease for leader election among several operators, if the server has Leases"
    scope = "reconcile only the objects of this namespace (default: all)"
    kubeconfig = "the kubeconfig file (default: the one that kubectl uses)"
    options = [
        option("--pool-size", type=_COUNT, default=5, show_default=True, help="processes of the provider"),
        option("--workers", type=_COUNT, help="passes at once (default: the size of the pool)"),
        _time("--sync", "1h", "how often every object is looked at"),
        _time("--timeout", "20m", "limit for one call to the provider"),
        _time("--grace", "30s", "how long running calls may take after a signal to end"),
        option("--metrics", type=_Place(), metavar="ADDRESS", help=place),
        option("--lease", type=_Lease(), metavar="NAMESPACE/NAME", help=lease),
        option("--namespace", metavar="NAME", help=scope),
        option("--kubeconfig", type=FILE, metavar="FILE", help=kubeconfig),
        option("--context", metavar="NAME", help="the context in the kubeconfig"),
        option("--debug", is_flag=True, help="log everything"),
    ]
    return Command("operator", _run, [*parameters(), *options], _TEXT, _MORE)


def _time(name: str, default: str, text: str) -> click.Option:
    return option(name, type=_Duration(), default=default, show_default=True, help=text)


def _run(_ctx: click.Context, *, debug: bool, **values: Any) -> int:
    logging.basicConfig(
        stream=sys.stderr,
        level=logging.DEBUG if debug else logging.INFO,
        format=f"{log_start(sys.stderr)}%(asctime)s %(levelname)s %(message)s",
    )
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    kubeconfig = values["kubeconfig"]
    try:
        options = OperatorOptions(
            values["sync"],
            values["pool_size"],
            values["workers"],
            values["metrics"],
            Path(kubeconfig) if kubeconfig else None,
            values["context"],
            values["namespace"],
            lease=values["lease"],
            grace=values["grace"],
            step=step,
        )
        runner(values["system"], "operator").operate(provider_options(values), options)
    except MappingError as error:
        return refuse(error.problems)
    return OK
