"""The frame of the command line: finds and imports commands, formats help, and reports usage errors.

Each command is a module with a function `command`. It is imported only if it is used: the version and the list of
commands need none of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
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
    "pages": "Write the pages as Markdown files, for any site generator or a repository.",
    "init": "Propose a generator config for an OpenAPI description.",
    "settle": "Merge all proposed fixes into the config, and show the change.",
    "diff": "Review what a change means for users.",
    "history": "Record what each version added, changed and removed, for the pages.",
    "try": "Try the resources in Terraform, against a mock of the API.",
    "plan": "Validate and plan manifests of Crossplane with a provider.",
    "operator": "Reconcile objects of Crossplane in a cluster through a provider.",
    "zensical": "Build a site with Zensical, which runs no plugins.",
    "explain": "Explain the code of a diagnostic, or a rule of the review.",
    "schema": "Print the JSON Schema of a file that `oasmap` reads or writes.",
    "completion": "Print the completion script for a shell.",
}
"""The commands by name, each with the first line of its help; each is a module of this package."""

MODULES = {"try": "trial"}
"""The modules of commands whose names no module can have."""

_HELP = "Infrastructure-as-code schemas from API descriptions, with the source of every attribute."
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

        ctx.meta[_SYSTEM] = _system_in(args)  # --help ends the parsing before --system has a value
        try:
            left = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            raise _no_such_option(error, ctx, self.params) from None
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # the usage of this command is shown
            raise
        for value in ctx.params.values():
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str | Path) and not is_name(str(text)):
                    raise click.UsageError(f"{str(text)!r} has a character that no name has; remove it", ctx)
        return left

    def invoke(self, ctx: click.Context) -> int:
        """Run the command; returns the exit code."""
        return self._run(ctx, **ctx.params)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The usage on one line, with a lower-case prefix."""
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), _USAGE)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The text with its line breaks."""
        formatter.write(f"\n{self.help}")

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Nothing: `format_options` has them."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Arguments and options; what only other systems take follows under the names of these."""
        for title, records in self.sections(ctx).items():
            with formatter.section(title):
                formatter.write_dl(records)

    def sections(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """The parameters with their help, by the titles of the help, as the system of the context needs them.

        What only systems take that the command does not know is left out.
        """
        system, system_names = ctx.meta[_SYSTEM], self._systems()
        own: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        others: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is None:
                continue
            name, text = record
            limited, words = getattr(parameter, "systems", ()), getattr(parameter, "by_system", {})
            takers = [taker for taker in limited if taker in system_names]
            if not limited or system in takers:
                title = "Arguments" if isinstance(parameter, click.Argument) else "Options"
                own[title].append((name, "; ".join(filter(None, (words.get(system), text)))))
            elif takers and not words:
                others.setdefault(f"For {' and '.join(takers)}", []).append(record)
            for other, different in words.items():
                if other != system and other in system_names:
                    others.setdefault(f"For {other}", []).append((name, different))
        order = sorted(others, key=lambda title: (title.count(" and "), title))
        return {title: records for title, records in own.items() if records} | {title: others[title] for title in order}

    def _systems(self) -> Sequence[str]:
        """The systems that the option --system of the command takes; all of them without such an option."""
        from mapper.registry import REGISTRY

        taken = next((param.type for param in self.params if param.name == "system"), None)
        return list(taken.choices) if isinstance(taken, click.Choice) else list(REGISTRY)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Exit codes and examples with their line breaks."""
        if self.epilog:
            formatter.write(f"\n{self.epilog}")


class Commands(click.Group):
    """The group of all commands; each is imported when it runs or its help is shown."""

    def __init__(self) -> None:
        version = click.version_option(__version__, message="mkdocs-oasmap %(version)s")
        super().__init__("oasmap", help=_HELP, epilog=_MORE, context_settings=_SETTINGS, no_args_is_help=False)
        version(self)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse what comes before the command. Raises UsageError for an option of a command, and without a command."""
        try:
            left = super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            command = next((text for text in args if text in COMMANDS), "COMMAND")
            text = f"no such option {error.option_name}; write options behind the command: oasmap {command} OPTIONS"
            raise click.UsageError(text, ctx) from None
        if not args and not ctx.resilient_parsing:
            raise click.UsageError(f"a command is needed; choose from {', '.join(COMMANDS)}", ctx)
        return left

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command with this name; None if there is none."""
        if name not in COMMANDS:
            return None
        loaded = import_module(f"{__package__}.{MODULES.get(name, name)}").command()
        return loaded if isinstance(loaded, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first argument names, and the other arguments. Raises UsageError for an unknown one."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing and not args[0].startswith("-"):
            from mapper.text.suggest import nearest_or_some

            text = f"there is no command {args[0]!r}"
            raise click.UsageError(f"{text}{nearest_or_some(args[0], COMMANDS)}", ctx)
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
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _no_such_option(error: click.NoSuchOption, ctx: click.Context, params: Iterable[click.Parameter]) -> Exception:
    """The error for an unknown option; for a short one, with the options that begin with its letter."""
    error.ctx = error.ctx or ctx
    letter = re.match(r"-(\w)", error.option_name)
    alike = [name for param in params for name in param.opts if letter and name.startswith(f"--{letter[1]}")]
    return click.UsageError(f"{error.message} Did you mean {' or '.join(alike)}?", ctx) if alike else error


def complain(error: click.ClickException) -> int:
    """Print a usage error, with the command that explains the arguments, and return the exit code.

    The message may contain user input and is escaped. Click's own have line breaks and tabs.
    """
    context = getattr(error, "ctx", None)
    if context is not None:
        sys.stderr.write(f"{context.get_usage()}\n")
    path = context.command_path if context is not None else "oasmap"
    message = re.sub(r"\n\t*", " ", error.format_message())
    sys.stderr.write(f"{path}: error: {visible(message)}\n`{path} --help` explains the arguments\n")
    return USAGE


def fail(text: str, code: int, *, remedy: str) -> int:
    """Print why a command ends and what to do, and return its exit code."""
    from mapper.report.diagnostic import Problem

    refuse([Problem(text, remedy=remedy)])
    return code


def refuse(problems: Iterable[Problem]) -> int:
    """Print the problems of the input, one on each line, and return the exit code."""
    sys.stderr.writelines(f"error: {problem}\n" for problem in problems)
    return PROBLEM


class FileName(click.ParamType[str]):
    """The name of a file or folder, which is checked when it is read or written."""

    name = "file"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises UsageError for the address of a file elsewhere: nothing is fetched."""
        if "://" in value:
            from ..wrong_inputs import address

            if wrong := address(value):
                raise click.UsageError(wrong, ctx)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """File names, as completed by the shell."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


FILE = FileName()


_SYSTEM = "oasmap.system"


def _system_in(args: list[str]) -> str:
    """The system that a command line names; the default one if it names none."""
    from mapper.registry import default_system

    following = dict(pairwise(args))
    given = next((text.partition("=")[2] for text in args if text.startswith("--system=")), "")
    return given or following.get("--system") or default_system()


class SystemOption(click.Option):
    """An option whose help depends on the system.

    `systems` are the names of those that take it, all if it is empty; `by_system` has words about it by system.
    `aliases` are older names, which help and messages do not show.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        aliases: Iterable[str],
        systems: Iterable[str],
        by_system: Mapping[str, str],
        **settings: Any,
    ) -> None:
        super().__init__(names, **settings)
        self.aliases, self.systems, self.by_system = tuple(aliases), tuple(systems), by_system

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser take the aliases, too."""
        shown = self.opts
        self.opts = [*shown, *self.aliases]
        super().add_to_parser(parser, ctx)
        self.opts = shown


class SystemArgument(click.Argument):
    """An argument whose help begins with words by system."""

    def __init__(self, name: str, by_system: Mapping[str, str], **settings: Any) -> None:
        super().__init__([name], **settings)
        self.by_system = by_system

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The value. Raises click.MissingParameter, with what the system has to say on what to give."""
        try:
            return super().process_value(ctx, value)
        except click.MissingParameter:
            raise self.missing(ctx) from None

    def missing(self, ctx: click.Context) -> click.MissingParameter:
        """The error for an input that is needed and not given."""
        from mapper.registry import default_system, system_named

        system = system_named(ctx.params.get("system") or default_system())
        configs = [Path(path) for path in ctx.params.get("config") or ()] or system.reading.default_config(Path())
        hint = system.config_tools.missing_input(configs[0]) if configs else ""
        return click.MissingParameter(visible(hint) or None, ctx=ctx, param=self)


def option(
    *names: str,
    aliases: Iterable[str] = (),
    systems: Iterable[str] = (),
    by_system: Mapping[str, str] | None = None,
    **settings: Any,
) -> click.Option:
    """An option. `aliases`, `systems` and `by_system` go to `SystemOption`, `settings` to Click."""
    return SystemOption(names, aliases, systems, by_system or {}, **settings)


def choice(words: Iterable[str]) -> click.Choice[str]:
    """A parameter type for one of several words."""
    return click.Choice(list(words))
