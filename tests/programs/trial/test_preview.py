"""A preview follows its files: an edit is taken, a broken one is said once and changes nothing."""

from pathlib import Path

import pytest

from mapper.programs.trial.preview import Preview
from mapper.report.diagnostic import MappingError
from mapper.request import Request

from .support import BAKERY, edit, write


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def preview(here: Path, said: list[str]) -> Preview:
    write(here)
    return Preview(Request(Path("openapi.yaml"), (Path("generator_config.yml"),)), said.append)


def test_files_that_stay_as_they_are_are_mapped_once(preview: Preview, said: list[str]) -> None:
    assert set(preview.resources()) == {"bakery_shop", "bakery_shop_oven"}
    assert preview.resources() is preview.resources()
    assert said == []


def test_an_edit_of_the_config_is_taken(preview: Preview, here: Path, said: list[str]) -> None:
    edit(here / "generator_config.yml", "  shop:", "  store:")
    assert set(preview.resources()) == {"bakery_store", "bakery_shop_oven"}
    assert said == ["mapped again: the files have changed +bakery_store -bakery_shop"]


def test_an_edit_of_the_description_is_taken_by_the_provider_and_the_mock(preview: Preview, here: Path) -> None:
    _, shop = preview.mock.handle("POST", "/shops", {"name": "Crumb"})
    edit(here / "openapi.yaml", "        motto: {type: string}", "        motto: {type: integer}")
    assert preview.resources()["bakery_shop"].attributes["motto"].kind == "int64"
    assert preview.mock.handle("POST", "/shops", {"name": "Loaf", "motto": "no number"})[0] == 422
    assert preview.mock.handle("GET", f"/shops/{shop['id']}") == (200, shop)


def test_objects_of_paths_that_an_edit_removes_are_gone(preview: Preview, here: Path) -> None:
    _, shop = preview.mock.handle("POST", "/shops", {"name": "Crumb"})
    preview.mock.handle("POST", f"/shops/{shop['id']}/ovens", {"kind": "gas"})
    (here / "openapi.yaml").write_text(BAKERY.replace("/ovens", "/kilns"))
    edit(here / "generator_config.yml", "/ovens", "/kilns")
    preview.resources()
    assert preview.mock.handle("GET", f"/shops/{shop['id']}")[0] == 200
    assert preview.mock.handle("GET", f"/shops/{shop['id']}/ovens/1")[0] == 405


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("generator_config.yml", "resources: ["),
        ("generator_config.yml", "resources: {shop: {create: {path: /nowhere, method: POST}}}"),
        ("openapi.yaml", "openapi: 3.0.3\npaths: ["),
    ],
)
def test_a_broken_edit_is_one_message_and_the_last_mapping_stays(
    preview: Preview, here: Path, said: list[str], name: str, text: str
) -> None:
    before, written = preview.resources(), (here / name).read_text()
    (here / name).write_text(text)
    assert preview.resources() is before
    assert preview.resources() is before
    assert len(said) == 1
    assert said[0].startswith(f"error: {name}")
    assert said[0].endswith("the last state that could be mapped is used")
    (here / name).write_text(written)
    assert set(preview.resources()) == set(before)


def test_a_file_that_is_gone_is_said_and_its_return_is_taken(preview: Preview, here: Path, said: list[str]) -> None:
    (here / "openapi.yaml").rename(here / "away.yaml")
    assert "bakery_shop" in preview.resources()
    assert len(said) == 1
    (here / "away.yaml").rename(here / "openapi.yaml")
    edit(here / "generator_config.yml", "  shop:", "  store:")
    assert "bakery_store" in preview.resources()


def test_warnings_are_said_once(preview: Preview, here: Path, said: list[str]) -> None:
    preview.warn()
    edit(here / "generator_config.yml", "          shop_id: id", "          nothing: x\n          shop_id: id")
    preview.resources()
    edit(here / "generator_config.yml", "  shop_oven:", "  shop_kiln:")
    preview.resources()
    (warning,) = [
        line for line in said if line.startswith("warning: generator_config.yml:") and "resource shop: " in line
    ]
    assert "OAS103: resource shop: the read operation has no path or query parameter 'nothing'" in warning


def test_of_many_warnings_the_first_ones_are_said(
    preview: Preview, here: Path, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    preview.warn()
    said.clear()
    monkeypatch.setattr("mapper.programs.trial.preview._MOST_WARNINGS", 1)
    edit(
        here / "generator_config.yml",
        "          shop_id: id",
        "          one: x\n          two: y\n          shop_id: id",
    )
    preview.resources()
    assert [line.partition(": ")[0] for line in said[:-1]] == ["mapped again", "warning"]
    assert said[-1] == "3 more warnings; `oasmap generate` lists all, with what to do"


def test_an_edit_of_another_file_of_the_description_is_taken(here: Path) -> None:
    schemas = BAKERY[BAKERY.index("components:") :]
    (here / "parts.yaml").write_text(schemas)
    write(here, description=BAKERY.replace(schemas, "").replace("'#/comp", "'parts.yaml#/comp"))
    preview = Preview(Request(Path("openapi.yaml"), (Path("generator_config.yml"),)), print)
    edit(here / "parts.yaml", "motto:", "slogan:")
    assert "slogan" in preview.resources()["bakery_shop"].attributes
    assert preview.mock.handle("POST", "/shops", {"name": "Crumb", "slogan": 1})[0] == 422


def test_a_description_whose_schemas_lead_to_each_other_is_one_message_or_mapped(here: Path) -> None:
    loop = "{oneOf: [{$ref: '#/components/schemas/Shop'}, {$ref: '#/components/schemas/Oven'}]}"
    head, _, _ = BAKERY.partition("    Shop:\n")
    write(here)
    (here / "openapi.yaml").write_text(f"{head}    Shop: {loop}\n    Oven: {loop}\n")
    try:
        preview = Preview(Request(Path("openapi.yaml"), (Path("generator_config.yml"),)), print)
    except MappingError:
        return
    assert preview.mock.handle("POST", "/shops", {"name": "Crumb"})[0] in (201, 422, 500)
