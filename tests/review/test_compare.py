"""Renames and moves, nested and whole entities, limits: what one edit of the input becomes."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Attribute, Entity, EntityRef, Mapping
from mapper.model.limits import OneOf
from mapper.model.samples.values import is_allowed
from mapper.registry import vocabulary_of
from mapper.report.diagnostic import Diagnostic, Severity
from mapper.review.changes import Change
from mapper.review.entity_changes import Options
from mapper.review.field_changes import limit_changes
from mapper.review.policy import ReviewPolicy
from mapper.review.rules import Affected, ChangeSeverity
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.writer import write_sidecar
from mapper.systems.terraform.review import POLICY
from mapper.systems.terraform.rules import NO_SCHEMA
from mapper.systems.terraform.spec.reader import read_code_spec

from ..support import compare, map_texts, property_, resource, write_code_spec
from .pairs import EITHER, INNER, PAIRS, attribute, custom, it, mapped, nested, spec

SHARED = """
create:
  type: object
  properties:
    left: {$ref: '#/components/schemas/Door'}
    right: {$ref: '#/components/schemas/Door'}
components:
  Door: {type: object, properties: {HINGE}}
"""
DEFAULTS = Options(policy=POLICY)


def found(old: Mapping, new: Mapping, options: Options = DEFAULTS) -> list[tuple[str, str]]:
    return [(change.rule.id, change.path) for change in compare(old, new, options)]


def one(old: Mapping, new: Mapping) -> Change:
    (change,) = compare(old, new)
    return change


def test_a_change_in_a_shared_schema_is_found_at_every_use() -> None:
    old, new = (resource(SHARED.replace("HINGE", f"hinge: {{type: {kind}}}")).mapping for kind in ("string", "integer"))
    assert found(old, new) == [("type-changed", "left.hinge"), ("type-changed", "right.hinge")]


ROOMS = """
create:
  type: object
  properties:
    left: {type: object, properties: {z: {type: string}LEFT}}
    right: {type: object, properties: {z: {type: string}RIGHT}}
components:
  Thin: {type: string}
  Door: {type: object, properties: {hinge: {type: string}}}
