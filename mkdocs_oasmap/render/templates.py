"""Escaping in pages, and templates that leave nothing behind."""

import html
import re
from collections.abc import Callable
from typing import Any

from jinja2 import Environment, Template
from jinja2.runtime import Context
from markupsafe import Markup
from markupsafe import escape as markup_of

from mapper.text.display import visible

_ACTING = "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\u202a-\\u202e\\u2066-\\u2069"
"""Control characters, and overrides of the writing direction, which reach beyond their element."""
_acting = re.compile(f"[{_ACTING}]")
_marks: Callable[[Any], object] = re.compile(f"[&<>'\"{_ACTING}]").search


def inert(text: str) -> str:
    """A text in which what acts is escaped."""
    return _acting.sub(lambda match: visible(match[0]), text)


def escape(text: str, *, quote: bool = True) -> str:
    """As `html.escape`, with escapes for what acts."""
    return html.escape(inert(text), quote=quote)


def escaped(value: object) -> str:
    """The HTML of a value, as `markupsafe.escape`, with escapes for what acts; a text without either stays a `str`."""
    kind = type(value)  # exact class: a subclass of str may have an `__html__`
    if kind is Markup or (kind is str and (value.isidentifier() or _marks(value) is None)):  # type: ignore[attr-defined]
        return value  # type: ignore[return-value]
    if kind is str:
        value = inert(str(value))
    return markup_of(value)


_MADE = "_contexts"
"""The name of the list, among the values of a page, of the contexts that were made to render it."""


class _ListedContext(Context):
    """A context that is found again when the page is rendered."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.parent.get(_MADE, []).append(self)


def rendered(template: Template, values: dict[str, Any]) -> str:
    """The output of a template, without leaving reference cycles behind.

    Imported macros and their contexts refer to each other. All values of a page would stay in memory until the next
    garbage collection, which visits each of them.
    """
    made: list[Context] = []
    try:
        return template.render(values, **{_MADE: made})
    finally:
        for context in made:
            context.vars.clear()
            context.parent.clear()
            context.blocks.clear()


def prepare(environment: Environment) -> None:
    """Make the templates of an environment show what acts as escapes, and work with `rendered`."""
    environment.finalize = _finalized
    environment.context_class = _ListedContext


def _finalized(value: object) -> object:
    """The value of an expression in a template, before Jinja escapes it."""
    return inert(value) if type(value) is str else value  # exact class: Markup may contain what acts
