"""What the builds of one site share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mapper.report.diagnostic import MappingError
from mapper.review import Settings
from mkdocs_oasmap.mappings import MappingInput
from mkdocs_oasmap.project import Baseline, Project, review_settings
from mkdocs_oasmap.review.baselines import Files, State, read_state

from .zoo import CONFIG, api

PET = "Pet: {type: object, properties: {age: {type: integer}}}"


@pytest.fixture
def key(tmp_path: Path) -> MappingInput:
    """The Zoo in a folder."""
    (tmp_path / "api.yaml").write_text(api(PET))
    (tmp_path / "config.yml").write_text(CONFIG)
    return MappingInput(tmp_path / "api.yaml", (tmp_path / "config.yml",), tmp_path)


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_mapping_is_made_again_where_an_input_has_changed_and_only_there(key: MappingInput) -> None:
    project = Project()
    first = project.mapping(key)
    assert project.mapping(key) is first
    changed(key.base / "api.yaml", "{age: {type: integer}}", "{age: {type: boolean}}")
    second = project.mapping(key)
    assert second is not first
    assert project.mapping(key) is second


def test_an_input_that_cannot_be_mapped_is_an_error_each_time_and_mapped_when_it_is_mended(key: MappingInput) -> None:
    project = Project()
    changed(key.base / "config.yml", "/pets", "/nowhere")
    for _ in range(2):
        with pytest.raises(MappingError, match="nowhere"):
            project.mapping(key)
    changed(key.base / "config.yml", "/nowhere", "/pets")
    assert project.mapping(key).mapping.entities


def test_a_review_reads_its_baseline_again_where_that_has_changed(
    key: MappingInput, monkeypatch: pytest.MonkeyPatch
) -> None:
    project, reads = Project(), []

    def read(name: str, files: Files) -> State:
        reads.append(name)
        return read_state(name, files)

    monkeypatch.setattr("mkdocs_oasmap.review.baselines.read_state", read)
    old = key.base / "old.yaml"
    old.write_text(api(PET.replace("integer", "boolean")))
    baseline = Baseline("old.yaml")
    mapped = project.mapping(key)
    review, doubts = project.review(mapped, key, baseline, Settings())
    assert [change.rule.id for change in review.changes]
    assert doubts == ()
    again, _ = project.review(mapped, key, baseline, Settings())
    assert [change.fingerprint for change in again.changes] == [change.fingerprint for change in review.changes]
    assert reads == ["old.yaml"]
    old.write_text((key.base / "api.yaml").read_text())
    assert project.review(mapped, key, baseline, Settings())[0].changes == ()
    assert reads == ["old.yaml", "old.yaml"]


def test_what_is_not_there_is_an_error_of_the_input(key: MappingInput) -> None:
    project = Project()
    mapped = project.mapping(key)
    with pytest.raises(MappingError, match=r"nothing\.yaml"):
        project.review(mapped, key, Baseline("nothing.yaml"), Settings())
    with pytest.raises(MappingError, match=r"review\.yml"):
        review_settings(key.base / "review.yml", key.base)
    with pytest.raises(MappingError, match=r"old\.json"):
        Project().history({"1.0": "old.json"}, None, mapped, key)


def test_it_needs_no_site_generator(tmp_path: Path) -> None:
    code = "import sys, mkdocs_oasmap.project; print('mkdocs' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"
