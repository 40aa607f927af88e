"""Which attributes are secrets: by marks in the API description and by names that mean nothing else.

To add *sensitive* later breaks users, who have the value in outputs by then. So what is certain is proposed, and what
only looks so is asked.
"""

import re
from collections.abc import Iterable

from mapper.model import Attribute, Scalar, ScalarKind

from ..nouns import snake
from ..overrides.policies import is_write_only

_CERTAIN = frozenset(
    "access_secret admin_password client_secret db_password passphrase passwd password private_key root_pass "
    "root_password secret_access_key secret_key shared_secret signing_secret user_password webhook_secret".split()
)
_LIKELY = re.compile(
    r"(?:\A|_)(?:password|passphrase|secret|token|credentials?|private_key|api_key|access_key|auth_key)\Z"
)
_NOT = re.compile(r"(?:\A|_)(?:next|page|pagination|continuation|sync|cursor|public)_(?:token|key)\Z|_?token_type\Z")
_MARKS = ("x-encrypted", "x-secret", "x-sensitive", "x-terraform-sensitive", "x-confidential")


def is_certain(attributes: Iterable[Attribute]) -> bool:
    """Whether all attributes of one name are secrets, beyond doubt."""
    return all(_is_text(a) and (_is_marked(a) or snake(a.source_name) in _CERTAIN) for a in attributes)


def is_likely(attribute: Attribute) -> bool:
    """Whether an attribute is called like a secret."""
    name = snake(attribute.source_name)
    return _is_text(attribute) and _LIKELY.search(name) is not None and not _NOT.search(name)


def _is_text(attribute: Attribute) -> bool:
    return isinstance(attribute.type, Scalar) and attribute.type.kind is ScalarKind.STRING


def _is_marked(attribute: Attribute) -> bool:
    """Whether only requests have it, or an extension says that it is secret; the format *password* counts anyway."""
    if all(map(is_write_only, attribute.origins)):
        return True
    schemas = (getattr(place, "value", None) for o in attribute.origins for place in (o.location, *o.via))
    return any(schema.get(mark) is True for schema in schemas if isinstance(schema, dict) for mark in _MARKS)
