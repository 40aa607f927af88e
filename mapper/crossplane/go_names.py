"""Names of the structures of Go: distinct in a package, and the same whenever it is made again.

As in upjet, a structure is called after its field and its side, such as `DoorParameters`; where that is taken, the
names of the fields around it come first, and then there is a number behind it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .fields import Field, Side, Struct, element_of
from .names import go_name
from .resources import Target

SUFFIXES = {Side.FOR: "Parameters", Side.INIT: "InitParameters", Side.AT: "Observation"}
VARIABLES = "CRDGroup", "CRDVersion", "CRDGroupVersion", "SchemeBuilder"
"""What every package declares."""

_METHODS = frozenset(("DeepCopy", "DeepCopyInto"))
"""What controller-gen gives to every structure: no field can be called so."""
_NO_LETTERS = re.compile(r"[^A-Za-z0-9]")

Names = dict[tuple[str, Side], str]
"""The names of the structures of a resource, by the path of the field (empty for the whole) and the side."""


def field_name(name: str) -> str:
    """The name of a field in Go; a schema may have names that Go has not."""
    own = _NO_LETTERS.sub("_", go_name(name))
    if not own[:1].isupper():
        own = f"X{own}"
    return f"{own}_" if own in _METHODS else own


class PackageNames:
    """Gives names to what a package declares. A Kind has its own: a cluster knows it by that."""

    def __init__(self, kinds: Iterable[str]) -> None:
        self._taken = set(kinds)
        self._numbers: Counter[str] = Counter()
        self.variables = {name: self.declared(name) for name in VARIABLES}

    def declared(self, name: str) -> str:
        """A name that is not taken: with underscores behind it where it was."""
        while name in self._taken:
            name = f"{name}_"
        self._taken.add(name)
        return name

    def structures(self, target: Target) -> Names:
        """The names of all structures of a resource, in the order of their fields' names."""
        found: Names = {}
        self._structures((target.address.kind,), "", target.fields, found)
        return found

    def _structures(self, names: tuple[str, ...], path: str, fields: tuple[Field, ...], found: Names) -> None:
        for side, suffix in SUFFIXES.items():
            found[path, side] = self._free(names, suffix)
        for field in sorted(fields, key=lambda field: field.name):
            shape = element_of(field.shape)
            if isinstance(shape, Struct):
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
