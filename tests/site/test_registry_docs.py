"""The option `registry_docs`: pages for Terraform's registry, beside the site."""

from pathlib import Path

import pytest

from .sites import Built, build, refuse, write_site, zoo


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return zoo(tmp_path_factory.mktemp("site"), options={"spec": "api.yaml", "registry_docs": "registry"})


def test_the_pages_are_written_beside_the_site(built: Built) -> None:
    assert built.troubles == []
    assert "# zoo_pet (Resource)" in (built.folder.parent / "registry/resources/pet.md").read_text()
    assert any("registry: 3 files written, 0 unchanged" in message for message in built.messages())


@pytest.mark.parametrize("folder", ["docs", ".", "docs/registry"])
def test_the_folder_of_the_site_is_refused_with_what_to_set(tmp_path: Path, folder: str) -> None:
    (message,) = refuse(write_site(tmp_path, options={"spec": "api.yaml", "registry_docs": folder}))
    assert "registry_docs:" in message
    assert "docs_dir: site_docs" in message
    assert not (tmp_path / "docs/resources").exists()


def test_two_mappings_cannot_share_a_folder(tmp_path: Path) -> None:
    mappings = [{"spec": "api.yaml", "registry_docs": "r"}, {"spec": "api.yaml", "pages": "b", "registry_docs": "r"}]
    (message,) = refuse(write_site(tmp_path, options={"mappings": mappings}))
    assert message == "oasmap: registry_docs: r of b has the pages of another mapping already; name another folder"


def test_a_system_without_a_provider_is_refused(tmp_path: Path) -> None:
    model = Path(__file__).parents[2] / "example_site/ack/service-2.json"
    config = Path(__file__).parents[2] / "example_site/ack/generator.yaml"
    options = {"system": "ack", "spec": str(model), "config": str(config), "registry_docs": "r"}
    (message,) = refuse(write_site(tmp_path, options=options))
    assert message == "oasmap: registry_docs: the system ack makes no provider that a registry could show"


def test_examples_are_watched_and_come_into_the_pages(tmp_path: Path) -> None:
    path = write_site(tmp_path, options={"spec": "api.yaml"})
    folder = tmp_path / "examples/resources/zoo_pet"
    folder.mkdir(parents=True)
    (folder / "resource.tf").write_text('resource "zoo_pet" "hector" {}\n')
    built = build(path)
    assert "hector" in built.text("reference/resources/pet/index.html")
    assert str(tmp_path / "examples") in built.config.watch
