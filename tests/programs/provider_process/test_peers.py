"""Real providers: their schemas are those that Terraform writes, and their resources are made, changed and deleted."""

import copy
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import CtyType, Primitive, parse_type
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed, KeyStep, path_text
from mapper.languages.tfplugin.schema import Block
from mapper.languages.tfplugin.schema_text import plain
from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import ProviderSeverity, has_errors
from mapper.programs.provider_process.value_codec import decode, encode
from mapper.programs.provider_process.values import UNKNOWN, Dynamic, Unknown, Value

from ...tfplugin.peers import cli_schema, peer

pytestmark = pytest.mark.peer
NEWER = {"list_resource_schemas", "action_schemas", "resource_identity_schemas"}
"""What Terraform 1.11 does not ask a provider for; 1.12 and 1.14 do."""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def clock() -> Iterator[Provider]:
    with Provider.start(peer("time")) as provider:
        assert provider.protocol == 5
        assert provider.configure({}) == ()
        yield provider


@pytest.fixture
def files(work: Path) -> Iterator[Provider]:
    with Provider.start(peer("local"), folder=work) as provider:
        assert provider.protocol == 5
        assert provider.configure({}) == ()
        yield provider


@pytest.fixture
def garden() -> Iterator[Provider]:
    with Provider.start(peer("garden")) as provider:
        assert provider.protocol == 6
        assert provider.configure({"owner": "me"}) == ()
        yield provider


@pytest.mark.parametrize("name", ["time", "local", "garden"])
def test_a_live_schema_is_the_one_that_terraform_writes(name: str, tmp_path: Path) -> None:
    with Provider.start(peer(name)) as provider:
        live = plain(provider.schema())
    said = cli_schema(peer(name), name, tmp_path)
    assert said["format_version"] == "1.0"
    assert {key: value for key, value in live.items() if key not in NEWER} == said["provider_schemas"][
        f"example.org/tests/{name}"
    ]
    assert (live.keys() >= NEWER) == (name == "garden")


def test_time_rotates_in_all_four_ways(clock: Provider) -> None:
    name = "time_rotating"
    (wrong,) = clock.validate_resource(name, {"rotation_days": 0})
    assert (wrong.severity, path_text(wrong.path)) == (ProviderSeverity.ERROR, "rotation_days")
    assert has_errors(clock.validate_resource(name, {}))
    config = {"rotation_days": 3, "rfc3339": "2900-02-27T00:00:00Z"}
    assert clock.validate_resource(name, config) == ()
    plan = clock.plan(name, None, config)
    assert plan.diagnostics == ()
    assert plan.value is not None
    assert (plan.value["rotation_days"], plan.value["unix"], plan.legacy) == (3, UNKNOWN, False)
    state = clock.apply(name, None, plan, config)
    assert state.value is not None
    assert (state.value["rotation_rfc3339"], state.value["month"]) == ("2900-03-02T00:00:00Z", 3)
    later = config | {"rotation_days": 365_000}
    change = clock.plan(name, state.value, later, state.private)
    assert change.replaced_because == ()
    state = clock.apply(name, state.value, change, later)
    assert state.value is not None
    assert str(state.value["rotation_rfc3339"]).startswith("3899-")
    assert clock.read(name, state.value, state.private).value == state.value
    again = clock.plan(name, state.value, later, state.private)
    assert again.value == state.value
    other = clock.plan(name, state.value, later | {"triggers": {"a": "b"}}, state.private)
    assert AttributeStep("triggers") in {path[0] for path in other.replaced_because}
    gone = clock.plan(name, state.value, None, state.private)
    end = clock.apply(name, state.value, gone, None)
    assert (end.value, end.diagnostics) == (None, ())


def test_a_time_is_imported(clock: Provider) -> None:
    (found,), problems = clock.import_resource("time_static", "2024-02-28T12:00:00Z")
    assert (found.type_name, problems) == ("time_static", ())
    assert found.state.value is not None
    read = clock.read(found.type_name, found.state.value, found.state.private)
    assert read.value is not None
    assert (read.value["day"], read.value["year"]) == (28, 2024)
    _, problems = clock.import_resource("time_static", "yesterday")
    assert has_errors(problems)


def test_a_rotation_that_is_over_is_seen_when_it_is_read(clock: Provider) -> None:
    config = {"rotation_days": 3, "rfc3339": "2020-01-01T00:00:00Z"}
    state = clock.apply("time_rotating", None, clock.plan("time_rotating", None, config), config)
    assert state.value is not None
    assert clock.read("time_rotating", state.value, state.private).value is None


