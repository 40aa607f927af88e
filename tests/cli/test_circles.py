"""A link that leads to itself, wherever a file or a folder is named: one message, no traceback."""

from pathlib import Path

import pytest

from mkdocs_oasmap.cli import main

from ..zoo import CONFIG, api

SPEC = "api.yaml"


@pytest.mark.parametrize(
    "words",
    [
        "generate loop",
        f"generate --config loop {SPEC}",
        f"generate --output loop {SPEC}",
        f"generate --sidecar loop {SPEC}",
        f"generate --registry-docs loop {SPEC}",
        "check loop",
        "settle loop",
        "init --output other.yml loop",
        f"init --output loop {SPEC}",
        f"pages {SPEC} loop",
        "pages loop out",
        f"diff loop {SPEC}",
        f"diff {SPEC} loop",
        f"diff --also text=loop {SPEC} {SPEC}",
        f"diff --config loop {SPEC} {SPEC}",
        "generate --system ack loop",
        "generate --system pulumi loop",
        "generate --system crossplane loop",
        "generate --system provider loop",
        f"plan --provider loop {SPEC}",
    ],
)
def test_a_link_that_leads_to_itself_is_one_message(words: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / SPEC).write_text(api("Pet: {type: object, properties: {name: {type: string}}}\n"), encoding="utf-8")
    (here / "generator_config.yml").write_text(CONFIG, encoding="utf-8")
    (here / "loop").symlink_to("loop")
    assert main(words.split()) != 0
    error = capsys.readouterr().err.rstrip("\n")
    assert error.startswith("error: "), error
    assert "loop" in error
    assert (here / "loop").is_symlink()
