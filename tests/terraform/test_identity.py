"""Which attributes may identify an object: by their types, and by the parts of operations that have them."""

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Contribution,
    Nested,
    NestingMode,
    Origin,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
)
from mapper.model.limits import ExactlyOneOf
from mapper.report.origin import Part, PartKind
from mapper.systems.terraform.identity import Candidate, _is_scalar_for, candidates, identified, is_in, is_other_type
from mapper.systems.terraform.openapi.path_parameters import PathParameter

DOCUMENT = Document("api.yaml", b"{a: 1}")
LIST = Collection(CollectionKind.LIST, Scalar(ScalarKind.STRING))
OBJECT = Nested(NestingMode.SINGLE, Body(()))


def attribute(type_: Type, *origins: Origin) -> Attribute:
    return Attribute("a", "a", type_, Status.OPTIONAL, Reason("", ""), origins)


def origin(kind: PartKind, of: str, contribution: Contribution = Contribution.DECLARED) -> Origin:
    return Origin(Part(kind, of), DOCUMENT.node, contribution=contribution)


TYPES: list[tuple[Type, str, bool, bool]] = [  # the type in the path; another type; can be in the path
    (Scalar(ScalarKind.STRING), "string", False, True),
    (Scalar(ScalarKind.STRING), "integer", True, False),
    (Scalar(ScalarKind.STRING), "number", True, False),
    (Scalar(ScalarKind.STRING), "", False, True),
    (Scalar(ScalarKind.BOOL), "string", False, True),
    (Scalar(ScalarKind.BOOL), "integer", True, False),
    (Scalar(ScalarKind.INT64), "string", True, True),
    (Scalar(ScalarKind.INT64), "integer", False, True),
    (Scalar(ScalarKind.INT64), "", False, True),
    (Scalar(ScalarKind.NUMBER), "number", False, True),
    (Scalar(ScalarKind.NUMBER), "string", True, True),
    (Scalar(ScalarKind.DYNAMIC), "string", False, True),
    (Scalar(ScalarKind.DYNAMIC), "integer", False, False),
    (LIST, "string", False, False),
    (LIST, "integer", False, False),
    (OBJECT, "string", False, False),
    (OBJECT, "integer", False, False),
]


@pytest.mark.parametrize(("type_", "in_path", "is_other", "fits"), TYPES, ids=str)
def test_a_number_can_be_written_and_a_text_is_no_number(
    type_: Type, in_path: str, *, is_other: bool, fits: bool
) -> None:
    assert is_other_type(attribute(type_), in_path) is is_other
    assert _is_scalar_for(attribute(type_), in_path) is fits


def test_a_part_has_an_attribute_unless_it_is_of_another_type_there() -> None:
    response = origin(PartKind.RESPONSE, "create")
    one = attribute(LIST, origin(PartKind.REQUEST_BODY, "create", Contribution.MISMATCH), response)
    assert is_in(one, PartKind.RESPONSE)
    assert is_in(one, PartKind.RESPONSE, "create")
    assert not is_in(one, PartKind.RESPONSE, "read")
    assert not is_in(one, PartKind.REQUEST_BODY)
    assert not is_in(attribute(LIST), PartKind.RESPONSE)


SENT, RETURNED = origin(PartKind.REQUEST_BODY, "create"), origin(PartKind.RESPONSE, "create")
KINDS = {"text": Scalar(ScalarKind.STRING), "number": Scalar(ScalarKind.INT64), "truth": Scalar(ScalarKind.BOOL),
         "list": LIST}  # fmt: skip


def made(words: str) -> Candidate:
    """A candidate from its name, after that of its holder, and words: who has it, and its kind if it is no text."""
    path, *said = words.split()
    holder, _, name = path.rpartition(".")
    origins = [known for word, known in (("sent", SENT), ("returned", RETURNED)) if word in said]
    status = Status.OPTIONAL if {"sent", "set"}.intersection(said) else Status.COMPUTED
    kind = next((found for word, found in KINDS.items() if word in said), KINDS["text"])
    one = Attribute(name, name, kind, status, Reason("", ""), tuple(origins))
    return Candidate(one, f"{holder}." if holder else "", f"/{holder}" if holder else "", holder)


