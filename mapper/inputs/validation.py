"""Validates a description against the JSON Schema of the OpenAPI specification. Mapping never needs it."""

from collections.abc import Iterator
from itertools import islice

from ..report.diagnostic import MappingError, Note, Problem
from ..report.rules import VIOLATION
from . import Document, text_of

_LENGTH = 240
MAX_VIOLATIONS = 100
"""The most violations that are reported of one document."""


def violations(document: Document) -> Iterator[Note]:
    """A note for each violation, at its place, up to MAX_VIOLATIONS.

    Raises MappingError if the extra `validate` (prance with its validator) is not installed.
    """
    try:
        from jsonschema.validators import validator_for
        from openapi_spec_validator.schemas import schema_v30, schema_v31
    except ImportError:
        remedy = "pip install 'mkdocs-oasmap[validate]'"
        raise MappingError(Problem("validation needs more packages", remedy=remedy)) from None
    version = text_of(document.root.get("openapi")) if isinstance(document.root, dict) else None
    schema = schema_v30 if (version or "").startswith("3.0") else schema_v31
    # only the schema is used: the validator of the package would follow references, also over the network
    errors = validator_for(schema)(schema).iter_errors(document.root)
    for error in islice(errors, MAX_VIOLATIONS):
        place = document.node
        for key in error.absolute_path:
            place = place.child(key)
        yield Note(VIOLATION, _without_instance(" ".join(error.message.split())), place)


def _without_instance(text: str) -> str:
    """A message without most of the instance that jsonschema quotes at its beginning."""
    return text if len(text) <= _LENGTH else f"{text[: _LENGTH // 2]} … {text[-_LENGTH // 2 :]}"
