"""The option `registry_docs`: pages for Terraform's registry, beside the site."""

from pathlib import Path

import pytest

from .sites import Built, build, write_site, zoo


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return zoo(tmp_path_factory.mktemp("site"), options={"spec": "api.yaml", "registry_docs": "registry"})


def test_the_pages_are_written_beside_the_site(built: Built) -> None:
    assert built.troubles == []
    assert "# zoo_pet (Resource)" in (built.folder.parent / "registry/resources/pet.md").read_text()
    assert any("registry: 3 files written, 0 unchanged" in message for message in built.messages())


def test_examples_are_watched_and_come_into_the_pages(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml"})
    folder = tmp_path / "examples/resources/zoo_pet"
    folder.mkdir(parents=True)
    (folder / "resource.tf").write_text('resource "zoo_pet" "hector" {}\n')
    built = build(path)
    assert "hector" in built.text("reference/resources/pet/index.html")
    assert str(tmp_path / "examples") in built.config.watch
