"""Where attributes come from, as far as two versions of a description can be compared by it."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Coverage,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.report.origin import Part, PartKind
from mapper.review.attribute_changes import moves_of, property_changed, schemas_changed
from mapper.review.entity_changes import _document_names
from mapper.review.sameness import Sameness
from mapper.review.sources import (
    SourceKey,
    Sources,
    declaring,
    is_another_id,
    is_another_property,
    is_one_value,
    is_other_spelling,
    parameter_name,
    property_name,
)

API = Document(
    "api.yaml",
    b"""
paths:
  /farms/{farm}/dogs/{dog}:
    get: {parameters: [{name: farm, in: path}, {name: dog, in: path}, {name: mood, in: query}], properties: {dog: {}}}
  /farms/{farmId}/dogs/{id}:
    parameters: [{name: farmId, in: path}, {name: id, in: path}]
    get: {parameters: [{name: dog, in: path}]}
  /cats/{id}: {get: {parameters: [{name: id, in: path}, {name: 7, in: query}]}}
components: {schemas: {Dog: {properties: {id: {}, uuid: {}, I_D: {}, a/b: {}}, items: {}}}}
""",
)
DOGS, BY_ID, CATS = "/paths/~1farms~1{farm}~1dogs~1{dog}", "/paths/~1farms~1{farmId}~1dogs~1{id}", "/paths/~1cats~1{id}"
SCHEMA = "/components/schemas/Dog"


def made(
    *places: str, kind: PartKind = PartKind.RESPONSE, contribution: Contribution = Contribution.DECLARED
) -> Attribute:
    """An attribute with sources at these places; those in lists are parameters."""
    origins = []
    for place in places:
        node = API.at(place)
        assert node is not None
        is_parameter = "/parameters/" in place
        part = Part(PartKind.PARAMETER, "path") if is_parameter else Part(kind, "create")
        origins.append(Origin(part, node, contribution=contribution))
    return Attribute("a", "a", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), tuple(origins))


FARM, DOG, MOOD = (made(f"{DOGS}/get/parameters/{number}") for number in range(3))
FARM_ID, ID = (made(f"{BY_ID}/parameters/{number}") for number in range(2))
FOREIGN, CAT = made(f"{BY_ID}/get/parameters/0"), made(f"{CATS}/get/parameters/0")
OWN, UUID, SLASH, INNER = (
    made(f"{SCHEMA}/{place}") for place in ("properties/id", "properties/uuid", "properties/a~1b", "items")
)
INLINE = made(f"{DOGS}/get/properties/dog")
NOTHING = made()


@pytest.mark.parametrize(
    ("old", "new", "is_another"),
    [
        (FARM, FARM, False),
        (FARM, FARM_ID, False),  # the same place in the path
        (DOG, ID, False),
        (DOG, FARM_ID, True),  # another place in it
        (FARM, ID, True),
        (DOG, CAT, True),  # another path
        (ID, CAT, False),  # the same name
        (MOOD, ID, True),  # in no path
        (ID, MOOD, True),
        (MOOD, FOREIGN, True),  # neither has a place
        (OWN, OWN, False),
        (OWN, UUID, True),
        (UUID, OWN, True),
        (OWN, ID, False),
        (UUID, ID, True),
        (INLINE, ID, True),  # a property of the body, not the parameter of the same name
        (ID, INLINE, True),
        (INNER, OWN, False),  # what has no name
        (OWN, INNER, False),
        (NOTHING, OWN, False),
        (OWN, NOTHING, False),
    ],
)
def test_two_attributes_are_of_properties_with_other_names(old: Attribute, new: Attribute, is_another: bool) -> None:
    assert is_another_property(old, new) is is_another


@pytest.mark.parametrize(
    ("old", "new", "is_another"),
    [
        (OWN, OWN, False),
        (OWN, UUID, True),
        (OWN, made(f"{SCHEMA}/properties/id", kind=PartKind.REQUEST_BODY), True),
        (OWN, ID, True),
        (NOTHING, OWN, False),
        (OWN, NOTHING, False),
    ],
)
def test_an_identifier_is_another_by_its_property_or_its_part(old: Attribute, new: Attribute, is_another: bool) -> None:
    assert is_another_id(old, new) is is_another


BOTH = made(f"{SCHEMA}/properties/id", f"{BY_ID}/parameters/1")


@pytest.mark.parametrize(
    ("old", "new", "is_one"),
    [(OWN, BOTH, True), (BOTH, OWN, True), (BOTH, BOTH, True), (OWN, ID, False), (NOTHING, OWN, False),
     (OWN, NOTHING, False), (INNER, INNER, False)],
)  # fmt: skip
def test_sources_that_come_or_go_leave_the_value(old: Attribute, new: Attribute, is_one: bool) -> None:
    assert is_one_value(old, new) is is_one


def test_a_source_has_the_name_of_its_parameter_or_of_its_property() -> None:
    named = {"dog": DOG, "id": BOTH, "a/b": SLASH, None: INNER}
    assert {name: property_name(attribute) for name, attribute in named.items()} == {name: name for name in named}
    assert property_name(NOTHING) is None
    assert parameter_name(made(f"{SCHEMA}/properties/uuid", f"{BY_ID}/parameters/1")) == "id"
    assert [parameter_name(one) for one in (UUID, NOTHING)] == ["uuid", None]
    assert property_name(made(f"{CATS}/get/parameters/1")) is None  # its name is no text


def test_what_declares_an_attribute_goes_before_what_only_has_it() -> None:
    other, own = (made(f"{SCHEMA}/properties/{name}", contribution=kind) for name, kind in (
        ("id", Contribution.MISMATCH), ("uuid", Contribution.DECLARED)))  # fmt: skip
    both = made()
    for origins in ((*other.origins, *own.origins), (*own.origins, *other.origins)):
        both = Attribute("a", "a", both.type, both.status, both.reason, origins)
        assert declaring(both) == own.origins[0]
    assert declaring(other) == other.origins[0]
    assert declaring(NOTHING) is None


def test_a_key_is_the_schema_and_a_parameter_its_name_whatever_the_operation() -> None:
    sources = Sources({"api.yaml": "old.yaml"})
    key = sources.key(OWN)
    assert key is not None
    assert (key.document, key.schema, key.token) == ("old.yaml", f"{SCHEMA}/properties", "id")
    assert sources.key(OWN) is key
    assert sources.identity(OWN) == ("old.yaml", f"{SCHEMA}/properties", "id")
    assert sources.identity(DOG) == ("path parameter", "dog")
    assert sources.identity(NOTHING) is None
    assert sources.key(NOTHING) is None
    in_list = sources.key(DOG)
    assert in_list is not None
    assert (in_list.schema, in_list.token) == ("", "parameters")


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [("include_null", "includeNull", True), ("a-b", "A B", True), ("a", "b", False), ("ab", "a", False)],
)
def test_two_spellings_of_a_name_differ_by_case_and_separators(before: str, after: str, same: bool) -> None:
    assert is_other_spelling(before, after) is same


RESPONSE = Part(PartKind.RESPONSE, "create")
SENT = made(f"{SCHEMA}/properties/id", kind=PartKind.REQUEST_BODY)


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        (OWN, OWN, None),
        (OWN, SENT, ("response", "request body")),
        (SENT, OWN, ("request body", "response")),
        (OWN, UUID, None),  # of the same schema
        (OWN, INNER, ("response", "response")),
        (NOTHING, OWN, None),
        (OWN, NOTHING, None),
    ],
)
def test_a_source_is_another_by_its_part_or_its_schema(
    old: Attribute, new: Attribute, parts: tuple[str, str] | None
) -> None:
    move = moves_of(old, new, Sources(), Sources())
    assert (move and tuple(key.part.kind for key in move)) == parts


def test_a_document_of_the_same_name_on_the_other_side_is_the_same() -> None:
    sides = Sources({"api.yaml": "new.yaml"}), Sources()
    move = moves_of(OWN, OWN, *sides)
    assert move is not None
    assert [key.document for key in move] == ["new.yaml", "api.yaml"]


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (("a.yaml", f"{SCHEMA}/properties"), ("a.yaml", "/properties"), (f"({SCHEMA})", "(/)")),
        (("a.yaml", "/properties"), ("b.yaml", "/properties"), ("(a.yaml#/)", "(b.yaml#/)")),
    ],
)
def test_a_schema_is_named_by_its_place_and_by_its_file_if_that_differs(
    before: tuple[str, str], after: tuple[str, str], words: tuple[str, str]
) -> None:
    keys = (SourceKey(RESPONSE, *before, ""), SourceKey(RESPONSE, *after, ""))
    _, (_, text, old, new) = schemas_changed(keys, [(OWN, OWN)])
    assert (old, new) == (f"{RESPONSE} {words[0]}", f"{RESPONSE} {words[1]}")
    assert text == f"it comes from {new}, and came from {old}"


def described(place: str, text: str, kind: ScalarKind = ScalarKind.STRING) -> Attribute:
    return replace(made(f"{SCHEMA}/properties/{place}"), description=text, type=Scalar(kind))


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        (described("id", "x"), described("uuid", "x"), "property-changed"),
        (described("id", "x"), described("uuid", "y"), "property-replaced"),
        (described("id", "x"), described("uuid", "x", ScalarKind.BOOL), "property-replaced"),
        (described("id", "x"), described("I_D", "y"), "property-changed"),
        (described("id", "x"), described("I_D", "x", ScalarKind.BOOL), "property-changed"),
    ],
)
def test_another_property_under_the_same_name_is_alike_by_what_it_says_or_by_its_spelling(
    old: Attribute, new: Attribute, rule: str
) -> None:
    assert property_changed(old, new)[0].id == rule


OTHER_TEXT = API.data.replace(b"name: dog", b"name: cat").replace(b"uuid: {}", b"uuid: {type: string}")
RENAMED = Document("api.yaml", OTHER_TEXT)
MOVED = Document("other.yaml", API.data)


def at(document: Document, attribute: Attribute) -> Attribute:
    """The same attribute, whose sources are in another document."""
    places = [document.at(one.location.pointer) for one in attribute.origins]
    assert None not in places
    return replace(attribute, origins=tuple(
        replace(one, location=place) for one, place in zip(attribute.origins, places, strict=True)
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "names", "is_same"),
    [
        (OWN, OWN, {}, True),
        (OWN, made(f"{SCHEMA}/properties/id"), {}, True),
        (OWN, at(Document("api.yaml", API.data), OWN), {}, True),
        (OWN, at(MOVED, OWN), {}, False),
        (OWN, at(MOVED, OWN), {"api.yaml": "other.yaml"}, True),
        (OWN, at(RENAMED, OWN), {}, True),
        (UUID, at(RENAMED, UUID), {}, False),  # what it says of values
        (DOG, at(Document("api.yaml", API.data), DOG), {}, True),
        (DOG, at(RENAMED, DOG), {}, False),  # the parameter at this place has another name
        (OWN, UUID, {}, False),
        (OWN, SENT, {}, False),
        (OWN, made(f"{SCHEMA}/properties/id", contribution=Contribution.OVERRIDE), {}, False),
        (OWN, BOTH, {}, False),
        (NOTHING, OWN, {}, False),
        (NOTHING, made(), {}, True),
    ],
)
def test_attributes_are_the_same_if_their_sources_are(
    old: Attribute, new: Attribute, names: dict[str, str], *, is_same: bool
) -> None:
    assert Sameness(names).attributes(old, new) is is_same
    if not names:
        assert Sameness({}).attributes(new, old) is is_same
    assert Sameness(names).bodies(Body((old, old)), Body((old, new))) is is_same
    assert not Sameness(names).bodies(Body((old,)), Body((new, new)))


def files(text: str) -> Mapping:
    """`api.yml:1 part.yml:2 | config.yml:3`: the files of a description with their contents, and those of a config."""
    described, configs = ([Document(*_file(word)) for word in side.split()] for side in text.partition("|")[::2])
    documents = (*described, *configs)
    return Mapping("toy", "zoo", (), (), Coverage(), documents, configs=tuple(one.uri for one in configs))


def _file(word: str) -> tuple[str, bytes]:
    name, _, content = word.partition(":")
    return name, content.encode()


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("a.yml:1", "a.yml:2", {"a.yml": "a.yml"}),
        ("a.yml:1", "b.yml:2", {"a.yml": "b.yml"}),  # the first of each side
        ("a.yml:1 x.yml:2 y.yml:3", "b.yml:1 u.yml:3 v.yml:2", {"a.yml": "b.yml", "x.yml": "v.yml", "y.yml": "u.yml"}),
        ("a.yml:1 p/x.yml:2 p/y.yml:3", "b.yml:1 q/y.yml:4 q/x.yml:5",
         {"a.yml": "b.yml", "p/x.yml": "q/x.yml", "p/y.yml": "q/y.yml"}),
        ("a.yml:1 x.yml:2", "b.yml:1 y.yml:3", {"a.yml": "b.yml", "x.yml": "y.yml"}),  # the only other one
        ("a.yml:1 x.yml:2 z.yml:4", "b.yml:1 y.yml:3", {"a.yml": "b.yml"}),
        ("a.yml:1 x.yml:2 y.yml:2", "b.yml:1 u.yml:2 v.yml:5", {"a.yml": "b.yml"}),  # which of two is not known
        ("a.yml:1 x.yml:2", "b.yml:1 x.yml:3", {"a.yml": "b.yml"}),  # it has its name still
        ("a.yml:1 | c.yml:8", "b.yml:2 | d.yml:9", {"a.yml": "b.yml", "c.yml": "d.yml"}),
        ("a.yml:1 | c.yml:8", "b.yml:2", {"a.yml": "b.yml"}),
        ("a.yml:1", "b.yml:2 | d.yml:9", {"a.yml": "b.yml"}),
        ("", "", {}),
    ],
)  # fmt: skip
def test_a_file_of_one_side_is_one_of_the_other_by_place_content_or_name(
    old: str, new: str, names: dict[str, str]
) -> None:
    assert _document_names(files(old), files(new)) == names


TEXT, NUMBER, FLAG = (Scalar(kind) for kind in (ScalarKind.STRING, ScalarKind.INT64, ScalarKind.BOOL))
ONE_BODY, OTHER_BODY = Body((OWN,)), Body((UUID,))


@pytest.mark.parametrize(
    ("old", "new", "is_same"),
    [
        (TEXT, Scalar(ScalarKind.STRING), True),
        (TEXT, NUMBER, False),
        (TEXT, Object(ONE_BODY), False),
        (Collection(CollectionKind.LIST, TEXT), Collection(CollectionKind.LIST, Scalar(ScalarKind.STRING)), True),
        (Collection(CollectionKind.LIST, TEXT), Collection(CollectionKind.SET, TEXT), False),
        (Collection(CollectionKind.LIST, TEXT), Collection(CollectionKind.LIST, NUMBER), False),
        (Nested(NestingMode.LIST, ONE_BODY), Nested(NestingMode.LIST, Body((OWN,))), True),
        (Nested(NestingMode.LIST, ONE_BODY), Nested(NestingMode.SET, ONE_BODY), False),
        (Nested(NestingMode.LIST, ONE_BODY), Nested(NestingMode.LIST, ONE_BODY, block=True), False),
        (Nested(NestingMode.LIST, ONE_BODY), Nested(NestingMode.LIST, OTHER_BODY), False),
        (Object(ONE_BODY), Object(Body((OWN,))), True),
        (Object(ONE_BODY), Object(OTHER_BODY), False),
        (Union((TEXT, NUMBER)), Union((TEXT, NUMBER)), True),
        (Union((TEXT, NUMBER)), Union((TEXT, FLAG)), False),
        (Union((TEXT, NUMBER)), Union((TEXT, NUMBER, FLAG)), False),
        (Union((TEXT, NUMBER), "kind"), Union((TEXT, NUMBER), "sort"), False),
    ],
)
def test_types_are_the_same_if_all_that_is_in_them_is(old: Type, new: Type, *, is_same: bool) -> None:
    sides = [replace(OWN, type=side) for side in (old, new)]
    assert Sameness({}).attributes(*sides) is is_same
    assert Sameness({}).attributes(*reversed(sides)) is is_same
