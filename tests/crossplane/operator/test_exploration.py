"""The states of one object, explored: never two objects, never a foreign one deleted, no change forgotten."""

from pathlib import Path

import pytest

from .cloud import CONFIG, GATE, THING

pytest.importorskip("lightkube")

from .model import Found, Model, explore

VARIANTS = [
    (THING, "refuse", False, ("edit",)),
    (THING, "refuse", False, ("delete",)),
    (THING, "recreate", False, ("replace",)),
    (THING, "recreate", True, ("replace",)),
    (THING, "refuse", False, ("delete outside",)),
    (THING, "refuse", True, ("rename",)),
    (THING, "refuse", True, ("drop the name",)),
    (GATE, "refuse", True, ("edit",)),
    (GATE, "refuse", False, ("delete",)),
]


def explored(folder: Path, name: str, policy: str, keeps_state: bool, budget: tuple[str, ...], most: int) -> Found:
    config = CONFIG.replace("    connection_details", f"    replace: {policy}\n    connection_details")
    return explore(Model(folder, config, name, keeps_state=keeps_state), budget, most)


@pytest.mark.parametrize(("name", "policy", "keeps_state", "budget"), VARIANTS)
def test_the_first_states_hold_what_is_promised(
    tmp_path: Path, name: str, policy: str, keeps_state: bool, budget: tuple[str, ...]
) -> None:
    found = explored(tmp_path, name, policy, keeps_state, budget, 15)
    assert found.passes > 200


@pytest.mark.soak
@pytest.mark.parametrize(("name", "policy", "keeps_state", "budget"), VARIANTS)
def test_all_states_hold_what_is_promised(
    tmp_path: Path, name: str, policy: str, keeps_state: bool, budget: tuple[str, ...]
) -> None:
    found = explored(tmp_path, name, policy, keeps_state, budget, 20_000)
    print(f"{found.states} states, {found.passes} passes, {dict(found.ends)}")
    assert found.is_complete
    assert found.ends["ReconcileSuccess"]
