"""The README works from where its reader stands: its example runs in an empty folder, from its own blocks."""

import json
import re
from pathlib import Path

from ..test_docs import section
from .fences import ROOT, blocks
from .workspace import Workspace

README = ROOT / "README.md"


def test_the_example_runs_in_a_folder_with_nothing_but_its_files(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.folder = tmp_path / "empty"
    workspace.folder.mkdir()
    start = README.read_text(encoding="utf-8").partition("## Example\n")[0].count("\n")
    config = ""
    for block in (block for block in blocks(README) if block.line > start):
        if "." in block.title:
            workspace.write(block.title, block.text)
            config = block.text
        elif block.language == "sh":
            ran = workspace.run(block.text)
            assert ran.returncode == 0, ran.stdout
            assert "warning" not in ran.stdout
    assert (workspace.folder / "generator_config.yml").read_text(encoding="utf-8") == config
    assert json.loads((workspace.folder / "provider_code_spec.json").read_text(encoding="utf-8"))["resources"]
    assert (workspace.folder / "site/reference/resources/telescope/index.html").is_file()


def test_the_first_commands_are_those_that_a_clone_can_run() -> None:
    first, second = [block.text for block in blocks(README) if block.language == "sh"][:2]
    assert "pip install -q -e '.[ack,material]'" in first
    assert "mkdocs build -f example_site/mkdocs.yml" in first
    assert second.endswith("-m pytest\n")


def test_every_way_to_install_says_when_it_works() -> None:
    rows = re.findall(
        r"^\| (.+) \| `(pip install .+)` \| (.+) \|$", section(README.read_text("utf-8"), "## Install"), re.MULTILINE
    )
    assert [row[0] for row in rows] == ["a clone", "the repository", "an index"]
    assert rows[0][2] == "now"
    assert all(re.match(r"as soon as|after", when) for _, _, when in rows[1:])
