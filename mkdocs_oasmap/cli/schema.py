"""`oasmap schema`: the JSON Schemas of what `oasmap` writes as JSON, and of what people write for it."""

from __future__ import annotations

import sys

import click

from .frame import OK, Command, choice

_SCHEMAS = ("sidecar", "sidecar-1", "diff", "config", "review", "plugin")
_TEXT = """\
sidecar (which is the default), sidecar-1 and diff are of what is written; config, review and plugin are for editors:
of the generator config, of the review file, and of the options of the plugin.
"""


def command() -> click.Command:
    """`oasmap schema`."""
    text = "of which of them; sidecar is the default"
    of = click.Argument(["of"], type=choice(_SCHEMAS), default="sidecar", help=text)
    return Command("schema", _run, [of], _TEXT)


def _run(_ctx: click.Context, of: str) -> int:
    from mapper.review.data import review_schema
    from mapper.sidecar.schema import sidecar_1_schema, sidecar_schema

    written = {"sidecar": sidecar_schema, "sidecar-1": sidecar_1_schema, "diff": review_schema}
    sys.stdout.write(written[of]() if of in written else _for_editors(of))
    return OK


def _for_editors(of: str) -> str:
    """The schema of a file that people write."""
    import json

    from mapper.review.settings_schema import settings_schema
    from mapper.systems import review_rules
    from mapper.terraform.config.json_schema import config_schema

    from ..plugin_schema import plugin_schema

    schemas = {"config": config_schema, "review": lambda: settings_schema(review_rules()), "plugin": plugin_schema}
    return json.dumps(schemas[of](), indent=2, ensure_ascii=False) + "\n"
