"""`oasmap check --drift`: compares with the schema of the built provider."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from mapper import model
from mapper.registry import system_named
from mapper.report.diagnostic import MappingError
from mapper.request import Option, ReadOptions
from mapper.text.display import visible

from .input_options import InputOptions
from .program import FILE, OK, PROBLEM, choice, option, refuse

FORMATS = ("text", "markdown", "json", "github", "sarif", "html")


def parameters() -> Iterator[click.Parameter]:
    """The options that say what to compare with, and how to write the differences."""
    schema = "also compare with the schema of the built provider: a file, or provider:… with --live; exit with 1"
    yield option(
        "--drift", type=FILE, metavar="SCHEMA", help=f"{schema} if the review file does not explain a difference"
    )
    form = "the format of the differences on standard output"
    yield option("--drift-format", type=choice(FORMATS), default="text", show_default=True, help=form)
    review_file = "the review file: known differences, and severities by rule"
    yield option("--review", type=FILE, metavar="FILE", help=review_file)


class Drift(Struct, frozen=True):
    """The options of a comparison with the built provider; `name` is the name of its schema, which `read` starts."""

    name: str
    form: str
    review: str | None
    read: ReadOptions

    @classmethod
    def of(cls, values: Mapping[str, Any], source: InputOptions) -> "Drift | None":
        """The options from the values of the parameters; None if there is nothing to compare."""
        name, form, review = values["drift"], values["drift_format"], values["review"]
        return cls(name, form, review, source.read) if name else None

    def check(self, mapping: model.Mapping) -> int:
        """Compare, print the review and return the exit code."""
        from ..review.comparison import read_review_file
        from ..review.drift import drift_review, fails, quiet
        from ..review_formats import written

        try:
            settings = read_review_file(self.review, Path.cwd())
            review = drift_review(mapping, self.name, Path.cwd(), self.read, settings)
        except MappingError as error:
            return refuse(error.problems)
        shown = quiet(review, self.form)
        if self.form == "text" and not shown.changes:
            sys.stdout.write(f"{visible(shown.old.name)} has no unexplained difference from the mapping\n")
            sys.stdout.writelines(f"note: {visible(note)}\n" for note in shown.notes)
        else:
            sys.stdout.writelines(written([shown], self.form))
        return PROBLEM if fails(review) else OK


def without_processes(source: InputOptions, drift: Drift | None) -> InputOptions:
    """The source without options for processes, unless its system takes them: the comparison takes them then."""
    if drift is None or Option.LIVE in system_named(source.system).reading.options.taken:
        return source
    return replace(source, read=replace(source.read.without_process(), provider=None))
