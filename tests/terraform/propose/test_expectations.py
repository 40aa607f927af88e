"""What is wanted of well-known APIs is written down in terms of operations that they have, and is compared by them."""

from pathlib import Path

import pytest

from mapper.inputs import Document, Documents
from mapper.terraform.openapi.operations import Api
from mapper.terraform.openapi.routes import shape_of

from .expectations import CORPUS, Expected, files, judge, read_expected

LINES = """\
provider: zoo
resources:
  pet/animal: POST .. | GET PUT/PATCH DELETE /pets/{pet} | /data+request | pet | the main thing
  house: PUT | GET PUT DELETE /houses/{name} | - | - | made by its path
  settings: POST | GET POST /settings | - | - | there is one
  tag: POST /pets/{pet}/tags | GET /tag/{tag}; DELETE /tags/{tag} | - | tag=key | three paths
either:
  /clock: nobody minds
"""
PET = {
    "create": {"path": "/pets", "method": "POST", "request": {"pointer": "/data"}},
    "read": {"path": "/pets/{petId}", "method": "GET", "response": {"pointer": "/data"}},
    "update": {"path": "/pets/{petId}", "method": "PATCH"},
    "delete": {"path": "/pets/{petId}", "method": "DELETE"},
    "schema": {"attributes": {"aliases": {"pet": "id"}}},
}


@pytest.fixture
def expected(tmp_path: Path) -> Expected:
    path = tmp_path / "zoo.yml"
    path.write_text(LINES, encoding="utf-8")
    return read_expected(path)


def test_a_resource_counts_as_found_only_with_all_of_its_operations(expected: Expected) -> None:
    right = judge(expected, {"animal": PET})
    assert (right.found, right.wrong, right.names, right.envelopes, right.ids) == (["animal"], [], [], [], [])
    assert right.missing == ["house", "settings", "tag"]
    for part in ("update", "delete"):
        without = {key: value for key, value in PET.items() if key != part}
        assert judge(expected, {"animal": without}).found == []
    other = PET | {"create": {"path": "/houses", "method": "POST"}}
    assert judge(expected, {"animal": other}).wrong == ["animal (create is POST /houses)"]


def test_name_envelope_and_identifier_are_judged_apart(expected: Expected) -> None:
    plain = {
        part: {"path": entry["path"], "method": entry["method"]} for part, entry in PET.items() if part != "schema"
    }
    result = judge(expected, {"thing": plain})
    assert [len(entry) for entry in (result.found, result.names, result.envelopes, result.ids)] == [1, 1, 1, 1]


def test_what_nobody_minds_and_what_is_marked_counts_neither_way(expected: Expected) -> None:
    clock = {"create": {"path": "/clock", "method": "PUT"}, "read": {"path": "/clock", "method": "GET"}}
    old = {"create": {"path": "/old", "method": "PUT"}, "read": {"path": "/old", "method": "GET"}}
    result = judge(expected, {"clock": clock, "old": old}, frozenset(["old"]))
    assert (result.either, result.wrong) == (["clock", "old"], [])
    assert judge(expected, {"old": old}).wrong == ["old"]


@pytest.mark.corpus
@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_what_is_wanted_exists(path: Path) -> None:
    folder = CORPUS / path.stem
    if not folder.is_dir():
        pytest.skip("the corpus is not here")
    source = next(folder.glob("openapi.*"))
    documents = Documents()
    api = Api(documents.add(Document(source.name, source.read_bytes())), documents)
    operations = {(method.upper(), shape_of(path)) for path, method, _ in api.operations()}
    expected = read_expected(path)
    for entry in expected.wanted:
        named = {entry.create, ("GET", entry.read), *entry.updates}
        named |= {("DELETE", entry.delete)} if entry.delete else set()
        assert named <= operations, entry.names
    reads = {shape for method, shape in operations if method == "GET"}
    assert expected.either <= reads
    assert not expected.either & {entry.read for entry in expected.wanted}
