"""Sites that many tests look at and none changes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from .sites import EXAMPLE, Built, build, zoo


@pytest.fixture(scope="session")
def example_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the example site."""
    folder = tmp_path_factory.mktemp("example") / "example_site"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("site", "provider_code_spec.json"))
    return folder


@pytest.fixture(scope="session")
def example(example_folder: Path) -> Built:
    """The example site as it comes, with its four open problems."""
    for name in [name for name in os.environ if name.startswith("OASMAP_EXAMPLE_")]:
        del os.environ[name]
    return build(example_folder / "mkdocs.yml")


@pytest.fixture(scope="session")
def zoo_site(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The zoo in the theme that MkDocs has itself."""
    return zoo(tmp_path_factory.mktemp("zoo"))
