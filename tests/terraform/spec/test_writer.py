"""The text of the artifact: layout, order of keys, escapes and numbers."""

from textwrap import dedent

import pytest

from mapper.golang.source import fixed_number, json_number, json_string, string_literal
from mapper.model import Mapping
from mapper.terraform.spec import writer

from ...support import map_texts, property_, resource, write_code_spec


def tabbed(text: str) -> str:
    """A text block, with a tab for each two spaces of indentation."""
    lines = dedent(text).strip("\n").splitlines()
    return "\n".join("\t" * ((len(line) - len(line.lstrip(" "))) // 2) + line.lstrip(" ") for line in lines)


def test_an_artifact_without_entities_has_the_provider_and_the_version() -> None:
    lost = resource("read: {type: string}")
    assert lost.text == '{\n\t"provider": {\n\t\t"name": "bakery"\n\t},\n\t"version": "0.1"\n}'


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        ("type: string, format: password, maxLength: 2, default: x",
         ["default", "deprecation_message", "description", "sensitive", "validators"]),
        ("type: integer, minimum: 2, default: 3", ["default", "deprecation_message", "description", "validators"]),
        ("type: number, format: float, enum: [2], default: 3",
         ["default", "deprecation_message", "description", "validators"]),
        ("type: boolean, default: true", ["default", "deprecation_message", "description"]),
        ("type: number", ["deprecation_message", "description"]),
        ("type: array, items: {type: string}, minItems: 1",
         ["element_type", "deprecation_message", "description", "validators"]),
        ("type: array, items: {type: object}, minItems: 1",
         ["nested_object", "deprecation_message", "description", "validators"]),
        ("type: array, format: set, items: {type: object}, minItems: 1",
         ["nested_object", "deprecation_message", "description", "validators"]),
        ("type: object, additionalProperties: {type: string}, minProperties: 1",
         ["element_type", "deprecation_message", "description", "validators"]),
        ("type: object, properties: {a: {type: string}}", ["attributes", "deprecation_message", "description"]),
    ],
)  # fmt: skip
def test_the_keys_of_each_kind_have_a_fixed_order(schema: str, keys: list[str]) -> None:
    (body,) = property_(f"{{{schema}, description: Warm, deprecated: true}}")["it"].values()
    assert list(body) == ["computed_optional_required", *keys]


# --- escapes ---


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain é 🍞 / ' `", '"plain é 🍞 / \' `"'),
        ('"quoted" \\', r'"\"quoted\" \\"'),
        ("\n\r\t\b\f", r'"\n\r\t\b\f"'),
        ("\x00\x07\x0b\x1f", r'"\u0000\u0007\u000b\u001f"'),
        ("\x7f\x85\xa0", '"\x7f\x85\xa0"'),
        ("<a> & b", r'"\u003ca\u003e \u0026 b"'),
        ("\u2028\u2029", r'"\u2028\u2029"'),
        ("half \ud83d of a pair", '"half \ufffd of a pair"'),
    ],
)
def test_json_strings_have_the_escapes_of_go(text: str, written: str) -> None:
    assert json_string(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain é 🍞 é <>&'`/", '"plain é 🍞 é <>&\'`/"'),
        ('"\\', r'"\"\\"'),
        ("\a\b\f\n\r\t\v", r'"\a\b\f\n\r\t\v"'),
        ("\x00\x1f\x7f", r'"\x00\x1f\x7f"'),
        ("\x85\xa0\xad", r'"\u0085\u00a0\u00ad"'),
        ("\u200b\u2028\u3000\ufeff\ue000", r'"\u200b\u2028\u3000\ufeff\ue000"'),
        ("\U000e0001", r'"\U000e0001"'),
    ],
)
def test_go_string_literals_escape_what_is_not_printable(text: str, written: str) -> None:
    assert string_literal(text) == written


# --- numbers ---


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.0, "1"),
        (2.50, "2.5"),
        (-0.0, "-0"),
        (0.0, "0"),
        (0.1, "0.1"),
        (123456789.125, "123456789.125"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e100, "1e+100"),
        (-1e21, "-1e+21"),
        (0.000001, "0.000001"),
        (0.0000001, "1e-7"),
        (1.5e-10, "1.5e-10"),
        (-2.5e-8, "-2.5e-8"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (7, "7"),
        (-9223372036854775808, "-9223372036854775808"),
    ],
)
def test_json_numbers_have_the_digits_of_go(number: float, written: str) -> None:
    assert json_number(number) == written


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1.0, "1"),
        (2.50, "2.5"),
        (-0.0, "-0"),
        (1e21, "1" + "0" * 21),
        (1e-7, "0.0000001"),
        (-1.25e-9, "-0.00000000125"),
        (12, "12"),
    ],
)
def test_numbers_in_expressions_have_no_exponent(number: float, written: str) -> None:
    assert fixed_number(number) == written


@pytest.mark.parametrize(
    ("default", "written"),
    [("1.0", "1"), ("1e20", "100000000000000000000"), ("1e21", "1e+21"), ("0.0000001", "1e-7"), ("-0.0", "-0")],
)
def test_a_default_is_written_with_the_digits_of_go(default: str, written: str) -> None:
    assert f'"static": {written}\n' in property_(f"{{type: number, format: double, default: {default}}}").text


SHELVES = """\
openapi: 3.0.0
paths:
  /deep: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Room"}}}}}}}
  /flat: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Loaf"}}}}}}}
  /list: {get: {responses: {200: {content: {a/b: {schema: {$ref: "#/components/schemas/Shelves"}}}}}}}
components:
  schemas:
    Loaf:
      type: object
      properties:
        text: {type: string, maxLength: 3, default: "a\\n\\tb", description: "two\\nlines"}
        crumbs: {type: array, items: {type: object, properties: {size: {type: integer, enum: [1, 2]}}}}
        parts: {type: object, additionalProperties: {type: array, items: {$ref: "#/components/schemas/Part"}}}
    Part: {type: object, properties: {a: {type: string}}}
    Shelf: {type: object, properties: {loaf: {$ref: "#/components/schemas/Loaf"}, no: {type: integer}}}
    Shelves: {type: array, items: {$ref: "#/components/schemas/Shelf"}}
    Room: {type: object, properties: {shelves: {$ref: "#/components/schemas/Shelves"}}}
"""


def shelves(order: str) -> Mapping:
    """Entities with the same nested objects at different depths."""
    entries = ", ".join(
        f"e{number}: {{read: {{path: /{path}, method: get}}}}" for number, path in enumerate(order.split())
    )
    return map_texts(SHELVES, f"{{provider: {{name: bakery}}, data_sources: {{{entries}}}}}").mapping


@pytest.mark.parametrize("long", [1, 100, 1 << 15])
@pytest.mark.parametrize("order", ["deep flat list", "flat list deep", "list deep flat"])
def test_an_object_at_another_depth_is_written_as_if_it_were_the_first(
    order: str, long: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mapping = shelves(order)
    monkeypatch.setattr(writer, "_LONG", long)
    written = write_code_spec(mapping)
    made: list[str] = []
    monkeypatch.setattr(writer._Writer, "_again", lambda _self, _body, indent: made.append(indent))
    assert written == write_code_spec(mapping)
    assert len(set(made)) > 2
    assert written.count("two\\nlines") == 3
