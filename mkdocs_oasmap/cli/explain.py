"""`oasmap explain`: explains a rule of the review, or the code of a diagnostic."""

from __future__ import annotations

import click

from mapper.registry import REGISTRY

from .program import Command, choice, option

_TEXT = """\
NAME is a code such as OAS302, a rule such as became-required, or all for every rule of the review.
"""
_MORE = """\
exit codes:
  0  explained
  2  there is no such code or rule

examples:
  oasmap explain OAS302
  oasmap explain became-required
  oasmap explain --system ack all
"""


def command() -> click.Command:
    """`oasmap explain`."""
    name = click.Argument(["name"], metavar="NAME", help="a code or a rule")
    system = option("--system", type=choice(REGISTRY), help="only rules that this system has, in its words")
    return Command("explain", _run, [name, system], _TEXT, _MORE)


def _run(_ctx: click.Context, name: str, system: str | None) -> int:
    from .explaining import explain

    return explain(name, system)
