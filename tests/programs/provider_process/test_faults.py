"""What a provider can do wrong: each fault gets one clear message; and it is a provider, as Terraform drives it."""

import json
import subprocess
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import type_bytes
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed, CtyError, IndexStep, KeyStep, PluginError
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import ProviderDiagnostic, ProviderSeverity, has_errors
from mapper.programs.provider_process.values import UNKNOWN

from ...tfplugin.peers import run_terraform, terraform
from . import fake
from .conftest import Tracks

GENEROUS = Limits(start=120, call=120, stop=20)
SHORT = 0.5


def start(
    folder: Path, tracks: Tracks, fault: str, limits: Limits = GENEROUS, protocol: int = 6, **more: str
) -> Provider:
    environment = {"FAKE_FAULT": fault, "FAKE_PROTOCOL": str(protocol), "FAKE_PIDS": str(tracks.pids), **more}
    return Provider.start(fake.program(folder), environment, limits=limits)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("silent", "was not ready after 0.5 seconds"),
        ("exit", "ended with exit code 3 before it was ready (its log ends: no licence found)"),
        ("killed", "was ended by SIGKILL before it was ready"),
        ("hush", "closed its output before it was ready"),
        ("garbage", "said 'Hello, world!', which is not the handshake of a plugin"),
        ("binary", "which is not the handshake of a plugin"),
        ("flood", "which is not the handshake of a plugin"),
        ("core", "is a plugin of another kind"),
        ("old", "speaks version 4 of Terraform's plugin protocol; 5 and 6 are understood"),
        ("netrpc", "is a plugin of another kind"),
        ("certificate", "wants an encrypted connection, although none was offered"),
        ("no socket", "which cannot be reached: No such file or directory"),
        ("folder", "which is not a socket"),
        ("remote", "listens at 'tcp 192.0.2.1:1234', which is not on this machine"),
        ("elsewhere", "outside of the folder that it was given"),
    ],
)
def test_a_provider_that_does_not_start_is_one_clear_message(
    fault: str, message: str, tmp_path: Path, tracks: Tracks
) -> None:
    limits = {"silent": Limits(start=SHORT, stop=SHORT), "hush": replace(GENEROUS, stop=SHORT)}.get(fault, GENEROUS)
    with pytest.raises(PluginError) as caught:
        start(tmp_path, tracks, fault, limits, FAKE_ELSEWHERE=str(tracks.folders.parent))
    text = str(caught.value)
    assert text.startswith("terraform-provider-fake: ")
    assert message in text
    assert_one_line(text)


def assert_one_line(text: str) -> None:
    assert text.isprintable()
    assert len(text) < 1200


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("missing", "missing: cannot be started: No such file or directory"),
        ("text", "text: cannot be started: Permission denied"),
        ("empty", "empty: cannot be started: Exec format error"),
    ],
)
def test_what_is_no_program_is_one_clear_message(path: str, message: str, tmp_path: Path, tracks: Tracks) -> None:
    (tmp_path / "text").write_text("text")
    (tmp_path / "empty").write_text("text")
    (tmp_path / "empty").chmod(0o755)
    with pytest.raises(PluginError) as caught:
        Provider.start(tmp_path / path)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("fault", "message", "code"),
    [
        ("slow", "PlanResourceChange: did not answer within 0.5 seconds", "DEADLINE_EXCEEDED"),
        ("die", "PlanResourceChange: ended with exit code 7 (its log ends: panic: nil map)", "UNAVAILABLE"),
        ("huge", "PlanResourceChange: sent more than 1000000 bytes at once", "RESOURCE_EXHAUSTED"),
        ("nonsense", "PlanResourceChange: responded with bytes that are no protocol message", "INTERNAL"),
        ("abort", "PlanResourceChange: failed: INTERNAL first line second line", "INTERNAL"),
        ("unimplemented", "PlanResourceChange: does not know this call", "UNIMPLEMENTED"),
    ],
)
@pytest.mark.build
@pytest.mark.parametrize("protocol", [5, 6])
def test_a_call_that_fails_is_one_clear_message(
    fault: str, message: str, code: str, protocol: int, tmp_path: Path, tracks: Tracks
) -> None:
    with start(tmp_path, tracks, fault, replace(GENEROUS, message=1_000_000), protocol) as provider:
        provider.schema()
        if fault == "slow":
            provider.process.limits = replace(GENEROUS, call=SHORT, stop=SHORT)
        with pytest.raises(CallFailed) as caught:
            provider.plan("fake_thing", None, {"name": "a"})
    assert str(caught.value).startswith(f"terraform-provider-fake: {message}")
    assert caught.value.code == code
    assert_one_line(str(caught.value))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("bad value", "sent a plan of fake_thing that does not fit its schema: id: a string is required, not a number"),
        ("unknown state", "sent a plan of fake_thing that is unknown as a whole"),
    ],
)
def test_a_value_that_does_not_fit_is_one_clear_message(
    fault: str, message: str, tmp_path: Path, tracks: Tracks
) -> None:
    with start(tmp_path, tracks, fault) as provider, pytest.raises(PluginError) as caught:
        provider.plan("fake_thing", None, {"name": "a"})
    assert str(caught.value) == f"terraform-provider-fake: {message}"


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("schema error", "GetProviderSchema: Invalid Schema: two lines"),
        ("wrong type", "GetProviderSchema: fake_thing.odd: ['sequence', 'string'] is not a type"),
        ("wrong nesting", "GetProviderSchema: fake_thing.odd: there is no nesting mode 9"),
        ("too deep", "GetProviderSchema: "),
    ],
)
def test_a_schema_that_cannot_be_is_one_clear_message(fault: str, message: str, tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, fault) as provider, pytest.raises(PluginError) as caught:
        provider.schema()
    assert str(caught.value).startswith(f"terraform-provider-fake: {message}")
    assert_one_line(str(caught.value))


