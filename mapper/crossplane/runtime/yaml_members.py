"""Manifests as text, as the members of an implementation have it."""

from __future__ import annotations

from typing import Any

import yaml

from .plugin import Manifest


class AsYaml:
    """Writes and reads a manifest as YAML."""

    def marshal_resource_yaml(self, resource: Manifest) -> str:
        """The text, with keys in the order that they have."""
        text: str = yaml.safe_dump(resource, sort_keys=False, allow_unicode=True)
        return text

    def unmarshal_resource_yaml(self, text: str) -> Manifest:
        """The manifest. Raises ValueError where the text is none."""
        try:
            found: Any = yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError) as error:
            raise ValueError(f"not valid YAML: {error}") from None
        if not isinstance(found, dict):
            raise ValueError("an object is expected")
        return found
