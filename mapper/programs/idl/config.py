"""Reads `pulumi.yml`. The keys are in `mapper.systems.pulumi.config`."""

from msgspec.structs import replace

from mapper.inputs import Document
from mapper.inputs.grammar import CheckedMapping
from mapper.systems.pulumi.config import ABOUT, CONFIG

from .settings import MARKERS, Dialect, Settings

_KEYWORDS = "keywords"


def read_config(document: Document, settings: Settings) -> Settings:
    """The settings with the values of a config. Raises MappingError with every problem, as `file:line:column: …`."""
    CONFIG.check(document)
    config = CheckedMapping(document.node)
    resources = config.text("go", "resources")
    about: dict[str, str | tuple[str, ...]] = {key: config.text("package", key) for key in ABOUT}
    about[_KEYWORDS] = tuple(item.value for item in config.items("package", _KEYWORDS) if item.value)
    return replace(
        settings,
        package=config.text("package", "name") or settings.package,
        idl=config.text("go", "idl") or settings.idl,
        provider=config.text("go", "provider") or settings.provider,
        markers=(resources, *MARKERS) if resources else settings.markers,
        dialect=Dialect(config.text("dialect") or settings.dialect),
        tokens=config.text("tokens") or settings.tokens,
        about=tuple((key, value) for key, value in about.items() if value),
    )
