"""A review as one self-contained HTML file."""

import re
from collections.abc import Sequence
from html import escape

from mapper.model import EntityKind
from mapper.review.changes import Change, Review
from mapper.text.display import visible_lines
from mapper.text.plural import plural

from ..pages.changes import Comparisons, Marks
from ..pages.review_text import summary
from ..pages.source_places import Places, SourceUrl
from ..render.html import SCRIPT, STYLESHEET, THEME_DIR, Renderer

_ID = re.compile(r'(<[a-z][^<>]* (?:id="|href="#))(?=changes-)')
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; }}
body {{ background: light-dark(#fff, #171a21); font: 16px/1.55 system-ui, sans-serif; }}
body {{ margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }}
{style}
</style>
<script>{script}</script>
</head>
<body>
<h1>Mapping review</h1>
{body}
</body>
</html>
"""


def as_html(reviews: Sequence[Review], source_url: SourceUrl | None = None) -> str:
    """The HTML page of the changes, with its style sheet; several reviews in sections, each with ids of its own."""
    bodies = [_body(review, source_url) for review in reviews]
    if len(bodies) > 1:
        titles = (f'<h1 id="mapping-{place}">{escape(one.new.name)}</h1>' for place, one in enumerate(reviews, 1))
        bodies = [
            f"{title}\n" + _ID.sub(rf"\g<1>mapping-{place}-", body)
            for place, (title, body) in enumerate(zip(titles, bodies, strict=True), 1)
        ]
    style = (THEME_DIR / STYLESHEET).read_text(encoding="utf-8")
    script = (THEME_DIR / SCRIPT).read_text(encoding="utf-8")
    title = f"Mapping review: {summary(reviews[0]) if len(reviews) == 1 else plural(len(reviews), 'mapping')}"
    page = _PAGE.format(title=title, style=style, body="\n".join(bodies), script=script)
    return visible_lines(page)


def _body(review: Review, source_url: SourceUrl | None) -> str:

    def no_page(_change: Change) -> tuple[None, str]:
        return None, ""

    names = {(change.kind, change.entity): change.name for change in review.changes}

    def title(kind: EntityKind, name: str) -> str:
        return names[kind, name]

    view = Marks(Comparisons(review), Places(source_url), no_page).page(review, title)
    return Renderer().changes(view, lambda _key: "")
