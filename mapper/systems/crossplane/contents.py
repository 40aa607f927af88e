"""Numbers nested objects by what they have: what is written for one is written once."""

from collections.abc import Hashable

from msgspec.structs import astuple

from .fields import Field, Many, ObjectShape, Shape


class Contents:
    """Numbers objects by what they have, wherever they are: of 48,847 nested objects of AWS, 3,238 are different."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._known: dict[ObjectShape, int] = {}

    def number(self, shape: ObjectShape) -> int:
        """The number of an object: the same for objects that differ in nothing but their paths.

        What has a reference, at any depth, is equal only to itself.
        """
        number = self._known.get(shape)
        if number is None:
            members = tuple(self._member(field) for field in shape.fields)
            number = self._known[shape] = self._numbers.setdefault(members, len(self._numbers))
        return number

    def _member(self, field: Field) -> Hashable:
        if field.reference is not None:
            return id(field)
        return field.name, self._shape(field.shape), *astuple(field)[_AFTER_SHAPE:]

    def _shape(self, shape: Shape) -> Hashable:
        match shape:
            case ObjectShape():
                return self.number(shape)
            case Many(kind, element):
                return kind, self._shape(element)
        return shape


_AFTER_SHAPE = Field.__struct_fields__.index("shape") + 1
