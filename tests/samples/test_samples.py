"""What people write of an object: which attributes, which values of the API, and the texts that patterns take."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.languages.hcl.example import expression
from mapper.model import Attribute, Sample
from mapper.model.limits import Length, Limits, OneOf, Pattern, limit_of
from mapper.model.samples import patterns
from mapper.model.samples.extent import Extent
from mapper.model.samples.schema_values import custom_type_of, given_value, least_members, sample_of
from mapper.model.samples.values import is_within, scalar
from mapper.systems.terraform.spec.example import example

from ..support import generate, resource

CHOSEN: dict[str, tuple[str, bool]] = {
    "what has an example": ("it: {type: string, example: oak}", True),
    "what has examples": ("it: {type: string, examples: [oak]}", True),
    "few allowed values": ("it: {type: string, enum: [oak, ash]}", True),
    "a number with a default": ("it: {type: integer, default: 3}", True),
    "many allowed values": (f"it: {{type: string, enum: {json.dumps(list('abcdefghij'))}}}", False),
    "one allowed value": ("it: {type: string, enum: [oak]}", False),
    "a text with a default": ("it: {type: string, default: oak}", False),
    "a switch": ("it: {type: boolean, default: true, example: true}", False),
    "a format": ("it: {type: string, format: uuid}", False),
    "an example of another type": ("it: {type: string, example: 3}", False),
    "a secret": ("it: {type: string, format: password, example: oak}", False),
    "what is deprecated": ("it: {type: string, example: oak, deprecated: true}", False),
    "what says that it is deprecated": ("it: {type: string, example: oak, description: Deprecated. Use a.}", False),
    "what will be deprecated": ("it: {type: string, example: oak, description: It is now deprecated.}", False),
    "what names something old": ("it: {type: string, example: oak, description: Not for deprecated wood.}", True),
    "what the API sets": ("it: {type: string, example: oak, readOnly: true}", False),
    "nothing": ("it: {type: string}", False),
    "a name": ("name: {type: string}", True),
    "what sounds like a name": ("rename: {type: string}", False),
}  # fmt: skip


@pytest.mark.parametrize("case", CHOSEN)
def test_what_people_write_is_chosen_by_what_the_api_says(case: str) -> None:
    schema, expected = CHOSEN[case]
    name = schema.partition(":")[0]
    mapped = resource(f"create: {{type: object, properties: {{{schema}}}}}\npolicies: {{read_only: computed}}")
    assert (f"{name} =" in example(mapped.entity, mapped.mapping, Extent.TYPICAL)) is expected
    assert f"{name} =" not in example(mapped.entity, mapped.mapping, Extent.MINIMAL)


def test_of_many_the_most_telling_ones_are_chosen_in_the_order_of_names() -> None:
    numbers = ", ".join(f"a{n}: {{type: integer, default: {n}}}" for n in range(9))
    texts = ", ".join(f"b{n}: {{type: string, example: x}}" for n in range(6))
    mapped = resource(f"create: {{type: object, properties: {{{numbers}, {texts}, name: {{type: string}}}}}}")
    lines = example(mapped.entity, mapped.mapping, Extent.TYPICAL).splitlines()[1:-1]
    assert [line.split()[0] for line in lines] == ["a0", *(f"b{n}" for n in range(6)), "name"]


# --- values for examples --------------------------------------------------------------------------


class Word(str):
    """A text that counts how often it is compared."""

    __slots__ = ()
    compared = 0

    def __eq__(self, other: object) -> bool:
        Word.compared += 1
        return str.__eq__(self, other)

    __hash__ = str.__hash__


def test_the_cost_of_a_value_of_an_enum_grows_with_the_enum_and_not_with_its_square() -> None:
    words = tuple(Word(f"w{number}") for number in range(2000))
    assert scalar("string", "a", (OneOf(words),), 3) == "w3"
    assert Word.compared <= 2 * len(words)


@pytest.mark.parametrize(
    ("name", "limits", "texts"),
    [
        ("", (), ["example", "example-2", "example-3"]),
        ("owner_id", (), ["example-owner-id", "example-2-owner-id"]),
        ("billing_email", (), ["user@example.com", "user@example-2.com"]),
        ("created_at", (), ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z-2"]),
        ("key", (Length(9, None),), ["key-key-key", "key-2-key"]),
        ("key", (Length(9, 10),), ["key-key-ke", "key-2-key"]),
        ("key", (Length(None, 4),), ["key", "ex-2"]),
        ("", (Length(None, 3),), ["exa", "e-2"]),
        ("", (Length(None, 2),), ["ex", "-2"]),
        ("", (Length(None, 1),), ["e", "2"]),
        ("", (Length(None, 0),), ["", ""]),
        ("", (Length(5, 3),), ["exa", "e-2"]),
        ("", (OneOf(("", "a", "b")),), ["a", "b", "a"]),
        ("", (OneOf(("a", "bbb", "cc")), Length(2, None)), ["bbb", "cc", "bbb"]),
        ("", (OneOf(("a", "b1")), Pattern("[0-9]")), ["b1", "b1"]),
        ("", (OneOf(("a", "b")), Length(2, None)), ["a", "b", "a"]),
        ("", (OneOf(("",)),), ["", ""]),
    ],
)
def test_each_index_has_another_text_within_the_limits(name: str, limits: Limits, texts: list[str]) -> None:
    assert [scalar("string", name, limits, index) for index in range(len(texts))] == texts


# --- values for attributes whose Go type checks what a configuration has --------------------------


ACCEPTED = {
    "cidrtypes.IPv4Prefix": ("10.0.0.1/8", "10.0.0.0"),
    "cidrtypes.IPv6Prefix": ("fe80::/10", "10.0.0.0/8"),
    "hwtypes.MACAddress": ("AA-BB-CC-DD-EE-FF", "AA-BB-CC-DD-EE:FF"),
    "iptypes.IPv4Address": ("10.0.0.1", "10.0.0.256"),
    "iptypes.IPv6Address": ("::", "10.0.0.1"),
    "jsontypes.Exact": ("[1, null]", "example"),
    "jsontypes.Normalized": ('{"a": 1}', "{a: 1}"),
    "timetypes.GoDuration": ("1h30m", "PT1H"),
    "timetypes.RFC3339": ("2030-01-01T00:00:00.5+01:00", "2030-01-01"),
}


def attribute(name: str, more: str = "") -> Attribute:
    oven = resource(f"""
        create: {{properties: {{it: {{type: string{more}}}}}}}
        schema: {{attributes: {{overrides: {{it: {{custom_type: {name}}}}}}}}}
    """)
    return oven.attribute("it")


def sample(name: str, more: str = "") -> object:
    return given_value(attribute(name, more))


@pytest.mark.parametrize("name", ACCEPTED)
def test_a_value_is_one_that_the_type_accepts(name: str) -> None:
    value, custom = sample(name), custom_type_of(attribute(name))
    assert custom is not None
    assert isinstance(value, str)
    assert custom.accepts(value)


@pytest.mark.parametrize("name", ACCEPTED)
def test_an_example_of_the_api_is_taken_where_the_type_accepts_it(name: str) -> None:
    right, wrong = ACCEPTED[name]
    assert sample(name, f", example: '{right}'") == right
    assert sample(name, f", example: '{wrong}'") != wrong


@pytest.mark.parametrize("levels", [901, 100_000])
def test_json_that_is_nested_too_deep_is_no_value_of_a_type_for_it(levels: int) -> None:
    custom = custom_type_of(attribute("jsontypes.Normalized"))
    assert custom is not None
    assert custom.accepts("[" * 900 + "]" * 900)
    assert not custom.accepts("[" * levels + "]" * levels)


SPEC = """\
openapi: 3.1.0
info: {{title: Zoo, version: "1"}}
paths:
  /zoos/{{zoo_id}}/pets:
    post:
      parameters: [{{name: zoo_id, in: path, required: true, example: berlin, schema: {{type: string}}}}]
      requestBody:
        content: {{application/json: {{schema: {{type: object, required: [x], properties: {{x: {schema}}}}}}}}}
      responses: {{"201": {{description: ok}}}}
  /zoos/{{zoo_id}}/pets/{{pet_id}}:
    get:
      parameters:
        - {{name: zoo_id, in: path, required: true, example: berlin, schema: {{type: string}}}}
        - {{name: pet_id, in: path, required: true, schema: {{type: string}}}}
      responses: {{"200": {{content: {{application/json: {{schema: {{properties: {{y: {{type: string}}}}}}}}}}}}}}
