"""Errors that stop a build of MkDocs, with a line for each problem."""

from __future__ import annotations

from mkdocs.exceptions import PluginError

from mapper.report.diagnostic import MappingError
from mapper.text.display import visible_lines


def build_error(text: str) -> PluginError:
    """The error with this text; invisible characters are escaped."""
    return PluginError(visible_lines(f"oasmap: {text}"))


def refused(error: MappingError, about: str = "") -> PluginError:
    """The error with a line for each problem."""
    return PluginError("\n".join(f"oasmap: {about}{problem}" for problem in error.problems))
