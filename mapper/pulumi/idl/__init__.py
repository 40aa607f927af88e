"""The IDL: a folder of Go files with types and constants, read into a `Program`."""

from .findings import Finding, GoPlace
from .program import Program
from .read import Reading, read, read_sources

__all__ = ["Finding", "GoPlace", "Program", "Reading", "read", "read_sources"]
