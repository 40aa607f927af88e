"""What systems ask a running provider for: its schema, and what it says of the pages."""

import hashlib
from pathlib import Path

from mapper.inputs import Document
from mapper.languages.tfplugin.errors import TfPluginError
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError, Problem
from mapper.request import Request
from mapper.systems.provider.proof import Record, schema_digest

from .source import live_schema, program, start_provider

_PIECE = 1 << 20


class LiveProvider:
    """Starts the provider that an input names."""

    def schema(self, name: str, request: Request) -> Document:
        """The schema that the provider returns. Raises MappingError."""
        return live_schema(name, request)

    def prove(self, name: str, mapping: Mapping, request: Request, record: Record | None) -> Record:
        """What the provider says of a mapping's pages; `record` is the result of an earlier run.

        The record is returned as it is if it is complete and of the same program. Raises MappingError.
        """
        try:
            installed = program(name, request)
            binary = _digest(installed.path)
            same = record if record is not None and record.binary == binary else None
            if same is not None and same.complete:
                return same
            from .calls import prove

            proved = prove(mapping, lambda: start_provider(installed.path), same.proofs if same else {})
        except (TfPluginError, OSError) as error:
            text = f"the pages cannot be proven: {error}"
            remedy = error.remedy if isinstance(error, TfPluginError) else "choose another program"
            raise MappingError(Problem(text, str(request.input), remedy=remedy)) from None
        return Record(installed.version, binary, schema_digest(mapping), proved.proofs, complete=proved.complete)


def _digest(path: Path) -> str:
    whole = hashlib.sha256()
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            whole.update(piece)
    return whole.hexdigest()
