"""The fuzzer itself: its inputs get through, come again, and what it looks for is found."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.fuzz import loop, oracle, whole
from tests.fuzz.mutate import mutate
from tests.fuzz.seeds import changed, seed
from tests.fuzz.tally import Tally, table
from tests.fuzz.targets import TARGETS

BODY = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}
API = {
    "openapi": "3.0.0",
    "paths": {
        "/pets": {
            "post": {
                "operationId": "createPet",
                "requestBody": BODY,
                "responses": {"201": BODY},
            }
        },
        "/pets/{id}": {
            "get": {
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
                "responses": {"200": BODY},
            }
        },
    },
    "components": {
        "schemas": {"Pet": {"type": "object", "properties": {"name": {"type": "string", "description": "Its name."}}}}
    },
}  # fmt: skip


def case(**more: object) -> bytes:
    return json.dumps({"api": json.dumps(API), "asked": {"policies": {}, "schemas": [{}, {}]}, **more}).encode()


@pytest.mark.parametrize("target", TARGETS)
def test_some_inputs_of_each_target_are_taken(target: str) -> None:
    random = Random(4)
    assert any(TARGETS[target](seed(target, random)) for _ in range(20))


@pytest.mark.parametrize("target", TARGETS)
def test_the_same_number_gives_the_same_inputs(target: str) -> None:
    def inputs() -> list[bytes]:
        random = Random(7)
        data = [seed(target, random)]
        for _ in range(5):
            data.append(changed(target, data[-1], random))
        return data

    assert inputs() == inputs()


def test_a_whole_run_says_how_much_it_writes() -> None:
    assert whole.spec(case()) > 10 * len(json.dumps(API))


def test_an_overlay_and_an_old_sidecar_take_part() -> None:
    added = {"target": "$..properties", "update": {"size": {"type": "integer", "description": "How large it is."}}}
    assert whole.spec(case(overlay=[added])) > whole.spec(case())
    assert whole.spec(case(overlay=[{"target": "$.paths", "remove": True}])) == 0
    assert whole.spec(case(old=5)) == whole.spec(case())


@pytest.mark.parametrize("hostile", ["{{ x }}", "::: x", "<script>x</script>", "\x1b[2J"])
def test_what_a_consumer_of_pages_acts_on_is_found(hostile: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "plain_files", lambda _pages, _made: {"a.md": f"Text\n{hostile}\n".encode()})
    with pytest.raises(oracle.Wrong, match="a page has"):
        whole.spec(case())


def test_a_tag_in_code_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "plain_files", lambda _pages, _made: {"a.md": b"One of `<script>`, ``a ` <script>``."})
    assert whole.spec(case())


def test_other_bytes_the_second_time_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter(range(10))
    monkeypatch.setattr(whole, "write_code_spec", lambda _mapping: f'{{"a": {next(numbers)}}}')
    with pytest.raises(oracle.Wrong, match="other bytes"):
        whole.spec(case())


def test_names_that_stand_twice_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "write_code_spec", lambda _mapping: '{"resources": [{"name": "a"}, {"name": "a"}]}')
    with pytest.raises(oracle.Wrong, match="a name stands twice"):
        whole.spec(case())


def test_what_fails_is_kept_and_costs_are_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(data: bytes) -> int:
        if data == b"bad":
            raise oracle.Wrong("bad")
        return 20_000

    monkeypatch.setitem(loop.TARGETS, "document", failing)
    tally = Tally("document")
    assert loop.attempt(tally, b"good", tmp_path)
    assert not loop.attempt(tally, b"bad", tmp_path)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"bad"]
    assert (tally.inputs, tally.taken, tally.failed, tally.most) == (2, 1, 1, 2.0)
    assert "| document | 2 | 1 |" in table([tally])


def test_memory_beyond_the_limit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peaks = iter([1_000, 1_001 + oracle.PEAK])
    monkeypatch.setattr(oracle, "peak", lambda: next(peaks))
    monkeypatch.setitem(loop.TARGETS, "document", lambda _data: 1)
    tally = Tally("document")
    loop.attempt(tally, b"x", tmp_path)
    assert tally.kinds == {"Wrong: it takes more memory than a run may"}


def test_an_input_may_take_time_as_it_has_bytes() -> None:
    assert [oracle.seconds(size) for size in (10, 1_000_000, 3_000_000)] == [10, 10, 30]


def test_a_text_that_is_no_json_is_changed_too() -> None:
    random = Random(1)
    assert len({mutate(b"a: 1\nb: [2]\n", random) for _ in range(30)}) > 10
