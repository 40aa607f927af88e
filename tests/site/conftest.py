"""Sites that many tests look at and none changes."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, launched
from .sites import EXAMPLE, Built, build, zoo

BUILDS = {"tmp_path", "example_folder"}
"""What a test asks for that builds a site of its own, or the large one. Others read sites that are built once."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark those by what they need."""
    for item in items:
        if item.path.parent == Path(__file__).parent and BUILDS & set(getattr(item, "fixturenames", ())):
            item.add_marker("build")


@pytest.fixture(scope="session")
def example_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example site."""
    folder = tmp_path_factory.mktemp("example") / "example_site"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("site", "provider_code_spec.json"))
    return folder


@pytest.fixture(scope="session")
def example(example_folder: Path) -> Built:
    """The example site with the config that has four open problems, and compared with nothing."""
    os.environ.pop("OASMAP_EXAMPLE_SOURCE_URL", None)
    os.environ |= {"OASMAP_EXAMPLE_CONFIG": "generator_config.yml", "OASMAP_EXAMPLE_BASELINE": ""}
    return build(example_folder / "mkdocs.yml")


@pytest.fixture(scope="session")
def zoo_site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo in the theme that MkDocs has itself."""
    return zoo(tmp_path_factory.mktemp("zoo"))


@pytest.fixture(scope="module")
def serve() -> Iterator[Servers]:
    servers = Servers()
    yield servers
    servers.stop()


@pytest.fixture(scope="module")
def site(example: Built, serve: Servers) -> str:
    """The address of the example."""
    return serve(example.folder)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with launched() as browser:
        yield browser


@pytest.fixture
def context(browser: Any) -> Iterator[Any]:
    with browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce") as context:
        yield context


@pytest.fixture
def page(context: Any) -> Any:
    return context.new_page()