"""


@pytest.mark.parametrize(
    ("declared", "is_move"),
    [
        ("{$ref: '#/components/schemas/Door'}", True),
        ("{type: string, description: Its own words.}", True),
        ("{$ref: '#/components/schemas/Thin'}", False),  # many attributes are of such a type
        ("{type: object, properties: {hinge: {type: string}}}", False),
        ("{type: string}", False),
    ],
)
def test_what_goes_here_and_comes_there_is_a_move_if_it_says_enough(declared: str, is_move: bool) -> None:
    sides = (("LEFT", "RIGHT"), ("RIGHT", "LEFT"))
    old, new = (resource(ROOMS.replace(own, f", it: {declared}").replace(other, "")).mapping for own, other in sides)
    moved = [("move-suspected", "right.it")]
    apart = [("attribute-removed", "left.it"), ("attribute-added", "right.it")]
    assert found(old, new) == (moved if is_move else apart)


@pytest.mark.parametrize(
    ("was", "is_", "audiences"),
    [
        ("optional", "optional", 4),
        ("computed", "optional", 4),
        ("optional", "computed", 4),
        ("computed", "computed", 3),
    ],
)
def test_a_move_concerns_configurations_unless_it_was_and_is_read_only(was: str, is_: str, audiences: int) -> None:
    old, new = (
        spec(
            *(
                attribute(name, EITHER, "single_nested", attributes=[INNER, *[it] * (name == holder)])
                for name in ("left", "right")
            )
        )
        for holder, it in (
            ("left", attribute("it", was, description="Its words.")),
            ("right", attribute("it", is_, description="Its words.")),
        )
    )
    (move,) = (change for change in compare(old, new) if change.rule.id == "move-suspected")
    assert (move.path, len(move.audiences)) == ("right.it", audiences)


def cased(kind: str, *, is_wrapped: bool) -> Mapping:
    """A component with one property, directly or inside of another attribute."""
    case = "{$ref: '#/components/schemas/Case'}"
    body = f"{{type: object, properties: {{case: {case}}}}}" if is_wrapped else case
    component = f"{{type: object, properties: {{hinge: {{type: {kind}}}}}}}"
    return resource(f"create: {body}\ncomponents: {{Case: {component}}}").mapping


def test_what_changes_besides_the_place_is_told_at_the_new_one() -> None:
    old, new = cased("string", is_wrapped=False), cased("integer", is_wrapped=True)
    moved = [("attribute-moved", "case.hinge"), ("type-changed", "case.hinge"), ("attribute-added", "case")]
    assert found(old, new) == moved
    back = compare(new, old)
    assert ("type-changed", "hinge", "case.hinge") in [(one.rule.id, one.path, one.old_path) for one in back]


def fuels(*names: str) -> Mapping:
    branches = ", ".join(f"{{$ref: '#/components/schemas/{name}'}}" for name in names)
    components = "".join(
        f"  {name}: {{type: object, properties: {{{name}_tank: {{type: string}}}}}}\n" for name in ("Gas", "Oil", "Sun")
    )
    body = f"{{type: object, required: [it], properties: {{it: {{oneOf: [{branches}]}}}}}}"
    return resource(f"create: {body}\npolicies: {{one_of: variants}}\ncomponents:\n{components}").mapping


def test_a_branch_of_a_choice_that_comes_or_goes_is_one_change() -> None:
    two, three = fuels("Gas", "Oil"), fuels("Gas", "Oil", "Sun")
    assert found(two, three) == [("attribute-added", "it.sun")]
    assert found(three, two) == [("attribute-removed", "it.sun")]


CALLS = """
openapi: 3.1.0
paths:
  /rooms:
    post: {requestBody: {content: {application/json: {schema: {CREATE, properties: {id: {type: string}}}}}}}
  /rooms/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put: {requestBody: {content: {application/json: {schema: {UPDATE, properties: {id: {type: string}}}}}}}
    get: {responses: {'200': {content: {application/json: {schema: {properties: {id: {type: string}}}}}}}}
"""
CALLING = """
provider: {name: inn}
resources:
  room:
    create: {path: /rooms, method: POST}
    read: {path: '/rooms/{id}', method: GET}
    update: {path: '/rooms/{id}', method: PUT}
