"""The section of a release in a changelog that people write."""

import re
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.review.changelog import as_changelog, with_section

from ..support import resource
from .pairs import PAIRS
from .test_calls import LOOM, config, spec
from .test_verdict import reviewed

SECTION = "## 1.3.0 (Unreleased)\n\nNOTES:\n\n* a note\n"
OLDER = "## 1.2.0 (May 1, 2026)\n\n* by hand\n"
BY_HAND = "## [Unreleased]\n\n* by hand\n"
READ = "## How to read it\n\nSo.\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", SECTION),
        ("# Changelog\n", f"# Changelog\n\n{SECTION}"),
        ("# Changelog", f"# Changelog\n\n{SECTION}"),
        (f"# Changelog\n\nAll changes.\n\n{OLDER}", f"# Changelog\n\nAll changes.\n\n{SECTION}\n{OLDER}"),
        (OLDER, f"{SECTION}\n{OLDER}"),
        (f"# C\n\n## 1.3.0 (Unreleased)\n\n* old\n\n{OLDER}", f"# C\n\n{SECTION}\n{OLDER}"),
        (f"# C\n\n## 1.2.1 (Unreleased)\n\n* old\n\n{OLDER}", f"# C\n\n{SECTION}\n{OLDER}"),
        ("# C\n\n## [1.3.0] - 2026-05-01\n\n* old\n", f"# C\n\n{SECTION}"),
        (f"# C\n\n{BY_HAND}\n{OLDER}", f"# C\n\n{SECTION}\n{BY_HAND}\n{OLDER}"),
        (f"{OLDER}\n## 1.1.0 (Unreleased)\n\n* old\n", f"{SECTION}\n{OLDER}\n## 1.1.0 (Unreleased)\n\n* old\n"),
        (f"{OLDER}\n## 1.3.0\n\n* old\n\n## 1.0.0\n", f"{OLDER}\n{SECTION}\n## 1.0.0\n"),
        ("\n", f"\n{SECTION}"),
        (f"# C\n\n{READ}\n{OLDER}", f"# C\n\n{READ}\n{SECTION}\n{OLDER}"),
    ],
)
def test_a_section_is_above_the_newest_version_and_replaces_itself(text: str, expected: str) -> None:
    once = with_section(text, SECTION)
    assert once == expected
    assert with_section(once, SECTION) == once


def test_a_section_of_a_release_is_above_what_is_not_released_yet() -> None:
    released, unreleased = "## 1.3.0 (June 1, 2026)\n\n* new\n", "## 1.2.1 (Unreleased)\n\n* old\n"
    assert with_section(unreleased, released) == f"{released}\n{unreleased}"


def test_windows_line_ends_stay() -> None:
    found = with_section(f"# C\n\n{OLDER}".replace("\n", "\r\n"), SECTION)
    assert found == f"# C\n\n{SECTION}\n{OLDER}".replace("\n", "\r\n")


def run(folder: Path, loom: str, *options: str) -> int:
    (folder / "old.yml").write_text(spec())
    (folder / "new.yml").write_text(spec(loom=loom))
    (folder / "config.yml").write_text(config())
    return main(["diff", "--config", "config.yml", *options, "old.yml", "new.yml"])


def test_the_command_writes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "CHANGELOG.md"
    path.write_text(f"# Changelog\n\n{OLDER}")
    assert run(tmp_path, f"{LOOM}, width: {{type: integer}}", "--write-changelog", "CHANGELOG.md") == 0
    text = path.read_text()
    assert text.startswith("# Changelog\n\n## Unreleased\n\nENHANCEMENTS:\n\n* resource/mill_loom: `width`: added")
    assert text.endswith(OLDER)
    run(tmp_path, f"{LOOM}, width: {{type: integer}}", "--write-changelog", "CHANGELOG.md")
    assert path.read_text() == text


def test_without_a_change_and_over_an_input_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(tmp_path, LOOM, "--write-changelog", "CHANGELOG.md") == 0
    assert not (tmp_path / "CHANGELOG.md").exists()
    assert run(tmp_path, f"{LOOM}, width: {{type: integer}}", "--write-changelog", "new.yml") == 1
    assert "this is an input, and is not written over; choose another file for the output" in capsys.readouterr().err


READING = "create: {properties: {a: {type: string}}}\nread: {properties: {it: {type: string, enum: VALUES}}}"
MANY, FEW = (resource(READING.replace("VALUES", values)).mapping for values in ("[a, b]", "[a]"))
SECTIONS = {
    "operation-added": ("", "NOTES"),
    "operation-changed": ("", ""),
    "description-changed": ("", ""),
    "enum-value-added": ("ENHANCEMENTS", "BREAKING CHANGES"),
    "deprecated": ("DEPRECATIONS", "ENHANCEMENTS"),
    "deprecation-message-changed": ("DEPRECATIONS", "DEPRECATIONS"),
    "entity-added": ("FEATURES", "BREAKING CHANGES"),
    "attribute-added": ("ENHANCEMENTS", "BREAKING CHANGES"),
    "became-required": ("BREAKING CHANGES", "ENHANCEMENTS"),
    "a value of a read-only attribute": ("", "NOTES"),
}
"""The heading below which a change is, and its opposite; empty where it is left out."""


@pytest.mark.parametrize("name", SECTIONS)
def test_a_change_is_in_the_section_of_its_severity_and_rule_or_left_out(name: str) -> None:
    old, new = PAIRS.get(name, (MANY, FEW))
    there, back = (
        re.findall("^([A-Z ]+):$", as_changelog(reviewed(*sides)), re.MULTILINE) for sides in ((old, new), (new, old))
    )
    assert (", ".join(there), ", ".join(back)) == SECTIONS[name]


@pytest.mark.parametrize(
    ("name", "back", "line"),
    [
        ("entity-added", False, "* **New Resource:** `oven`"),
        ("entity-added", True, "* resource/oven: the resource was removed"),
        (
            "attribute-added",
            False,
            "* resource/oven: `inner`: added: optional, the API chooses if left out, of type string",
        ),
        ("entity-deprecated", False, "* resource/oven: it is deprecated"),
    ],
)
def test_a_line_says_what_changed_and_of_which_attribute(name: str, back: bool, line: str) -> None:
    old, new = PAIRS[name][::-1] if back else PAIRS[name]
    assert [found for found in as_changelog(reviewed(old, new)).split("\n") if found.startswith("* ")] == [line]


def test_a_template_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "own.j2").write_bytes(b"\xff")
    with pytest.raises(MappingError, match=r"own\.j2: the template cannot be read: 'utf-8' codec .*; correct the path"):
        as_changelog(reviewed(*PAIRS["entity-added"]), tmp_path / "own.j2")
