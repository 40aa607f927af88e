"""`oasmap explain`: explains a rule of the review, or the code of a diagnostic."""

import difflib
import sys

import click

from mapper.registry import REGISTRY, all_systems, catalogue, review_rules, rules_of
from mapper.report import diagnostic
from mapper.review.rules import ChangeRule
from mapper.version import page_of_guide

from .program import OK, USAGE, Command, choice, fail, option

_TEXT = """\
NAME is a code such as OAS302, a rule such as became-required, or `all` for every rule of the review.
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
    system = option("--system", type=choice(REGISTRY), help="only rules of this system, in its words")
    return Command("explain", _run, [name, system], _TEXT, _MORE)


def _run(_ctx: click.Context, name: str, system: str | None) -> int:
    return explain(name, system)


def explain(name: str, system: str | None = None) -> int:
    """Print the explanation of a rule, of all rules, or of a code, and return the exit code.

    `system`: only the rules of this system, in its words.
    """
    rules = rules_of(system) if system else review_rules()
    if name == "all":
        sys.stdout.write("\n".join(map(explained, rules.values())))
        return OK
    codes = catalogue()
    if (code := name.upper()) in codes:
        sys.stdout.write(explained_diagnostic(codes[code]))
        return OK
    given, name = name, name.lower()
    if name not in review_rules():
        close = difflib.get_close_matches(name, review_rules(), n=1) or difflib.get_close_matches(code, codes, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "`oasmap explain all` lists the rules"
        return fail(f"{given!r} is no code of a diagnostic and no rule of the review", USAGE, remedy=hint)
    if name not in rules:
        return fail(
            f"the system {system} has no rule {name!r}: nothing of it changes in such a way",
            USAGE,
            remedy="choose another --system",
        )
    sys.stdout.write(explained(rules[name]))
    return OK


def explained(rule: ChangeRule) -> str:
    """A rule of the review in words."""
    lines = [f"{rule.id}: {rule.title}", f"    {rule.why}", f"    severity: {rule.severity}"]
    if rule.read_severity is not None:
        lines[-1] += f"; {rule.read_severity} where the attribute is read-only"
    if rule.audiences:
        lines.append(f"    concerns: {', '.join(map(str, rule.audiences))}")
    if rule.mirror != rule.id:
        lines.append(f"    made backwards: {rule.mirror}")
    lines.append(f"    {page_of_guide('review-rules', rule.id)}")
    return "\n".join(lines) + "\n"


def _reference_tool(rule: diagnostic.Rule) -> str:
    """The tool that a rule compares with, by the system that has the rule, or by the default one."""
    systems = list(all_systems())
    return next((system for system in systems if rule.code in system.diagnostics), systems[0]).showing.reference_tool


def explained_diagnostic(rule: diagnostic.Rule) -> str:
    """A diagnostic of the catalogue in words."""
    lines = [f"{rule.code}: {rule.title}", f"    {rule.consequence}", f"    severity: {rule.severity}"]
    if rule.remedy:
        lines.insert(2, f"    to do: {rule.remedy}")
    if rule.differs:
        lines.append(f"    Differs from the output of {_reference_tool(rule)}.")
    if rule.example:
        lines.append(f"    example: {rule.example}")
    lines.append(f"    {page_of_guide('diagnostics', f'diagnostics.{rule.code}')}")
    return "\n".join(lines) + "\n"
