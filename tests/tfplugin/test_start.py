"""What needs which libraries: schemas in JSON none, a running provider the extra."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mapper.tfplugin.start import start_provider

from . import fake
from .conftest import Tracks

ROOT = Path(__file__).parents[2]
HEAVY = ("grpc", "google.protobuf", "msgpack")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_schemas_in_json_need_no_library() -> None:
    modules = "cty_types, implied, json_codec, paths, proposed, results, schema, schema_json, schema_text, values"
    code = (
        f"import sys\nfrom mapper.tfplugin import {modules}\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert run(code) == "[]"


@pytest.mark.parametrize("library", HEAVY)
def test_a_running_provider_without_the_extra_says_how_to_install_it(library: str) -> None:
    code = (
        f"import sys\nfrom pathlib import Path\nsys.modules[{library!r}] = None\n"
        "from mapper.tfplugin.start import start_provider\nfrom mapper.tfplugin.errors import PluginError\n"
        "try:\n    start_provider(Path('x/terraform-provider-y'))\nexcept PluginError as error:\n    print(error)\n"
    )
    wanted = "terraform-provider-y: a running provider needs more packages: pip install 'mkdocs-oasmap[provider]'"
    assert run(code) == wanted


def test_a_provider_starts(tmp_path: Path, tracks: Tracks) -> None:
    with start_provider(fake.program(tmp_path), {"FAKE_PIDS": str(tracks.pids)}) as provider:
        assert list(provider.schema().resources) == ["fake_thing"]
