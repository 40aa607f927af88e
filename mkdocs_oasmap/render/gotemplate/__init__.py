"""An interpreter of Go's `text/template` for templates of provider docs. Values are texts; no code is executed."""

from .evaluator import Function, Value, evaluate
from .nodes import TemplateError
from .parser import parse

__all__ = ["Function", "TemplateError", "Value", "evaluate", "parse"]
