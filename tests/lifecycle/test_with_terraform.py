"""Lives by Terraform itself: what it is asked, with which configuration, and what becomes of its answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from mapper.model.samples.extent import Extent
from mapper.programs.trial import terraform
from mapper.programs.trial.steps import Step
from mapper.programs.trial.terraform import _Terraform, live_with_terraform

from ..kept import changes
from . import descriptions
from .folder import NamedApi, opened

Lines = list[dict[str, Any]]
TOOL = {"hall_id": "north", "kind": "saw", "size": 2, "number": 7}
STATE: Lines = [{"values": {"root_module": {"resources": [{"type": "orchard_hall_tool", "values": TOOL}]}}}]


def refused(type_: str, summary: str = "Bad", detail: str = "it is\n  bad") -> dict[str, Any]:
    found = {"severity": "error", "summary": summary, "detail": detail, "address": f"{type_}.main"}
    return {"type": "diagnostic", "diagnostic": found}


def planned(type_: str, action: str) -> dict[str, Any]:
    return {"type": "planned_change", "change": {"resource": {"resource_type": type_}, "action": action}}


class Answers:
    """Terraform with its answers to each command, one after another; without one, it succeeds and says nothing."""

    def __init__(self, answers: Mapping[str, Sequence[Lines]]) -> None:
        self._answers = {name: list(lines) for name, lines in answers.items()}
        self.asked: list[str] = []

    def __call__(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str], seconds: float
    ) -> tuple[int, str]:
        assert command[0] == "terraform"
        (source,) = json.loads(environment["TF_REATTACH_PROVIDERS"])
        assert (source, environment["CHECKPOINT_DISABLE"], environment["TF_IN_AUTOMATION"]) == ("try/orchard", "1", "1")
        assert "SECRET" not in environment
        state, written = folder / "terraform.tfstate", json.loads((folder / "main.tf.json").read_text())
        kept = state.read_text() if state.exists() else "none"
        self.asked.append(f"{' '.join(command[1:])}; state: {kept}\n{json.dumps(written, sort_keys=True)}\n")
        state.write_text(command[1])
        waiting = self._answers.get(command[1])
        lines = waiting.pop(0) if waiting else []
        has_failed = any(line.get("type") == "diagnostic" for line in lines)
        return int(has_failed), "\n".join(["Terraform", *map(json.dumps, lines), "{"[:0]])


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NamedApi]:
    folder = tmp_path_factory.mktemp("workshop")
    (folder / "openapi.yaml").write_text(descriptions.WORKSHOP)
    with opened(folder) as found:
        yield found


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("whole", {"show": [STATE]}),
        ("refused", {"plan": [[refused("orchard_hall_tool")], []], "show": [STATE]}),
        ("always_refused", {"plan": [[refused("orchard_hall_tool")], [refused("orchard_hall_rules")]] * 9}),
        ("not_created", {"apply": [[refused("orchard_hall_tool_part")]], "show": [STATE]}),
        (
            "differing",
            {
                "plan": [
                    [planned("orchard_hall_tool", "create")],
                    [planned("orchard_hall_tool", "update"), planned("orchard_hall_rules", "noop")],
                    [planned("orchard_hall_tool_part", "delete")],
                    [planned("orchard_hall_tool", "import")],
                ],
                "apply": [[], [], [planned("orchard_hall_tool", "replace"), refused("none", "Odd")]],
                "destroy": [[refused("orchard_hall_tool"), refused("orchard_hall_tool", "Second")]],
                "show": [STATE],
            },
        ),
        ("nothing_shown", {"show": [[]]}),
    ],
)
def test_a_life_is_made_of_these_commands(
    name: str, answers: Mapping[str, Sequence[Lines]], api: NamedApi, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "hidden")
    host = Answers(answers)
    monkeypatch.setattr(terraform, "output", host)
    lives = live_with_terraform(api, [*api.artifacts.resources.values()], Extent.MINIMAL)
    results = [
        f"{life.resource}, changed {life.changed!r}: {json.dumps(life.results, sort_keys=True)}\n" for life in lives
    ]
    text = "".join([*host.asked, *results])
    assert changes(Path(__file__).parent / "kept" / "with_terraform" / name, {"commands.txt": text}) == ""


@pytest.mark.parametrize(
    ("diagnostic", "expected"),
    [
        ({"address": "a_tree.main"}, {"tree": "Bad: "}),
        ({"address": "a_tree.other"}, {"": "Bad: "}),
        ({"snippet": {"context": 'resource "a_tree" "main"'}, "detail": "a\n b"}, {"tree": "Bad: a b"}),
        ({"snippet": {"context": None}, "address": None, "detail": "in a_tree.main"}, {"tree": "Bad: in a_tree.main"}),
        ({"snippet": None}, {"": "Bad: "}),
        ({"detail": "x" * 400}, {"": f"Bad: {'x' * 300}"}),
        ({"severity": "warning"}, {}),
    ],
)
def test_an_error_belongs_to_the_resource_that_it_names(diagnostic: Any, expected: dict[str, str]) -> None:
    class Named:
        name = "tree"

    host = _Terraform(Path(), "a", {"a_tree": Named()}, {})  # type: ignore[dict-item]
    line = {"type": "diagnostic", "diagnostic": {"severity": "error", "summary": "Bad", **diagnostic}}
    assert host.problems([{"type": "version"}, line], Step.PLAN) == expected


@pytest.mark.parametrize("value", ["${a}", "%{a}", "$a", {"a": ["${b}", 1, None, {"c": "x${d}%{e}"}]}])
def test_a_text_is_no_template_in_a_configuration(value: Any) -> None:
    text = json.dumps(value).replace("${", "$${").replace("%{", "%%{")
    assert terraform._escape(value) == json.loads(text)
