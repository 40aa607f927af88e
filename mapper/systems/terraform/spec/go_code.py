"""The identifiers that `tfplugingen-framework` (0.4.1) declares in Go for an entity, by scope.

An entity becomes a package of one file. The scopes are Go's: the imports of the file, the package, the fields and
methods of a type, and the block of a function. Two declarations of one identifier in a scope do not compile, and a
declaration shadows identifiers of outer scopes that later lines need.

For a nested attribute `bake_time`, the generator writes the types `BakeTimeType` and `BakeTimeValue`, whose fields are
the nested attributes, and functions that begin with `NewBakeTimeValue`. The nested attributes become variables in the
methods of both types. The data model of an entity is a struct with its root attributes as fields. The rules are from
`internal/schema/templates/nested_object_*.gotmpl` and `internal/schema/framework_identifier.go` of the generator.

The last part finds the conflicts of the Go types of one entity, free names, and the names by the policy `nested_names`.
An attribute of the root keeps its name. Else, the first attribute with a name does, if Go can have it. Names given by
the config are always kept.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import count

from msgspec import Struct
from msgspec.structs import replace

from mapper.inputs import Node
from mapper.languages.golang.source import KEYWORDS, is_exported
from mapper.model import Attribute, Body, Collection, Nested, Object, Scalar, ScalarKind, Type
from mapper.report.diagnostic import Note

from ..config.additions import is_added
from ..rules import POLICY, RENAMED
from ..schema.choice import rename_choice

METHODS = frozenset("AttributeTypes Equal IsNull IsUnknown String ToObjectValue ToTerraformValue Type".split())
"""The methods of a generated value type. A field with such a name is prefixed with the name of the type."""

_CAPITAL = re.compile(r"\A[a-z]|_[a-z0-9]")
_EXTERNAL = "associated_external_type"
_NUMBER = Scalar(ScalarKind.NUMBER)
_NESTED = ("{}Type", "{}Value", "New{}Value", "New{}ValueMust", "New{}ValueNull", "New{}ValueUnknown")
_SCALAR = ("{}Type", "{}Value")
"""The package-level declarations of a nested attribute, and of other attributes with an external type."""

_RECEIVER = ("v", "ctx", "diags")
"""The first declarations in `ToObjectValue`: receiver, parameter, first variable."""

_OF_OBJECTS = "d"
_RESULT = ("attributeTypes", "objVal")
"""The declarations for nested attributes, and at the end of the method."""

_ALWAYS_USED = frozenset(("attr", "basetypes", "types"))
"""The packages that the end of `ToObjectValue` uses."""


class Declared(Struct, frozen=True):
    """An identifier in a scope. `name` is the name of its attribute; None for one that is always declared."""

    identifier: str
    name: str | None


@lru_cache(maxsize=65536)
def go_name(name: str) -> str:
    """`bake_time` -> `BakeTime`; the result may not be a valid identifier."""
    return _CAPITAL.sub(lambda match: match[0].removeprefix("_").upper(), name)


@lru_cache(maxsize=65536)
def variable_name(name: str) -> str:
    """`bake_time` -> `bakeTime`."""
    field = go_name(name)
    return field[:1].lower() + field[1:]


def is_readable(name: str) -> bool:
    """Whether the framework reads a root attribute into the data model: its name begins with a letter."""
    return name[:1].isalpha()


def field_name(name: str, parent: str) -> str:
    """The field of an attribute in the struct of `parent`, or in the data model if `parent` is empty."""
    field = go_name(name)
    return go_name(go_name(parent)) + field if parent and field in METHODS else field


def has_external(attribute: Attribute) -> bool:
    """Whether the config gives the attribute an associated external type."""
    return any(part.keyword == _EXTERNAL for part in attribute.fragments)


def of_type(name: str, *, nested: bool) -> tuple[str, ...]:
    """The package-level declarations for the types of an attribute."""
    return tuple(form.format(name) for form in (_NESTED if nested else _SCALAR))


def fields(body: Body, parent: str) -> Iterator[Declared]:
    """The fields of a struct."""
    for attribute in body.attributes:
        yield Declared(field_name(attribute.name, parent), attribute.name)


def variables(body: Body, parent: str) -> Iterator[Declared]:
    """The variables of `ToObjectValue`, in order. The variables of other functions are among the names of fields."""
    others = [attribute for attribute in body.attributes if attribute.type.__class__ is not Scalar]
    ordered = sorted(others, key=lambda attribute: attribute.name)
    yield from (Declared(name, None) for name in _RECEIVER)
    for attribute in ordered:
        if isinstance(attribute.type, Nested):
            yield Declared(_nested_variable(attribute, parent), attribute.name)
    for kind in (Collection, Object):
        for attribute in ordered:
            if isinstance(attribute.type, kind) and not has_external(attribute):
                yield Declared(f"{variable_name(attribute.name)}Val", attribute.name)
    if any(isinstance(attribute.type, Object) for attribute in ordered):
        yield Declared(_OF_OBJECTS, None)
    yield from (Declared(name, None) for name in _RESULT)


def packages(body: Body) -> frozenset[str]:
    """The packages that `ToObjectValue` uses after the variables of nested attributes."""
    collects = any(isinstance(attribute.type, Collection) for attribute in body.attributes)
    return _ALWAYS_USED | {"diag"} if collects else _ALWAYS_USED


def is_spelt_twice(attribute: Attribute) -> bool:
    """Whether `ToObjectValue` declares and uses a variable by different names, as for `a__1`."""
    is_single = isinstance(attribute.type, Nested) and attribute.type.mode == "single"
    return is_single and go_name(go_name(attribute.name)) != go_name(attribute.name)


def unwritable(attribute: Attribute, parent: str) -> str:
    """The part of an attribute's type that the generator cannot write; empty if there is none.

    It has no dynamic attributes. In the methods of a nested attribute, it omits a comma after an object in an object.
    For numbers in an object attribute it imports `math/big` without using it.
    """
    match attribute.type:
        case Scalar(ScalarKind.DYNAMIC):
            return "the Go generator has no dynamic attributes"
        case Object(body) if any(member.type == _NUMBER for member in body.attributes) and not has_external(attribute):
            return "the Go generator imports a package for a number in an object, and does not use it"
        case Collection() | Object() if parent and _has_object_in_object(attribute.type):
            return "the Go generator writes no valid code of an object that is a member of an object here"
    return ""


def _has_object_in_object(type_: Type) -> bool:
    match type_:
        case Collection(_, element):
            return _has_object_in_object(element)
        case Object(body):
            return any(
                isinstance(member.type, Object) or _has_object_in_object(member.type) for member in body.attributes
            )
    return False


def _nested_variable(attribute: Attribute, parent: str) -> str:
    if isinstance(attribute.type, Nested) and attribute.type.mode == "single":
        return variable_name(attribute.name)
    field = go_name(attribute.name)
    return variable_name(go_name(parent) + field if field in METHODS else field)


_NEW = "New"
"""The prefix of functions, the only package-level names that do not begin with the name of the type."""


class TypePlace(Struct, frozen=True):
    """An attribute, its path in identifiers and source names, and the Go names of its siblings."""

    path: tuple[str, ...]
    source_path: tuple[str, ...]
    attribute: Attribute
    fields: frozenset[str]


class Types(Struct, frozen=True, dict=True):
    """The attributes of a body with Go types, and the number of attributes with each type name at all depths."""

    body: Body
    own: "tuple[tuple[str, Attribute, Types | None], ...]"
    counts: Counter[str]

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset([go_name(attribute.name) for attribute in self.body.attributes])

    @property
    def repeated(self) -> list[str]:
        """The names that several attributes have."""
        return [name for name, count in self.counts.items() if count > 1]

    def places(self, names: Iterable[str], most: int | None = None) -> dict[str, list[TypePlace]]:
        """The places of attributes whose types have these names, in order and at most `most` of each.

        All names are searched in one walk, which skips bodies without any of them.
        """
        places_by_name: dict[str, list[TypePlace]] = {name: [] for name in names}
        self._find(places_by_name, set(places_by_name), most, (), ())
        return places_by_name

    def _find(
        self,
        places_by_name: dict[str, list[TypePlace]],
        wanted: set[str],
        most: int | None,
        path: tuple[str, ...],
        source_path: tuple[str, ...],
    ) -> None:
        for name, attribute, inner in self.own:
            goes_in = inner is not None and not inner.counts.keys().isdisjoint(wanted)
            if not goes_in and name not in wanted:
                continue
            own, own_source = (*path, attribute.name), (*source_path, attribute.source_name)
            if name in wanted:
                places_by_name[name].append(TypePlace(own, own_source, attribute, self._fields))
                if len(places_by_name[name]) == most:
                    wanted.remove(name)
            if goes_in and inner is not None:
                inner._find(places_by_name, wanted, most, own, own_source)


class KnownTypes:
    """The types of bodies, with a cache for shared ones."""

    def __init__(self) -> None:
        self._known: dict[Body, Types] = {}
        self._none = Counter[str]()  # shared by all bodies without types, the most frequent case

    def of(self, body: Body) -> Types:
        """The types of a body, at all depths."""
        types = self._known.get(body)
        if types is None:
            own: list[tuple[str, Attribute, Types | None]] = []
            for attribute in body.attributes:
                type_ = attribute.type
                if type_.__class__ is Nested:
                    own.append((go_name(attribute.name), attribute, self.of(type_.body)))
                elif attribute.fragments and has_external(attribute):
                    own.append((go_name(attribute.name), attribute, None))
            types = self._known[body] = Types(body, tuple(own), _counts(own) if own else self._none)
        return types


def _counts(own: Iterable[tuple[str, Attribute, Types | None]]) -> Counter[str]:
    counts = Counter([name for name, _, _ in own])
    for _, _, inner in own:
        if inner is not None and inner.counts:
            counts.update(inner.counts)
    return counts


def clashes(types: Types) -> Iterator[tuple[TypePlace, TypePlace, str]]:
    """Pairs of types with different names that declare the same identifier, and that identifier."""
    for name in types.counts:
        other = name.removeprefix(_NEW)
        if other != name and other in types.counts:
            places = types.places((other, name), 1)
            first, second = places[other][0], places[name][0]
            for identifier in _declare(second.attribute, name):
                if identifier in _declare(first.attribute, other):
                    yield first, second, identifier


def _declare(attribute: Attribute, name: str) -> tuple[str, ...]:
    return of_type(name, nested=isinstance(attribute.type, Nested))


def free_name(place: TypePlace, taken: set[str]) -> str:
    """A type name that is not in `taken`, to which it is added: with as many parents as prefix as necessary."""
    for name in _names(place.path):
        type_name = go_name(name)
        if type_name not in place.fields and _is_free(type_name, taken):
            taken.add(type_name)
            break
    return name


def _names(path: tuple[str, ...]) -> Iterator[str]:
    """Names for the type of the attribute at a path, without end."""
    words = [step.strip("_") or step for step in path]
    for length in range(2, len(path) + 1):
        yield "_".join(words[-length:])
    if len(path) == 1:
        yield f"another_{path[-1]}"
    word = path[-1].strip("_")
    start = word if word[:1].isalpha() else f"value_{word}".strip("_")  # Go identifiers begin with a letter
    for number in count(2):
        yield f"{start}_{number}"


def _is_free(name: str, taken: set[str]) -> bool:
    if name in taken or _NEW + name in taken or not is_exported(name):
        return False
    return not (name.startswith(_NEW) and name.removeprefix(_NEW) in taken)


_Names = dict[str, "tuple[str, _Names]"]
"""New names by the identifiers that lead to the attributes; empty for an attribute that keeps its name."""

_KEPT: tuple[str, _Names] = ("", {})


def named_by_path(body: Body, known: KnownTypes, place: Node) -> Body:
    """The body with unique Go type names, except for names that the config gives. `place` is the place of the notes."""
    types = known.of(body)
    taken = set(types.counts)
    names: _Names = {}
    for conflict in _in_the_way(types):
        _put_name(names, conflict.path, free_name(conflict, taken))
    return _rename(body, names, place) if names else body


def _in_the_way(types: Types) -> Iterator[TypePlace]:
    """The attributes to rename: all but one with each name, and all nested ones if it is a keyword of Go.

    Attributes of the root keep their names, unless two of them have one.
    """
    for places in types.places(types.repeated).values():
        ordered = sorted(places, key=lambda place: (len(place.path) > 1, not _is_given(place.attribute)))
        is_nested = len(ordered[0].path) > 1
        kept = None if is_nested and variable_name(places[0].attribute.name) in KEYWORDS else ordered[0]
        yield from (place for place in places if place is not kept and not _is_given(place.attribute))
    for pair in clashes(types):
        nested = [place for place in pair[:2] if len(place.path) > 1] or pair[:2]
        free = [place for place in nested if not _is_given(place.attribute)]
        if free:
            yield max(reversed(free), key=lambda place: len(place.path))


def _is_given(attribute: Attribute) -> bool:
    """Whether the config determines the name of an attribute."""
    return is_added(attribute) or any(note.rule is RENAMED for note in attribute.notes)


def _put_name(names: _Names, path: tuple[str, ...], name: str) -> None:
    for step in path[:-1]:
        names = names.setdefault(step, ("", {}))[1]
    names[path[-1]] = (name, names.get(path[-1], ("", {}))[1])


def _rename(body: Body, names: _Names, place: Node) -> Body:
    changed = [attribute for attribute in body.attributes if attribute.name in names]
    renamed = [(attribute, name) for attribute in changed if (name := names[attribute.name][0])]
    attributes = rename_choice(body.attributes, renamed)
    return replace(body, attributes=tuple(_with_type_name(a, *names.get(a.name, _KEPT), place) for a in attributes))


def _with_type_name(attribute: Attribute, name: str, inner: _Names, place: Node) -> Attribute:
    """An attribute with its new name, if it gets one, and new names inside."""
    if inner and isinstance(attribute.type, Nested):
        attribute = replace(attribute, type=replace(attribute.type, body=_rename(attribute.type.body, inner, place)))
    if not name:
        return attribute
    text = f"{attribute.name!r} is the name of another nested attribute (policy nested_names)"
    return replace(attribute, name=name).with_notes(Note(POLICY, text, place, was=attribute.name))
