"""The page *Your provider* with the programs that it names: Go, HashiCorp's generator and Terraform."""

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..go_code.tools import Unavailable, fetch
from .fences import DOCS, Block, blocks
from .player import changed

PORT = "8080"


def free_port() -> int:
    with socket.socket() as server:
        server.bind(("localhost", 0))
        return int(server.getsockname()[1])


def start(folder: Path, port: int) -> subprocess.Popen[bytes]:
    """The API of the page, once it answers."""
    api = subprocess.Popen([sys.executable, "api.py"], cwd=folder, stderr=subprocess.DEVNULL)
    for _ in range(300):
        with socket.socket() as client:
            if client.connect_ex(("localhost", port)) == 0:
                return api
        time.sleep(0.1)
    api.kill()
    raise AssertionError("the API does not answer")


def run(folder: Path, block: Block, programs: Path) -> str:
    """The output of the commands of a block, which succeed."""
    environment = {
        **os.environ, "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "TF_CLI_ARGS_apply": "-auto-approve", "TF_CLI_ARGS": "-no-color", "GOTOOLCHAIN": "local",
    }  # fmt: skip
    if (folder / "dev.tfrc").exists():  # exported by an earlier block
        environment["TF_CLI_CONFIG_FILE"] = str(folder / "dev.tfrc")
    done = subprocess.run(
        ["bash", "-euc", block.text], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, check=False, timeout=900,
    )  # fmt: skip
    assert done.returncode == 0, f"{block.text}\n{done.stdout[-3000:]}"
    return done.stdout


def save(folder: Path, block: Block, port: int) -> None:
    """Write or change a file, as a reader does who is at this block."""
    if block.language == "diff":
        assert changed(block, folder) == 1, block
        return
    path = folder / block.title
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(block.text.replace(PORT, str(port)), encoding="utf-8")


@pytest.mark.peer
def test_a_provider_from_the_blocks_of_the_page_creates_an_object_and_passes_its_test(tmp_path: Path) -> None:
    if shutil.which("terraform") is None:
        pytest.skip("terraform is not here")
    try:
        tools = fetch()
    except Unavailable as error:
        pytest.skip(str(error))
    folder, programs, port = tmp_path / "provider", tmp_path / "programs", free_port()
    folder.mkdir()
    programs.mkdir()
    (programs / "tfplugingen-framework").symlink_to(tools.generator)
    api, printed = None, ""
    try:
        for block in blocks(DOCS / "your-provider.md"):
            if block.language == "sh":
                printed += run(folder, block, programs)
            elif "/" in block.title or "." in block.title:
                save(folder, block, port)
            if block.title == "api.py":
                api = start(folder, port)
    finally:
        if api:
            api.kill()
            api.wait()
    assert printed.count("Resources: 1 added") == 2
    assert "No changes." in printed
    assert "\nok " in printed
