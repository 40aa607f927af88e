"""Values, names and blocks in Terraform's language, and types in words."""

import pytest
from msgspec.structs import replace

from mapper.languages.hcl.declarations import declarations, use_block
from mapper.languages.hcl.example import block
from mapper.languages.hcl.literals import key, literal, quoted
from mapper.languages.hcl.states import type_words
from mapper.model import (
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Nested,
    NestingMode,
    Object,
    Reason,
    Sample,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.model.limits import Size
from mapper.model.samples.extent import Extent


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", '""'),
        ("a b!~", '"a b!~"'),
        ('say "hi" \\', r'"say \"hi\" \\"'),
        ("a\nb\rc\td", r'"a\nb\rc\td"'),
        ("${a} %{b} $a %a $${c}", '"$${a} %%{b} $a %a $$${c}"'),
        ("\n${a}", r'"\n$${a}"'),
        ("é パン 😀", '"é パン 😀"'),
        ("\x00\x7f\x85", r'"\u0000\u007f\u0085"'),
        ("\u200b\u2028\u2029", r'"\u200b\u2028\u2029"'),
        ("\U000e0001", r'"\U000e0001"'),
        ("\ud7ff\ud800\udfff\ue000", '"\ud7ff\ufffd\ufffd\ue000"'),
    ],
)
def test_a_text_is_quoted_on_one_line_without_templates(text: str, written: str) -> None:
    assert quoted(text) == written
    assert literal(text) == written


@pytest.mark.parametrize(
    ("value", "written"),
    [(True, "true"), (False, "false"), (0, "0"), (-5, "-5"), (10**30, "1" + "0" * 30), (1.0, "1"), (-2.5, "-2.5"),
     (1e30, "1e+30"), (float("inf"), "0"), (float("nan"), "0"), (None, '"None"')],
)  # fmt: skip
def test_a_scalar_is_written_as_terraform_reads_it(value: object, written: str) -> None:
    assert literal(value) == written


@pytest.mark.parametrize(
    ("name", "written"),
    [("a", "a"), ("_a-1", "_a-1"), ("Z9", "Z9"), ("", '""'), ("1a", '"1a"'), ("-a", '"-a"'), ("a.b", '"a.b"'),
     ("a\n", r'"a\n"'), ("é", '"é"'), ("for", '"for"'), ("format", "format")],
)  # fmt: skip
def test_a_key_has_quotes_where_it_is_no_name(name: str, written: str) -> None:
    assert key(name) == written


def smallest(names: str) -> dict[str, str]:
    """Resources that each refer to the next one."""
    types = names.split()
    following = [*types[1:], ""][: len(types)]
    return {
        type_: f'resource "{type_}" "main" {{\n' + (f"  id = {other}.main.id\n" if other else "") + "}\n"
        for type_, other in zip(types, following, strict=True)
    }


LONG = " ".join(f"zoo_{chr(ord('a') + number)}" for number in range(14))


@pytest.mark.parametrize(
    ("example", "known", "declared"),
    [
        ("", "", ""),
        ("a = zoo_pet.main.id", "zoo_pet", "zoo_pet"),
        ("a = zoo_pet.main.id\nb = zoo_pet.main.name", "zoo_pet", "zoo_pet"),
        ("a = zoo_pet.main.id", "", ""),
        ("a = zoo_pet.other.id", "zoo_pet", ""),
        ("a = [zoo_pet.main.id, zoo_cage.main.id]", "zoo_cage", "zoo_cage"),
        ("a = zoo_pet.main.id", "zoo_pet zoo_cage", "zoo_pet zoo_cage"),
        ('a = "zoo_pet.main.id"', "zoo_pet", ""),
        (r'a = "\"zoo_pet.main.id"', "zoo_pet", ""),
        ("a = 1 # zoo_pet.main.id", "zoo_pet", ""),
        ('resource "zoo_pet" "main" {\n  a = zoo_pet.main.id\n}', "zoo_pet", ""),
        ("a = zoo_a.main.id", LONG, " ".join(LONG.split()[:12])),
        ("a = var.pin\nb = var.pin\nc = var.key", "", "var.pin var.key"),
        ("a = var.pin\nb = zoo_pet.main.id", "zoo_pet", "zoo_pet var.pin"),
        ("a = 1 # var.pin", "", ""),
    ],
)
def test_what_an_example_refers_to_is_declared_once(example: str, known: str, declared: str) -> None:
    blocks = smallest(known)
    variables = {name: f'variable "{name[4:]}" {{\n  sensitive = true\n}}\n' for name in ("var.pin", "var.key")}
    text = declarations(example, lambda type_: blocks.get(type_, ""))
    assert text == "\n".join((blocks | variables)[name] for name in declared.split())


