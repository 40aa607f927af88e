"""`oasmap explain`: what a rule of the review, or the code of a diagnostic, stands for."""

from __future__ import annotations

import click

from .frame import Command

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
"""


def command() -> click.Command:
    """`oasmap explain`."""
    name = click.Argument(["name"], metavar="NAME", help="a code or a rule")
    return Command("explain", _run, [name], _TEXT, _MORE)


def _run(_ctx: click.Context, name: str) -> int:
    from .explaining import explain

    return explain(name)
