"""What a ProviderConfig says, with the credentials of the secret that it names, and what it does not inherit."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mapper.crossplane.operator.initializer import (
    ConfigurationError,
    Configured,
    ProviderInit,
    configured,
    default_configuration,
)
from mapper.tfplugin.process import Limits
from mapper.tfplugin.provider import Provider

from ...tfplugin.conftest import Tracks, tracks
from .process import program

__all__ = ["tracks"]

CONFIG: dict[str, Any] = {
    "metadata": {"uid": "1", "generation": 2},
    "spec": {
        "region": "north",
        "credentials": {"source": "Secret", "secretRef": {"namespace": "bakery", "name": "key"}},
    },
}


class Secrets:
    def __init__(self, credentials: bytes) -> None:
        self._credentials = credentials

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        return {"credentials": self._credentials} if (namespace, name) == ("bakery", "key") else None


def test_credentials_are_a_json_object_in_a_secret() -> None:
    found = configured("oven", CONFIG, "", Secrets(b'{"token": "a"}'))
    assert (found.settings, found.secrets, found.is_tenant) == (
        {"region": "north", "token": "a"},
        {"token": "a"},
        False,
    )


WRONG = ["[]", "{", "\xff", *('{"a":' * levels + "1" + "}" * levels for levels in (901, 5000, 100_000))]


@pytest.mark.parametrize("text", WRONG)
def test_credentials_that_are_no_json_object_are_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^oven: the key 'credentials' .* is not a JSON object$"):
        configured("oven", CONFIG, "", Secrets(text.encode("latin-1")))


def test_a_namespace_reads_its_own_secrets_whatever_the_object_says() -> None:
    own = configured("oven", CONFIG, "bakery", Secrets(b"{}"))
    assert own.is_tenant
    for metadata in ({"namespace": "bakery"}, {}):
        with pytest.raises(ConfigurationError, match="no key 'credentials' in a secret mine/key"):
            configured("oven", {**CONFIG, "metadata": metadata}, "mine", Secrets(b"{}"))


def test_a_change_of_the_object_or_of_its_secret_is_another_key() -> None:
    keys = {
        configured("oven", {**CONFIG, "metadata": metadata}, "", Secrets(credentials)).key
        for metadata in ({"uid": "1", "generation": 2}, {"uid": "1", "generation": 3}, {"uid": "2", "generation": 2})
        for credentials in (b"{}", b'{"token": "a"}')
    }
    assert len(keys) == 6


class Started:
    """A provider that notes what it gets, and refuses it with the words of its log."""

    def __init__(self, provider: Provider, seen: list[Any]) -> None:
        self._provider, self._seen = provider, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._provider, name)

    def configure(self, config: Mapping[str, Any]) -> Any:
        self._seen.append(dict(config))
        return self._provider.configure(config)


@pytest.mark.parametrize("is_tenant", [False, True])
def test_only_a_namespaced_configuration_gets_nothing_that_the_operator_was_started_with(
    tmp_path: Path, tracks: Tracks, is_tenant: bool
) -> None:
    seen: list[Any] = []
    path = program(tmp_path, tmp_path)

    def start(*, with_environment: bool) -> Any:
        seen.append(with_environment)
        return Started(Provider.start(path, limits=Limits()), seen)

    init = ProviderInit(start)
    init.note(default_configuration({"account": "operators"}))
    config = {"metadata": {"uid": "1"}, "spec": {"configuration": {"account": "tenant"}}}
    key = init.note(configured("x", config, "mine" if is_tenant else "", Secrets(b"")))
    init.initialize(key).close()
    assert seen == [not is_tenant, {"account": "tenant"}]


REFUSING = """\
#!{python}
import sys
print("the key is QUJDREVG", file=sys.stderr, flush=True)
print("the end of\\nQUJDREVGR0hJ\\n", file=sys.stderr, flush=True)
sys.exit(1)
"""


def test_a_provider_that_cannot_be_started_says_nothing_of_its_configuration(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    import sys

    path = tmp_path / "terraform-provider-x"
    path.write_text(REFUSING.format(python=sys.executable))
    path.chmod(0o700)
    caplog.set_level(logging.DEBUG)
    init = ProviderInit(lambda **_: Provider.start(path))
    secret = {"key": "QUJDREVG\nQUJDREVGR0hJ"}
    key = init.note(Configured("x", configured("x", {"spec": {}}, "", Secrets(b"")).key, secret, secret))
    with pytest.raises(Exception, match="ended with exit code 1") as raised:
        init.initialize(key)
    assert "QUJD" not in str(raised.value) + caplog.text