REQUIRED = 'terraform {{\n  required_providers {{\n    zoo = {{\n      source = "{}"\n    }}\n  }}\n}}\n'


@pytest.mark.parametrize(
    ("name", "address", "source"),
    [
        ("zoo", "keeper/zoo", "keeper/zoo"),
        ("zoo", "registry.terraform.io/keeper/zoo", "keeper/zoo"),
        ("zoo", "zoo.test:80/keeper/zoo", "zoo.test:80/keeper/zoo"),
        ("zoo", "zoo", ""),
        ("zoo", "a/b/c/d", ""),
        ("zoo", "keeper/zoo\n", ""),
        ("zoo", "", ""),
        ("1zoo", "keeper/zoo", ""),
    ],
)
def test_a_provider_is_required_by_its_address(name: str, address: str, source: str) -> None:
    block = REQUIRED.format(source) if source else ""
    configuration = 'provider "zoo" {}\n'
    assert use_block(name, address, "") == block
    assert use_block(name, address, configuration) == "\n".join([block, configuration] if block else [configuration])


TEXT, NUMBER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.FLOAT64)
LIST, SET, MAP = CollectionKind.LIST, CollectionKind.SET, CollectionKind.MAP


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (TEXT, "String"),
        (NUMBER, "Number"),
        (Scalar(ScalarKind.INT64), "Number"),
        (Scalar(ScalarKind.BOOL), "Boolean"),
        (Scalar(ScalarKind.DYNAMIC), "Dynamic"),
        (Scalar(ScalarKind.STRING, "Colour"), "Colour"),
        (Collection(LIST, TEXT), "List of String"),
        (Collection(SET, Collection(MAP, NUMBER)), "Set of Map of Number"),
        (Object(Body()), "Object"),
        (Collection(MAP, Object(Body())), "Map of Object"),
        *((Nested(mode, Body()), words) for mode, words in [
            (NestingMode.SINGLE, "Object"), (NestingMode.LIST, "List of Object"),
            (NestingMode.SET, "Set of Object"), (NestingMode.MAP, "Map of Object"),
        ]),
        *((Nested(mode, Body(), block=True), words) for mode, words in [
            (NestingMode.SINGLE, "Block"), (NestingMode.LIST, "List of Blocks"),
            (NestingMode.SET, "Set of Blocks"), (NestingMode.MAP, "Map of Blocks"),
        ]),
        (Union((TEXT, Collection(LIST, TEXT))), "String or List of String"),
        (Union((Object(Body(name="Cat")), TEXT, TEXT)), "Cat or String"),
    ],
)  # fmt: skip
def test_a_type_has_the_words_of_the_documentation_of_terraform(type_: Type, words: str) -> None:
    assert type_words(type_) == words


@pytest.mark.parametrize("extent", Extent)
def test_an_inner_block_contains_everything(extent: Extent) -> None:
    names = Body(tuple(Attribute(name, name, TEXT, Status.REQUIRED, Reason("", ""), ()) for name in ("b", "long")))
    assert block('data "zoo" "main"', names, extent=extent, nested="config") == (
        'data "zoo" "main" {\n  config {\n    b    = "example-b"\n    long = "example-long"\n  }\n}\n'
    )
    assert block("zoo", Body(()), extent=extent, nested="config") == "zoo {\n  config {}\n}\n"
    assert block("zoo", Body(()), extent=extent) == "zoo {}\n"
    assert block("zoo", names, {"b"}, extent=extent) == 'zoo {\n  long = "example-long"\n}\n'


