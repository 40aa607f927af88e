"""`oasmap check --drift`: whether the built provider is what the specification says."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mapper.diagnostics import MappingError
from mapper.model import Mapping
from mapper.visible import visible

FORMATS = ("text", "markdown", "json", "github", "sarif", "html")
SAME, DIFFERENT = 0, 1


def add_drift(command: argparse.ArgumentParser) -> None:
    """What the mapping is compared with, and how the differences are written."""
    add = command.add_argument
    add(
        "--drift",
        metavar="SCHEMA",
        help="also compare with the schema of the built provider: a file, or provider:… with --live; fails (exit 1)"
        " where a difference is not explained in the review file",
    )
    add(
        "--drift-format",
        choices=FORMATS,
        default="text",
        help="how the differences are written to standard output (default: %(default)s)",
    )
    add("--review", metavar="FILE", help="the review file: what is known of drift, and severities by rule")


def check_drift(mapping: Mapping, options: argparse.Namespace) -> int:
    """Compare with the built provider, where that is asked for; returns the exit code."""
    if not options.drift:
        return SAME
    from mapper.review import Settings

    from ..review.baselines import read_review_file
    from ..review.drift import Built, drift_review, fails, quiet
    from .reviewing import written

    try:
        settings = read_review_file(Path(options.review), Path.cwd()) if options.review else Settings()
        folders = tuple(options.plugin_dir)
        built = Built(options.drift, Path.cwd(), options.provider, options.live, folders)
        review = drift_review(mapping, built, settings)
    except MappingError as error:
        sys.stderr.writelines(f"error: {problem}\n" for problem in error.problems)
        return DIFFERENT
    shown = quiet(review, options.drift_format)
    if options.drift_format == "text" and not shown.changes:
        sys.stdout.write(f"{visible(shown.old.name)} is what the specification says\n")
        sys.stdout.writelines(f"note: {visible(note)}\n" for note in shown.notes)
    else:
        sys.stdout.write(written(shown, options.drift_format))
    return DIFFERENT if fails(review) else SAME