def test_a_file_is_written_changed_missed_and_deleted(files: Provider, work: Path) -> None:
    name, path = "local_file", work / "x.txt"
    assert has_errors(files.validate_resource(name, {"filename": "x", "content": "a", "sensitive_content": "b"}))
    config: dict[str, Any] = {"filename": str(path), "content": "hello"}
    plan = files.plan(name, None, config)
    assert plan.value is not None
    assert (plan.legacy, plan.value["file_permission"], plan.value["id"]) == (True, "0777", UNKNOWN)
    state = files.apply(name, None, plan, config)
    assert path.read_text() == "hello"
    assert state.value is not None
    assert files.read(name, state.value, state.private).value == state.value
    change = files.plan(name, state.value, config | {"content": "bye"}, state.private)
    assert {path_text(found) for found in change.replaced_because} == {"content"}
    path.write_text("changed outside")
    assert files.read(name, state.value, state.private).value is None
    path.write_text("hello")
    assert files.read(name, state.value, state.private).value == state.value
    gone = files.plan(name, state.value, None, state.private)
    assert files.apply(name, state.value, gone, None).value is None
    assert not path.exists()
    state = files.apply(name, None, files.plan(name, None, config), config)
    assert state.value is not None
    path.unlink()
    assert files.read(name, state.value, state.private).value is None


def test_a_file_is_a_data_source(files: Provider, work: Path) -> None:
    (work / "y.txt").write_text("content")
    assert files.validate_data_source("local_file", {"filename": "y.txt"}) == ()


BED: dict[str, Any] = {
    "name": "roses",
    "plants": {"b": {"count": 2}, "a": {"count": 1, "label": "own"}},
    "place": {"row": 3},
    "rows": [{"row": 1}, {"row": 2**40}],
    "marks": ["x", "y"],
    "labels": {"k": "v"},
    "notes": Dynamic(parse_type('["tuple",["string",["object",{"n":"number"}]]]'), ["a", {"n": Decimal("0.1")}]),
    "code": "secret",
    "path": [{"width": 0.5, "stone": [{"colour": "red"}, {}]}, {}],
}


def test_a_bed_of_protocol_6_is_made_changed_and_deleted(garden: Provider) -> None:
    assert not has_errors(garden.validate_resource("garden_bed", BED))
    plan = garden.plan("garden_bed", None, BED)
    assert plan.diagnostics == ()
    assert plan.value is not None
    assert (plan.value["id"], plan.value["size"], plan.value["code"]) == (UNKNOWN, 1.5, None)
    state = garden.apply("garden_bed", None, plan, BED)
    assert state.diagnostics == ()
    assert state.value is not None
    assert (state.value["id"], state.value["notes"], state.value["rows"]) == ("roses", BED["notes"], BED["rows"])
    assert state.value["plants"] == {"a": {"count": 1, "label": "own"}, "b": {"count": 2, "label": "label of b"}}
    assert state.identity == {"name": "roses"}
    read = garden.read("garden_bed", state.value, state.private, state.identity)
    assert (read.value, read.identity) == (state.value, state.identity)
    again = garden.plan("garden_bed", state.value, BED, state.private, state.identity)
    assert again.value == state.value
    larger = copy.deepcopy(BED) | {"size": 2**63 + 1}
    change = garden.plan("garden_bed", state.value, larger, state.private)
    assert change.replaced_because == ()
    state = garden.apply("garden_bed", state.value, change, larger)
    assert state.value is not None
    assert state.value["size"] == 2**63 + 1
    renamed = garden.plan("garden_bed", state.value, BED | {"name": "lilies"}, state.private)
    assert renamed.replaced_because == ((AttributeStep("name"),),)
    gone = garden.plan("garden_bed", state.value, None, state.private)
    assert garden.apply("garden_bed", state.value, gone, None).value is None
    assert garden.read("garden_bed", state.value).value is None


def test_what_a_provider_prints_does_not_stop_it_and_is_in_its_log(garden: Provider) -> None:
    assert garden.configure({"owner": "loud"}) == ()
    assert garden.validate_resource("garden_bed", {"name": "a"}) == ()
    garden.close()
    assert "loud and clear" in garden.process.log.text()


def test_what_a_bed_is_refused_for_has_a_path(garden: Provider) -> None:
    error, warning = garden.validate_resource("garden_bed", {"name": "a", "plants": {"weed": {"count": 1}}})
    assert error.path == (AttributeStep("plants"), KeyStep("weed"), AttributeStep("count"))
    assert (error.severity, error.summary) == (ProviderSeverity.ERROR, "Weeds come by themselves")
    assert (warning.severity, warning.path) == (ProviderSeverity.WARNING, ())
    (owner,) = garden.configure({"owner": "nobody"})
    assert (owner.path, owner.detail) == ((AttributeStep("owner"),), "A garden belongs to somebody.")


