"""Renames and moves, shared schemas, nested and whole entities: what one edit of the input becomes."""

from mapper.model import Attribute, Entity, Mapping
from mapper.review.changes import Change
from mapper.review.entity_changes import Options
from mapper.review.policy import Judge
from mapper.review.rules import ChangeSeverity
from mapper.terraform.review import JUDGE

from ..support import compare, property_, resource
from .pairs import PAIRS, attribute, mapped, nested, spec

SHARED = """
create:
  type: object
  properties:
    left: {$ref: '#/components/schemas/Door'}
    right: {$ref: '#/components/schemas/Door'}
components:
  Door: {type: object, properties: {HINGE}}
"""
DEFAULTS = Options(judge=JUDGE)


def found(old: Mapping, new: Mapping, options: Options = DEFAULTS) -> list[tuple[str, str]]:
    return [(change.rule.id, change.path) for change in compare(old, new, options)]


def one(old: Mapping, new: Mapping) -> Change:
    (change,) = compare(old, new)
    return change


def test_a_change_in_a_shared_schema_is_found_at_every_use() -> None:
    old, new = (resource(SHARED.replace("HINGE", f"hinge: {{type: {kind}}}")).mapping for kind in ("string", "integer"))
    assert found(old, new) == [("type-changed", "left.hinge"), ("type-changed", "right.hinge")]


def test_an_alias_that_changes_renames_an_attribute() -> None:
    change = one(mapped(aliases="key: code"), mapped(aliases="key: number"))
    assert (change.rule.id, change.path, change.old_path) == ("attribute-renamed", "number", "code")
    assert (change.before, change.after) == ("code", "number")


def test_the_line_that_keeps_the_name_is_asked_for() -> None:
    asked: list[tuple[str, str, str]] = []

    class Keeping(Judge):
        def keep_name(self, entity: Entity, attribute: Attribute | None, name: str, path: str = "") -> tuple[str, str]:
            assert not path or attribute
            asked.append((entity.name, attribute.name if attribute else "", name))
            return "the line", "its place"

    (change,) = compare(mapped(aliases="key: code"), mapped(aliases="key: number"), Options(judge=Keeping()))
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
    assert compare(old, new, Options(judge=JUDGE, levels={"description-changed": None})) == ()
    (change,) = compare(old, new, Options(judge=JUDGE, levels={"description-changed": ChangeSeverity.BREAKING}))
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
