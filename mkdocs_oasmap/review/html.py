"""A review as one self-contained HTML file."""

from __future__ import annotations

from mapper.model import EntityKind
from mapper.review import Change, Review
from mapper.text.display import visible_lines

from ..pages.changes import Marks
from ..pages.review_text import summary
from ..pages.source_places import Places, SourceUrl
from ..render.html import SCRIPT, STYLESHEET, THEME_DIR, Renderer

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 16px/1.55 system-ui, sans-serif; margin: 2rem auto; max-width: 52rem; padding: 0 1rem; }}
{style}
@media (prefers-color-scheme: dark) {{ .oasmap {{ --oasmap-quiet: #a8a8a8; --oasmap-accent: #8ab4f8; }} }}
</style>
<script>{script}</script>
</head>
<body>
<h1>Mapping review</h1>
{body}
</body>
</html>
"""


def as_html(review: Review, source_url: SourceUrl | None = None) -> str:
    """The HTML page of the changes, with its style sheet."""

    def no_page(_change: Change) -> tuple[None, str]:
        return None, ""

    names = {(change.kind, change.entity): change.name for change in review.changes}

    def title(kind: EntityKind, name: str) -> str:
        return names[kind, name]

    view = Marks(review, Places(source_url), no_page).page(review, title)
    body = Renderer().changes(view, lambda _key: "")
    style = (THEME_DIR / STYLESHEET).read_text(encoding="utf-8")
    script = (THEME_DIR / SCRIPT).read_text(encoding="utf-8")
    page = _PAGE.format(title=f"Mapping review: {summary(review)}", style=style, body=body, script=script)
    return visible_lines(page)
