"""The frame of the command line: finds and imports commands, formats help, and reports usage errors.

Each command is a module with a function `command`. It is imported only if it is used: the version and the list of
commands need none of them.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mapper.text.display import visible
from mapper.version import __version__

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from mapper.report.diagnostic import Problem

OK, PROBLEM, USAGE, LOST, INTERRUPTED = 0, 1, 2, 3, 130
"""Exit codes: success; a problem in the input; a usage error; a finding that an option turns into a failure."""

COMPLETION = "_OASMAP_COMPLETE"
"""The environment variable with which a shell requests completions."""

COMMANDS = {
    "generate": "Map an input, such as an OpenAPI description, to the schema of a system.",
    "check": "Map as `generate` does, but write nothing: for continuous integration.",
    "pages": "Write the pages as Markdown files, for any site generator or to be read as they are.",
    "init": "Propose a generator config for an OpenAPI description.",
    "settle": "Merge every proposed fix into the config, and show the change.",
    "diff": "Review what a change does to users.",
    "history": "Record what each version added, changed and removed, to show it on the pages.",
    "plan": "Validate and plan manifests of Crossplane with a running provider.",
    "operator": "Reconcile objects of Crossplane in a cluster with a running provider, to try them out.",
    "zensical": "Build a site with Zensical, which runs no plugins: the pages, and settings for it.",
    "explain": "Explain the code of a diagnostic, or a rule of the review.",
    "schema": "Print the JSON Schema of a file that `oasmap` reads or writes.",
    "completion": "Print the completion script for a shell.",
}
"""The commands by name, each with the first line of its help; each is a module of this package."""

_HELP = "Infrastructure-as-code schemas from API descriptions, and where every attribute came from."
_MORE = "`oasmap COMMAND --help` explains a command. In a documentation site, use the MkDocs plugin oasmap.\n"
_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}
_USAGE = "usage: "


class Command(click.Command):
    """A command of `oasmap`, whose help keeps its line breaks."""

    def __init__(
        self, name: str, run: Callable[..., int], params: Iterable[click.Parameter], text: str = "", more: str = ""
    ) -> None:
        """`run` gets the context and the values of the parameters by name, and returns the exit code.

        `text` follows the first line of the help, `more` ends it.
        """
        help_ = f"{COMMANDS[name]}\n\n{text}" if text else f"{COMMANDS[name]}\n"
        super().__init__(name, params=list(params), help=help_, epilog=more, context_settings=_SETTINGS)
        self._run = run

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises UsageError for a value with a character that no file name can have."""
        from mapper.files import is_name

        try:
            left = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the usage of this command is shown
            raise
        for value in ctx.params.values():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str | Path) and not is_name(str(text)):
                    raise click.UsageError(f"{str(text)!r} has a character that no name has", ctx)
        return left

    def invoke(self, ctx: click.Context) -> int:
        """Run the command; returns the exit code."""
        return self._run(ctx, **ctx.params)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage on one line, with a lower-case prefix."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), _USAGE)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The text with its line breaks."""
        del ctx
        formatter.write(f"\n{self.help}")

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Exit codes and examples with their line breaks."""
        del ctx
        if self.epilog:
            formatter.write(f"\n{self.epilog}")


class Commands(click.Group):
    """The group of all commands; each is imported when it runs or its help is shown."""

    def __init__(self) -> None:
        version = click.version_option(__version__, message="mkdocs-oasmap %(version)s")
        super().__init__("oasmap", help=_HELP, epilog=_MORE, context_settings=_SETTINGS, no_args_is_help=False)
        version(self)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command with this name; None if there is none."""
        del ctx
        if name not in COMMANDS:
            return None
        loaded = import_module(f"{__package__}.{name}").command()
        return loaded if isinstance(loaded, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named by the first argument, and the remaining arguments. Raises UsageError for an
        unknown one.
        """
        if args[0] not in COMMANDS and not ctx.resilient_parsing and not args[0].startswith("-"):
            names = ", ".join(COMMANDS)
            raise click.UsageError(f"there is no command {args[0]!r} (choose from {names})", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions for the commands, without importing them, and for the options of the group."""
        from click.shell_completion import CompletionItem

        items = [CompletionItem(name, help=text) for name, text in COMMANDS.items() if name.startswith(incomplete)]
        return [*items, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage on one line, with a lower-case prefix."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), _USAGE)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def complain(error: click.ClickException) -> int:
    """Print a usage error and return the exit code. The message may contain user input and is escaped."""
    context = getattr(error, "ctx", None)
    if context is not None:
        sys.stderr.write(f"{context.get_usage()}\n")
    path = context.command_path if context is not None else "oasmap"
    sys.stderr.write(f"{path}: error: {visible(error.format_message())}\n")
    return USAGE


def fail(text: str, code: int) -> int:
    """Print why a command ends, and return its exit code."""
    sys.stderr.write(f"error: {visible(text)}\n")
    return code


def refuse(problems: Iterable[Problem]) -> int:
    """Print the problems of the input, one on each line, and return the exit code."""
    sys.stderr.writelines(f"error: {problem}\n" for problem in problems)
    return PROBLEM


class FileName(click.ParamType[str]):
    """The name of a file or folder, which is checked when it is read or written."""

    name = "file"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """File names, as completed by the shell."""
        from click.shell_completion import CompletionItem

        del ctx, param
        return [CompletionItem(incomplete, type="file")]


FILE = FileName()


def option(*names: str, **settings: Any) -> click.Option:
    """An option; `settings` are those of Click."""
    return click.Option(names, **settings)


def choice(words: Iterable[str]) -> click.Choice[str]:
    """A parameter type for one of several words."""
    return click.Choice(list(words))
