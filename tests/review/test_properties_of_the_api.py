"""Which property or parameter of the API an attribute stands for, and whether another one stands for the same."""

import pytest

from mapper.inputs import Document
from mapper.model import Attribute, Contribution, Origin, Reason, Scalar, ScalarKind, Status
from mapper.report.origin import Part, PartKind
from mapper.review.sources import Sources, is_another_id, is_another_property, is_one_value, property_name

DOCUMENT = Document(
    "api.yaml",
    b"""\
paths:
  /pets/{petId}:
    get:
      parameters: [{name: petId, in: path}, {name: zone, in: query}]
      responses: {'200': {content: {a: {schema: {properties: {id: {}, name: {}}}}}}}
  /pets/{key}:
    get: {parameters: [{name: key, in: path}, {name: zone, in: query}]}
  /owls/{petId}:
    get: {parameters: [{name: petId, in: path}]}
components: {schemas: {Pet: {properties: {id: {}, name: {}, 'a/b': {}}}}}
""",
)
BODY, ANSWER, IN_PATH, IN_QUERY = (
    Part(PartKind.REQUEST_BODY, "create"), Part(PartKind.RESPONSE, "read"), Part(PartKind.PARAMETER, "path"),
    Part(PartKind.PARAMETER, "query"),
)  # fmt: skip
PET = "/components/schemas/Pet/properties"
PETS, BY_KEY, OWLS = (f"/paths/~1{path}/get/parameters" for path in ("pets~1{petId}", "pets~1{key}", "owls~1{petId}"))


def origin(part: Part, pointer: str, contribution: Contribution = Contribution.DECLARED) -> Origin:
    node = DOCUMENT.at(pointer)
    assert node is not None
    return Origin(part, node, contribution=contribution)


def of(*origins: Origin) -> Attribute:
    return Attribute("it", "it", Scalar(ScalarKind.STRING), Status.OPTIONAL, Reason("", ""), origins)


ID, NAME, ID_READ = (of(origin(part, f"{PET}/{name}")) for part, name in ((BODY, "id"), (BODY, "name"), (ANSWER, "id")))
PET_ID, KEY, OWL = (of(origin(IN_PATH, f"{place}/0")) for place in (PETS, BY_KEY, OWLS))
ZONE, OTHER_ZONE = (of(origin(IN_QUERY, f"{place}/1")) for place in (PETS, BY_KEY))
FILLED = of(origin(BODY, f"{PET}/id", Contribution.DESCRIPTION), origin(BODY, f"{PET}/name"))


@pytest.mark.parametrize(
    ("attribute", "name"),
    [
        (ID, "id"),
        (of(origin(BODY, f"{PET}/a~1b")), "a/b"),
        (FILLED, "name"),
        (of(origin(BODY, f"{PET}/id", Contribution.DESCRIPTION)), "id"),
        (PET_ID, "petId"),
        (ZONE, "zone"),
        (of(origin(BODY, "/components/schemas/Pet")), None),
        (of(), None),
    ],
)
def test_an_attribute_has_the_name_of_the_property_that_declares_it(attribute: Attribute, name: str | None) -> None:
    assert property_name(attribute) == name


@pytest.mark.parametrize(
    ("old", "new", "is_other"),
    [
        (ID, ID, False),
        (ID, NAME, True),
        (ID, ID_READ, False),
        (ID, of(), False),
        (of(), ID, False),
        (PET_ID, KEY, False),  # at the same place of the same path
        (KEY, OWL, True),
        (ZONE, OTHER_ZONE, False),
        (PET_ID, ZONE, True),
        (PET_ID, NAME, True),
        (NAME, of(origin(BODY, "/components/schemas/Pet")), False),
    ],
)
def test_a_property_with_another_name_is_another_one(old: Attribute, new: Attribute, *, is_other: bool) -> None:
    assert is_another_property(old, new) is is_other


@pytest.mark.parametrize(
    ("old", "new", "is_other"),
    [
        (ID, ID, False),
        (ID, NAME, True),
        (ID, ID_READ, True),
        (ID, of(), False),
        (of(), ID, False),
        (PET_ID, KEY, False),
    ],
)
def test_an_identifier_is_another_one_by_its_property_or_its_part(
    old: Attribute, new: Attribute, *, is_other: bool
) -> None:
    assert is_another_id(old, new) is is_other


@pytest.mark.parametrize(
    ("old", "new", "is_one"),
    [
        (ID, ID, True),
        (ID, NAME, False),
        (ID, of(*ID.origins, *ID_READ.origins), True),
        (of(*ID.origins, *ID_READ.origins), ID_READ, True),
        (of(*ID.origins, *NAME.origins), of(*ID.origins, *ID_READ.origins), False),
        (ID, of(), False),
        (of(), of(), False),
    ],
)
def test_sources_that_are_only_added_or_removed_leave_one_value(
    old: Attribute, new: Attribute, *, is_one: bool
) -> None:
    assert is_one_value(old, new) is is_one


@pytest.mark.parametrize(
    ("attribute", "key", "identity"),
    [
        (ID, ("api.yaml", "/components/schemas/Pet/properties", "id"), True),
        (PET_ID, ("api.yaml", "", "parameters"), True),
        (of(), None, False),
    ],
)
def test_a_key_leaves_out_the_operation_and_positions(
    attribute: Attribute, key: tuple[str, str, str] | None, *, identity: bool
) -> None:
    found = Sources().key(attribute)
    assert (found and (found.document, found.schema, found.token)) == key
    assert (Sources().identity(attribute) is not None) is identity
    renamed = Sources({"api.yaml": "new.yaml"}).key(attribute)
    assert (renamed and renamed.document) == (key and "new.yaml")
