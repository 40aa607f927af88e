"""The files of an IDL as sources: the places of declarations, by pointers such as `/SecurityGroup/VPC`."""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from mapper.report.origin import Location

from .parser.findings import GoPlace
from .parser.program import Program


class GoFile:
    """A Go file. `path` is its path on the disk, `uri` its name in messages."""

    def __init__(self, uri: str, data: bytes, path: Path) -> None:
        self.uri = uri
        self.data = data
        self.path = path
        self._pointers: dict[str, tuple[int, int]] = {}

    def __repr__(self) -> str:
        return f"GoFile({self.uri!r})"

    @cached_property
    def text(self) -> str:
        """The text; invalid UTF-8 is replaced."""
        return self.data.decode("utf-8", "replace")

    @cached_property
    def sha256(self) -> str:
        """The digest of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()

    def position(self, pointer: str) -> tuple[int, int] | None:
        """Line and column of a declaration or member, from 1; None if it is not declared here."""
        return self._pointers.get(pointer)

    def declare(self, pointer: str, line: int, column: int) -> None:
        """Record the place of a declaration."""
        self._pointers.setdefault(pointer, (line, column))


class GoSpot(Struct, frozen=True):
    """A place in a Go file."""

    document: GoFile
    pointer: str

    @property
    def line(self) -> int | None:
        """The line, from 1."""
        position = self.document.position(self.pointer)
        return position[0] if position is not None else None


class Spots:
    """The places of a program's declarations. Embedded members have the place where they were written."""

    def __init__(self, program: Program, files: Mapping[str, GoFile]) -> None:
        """`files` are the sources by path in the IDL."""
        self._files = files
        self._pointers: dict[GoPlace, str] = {}
        for declared in program.types.values():
            self._declare(declared.place, f"/{declared.name}")
            for value in declared.values:
                self._declare(value.place, f"/{value.name}")
        for file in program.files:
            for constant in file.constants:
                self._declare(constant.place, f"/{constant.name}")
        for declared in program.types.values():
            for member in declared.properties:
                self._declare(member.place, f"/{declared.name}/{member.member}")

    def _declare(self, place: GoPlace, pointer: str) -> None:
        if place not in self._pointers:
            self._pointers[place] = pointer
            self._files[place.path].declare(pointer, place.line, place.column)

    def of(self, place: GoPlace) -> Location:
        """The location of a declaration or member."""
        return GoSpot(self._files[place.path], self._pointers.get(place, ""))

    def near(self, place: GoPlace) -> Location:
        """The location of any place, such as the place of a finding."""
        file = self._files[place.path]
        pointer = self._pointers.get(place)
        if pointer is None:
            pointer = f"/{place.line}:{place.column}"
            file.declare(pointer, place.line, place.column)
        return GoSpot(file, pointer)
