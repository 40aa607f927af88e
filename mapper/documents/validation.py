"""Whether a description keeps to the OpenAPI specification. Slow, and never needed for mapping it."""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostics import VIOLATION, MappingError, Note, Problem
from . import Document, Node, escape_token

MAX_VIOLATIONS = 100
"""What is reported of one document at most."""


def violations(document: Document) -> Iterator[Note]:
    """A note for each violation, at the place of it, up to MAX_VIOLATIONS.

    Raises MappingError where the extra `validate` (prance with its validator) is not installed.
    """
    try:
        from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator
    except ImportError:
        text = "validation needs more packages: pip install 'mkdocs-oasmap[validate]'"
        raise MappingError(Problem(text)) from None
    is_30 = str(document.root.get("openapi", "")).startswith("3.0") if isinstance(document.root, dict) else False
    validator = (OpenAPIV30SpecValidator if is_30 else OpenAPIV31SpecValidator)(document.root)
    for count, error in enumerate(validator.iter_errors()):
        if count == MAX_VIOLATIONS:
            return
        pointer = "".join(f"/{escape_token(str(token))}" for token in error.absolute_path)
        yield Note(VIOLATION, " ".join(error.message.split())[:300], Node(document, pointer, None))
