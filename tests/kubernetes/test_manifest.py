"""Manifests of custom resources: examples of three extents, and skeletons with the types of all fields."""

import pytest
import yaml

from mapper.languages.kubernetes import skeleton as skeletons
from mapper.languages.kubernetes.manifest import REQUIRED_BY_API, manifest
from mapper.languages.kubernetes.skeleton import skeleton, type_words
from mapper.model import (
    Address,
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Entity,
    EntityRef,
    Nested,
    NestingMode,
    Object,
    Reason,
    Reference,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.model.limits import ExactlyOneOf, Limits
from mapper.model.samples.extent import Extent
from mapper.systems.crossplane.kinds import MANAGED_RESOURCE

TEXT, NUMBER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64)
REQUIRED, OPTIONAL, COMPUTED = Status.REQUIRED, Status.OPTIONAL, Status.COMPUTED
ADDRESS = Address("zoo.example.org", "v1", "cages")
KIND = Address("zoo.example.org", "v1", "cages", kind="Cage")


def field(
    name: str, type_: Type = TEXT, status: Status = OPTIONAL, reason: str = "", limits: Limits = (), to: str = "",
    source: str = "", deprecation: str | None = None,
) -> Attribute:  # fmt: skip
    refers_to = Reference("zoo", EntityRef(MANAGED_RESOURCE, to), "name") if to else None
    return Attribute(name, source or name, type_, status, Reason(reason, ""), (), limits=limits, refers_to=refers_to,
                     deprecation=deprecation)  # fmt: skip


def nested(*fields: Attribute, mode: NestingMode = NestingMode.SINGLE) -> Nested:
    return Nested(mode, Body(fields))


def entity(*spec: Attribute) -> Entity:
    return Entity(MANAGED_RESOURCE, "cage", Body((
        field("spec", nested(*spec), REQUIRED), field("status", nested(field("id")), COMPUTED), field("note"),
    )))  # fmt: skip


def spec(extent: Extent, *fields: Attribute) -> object:
    text = manifest(entity(*fields), ADDRESS, extent)
    data = yaml.safe_load(text)
    assert data.keys() == {"apiVersion", "kind", "metadata", "spec"}
    return data["spec"]


def test_a_manifest_has_the_address_the_kind_and_a_name() -> None:
    head = "apiVersion: zoo.example.org/v1\nkind: {}\nmetadata:\n  name: example\nspec:\n  a: example-a\n"
    made = entity(field("a", status=REQUIRED))
    assert manifest(made, ADDRESS, Extent.MINIMAL) == head.format("cage")
    assert manifest(made, KIND, Extent.FULL) == head.format("Cage")


REF = field("keeperRef", nested(field("name"), field("policy", nested(field("x")))), to="keeper", source="keeper")
REFS = field("keeperRefs", nested(field("name"), mode=NestingMode.LIST), to="keeper", source="keepers")
DEEP_REF = field("den", nested(field("from", nested(field("name")))), to="den", source="den_name")
FIELDS = (
    field("full", NUMBER, REQUIRED),
    field("byApi", reason=REQUIRED_BY_API),
    field("one", limits=(ExactlyOneOf(("one", "two")),)),
    field("two", limits=(ExactlyOneOf(("one", "two")),)),
    field("old", deprecation="Use full."),
    field("either", status=Status.COMPUTED_OPTIONAL),
    field("id", status=COMPUTED),
    field("keeper", to="keeper"),
    REF,
    DEEP_REF,
)
NEEDED = {"full": 1, "byApi": "example-by-api", "one": "example-one"}


@pytest.mark.parametrize(
    ("extent", "expected"),
    [
        (Extent.MINIMAL, NEEDED),
        (Extent.FULL, NEEDED | {
            "two": "example-two", "either": "example-either", "keeper": "example-keeper",
            "den": {"from": {"name": "example"}},
        }),
        (Extent.TYPICAL, NEEDED | {"keeperRef": {"name": "example"}}),
    ],
)  # fmt: skip
def test_an_extent_says_which_fields_an_example_has(extent: Extent, expected: object) -> None:
    assert spec(extent, *FIELDS) == expected


def test_a_typical_example_names_other_objects_in_the_cluster() -> None:
    needed = field("keepers", Collection(CollectionKind.LIST, TEXT), REQUIRED, to="keeper")
    place = field("den_name", status=REQUIRED, to="den")
    assert spec(Extent.TYPICAL, needed, REFS, place, DEEP_REF) == {
        "keeperRefs": [{"name": "example"}], "den": {"from": {"name": "example"}}
    }  # fmt: skip
    assert spec(Extent.FULL, needed, REFS) == {"keepers": ["example-keepers"]}


INNER = nested(field("x", status=REQUIRED))


