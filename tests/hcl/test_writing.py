"""Values, names and blocks in Terraform's language, and types in words."""

import pytest

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
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
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
