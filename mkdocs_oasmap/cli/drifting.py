"""`oasmap check --drift`: whether the built provider is what the specification says."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from mapper import model
from mapper.diagnostics import MappingError
from mapper.immutable import dataclass
from mapper.requests import Option
from mapper.systems import system_named
from mapper.visible import visible

from .frame import FILE, OK, PROBLEM, choice, option, refuse
from .inputs import Source

FORMATS = ("text", "markdown", "json", "github", "sarif", "html")


def parameters() -> Iterator[click.Parameter]:
    """What the mapping is compared with, and how the differences are written."""
    schema = "also compare with the schema of the built provider: a file, or provider:… with --live; fails (exit 1)"
    yield option("--drift", type=FILE, metavar="SCHEMA", help=f"{schema} where a difference is not explained")
    form = "how the differences are written to standard output"
    yield option("--drift-format", type=choice(FORMATS), default="text", show_default=True, help=form)
    known = "the review file: what is known of drift, and severities by rule"
    yield option("--review", type=FILE, metavar="FILE", help=known)


@dataclass(frozen=True, slots=True)
class Drift:
    """A comparison with the built provider, as the parameters say it: `name` is its schema."""

    name: str
    form: str
    review: str | None
    provider: str | None
    live: bool
    plugin_dirs: tuple[Path, ...]

    @classmethod
    def of(cls, values: Mapping[str, Any], source: Source) -> Drift | None:
        """From the values of the parameters; None where nothing is to be compared."""
        name, form, review = values["drift"], values["drift_format"], values["review"]
        return cls(name, form, review, source.provider, source.live, source.plugin_dirs) if name else None

    def check(self, mapping: model.Mapping) -> int:
        """Compare; returns the exit code."""
        from mapper.review import Settings

        from ..review.baselines import read_review_file
        from ..review.drift import Built, drift_review, fails, quiet
        from .reviewing import written

        try:
            settings = read_review_file(Path(self.review), Path.cwd()) if self.review else Settings()
            built = Built(self.name, Path.cwd(), self.provider, self.live, self.plugin_dirs)
            review = drift_review(mapping, built, settings)
        except MappingError as error:
            return refuse(error.problems)
        shown = quiet(review, self.form)
        if self.form == "text" and not shown.changes:
            sys.stdout.write(f"{visible(shown.old.name)} is what the specification says\n")
            sys.stdout.writelines(f"note: {visible(note)}\n" for note in shown.notes)
        else:
            sys.stdout.write(written(shown, self.form))
        return PROBLEM if fails(review) else OK


def without_processes(source: Source, drift: Drift | None) -> Source:
    """The source of a mapping that starts nothing: what is said of processes is about what it is compared with."""
    if drift is None or Option.LIVE in system_named(source.system).takes:
        return source
    return replace(source, provider=None, live=False, plugin_dirs=())
