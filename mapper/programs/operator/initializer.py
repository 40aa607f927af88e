"""Starts and configures providers, with a ProviderConfig of the cluster or a file as configuration.

The provider's schema has the arguments. A ProviderConfig sets them in its spec, under `configuration` or by their
names, and in a secret that contains a JSON object.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from mapper.inputs.json_values import parse_json
from mapper.languages.tfplugin.cty_types import CollectionType, CtyKind, CtyType, ObjectType, Primitive
from mapper.languages.tfplugin.errors import PluginError, one_line
from mapper.languages.tfplugin.schema import Block
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import Object, has_errors
from mapper.programs.provider_process.values import Value
from mapper.report.diagnostic import Problem

from .codec import ConvertError, dynamic
from .plugin import Manifest, Secrets
from .redaction import Redactor
from .work_queue import ConfigKey

Settings = Mapping[str, Any]


CORRECT = "correct the arguments of the provider"
"""What to do if a provider refuses its configuration."""


class ConfigurationError(Exception):
    """An invalid configuration of a provider."""

    def __init__(self, text: str, *, remedy: str) -> None:
        self.problem = Problem(text, remedy=remedy)
        super().__init__(str(self.problem))


class Configured(ConfigKey, frozen=True, kw_only=True):
    """The configuration of a provider, which is also the key of a process that has it.

    `secrets` are settings that no message may contain. `is_tenant`: it belongs to a namespace, whose users may not see
    what the operator was started with.
    """

    settings: Settings
    secrets: Settings
    is_tenant: bool = False


def default_configuration(settings: Settings) -> Configured:
    """The configuration that the operator was started with."""
    return Configured(f"default {_digest(settings)}", settings=settings, secrets=settings)


def configured(name: str, config: Manifest, namespace: str, secrets: Secrets) -> Configured:
    """The settings of a ProviderConfig. `namespace` is its own, empty for one of the cluster.

    A ProviderConfig inherits nothing, and a namespaced one reads secrets of its own namespace only. Its key consists of
    uid and generation of the object, and a digest of its secret, which has no generation. Raises ConfigurationError.
    """
    metadata, spec = config.get("metadata") or {}, config.get("spec") or {}
    if not isinstance(spec, dict):
        raise ConfigurationError(f"{name}: spec is no object", remedy="write one")
    settings_ = spec.get("configuration")
    if not isinstance(settings_, dict | None):
        raise ConfigurationError(f"{name}: spec.configuration is no object", remedy="write one")
    plain = {key: value for key, value in spec.items() if key not in ("configuration", "credentials")}
    secret = _credentials(name, spec.get("credentials"), secrets, namespace)
    settings = {**plain, **(settings_ or {}), **secret}
    identity = f"{name} {metadata.get('uid', '')} {_digest(secret)}"
    generation = metadata.get("generation")
    return Configured(
        identity,
        generation if isinstance(generation, int) else 0,
        settings=settings,
        secrets=secret,
        is_tenant=bool(namespace),
    )


def _credentials(name: str, given: Any, secrets: Secrets, namespace: str) -> Settings:
    source = given.get("source") if isinstance(given, dict) else "None"
    if source in (None, "None"):
        return {}
    if source != "Secret":
        raise ConfigurationError(f"{name}: credentials.source is {source!r}", remedy="write Secret or None")
    reference = given.get("secretRef")
    if not isinstance(reference, dict):
        raise ConfigurationError(f"{name}: credentials.secretRef is missing", remedy="name a secret")
    where, secret_name = namespace or str(reference.get("namespace") or ""), str(reference.get("name") or "")
    if not where:
        raise ConfigurationError(f"{name}: credentials.secretRef has no namespace", remedy="add it")
    data = secrets.data(where, secret_name)
    key = str(reference.get("key") or "credentials")
    if data is None or key not in data:
        raise ConfigurationError(f"{name}: there is no key {key!r} in a secret {where}/{secret_name}", remedy="add it")
    try:
        value = parse_json(data[key])
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise ConfigurationError(
            f"{name}: the key {key!r} of the secret {where}/{secret_name} is not a JSON object", remedy="write one"
        )
    return value


def _digest(settings: Settings) -> str:
    text = json.dumps(settings, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class ProviderInit:
    """Starts providers with their configurations.

    `start` has to be called with `with_environment`: whether the environment variables that the operator passes on are
    for the provider.
    """

    def __init__(self, start: Callable[..., Provider]) -> None:
        self._start = start
        self._first: Provider | None = None

    def initialize(self, settings: Configured) -> Provider:
        """A configured provider, whose errors do not end with its log. Raises PluginError, ConfigurationError.

        Once it serves objects, the lines of its log may be about other objects than the one of an error.
        """
        redactor = Redactor(settings.secrets)
        try:
            return self._configure(settings, redactor)
        except PluginError as error:
            raise PluginError(redactor.text(str(error))) from None

    def _configure(self, settings: Configured, redactor: Redactor) -> Provider:
        provider = self._start(with_environment=not settings.is_tenant)
        try:
            if self._first is not None:
                provider.take_schema(self._first)  # the same program has the same schema
            schema = provider.schema()
            self._first = self._first or provider
            block = schema.settings
            redactor.learn(_sensitive(block, settings.settings))
            provider.conceal(redactor.text, with_log=True)
            problems = provider.configure(provider_config(block, settings.settings))
            if has_errors(problems):
                text = one_line(redactor.text("; ".join(map(str, problems))))
                raise ConfigurationError(f"the provider refuses its configuration: {text}", remedy=CORRECT)
            provider.conceal(redactor.text, with_log=False)
        except BaseException:
            provider.close()
            raise
        return provider


def _sensitive(block: Block, settings: Settings) -> list[Any]:
    """The settings of arguments that the provider calls sensitive, wherever they are given."""
    sensitive = {name.replace("_", "") for name, argument in block.attributes.items() if argument.sensitive}
    return [value for name, value in settings.items() if name.replace("_", "").lower() in sensitive]


def provider_config(block: Block, settings: Settings) -> Object:
    """The configuration of a provider, typed by its schema. Raises ConfigurationError for unknown arguments."""
    type_ = block_type(block)
    try:
        return {_argument_called(name, type_): _convert(value, type_.attributes[_argument_called(name, type_)], name)
                for name, value in settings.items() if value is not None}  # fmt: skip
    except ConvertError as error:
        raise ConfigurationError(str(error), remedy=CORRECT) from None


def _argument_called(name: str, type_: ObjectType) -> str:
    """The argument of a name, which may also be written in camel case, as in manifests."""
    snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)
    for argument in (name, snake):
        if argument in type_.attributes:
            return argument
    raise ConfigurationError(f"the provider has no argument {name!r}", remedy="remove it")


def _convert(given: Any, type_: CtyType, path: str) -> Value:
    """A value converted to a type as Terraform does: numbers may be written as strings."""
    if given is None:
        return None
    match type_, given:
        case Primitive.DYNAMIC, _:
            return dynamic(given, path)
        case Primitive(), _:
            return _scalar(given, type_, path)
        case CollectionType(CtyKind.MAP, element), dict():
            return {str(key): _convert(element_value, element, f"{path}.{key}") for key, element_value in given.items()}
        case CollectionType(_, element), list():
            return [_convert(element_value, element, f"{path}[{index}]") for index, element_value in enumerate(given)]
        case CollectionType(_, ObjectType() as element), dict():
            return [_convert(given, element, path)]
        case ObjectType(attributes), dict():
            named = {_argument_called(name, type_): member for name, member in given.items()}
            return {
                name: _convert(element_value, attributes[name], f"{path}.{name}")
                for name, element_value in named.items()
            }
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
