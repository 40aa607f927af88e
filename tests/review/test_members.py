"""Changes of the members of objects that are values of their own, such as those of a list of lists."""

import pytest

from mapper.model import Mapping

from ..support import compare, resource


def grid(members: str) -> Mapping:
    """A list of lists of objects with these members."""
    items = f"{{type: array, items: {{type: object, properties: {{{members}}}}}}}"
    return resource(f"create: {{type: object, properties: {{grid: {{type: array, items: {items}}}}}}}").mapping


A, ADDED = (
    "a: {type: string}",
    "objects have the new member, of type {}; every configuration that sets grid has to give it",
)
SUSPECTED = "added: of type string; {} was removed: probably the same under another name ({})"
ALIKE = "the same type, place and a similar name"


@pytest.mark.parametrize(
    ("old", "new", "forth", "back"),
    [
        (A, "a: {type: boolean}", ["type-changed a: its type changed from string to bool"],
         ["type-changed a: its type changed from bool to string"]),
        (A, f"{A}, b: {{type: boolean}}", [f"member-added b: {ADDED.format('bool')}"], ["member-removed b: removed"]),
        (A, f"{A}, b: {{type: object, properties: {{c: {A[3:]}, d: {A[3:]}}}}}",
         [f"member-added b: {ADDED.format('object')}"], ["member-removed b: removed, with the 2 attributes in it"]),
        (f"{A}, b: {{type: string}}", f"{A}, b: {{}}",
         ["member-removed b: it cannot be mapped any more: the schema has no type"],
         [f"member-added b: {ADDED.format('string')}"]),
        ("colour: {type: string}", "color: {type: string}",
         [f"rename-suspected color: {SUSPECTED.format('colour', ALIKE)}"],
         [f"rename-suspected colour: {SUSPECTED.format('color', ALIKE)}"]),
        (A, "a: {type: string, maxLength: 3}", ["constraint-added a: it is limited to length at most 3"],
         ["constraint-removed a: it is no longer limited to length at most 3"]),
        (A, "a: {type: string, deprecated: true, description: X.}",
         ["deprecated a: it is deprecated", "description-changed a: its description changed"],
         ["no-longer-deprecated a: it is no longer deprecated", "description-changed a: its description changed"]),
    ],
)  # fmt: skip
def test_a_change_of_a_member_says_nothing_of_a_status(old: str, new: str, forth: list[str], back: list[str]) -> None:
    for sides, expected in (((old, new), forth), ((new, old), back)):
        found = compare(*map(grid, sides))
        assert [f"{one.rule.id} {one.path.removeprefix('grid.')}: {one.text}" for one in found] == expected
