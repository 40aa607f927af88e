"""What a site with the pages of one provider is made from: a schema needs no config."""

from __future__ import annotations

from pathlib import Path

from ..model import Mapping
from ..report.diagnostic import MappingError, Problem
from ..request import Proposing, Request, StartingConfig
from ..tfplugin.source import WRITES, is_live
from . import kinds
from .read import read_inputs


def starter(proposing: Proposing) -> StartingConfig:
    """No config. Raises MappingError for what no site can be made from, and for options that only API descriptions
    support.
    """
    spec = proposing.spec
    if not isinstance(spec, Path):
        raise MappingError(Problem("a site needs the file of the schema; standard input is none", spec.uri))
    if is_live(spec):
        text = "a site is built from a schema that is committed: write it with"
        raise MappingError(Problem(f"{text} `{WRITES} {spec}`, and give that file", str(spec)))
    if proposing.existing is not None:
        raise MappingError(Problem("a mkdocs.yml is not updated; what it needs is in the guide of providers"))
    options = {
        "--overlay": proposing.overlays,
        "--allow-host": proposing.allow_hosts,
        "--include": proposing.include,
        "--exclude": proposing.exclude,
    }
    for name, value in options.items():
        if value:
            raise MappingError(Problem(f"the system provider proposes nothing for {name}; leave it out"))
    mapping = read_inputs(Request(spec, (), provider=proposing.provider)).map()
    return StartingConfig("", _summary(mapping))


def _summary(mapping: Mapping) -> str:
    counts = [
        f"{len(found):,} {kind.plural if len(found) > 1 else kind}"
        for kind in kinds.KINDS
        if kind is not kinds.PROVIDER and (found := mapping.of_kind(kind))
    ]
    return f"a site of the provider {mapping.provider}" + (f" with {', '.join(counts)}" if counts else "")
