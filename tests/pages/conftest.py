"""The page of the oven, mapped once for a module."""

import pytest

from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.pages.views import EntityView

from ..support import Mapped, resource
from .bakery import OVEN


@pytest.fixture(scope="module")
def oven() -> Mapped:
    return resource(OVEN)


@pytest.fixture(scope="module")
def view(oven: Mapped) -> EntityView:
    return Pages(oven.mapping).entity("resources/oven")
