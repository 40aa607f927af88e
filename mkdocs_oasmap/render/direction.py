"""The direction of texts: an API's description may be in a language that is written from right to left."""

import re

from markupsafe import Markup

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BLOCK = re.compile(r"<(p|li|blockquote|td|th)>")


def directed(html: Markup) -> Markup:
    """HTML of ours, in which each block takes its direction from its text, if some of it is from right to left."""
    if html.isascii() or _RIGHT_TO_LEFT.search(html) is None:
        return html
    return Markup(_BLOCK.sub(r'<\1 dir="auto">', str(html)))  # noqa: S704 - an attribute is added to our own elements
