"""A starting site: a mkdocs.yml with the pages of one provider."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ..model import Mapping
from ..report.diagnostic import MappingError, Problem
from ..request import Proposing, Request, StartingConfig
from ..tfplugin.source import WRITES, is_live
from . import kinds
from .read import read_inputs

_TEXT = """\
# A site with the reference of the provider {name}. A site that is there already needs what is below `plugins`.
site_name: {title}
plugins:
  - search
  - oasmap:
      system: provider
      spec: {spec}
{provider}\
      pages: {folder} # the folder of the pages
      # baseline: git:main # what changed since then, with what Terraform does about it
      # proof: proof.json # what the provider said of the examples, see `oasmap generate --live --proof`
"""
_PLAIN = re.compile(r"[A-Za-z_./][A-Za-z0-9_./-]*")
_WORDS = re.compile(r"(?i)true|false|yes|no|on|off|null|y|n|\.+")


def starter(proposing: Proposing) -> StartingConfig:
    """The mkdocs.yml of a schema. Raises MappingError, also for options that only API descriptions support."""
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
    values = {
        "name": mapping.provider,
        "title": _scalar(f"Terraform provider {mapping.provider}"),
        "spec": _scalar(spec.as_posix()),
        "provider": f"      provider: {_scalar(proposing.provider)}\n" if proposing.provider else "",
        "folder": "reference",
    }
    return StartingConfig(_TEXT.format_map(values), _summary(mapping), command="mkdir -p docs && mkdocs build")


def _summary(mapping: Mapping) -> str:
    counts = [
        f"{len(found):,} {kind.plural if len(found) > 1 else kind}"
        for kind in kinds.KINDS
        if kind is not kinds.PROVIDER and (found := mapping.of_kind(kind))
    ]
    return f"a site of the provider {mapping.provider}" + (f" with {', '.join(counts)}" if counts else "")


def _scalar(text: str) -> str:
    """A YAML scalar; quoted unless it is a plain name."""
    is_plain = _PLAIN.fullmatch(text.replace(" ", "")) and not _WORDS.fullmatch(text) and text == text.strip()
    return text if is_plain else json.dumps(text, ensure_ascii=False)
