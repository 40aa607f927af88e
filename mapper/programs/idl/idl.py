"""An IDL in Go, as a system uses it: read, written, and started anew."""

from pathlib import Path

from mapper.request import Request, StartingConfig
from mapper.systems.pulumi.programs import IdlInputs

from .inputs import Inputs, read_inputs
from .starter import addition, starter


class Idl:
    """An IDL in a folder of Go files."""

    def read(self, request: Request) -> Inputs:
        """Read the IDL in a folder. Raises MappingError."""
        return read_inputs(request)

    def starter(self, folder: Path, name: str | None) -> StartingConfig:
        """A package to start from. Raises MappingError if there is an IDL already."""
        return starter(folder, name)

    def addition(self, folder: Path, config: str, inputs: IdlInputs) -> StartingConfig:
        """The missing files of a provider for an existing IDL. Raises MappingError if nothing is missing."""
        if not isinstance(inputs, Inputs):
            raise TypeError
        return addition(folder, config, inputs.program())