IDENTIFIED: list[tuple[str, str, list[str], str]] = [
    ("{petId} string", "", ["id returned"], "/id create returns the identifier /id"),
    ("{petId}", "", ["id returned", "pet_id returned"], "/pet_id create returns the identifier /pet_id"),
    ("{petId}", "", ["uuid returned", "id returned"], "/id create returns the identifier /id"),
    ("{petUuid}", "", ["id returned", "uuid returned"], "/uuid create returns the identifier /uuid"),
    ("{petId}", "", ["id sent"], ""),
    ("{petId}", "", ["id returned list"], ""),
    ("{petId} integer", "", ["id returned"], ""),
    ("{petId} integer", "", ["id returned number"], "/id create returns the identifier /id"),
    ("{petId} string", "", ["id returned number"], "/id create returns the identifier /id"),
    ("{pet} string", "", ["id returned number"], ""),
    ("{pet} string", "", ["id returned"], "/id create returns the identifier /id"),
    ("{petId}", "", ["data.id returned"], "/data/id create returns the identifier /data/id"),
    ("{petId}", "", ["pet.id returned"], "/pet/id create returns the identifier /pet/id"),
    ("{dogId}", "", ["pet.id returned"], "/pet/id create returns the identifier /pet/id"),
    ("{dogId}", "", ["owner.id returned"], ""),
    ("{petName} string", "", ["id returned", "name sent"], "/name the API calls it a name"),
    ("{petName}", "", ["name returned"], "/name the API calls it a name"),
    ("{petName} string", "", ["name sent number", "pet_name sent"], "/pet_name the API calls it a name"),
    ("{petName} integer", "", ["name sent"], ""),
    ("{petName} string", "", ["name set"], ""),
    ("{pet} string", "The slug of it.", ["id returned", "slug sent"], "/slug the API calls it a slug"),
    ("{pet} string", "The name or slug.", ["slug sent", "name sent"], "/name the API calls it a name"),
    ("{petName} string", "", ["owner.name returned"], ""),
    ("{petName} string", "", ["owner.name sent"], "/owner/name the API calls it a name"),
    ("{petIdOrName} string", "", ["pet sent"], "/pet petIdOrName is the pet"),
    ("{petIdOrName} string", "", ["pet returned"], ""),
    ("{petIdOrName} string", "", ["pet sent number"], ""),
    ("{petIdOrName} integer", "", ["pet sent"], ""),
    ("{petIdName} string", "", ["pet sent"], ""),
    ("{owner} string", "", ["owner.id returned", "owner.login returned"],
     "/owner/login owner is in what create returns, at /owner/login"),
    ("{owner} integer", "", ["owner.login returned", "owner.id returned number"],
     "/owner/id owner is in what create returns, at /owner/id"),
    ("{owner} string", "", ["owner.login returned number", "owner.id returned"],
     "/owner/id owner is in what create returns, at /owner/id"),
    ("{owner} string", "", ["owner.login sent"], ""),
    ("{keeper} string", "", ["owner.login returned"], ""),
]  # fmt: skip


@pytest.mark.parametrize(("parameter", "description", "there", "expected"), IDENTIFIED)
def test_an_object_is_identified_by_what_agrees_with_its_path_in_words_and_type(
    parameter: str, description: str, there: list[str], expected: str
) -> None:
    name, _, type_ = parameter.partition(" ")
    place = PathParameter(name.strip("{}"), "pets/", "pets")
    found = identified(map(made, there), place, description, type_)
    assert ("" if found is None else f"{found[0].pointer} {found[1].text}") == expected


def test_candidates_are_at_the_root_and_in_single_objects_and_variants_are_the_object_itself() -> None:
    inner = attribute(Scalar(ScalarKind.STRING))
    deep = replace(inner, type=Nested(NestingMode.SINGLE, Body((inner,))), name="deep", source_name="a/b")
    one = replace(deep, type=Nested(NestingMode.SINGLE, Body((inner, deep))), name="one", source_name="one")
    variant = replace(one, name="variant", source_name="variant", limits=(ExactlyOneOf(("one",)),))
    several = replace(one, type=Nested(NestingMode.LIST, Body((inner,))), name="several", source_name="several")
    found = [(each.path, each.pointer, each.holder) for each in candidates((one, variant, several, inner))]
    assert found == [
        ("one", "/one", ""), ("variant", "", ""), ("several", "/several", ""), ("a", "/a", ""),
        ("one.a", "/one/a", "one"), ("one.deep", "/one/a~1b", "one"),
        ("variant.a", "/a", ""), ("variant.deep", "/a~1b", ""),
    ]  # fmt: skip
