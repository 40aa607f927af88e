"""What a small input may cost: half a gigabyte and ten seconds of CPU time; then it is refused in one line."""

import gzip
import json
from functools import cache
from pathlib import Path

import pytest

from .amplified import POSITIONS, SHARING, VARIANTS, document, obj, reference
from .commands import ROOM, shared
from .descriptions import CONFIG, PLAIN, api, write
from .limited import Run, oasmap, refused

pytestmark = pytest.mark.soak

MIB = 2**20
MOST = 512 * MIB
OLD = b"what was written before"
TOO_MUCH = r"would take more than [\d,]+ .*, the limit for an input of [\d,]+ bytes|expand to more than [\d,]+ "
GENERATE = ("generate", "--sidecar", "sidecar.json", "api")


def bounded(run: Run) -> Run:
    """Whatever came of it, it was cheap enough."""
    assert run.peak <= MOST, f"{run.peak / MIB:.0f} MiB\n{run.err[-500:]}"
    assert run.code in (0, 1)
    if run.code:
        assert len(run.err.splitlines()) == 1
    return run


def uses(folder: Path, schema: dict[str, object], count: int, *command: str) -> Run:
    """Run with a description that uses one schema so many times, over an older output."""
    text = document(obj({f"p{number}": reference() for number in range(count)}), {"B": schema})
    write(folder, text)
    (folder / "provider_code_spec.json").write_bytes(OLD)
    return bounded(oasmap(folder, *(command or GENERATE), memory=ROOM))


def untouched(folder: Path) -> bool:
    """The older output is there, and nothing else."""
    written = {path.name for path in folder.iterdir()} - {"api", "generator_config.yml"}
    return written == {"provider_code_spec.json"} and (folder / "provider_code_spec.json").read_bytes() == OLD


@pytest.mark.parametrize("position", POSITIONS)
def test_what_is_used_thousands_of_times_is_written_in_bounds_or_refused(tmp_path: Path, position: str) -> None:
    turn = list(POSITIONS).index(position) % 4  # two of the eight ways each, in turn
    for way in list(SHARING)[turn::4]:
        folder = tmp_path / way
        folder.mkdir()
        write(folder, shared(position, way)(), VARIANTS if position == "variants" else CONFIG)
        run = bounded(oasmap(folder, *GENERATE, memory=ROOM))
        if run.code:
            refused(run, TOO_MUCH)
            assert {path.name for path in folder.iterdir()} == {"api", "generator_config.yml"}, way


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        ({"type": "string", "description": "x" * 50_000}, 5_000),
        ({"type": "string", "description": "x" * 300_000}, 15_000),
        ({"type": "string", "enum": [f"w{number}" for number in range(20_000)]}, 400),
        ({"type": "string", "enum": [f"w{number}" for number in range(20_000)]}, 10_000),
    ],
)
def test_texts_and_values_behind_references_are_refused_before_they_are_written(
    tmp_path: Path, schema: dict[str, object], count: int
) -> None:
    refused(uses(tmp_path, schema, count), TOO_MUCH)
    assert untouched(tmp_path)


@pytest.mark.parametrize(("size", "count"), [(50_000, 1_000), (50_000, 1_200)])
def test_what_is_within_the_budget_is_written_in_little_memory(tmp_path: Path, size: int, count: int) -> None:
    run = uses(tmp_path, {"type": "string", "description": "x" * size}, count)
    assert run.code == 0, run.err
    written = sum((tmp_path / name).stat().st_size for name in ("provider_code_spec.json", "sidecar.json"))
    assert written > size * count
    assert run.peak < 60 * MIB + written


@pytest.mark.parametrize("leaf", [{"type": "string"}, {}])
def test_long_names_around_many_attributes_are_refused(tmp_path: Path, leaf: dict[str, object]) -> None:
    schema = obj({f"a{number}": leaf for number in range(10_000)})
    for level in range(45):
        schema = obj({f"{'n' * 10_000}{level}": schema})
    write(tmp_path, document(schema, {}))
    refused(bounded(oasmap(tmp_path, *GENERATE, memory=ROOM)), TOO_MUCH)


