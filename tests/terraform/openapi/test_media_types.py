"""Which media type of a body has its schema, and the schemas of the others."""

import pytest

from mapper.inputs import Document, Documents, Node
from mapper.systems.terraform.config.operations import BodyChoice
from mapper.systems.terraform.openapi.parameters import BodyNotFound, ItemSequence, media_type, other_schemas

TEXT, NUMBER, FLAG = "{schema: {type: string}}", "{schema: {type: integer}}", "{schema: {type: boolean}}"
REFERRED = "{schema: {$ref: '#/parts/Text'}}"
ITEMS = "{itemSchema: {type: string}}"
LIST = "{schema: {type: array, items: {$ref: '#/parts/Text'}}}"
SCHEMAS = {"string": TEXT, "integer": NUMBER, "boolean": FLAG}


def content(text: str) -> tuple[Documents, Node]:
    parts = (
        "parts: {Text: {type: string}, Entry: {schema: {type: string}}, Content: {text/a: {schema: {type: string}}}}"
    )
    documents = Documents()
    document = documents.add(Document("api.yaml", f"it: {text}\n{parts}\n".encode()))
    return documents, document.node.child("it")


def found(text: str, chosen: str | None = None) -> str:
    """The media type and its schema's type; empty if there is none."""
    documents, node = content(text)
    choice = None if chosen is None else BodyChoice(node, None, chosen, "", None, False)
    of_body = media_type(documents, node, choice)
    return "" if of_body is None else f"{of_body[0]}: {documents.behind(of_body[1]).value['type']}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{{application/json: {TEXT}}}", "application/json: string"),
        (f"{{text/a: {NUMBER}, application/json: {TEXT}}}", "application/json: string"),
        (f"{{text/b: {NUMBER}, text/a: {TEXT}}}", "text/a: string"),
        (f"{{text/a: {{}}, text/b: {TEXT}}}", "text/b: string"),
        (f"{{application/json: {{}}, text/b: {TEXT}}}", "text/b: string"),
        (f"{{text/a: {ITEMS}, text/b: {NUMBER}}}", "text/b: integer"),
        (f"{{text/a: {{}}, text/b: {ITEMS}, text/c: {ITEMS}}}", "text/b: array"),
        (f"{{text/a: {REFERRED}}}", "text/a: string"),
        ("{text/a: {$ref: '#/parts/Entry'}}", "text/a: string"),
        ("{$ref: '#/parts/Content'}", "text/a: string"),
        ("{text/a: 7}", ""),
        ("{}", ""),
        ("[]", ""),
        ("7", ""),
    ],
)
def test_json_goes_before_others_and_a_schema_before_that_of_items(text: str, expected: str) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ("text/a", "text/a; charset=utf-8: string"),
        ("TEXT/A", "text/a; charset=utf-8: string"),
        ("text/a; charset=utf-8", "text/a; charset=utf-8: string"),
        ("text/b", "text/b: integer"),
        (None, "application/json: boolean"),
    ],
)
def test_the_media_type_that_a_config_chooses_is_the_one(chosen: str | None, expected: str) -> None:
    text = f"{{application/json: {FLAG}, 'text/a; charset=utf-8': {TEXT}, text/b: {NUMBER}, text/c: {{}}}}"
    assert found(text, chosen) == expected


def test_a_choice_of_a_status_alone_may_find_no_schema() -> None:
    documents, node = content("{text/c: {}}")
    assert media_type(documents, node, BodyChoice(node, "200", None, "", None, False)) is None


@pytest.mark.parametrize("chosen", ["text/c", "text", "text/a; charset=ascii"])
def test_a_choice_without_a_schema_is_an_error_with_what_there_is(chosen: str) -> None:
    with pytest.raises(BodyNotFound) as error:
        found(f"{{'text/a; charset=utf-8': {TEXT}, text/c: {{}}}}", chosen)
    said = f"there is no schema for the media type {chosen!r}; the body has text/a; charset=utf-8, text/c"
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{{text/a: {TEXT}}}", []),
        (f"{{text/a: {TEXT}, text/b: {NUMBER}, text/c: {FLAG}}}", ["integer", "boolean"]),
        (f"{{text/a: {REFERRED}, text/b: {REFERRED}, text/c: {{}}, text/d: 7}}", []),
        (f"{{text/a: {TEXT}, text/b: {ITEMS}}}", ["string"]),
        (f"{{text/a: {LIST}, text/b: {ITEMS}}}", ["array"]),
        (f"{{text/a: {ITEMS}, text/b: {ITEMS}}}", ["array"]),
        ("{text/a: {schema: {type: string}}, text/b: {$ref: '#/parts/Entry'}}", ["string"]),
        ("{$ref: '#/parts/Content'}", []),
    ],
)
def test_other_schemas_are_those_of_other_media_types(text: str, expected: list[str]) -> None:
    documents, node = content(text)
    used = media_type(documents, node)
    assert used is not None
    others = other_schemas(documents, node, used[1])
    assert [documents.behind(schema).value["type"] for schema in others] == expected
    assert all(isinstance(schema, ItemSequence) for schema in others if "array" in str(schema.value))
    assert other_schemas(documents, None, used[1]) == ()