"""


@pytest.mark.parametrize(
    ("create", "update", "said"),
    [
        (2, 2, {"create and update": 2}),
        (2, 3, {"create": 2}),
        (3, 2, {"update": 2}),
        (2, 1, {"create": 2, "update": 1}),
        (3, 3, {}),
    ],
)
def test_a_limit_of_whole_bodies_is_one_change_for_all_calls_that_have_it(
    create: int, update: int, said: dict[str, int]
) -> None:
    old, new = (
        map_texts(
            CALLS.replace("CREATE", f"maxProperties: {first}").replace("UPDATE", f"maxProperties: {second}"), CALLING
        ).mapping
        for first, second in ((create, update), (3, 3))
    )
    assert [change.text for change in compare(old, new)] == [
        f"for the whole request body of {calls}, its limit changed from size at most {most} to size at most 3"
        for calls, most in said.items()
    ]


def test_an_alias_that_changes_renames_an_attribute() -> None:
    change = one(mapped(aliases="key: code"), mapped(aliases="key: number"))
    assert (change.rule.id, change.path, change.old_path) == ("attribute-renamed", "number", "code")
    assert (change.before, change.after) == ("code", "number")


def test_the_line_that_keeps_the_name_is_asked_for() -> None:
    asked: list[tuple[str, str, str]] = []

    class Keeping(ReviewPolicy):
        def keep_name(self, entity: Entity, attribute: Attribute | None, name: str, path: str = "") -> tuple[str, str]:
            assert not path or attribute
            asked.append((entity.name, attribute.name if attribute else "", name))
            return "the line", "its place"

    (change,) = compare(mapped(aliases="key: code"), mapped(aliases="key: number"), Options(policy=Keeping()))
    assert asked == [("oven", "number", "code")]
    assert (change.fix, change.fix_place) == ("the line", "its place")


def test_a_path_parameter_that_the_api_renames_is_renamed() -> None:
    assert found(mapped(parameter="key"), mapped(parameter="code")) == [
        ("attribute-renamed", "code"),
        ("operation-changed", ""),
    ]


def test_an_entity_of_another_name_with_the_same_operations_is_renamed() -> None:
    change = one(mapped(), mapped(name="stove"))
    assert (change.rule.id, change.old_entity, change.entity) == ("entity-renamed", "oven", "stove")


def test_what_the_config_leaves_out_is_shown_with_the_line_that_does() -> None:
    body = "create: {type: object, properties: {it: {type: string}, crumb: {type: string}}}"
    change = one(resource(body).mapping, resource(f"{body}\nschema: {{ignores: [it]}}").mapping)
    assert change.rule.id == "attribute-removed"
    assert change.new_location is not None
    assert change.new_location.document.uri == "config.yml"


def test_what_cannot_be_mapped_any_more_names_the_diagnostic() -> None:
    change = one(*PAIRS["attribute-lost"])
    assert (change.code, change.severity) == ("OAS302", ChangeSeverity.BREAKING)
    assert change.new_location is not None
    assert change.new_location.pointer.endswith("/properties/it")


def test_attributes_of_a_schema_that_is_renamed_come_from_elsewhere_together() -> None:
    change = one(mapped(), mapped(schema="Stove"))
    assert (change.rule.id, change.path) == ("source-changed", "")
    assert change.text.startswith("2 attributes come from create request body (/components/schemas/Stove)")
    with_id = "{type: object, properties: {id: {type: string}}}"
    change = one(mapped(body=with_id), mapped(body=with_id, schema="Stove"))
    assert (change.rule.id, change.severity) == ("source-changed", ChangeSeverity.MAPPING)


def test_another_type_is_one_change_without_those_of_its_limits() -> None:
    old, new = property_("{type: string, maxLength: 5}"), property_("{type: integer, maximum: 5}")
    assert found(old.mapping, new.mapping) == [("type-changed", "it")]


def test_what_is_nested_is_compared_although_the_nesting_changes() -> None:
    old, new = nested("list", attribute("a")), nested("set", attribute("a"), attribute("b", "required"))
    assert found(old, new) == [("collection-changed", "it"), ("required-attribute-added", "it.b")]


def test_a_rule_can_have_another_severity_or_none() -> None:
    old, new = PAIRS["description-changed"]
    assert compare(old, new, Options(policy=POLICY, levels={"description-changed": None})) == ()
    (change,) = compare(old, new, Options(policy=POLICY, levels={"description-changed": ChangeSeverity.BREAKING}))
    assert change.severity is ChangeSeverity.BREAKING


def test_the_worst_comes_first() -> None:
    old = spec(attribute("a"), attribute("b", "optional"), attribute("c", "required"))
    new = spec(attribute("b", "computed_optional"), attribute("c", "optional"), attribute("d"))
    assert [change.severity for change in compare(old, new)] == ["breaking", "warning", "info", "info"]


def test_a_fingerprint_depends_on_the_change_alone() -> None:
    old, new = PAIRS["type-changed"]
    (change,) = compare(old, new)
    more = spec(attribute("it"), attribute("crumb")), spec(attribute("it", "computed_optional", "bool"))
    (same,) = (c for c in compare(*more) if c.path == "it")
    assert change.fingerprint == same.fingerprint
    assert len(change.fingerprint) == 12
    assert change.fingerprint not in {c.fingerprint for c in compare(new, old)}


def test_positions_and_lists_of_parameters_are_no_source() -> None:
    other, key = "{name: tray, in: query, schema: {type: string}}", "{name: id, in: path, schema: {type: string}}"
    body = "create: {type: object, properties: {crumb: {type: string}}}"
    old, new = (resource(f"parameters: [{', '.join(order)}]\n{body}") for order in ((other, key), (key, other)))
    assert found(old.mapping, new.mapping) == []


def number(limits: str, kind: str = "number") -> Mapping:
    return resource(f"create: {{type: object, properties: {{it: {{type: {kind}, {limits}}}}}}}").mapping


def limits_found(old: str, new: str, kind: str = "number") -> list[tuple[str, str]]:
    return [(change.rule.id, change.text) for change in compare(number(old, kind), number(new, kind))]


TIGHTER = [
    ("minimum: 0", "minimum: 0.5", "range at least 0", "range at least 0.5"),
    ("maximum: 1", "minimum: 0, maximum: 1", "range at most 1", "range 0 to 1"),
    ("minimum: 0", "exclusiveMinimum: 0", "range at least 0", "range more than 0"),
    ("maximum: 10", "exclusiveMaximum: 10", "range at most 10", "range less than 10"),
    ("exclusiveMinimum: 0", "minimum: 1", "range more than 0", "range at least 1"),
    (
        "minimum: 0, maximum: 9",
        "minimum: 0, exclusiveMinimum: true, maximum: 9",
        "range 0 to 9",
        "range at most 9 and range more than 0",
    ),
    ("exclusiveMaximum: 10", "exclusiveMinimum: 0, exclusiveMaximum: 10", "range less than 10",
     "range more than 0 and less than 10"),
    ("multipleOf: 5", "multipleOf: 10", "a multiple of 5", "a multiple of 10"),
    ("multipleOf: 0.1", "multipleOf: 0.3", "a multiple of 0.1", "a multiple of 0.3"),
]  # fmt: skip


@pytest.mark.parametrize("kind", ["number", "number, format: double"])
@pytest.mark.parametrize(("wide", "narrow", "before", "after"), TIGHTER)
def test_a_tighter_limit_is_one_and_its_mirror_is_a_looser_one(
    wide: str, narrow: str, before: str, after: str, kind: str
) -> None:
    assert limits_found(wide, narrow, kind) == [("limit-tightened", f"its limit changed from {before} to {after}")]
    assert limits_found(narrow, wide, kind) == [("limit-loosened", f"its limit changed from {after} to {before}")]


@pytest.mark.parametrize(
    ("wide", "narrow"),
    [
        ("exclusiveMinimum: 0", "exclusiveMinimum: 1"),
        ("minimum: 0", "minimum: 0, exclusiveMinimum: true"),
        ("maximum: 9, exclusiveMaximum: 20", "maximum: 9, exclusiveMaximum: 8"),
        ("multipleOf: 2", "multipleOf: 4"),
    ],
)
def test_limits_of_an_integer_without_a_validator_are_compared_too(wide: str, narrow: str) -> None:
    assert [rule for rule, _ in limits_found(wide, narrow, "integer")] == ["limit-tightened"]
    assert [rule for rule, _ in limits_found(narrow, wide, "integer")] == ["limit-loosened"]


def test_another_multiple_that_refuses_what_was_accepted_is_tighter_both_ways() -> None:
    assert [rule for rule, _ in limits_found("multipleOf: 5", "multipleOf: 3")] == ["limit-tightened"]
    assert [rule for rule, _ in limits_found("multipleOf: 3", "multipleOf: 5")] == ["limit-tightened"]


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        ("minimum: 0.1", "range at least 0.1"),
        ("exclusiveMinimum: 0", "range more than 0"),
        ("multipleOf: 1e-05", "a multiple of 0.00001"),
    ],
)
def test_a_limit_is_added_and_its_mirror_is_removed(limit: str, words: str) -> None:
    assert limits_found("title: x", limit) == [("constraint-added", f"it is limited to {words}")]
    assert limits_found(limit, "title: x") == [("constraint-removed", f"it is no longer limited to {words}")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("minimum: 0, exclusiveMinimum: true", "exclusiveMinimum: 0"),
        ("minimum: 1", "minimum: 1.0"),
        ("minimum: 1, exclusiveMinimum: false", "minimum: 1"),
        ("exclusiveMinimum: true", "title: x"),
    ],
)
def test_another_spelling_of_the_same_limit_is_no_change(old: str, new: str) -> None:
    assert limits_found(old, new) == []
    assert limits_found(new, old) == []


def test_an_integer_that_loses_a_validator_only_is_told() -> None:
    old, new = "minimum: 0, exclusiveMinimum: true", "exclusiveMinimum: 0"
    assert limits_found(old, new, "integer") == [("constraint-removed", "it is no longer limited to range at least 0")]
    assert limits_found(new, old, "integer") == [("constraint-added", "it is limited to range at least 0")]


def test_several_validators_of_one_range_hold_together() -> None:
    several, one = (
        it("optional", "int64", validators=custom(*expressions))
        for expressions in (
            ["int64validator.AtLeast(1)", "int64validator.AtLeast(2)", "int64validator.AtMost(9)"],
            ["int64validator.Between(2, 9)"],
        )
    )
    assert compare(several, one) == compare(one, several) == ()


def test_they_weigh_as_much_as_other_limits() -> None:
    (change,) = compare(number("multipleOf: 5"), number("multipleOf: 10"))
    assert (change.severity, change.audiences) == (ChangeSeverity.WARNING, (Affected.CONFIGURATION,))
    (back,) = compare(number("multipleOf: 10"), number("multipleOf: 5"))
    assert back.severity is ChangeSeverity.INFO


LIMITS = "minimum: 0.5, exclusiveMaximum: 7, multipleOf: 0.5"


@pytest.mark.parametrize("kind", ["number", "number, format: double", "integer"])
def test_what_a_code_specification_cannot_say_is_no_change_since_one(kind: str) -> None:
    mapping = number(LIMITS, kind)
    spec = read_code_spec(Document("spec.json", write_code_spec(mapping).encode()))
    assert compare(spec, mapping, Options(policy=POLICY, complete=False)) == ()
    assert compare(mapping, spec, Options(policy=POLICY, complete=False)) == ()


def test_a_validator_that_somebody_wrote_by_hand_is_still_seen() -> None:
    limited, free = (
        it("optional", "float64", validators=custom("float64validator.AtLeast(0.5)")),
        it("optional", "float64"),
    )
    for options in (Options(policy=POLICY), Options(policy=POLICY, complete=False)):
        assert [change.rule.id for change in compare(limited, free, options)] == ["constraint-removed"]


def test_a_sidecar_keeps_them() -> None:
    mapping = number(LIMITS)
    back = read_sidecar(Document("oasmap.json", write_sidecar(mapping).encode()), vocabulary_of)
    assert compare(back, mapping) == ()
    assert [change.rule.id for change in compare(back, number("minimum: 0.5, exclusiveMaximum: 7, multipleOf: 1"))] == [
        "limit-tightened"
    ]


@pytest.mark.parametrize(
    "look",
    [
        lambda old, new: list(limit_changes((old,), (new,))),
        lambda old, new: [is_allowed(value, (old,)) for value in new.values],
    ],
    ids=["review", "samples"],
)
def test_long_enums_are_not_compared_value_by_value(look: Callable[[OneOf, OneOf], list[object]]) -> None:
    count = 0

    class Word(str):
        __hash__ = str.__hash__

        def __eq__(self, other: object) -> bool:
            nonlocal count
            count += 1
            return str.__eq__(self, other)

    old, new = (OneOf(tuple(Word(f"{side}{number}") for number in range(500))) for side in "ab")
    assert len(look(old, new)) in (2, 500)
    assert count < 10 * 500


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [("", "the resource was removed: the reader gave it up", "OAS320"), ("size", "the resource was removed", "")],
)
def test_a_removal_says_what_is_told_of_the_whole_entity(path: str, text: str, code: str) -> None:
    oven = resource("create: {type: object, properties: {size: {type: string}}}")
    old, ref = oven.mapping, oven.entity.ref
    told = Diagnostic(NO_SCHEMA, ref, path, "the reader gave it up", None, None, Severity.WARNING)
    other = replace(told, entity=EntityRef(ref.kind, "another"), path="")
    rest = tuple(entity for entity in old.entities if entity.ref != ref)
    changes = compare(old, replace(old, entities=rest, diagnostics=(other, told)))
    assert [(change.text, change.code) for change in changes if change.entity and not change.path] == [(text, code)]
