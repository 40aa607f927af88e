"""The YAML members of an implementation."""

from __future__ import annotations

from typing import Any

import yaml

from ...text.yaml_scalar import dump
from .plugin import Manifest


class AsYaml:
    """Writes and reads a manifest as YAML."""

    def marshal_resource_yaml(self, resource: Manifest) -> str:
        """The YAML text, with keys in the order of the manifest."""
        return dump(resource, allow_unicode=True)

    def unmarshal_resource_yaml(self, text: str) -> Manifest:
        """The manifest. Raises ValueError for invalid text."""
        try:
            value: Any = yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError) as error:
            raise ValueError(f"not valid YAML: {error}") from None
        if not isinstance(value, dict):
            raise ValueError("an object is expected")
        return value
