"""Finds attributes that the code spec allows, but that break the reference tool or the generated Go code.

`go_code` has the Go declarations of an entity; this module reports their conflicts and proposes names.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain

from mapper.inputs import LINE_SEPARATORS, Document, Node
from mapper.languages.golang.source import KEYWORDS, is_exported, is_identifier
from mapper.model import Attribute, Body, Nested, NestingMode, Scalar, ScalarKind, Status
from mapper.model.limits import plain
from mapper.report.budget import Meter
from mapper.report.diagnostic import Note, Rule
from mapper.report.fix import Fix, Setting, Subject, for_all, setting

from ..attributes.collect_notes import FINDING, Found
from ..config.additions import is_added
from ..config.paths import quoted
from ..rules import DEFAULT_IN_SET, EMPTY_OBJECT, GO_COLLISION, GO_NAME, GO_TYPES, LINE_SEPARATOR
from ..schema.unmapped import IGNORE_FIX, LEFT_OVER
from . import go_code

MAX_RENAMES = 10
"""The maximum number of names that one diagnostic proposes."""

_MAX_SHOWN = 5


class Lint:
    """Checks the bodies of entities; shared bodies are checked once."""

    def __init__(self, places: Meter, documents: Iterable[Document], *, fixes: bool = True) -> None:
        """`documents` are those that the bodies come from. `fixes`: findings on types propose names."""
        self._fixes = fixes
        self._in_paths = places
        self._separators = any(document.separators for document in documents)  # rare
        self._known: dict[tuple[Body, str], tuple[Found, ...]] = {}
        self._types = go_code.KnownTypes()

    def of(self, body: Body) -> tuple[Found, ...]:
        """All findings for the body of an entity."""
        return (*self._inside(body, ""), *_types(self._types.of(body), fixes=self._fixes))

    def _inside(self, body: Body, parent: str) -> tuple[Found, ...]:
        """The findings for single attributes; `parent` is the name of the nested attribute around them, or empty."""
        findings = self._known.get((body, parent))
        if findings is None:
            findings = self._known[body, parent] = tuple(self._look(body, parent))
        return findings

    def _look(self, body: Body, parent: str) -> Iterator[Found]:
        scope = _Scope(body, parent)
        for attribute in body.attributes if self._separators else scope.unusual:
            name, type_ = attribute.name, attribute.type
            if self._separators:
                for note in _separators(attribute):
                    yield name, quoted(attribute.source_name), note
            for note in scope.notes(attribute):
                yield name, quoted(attribute.source_name), note
            if type_.__class__ is Nested:
                if not type_.body.attributes:
                    yield name, quoted(attribute.source_name), _empty(attribute, type_)
                if type_.mode is NestingMode.SET and attribute.status is not Status.COMPUTED:
                    for path, source_path, note in _defaults(type_.body):
                        yield f"{name}.{path}", f"{quoted(attribute.source_name)}.{source_path}", note
                inner = self._inside(type_.body, name)
                if inner:
                    names = len(inner) * (FINDING + len(name) + len(attribute.source_name))
                    paths = sum([len(path) + len(source_path) for path, source_path, _ in inner])
                    self._in_paths.add(names + paths, attribute.origins[0].location)
                for path, source_path, note in inner:
                    yield f"{name}.{path}", f"{quoted(attribute.source_name)}.{source_path}", note


def _defaults(body: Body) -> Iterator[Found]:
    """A finding for each default in the elements of a set, at any depth (terraform-plugin-framework issue 783)."""
    for attribute in body.attributes:
        if attribute.default is not None and attribute.status is Status.COMPUTED_OPTIONAL:
            text = "it has a default inside of a set, by whose elements Terraform identifies them"
            fix = setting("attributes", "overrides", Subject.PATH, "default", value=None)
            yield (
                attribute.name,
                quoted(attribute.source_name),
                Note(DEFAULT_IN_SET, text, attribute.origins[0].location, fix),
            )
        if isinstance(attribute.type, Nested) and attribute.type.mode is not NestingMode.SET:
            for path, source_path, note in _defaults(attribute.type.body):
                yield f"{attribute.name}.{path}", f"{quoted(attribute.source_name)}.{source_path}", note


class _Scope:
    """The scopes with a declaration for each attribute of an object: a struct, and a method of it."""

    def __init__(self, body: Body, parent: str) -> None:
        self._parent = parent
        self._body = body
        self.same_field = _same_field(body, parent)
        self._same_variable: dict[str, go_code.Declared] = {}
        self._needed: frozenset[str] = frozenset()
        if parent and any(attribute.type.__class__ is not Scalar for attribute in body.attributes):
            self._same_variable = _second(go_code.variables(body, parent))
            self._needed = go_code.packages(body)
        same, dynamic = self.same_field, ScalarKind.DYNAMIC
        self.unusual = [
            attribute
            for attribute in body.attributes
            if attribute.type.__class__ is not Scalar
            or attribute.type.kind is dynamic
            or attribute.name in same
            or not _is_plain(attribute.name)
        ]
        """All but scalars with names like most, of which there is nothing to say."""

    def notes(self, attribute: Attribute) -> Iterator[Note]:
        """Notes on the Go names of an attribute."""
        name, place = attribute.name, attribute.origins[0].location
        field, parent = go_code.field_name(name, self._parent), self._parent
        if not isinstance(attribute.type, Nested) and (text := go_code.unwritable(attribute, parent)):
            as_text = setting("attributes", "overrides", Subject.PATH, "type", value="string")
            yield Note(GO_NAME, text, place, None if is_added(attribute) else as_text)
        if name in self.same_field:
            text = f"{name!r} and {self.same_field[name].name!r} next to it both become {field} in Go"
            yield Note(GO_COLLISION, text, place, _rename(attribute, f"another_{name}"))
        if not is_identifier(field) or not (parent or is_exported(field)):
            yield Note(
                GO_NAME, f"{field!r} is not a name in Go", place, _rename(attribute, self._with_leading_letter(name))
            )
        elif not parent and not go_code.is_readable(name):
            text = "the plugin framework reads only names that begin with a letter"
            yield Note(GO_NAME, text, place, _rename(attribute, self._with_leading_letter(name)))
        elif name not in self.same_field and parent:
            yield from self._in_the_method(attribute)

    def _with_leading_letter(self, name: str) -> str:
        """A name that begins with a letter."""
        rest, names = name.strip("_"), {attribute.name for attribute in self._body.attributes}
        return rest if rest[:1].isalpha() and rest not in names else f"value_{rest}" if rest else "another_name"

    def _in_the_method(self, attribute: Attribute) -> Iterator[Note]:
        name, place = attribute.name, attribute.origins[0].location
        first = self._same_variable.get(name)
        if first is not None and first.name is not None:
            text = f"{name!r} and {first.name!r} next to it both become the variable {first.identifier} in Go"
            yield Note(GO_COLLISION, text, place, _rename(attribute, f"another_{name}"))
            return
        if go_code.is_spelt_twice(attribute):
            text = f"the Go generator spells the variable of {name!r} in two ways"
            yield Note(GO_NAME, text, place, _rename(attribute, f"{self._parent}_{name.strip('_').replace('__', '_')}"))
            return
        what = self._shadowed_name(attribute, "variable" if first is not None else "")
        if what:
            shown = "a nested attribute" if isinstance(attribute.type, Nested) else "a collection"
            text = f"{shown} {name!r} has the name of a {what} of the generated Go code"
            yield Note(GO_NAME, text, place, _rename(attribute, f"{self._parent}_{name}"))

    def _shadowed_name(self, attribute: Attribute, what: str) -> str:
        """What the attribute shadows in the method; empty if nothing."""
        if not isinstance(attribute.type, Nested):
            return what
        if go_code.go_name(attribute.name) in go_code.METHODS:  # of which collections are kept apart by a prefix
            return "method" if attribute.type.mode == "single" else what
        variable = go_code.variable_name(attribute.name)
        return "keyword" if variable in KEYWORDS else "package" if variable in self._needed else what


@lru_cache(maxsize=65536)
def _is_plain(name: str) -> bool:
    """Whether an attribute has the same field, which Go can have, in every struct."""
    field = go_code.go_name(name)
    return field not in go_code.METHODS and is_identifier(field) and is_exported(field) and go_code.is_readable(name)


def _same_field(body: Body, parent: str) -> dict[str, go_code.Declared]:
    """Attribute names whose field another attribute has -> that one; nothing for most bodies."""
    names = {go_code.go_name(attribute.name) for attribute in body.attributes}
    is_plain = not parent or names.isdisjoint(go_code.METHODS)  # then fields are called as attributes are
    if is_plain and len(names) == len(body.attributes):
        return {}
    return _second(go_code.fields(body, parent))


def _second(declared: Iterable[go_code.Declared]) -> dict[str, go_code.Declared]:
    """Attribute names whose identifier another declaration of the scope has -> that declaration.

    Identifiers that are always declared come first.
    """
    listed = tuple(declared)
    if len({entry.identifier for entry in listed}) == len(listed):
        return {}
    seen = {entry.identifier: entry for entry in listed if entry.name is None}
    first_by_name = {}
    for entry in listed:
        first = seen.setdefault(entry.identifier, entry)
        if entry.name is not None and first is not entry:
            first_by_name[entry.name] = first
    return first_by_name


def _separators(attribute: Attribute) -> Iterator[Note]:
    """Notes on line separators of YAML that JSON texts contain without an escape."""
    places = [origin.location for origin in attribute.origins]
    written = [place for place in places if isinstance(place, Node) and place.document.separators]
    if not written:  # the most frequent case
        return
    values = [plain(limit)[1] for limit in attribute.limits]
    texts = chain.from_iterable(value if isinstance(value, tuple) else [value] for value in values)
    default = attribute.default.value if attribute.default else None
    strings = [text for text in (attribute.description, default, *texts) if isinstance(text, str)]
    characters = {c for c in LINE_SEPARATORS if any(c in text for text in strings)}
    for place in written:
        raw = place.document.separators & characters
        if raw:
            names = ", ".join(f"U+{ord(character):04X}" for character in sorted(raw))
            yield Note(LINE_SEPARATOR, f"its texts contain {names}, not escaped", place)
            return


def _empty(attribute: Attribute, type_: Nested) -> Note:
    words = "map of string" if type_.mode == "single" else f"{type_.mode} of string"
    omitted = [left for left in type_.body.omitted if left.note.rule not in LEFT_OVER]
    if omitted or type_.body.ignored:
        text, fix = "none of the properties of the object are mapped", IGNORE_FIX
    else:
        text = "the object has no properties"
        fix = setting("attributes", "overrides", Subject.PATH, "type", value=words)
    return Note(EMPTY_OBJECT, text, attribute.origins[0].location, None if is_added(attribute) else fix)


def _rename(attribute: Attribute, name: str) -> Fix | None:
    return None if is_added(attribute) else setting("attributes", "overrides", Subject.PATH, "name", value=name)


def _types(types: go_code.Types, *, fixes: bool) -> Iterator[Found]:
    """Findings on the Go types of all attributes, which share one package."""
    taken = set(types.counts) if fixes else None
    for name, places in types.places(types.repeated, MAX_RENAMES + 1).items():
        yield _same_type(places, types.counts[name], taken)
    for first, second, identifier in go_code.clashes(types):
        place = max(second, first, key=lambda one: len(one.path))
        both = f"{'.'.join(second.path)!r} and {'.'.join(first.path)!r}"
        text = f"{both} both declare {identifier} in Go"
        yield _finding(GO_COLLISION, text, place, [place], taken)


def _same_type(places: list[go_code.TypePlace], count: int, taken: set[str] | None) -> Found:
    """The finding for attributes whose types have the same name, with new names for all but the first."""
    name = places[0].path[-1]
    shown = [".".join(place.path) for place in places[:_MAX_SHOWN]]
    more = ", …" if count > len(shown) else ""
    text = f"{count} nested attributes have the name {name!r} ({', '.join(shown)}{more})"
    return _finding(GO_TYPES, text, places[1], places[1:], taken)


def _finding(
    rule: Rule, text: str, at: go_code.TypePlace, renamed: list[go_code.TypePlace], taken: set[str] | None
) -> Found:
    """A finding at one place, with new names for several; without names if those that are taken are not given."""
    overrides = tuple(
        Setting(
            ("attributes", "overrides", ".".join(map(quoted, place.source_path)), "name"),
            go_code.free_name(place, taken),
        )
        for place in renamed
        if taken is not None and not is_added(place.attribute)
    )
    each = Fix(overrides) if overrides else None
    fix = for_all("policies", "nested_names", value="path", instead=each)
    note = Note(rule, text, at.attribute.origins[0].location, fix)
    return ".".join(at.path), ".".join(map(quoted, at.source_path)), note
