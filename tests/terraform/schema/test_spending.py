"""The values of an enum count in each attribute that has them: a page and a code spec write them out each time."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from mapper.inputs import Document, Documents, Node
from mapper.report.budget import Budget, Cost, Limit, OverBudget
from mapper.systems.terraform.attributes.mappers import Mappers
from mapper.systems.terraform.limits import Spending
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.read import Inputs

from ...hardness.amplified import document, obj, reference
from ...hardness.descriptions import CONFIG
from ...support import generate, read_config

ENUM = {"B": {"type": "string", "enum": [f"w{number}" for number in range(20_000)]}}


@pytest.mark.parametrize(
    "schema",
    [
        reference(),
        {"type": "array", "items": reference()},
        {"type": "object", "additionalProperties": reference()},
        {"allOf": [reference()]},
        {"type": "array", "items": {"allOf": [reference()]}},
        {"type": "array", "items": obj({"a": reference()})},
    ],
    ids=json.dumps,
)
def test_an_enum_counts_wherever_an_attribute_has_it(schema: dict[str, object], tmp_path: Path) -> None:
    """In 3,000 attributes that are lists, 6,250 values took 2 GB and 37 s of CPU time for the pages."""
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    for uses, is_refused in ((10, False), (60, True)):
        properties = {f"p{number}": schema for number in range(uses)}
        (tmp_path / "api.json").write_text(document(obj(properties), ENUM), encoding="utf-8")
        if is_refused:
            with pytest.raises(OverBudget, match="more than 1,000,000 entries of lists"):
                generate(tmp_path / "api.json", tmp_path / "config.yml")
        else:
            assert generate(tmp_path / "api.json", tmp_path / "config.yml").entities


def node(**keywords: object) -> Node:
    return Document("api.json", json.dumps(keywords).encode()).node


COUNTED: dict[str, tuple[Cost, int, Callable[[Spending, int], None]]] = {
    "a description": (Cost.WRITTEN, 64, lambda spending, size: spending.attribute(node(), "a" * size)),
    "a pattern": (Cost.WRITTEN, 0, lambda spending, size: spending.attribute(node(pattern="a" * size), None)),
    "a default": (Cost.WRITTEN, 0, lambda spending, size: spending.attribute(node(default="a" * size), None)),
    "the texts of an enum": (Cost.WRITTEN, 0, lambda spending, size: spending.attribute(node(enum=["a" * size]), None)),
    "the entries of an enum": (Cost.SCALARS, 64, lambda spending, size: spending.list(node(enum=[1] * size), "enum")),
    "the schemas of a choice": (Cost.SCALARS, 8, lambda spending, size: spending.compared(node(), size)),
    "the keywords of a merged schema": (
        Cost.SCALARS, 64, lambda spending, size: spending.merge([node(**{f"k{number}": 1 for number in range(size)})])),
    "the entries of a merged list": (
        Cost.SCALARS, 64, lambda spending, size: spending.merge([node(required=["a"] * size)])),
    "a pointer": (
        Cost.PLACES, 200, lambda spending, size: spending.place(Node(node().document, "/" + "a" * (size - 1), 1))),
}  # fmt: skip
"""What is counted, and up to which size it is not."""


@pytest.mark.parametrize("what", COUNTED)
def test_what_is_short_costs_nothing(what: str) -> None:
    cost, free, count = COUNTED[what]
    budget = Budget()
    budget.limits[cost] = Limit("units", 0)
    count(Spending(budget), free)
    with pytest.raises(OverBudget):
        count(Spending(budget), free + 1)


API = (
    "openapi: 3.1.0\npaths:\n  /o: {post: {requestBody: {content: {a/b: {schema: {properties: {it: IT}}}}}}, get: {}}\n"
)
CONFIG_OF_ONE = """
    provider: {name: b}
    policies: {one_of: variants}
    resources: {o: {create: {path: /o, method: POST}, read: {path: /o, method: GET}}}
"""


def of(count: int, name: str = "p") -> str:
    return f"properties: {{{', '.join(f'{name}{number}: {{type: string}}' for number in range(count))}}}"


def required(count: int) -> str:
    return f"{{{of(count)}, required: [{', '.join(f'p{number}' for number in range(count))}]}}"


CARRIED: dict[str, tuple[str, int]] = {
    "many properties": (f"{{{of(65)}}}", 0),
    "few required properties": (required(64), 0),
    "many required properties": (required(65), 65),
    "few members of an element type": (f"{{type: array, items: {{type: array, items: {{{of(64)}}}}}}}", 0),
    "many members of an element type": (f"{{type: array, items: {{type: array, items: {{{of(65)}}}}}}}", 65),
    "many properties of a map": (f"{{additionalProperties: {{type: string}}, {of(65)}}}", 65),
    "many values of an element": (
        f"{{type: array, items: {{type: string, enum: [{', '.join(f'e{number}' for number in range(65))}]}}}}", 65),
    "names of three variants": (
        "{oneOf: [" + ", ".join(f"{{title: {name}, {of(1, name)}}}" for name in "abc") + "]}", 9),
    "few properties that are left over": (f"{{{of(1)}, not: {{{of(8, 'q')}}}}}", 96),
    "more properties that are left over": (f"{{{of(1)}, not: {{{of(9, 'q')}}}}}", 176),
}  # fmt: skip
"""What an attribute carries, and how many entries of lists that is."""


@pytest.mark.parametrize(("schema", "entries"), CARRIED.values(), ids=CARRIED)
def test_lists_count_where_an_attribute_carries_them(schema: str, entries: int) -> None:
    documents = Documents()
    document = documents.add(Document("api.yaml", API.replace("IT", schema).encode()))
    mappers = Mappers(documents)
    assert Inputs(Api(document, documents), read_config(CONFIG_OF_ONE), mappers).map().entities
    assert mappers.spending.lists.spent == entries
