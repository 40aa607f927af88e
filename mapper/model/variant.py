"""Objects of several forms whose attributes are written as one object."""

from enum import StrEnum


class Variant(StrEnum):
    """What an attribute is in a valid object, if the API describes several objects whose attributes are written as one.

    *needed*: the variant that examples show requires it. *other*: only other variants have it.
    """

    NEEDED = "needed"
    OTHER = "other"
