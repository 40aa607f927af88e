"""What is the same on both sides is known at once, however many attributes it has. (`tests/systems/test_fields.py` says
what is not the same.)"""

from copy import deepcopy

import pytest

from mapper.review.sameness import Sameness

from ..systems.whole import ROBOT, mapping
from .more_judgements import CASES
from .pairs import PAIRS

STATES = {"everything": (mapping(ROBOT),), **CASES, **PAIRS}


@pytest.mark.parametrize("name", STATES)
def test_a_copy_is_the_same(name: str) -> None:
    for state in STATES[name]:
        kinds = {id(one.kind): one.kind for one in state.entities}  # of which there is one each
        pairs = zip(state.entities, deepcopy(state.entities, kinds), strict=True)
        assert [one.name for one, copy in pairs if not Sameness({}).bodies(one.body, copy.body)] == []
