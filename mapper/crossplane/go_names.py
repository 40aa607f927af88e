"""Names of Go structures: distinct in a package, and stable from run to run.

As in upjet, a structure is named after its field and side, such as `DoorParameters`; if that is taken, names of parent
fields are prepended, and then a number is appended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .fields import Field, ManifestSide, ObjectShape, element_of
from .names import go_name
from .resources import Target

SUFFIXES = {ManifestSide.FOR: "Parameters", ManifestSide.INIT: "InitParameters", ManifestSide.AT: "Observation"}
VARIABLES = "CRDGroup", "CRDVersion", "CRDGroupVersion", "SchemeBuilder"
"""The identifiers that every package declares."""

_METHODS = frozenset(("DeepCopy", "DeepCopyInto"))
"""Methods that controller-gen generates for every structure: no field can have such a name."""
_NO_LETTERS = re.compile(r"[^A-Za-z0-9]")

Names = dict[tuple[str, ManifestSide], str]
"""The names of a resource's structures, by the path of the field (empty for the top level) and the side."""


def field_name(name: str) -> str:
    """The name of a field in Go; characters that Go does not allow are replaced."""
    identifier = _NO_LETTERS.sub("_", go_name(name))
    if not identifier[:1].isupper():
        identifier = f"X{identifier}"
    return f"{identifier}_" if identifier in _METHODS else identifier


class PackageNames:
    """Assigns the names that a package declares. A Kind keeps its name, because clusters use it."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self._taken = set(kinds)
        self._numbers: Counter[str] = Counter()
        self.variables = {name: self.declared(name) for name in VARIABLES}

    def declared(self, name: str) -> str:
        """A free name, with underscores appended if it is taken."""
        while name in self._taken:
            name = f"{name}_"
        self._taken.add(name)
        return name

    def structures(self, target: Target) -> Names:
        """The names of all structures of a resource, assigned in the order of field names."""
        names: Names = {}
        self._structures((target.address.kind,), "", target.fields, names)
        return names

    def _structures(self, names: tuple[str, ...], path: str, fields: tuple[Field, ...], found: Names) -> None:
        for side, suffix in SUFFIXES.items():
            found[path, side] = self._free(names, suffix)
        for field in sorted(fields, key=lambda field: field.name):
            shape = element_of(field.shape)
            if isinstance(shape, ObjectShape):
                self._structures((*names, field_name(field.name)), field.path, shape.fields, found)

    def _free(self, names: tuple[str, ...], suffix: str) -> str:
        name = suffix
        for part in reversed(names):
            name = f"{part}{name}"
            if name not in self._taken:
                self._taken.add(name)
                return name
        whole = name
        while name in self._taken:
            self._numbers[whole] += 1
            name = f"{whole}_{self._numbers[whole] + 1}"
        self._taken.add(name)
        return name
