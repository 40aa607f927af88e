"""What stops a build of MkDocs: one error with a line for each problem."""

from __future__ import annotations

from mkdocs.exceptions import PluginError

from mapper.diagnostics import MappingError
from mapper.visible import visible_lines


def build_error(text: str) -> PluginError:
    """What stops a build; each line of it is shown as it is."""
    return PluginError(visible_lines(f"oasmap: {text}"))


def refused(error: MappingError, about: str = "") -> PluginError:
    """What stops a build, with a line for each problem."""
    return PluginError("\n".join(f"oasmap: {about}{problem}" for problem in error.problems))
