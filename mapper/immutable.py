"""A `dataclass` for values that do not change once they are made: frozen for the type checker, fast at run time.

A class that is frozen at run time too sets each field through `object.__setattr__` (CPython's documentation of
dataclasses, *Frozen instances*): with that, mapping takes a third longer.

The standard library describes each field by an object and compiles `__init__`, `__repr__`, `__eq__` and `__hash__`
from source text, for each class that is defined. A program defines hundreds of classes when it starts, and makes
objects of a few. Here a class gets only its slots: `__init__` is compiled when the first object is made, the other
methods read the fields with `operator.attrgetter`, and the standard library describes the fields when
`__dataclass_fields__` is first read. They behave the same (two values with one NaN are equal, as up to Python 3.12).
What few classes have (an option such as `kw_only`, `ClassVar`, a base class that is not defined with this module) is
left to the standard library. `replace` likewise reads all fields at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["dataclass", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, replace
else:
    import dataclasses
    from functools import cache, partial
    from operator import attrgetter

    _FIELDS = "__dataclass_fields__"
    _FEW = 12

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, eq: bool = True, slots: bool = False, **options: Any
    ) -> Any:
        """Like `dataclasses.dataclass`; assignments that `frozen` forbids are errors of the type checker only."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, eq=eq, slots=slots, **options)
        if cls.__doc__ is None:  # the standard library would make one from the signature, which is slow
            cls.__doc__ = cls.__name__
        inherited = [vars(base).get(_FIELDS) for base in cls.__mro__[1:-1]]
        if options or any(type(base) is not _Fields for base in inherited) or _special(cls.__annotations__):
            made = dataclasses.dataclass(cls, init=False, eq=False, repr=False, slots=slots, **options)
            members = {field.name: field for field in dataclasses.fields(made)}
            for name, method in _methods(vars(cls), members, frozen=frozen, eq=eq).items():
                setattr(made, name, method)
            if "__init__" not in vars(cls):
                made.__init__ = _Init(made)
            return made
        return _defined(cls, [base.members for base in reversed(inherited)], frozen=frozen, eq=eq, slots=slots)

    def _special(annotations: dict[str, Any]) -> bool:
        """Whether one of the annotations may say `ClassVar`, `InitVar` or `KW_ONLY`, or is no text."""
        return any(not isinstance(text, str) or "Var" in text or "KW_ONLY" in text for text in annotations.values())

    def _defined(cls: type, inherited: list[dict[str, Any]], *, frozen: bool, eq: bool, slots: bool) -> type:
        """The class with the methods of a dataclass; with slots it is a new one, since a class cannot gain them."""
        own = {name: vars(cls).get(name, dataclasses.MISSING) for name in cls.__annotations__}
        for name, default in own.items():
            if default.__class__.__hash__ is None:
                raise ValueError(f"the default of {cls.__name__}.{name} can change: use default_factory")
        members = {name: default for base in inherited for name, default in base.items()}
        outer = set(members)
        members.update(own)
        added = _methods(vars(cls), members, frozen=frozen, eq=eq)
        added[_FIELDS] = _Fields(cls, members)
        added["__match_args__"] = tuple([name for name, default in members.items() if _is_parameter(default)])
        if "__init__" not in vars(cls):
            added["__init__"] = _Init(cls)
        if slots:
            names = {**vars(cls), **added, "__qualname__": cls.__qualname__}
            names["__slots__"] = tuple([name for name in own if name not in outer])
            for name in (*own, "__dict__", "__weakref__"):
                names.pop(name, None)
            return type(cls)(cls.__name__, cls.__bases__, names)
        for name, default in own.items():
            if type(default) is dataclasses.Field:
                added[name] = default.default
        for name, value in added.items():
            if value is not dataclasses.MISSING:
                setattr(cls, name, value)
            else:
                delattr(cls, name)
        return cls

    def _methods(defined: Any, members: dict[str, Any], *, frozen: bool, eq: bool) -> dict[str, Any]:
        """The methods that the class does not define itself. `members` has the default or `Field` of each field."""
        if all(type(default) is not dataclasses.Field for default in members.values()):  # of most classes
            shown = compared = hashed = [*members]
        else:
            shown = [name for name, default in members.items() if _has(default, "repr")]
            compared = [name for name, default in members.items() if _has(default, "compare")]
            hashed = [name for name, default in members.items() if _has(default, "hash")]
        methods: dict[str, Any] = {}
        if "__repr__" not in defined:
            methods["__repr__"] = _repr(shown)
        if eq:
            if "__eq__" not in defined:
                methods["__eq__"] = _eq(_values(compared))
            if defined.get("__hash__") is None:
                methods["__hash__"] = _hash(_values(hashed)) if frozen else None
        return methods

    def _has(default: Any, what: str) -> bool:
        """Whether a field takes part in `repr`, `compare` or `hash`."""
        if type(default) is not dataclasses.Field:
            return True
        taken = getattr(default, what)
        return bool(default.compare if taken is None else taken)

    def _is_parameter(default: Any) -> bool:
        """Whether `__init__` takes the field by its place."""
        return type(default) is not dataclasses.Field or (default.init and default.kw_only is not True)

    class _Fields:
        """`__dataclass_fields__` of a class, which the standard library describes when it is first read.

        `members` has the default of each field by its name, a `Field`, or `MISSING`.
        """

        def __init__(self, owner: Any, members: dict[str, Any]) -> None:
            self._owner = owner
            self.members = members
            self._described: dict[str, Any] | None = None

        def __set_name__(self, owner: Any, name: str) -> None:
            self._owner = owner  # the class with slots that is made of the first

        def __get__(self, instance: Any, owner: Any = None) -> dict[str, Any]:
            if self._described is None:
                described = self._owner
                types = {name: text for base in reversed(described.__mro__) for name, text in _annotations(base)}
                fields = [
                    (name, types[name]) if default is dataclasses.MISSING else (name, types[name], default)
                    for name, default in self.members.items()
                ]
                twin = dataclasses.make_dataclass(described.__name__, fields, init=False, repr=False, eq=False)
                described.__dataclass_params__ = twin.__dataclass_params__  # read of the base of another dataclass
                self._described = twin.__dataclass_fields__
            return self._described

    def _annotations(cls: type) -> Any:
        return cls.__annotations__.items() if cls is not object else ()

    class _Init:
        """`__init__` of a class, as a descriptor: sets the fields of the first few objects one by one.

        Then the compiled function takes its place. Compiling one costs as much as setting the fields of thirty
        objects, and most classes have fewer, such as those of a config.
        """

        def __init__(self, owner: type) -> None:
            self._owner = owner
            self._made = 0
            self._parameters: list[_Parameter] = []

        def __set_name__(self, owner: type, name: str) -> None:
            self._owner = owner  # the class with slots that is made of the first

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None or isinstance(instance, type) or self._made >= _FEW:  # `inspect` may bind it to a class
                made = self._owner.__init__ = _compiled(self._owner, _parameters(self._owner))
                return made.__get__(instance) if instance is not None else made
            if not self._parameters:
                self._parameters = _parameters(self._owner)
            self._made += 1
            return partial(self._fill, instance)

        def _fill(self, instance: Any, /, *given: Any, **named: Any) -> None:
            placed = taken = 0
            for name, by_place, by_name, default, factory in self._parameters:
                if by_place and placed < len(given):
                    value = given[placed]
                    placed += 1
                elif by_name and name in named:
                    value = named[name]
                    taken += 1
                elif factory is not dataclasses.MISSING:
                    value = factory()
                elif default is not dataclasses.MISSING:
                    value = default
                elif by_name:
                    break  # it is missing
                else:
                    continue
                setattr(instance, name, value)
            else:
                if placed == len(given) and taken == len(named):
                    if hasattr(instance, "__post_init__"):
                        instance.__post_init__()
                    return
            _compiled(self._owner, self._parameters)(instance, *given, **named)  # raises the error

    _Parameter = tuple[str, bool, bool, Any, Any]

    def _parameters(owner: type) -> list[_Parameter]:
        """Each field with whether `__init__` takes it by its place, and by its name; its default and its factory."""
        found = []
        for name, member in _members(owner).items():
            if type(member) is dataclasses.Field:
                by_place = member.init and member.kw_only is not True
                found.append((name, by_place, member.init, member.default, member.default_factory))
            else:
                found.append((name, True, True, member, dataclasses.MISSING))
        return found

    def _members(cls: Any) -> dict[str, Any]:
        """The default, `Field` or `MISSING` of each field of a dataclass, or of one that extends it."""
        own = next((vars(base)[_FIELDS] for base in cls.__mro__ if _FIELDS in vars(base)), None)
        return own.members if type(own) is _Fields else {field.name: field for field in dataclasses.fields(cls)}

    def _compiled(owner: Any, fields: list[_Parameter]) -> Any:
        """The `__init__` that dataclasses generate: a parameter for each field, then a call of `__post_init__`."""
        names: dict[str, Any] = {"_missing": object()}
        parameters, keywords, lines = ["self"], ["*"], []
        for name, by_place, by_name, default, factory in fields:
            if factory is not dataclasses.MISSING:
                names[f"_make_{name}"] = factory
                given, made = "=_missing", f"_make_{name}()"
                taken = f"{made} if {name} is _missing else {name}"
            elif default is not dataclasses.MISSING:
                names[f"_default_{name}"] = default
                given, made, taken = f"=_default_{name}", f"_default_{name}", name
            else:
                given, made, taken = "", "", name
            if by_name:
                (parameters if by_place else keywords).append(f"{name}{given}")
                lines.append(f"self.{name}={taken}")
            elif made:
                lines.append(f"self.{name}={made}")
        if hasattr(owner, "__post_init__"):
            lines.append("self.__post_init__()")
        parameters += keywords if len(keywords) > 1 else ()
        exec(f"def __init__({','.join(parameters)}):{';'.join(lines) or 'pass'}", names)  # noqa: S102
        initial = names["__init__"]
        initial.__qualname__, initial.__module__ = f"{owner.__qualname__}.__init__", owner.__module__
        return initial

    @cache
    def _initial(cls: type) -> tuple[dict[str, int], bool, Any]:
        """The position of each `__init__` field, whether all fields are positional, and a getter of their values."""
        parameters = [parameter for parameter in _parameters(cls) if parameter[2]]
        names, by_place = [parameter[0] for parameter in parameters], all(parameter[1] for parameter in parameters)
        return {name: at for at, name in enumerate(names)}, by_place, _values(names)

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
