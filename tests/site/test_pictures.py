"""The pictures of the README are of today: what can be read on them is on the pages that they show."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, needs_browser

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = needs_browser

README = Path(__file__).parents[2] / "README.md"


def recorded() -> dict[str, list[str]]:
    """The words on the pictures of the README."""
    from .screenshots import WORDS

    named = re.findall(r"\]\(example_site/docs/assets/([\w.-]+)\)", README.read_text(encoding="utf-8"))
    assert named
    words = json.loads(WORDS.read_text(encoding="utf-8"))
    return {name: words[name] for name in named}


def test_the_words_on_pictures_of_the_readme_are_on_the_pages(
    browser: Any, serve: Servers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from .screenshots import EXAMPLE, Camera, take_changes, take_review, take_themes

    monkeypatch.chdir(EXAMPLE)
    (tmp_path / "pictures").mkdir()
    camera = Camera(browser, tmp_path / "pictures")
    take_changes(tmp_path, serve, camera)
    take_review(tmp_path / "review.html", camera)
    take_themes(tmp_path, serve, camera)
    for name, words in recorded().items():
        assert len(words) > 10
        assert sorted(set(words) - set(camera.words[name])) == [], f"{name} is old: python -m tests.site.screenshots"
