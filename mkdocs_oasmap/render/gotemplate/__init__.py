"""Go's `text/template`, as far as templates of provider documentation use it. Nothing is executed: values are texts."""

from .errors import TemplateError
from .evaluator import Function, Value, evaluate
from .parser import parse

__all__ = ["Function", "TemplateError", "Value", "evaluate", "parse"]
