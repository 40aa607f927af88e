"""The changes in a browser: nothing that axe finds serious, and nothing that makes a narrow page scroll."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .browser import Servers, needs_browser
from .sites import build, write_site
from .test_accessibility import THEMES, look
from .test_changes import commit

pytestmark = needs_browser
PAGES = ["reference/changes/", "reference/resources/pet/"]


@pytest.mark.parametrize(
    ("theme", "scheme"), [("mkdocs", "light"), ("mkdocs", "dark"), ("readthedocs", "light"), ("material", "dark")]
)
def test_the_changes_are_accessible(tmp_path: Path, browser: Any, serve: Servers, theme: str, scheme: str) -> None:
    commit(tmp_path)
    options = {"spec": "api.yaml", "baseline": "git:HEAD", "source_url": "https://git.example/{path}#L{line}"}
    built = build(write_site(tmp_path, theme=THEMES[theme], options=options))
    site = serve(built.folder)
    assert look(browser, site, PAGES, scheme) == {}
    assert look(browser, site, PAGES, scheme, width=360) == {}
    with browser.new_context(viewport={"width": 360, "height": 800}) as context:
        page = context.new_page()
        for uri in PAGES:
            page.goto(site + uri)
            width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            assert width[0] <= width[1], uri
