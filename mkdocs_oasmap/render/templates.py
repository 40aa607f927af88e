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
from jinja2.runtime import Context
from markupsafe import Markup
from markupsafe import escape as markup_of

_marks: Callable[[Any], object] = re.compile("[&<>'\"]").search


def escaped(value: object) -> str:
    """The HTML of a value: as `markupsafe.escape`, but what needs no escapes is no `Markup`."""
    kind = type(value)  # of texts only the class itself: another may have an `__html__`
    if kind is Markup or (kind is str and _marks(value) is None):
        return value  # type: ignore[return-value]
    return markup_of(value)


_MADE = "_contexts"
"""The name of the list, among the values of a page, of the contexts that were made to render it."""


class _ListedContext(Context):
    """A context that is found again when the page is rendered."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.parent.get(_MADE, []).append(self)


def rendered(template: Template, values: dict[str, Any]) -> str:
    """A page, of which nothing stays in memory.

    The macros that a template imports and the contexts that they are in refer to each other: all that the page shows
    would wait for the next collection, which looks at each object of it.
    """
    made: list[Context] = []
    try:
        return template.render(values, **{_MADE: made})
    finally:
        for context in made:
            context.vars.clear()
            context.parent.clear()
            context.blocks.clear()


def use_fast_templates(environment: Environment) -> None:
    """Have the templates of an environment made for `escaped` and `rendered`."""
    environment.template_class = FastTemplate
    environment.context_class = _ListedContext


class FastTemplate(Template):
    """A template whose code escapes with `escaped`."""

    @classmethod
    def from_code(cls, environment: Environment, code: CodeType, *arguments: Any, **options: Any) -> Template:
        """As `Template.from_code`."""
        template = super().from_code(environment, code, *arguments, **options)
        template.root_render_func.__globals__["escape"] = escaped
        return template