def test_a_bed_is_imported_by_its_id_and_by_its_identity(garden: Provider) -> None:
    bed = {"name": "roses"}
    garden.apply("garden_bed", None, garden.plan("garden_bed", None, bed), bed)
    for how in ({"identifier": "roses"}, {"identity": {"name": "roses"}}):
        (found,), problems = garden.import_resource("garden_bed", **how)  # type: ignore[arg-type]  # either of them
        assert problems == ()
        assert found.state.value is not None
        read = garden.read("garden_bed", found.state.value, found.state.private, found.state.identity)
        assert read.value is not None
        assert (read.value["name"], read.identity) == ("roses", {"name": "roses"})


def test_an_ephemeral_resource_is_validated(garden: Provider) -> None:
    assert garden.validate_ephemeral("garden_gate", {"side": "rusty"}) == ()


def test_a_call_that_a_provider_does_not_know_is_named(files: Provider) -> None:
    with pytest.raises(CallFailed, match="GetResourceIdentitySchemas: does not know this call") as caught:
        files.channel.call("GetResourceIdentitySchemas")
    assert caught.value.code == "UNIMPLEMENTED"


def test_a_provider_says_whether_it_plans_deletions(garden: Provider, files: Provider) -> None:
    assert garden.plans_deletions()
    assert not files.plans_deletions()


def recoded(data: bytes, cty_type: CtyType) -> Value:
    """The value of some bytes, after seeing that it has the same bytes again."""
    value = decode(data, cty_type)
    assert encode(value, cty_type) == data
    return value


NUMBERS = ["1e30", "0.1", "-128", "18446744073709551615", "3.25", "1e-7", "9223372036854775808"]
NUMBERS_TYPE = parse_type(f"""["tuple",[{",".join(['"number"'] * len(NUMBERS))}]]""")


def test_what_providers_send_has_the_same_bytes_again(garden: Provider, files: Provider, work: Path) -> None:
    letters = {letter: {"count": index} for index, letter in enumerate("gfedcba")}
    notes = Dynamic(NUMBERS_TYPE, [Decimal(number) for number in NUMBERS])
    bed = BED | {"plants": letters, "notes": notes, "labels": dict.fromkeys("hgfe", "é" * 40)}
    file = {"filename": str(work / "z"), "content": "z"}
    for provider, name, given in ((garden, "garden_bed", bed), (files, "local_file", file)):
        own = type_of(provider, name)
        planned = planned_bytes(provider, name, given)
        recoded(planned, own)
        applied = provider.channel.call(
            "ApplyResourceChange",
            type_name=name,
            prior_state=provider.encoded(None, own),
            planned_state=provider.channel.message("DynamicValue", msgpack=planned),
            config=provider.encoded(complete(block_of(provider, name), given), own),
        )
        assert not applied.diagnostics
        assert isinstance(recoded(applied.new_state.msgpack, own), dict)
        read = provider.channel.call("ReadResource", type_name=name, current_state=applied.new_state)
        recoded(read.new_state.msgpack, own)


def test_what_is_known_of_an_unknown_value_is_understood(garden: Provider) -> None:
    known = BED | {"name": Unknown(b"\x82\x01\xc2\x02\xa1r"), "marks": Unknown(b"\x82\x01\xc2\x05\x01")}
    value = recoded(planned_bytes(garden, "garden_bed", known), type_of(garden, "garden_bed"))
    assert isinstance(value, dict)
    assert isinstance(value["name"], Unknown)
    assert isinstance(value["marks"], Unknown)


def block_of(provider: Provider, name: str) -> Block:
    block = provider.schema().resources[name].block
    assert block is not None
    return block


def type_of(provider: Provider, name: str) -> CtyType:
    return block_type(block_of(provider, name))


def planned_bytes(provider: Provider, name: str, given: dict[str, Any]) -> bytes:
    whole = provider.value(block_of(provider, name), given)
    plan = provider.channel.call(
        "PlanResourceChange",
        type_name=name,
        prior_state=provider.encoded(None, type_of(provider, name)),
        proposed_new_state=whole,
        config=whole,
        client_capabilities=provider.capabilities(),
    )
    assert not plan.diagnostics
    return bytes(plan.planned_state.msgpack)


def test_any_value_of_any_type_is_kept_by_a_real_provider(garden: Provider) -> None:
    for note in (None, Dynamic(Primitive.STRING, "a"), Dynamic(parse_type('["map","bool"]'), {"b": True, "a": None})):
        bed = {"name": "n", "notes": note}
        state = garden.apply("garden_bed", None, garden.plan("garden_bed", None, bed), bed)
        assert state.diagnostics == ()
        assert state.value is not None
        assert state.value["notes"] == note
