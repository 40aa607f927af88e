"""Several sources of one attribute: the first wins, later ones fill its gaps."""

import pytest

from mapper.inputs import Node
from mapper.model import Contribution
from mapper.report.diagnostic import Severity
from mapper.report.rules import TYPE_MISMATCH

from ...support import Mapped, resource


@pytest.mark.parametrize(
    ("first", "later", "words"),
    [
        ("{type: string}", "{type: integer}", ("string", "int64")),
        ("{type: number}", "{type: number, format: double}", ("number", "float64")),
        (
            "{type: array, items: {type: string}}",
            "{type: array, format: set, items: {type: string}}",
            ("list of string", "set of string"),
        ),
        (
            "{type: array, items: {type: string}}",
            "{type: array, items: {type: object, properties: {on: {type: string}}}}",
            ("list of string", "list of object"),
        ),
        ("{type: object}", "{type: object, additionalProperties: {type: string}}", ("object", "map of string")),
        ("{type: string}", "{type: object, properties: {on: {type: string}}}", ("string", "object")),
    ],
)
def test_sources_of_different_kinds_keep_the_first_whole(first: str, later: str, words: tuple[str, str]) -> None:
    alone = resource(f"create: {{properties: {{it: {first}}}}}")
    oven = resource(f"""
        create: {{properties: {{it: {first}}}}}
        read: {{properties: {{it: {{description: Not taken, allOf: [{later}]}}}}}}
    """)
    assert oven["it"] == alone["it"]
    mismatch = oven.diagnostic(TYPE_MISMATCH)
    assert mismatch.severity is Severity.WARNING
    assert not mismatch.rule.differs
    assert all(word in mismatch.text for word in words)
    assert oven.attribute("it").origins[1].contribution is Contribution.MISMATCH


def test_lists_of_different_elements_are_still_lists_and_share_the_description() -> None:
    oven = resource("""
        create: {properties: {it: {type: array, items: {type: object, additionalProperties: {type: string}}}}}
        read: {properties: {it: {type: array, items: {type: boolean}, description: All of them}}}
    """)
    assert oven.body("it") == {"element_type": {"map": {"element_type": {"string": {}}}}, "description": "All of them"}
    assert oven.rules("it") == {TYPE_MISMATCH}


def test_each_source_says_what_it_gave() -> None:
    oven = resource("""
        create: {properties: {door: {type: object, properties: {glass: {type: string}}}, fuel: {type: string}}}
        create_response: {properties: {door: {type: object, properties: {color: {type: string}}}}}
        read:
          properties:
            door: {type: object, description: In front, properties: {glass: {type: string}}}
            fuel: {type: string}
            seal: {type: string}
    """)
    given = {
        name: [(str(origin.part), origin.contribution) for origin in oven.attribute(name).origins]
        for name in ("door", "fuel", "seal")
    }
    assert given == {
        "door": [
            ("create request body", Contribution.DECLARED),
            ("create response 201", Contribution.CHILDREN),
            ("read response 200", Contribution.DESCRIPTION),
        ],
        "fuel": [("create request body", Contribution.DECLARED), ("read response 200", Contribution.CONFIRMED)],
        "seal": [("read response 200", Contribution.DECLARED)],
    }


def test_a_source_may_give_a_description_and_children_at_once() -> None:
    oven = resource("""
        create: {properties: {door: {type: object}}}
        read: {properties: {door: {type: object, description: In front, properties: {glass: {type: string}}}}}
    """)
    assert oven.attribute("door").origins[1].contribution is Contribution.BOTH


# --- where attributes come from, and why they have their status -----------------------------------


def place(mapped: Mapped, path: str) -> list[str]:
    """The text of the source from each origin's place on, up to the end of the line."""
    texts = []
    for origin in mapped.attribute(path).origins:
        assert isinstance(origin.location, Node)
        line, column = origin.location.document.position(origin.location.pointer) or (0, 0)
        texts.append(origin.location.document.text.splitlines()[line - 1][column - 1 :])
    return texts
