"""From the configuration of a provider, as a cluster or a file has it, to a process that is configured.

The block of the provider says what there is to be configured. A ProviderConfig gives it in its spec, under
`configuration` or by the names of the arguments, and in a secret with an object in JSON.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from ...documents.depth import parse_json
from ...immutable import dataclass
from ...tfplugin.cty_types import CollectionType, CtyType, Kind, ObjectType, Primitive
from ...tfplugin.implied import block_type
from ...tfplugin.one_line import one_line
from ...tfplugin.provider import Provider
from ...tfplugin.results import Object, has_errors
from ...tfplugin.schema import Block
from ...tfplugin.values import Value
from .convert import ConvertError, dynamic
from .plugin import Manifest, Secrets
from .slots import ConfigKey

Settings = Mapping[str, Any]


class ConfigurationError(Exception):
    """A configuration that the provider cannot be given."""


@dataclass(frozen=True, slots=True)
class Configured:
    """What a provider is configured with, and the key of it. `name` is that of the configuration."""

    name: str
    key: ConfigKey
    settings: Settings


def configured(name: str, config: Manifest | None, default: Settings, secrets: Secrets) -> Configured:
    """What a ProviderConfig says, above a default; the default alone where there is no such object.

    The key has the uid and the generation of the object, and a digest of its secret, which has no generation.
    One of a namespace reads secrets there, whatever it says. Raises ConfigurationError.
    """
    if config is None:
        return Configured("", ConfigKey(f"default {_digest(default)}"), default)
    metadata, spec = config.get("metadata") or {}, config.get("spec") or {}
    if not isinstance(spec, dict):
        raise ConfigurationError(f"{name}: spec: an object is expected")
    given = spec.get("configuration")
    if not isinstance(given, dict | None):
        raise ConfigurationError(f"{name}: spec.configuration: an object is expected")
    plain = {key: own for key, own in spec.items() if key not in ("configuration", "credentials")}
    secret = _credentials(name, spec.get("credentials"), secrets, str(metadata.get("namespace") or ""))
    settings = {**default, **plain, **(given or {}), **secret}
    identity = f"{name} {metadata.get('uid', '')} {_digest({'default': default, 'secret': secret})}"
    generation = metadata.get("generation")
    key = ConfigKey(identity, generation if isinstance(generation, int) else 0)
    return Configured(name, key, settings)


def _credentials(name: str, given: Any, secrets: Secrets, namespace: str) -> Settings:
    source = given.get("source") if isinstance(given, dict) else "None"
    if source in (None, "None"):
        return {}
    if source != "Secret":
        raise ConfigurationError(f"{name}: credentials.source {source!r}: only Secret and None are known")
    reference = given.get("secretRef")
    if not isinstance(reference, dict):
        raise ConfigurationError(f"{name}: credentials.secretRef is missing")
    where, own = namespace or str(reference.get("namespace") or ""), str(reference.get("name") or "")
    if not where:
        raise ConfigurationError(f"{name}: credentials.secretRef has no namespace")
    data = secrets.data(where, own)
    key = str(reference.get("key") or "credentials")
    if data is None or key not in data:
        raise ConfigurationError(f"{name}: there is no key {key!r} in a secret {where}/{own}")
    try:
        found = parse_json(data[key])
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ConfigurationError(f"{name}: the key {key!r} of the secret {where}/{own} is no object in JSON")
    return found


def _digest(settings: Settings) -> str:
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class ProviderInit:
    """Starts providers, and gives them what was noted for a key."""

    def __init__(self, start: Callable[[], Provider]) -> None:
        self._start = start
        self._noted: dict[str, tuple[Configured, ...]] = {}
        self._lock = threading.Lock()
        self._first: Provider | None = None

    def note(self, given: Configured) -> ConfigKey:
        """Keep what a provider is to be configured with; the key that it is asked for by.

        Of each configuration the last two are kept: somebody may wait for a process of the one before.
        """
        with self._lock:
            others = [own for own in self._noted.get(given.name, ()) if own.key != given.key]
            self._noted[given.name] = (*others[-1:], given)
        return given.key

    def initialize(self, key: ConfigKey) -> Provider:
        """A provider that is configured. Raises PluginError, ConfigurationError."""
        with self._lock:
            found = next((own for noted in self._noted.values() for own in noted if own.key == key), None)
        if found is None:
            raise ConfigurationError("the configuration of the provider has changed since it was read")
        settings = found.settings
        provider = self._start()
        try:
            if self._first is not None:
                provider.take_schema(self._first)  # the same program says the same
            schema = provider.schema()
            self._first = self._first or provider
            block = (schema.provider.block if schema.provider else None) or Block()
            problems = provider.configure(provider_config(block, settings))
            if has_errors(problems):
                raise ConfigurationError(
                    f"the provider refuses its configuration: {one_line('; '.join(map(str, problems)))}"
                )
        except BaseException:
            provider.close()
            raise
        return provider


def provider_config(block: Block, settings: Settings) -> Object:
    """The configuration of a provider, by the types of its block. Raises ConfigurationError for what it has not."""
    type_ = block_type(block)
    try:
        return {_named(name, type_): _typed(own, type_.attributes[_named(name, type_)], name)
                for name, own in settings.items() if own is not None}  # fmt: skip
    except ConvertError as error:
        raise ConfigurationError(str(error)) from None


def _named(name: str, type_: ObjectType) -> str:
    """The argument that a name stands for, which may be written as those of manifests are."""
    snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    for found in (name, snake):
        if found in type_.attributes:
            return found
    raise ConfigurationError(f"the provider has no argument {name!r}")


def _typed(given: Any, type_: CtyType, path: str) -> Value:
    """A value of a type, as Terraform converts what is written: texts of numbers are numbers."""
    if given is None:
        return None
    match type_, given:
        case Primitive.DYNAMIC, _:
            return dynamic(given, path)
        case Primitive(), _:
            return _scalar(given, type_, path)
        case CollectionType(Kind.MAP, element), dict():
            return {str(key): _typed(own, element, f"{path}.{key}") for key, own in given.items()}
        case CollectionType(_, element), list():
            return [_typed(own, element, f"{path}[{index}]") for index, own in enumerate(given)]
        case CollectionType(_, ObjectType() as element), dict():
            return [_typed(given, element, path)]
        case ObjectType(attributes), dict():
            named = {_named(name, type_): own for name, own in given.items()}
            return {name: _typed(own, attributes[name], f"{path}.{name}") for name, own in named.items()}
    raise ConvertError(path, "a value of another type is expected")


def _scalar(given: Any, type_: Primitive, path: str) -> Value:
    match type_, given:
        case Primitive.STRING, str():
            return given
        case Primitive.STRING, bool() | int() | float():
            return json.dumps(given)
        case Primitive.BOOL, bool() | "true" | "false":
            return given is True or given == "true"
        case Primitive.NUMBER, int() if not isinstance(given, bool):
            return given
        case Primitive.NUMBER, float() | str():
            try:
                return Decimal(str(given))
            except ArithmeticError:
                raise ConvertError(path, "a number is expected") from None
    raise ConvertError(path, "a value of another type is expected")
