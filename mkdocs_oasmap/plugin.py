"""The entry point of the plugin for MkDocs and ProperDocs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from mkdocs.plugins import BasePlugin

if TYPE_CHECKING:
    from mkdocs.config.base import ConfigErrors, ConfigWarnings


class OasmapPlugin(BasePlugin):  # type: ignore[type-arg] # it has no options of its own
    """The plugin until its options are read, which MkDocs does unless they say `enabled: false`.

    Only then are the events imported, and all that they need: a build without them takes 90 ms less.
    """

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """MkDocs keeps a plugin that has this event between the builds of `mkdocs serve`."""

    def load_config(
        self, options: dict[str, Any], config_file_path: str | None = None
    ) -> tuple[ConfigErrors, ConfigWarnings]:
        """Become the plugin with all events, and read its options."""
        from .events import OasmapEvents

        self.__class__ = OasmapEvents  # type: ignore[assignment]
        return self.load_config(options, config_file_path)
