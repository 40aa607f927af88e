"""The states of one object, explored; and a table of faults, each row of which is played here."""

import copy
from collections.abc import Callable
from pathlib import Path

import pytest

from mapper.languages.tfplugin.errors import PluginError
from mapper.programs.operator.controller import PENDING, SUCCEEDED

from .cloud import CONFIG, GATE, THING
from .model import Fault, Found, Model, condition, explore
from .support import merged


class Play(Model):
    """Passes with faults at named steps."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, CONFIG, THING, keeps_state=False)
        self.load(self.first(()))

    def passes(self, count: int = 1, what: str = "", at: str = "", last: bool = False) -> None:
        """Some passes, the first of which has a fault at a step."""
        if what:
            before, log = copy.deepcopy(self.save()), len(self.cloud.log)
            self.passes()
            names = [name for name, _ in self.steps]
            self.load(before)
            del self.cloud.log[log:]
            self.run(Fault(len(names) - 1 - names[::-1].index(at) if last else names.index(at), what))
            self.is_down = False
            count -= 1
        for _ in range(count):
            self.steps = []
            self.run(None)

    def restart(self) -> None:
        """Another process of the operator."""
        self.operator._memory = {}

    def reason(self) -> str:
        """Why it is not in sync, or that it is."""
        assert self.resource is not None
        return str(condition(self.resource, "Synced").get("reason"))

    def ends(self, reason: str, created: int) -> None:
        """How it ends, and how many objects were created."""
        self.passes(6)
        assert (self.reason(), [what for what, _ in self.cloud.log].count("create")) == (reason, created)


def killed_in_a_creation(play: Play) -> None:
    play.passes()
    play.passes(1, "killed after", "create")
    play.ends("CreationIncomplete", 1)


def killed_elsewhere(play: Play) -> None:
    for step in ("get", "write the object"):
        play.passes(1, "killed after", step)
    play.ends("ReconcileSuccess", 1)


def provider_in_a_creation(play: Play) -> None:
    play.passes()
    play.passes(1, "dies before", "create")
    play.restart()
    play.ends("CreationIncomplete", 0)


def provider_elsewhere(play: Play) -> None:
    play.passes(5)
    play.passes(1, "dies before", "read")
    assert play.reason() == "ProviderFailed"
    assert min(play.operator.queue._due.values()) - play.operator.queue._clock() > 50
    play.ends("ReconcileSuccess", 1)


def refused(play: Play) -> None:
    play.passes()
    play.passes(1, "refused", "create")
    assert play.reason() == "CannotCreate"
    play.ends("ReconcileSuccess", 1)


def no_start(play: Play) -> None:
    def start(**_: object) -> None:
        raise PluginError("terraform-provider-zoo: cannot be started: no folder can be made for it")

    play.passes(2)
    play.operator.pool.stop(0)
    play.load(play.save())
    own, play.operator._init._start = play.operator._init._start, start  # type: ignore[assignment]
    play.passes()
    assert play.reason() == "ProviderFailed"
    play.operator._init._start = own
    play.ends("ReconcileSuccess", 1)


def server_before(play: Play) -> None:
    play.passes()
    play.passes(1, "down", "write the object")
    assert play.cloud.log == []
    play.ends("ReconcileSuccess", 1)


def server_after(play: Play) -> None:
    play.passes()
    play.passes(1, "down", "write the status", last=True)
    assert play.reason() != "ReconcileSuccess"
    play.ends("ReconcileSuccess", 1)


def conflict(play: Play) -> None:
    play.passes()
    play.passes(1, "edited meanwhile", "write the object")
    assert play.cloud.log == []
    play.ends("ReconcileSuccess", 1)
    assert next(own for key, own in play.cloud.things.items() if key != "one")["label"] == "y"


def deleted_meanwhile(play: Play) -> None:
    play.passes()
    before = copy.deepcopy(play.save())
    for is_last in (False, True):
        play.load(before)
        play.passes(1, "deleted meanwhile", "write the object", last=is_last)
        assert ("create" in [what for what, _ in play.cloud.log]) == is_last
        play.passes(6)
        assert play.resource is None
        assert list(play.cloud.things) == ["one"]


def lease_lost(play: Play) -> None:
    play.passes()
    before = copy.deepcopy(play.save())
    play.operator._stopping.set()
    play.passes(2)
    assert play.cloud.log == []
    play.load(before)
    play.passes(1, "lease lost", "create")
    play.load(play.save())
    play.ends("CreationIncomplete", 0)


def definition(play: Play) -> None:
    play.passes(5)
    assert play.resource is not None
    play.written(merged(play.resource, {"status": {"atProvider": {"size": "large"}}}))
    play.restart()
    play.user("edit")
    play.ends("InvalidObject", 1)
    assert [what for what, _ in play.cloud.log] == ["create"]


def clock(play: Play) -> None:
    play.passes(5)
    assert play.resource is not None
    future = "2999-01-01T00:00:00Z"
    annotations = {PENDING: future, SUCCEEDED: future}
    play.written(merged(play.resource, {"metadata": {"annotations": annotations}}))
    play.restart()
    play.user("edit")
    play.ends("ReconcileSuccess", 1)
    play.own = frozenset(key for key in play.cloud.things if key != "one")
    play.user("delete outside")
    play.ends("ReconcileSuccess", 2)


def outside(play: Play) -> None:
    play.passes(5)
    play.user("delete outside")
    play.ends("ReconcileSuccess", 2)


ROWS: list[tuple[str, str, Callable[[Play], None]]] = [
    ("The operator is killed during a creation",
     "`CreationIncomplete`: waits for a person, nothing is sent again", killed_in_a_creation),
    ("The operator is killed at another moment", "The next operator continues", killed_elsewhere),
    ("The provider is killed during a creation, or does not answer within `--timeout`",
     "`CreationIncomplete`, also after a restart", provider_in_a_creation),
    ("The provider is killed during another call",
     "`ProviderFailed`: another process, another attempt after a minute", provider_elsewhere),
    ("The provider refuses, for example because a disk is full",
     "The provider's message, another attempt after a minute", refused),
    ("No provider can be started, for example because the operator's disk is full",
     "`ProviderFailed`, further attempts", no_start),
    ("The API server does not answer before a creation", "Nothing is created, further attempts", server_before),
    ("The API server does not answer after a creation",
     "The operator keeps the result, and writes it later", server_after),
    ("Somebody changes the object during a pass", "The next pass applies the change", conflict),
    ("Somebody deletes the object during a pass",
     "Nothing is created, or what was created is deleted", deleted_meanwhile),
    ("The lease is lost in the middle",
     "Nothing more is begun; a creation that was sent is `CreationIncomplete` for the next operator", lease_lost),
    ("The definition changes, and the status no longer fits",
     "`InvalidObject` with the path, nothing changes outside", definition),
    ("The clock goes back", "Nothing: a record has the time of its announcement", clock),
    ("The external object is deleted outside", "The object is created again", outside),
]  # fmt: skip


@pytest.mark.parametrize("scenario", [row[2] for row in ROWS], ids=[f"{row[0]}: {row[1]}" for row in ROWS])
def test_what_the_table_says_happens(
    tmp_path: Path, scenario: Callable[[Play], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    scenario(Play(tmp_path))


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


LARGE = [own for own in VARIANTS if own[1] == "recreate" or (own[0] == THING and own[3] == ("edit",))]
"""More than half of all passes."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "policy", "keeps_state", "budget"),
    [pytest.param(*own, marks=[pytest.mark.large] if own in LARGE else []) for own in VARIANTS],
)
def test_all_states_hold_what_is_promised(
    tmp_path: Path, name: str, policy: str, keeps_state: bool, budget: tuple[str, ...]
) -> None:
    found = explored(tmp_path, name, policy, keeps_state, budget, 20_000)
    print(f"{found.states} states, {found.passes} passes, {dict(found.ends)}")
    assert found.is_complete
    assert found.ends["ReconcileSuccess"]
