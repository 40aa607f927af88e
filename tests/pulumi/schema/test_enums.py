"""The values of an enum: each a member with a name of its own, its value, and what the schema says of it."""

from mapper.model import Default
from mapper.systems.pulumi.schema.facts import MEMBER

from . import kiosk

TOKEN = "kiosk:index:Shade"
VALUES = [
    {"name": "Dark", "value": "dark", "description": "No light.", "deprecationMessage": "Use dim."},
    {"value": "dim"},
    {"value": ""},
    {"value": "dim "},
    {"name": "Dark", "value": "darker"},
]


def test_a_value_has_a_name_and_what_the_schema_says_of_it() -> None:
    change = kiosk.put({"type": "string", "enum": VALUES}, "types", TOKEN)
    mapping = kiosk.mapped(kiosk.changed(change))
    (enum,) = (entity for entity in mapping.entities if entity.kind.name == "enum" and entity.name.endswith("Shade"))
    members = enum.body.attributes
    assert [member.default for member in members] == [Default(value["value"]) for value in VALUES]
    assert [member.name for member in members][:4] == ["Dark", "dim", "empty", "dim "]
    assert len({member.name for member in members}) == len(members)
    assert all(member.always for member in members)
    first, second, *_ = members
    assert (first.description, first.deprecation) == ("No light.", "Use dim.")
    assert (second.description, second.deprecation) == (None, None)
    said = [{fragment.keyword: fragment.value for fragment in member.fragments} for member in members]
    assert [MEMBER in facts for facts in said] == [False, True, True, True, True]
