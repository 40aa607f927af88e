"""Reserved names of Terraform."""

from __future__ import annotations

RESERVED_ROOT_NAMES = frozenset(
    ("connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner")
)
"""Meta-arguments of Terraform: no attribute at the root of a resource or data source may have these names."""

RESERVED_PROVIDER_NAMES = frozenset(("alias", "count", "depends_on", "for_each", "source", "version"))
"""Meta-arguments of provider blocks."""
