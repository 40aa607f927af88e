"""Terraform itself drives the provider that the faults are tested with: it is a provider, of both protocols."""

import json
import subprocess
from pathlib import Path

import pytest

from . import fake
from .conftest import Tracks
from .peers import run_terraform, terraform

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