ONLY_ODD = ["", "tcp", "chatty", "unknown field", "deep", "stubborn", "grandchild"]


@pytest.mark.build
@pytest.mark.parametrize(("protocol", "fault"), [(5, ""), *zip(cycle((6, 5)), ONLY_ODD, strict=False)])
def test_a_provider_that_is_only_odd_serves_and_ends(fault: str, protocol: int, tmp_path: Path, tracks: Tracks) -> None:
    limits = replace(GENEROUS, stop=SHORT) if fault == "stubborn" else GENEROUS
    with start(tmp_path, tracks, fault, limits, protocol) as provider:
        assert provider.protocol == protocol
        assert list(provider.schema().resources) == ["fake_thing"]
        assert not has_errors(provider.configure({}))
        assert provider.stop() == ""
        if fault == "chatty":
            provider.plan("fake_thing", None, {"name": "a"})
    log = provider.process.log.text()
    assert len(log) <= 65_536
    assert fault != "chatty" or "the last words" in log


def test_a_provider_is_configured_with_what_it_has_prepared(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "prepares", protocol=5) as provider:
        assert provider.configure({}) == ()


def test_a_function_is_read_with_its_parameters_in_their_order(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "a function") as provider:
        function = provider.schema().functions["join"]
    assert [parameter.name for parameter in function.parameters] == ["separator", "texts"]
    assert [type_bytes(parameter.type) for parameter in function.parameters] == [b'"string"', b'["list","string"]']


def test_a_provider_may_be_closed_twice_and_is_gone_then(tmp_path: Path, tracks: Tracks) -> None:
    provider = start(tmp_path, tracks, "")
    provider.close()
    provider.close()
    with pytest.raises(PluginError, match="GetProviderSchema: the connection is closed"):
        provider.schema()


@pytest.mark.parametrize("protocol", [5, 6])
def test_what_a_provider_reports_is_data(protocol: int, tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "diagnostics", protocol=protocol) as provider:
        found = provider.validate_resource("fake_thing", {"name": "a"})
    path = (AttributeStep("tags"), KeyStep("a b"), IndexStep(0))
    assert found == (
        ProviderDiagnostic(ProviderSeverity.WARNING, "Careful", "It may break.", path),
        ProviderDiagnostic(ProviderSeverity.ERROR, "Wrong"),
        ProviderDiagnostic(ProviderSeverity.ERROR, "No severity"),
    )
    assert str(found[0]) == 'tags["a b"][0]: Careful: It may break.'


@pytest.mark.parametrize("protocol", [5, 6])
def test_a_resource_is_planned_made_read_imported_and_deleted(protocol: int, tmp_path: Path, tracks: Tracks) -> None:
    name = "fake_thing"
    config: dict[str, Any] = {"name": "a", "tags": {"b": "2", "a": "1"}}
    with start(tmp_path, tracks, "", protocol=protocol) as provider:
        plan = provider.plan(name, None, config)
        assert plan.value == {"id": UNKNOWN, "size": UNKNOWN, **config}
        assert (plan.private, plan.legacy, plan.deferred, plan.identity) == (b"planned", False, False, None)
        state = provider.apply(name, None, plan, config)
        assert state.value == {"id": "id of a", "size": 1.5, **config}
        assert provider.read(name, state.value, state.private) == replace(state)
        again = provider.plan(name, state.value, config, state.private)
        assert again.value == state.value
        assert (again.requires_replace, again.replaced_because) == (((AttributeStep("name"),),), ())
        other = provider.plan(name, state.value, {"name": "b"}, state.private)
        assert other.replaced_because == ((AttributeStep("name"),),)
        gone = provider.plan(name, state.value, None, state.private)
        assert provider.apply(name, state.value, gone, None).value is None
        (imported,), problems = provider.import_resource(name, "xyz")
        assert (imported.type_name, imported.state.value, problems) == (
            name,
            {**dict.fromkeys(config), "id": "xyz", "size": None},
            (),
        )
        assert imported.state.private == b"found"