components: {{schemas: {{Kind: {{type: string, example: owl}}}}}}
"""
CONFIG = """\
provider: {name: zoo}
resources:
  pet: {create: {path: "/zoos/{zoo_id}/pets", method: POST}, read: {path: "/zoos/{zoo_id}/pets/{pet_id}", method: GET}}
"""


def _pet(schema: str, folder: Path) -> dict[str, Attribute]:
    (folder / "api.yml").write_text(SPEC.format(schema=schema), encoding="utf-8")
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    mapping = generate(folder / "api.yml", folder / "config.yml", folder)
    pet = next(entity for entity in mapping.entities if entity.name == "pet")
    return {attribute.name: attribute for attribute in pet.body.attributes}


def _example(schema: str, folder: Path) -> str:
    return expression(_pet(schema, folder)["x"])


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("{type: string, example: page}", '"page"'),
        ("{type: string, examples: [fra1, ber1]}", '"fra1"'),
        ("{type: string, x-example: here}", '"here"'),
        ("{type: string, default: usual, example: page}", '"page"'),
        ("{type: string, default: usual}", '"usual"'),
        ("{type: string, format: uuid}", '"00000000-0000-4000-8000-000000000000"'),
        ("{type: string, format: ipv4}", '"192.0.2.1"'),
        ("{$ref: '#/components/schemas/Kind'}", '"owl"'),
        ("{type: integer, example: 7}", "7"),
        ("{type: number, example: 1.5}", "1.5"),
        ("{type: boolean, example: false}", "false"),
        ("{type: array, items: {type: string}, example: [a, b]}", '["a", "b"]'),
        ("{type: object, additionalProperties: {type: string}, example: {k: v}}", '{ k = "v" }'),
    ],
)
def test_what_the_api_gives_comes_first(schema: str, value: str, tmp_path: Path) -> None:
    assert _example(schema, tmp_path) == value


@pytest.mark.parametrize(
    ("example", "shown"),
    [
        ("2019-05-01", "2039-05-01"),
        ("2029-05-01T10:00:00Z", "2049-05-01T10:00:00Z"),
        ("2030-05-01", "2030-05-01"),
        ("1999-05-01 10:00:00", "2039-05-01 10:00:00"),
        ("2019-05", "2019-05"),
        ("2019-55-01", "2019-55-01"),
        ("in 2019-05-01", "in 2019-05-01"),
    ],
)
def test_a_time_that_a_request_sends_is_not_over(example: str, shown: str, tmp_path: Path) -> None:
    assert _example(f"{{type: string, example: '{example}'}}", tmp_path) == f'"{shown}"'
    assert _example(f"{{type: string, enum: ['{example}'], example: '{example}'}}", tmp_path) == f'"{example}"'


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ("{type: string, maxLength: 3, example: page}", '"page"'),
        ("{type: string, enum: [a, b], example: c}", '"c"'),
        ("{type: string, pattern: '^[0-9]+$', example: page}", '"page"'),
        ("{type: string, format: date, maxLength: 4}", '"2030-01-01"'),
        ("{type: integer, maximum: 5, example: 7}", "7"),
        ("{type: integer, example: seven}", '"seven"'),
        ("{type: boolean, example: 1}", "1"),
        ("{type: array, items: {type: string}, minItems: 3, example: [a]}", '["a"]'),
        ("{type: array, items: {type: integer}, example: [a]}", '["a"]'),
        ("{type: array, items: {type: string}, uniqueItems: true, example: [a, a]}", '["a", "a"]'),
        ("{type: array, format: set, items: {type: string}, example: [a, a]}", '["a", "a"]'),
        ("{type: array, items: {type: string}, maxItems: 1, example: [a, b]}", '["a", "b"]'),
    ],
)
def test_what_does_not_fit_is_not_taken(schema: str, value: str, tmp_path: Path) -> None:
    assert _example(schema, tmp_path) != value


@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, example: page}",
        "{type: string, examples: [fra1]}",
        "{type: string, x-example: here}",
        "{type: string, const: one}",
        "{oneOf: [{type: string, format: byte}, {type: string, enum: [one, two]}]}",
        "{oneOf: [{type: string, const: one}, {type: string, const: two}]}",
        "{type: string, format: uuid}",
        "{$ref: '#/components/schemas/Kind'}",
        "{type: object, minProperties: 1, additionalProperties: {type: string}}",
    ],
)
def test_only_an_attribute_with_sample_data_has_a_sample(schema: str, tmp_path: Path) -> None:
    pet = _pet(schema, tmp_path)
    for name in ("x", "zoo_id", "pet_id"):
        assert sample_of(pet[name]) != Sample()
    assert sample_of(pet["y"]) == Sample()


def test_an_object_has_as_many_members_as_it_must_have(tmp_path: Path) -> None:
    schema = "{type: object, minProperties: 1, properties: {a: {type: string, example: one}, b: {type: string}}}"
    assert _example(schema, tmp_path) == '{ a = "one" }'


@pytest.mark.parametrize(("count", "least"), [(-1, 0), (-(2**63) - 1, 0), (2**80, 2**31 - 1), ("true", 0), ("'1'", 0)])
def test_a_number_of_members_that_no_object_has_is_none(count: object, least: int, tmp_path: Path) -> None:
    schema = f"{{type: object, minProperties: {count}, properties: {{a: {{type: string}}}}}}"
    assert least_members(_pet(schema, tmp_path)["x"]) == least


@pytest.mark.parametrize(
    ("parameter", "shown"),
    [
        ("schema: {type: string, example: paris}", "paris"),
        ("example: rome, schema: {type: string, example: paris}", "rome"),
        ("examples: {a: {value: oslo}}, schema: {type: string}", "oslo"),
        ("schema: {type: string, default: bonn}", "bonn"),
        ("schema: {type: string}", "example-zoo-id"),
    ],
)
def test_a_parameter_has_the_value_of_its_schema_too(parameter: str, shown: str, tmp_path: Path) -> None:
    text = SPEC.format(schema="{type: string}").replace("example: berlin, schema: {type: string}", parameter)
    (tmp_path / "api.yml").write_text(text, encoding="utf-8")
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    mapping = generate(tmp_path / "api.yml", tmp_path / "config.yml", tmp_path)
    (pet,) = (entity for entity in mapping.entities if entity.name == "pet")
    assert f'  zoo_id = "{shown}"\n' in example(pet, mapping, Extent.MINIMAL)


def test_what_the_path_needs_is_in_the_smallest_example(tmp_path: Path) -> None:
    (tmp_path / "api.yml").write_text(SPEC.format(schema="{type: string}"), encoding="utf-8")
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    mapping = generate(tmp_path / "api.yml", tmp_path / "config.yml", tmp_path)
    pet = next(entity for entity in mapping.entities if entity.name == "pet")
    assert '  zoo_id = "berlin"\n' in example(pet, mapping, Extent.MINIMAL)
    assert "pet_id" not in example(pet, mapping, Extent.MINIMAL)


REAL_WORLD = r"""
^(0|[1-9][0-9]*)$
[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?
^AC[0-9a-fA-F]{32}$
^[0-9]+.?[0-9]*$
^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$
^[a-zA-Z]((?!--|__|\.\.)[a-zA-Z0-9-_.])+$
^((([1-9]|[1-9][0-9]|[1-2][0-9][0-9]|3[0-5][0-9]|36[0-4])[d](control)?)|(([1-9]|[1-4][0-9]|5[0-2])[w](control)?))$
^\S(.*\S)?$
^$|[0-9a-f]{8}\b-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-\b[0-9a-f]{12}
^[\w\-_. ]+$
(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$
^-?\d{0,13}(?:\.\d{0,2})?$
^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$
^((xn--)?[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*\.)+[a-zA-Z]{2,}\.?$
^[A-Za-z0-9()\[\]'"][-A-Za-z0-9_. \/()\[\]]{0,40}[A-Za-z0-9()\[\]'"]$
^do:kubernetes:.*
^sha256:[a-f0-9]{64}$
^\+[0-9]+$
^P(?:$)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?:\d)(\d+H)?(\d+M)?(\d+S)?)?$
^\d{4}-(0[1-9]|1[0-2])$
^/v1/tax/transactions/[^/]+/line_items
^(?=.{3,63}$)[a-z0-9]+(?:-[a-z0-9]+)*(?:[.][a-z0-9]+(?:-[a-z0-9]+)*)*$
^ssh-(rsa|dss|ed25519) [^ ]+|^ecdsa-sha2-nistp(256|384|521) [^ ]+
^arn:aws:iam::\d{12}:role/[\w+=,.@-]+$
^(?P<major>0|[1-9]\d*)\.(?P<minor>\d+)$
^\x41\u0042[^\W\d]\D\s$
a-z, A-Z, 0-9
""".strip("\n").split("\n")


@pytest.mark.parametrize("pattern", REAL_WORLD)
def test_a_sample_matches_its_pattern(pattern: str) -> None:
    expression = patterns.parse(pattern)
    assert expression is not None
    steps = expression.steps()
    found = next(text for text in expression.samples(0, steps) if expression.matches(text, steps))
    assert re.search(pattern, found)


@pytest.mark.parametrize("pattern", REAL_WORLD)
@given(text=st.text("aZ09-_.:/# d=", max_size=12))
@settings(max_examples=20)
def test_matching_agrees_with_the_standard_library(pattern: str, text: str) -> None:
    expression = patterns.parse(pattern)
    assert expression is not None
    assert expression.matches(text, expression.steps()) == bool(re.search(pattern.replace("$", r"\Z"), text))


@pytest.mark.parametrize(
    "pattern",
    ["(", ")", "[", "[]", "[z-a]", "*", "a**", "\\", "(?", "(?<=a)b", r"(a)\1", r"\p{Greek}", "[[:alpha:]]", "(" * 99],
)
def test_what_is_not_understood_is_no_pattern(pattern: str) -> None:
    assert patterns.parse(pattern) is None


@given(st.text(r"ab09^$.|?*+(){}[]\-,dwsbpxu:=!<", max_size=20))
def test_any_text_is_read_as_a_pattern_or_not_at_all(text: str) -> None:
    expression = patterns.parse(text)
    if expression is not None:
        for sample in expression.samples(0, expression.steps()):
            assert len(sample) <= 129
            expression.matches(sample, expression.steps())


HOSTILE_PATTERNS = (
    "(?:" * 3 + "a?" + "){64}" * 3 + "b",
    "(?:" * 20 + "a?" + "){64}" * 20 + "b",
    "(?:a|b|c|d){0,64}" * 20 + "(?!.*)",
    "(?:[a-z]*)*" * 30 + "!",
    ".*" * 200 + "(?=x)y",
    "(?:a{64}){64}",
)


@pytest.fixture
def steps_taken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The steps of all searches, as they are taken."""
    taken: list[int] = []
    take = patterns.Steps.take

    def counting(self: patterns.Steps, count: int = 1) -> None:
        taken.append(count)
        take(self, count)

    monkeypatch.setattr(patterns.Steps, "take", counting)
    return taken


@pytest.mark.parametrize("pattern", HOSTILE_PATTERNS)
def test_the_search_for_a_text_takes_a_bounded_number_of_steps(pattern: str, steps_taken: list[int]) -> None:
    """Of all its candidates together: each of 200 candidates took as many steps as one may take."""
    scalar("string", "hostile", (Pattern(pattern),), 0)
    assert sum(steps_taken) <= 4_000 + 8 * len(pattern)


@pytest.mark.parametrize("pattern", HOSTILE_PATTERNS)
def test_the_values_of_an_enum_share_the_steps_of_their_pattern(pattern: str, steps_taken: list[int]) -> None:
    """20,000 values and one slow pattern took minutes."""
    values = tuple(f"{'a' * 20}{number}" for number in range(2_000))
    assert scalar("string", "hostile", (OneOf(values), Pattern(pattern)), 0) in values
    assert sum(steps_taken) <= 4_000 + 8 * len(pattern) + len(values)


# --- numbers within limits ------------------------------------------------------------------------


Plain = dict[str, object]


def limits_of(plain: Plain) -> Limits:
    return tuple(limit_of(keyword, value) for keyword, value in plain.items())


def number_of(kind: str, limits: Limits, index: int) -> float:
    number = scalar(kind, "", limits, index)
    assert isinstance(number, int | float)
    return number


@pytest.mark.parametrize(
    ("limits", "numbers"),
    [
        ({}, [1, 2, 3]),
        ({"range": (0, None)}, [1, 2, 3]),
        ({"range": (2.5, None)}, [3, 4, 5]),
        ({"range": (None, -40)}, [-40, -40, -40]),
        ({"range": (0.2, 0.8)}, [0.2, 0.2, 0.2]),
        ({"exclusive_range": (0, 1)}, [0.5, 0.5, 0.5]),
        ({"exclusive_range": (1, None)}, [2, 3, 4]),
        ({"exclusive_range": (None, 3)}, [1, 2, 2]),
        ({"range": (None, 0.5), "exclusive_range": (0, None)}, [0.5, 0.5, 0.5]),
        ({"multiple": 5}, [5, 10, 15]),
        ({"multiple": 5, "range": (7, 12)}, [10, 10, 10]),
        ({"multiple": 0.1, "range": (None, 0.3)}, [0.3, 0.3, 0.3]),
        ({"multiple": 0.1, "exclusive_range": (None, 0.3)}, [0.2, 0.2, 0.2]),
        ({"multiple": 0.01}, [1, 1.01, 1.02]),
    ],
)
def test_numbers_are_counted_from_1_or_from_where_the_limits_begin(limits: Plain, numbers: list[float]) -> None:
    assert [number_of("float64", limits_of(limits), index) for index in range(3)] == numbers
    assert all(is_within(number, limits_of(limits)) for number in numbers)


BOUNDS = st.none() | st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
PAIRS = st.tuples(BOUNDS, BOUNDS)
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "range": PAIRS,
        "exclusive_range": PAIRS,
        "multiple": st.integers(1, 10**20) | st.floats(min_value=5e-324, allow_infinity=False),
    },
)


@given(st.sampled_from(["int64", "float64", "number"]), LIMITS, st.integers(0, 9))
def test_there_is_a_number_whatever_the_limits_are(kind: str, limits: Plain, index: int) -> None:
    found = number_of(kind, limits_of(limits), index)
    assert isinstance(found, int if kind == "int64" else int | float)


def test_flags_alternate() -> None:
    assert [scalar("bool", "a", (), index) for index in range(3)] == [True, False, True]
