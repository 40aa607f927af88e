"""Turns members of structs into properties, and checks their types by the rules of the design note."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

from msgspec import Struct

from mapper.systems.pulumi import rules
from mapper.systems.pulumi.names import GO_PREDECLARED, automatic_name, has_adjoining_initials
from mapper.text.plural import capital

from .declarations import (
    Basic,
    ListOf,
    MapOf,
    Marker,
    MarkerType,
    Member,
    Name,
    Named,
    Pointer,
    PointerTo,
    Primitive,
    Reference,
    Type,
)
from .findings import Findings, GoPlace
from .lexer import is_string, string_value
from .program import Property, TypeKind
from .resolve import ResolvedMember, ResolvedType

MAX_EMBEDDING = 50
"""The deepest nesting of embedded structs that is followed."""
_TWICE = 2
_NAME = PointerTo(Primitive(Basic.STRING))


class Shapes:
    """The kinds of declared types, and the structs behind their names."""

    def __init__(self, types: dict[Reference, ResolvedType], endless: set[Reference]) -> None:
        self.types = types
        self.endless = endless
        self._kinds: dict[Reference, TypeKind | None] = {}
        self._cyclic: set[Reference] = set()
        """The names of aliases in a cycle."""
        self._targets: dict[Reference, ResolvedType | None] = {}

    def base(self, reference: Reference) -> ResolvedType | Type | None:
        """The underlying type of a name, through aliases: a struct, or an unnamed type; None if it is unknown."""
        end = self._alias_target(reference)
        return end if end is None or end.members is not None else end.type

    def is_refused(self, reference: Reference) -> bool:
        """Whether a name is declared as a type that an IDL does not allow, rather than undeclared."""
        end = self._alias_target(reference)
        if end is None or isinstance(end.type, Reference):
            return reference in self._cyclic
        named = end.spec.type
        return not isinstance(named, Named) or (named.package is None and named.name.text in GO_PREDECLARED)

    def _alias_target(self, reference: Reference) -> ResolvedType | None:
        """The last type in a chain of aliases; None for a cycle, whose names are all endless, or an undeclared name."""
        chain: dict[Reference, None] = {}
        current = reference
        target: ResolvedType | None = None
        while current in self.types and current not in self.endless:
            if current in self._targets:
                target = self._targets[current]
                if current in self._cyclic:
                    self._cyclic.update(chain)
                break
            chain[current] = None
            target = self.types[current]
            if target.members is not None or not isinstance(target.type, Reference):
                break
            current = target.type
        else:
            target = None
            if current in self.endless:
                self._cyclic.update(chain)
        self._targets.update(dict.fromkeys(chain, target))
        return target

    def kind(self, reference: Reference) -> TypeKind | None:
        """Resource, named resource or struct; alias for any other known type; None if it is unknown."""
        waiting, opened = [reference], set[Reference]()
        while waiting:  # without recursion: embedded types first, at any depth, cycles included
            current = waiting[-1]
            if current in self._kinds:
                waiting.pop()
            elif current in opened:
                self._kinds[current] = self._find_kind(current)
            else:
                opened.add(current)
                waiting += [
                    embedded
                    for embedded in self._embedded_types(current)
                    if embedded not in self._kinds and embedded not in opened
                ]
        return self._kinds[reference]

    def _embedded_types(self, reference: Reference) -> Iterator[Reference]:
        base = self.base(reference)
        for member in (base.members or ()) if isinstance(base, ResolvedType) else ():
            if not member.declared.names and isinstance(member.type, Reference):
                yield member.type

    def _find_kind(self, reference: Reference) -> TypeKind | None:
        """The kind of a type, from the known kinds of its embedded types."""
        base = self.base(reference)
        if base is None:
            return None
        if not isinstance(base, ResolvedType):
            return TypeKind.ALIAS
        kinds = {
            TypeKind.STRUCT,
            *(self._kinds.get(embedded) or TypeKind.STRUCT for embedded in self._embedded_types(reference)),
        }
        for member in base.members or ():
            match member.type:
                case MarkerType(Marker.RESOURCE) if not member.declared.names:
                    kinds.add(TypeKind.RESOURCE)
                case MarkerType(Marker.NAMED_RESOURCE) if not member.declared.names:
                    kinds.add(TypeKind.NAMED_RESOURCE)
        return next(kind for kind in (TypeKind.NAMED_RESOURCE, TypeKind.RESOURCE, TypeKind.STRUCT) if kind in kinds)

    def may_be_resource(self, type_: Type) -> bool:
        """Whether values of a type may be resources; an embedded type may be unknown."""
        return self.is_resource(type_) or (isinstance(type_, Reference) and self.is_open(type_))

    def is_open(self, reference: Reference) -> bool:
        """Whether a struct embeds an unknown type."""
        base = self.base(reference)
        return isinstance(base, ResolvedType) and any(
            member.type is None and not member.declared.names for member in base.members or ()
        )

    def is_resource(self, type_: Type) -> bool:
        """Whether values of a type are resources."""
        if isinstance(type_, Reference):
            return self.kind(type_) in {TypeKind.RESOURCE, TypeKind.NAMED_RESOURCE}
        return isinstance(type_, MarkerType) and type_.marker in {Marker.RESOURCE, Marker.NAMED_RESOURCE}


def properties(resolved: ResolvedType, shapes: Shapes, findings: Findings) -> tuple[Property, ...]:
    """All properties of a struct or resource. Properties of an embedded struct are where it is embedded."""
    kind = shapes.kind(resolved.reference)
    is_resource = kind in {TypeKind.RESOURCE, TypeKind.NAMED_RESOURCE} or shapes.is_open(resolved.reference)
    all_properties = list(_properties(resolved, shapes, findings, [], Counter(), is_resource=is_resource))
    by_name: dict[str, Property] = {}
    for property_ in all_properties:
        earlier = by_name.setdefault(property_.name, property_)
        if earlier is not property_:
            members, struct = f"{property_.member} and {earlier.member}", resolved.spec.name.text
            text = f"{members} are both the property {property_.name} of {struct}"
            findings.say(rules.SAME_PROPERTY, text, property_.place, "name one of them: name=…")
    return tuple(all_properties)


def check_endless(resolved: ResolvedType, shapes: Shapes, findings: Findings) -> None:
    """Report errors in the members of a struct that contains itself, and so has no properties."""
    embedded = [member.type for member in resolved.members or () if not member.declared.names]
    is_resource = any(type_ is None or not isinstance(type_, Reference) for type_ in embedded) or any(
        isinstance(type_, Reference) and shapes.kind(type_) is not TypeKind.STRUCT for type_ in embedded
    )
    for member in resolved.members or ():
        if member.declared.names:
            list(_member_properties(member, shapes, findings, is_resource=is_resource))


def _properties(
    resolved: ResolvedType,
    shapes: Shapes,
    findings: Findings,
    around: list[Reference],
    followed: Counter[Reference],
    *,
    is_resource: bool,
) -> Iterator[Property]:
    """The properties of one struct. A struct embedded twice is reported, and not followed further."""
    silent = Findings()
    for member in resolved.members or ():
        # findings about an embedded struct are reported where it is declared
        reported = silent if around else findings
        if member.declared.names:
            yield from _member_properties(member, shapes, reported, is_resource=is_resource)
        elif isinstance(member.type, MarkerType) and member.type.marker is Marker.NAMED_RESOURCE:
            place = member.declared.place
            yield Property("name", "Name", _NAME, "", place, replaces=True, input_only=True, is_name=True)
        elif isinstance(member.type, Reference):
            base = shapes.base(member.type)
            path = [*around, resolved.reference]
            is_new = member.type not in path and followed[member.type] < _TWICE
            if isinstance(base, ResolvedType) and is_new and len(path) < MAX_EMBEDDING:
                followed[member.type] += 1
                yield from _properties(base, shapes, findings, path, followed, is_resource=is_resource)


def check_members(resolved: ResolvedType, shapes: Shapes, findings: Findings) -> None:
    """Report duplicate names in a struct, and types that it cannot embed."""
    seen: dict[str, GoPlace] = {}
    members = resolved.members or ()
    for member in members:
        names = member.declared.names or tuple(_embedded_name(member.declared))
        for name in names:
            if name.text == "_":
                findings.say(rules.UNEXPORTED, "a member has a name that is exported", name.place)
            elif name.text in seen:
                text = f"{name.text} is a member of {resolved.spec.name.text} in line {seen[name.text].line} already"
                findings.say(rules.REDECLARED, text, name.place)
            elif not name.is_exported and member.declared.names:
                text = f"{name.text} is not exported: it cannot be marshalled"
                findings.say(rules.UNEXPORTED, text, name.place, f"write {capital(name.text)}")
            seen.setdefault(name.text, name.place)
        if not member.declared.names:
            _check_embedded(member, shapes, findings)
    markers = {
        member.type.marker: member.declared
        for member in members
        if isinstance(member.type, MarkerType) and not member.declared.names
    }
    if {Marker.RESOURCE, Marker.NAMED_RESOURCE} <= markers.keys():
        text = f"{resolved.spec.name.text} embeds idl.Resource and idl.NamedResource: it is a resource with a name"
        findings.say(rules.CONTRADICTION, text, markers[Marker.RESOURCE].place, "delete idl.Resource")


def _embedded_name(member: Member) -> Iterator[Name]:
    type_ = member.type.element if isinstance(member.type, Pointer) else member.type
    if isinstance(type_, Named):
        yield type_.name


def _check_embedded(member: ResolvedMember, shapes: Shapes, findings: Findings) -> None:
    place = member.declared.place
    if member.declared.tag is not None:
        findings.say(rules.TAG, "an embedded struct has no tag", member.declared.tag.place, "delete the tag")
    match member.type:
        case None | MarkerType(Marker.RESOURCE | Marker.NAMED_RESOURCE):
            pass
        case Reference() if shapes.kind(member.type) in {
            TypeKind.STRUCT,
            TypeKind.RESOURCE,
            TypeKind.NAMED_RESOURCE,
            None,
        }:
            pass
        case _:
            fix = "embed a struct, or give the member a name"
            findings.say(rules.ILLEGAL_TYPE, "only structs can be embedded", place, fix)


def _member_properties(
    member: ResolvedMember, shapes: Shapes, findings: Findings, *, is_resource: bool
) -> Iterator[Property]:
    """The properties of a member with names."""
    options = read_tag(member.declared.tag, findings)
    if member.type is not None:
        _check_type(member, member.type, options, shapes, findings)
    if not is_resource and (options.output_only or options.replaces):
        given = {"out": options.output_only, "replaces": options.replaces, "in": options.input_only}
        words = " and ".join(word for word, is_set in given.items() if is_set)
        text = f"{words}: only properties of resources have a life of their own"
        findings.say(rules.RESOURCE_ONLY, text, member.declared.place)
    if options.input_only:
        findings.say(rules.SUPERSET, "the design note has no option in", member.declared.place)
    if options.secret:
        findings.say(rules.SUPERSET, "the design note has no option secret", member.declared.place)
    for name in member.declared.names:
        if not name.is_exported:
            continue
        if not options.name and has_adjoining_initials(name.text):
            automatic = automatic_name(name.text)
            text = f"{name.text} becomes {automatic}: where its initials meet cannot be told"
            fix = f'to say so, write `pulumi:"name={automatic}"`'
            findings.say(rules.INITIALS, text, name.place, fix)
        if member.type is not None:
            yield Property(
                options.name or automatic_name(name.text), name.text, member.type, member.declared.doc, name.place,
                options.optional, options.replaces, input_only=options.input_only, output_only=options.output_only,
                secret=options.secret,
            )  # fmt: skip


def _check_type(member: ResolvedMember, type_: Type, options: "Options", shapes: Shapes, findings: Findings) -> None:
    """Pointers are optional and optional members pointers; resources and named collections are behind pointers."""
    place = member.declared.type.place
    element = type_.element if isinstance(type_, PointerTo) else type_

    if isinstance(type_, PointerTo):
        may_be_absent = options.optional or options.output_only or options.input_only
        if not (may_be_absent or shapes.may_be_resource(element) or isinstance(element, MarkerType)):
            text = "a pointer is optional or leads to a resource"
            findings.say(rules.POINTER, text, place, "add the option optional")
        if isinstance(element, PointerTo):
            findings.say(rules.POINTER, "a pointer to a pointer", place)
    else:
        fix = "write * before the type"
        if options.optional:
            findings.say(rules.OPTIONAL, "what is optional is a pointer", place, fix)
        if shapes.is_resource(element) or isinstance(element, MarkerType):
            findings.say(rules.BY_VALUE, "resources, assets and archives are pointed to", place, fix)
        elif _is_named_collection(element, shapes):
            text = "a named map or slice is pointed to, or written out"
            findings.say(rules.NAMED_COLLECTION, text, place, f"{fix}, and the option optional")
    check_elements(element, place, shapes, findings)


def check_elements(type_: Type, place: GoPlace, shapes: Shapes, findings: Findings) -> None:
    """Elements of lists and maps cannot be absent, so only capabilities may be pointers."""
    if isinstance(type_, MapOf):
        key = shapes.base(type_.key) if isinstance(type_.key, Reference) else type_.key
        if key is not None and key != Primitive(Basic.STRING):
            findings.say(rules.MAP_KEY, "the keys of a map are strings", place, "write map[string]…")
    if not isinstance(type_, ListOf | MapOf):
        return
    element = type_.element
    if isinstance(element, PointerTo):
        if not (shapes.may_be_resource(element.element) or isinstance(element.element, MarkerType)):
            findings.say(rules.POINTER, "an element is not a pointer unless it leads to a resource", place)
        element = element.element
    elif _is_named_collection(element, shapes):
        findings.say(rules.NAMED_COLLECTION, "an element cannot be a named map or slice", place)
    check_elements(element, place, shapes, findings)


def _is_named_collection(type_: Type, shapes: Shapes) -> bool:
    return isinstance(type_, Reference) and isinstance(shapes.base(type_), ListOf | MapOf)


KEYS = ("pulumi", "lumi", "coco")
"""The keys of tags that tools have used over time. In all but `pulumi`, the name is first."""
_PAIR = re.compile(r'\s*([^\s":\x00-\x1f\x7f]+):("(?:[^"\\\n]|\\.)*")')
_IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_SPELLING = {"replace": "replaces"}
_LATER = {"min", "max", "pattern", "regex", "minLength", "maxLength"}


class Options(Struct, frozen=True):
    """The options of a tag. If `name` is empty, the property has its automatic name."""

    name: str = ""
    optional: bool = False
    replaces: bool = False
    input_only: bool = False
    output_only: bool = False
    secret: bool = False


OPTIONS = {"optional": "optional", "replaces": "replaces", "in": "input_only", "out": "output_only", "secret": "secret"}


def read_tag(tag: Name | None, findings: Findings) -> Options:
    """The options of a tag, which is a Go string literal. Invalid parts are reported and left out."""
    if tag is None:
        return Options()
    if not is_string(tag.text):
        findings.say(rules.TAG, "the tag is not a string", tag.place)
        return Options()
    text, pairs, end = string_value(tag.text), [], 0
    while match := _PAIR.match(text, end):
        pairs.append((match[1], string_value(match[2])))
        end = match.end()
    if text[end:].strip():
        fix = 'write `pulumi:"…"`'
        findings.say(rules.TAG, f'the tag is not a list of key:"value": {text[end:].strip()}', tag.place, fix)
        return Options()
    ours = [(key, value) for key, value in pairs if key in KEYS]
    if len(ours) > 1:
        keys = " and ".join(key for key, _ in ours)
        findings.say(rules.TAG, f"the tag has the keys {keys}", tag.place, "keep one of them")
    return _options(*ours[0], tag, findings) if ours else Options()


def _options(key: str, value: str, tag: Name, findings: Findings) -> Options:
    items = [item.strip() for item in value.split(",")]
    name = ""
    if key != "pulumi":  # there, a name without name= is a misspelt option
        name, items = items[0], items[1:]
        if not name:
            findings.say(rules.TAG, "the tag has no property name", tag.place, f'write `{key}:"name,…"`')
    flags: dict[str, bool] = {}
    for item in items:
        if item.startswith("name="):
            if name:
                findings.say(rules.TAG, f"the tag names the property twice: {name} and {item[5:]}", tag.place)
            name = item[5:]
            if not name:
                findings.say(rules.TAG, "name= is empty", tag.place)
        elif item or len(items) > 1:
            _read_option(item, tag, flags, findings)
    if name and not _IDENTIFIER.fullmatch(name):
        findings.say(rules.TAG, f"the property name {name} is not an identifier", tag.place)
    options = Options(name, **flags)
    _check_options(options, tag, findings)
    return options


def _read_option(item: str, tag: Name, flags: dict[str, bool], findings: Findings) -> None:
    word = _SPELLING.get(item, item)
    if word not in OPTIONS:
        head = item.split("=", maxsplit=1)[0]
        near = [] if head in _LATER else get_close_matches(word, OPTIONS, 1, 0.5)
        why = "limits cannot be given yet" if head in _LATER else f"unknown option {item!r}"
        fix = f"the options are {', '.join(OPTIONS)} and name="
        if near:
            fix = f"did you mean {near[0]}?"
        elif _IDENTIFIER.fullmatch(item):
            fix += f": write name={item} if it is the name of the property"
        findings.say(rules.TAG, why, tag.place, fix)
    elif OPTIONS[word] in flags:
        findings.say(rules.TAG, f"the option {word} is given twice", tag.place)
    else:
        flags[OPTIONS[word]] = True


def _check_options(options: Options, tag: Name, findings: Findings) -> None:
    """Report options of a tag that contradict each other."""
    if options.input_only and options.output_only:
        findings.say(rules.TAG, "a property cannot be both in and out", tag.place, "keep one of them")
    if options.output_only and options.replaces:
        text = "what the provider computes does not replace the resource: replaces has no effect on an out property"
        findings.say(rules.CONTRADICTION, text, tag.place)
