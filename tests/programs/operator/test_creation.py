"""Creations of which nobody knows what came, restarts, and objects of somebody else."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr, replace

from mapper.programs.operator.controller import Memory
from mapper.programs.operator.outcome import Conflict, Patch
from mapper.programs.operator.plugin import Implementation
from mapper.systems.crossplane.examples import EXTERNAL_NAME

from .support import CONFIG, GATE, THING, World
from .test_controller import PLAIN, running


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


class Killed(BaseException):
    """The end of the operator, in the middle of a pass."""


def killed(world: World, *, is_made: bool) -> World:
    """The operator is killed in the middle of a creation, before or after the provider has done it; it runs again."""
    apply = world.provider.apply

    def die(*arguments: Any) -> Any:
        if is_made:
            apply(*arguments)
        raise Killed

    world.provider.apply = die  # type: ignore[method-assign]
    with pytest.raises(Killed):
        world.settle()
    world.provider.apply = apply  # type: ignore[method-assign]
    world.restart()
    return world


@pytest.mark.parametrize("is_made", [False, True])
@pytest.mark.parametrize("name", [THING, GATE])
def test_a_creation_of_which_nobody_knows_what_came_is_not_repeated(tmp_path: Path, name: str, is_made: bool) -> None:
    world = World(tmp_path, name=name)
    world.make(PLAIN if name == THING else {"label": "x"})
    killed(world, is_made=is_made)
    for _ in range(3):
        outcome = world.settle()
        assert (world.condition("Synced"), outcome.requeue) == (("False", "CreationIncomplete"), None)
    assert len(world.cloud.log) == is_made
    found = next(iter(world.cloud.things), None)
    world.annotate(external_create_pending=None, **({"external_name": found} if found else {}))
    world.settle()
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    assert [what for what, _ in world.cloud.log] == ["create"]


def test_the_name_of_an_object_that_is_there_is_written_again_and_another_pass_follows(world: World) -> None:
    world.make(PLAIN)
    world.settle()
    world.annotate(external_name=None)
    outcome = world.step()
    assert [patch.body for patch in outcome.patches] == [{"metadata": {"annotations": {EXTERNAL_NAME: "t-1"}}}]
    assert outcome.requeue == 0


def test_a_creation_that_the_provider_broke_off_when_it_was_asked_to_end_waits_for_a_person(world: World) -> None:
    world.make(PLAIN)
    world.step()
    world.provider.fault, world.provider.is_stopped = "apply refused", True
    world.step()
    assert world.condition("Synced") == ("False", "CreationIncomplete")


def test_the_condition_of_an_incomplete_creation_ends_when_the_next_one_begins(world: World) -> None:
    world.make(PLAIN)
    killed(world, is_made=False)
    world.settle()
    seen: list[Any] = []
    apply = world.provider.apply
    world.provider.apply = lambda *given: [seen.append(world.condition("Synced")), apply(*given)][1]  # type: ignore[method-assign]
    world.annotate(external_create_pending=None)
    world.settle()
    assert seen == [("Unknown", "Creating")]


def test_what_could_not_be_announced_is_not_sent_and_goes_on_by_itself(world: World) -> None:
    world.make(PLAIN)
    world.step()

    def refuse(begun: str, patches: tuple[Patch, ...]) -> Any:
        world.write(patches)  # it arrived, but the answer did not
        world.memory = Memory(None, begun)
        raise Conflict

    announce, world.announce = world.announce, refuse  # type: ignore[method-assign]
    with pytest.raises(Conflict):
        world.step()
    assert world.cloud.log == []
    world.announce = announce  # type: ignore[method-assign]
    world.settle()
    assert world.condition("Ready") == ("True", "Available")
    assert [what for what, _ in world.cloud.log] == ["create"]


@pytest.mark.parametrize("pending", ["2030-01-01T11:00:00Z", "2030-01-01T11:00:00.500000Z", "soon"])
@pytest.mark.parametrize("settled", ["", "2030-01-01T11:00:00Z", "2030-01-01T11:00:00.400000Z"])
def test_times_of_other_operators_are_compared_as_times(world: World, pending: str, settled: str) -> None:
    world.make(PLAIN)
    world.annotate(external_create_pending=pending, **({"external_create_failed": settled} if settled else {}))
    world.settle()
    is_incomplete = not settled or pending == "soon" or ("5" in pending and settled)
    assert (world.condition("Synced")[1] == "CreationIncomplete") == bool(is_incomplete)


def test_an_object_that_was_not_made_here_is_neither_taken_over_nor_deleted(tmp_path: Path) -> None:
    world = World(tmp_path, name=GATE)
    world.cloud.things["one"] = {"id": "one", "name": "one", "label": "of somebody else"}
    world.make({"label": "x"})
    world.settle()
    assert world.condition("Synced") == ("False", "AlreadyExists")
    world.restart()
    world.settle()
    world.delete()
    world.settle()
    assert world.resource["metadata"]["finalizers"] == []
    assert world.cloud.log == []


def test_an_object_that_was_not_made_here_may_be_observed(tmp_path: Path) -> None:
    world = World(tmp_path, name=GATE)
    world.cloud.things["one"] = {"id": "one", "name": "one", "label": "of somebody else"}
    world.make({"label": "x"}, managementPolicies=["Observe"])
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    assert world.resource["status"]["atProvider"]["label"] == "of somebody else"
    assert world.cloud.log == []


ANNOUNCED: list[tuple[str, str, tuple[str, str]]] = [
    ("True", "ReconcileSuccess", ("True", "ReconcileSuccess")),
    ("Unknown", "Creating", ("Unknown", "Creating")),
    ("False", "CannotCreate", ("False", "CannotCreate")),
    ("False", "CannotResolveReferences", ("Unknown", "Creating")),
]


@pytest.mark.parametrize(("status", "reason", "expected"), ANNOUNCED)
def test_the_announcement_of_a_creation_ends_another_failure(
    world: World, status: str, reason: str, expected: tuple[str, str]
) -> None:
    world.make(PLAIN)
    world.step()
    world.resource["status"] = {"conditions": [{"type": "Synced", "status": status, "reason": reason}]}
    seen: list[Any] = []

    def announce(_: str, patches: tuple[Patch, ...]) -> Any:
        world.write(patches)
        seen.extend((world.condition("Synced"), world.condition("Ready")))
        return world.resource

    world.announce = announce  # type: ignore[method-assign]
    world.step()
    assert seen == [expected, ("False", "Creating")]


def test_a_name_that_was_given_stays_whatever_the_provider_calls_it(tmp_path: Path) -> None:
    for annotation, expected in ((None, "ONE"), ("one", "one")):
        world = World(tmp_path, name=GATE)
        apply = world.provider.apply

        def shout(*arguments: Any, apply: Any = apply) -> Any:
            state = apply(*arguments)
            return replace(state, value={**state.value, "name": state.value["name"].upper()})

        world.provider.apply = shout  # type: ignore[method-assign]
        world.make({"label": "x"})
        if annotation is not None:
            world.annotate(external_name=annotation)
        world.settle()
        assert world.annotation("external-name") == expected


@pytest.mark.parametrize("name", [THING, GATE])
def test_a_creation_whose_status_was_written_is_known_without_its_annotations(tmp_path: Path, name: str) -> None:
    world = running(World(tmp_path, name=name), PLAIN if name == THING else {"label": "x"})
    found = world.annotation("external-name")
    world.annotate(external_create_succeeded=None, external_name=None)
    world.restart()
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    assert (world.annotation("external-name"), len(world.cloud.log)) == (found, 1)
    assert world.annotation("external-create-succeeded") == world.annotation("external-create-pending")


def test_an_object_that_is_gone_is_released_without_being_deleted_again(world: World) -> None:
    running(world)
    world.cloud.things.clear()
    world.delete()
    world.settle()
    assert world.resource["metadata"]["finalizers"] == []
    assert [what for what, _ in world.cloud.log] == ["create"]


def test_an_object_that_was_told_to_be_imported_is(tmp_path: Path) -> None:
    world = World(tmp_path, name=GATE)
    world.cloud.things["other"] = {"id": "other", "name": "other", "label": "of somebody else"}
    world.make({"label": "x"})
    world.annotate(external_name="other")
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    assert world.cloud.things["other"]["label"] == "x"


@pytest.mark.parametrize("is_new_process", [False, True])
def test_another_name_of_the_provider_is_refused_and_the_object_of_that_name_stays(
    world: World, is_new_process: bool
) -> None:
    running(world)
    world.cloud.things["t-9"] = {"id": "t-9", "zone": "a", "label": "x"}
    world.annotate(external_name="t-9")
    if is_new_process:
        world.restart()
    world.settle()
    assert world.condition("Synced") == ("False", "ExternalNameChanged")
    world.delete()
    world.settle()
    assert set(world.cloud.things) == {"t-1", "t-9"}
    world.annotate(external_name="t-1")
    world.settle()
    assert set(world.cloud.things) == {"t-9"}


def test_a_name_that_the_provider_changes_is_written_down(world: World) -> None:
    running(world)
    apply = world.provider.apply

    def renamed(*arguments: Any) -> Any:
        state = apply(*arguments)
        return replace(state, value={**(state.value or {}), "id": "t-2"})

    world.provider.apply = renamed  # type: ignore[method-assign]
    world.given(label="y")
    world.step()
    assert world.annotation("external-name") == "t-2"


class Decoder:
    """A decoder of an overlay, whose external names are its own."""

    def __init__(self, generated: Any) -> None:
        self.decode_cty = generated.decode_cty


def test_a_name_of_an_overlay_may_be_another_than_that_of_the_provider(world: World) -> None:
    running(world)
    own = world.program.implementations[world.gvk]
    own = own.under(Implementation(cty_decoder=Decoder(own.cty_decoder)))
    force_setattr(world.program, "implementations", {world.gvk: own})
    world.annotate(external_name="own/t-1")
    world.settle()
    assert world.condition("Synced") == ("True", "ReconcileSuccess")


def test_a_name_that_was_removed_does_not_make_a_second_object(world: World) -> None:
    running(world)
    world.annotate(external_name=None)
    world.restart()
    world.settle()
    world.settle()
    assert world.annotation("external-name") == "t-1"
    assert [what for what, _ in world.cloud.log] == ["create"]


CHANGES: list[tuple[str, dict[str, Any], list[str]]] = [
    (THING, {"label": "y"}, ["create", "update"]),
    (THING, {"label": None}, ["create", "update"]),
    (THING, {"tags": {"a": "b"}}, ["create", "update"]),
    (THING, {"door": [{"lock": "l", "width": 1.5}]}, ["create", "update"]),
    (THING, {"passwordSecretRef": {"name": "other", "key": "k"}}, ["create", "update"]),
    (THING, {"zone": "b"}, ["create", "delete", "create"]),
    (GATE, {"label": "y"}, ["create", "update"]),
]
CACHED = CONFIG.replace("    connection_details", "    replace: recreate\n    connection_details")


@pytest.mark.parametrize("reads", ["what is there", "what it was told"])
@pytest.mark.parametrize(("name", "change", "expected"), CHANGES, ids=str)
def test_what_changed_while_no_operator_ran_is_done_by_the_next_one(
    tmp_path: Path, name: str, change: dict[str, Any], expected: list[str], reads: str
) -> None:
    world = World(tmp_path, CACHED, name)
    world.objects.secrets = {("default", "s"): {"k": b"hush-hush"}, ("default", "other"): {"k": b"another one"}}
    given = {**PLAIN, "passwordSecretRef": {"name": "s", "key": "k"}, "door": [{"lock": "l"}]}
    running(world, given if name == THING else {"label": "x"})
    world.provider.keeps_state = reads == "what it was told"
    world.given(**change)
    if "passwordSecretRef" in change and world.provider.keeps_state:
        return  # no status has the old password, and such a provider does not tell it: the guide says so
    world.restart()
    world.settle()
    assert [what for what, _ in world.cloud.log] == expected
    (own,) = world.cloud.things.values()
    for key, value in change.items():
        if isinstance(value, str | None):
            assert own[key] == value
    assert world.condition("Synced") == ("True", "ReconcileSuccess")
    world.restart()
    world.settle()
    assert [what for what, _ in world.cloud.log] == expected


def test_a_replacement_that_is_refused_is_refused_after_a_restart_too(world: World) -> None:
    running(world)
    world.provider.keeps_state = True
    world.given(zone="b")
    for _ in range(2):
        world.settle()
        assert world.condition("Synced") == ("False", "ReplaceRequired")
        assert world.resource["status"]["atProvider"]["zone"] == "a"
        world.restart()


@pytest.mark.parametrize("knows", ["status", "memory"])
def test_what_is_recorded_of_an_object_that_is_gone_is_forgotten_before_another_is_made(
    world: World, knows: str
) -> None:
    running(world)
    world.cloud.things.clear()
    if knows == "status":
        world.restart()
    else:
        del world.resource["status"]["atProvider"]
    outcome = world.step()
    assert outcome.requeue == 0
    assert "atProvider" not in world.resource["status"]
    assert world.annotation("external-name") is None
    assert world.cloud.things == {}
    world.settle()
    assert list(world.cloud.things) == ["t-2"]
