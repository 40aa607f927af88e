"""`oasmap completion`: prints a script that completes the words of `oasmap` in a shell."""

import sys

import click

from .program import COMPLETION, OK, Command, Commands, choice

_SHELLS = ("bash", "zsh", "fish")
_MORE = """\
examples:
  oasmap completion bash > ~/.local/share/bash-completion/completions/oasmap
  oasmap completion zsh > ~/.zfunc/_oasmap
  oasmap completion fish > ~/.config/fish/completions/oasmap.fish
"""


def command() -> click.Command:
    """`oasmap completion`."""
    return Command("completion", _run, [click.Argument(["shell"], type=choice(_SHELLS), help="the shell")], "", _MORE)


def _run(_ctx: click.Context, shell: str) -> int:
    from click.shell_completion import get_completion_class

    shell_class = get_completion_class(shell)
    if shell_class is None:  # none of the three
        raise click.UsageError(f"there are no completions for {shell}; choose bash, fish or zsh")
    script = shell_class(Commands(), {}, "oasmap", COMPLETION)
    # not its source(), which runs the shell to ask for its version
    sys.stdout.write(f"{(script.source_template % script.source_vars()).strip()}\n")
    return OK
