"""`oasmap schema`: the JSON Schemas of what `oasmap` writes as JSON."""

from __future__ import annotations

import sys

import click

from .frame import OK, Command, choice


def command() -> click.Command:
    """`oasmap schema`."""
    text = "of which of them; sidecar is the default"
    of = click.Argument(["of"], type=choice(("sidecar", "sidecar-1", "diff")), default="sidecar", help=text)
    return Command("schema", _run, [of])


def _run(_ctx: click.Context, of: str) -> int:
    from mapper.review.data import review_schema
    from mapper.sidecar.schema import sidecar_1_schema, sidecar_schema

    schemas = {"sidecar": sidecar_schema, "sidecar-1": sidecar_1_schema, "diff": review_schema}
    sys.stdout.write(schemas[of]())
    return OK
