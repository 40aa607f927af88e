"""An IDL in a git revision is read with its own config and its own import paths, and not with those of today."""

import json
from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from ..repository import commit_all
from .tools import write_files

BUCKET = """\
package store

import (
	"{idl}/kinds"

	"github.com/pulumi/pulumi/pkg/resource/idl"
)

type Bucket struct {{
	idl.Resource
	Region {region}
	Kind   kinds.Kind
}}
"""
KINDS = 'package kinds\n\ntype Kind string\n\nconst (\n\tA Kind = "a"\n\tB Kind = "b"\n)\n'
SHOP = "package: {name: shop}\n"
MINE = "go: {idl: example.com/mine}\n"


def state(module: str, config: str | None, idl: str = "", region: str = "string") -> dict[str, str | None]:
    """The files of one state; None for one that is not there."""
    bucket = BUCKET.format(idl=idl or f"{module}/idl", region=region)
    return {
        "go.mod": f"module {module}\n", "pulumi.yml": config, "idl/bucket.go": bucket, "idl/kinds/kinds.go": KINDS,
    }  # fmt: skip


OLD = "example.com/old"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (state(OLD, None), state("example.com/new", None, region="float64"), {"type-changed"}),
        (state(OLD, SHOP), state(OLD, SHOP + MINE, "example.com/mine", "float64"), {"type-changed"}),
        (state(OLD, SHOP + MINE, "example.com/mine"), state(OLD, SHOP, region="bool"), {"type-changed"}),
        (state(OLD, MINE, "example.com/mine"), state(OLD, None), set()),
        (state(OLD, None), state(OLD, MINE, "example.com/mine"), set()),
        (state(OLD, None), state(OLD, SHOP, region="bool"), {"token-changed", "type-changed"}),
        (state(OLD, SHOP), state(OLD, None), {"token-changed"}),
        (state(OLD, None), state(OLD, "tokens: file\n"), {"token-changed"}),
    ],
)
def test_each_state_is_read_with_the_config_and_the_go_mod_that_it_has(
    old: dict[str, str | None],
    new: dict[str, str | None],
    expected: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    write(old)
    commit_all(tmp_path)
    write(new)
    assert main(["diff", "--system", "pulumi", "--format", "json", "--fail-on", "none", "git:HEAD", "idl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {change["rule"] for change in found["changes"]} == expected
    assert found["problems"] == []
    causes = {change["rule"]: change.get("cause") for change in found["changes"]}
    assert causes.get("token-changed", "generator config") == "generator config"
    assert causes.get("type-changed", "API description") == "API description"


def test_a_config_of_another_name_that_a_revision_lacks_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(state(OLD, None))
    commit_all(tmp_path)
    write_files(tmp_path, {"other.yml": SHOP})
    arguments = ["--config", "other.yml", "--format", "json", "--fail-on", "none"]
    assert main(["diff", "--system", "pulumi", *arguments, "git:HEAD", "idl"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["problems"] == ["there was no other.yml in HEAD"]
    assert [change["rule"] for change in found["changes"]] == ["token-changed"]


def write(files: dict[str, str | None]) -> None:
    """Make the current folder have these files."""
    for name, text in files.items():
        if text is None:
            Path(name).unlink(missing_ok=True)
        else:
            write_files(Path(), {name: text})
