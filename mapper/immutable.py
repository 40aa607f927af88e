"""A `dataclass` for values that do not change once they are made: frozen for the type checker, fast at run time.

A class that is frozen at run time too sets each field through `object.__setattr__` (CPython's documentation of
dataclasses, *Frozen instances*): with that, mapping takes a third longer.

The standard library compiles `__init__`, `__repr__`, `__eq__` and `__hash__` from source text, for each class that is
defined. Here `__init__` is compiled when the first object is made, and the others read the fields with
`operator.attrgetter`. They behave the same (two values with one NaN are equal, as up to Python 3.12), and a program
that defines a hundred classes and uses half of them starts a fifth sooner. `replace` likewise reads all fields at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    import dataclasses
    from functools import cache
    from operator import attrgetter

    def dataclass(cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, **options: Any) -> Any:
        """Like `dataclasses.dataclass`; assignments that `frozen` forbids are errors of the type checker only."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, **options)
        members = vars(cls)
        if cls.__doc__ is None:  # dataclasses would make one from the signature, which is slow
            cls.__doc__ = cls.__name__
        explicit = {name: members[name] for name in ("__repr__", "__eq__", "__hash__") if name in members}
        made = dataclasses.dataclass(cls, init=False, eq=False, repr=False, **options)
        fields = dataclasses.fields(made)
        if "__init__" not in members:
            made.__init__ = _Init(made)
        made.__repr__ = explicit.get("__repr__") or _repr([field.name for field in fields if field.repr])
        if eq:
            made.__eq__ = explicit.get("__eq__") or _eq(_values([field.name for field in fields if field.compare]))
            hashed = [field.name for field in fields if (field.compare if field.hash is None else field.hash)]
            made.__hash__ = (explicit.get("__hash__") or _hash(_values(hashed))) if frozen else explicit.get("__hash__")
        return made

    class _Init:
        """A placeholder for `__init__`; the first access replaces it with the compiled function."""

        def __init__(self, owner: type) -> None:
            self._owner = owner

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:
            made = self._owner.__init__ = _compiled(self._owner)
            return made.__get__(instance) if instance is not None else made

    def _compiled(owner: Any) -> Any:
        """The `__init__` that dataclasses generate: a parameter for each field, then a call of `__post_init__`."""
        names: dict[str, Any] = {"_missing": object()}
        parameters, by_name, lines = ["self"], ["*"], []
        for field in dataclasses.fields(owner):
            name = field.name
            if field.default_factory is not dataclasses.MISSING:
                names[f"_make_{name}"] = field.default_factory
                default, made = "=_missing", f"_make_{name}()"
                taken = f"{made} if {name} is _missing else {name}"
            elif field.default is not dataclasses.MISSING:
                names[f"_default_{name}"] = field.default
                default, made, taken = f"=_default_{name}", f"_default_{name}", name
            else:
                default, made, taken = "", "", name
            if field.init:
                (by_name if field.kw_only else parameters).append(f"{name}{default}")
                lines.append(f"self.{name}={taken}")
            elif made:
                lines.append(f"self.{name}={made}")
        if hasattr(owner, "__post_init__"):
            lines.append("self.__post_init__()")
        parameters += by_name if len(by_name) > 1 else ()
        exec(f"def __init__({','.join(parameters)}):{';'.join(lines) or 'pass'}", names)  # noqa: S102
        initial = names["__init__"]
        initial.__qualname__, initial.__module__ = f"{owner.__qualname__}.__init__", owner.__module__
        return initial

    @cache
    def _initial(cls: type) -> tuple[dict[str, int], bool, Any]:
        """The position of each `__init__` field, whether all fields are positional, and a getter of their values."""
        fields = [field for field in dataclasses.fields(cls) if field.init]
        names = [field.name for field in fields]
        return {name: at for at, name in enumerate(names)}, not any(f.kw_only for f in fields), _values(names)

    def replace(value: Any, /, **changes: Any) -> Any:
        """Like `dataclasses.replace`: a copy with some fields changed."""
        cls = type(value)
        places, by_place, values = _initial(cls)
        if not by_place:
            return cls(**{**dict(zip(places, values(value), strict=False)), **changes})
        arguments = [*values(value)]
        try:
            for name, changed in changes.items():
                arguments[places[name]] = changed
        except KeyError as error:
            raise TypeError(f"{cls.__name__} takes no {error}") from None
        return cls(*arguments[: len(places)])  # the getter returns a single field twice

    def _values(names: list[str]) -> Any:
        """A getter of the fields' values as a tuple. A single field is in it twice: `attrgetter`
        of one name gives no tuple.
        """
        return attrgetter(*(names * 2 if len(names) == 1 else names)) if names else lambda _value: ()

    def _repr(names: list[str]) -> Any:
        def shown(self: Any) -> str:
            values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
            return f"{type(self).__qualname__}({values})"

        return shown

    def _eq(values: Any) -> Any:
        def equals(self: Any, other: object) -> bool:
            return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

        return equals

    def _hash(values: Any) -> Any:
        def hashed(self: Any) -> int:
            return hash(values(self))

        return hashed
