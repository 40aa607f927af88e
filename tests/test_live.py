"""The folders that Terraform's CLI configuration names."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.tfplugin.source import machine_folders

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
