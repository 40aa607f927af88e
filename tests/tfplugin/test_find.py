"""Where the program of a provider is found."""

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mapper.tfplugin.errors import PluginError
from mapper.tfplugin.source import (
    ProviderReference,
    _machine,
    find_provider,
    machine_folders,
    read_source,
    start_provider,
    terraform_folders,
    version_key,
)

from . import fake
from .conftest import Tracks


def put(folder: Path, *versions: str, host: str = "registry.terraform.io", type_: str = "zoo") -> None:
    for version in versions:
        place = folder / host / "hashicorp" / type_ / version / _machine()
        place.mkdir(parents=True)
        (place / f"terraform-provider-{type_}_v{version}_x5").touch()


def test_a_name_is_completed_as_terraform_does() -> None:
    assert read_source("zoo") == ProviderReference("registry.terraform.io", "hashicorp", "zoo")
    assert read_source("me/zoo@1.2.3-rc.1") == ProviderReference("registry.terraform.io", "me", "zoo", "1.2.3-rc.1")
    assert read_source("example.org:8443/me/zoo@v2") == ProviderReference("example.org:8443", "me", "zoo", "2")


@pytest.mark.parametrize(
    "name", ["", "a/b/c/d", "me/../zoo", "../../etc", "zoo@", "zoo@../1", "-zoo", "me//zoo", "zoo\n"]
)
def test_a_name_leads_nowhere_else(name: str, tmp_path: Path) -> None:
    with pytest.raises(PluginError):
        find_provider(name, [tmp_path], [], tmp_path)


def test_the_newest_version_is_found_unless_another_is_asked_for(tmp_path: Path) -> None:
    put(tmp_path, "1.9.0", "1.10.0", "1.10.0-rc1", "0.1.0")
    assert find_provider("zoo", [tmp_path], [], tmp_path).version == "1.10.0"
    found = find_provider("zoo@1.9.0", [tmp_path], [], tmp_path)
    assert (found.version, found.address) == ("1.9.0", "registry.terraform.io/hashicorp/zoo")
    assert found.path.name == "terraform-provider-zoo_v1.9.0_x5"


def test_a_version_that_is_not_there_names_those_that_are(tmp_path: Path) -> None:
    put(tmp_path, "1.9.0", "1.10.0")
    with pytest.raises(PluginError, match=r"hashicorp/zoo: there is no version 2\.0\.0, only 1\.10\.0, 1\.9\.0"):
        find_provider("zoo@2.0.0", [tmp_path], [], tmp_path)


def test_a_provider_that_is_nowhere_names_the_folders(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"is in none of the folders of plugins \(.*\); --plugin-dir names another"):
        find_provider("zoo", [tmp_path], [], tmp_path)


def test_a_program_of_another_provider_is_not_taken(tmp_path: Path) -> None:
    (tmp_path / "terraform-provider-zoology_v1.0.0").touch()
    (tmp_path / "terraform-provider-zoo_v1.0.0").touch()
    assert find_provider("zoo", [tmp_path], [], tmp_path).path.name == "terraform-provider-zoo_v1.0.0"


def test_a_path_is_taken_as_it_is_and_a_mirror_tells_the_address(tmp_path: Path) -> None:
    program = tmp_path / "terraform-provider-zoo"
    program.touch()
    found = find_provider("./terraform-provider-zoo", [], [], tmp_path)
    assert (found.path, found.address, found.version) == (program, "registry.terraform.io/hashicorp/zoo", "")
    put(tmp_path, "1.0.0", host="example.org")
    inside = next((tmp_path / "example.org").rglob("terraform-provider-zoo_*"))
    found = find_provider(str(inside), [], [], tmp_path)
    assert (found.address, found.version) == ("example.org/hashicorp/zoo", "1.0.0")
    assert find_provider(str(inside.parent), [], [], tmp_path).path == inside


def test_a_path_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PluginError, match=r"\./zoo: there is no such program"):
        find_provider("./zoo", [], [], tmp_path)


def test_versions_are_ordered_by_their_numbers() -> None:
    ordered = ["", "0.9.0", "1.0.0-alpha", "1.0.0-rc", "1.0.0", "1.2.0", "1.10.0", "2.0.0-rc1"]
    assert all(version_key(one) < version_key(next_one) for one, next_one in pairwise(ordered))


