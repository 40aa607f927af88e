"""Every system of the registry, and a toy one beside them."""

import pytest

from mapper import registry

from .toy import TOY


@pytest.fixture(autouse=True)
def toy_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line that a system needs outside of its package."""
    monkeypatch.setitem(registry.REGISTRY, "toy", lambda: TOY)
