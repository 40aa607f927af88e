"""What a config says of paths is found for each property without a look at all the others."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mapper.terraform.attributes.context import Inside
from mapper.terraform.config.paths import below, quoted

from ...counting import calls

NAMES = st.text(alphabet="ab.*\\", min_size=1, max_size=4)
PATHS = st.lists(NAMES.flatmap(lambda name: st.sampled_from([name, quoted(name)])), min_size=1, max_size=3)


@given(st.lists(PATHS.map(".".join), max_size=8), NAMES)
def test_it_is_what_each_path_by_itself_gives(paths: list[str], name: str) -> None:
    entries = tuple((path, number) for number, path in enumerate(paths))
    expected = tuple((rest, number) for path, number in entries if (rest := below(path, name)))
    assert Inside(entries).of(name) == expected


def test_twice_as_many_properties_and_paths_are_about_twice_the_work() -> None:
    def work(size: int) -> int:
        entries = tuple((f"p{number}.inner", number) for number in range(size))

        def run() -> None:
            inside = Inside(entries)
            for number in range(size):
                assert inside.of(f"p{number}") == (("inner", number),)

        return calls(run)

    assert work(400) < 2.2 * work(200)
