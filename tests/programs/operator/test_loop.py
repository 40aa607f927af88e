"""The operator and a real server: the life of objects, objects that say nonsense, and one kill in the middle."""

import random
from collections.abc import Iterator

import pytest

from ...crossplane.peers.server import Missing
from .loop import Loop, hostile, killed, life, looping

pytestmark = pytest.mark.peer


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loop]:
    try:
        with looping(tmp_path_factory.mktemp("loop"), slow=0.05) as found:
            yield found
    except Missing as missing:
        pytest.skip(str(missing))


def test_objects_live_through_everything_that_can_happen_to_them(loop: Loop) -> None:
    loop.start()
    life(loop)
    hostile(loop)
    assert loop.stop() == 0


def test_nothing_is_made_twice_and_nothing_lost_when_the_operator_is_killed(loop: Loop) -> None:
    assert killed(loop, 0, 3, random.Random(1))["runs"] == 1