def test_one_schema_for_thousands_of_entities_is_bounded(tmp_path: Path) -> None:
    sources = "".join(f"  d{number}: {{read: {{path: /pets, method: GET}}}}\n" for number in range(20_000))
    properties = {f"p{number}": {"type": "string"} for number in range(3_000)}
    write(tmp_path, document(obj(properties), {}), f"provider: {{name: zoo}}\ndata_sources:\n{sources}")
    refused(bounded(oasmap(tmp_path, *GENERATE, memory=ROOM)), TOO_MUCH)


# --- compressed files ---


@cache
def bomb() -> bytes:
    """Three gigabytes of spaces in three megabytes."""
    return gzip.compress(b" " * 10**9, 9) * 3


@pytest.mark.parametrize("side", ["old", "new"])
def test_a_baseline_that_decompresses_to_gigabytes_is_refused(tmp_path: Path, side: str) -> None:
    write(tmp_path, api([("A", PLAIN)]))
    (tmp_path / "bomb").write_bytes(bomb())
    states = ("bomb", "api") if side == "old" else ("api", "bomb")
    refused(bounded(oasmap(tmp_path, "diff", *states, memory=ROOM)), "^bomb: .*decompressed bytes")


# --- JSON ---


def test_json_that_fails_at_its_end_says_where_and_is_not_read_again(tmp_path: Path) -> None:
    write(tmp_path, '{"a": [' + "[1, 2, {}], " * 2_000_000 + "],}", CONFIG)
    run = bounded(oasmap(tmp_path, *GENERATE, seconds=20, memory=ROOM))
    refused(run, r"^api:1:\d+: not valid JSON: Expecting (value|property name)")


# --- models of AWS ---


def model(shapes: dict[str, object], operations: int = 1) -> str:
    named = {
        f"CreateCage{number}": {
            "name": f"CreateCage{number}",
            "http": {"method": "POST", "requestUri": "/"},
            "input": {"shape": "In"},
            "output": {"shape": "Out"},
        }
        for number in range(operations)
    }
    head = {"metadata": {"apiVersion": "2020-01-01", "endpointPrefix": "zoo", "serviceId": "Zoo", "protocol": "json"}}
    own = {"Out": {"type": "structure", "members": {}}, "String": {"type": "string"}}
    return json.dumps({"version": "2.0", **head, "operations": named, "shapes": {**own, **shapes}})


@pytest.mark.parametrize(
    ("members", "operations", "message"),
    [
        (200_000, 1, r"shape 'In' has 200,000 members, and 20,000 are the most"),
        (5_000, 4_000, r"operations take and give more than 100,000 members together"),
    ],
)
def test_a_model_without_measure_is_refused(tmp_path: Path, members: int, operations: int, message: str) -> None:
    structure = {"type": "structure", "members": {f"m{number}": {"shape": "String"} for number in range(members)}}
    (tmp_path / "model.json").write_text(model({"In": structure}, operations))
    (tmp_path / "generator.yaml").write_text("")
    command = ("generate", "--system", "ack", "--config", "generator.yaml", "--output", "out", "model.json")
    refused(bounded(oasmap(tmp_path, *command, memory=ROOM)), message)


@pytest.mark.parametrize(
    ("entities", "properties", "form"),
    [
        (300, 1_000, "sarif"),
        *((60, 450, form) for form in ("text", "json")),
        *((50, 490, f) for f in ("text", "json", "sarif")),
    ],
)
def test_a_review_of_what_many_entities_share_is_bounded(
    tmp_path: Path, entities: int, properties: int, form: str
) -> None:
    sources = "".join(f"  d{number}: {{read: {{path: /pets, method: GET}}}}\n" for number in range(entities))
    old, new = ({f"{name}{number}": {"type": "string"} for number in range(properties)} for name in "pq")
    write(tmp_path, document(obj(new), {}), f"provider: {{name: zoo}}\ndata_sources:\n{sources}")
    (tmp_path / "old").write_text(document(obj(old), {}))
    run = bounded(oasmap(tmp_path, "diff", "--format", form, "--fail-on", "none", "old", "api", memory=ROOM))
    if entities * properties * 2 > 50_000:
        refused(run, TOO_MUCH)
        assert run.out == ""
    else:
        assert run.code == 0
