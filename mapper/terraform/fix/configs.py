"""Applies the proposed fixes to config files, and to a proposed config without a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from ...inputs import Document, DocumentError
from ...report.diagnostic import Diagnostic, MappingError, Problem
from ...request import Settled
from ..config.config import Config, parse_config
from ..map import map_api
from ..openapi.operations import Api
from .rounds import Concerned, Mapper, settle, settled


def settle_config(api: Api, text: str, refused: Iterable[str] = ()) -> str:
    """A config with the fixes that its diagnostics propose; without the `refused` policies."""
    mapper, count = _mapper(api, ["generator config"], [text])
    return settled([text], mapper, count, api.documents.budget.trial, refused)[0][0]


def settle_files(api: Api, paths: Sequence[Path], base: Path | None = None) -> Settled:
    """The contents of config files with the fixes that their diagnostics propose; writes nothing. Raises
    MappingError.
    """
    names = [_shown(path, base) for path in paths]
    texts = [_read(path, name) for path, name in zip(paths, names, strict=True)]
    settlement = settle(texts, *_mapper(api, names, texts), api.documents.budget.trial)
    files = {path: (old, new) for path, old, new in zip(paths, texts, settlement.texts, strict=True)}
    return Settled(files, settlement.before, settlement.left)


def _mapper(api: Api, names: Sequence[str], texts: Sequence[str]) -> tuple[Mapper, int]:
    """What maps the configs, and the number of their entities."""
    count = len(_config(names, texts).entities)
    api.documents.budget.measure()
    return lambda changed, concerned: _diagnostics(api, _config(names, changed), concerned), count


def _config(names: Sequence[str], texts: Sequence[str]) -> Config:
    try:
        return parse_config(*[Document(name, text.encode()) for name, text in zip(names, texts, strict=True)])
    except DocumentError as error:
        raise MappingError(error.problem) from None


def _diagnostics(api: Api, config: Config, concerned: Concerned) -> Iterable[Diagnostic]:
    """What there is to say of some entities, or of all there is."""
    if concerned is None:
        return map_api(api, config).diagnostics
    part = replace(config, entities=tuple(entity for entity in config.entities if entity.ref in concerned))
    return [entry for entry in map_api(api, part).diagnostics if entry.entity in concerned]


def _read(path: Path, name: str) -> str:
    try:
        return path.read_bytes().decode()  # keeps line endings
    except OSError as error:
        raise MappingError(Problem(f"cannot be read: {error.strerror or error}", name)) from None
    except UnicodeDecodeError:
        raise MappingError(Problem("it is not UTF-8", name)) from None


def _shown(path: Path, base: Path | None) -> str:
    try:
        return path.relative_to(base or Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