@pytest.mark.parametrize(
    ("type_", "value", "words"),
    [
        (TEXT, "example-it", "it: string"),
        (NUMBER, 1, "it: integer"),
        (Scalar(ScalarKind.BOOL), True, "it: boolean"),
        (Scalar(ScalarKind.FLOAT64), 1, "it: number"),
        (Scalar(ScalarKind.BYTES), "ZXhhbXBsZQ==", "it: string (base64)"),
        (Scalar(ScalarKind.TIMESTAMP), "2030-01-01T00:00:00Z", "it: string (date-time)"),
        (Collection(CollectionKind.LIST, TEXT), ["example-it"], "it: [string]"),
        (Collection(CollectionKind.SET, NUMBER), [1], "it: [integer]"),
        (Collection(CollectionKind.MAP, TEXT), {"key": "example-it"}, "it: {key: string}"),
        (Collection(CollectionKind.MAP, Collection(CollectionKind.LIST, TEXT)), {"key": ["example-it"]},
         "it: {key: [string]}"),
        (Union((NUMBER, TEXT)), 1, "it: integer or string"),
        (INNER, {"x": "example-x"}, "it:\n    x: string"),
        (Object(INNER.body), {"x": "example-x"}, "it:\n    x: string"),
        (nested(field("x", status=REQUIRED), mode=NestingMode.LIST), [{"x": "example-x"}], "it:\n    - x: string"),
        (nested(field("x", status=REQUIRED), field("b"), mode=NestingMode.MAP), {"key": {"x": "example-x"}},
         "it:\n    key:\n      x: string\n      b: string"),
        (Collection(CollectionKind.MAP, Collection(CollectionKind.LIST, Object(Body(
            (field("x", status=REQUIRED), field("b", NUMBER)))))), {"key": [{"x": "example-x"}]},
         "it:\n    key:\n      - x: string\n        b: integer"),
        (nested(), {}, "it: {} # object"),
        (Collection(CollectionKind.LIST, Object(Body())), [{}], "it: {} # list of object"),
    ],
)  # fmt: skip
def test_a_field_has_a_value_in_an_example_and_its_type_in_a_skeleton(type_: Type, value: object, words: str) -> None:
    it = field("it", type_, REQUIRED)
    assert spec(Extent.MINIMAL, it) == {"it": value}
    head = "apiVersion: zoo.example.org/v1\nkind: Cage\nmetadata:\n  name: string\n"
    assert skeleton(entity(it, field("gone", status=COMPUTED)), KIND) == f"{head}spec:\n  {words}\n"


def test_a_type_of_scalars_has_words() -> None:
    assert type_words(Collection(CollectionKind.MAP, Scalar(ScalarKind.INT32))) == "map of integer"


def chain(levels: int, status: Status = OPTIONAL) -> Attribute:
    found = field("end", status=status)
    for number in range(levels, 0, -1):
        found = field(f"l{number}", nested(found, field(f"s{number}", status=status)), status)
    return found


def test_optional_fields_are_shown_on_as_many_levels_as_fit() -> None:
    text = manifest(entity(chain(6)), ADDRESS, Extent.FULL)
    assert text.count("\n") == 12
    assert "l4: {}" in text
    assert "l3: {}" in manifest(entity(chain(6)), ADDRESS, Extent.FULL, 10)
    assert manifest(entity(chain(6)), ADDRESS, Extent.FULL, 12) == text
    assert manifest(entity(chain(6)), ADDRESS, Extent.MINIMAL, 1).endswith("spec: {}\n")
    required = yaml.safe_load(manifest(entity(chain(12, REQUIRED)), ADDRESS, Extent.MINIMAL))["spec"]
    depth = 0
    while required:
        required, depth = next(iter(required.values())), depth + 1
    assert depth == 9


def test_of_too_many_fields_the_first_are_shown_and_the_others_counted() -> None:
    fields = [field(f"f{number}", INNER if number == 1 else TEXT) for number in range(5)]
    lines = manifest(entity(*fields), ADDRESS, Extent.FULL, 7).split("\n")
    assert lines[5:] == ["  f0: example-f0", "  # and 4 more optional fields", ""]
    lines = manifest(entity(*fields), ADDRESS, Extent.FULL, 8).split("\n")
    assert lines[5:] == ["  f0: example-f0", "  f1:", "    x: example-x", "  # and 3 more optional fields", ""]
    assert manifest(entity(*fields), ADDRESS, Extent.FULL, 10).endswith("# and 1 more optional field\n")
    assert "more optional" not in manifest(entity(*fields), ADDRESS, Extent.FULL, 11)


def test_a_skeleton_has_fewer_levels_and_then_fewer_lines_where_it_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    made = entity(chain(8))
    whole = skeleton(made, ADDRESS)
    lines = whole.split("\n")
    assert f"{' ' * 12}l6: {{}} # object" in lines
    monkeypatch.setattr(skeletons, "MOST_LINES", len(lines) - 1)
    assert skeleton(made, ADDRESS) == whole
    monkeypatch.setattr(skeletons, "MOST_LINES", len(lines) - 2)
    assert "l5: {} # object" in skeleton(made, ADDRESS)
    monkeypatch.setattr(skeletons, "MOST_LINES", 6)
    assert skeleton(made, ADDRESS).split("\n")[4:] == ["spec:", "  l1: {} # object", ""]
    many = entity(*(field(f"f{number}") for number in range(3)))
    assert skeleton(many, ADDRESS).split("\n")[5:] == ["  f0: string", "  # …", ""]