def optional(name: str, type_: Type = TEXT, value: object = None, *, is_json: bool = False) -> Attribute:
    """An optional attribute with a value of the API."""
    sample = Sample(value)
    return Attribute(name, name, type_, Status.OPTIONAL, Reason("", ""), (), sample=sample, is_json=is_json)


def written(*attributes: Attribute, limit: int = 60) -> list[str]:
    """The lines in the block."""
    text = block("zoo", Body(attributes), extent=Extent.FULL, limit=limit)
    return [line.removeprefix("  ") for line in text.splitlines()[1:-1]]


STRINGS, LONG_TEXT = Collection(LIST, TEXT), "x" * 90


@pytest.mark.parametrize(
    ("type_", "value", "is_json", "lines"),
    [
        (STRINGS, ["a", "b"], False, ['it = ["a", "b"]']),
        (STRINGS, ["a" * 71, "b"], False, [f'it = ["{"a" * 71}", "b"]']),  # 80 characters
        (STRINGS, ["a" * 72, "b"], False, ["it = [", f'  "{"a" * 72}",', '  "b",', "]"]),
        (STRINGS, [LONG_TEXT], False, [f'it = ["{LONG_TEXT}"]']),
        (Collection(MAP, TEXT), {"a": "b", "long": "c"}, False, ["it = {", '  a    = "b"', '  long = "c"', "}"]),
        (TEXT, [{"a": 1, "b": [2]}], True, ["it = jsonencode([{", "  a = 1", "  b = [2]", "}])"]),
        (TEXT, [{"a": 1}, {}], True, ["it = jsonencode([", "  {", "    a = 1", "  },", "  {},", "])"]),
        (TEXT, {"a": {"b": None}, "for": True}, True,
         ["it = jsonencode({", "  a = {", "    b = null", "  }", '  "for" = true', "})"]),
        (TEXT, 1.5, True, ["it = jsonencode(1.5)"]),
    ],
)  # fmt: skip
def test_values_take_one_line_if_they_fit(type_: Type, value: object, is_json: bool, lines: list[str]) -> None:
    assert written(optional("it", type_, value, is_json=is_json)) == lines
    assert written(optional("it", type_, value, is_json=is_json), limit=len(lines)) == lines
    left_out = written(optional("it", type_, value, is_json=is_json), limit=len(lines) - 1)
    assert left_out == ["# 1 optional attribute"]


def test_each_item_of_a_list_has_its_json() -> None:
    inner = replace(optional("j", TEXT, {"a": 1}, is_json=True), status=Status.REQUIRED)
    items = replace(optional("it", Nested(NestingMode.LIST, Body((inner,)))), limits=(Size(2, None),), sample=None)
    assert written(items).count("    j = jsonencode({") == 2


@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        (3, ["a = 1", "b = 2", "c = 3"]),
        (2, ["a = 1", "b = 2", "# and 1 more optional attribute"]),
        (1, ["a = 1", "# and 2 more optional attributes"]),
        (0, ["# 3 optional attributes"]),
    ],
)
def test_what_does_not_fit_is_counted(limit: int, lines: list[str]) -> None:
    numbers = Scalar(ScalarKind.INT64)
    assert written(*(optional(name, numbers, at) for at, name in enumerate("abc", 1)), limit=limit) == lines


def test_names_that_a_block_cannot_have_are_left_out_of_it_and_quoted_in_an_object() -> None:
    odd = Body((optional("a.b", TEXT, "x"), optional("c", TEXT, "y")))
    assert written(optional("it", Nested(NestingMode.SINGLE, odd, block=True))) == ["it {", '  c = "y"', "}"]
    assert written(optional("it", Nested(NestingMode.SINGLE, odd))) == ["it = {", '  "a.b" = "x"', '  c     = "y"', "}"]
    assert written(*odd.attributes) == ['c = "y"']
