"""Descriptions, requests and configurations that mean harm: what is refused, and what is never followed."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapper.inputs import Document, Documents
from mapper.programs.trial.mock import description as module
from mapper.programs.trial.mock import relations
from mapper.programs.trial.mock.api import ApiModel, Mock
from mapper.programs.trial.mock.description import Description, TooMuchWork
from mapper.programs.trial.mock.paths import Router

from .support import BAKERY

ROOT = yaml.safe_load(BAKERY)
ODD: list[Any] = [
    None, [], {}, "x", 1, True, [None], [1], {"x": None}, [{"$ref": 1}],
    {"$ref": "#/nowhere"}, {"$ref": "#"}, {"$ref": "/etc/passwd"}, {"$ref": "https://elsewhere.example.com/x"},
    {"oneOf": [{"$ref": "#/components/schemas/Shop"}, {"$ref": "#/components/schemas/Oven"}]},
    {"allOf": [{"$ref": "#/components/schemas/Shop"}], "properties": []},
]  # fmt: skip
REQUESTS: list[tuple[str, str, Any]] = [
    ("POST", "/shops", {"name": "Crumb", "motto": ["x"]}),
    ("POST", "/shops", [[]]),
    ("POST", "/shops", "text"),
    ("GET", "/shops", None),
    ("PUT", "/shops/made-id-1002", {"name": None}),
    ("GET", "/shops/made-id-1002", None),
    ("POST", "/shops/made-id-1002/ovens", {"kind": {"kind": 1}}),
    ("DELETE", "/shops/made-id-1002", None),
    ("GET", "/shops/%2e%2e/%00?x=%ff", None),
    ("GET", "http://elsewhere.example.com/shops", None),
]


def mock_of(root: Any) -> Mock:
    documents = Documents(Path())
    document = documents.add(Document("openapi.json", json.dumps(root).encode()))
    return Mock(ApiModel(Description(document, documents)))


def places(node: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The place of every value in a document."""
    if at:
        yield at
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from places(value, (*at, key))


def with_(root: Any, at: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(root)
    node = changed
    for key in at[:-1]:
        node = node[key]
    node[at[-1]] = value
    return changed


@pytest.mark.parametrize("odd", ODD, ids=json.dumps)
def test_a_mock_responds_whatever_a_node_of_its_description_is(odd: Any) -> None:
    for at in places(ROOT):
        try:
            mock = mock_of(with_(ROOT, at, odd))
        except (TooMuchWork, RecursionError):
            continue
        for method, path, body in REQUESTS:
            status, answer = mock.handle(method, path, body)
            json.dumps(answer)
            assert 200 <= status < 600, (at, method, path)


def test_choices_within_choices_do_not_take_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"S{i}" for i in range(30)]
    choices = {name: {"oneOf": [{"$ref": f"#/components/schemas/{n}"} for n in names]} for name in names}
    root = with_(ROOT, ("components", "schemas"), {**ROOT["components"]["schemas"], **choices})
    monkeypatch.setattr(module, "_MOST_WORK", 20_000)
    mock = mock_of(with_(root, ("components", "schemas", "Shop", "properties", "motto"), choices["S0"]))
    status, answer = mock.handle("POST", "/shops", {"name": "Crumb", "motto": {"x": 1}})
    assert status in (201, 500)
    if status == 500:
        assert answer == {"errors": ["the schemas of this operation are too many to be looked at"]}
    assert mock.handle("POST", "/shops", {"name": "Crumb"})[0] in (201, 500)


def test_many_resources_are_not_compared_three_by_three(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    seen = relations.is_direct_item
    monkeypatch.setattr(relations, "is_direct_item", lambda *paths: asked.append(1) or seen(*paths))
    shop = {path: ROOT["paths"][path] for path in ("/shops", "/shops/{shop_id}")}
    count = 20
    paths = {path.replace("shops", f"shops{i}"): item for i in range(count) for path, item in shop.items()}
    mock = mock_of({**ROOT, "paths": paths})
    for i in range(count):
        mock.handle("POST", f"/shops{i}", {"name": "Crumb"})
        mock.handle("GET", f"/shops{i}/made-id-1002", None)
    assert len(asked) < 8 * count**2


@pytest.mark.parametrize("template", ["/x/" + "{a}" * 30, "/x/" + "{a}-" * 30 + "b", "/x/" + "{a}." * 30])
def test_a_path_of_many_parameters_is_matched_in_no_time(template: str) -> None:
    router = Router([("GET", template)])
    for value in ("-" * 400, "a-" * 200, "." * 400, "a" * 400):
        router.find("GET", f"/x/{value}!")


@pytest.mark.parametrize(
    ("template", "path", "values"),
    [
        ("/dogs/{id}.json", "/dogs/7.json", {"id": "7"}),
        ("/dogs/{a}-{b}", "/dogs/x-y-z", {"a": "x", "b": "y-z"}),
        ("/dogs/{a}{b}", "/dogs/xyz", {"a": "x", "b": "yz"}),
        ("/dogs/v{id}", "/dogs/v1", {"id": "1"}),
    ],
)
def test_a_segment_with_several_parameters_is_taken_apart(template: str, path: str, values: dict[str, str]) -> None:
    assert Router([("GET", template)]).find("GET", path) == [(template, values)]


@pytest.mark.parametrize("others", [["/dogs/{id}"], ["/dogs/best#all"], ["/{kind}/{id}", "/{kind}/best"]], ids=str)
def test_a_path_is_the_one_with_the_most_fixed_segments_whatever_stands_first(others: list[str]) -> None:
    for templates in (["/dogs/best", *others], [*others, "/dogs/best"]):
        router = Router([("GET", template) for template in templates])
        assert router.find("GET", "/dogs/best")[0] == ("/dogs/best", {})


def test_a_mock_reads_no_file_that_the_mapping_may_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text('{"type": "object", "properties": {"secret": {"type": "string"}}}')
    folder = tmp_path / "api"
    folder.mkdir()
    root = with_(ROOT, ("components", "schemas", "Shop", "properties", "motto"), {"$ref": "../secret.json"})
    (folder / "openapi.json").write_text(json.dumps(root))
    documents = Documents(folder, folder)
    mock = Mock(ApiModel(Description(documents.load(folder / "openapi.json"), documents)))
    _, shop = mock.handle("POST", "/shops", {"name": "Crumb"})
    assert "secret" not in json.dumps(shop)
