"""Jinja with less to do for each value that a page shows, of which a large page has thousands.

The code that Jinja makes of a template calls `escape` for each value. That of markupsafe looks whether the value has
a method `__html__`, and makes an object of what it returns; here, texts without marks are returned as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import CodeType
from typing import Any

from jinja2 import Environment, Template
from markupsafe import Markup
from markupsafe import escape as markup_of

_marks: Callable[[Any], object] = re.compile("[&<>'\"]").search


def escaped(value: object) -> str:
    """The HTML of a value: as `markupsafe.escape`, but what needs no escapes is no `Markup`."""
    kind = type(value)  # of texts only the class itself: another may have an `__html__`
    if kind is Markup or (kind is str and _marks(value) is None):
        return value  # type: ignore[return-value]
    return markup_of(value)


class FastTemplate(Template):
    """A template whose code escapes with `escaped`."""

    @classmethod
    def from_code(cls, environment: Environment, code: CodeType, *arguments: Any, **options: Any) -> Template:
        """As `Template.from_code`."""
        template = super().from_code(environment, code, *arguments, **options)
        template.root_render_func.__globals__["escape"] = escaped
        return template
