"""`oasmap schema`: prints the JSON Schemas of the files that `oasmap` writes, and of those that users write."""

import sys
from typing import Any

import click

from mapper.registry import REGISTRY, default_system, review_rules, system_named
from mapper.report.diagnostic import MappingError, Problem

from .program import OK, Command, choice, option, refuse

_SCHEMAS = ("sidecar", "diff", "config", "review", "plugin")
_TEXT = """\
sidecar and diff describe files that `oasmap` writes; config, review and plugin are for editors:
of the config of a system, of the review file, and of the options of the plugin.
"""


def command() -> click.Command:
    """`oasmap schema`."""
    text = "the file that the schema describes (default: sidecar)"
    owner = "the system whose config the schema describes"
    of = click.Argument(["of"], type=choice(_SCHEMAS), default="sidecar", help=text)
    system = option("--system", type=choice(REGISTRY), default=default_system(), show_default=True, help=owner)
    return Command("schema", _run, [of, system], _TEXT)


def _run(_ctx: click.Context, of: str, system: str) -> int:
    from mapper.review.data import review_schema
    from mapper.sidecar.shape import sidecar_schema

    written = {"sidecar": sidecar_schema, "diff": review_schema}
    try:
        sys.stdout.write(written[of]() if of in written else _for_editors(of, system))
    except MappingError as error:
        return refuse(error.problems)
    return OK


def _for_editors(of: str, system: str) -> str:
    """The schema of a file that users write. Raises MappingError if the system's config has none."""
    import json

    from mapper.review.settings_reader import settings_schema

    from ..options_schema import plugin_schema

    def config() -> dict[str, Any]:
        schema = system_named(system).config_tools.schema()
        if schema is None:
            raise MappingError(
                Problem(
                    f"the system {system} has no JSON Schema of a config", remedy="choose another system with --system"
                )
            )
        return schema

    schemas = {"config": config, "review": lambda: settings_schema(review_rules()), "plugin": plugin_schema}
    return json.dumps(schemas[of](), indent=2, ensure_ascii=False) + "\n"
