"""What the provider of a trial makes of a response."""

from typing import Any

import pytest

from mapper.programs.trial.provider.attributes import Attribute
from mapper.programs.trial.provider.wire import chosen_branch


def branch(name: str, kind: str) -> Attribute:
    """A branch whose `kind` is a constant."""
    known = Attribute("kind", "string", "required", enum=(kind,), source="kind")
    return Attribute(name, "nested", "optional", children={"kind": known}, source=name)


@pytest.mark.parametrize("kind", ["gas", "stone"])
def test_a_constant_tells_which_branch_a_response_is(kind: str) -> None:
    branches = {
        "stone": branch("stone", "stone"),
        "gas": branch("gas", "gas"),
        "any": Attribute("any", "nested", "optional"),
    }
    data: dict[str, Any] = {"kind": kind}
    assert chosen_branch(branches, data, {}) == kind
