"""What `init` proposes for small descriptions lives, and the command says so."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mapper.model.samples.extent import Extent
from mapper.programs.trial.life import live_in_process
from mapper.programs.trial.mock.api import Mock
from mapper.programs.trial.steps import Life, Step
from mapper.programs.trial.table import failures

from ..kept import changes
from . import descriptions
from .__main__ import main
from .folder import description_in, opened

LIVING = {
    "trees": descriptions.TREES,
    "settings": descriptions.SETTINGS,
    "dogs": descriptions.DOGS,
    "picnics": descriptions.PICNICS,
    "ovens": descriptions.OVENS,
    "beds": descriptions.BEDS,
    "resource objects": descriptions.RESOURCE_OBJECTS,
}
TALKING = {**LIVING, "baskets": descriptions.BASKETS, "workshop": descriptions.WORKSHOP}


def lives_of(folder: Path, text: str, extent: Extent = Extent.MINIMAL) -> dict[str, Life]:
    """The lives of what `init` proposes, by the names of the resources."""
    (folder / "openapi.yaml").write_text(text)
    with opened(folder) as api:
        return {name: live_in_process(api, resource, extent) for name, resource in api.artifacts.resources.items()}


@pytest.mark.parametrize(
    ("changed", "results", "lines"),
    [
        ("", {Step.CREATE: "ok", Step.PLAN: "n/a: no"}, []),
        ("", {Step.CREATE: "refused: 400"}, ["tree", "    create: refused: 400"]),
        ("a.b", {Step.CREATE: "ok", Step.UPDATE: "x", Step.DESTROY: "y"},
         ["tree (changed: a.b)", "    update: x", "    destroy: y"]),
    ],
)  # fmt: skip
def test_what_failed_is_told_below_the_name_and_what_was_changed(
    changed: str, results: dict[Step, str], lines: list[str]
) -> None:
    assert list(failures(Life("tree", results, changed=changed))) == lines


@pytest.mark.parametrize("extent", Extent)
@pytest.mark.parametrize("name", LIVING)
def test_what_is_proposed_lives(name: str, extent: Extent, tmp_path: Path) -> None:
    lives = lives_of(tmp_path, LIVING[name], extent)
    assert lives
    assert {life.resource: life.end for life in lives.values()} == dict.fromkeys(lives)


@pytest.mark.parametrize("name", TALKING)
def test_every_request_and_response_of_a_life_is_as_it_was(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    last: list[str] = []
    handle, shown = Mock.handle, partial(json.dumps, sort_keys=True)

    def told(self: Mock, method: str, url: str, body: Any = None) -> Any:
        status, answer = handle(self, method, url, body)
        call = f"{method} {url} {shown(body)}\n    {status} {shown(answer)}\n"
        said.append("the same again\n" if [call] == last else call)
        last[:] = [call]
        return status, answer

    monkeypatch.setattr(Mock, "handle", told)
    (tmp_path / "openapi.yaml").write_text(TALKING[name])
    with opened(tmp_path) as api:
        for extent in (Extent.MINIMAL, Extent.FULL):
            for resource in api.artifacts.resources.values():
                said.append(f"\n{resource.name}, {extent}\n")
                life = live_in_process(api, resource, extent)
                said += [f"{step}: {life.results.get(step)}\n" for step in Step]
    assert changes(Path(__file__).parent / "kept" / name.replace(" ", "_"), {"life.txt": "".join(said)}) == ""


def test_an_update_changes_a_value_in_place(tmp_path: Path) -> None:
    (life,) = lives_of(tmp_path, descriptions.TREES).values()
    assert life.changed not in ("", "kind")
    assert life.results == dict.fromkeys(Step, "ok")


CONFIG = """
provider: {name: orchard}
resources:
  tree:
    create: {path: /trees, method: POST}
    read: {path: '/trees/{id}', method: GET}
    delete: {path: '/trees/{id}', method: DELETE}
    schema: {ignores: [kind]}
"""


def test_a_config_in_the_folder_is_used_and_a_failure_names_request_and_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "openapi.yaml").write_text(descriptions.TREES)
    (tmp_path / "generator_config.yml").write_text(CONFIG)
    assert main([str(tmp_path), "-v", "--json", str(tmp_path / "lives.json")]) == 0
    printed = capsys.readouterr().out
    assert "create: http 422: create: POST /trees: body.kind: missing, but required" in printed
    assert f"{tmp_path.name}: whole: 0 of 1" in printed
    assert "1 create: http 422 (tree)" in printed
    assert '"resource": "tree"' in (tmp_path / "lives.json").read_text()


def test_the_last_line_of_a_folder_says_how_many_live(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "openapi.yaml").write_text(descriptions.TREES)
    main([str(tmp_path)])
    assert capsys.readouterr().out.startswith(f"{tmp_path.name}: whole: 1 of 1\n")


def test_a_folder_without_a_description_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"has no file openapi\.yaml"):
        description_in(tmp_path)