def test_a_deletion_is_only_planned_where_the_provider_expects_that(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "cannot plan deletions") as provider:
        plan = provider.plan("fake_thing", {"name": "a"}, None, b"kept")
        assert (plan.value, plan.private) == (None, b"kept")
        assert provider.apply("fake_thing", {"name": "a"}, plan, None).value is None


def test_a_state_in_json_is_read_as_well(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "json state") as provider:
        state = provider.read("fake_thing", {"id": "j"}).value
    assert state is not None
    assert (state["id"], str(state["size"]), state["tags"]) == ("j", "0.10", {})


def test_an_answer_without_a_value_is_null(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "no value") as provider:
        assert provider.plan("fake_thing", None, {"name": "a"}).value is None


def test_what_the_provider_does_not_have_is_refused_before_it_is_asked(tmp_path: Path, tracks: Tracks) -> None:
    with start(tmp_path, tracks, "") as provider:
        for ask in (
            lambda: provider.plan("fake_other", None, {}),
            lambda: provider.validate_data_source("fake_other", {}),
            lambda: provider.validate_ephemeral("fake_other", {}),
        ):
            with pytest.raises(PluginError, match="the provider has no"):
                ask()
        with pytest.raises(CtyError, match="has, but the schema does not: nam"):
            provider.validate_resource("fake_thing", {"nam": "a"})
        with pytest.raises(CtyError, match=r'tags\["a"\]: a string is required, not a number'):
            provider.validate_resource("fake_thing", {"tags": {"a": 1}})
        with pytest.raises(CtyError, match="no identity of 'fake_thing'"):
            provider.read("fake_thing", {}, identity={"a": 1})
        assert has_errors(provider.configure({}, terraform_version="0.0.0"))


CONFIGURATION = """
terraform {
  required_providers {
    fake = { source = "example.org/tests/fake" }
  }
}

resource "fake_thing" "one" {
  name = "a"
  tags = { b = "2" }
}

output "id" {
  value = fake_thing.one.id
}
"""


@pytest.mark.peer
@pytest.mark.parametrize("protocol", [5, 6])
def test_terraform_accepts_the_fake_provider(protocol: int, tmp_path: Path, tracks: Tracks) -> None:
    terraform()
    (tmp_path / "main.tf").write_text(CONFIGURATION)
    socket = tracks.folders / "s"
    environment = {"FAKE_SOCKET": str(socket), "FAKE_PROTOCOL": str(protocol), "FAKE_PIDS": str(tracks.pids)}
    with subprocess.Popen([fake.program(tmp_path)], env=environment, stdout=subprocess.PIPE) as provider:
        try:
            assert provider.stdout is not None
            assert provider.stdout.readline().startswith(f"1|{protocol}|unix|".encode())
            attach = {"Protocol": "grpc", "ProtocolVersion": protocol, "Pid": provider.pid, "Test": True,
                      "Addr": {"Network": "unix", "String": str(socket)}}  # fmt: skip
            reattach = {"TF_REATTACH_PROVIDERS": json.dumps({"example.org/tests/fake": attach})}
            run_terraform(tmp_path, "init", "-no-color", **reattach)
            schema = json.loads(run_terraform(tmp_path, "providers", "schema", "-json", **reattach))
            resource = schema["provider_schemas"]["example.org/tests/fake"]["resource_schemas"]["fake_thing"]
            assert set(resource["block"]["attributes"]) == {"id", "size", "name", "tags"}
            run_terraform(tmp_path, "apply", "-auto-approve", "-no-color", **reattach)
            outputs = json.loads(run_terraform(tmp_path, "output", "-json", **reattach))
            assert outputs["id"]["value"] == "id of a"
            planned = run_terraform(tmp_path, "plan", "-detailed-exitcode", "-no-color", **reattach)  # 2 if it differs
            assert "No changes" in planned
            run_terraform(tmp_path, "destroy", "-auto-approve", "-no-color", **reattach)
        finally:
            provider.kill()
    socket.unlink(missing_ok=True)
