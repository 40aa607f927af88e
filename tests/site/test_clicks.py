"""How many links a reader follows from the front page to what readers look for first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest

from .sites import Built

MOST = 2
GOALS = {
    "install": "getting-started/#install",
    "first site": "getting-started/#build",
    "my names changed": "reviewing/#renames",
    "strict fails": "diagnostics/#severity",
    "CI": "ci/",
    "review": "reviewing/",
    "terraform": "getting-started/",
    "ack": "kubernetes/",
    "provider": "providers/",
    "crossplane": "crossplane/",
    "pulumi": "pulumi-packages/",
}


def clicks(site: Built, most: int) -> dict[str, int]:
    """The pages by the least number of links that lead to them, by address; a section of a page costs one more."""
    found, waiting = {"": 0}, [""]
    for page in waiting:
        if found[page] < most:
            for target in links(site, page):
                if target not in found:
                    found[target] = found[page] + 1
                    waiting.append(target)
    return found


def links(site: Built, page: str) -> Iterator[str]:
    """The pages of the site that a page links to, in its navigation and in its text."""
    path = site.folder / page / "index.html"
    for link in site.page(path.relative_to(site.folder).as_posix()).links if path.is_file() else ():
        target, _ = urldefrag(unquote(urljoin(f"/{page}", link)))
        if target.startswith("/"):
            yield target.removeprefix("/").removesuffix("index.html")


@pytest.fixture(scope="module")
def reached(example: Built) -> dict[str, int]:
    return clicks(example, MOST)


@pytest.mark.parametrize("goal", GOALS)
def test_a_goal_is_at_most_two_clicks_from_the_front_page(reached: dict[str, int], example: Built, goal: str) -> None:
    page, _, anchor = GOALS[goal].partition("#")
    assert reached[page] + bool(anchor) <= MOST
    if anchor:
        text = Path(example.folder / page / "index.html").read_text(encoding="utf-8")
        assert f'id="{anchor}"' in text