def test_a_program_in_a_named_folder_is_preferred_to_a_newer_one_elsewhere(tmp_path: Path) -> None:
    put(tmp_path / "trusted", "1.0.0")
    put(tmp_path / "cache", "99.0.0")
    named, others = [tmp_path / "trusted"], [tmp_path / "cache"]
    assert find_provider("zoo", named, others, tmp_path).version == "1.0.0"
    assert find_provider("zoo", [tmp_path / "none"], others, tmp_path).version == "99.0.0"
    with pytest.raises(PluginError, match=r"there is no version 99\.0\.0, only 1\.0\.0"):
        find_provider("zoo@99.0.0", named, others, tmp_path)


def test_terraforms_own_folders_are_looked_into_but_for_those_of_a_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cache, home = tmp_path / "cache", tmp_path / "home"
    wanted = [cache, home / ".terraform.d" / "plugins"]
    for folder in (*wanted, tmp_path / ".terraform" / "providers", tmp_path / "terraform.d" / "plugins"):
        folder.mkdir(parents=True)
    environment = {"HOME": str(home), "TF_PLUGIN_CACHE_DIR": str(cache), "XDG_DATA_DIRS": "terraform.d/plugins:."}
    assert list(terraform_folders(environment)) == wanted


ROOT = Path(__file__).parents[2]
HEAVY = ("grpc", "google.protobuf", "msgpack")


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_schemas_in_json_need_no_library() -> None:
    modules = "cty_types, errors, implied, proposed, results, schema, schema_json, schema_text, values"
    code = (
        f"import sys\nfrom mapper.tfplugin import {modules}\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert run(code) == "[]"


@pytest.mark.parametrize("library", HEAVY)
def test_a_running_provider_without_the_extra_says_how_to_install_it(library: str) -> None:
    code = (
        f"import sys\nfrom pathlib import Path\nsys.modules[{library!r}] = None\n"
        "from mapper.tfplugin.source import start_provider\nfrom mapper.tfplugin.errors import PluginError\n"
        "try:\n    start_provider(Path('x/terraform-provider-y'))\nexcept PluginError as error:\n    print(error)\n"
    )
    wanted = "terraform-provider-y: a running provider needs more packages: pip install 'mkdocs-oasmap[provider]'"
    assert run(code) == wanted


def test_a_provider_starts(tmp_path: Path, tracks: Tracks) -> None:
    with start_provider(fake.program(tmp_path), {"FAKE_PIDS": str(tracks.pids)}) as provider:
        assert list(provider.schema().resources) == ["fake_thing"]


HCL = """
plugin_cache_dir = "{0}/cache"
provider_installation {{
  filesystem_mirror {{
    path    = "{0}/mirror"
    include = ["example.org/*/*"]
  }}
  direct {{}}
}}
"""
MIRROR = '{{"filesystem_mirror": {{"path": "{0}/mirror"}}}}'
JSON = '{{"plugin_cache_dir": "{0}/cache", "provider_installation": [' + MIRROR + "]}}"


@pytest.mark.parametrize("text", [HCL, JSON])
def test_the_cache_and_mirrors_of_terraforms_configuration_are_looked_into(text: str, tmp_path: Path) -> None:
    for name in ("cache", "mirror"):
        (tmp_path / name).mkdir()
    (tmp_path / "rc").write_text(text.format(tmp_path))
    environment = {"TF_CLI_CONFIG_FILE": str(tmp_path / "rc"), "HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}
    assert machine_folders(environment) == [tmp_path / "cache", tmp_path / "mirror"]


DEEP = '{"provider_installation": ' + "[" * 5000 + "]" * 5000 + "}"
WRONG = ["", "not = {", '{"provider_installation": 3}', "[1]", "plugin_cache_dir = 3", DEEP, DEEP[:-5001], None]


@pytest.mark.parametrize("text", WRONG)
def test_what_cannot_be_read_names_nothing(text: str | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / ".terraformrc").write_text(text)
    assert machine_folders({"HOME": str(tmp_path), "XDG_DATA_DIRS": str(tmp_path)}) == []
