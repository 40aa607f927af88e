"""What a ProviderConfig says, with the credentials of the secret that it names."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mapper.crossplane.operator.initializer import ConfigurationError, configured

CONFIG = {
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
    assert configured("oven", CONFIG, {}, Secrets(b'{"token": "a"}')).settings == {"region": "north", "token": "a"}


WRONG = ["[]", "{", "\xff", *('{"a":' * levels + "1" + "}" * levels for levels in (901, 5000, 100_000))]


@pytest.mark.parametrize("text", WRONG)
def test_credentials_that_are_no_json_object_are_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match=r"^oven: the key 'credentials' .* is no object in JSON$"):
        configured("oven", CONFIG, {}, Secrets(text.encode("latin-1")))
