"""What a ProviderConfig says, with the credentials of its secret; and that no secret is in what the operator says."""

import html
import json
import logging
import re
import textwrap
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.languages.tfplugin.cty_types import Primitive
from mapper.languages.tfplugin.errors import one_line
from mapper.languages.tfplugin.schema import ProviderSchema
from mapper.languages.tfplugin.schema_json import read_document
from mapper.programs.operator.initializer import (
    ConfigurationError,
    Configured,
    ProviderInit,
    configured,
    provider_config,
)
from mapper.programs.operator.outcome import Event, PassOutcome, Patch, Target
from mapper.programs.operator.redaction import Redacting, Redactor
from mapper.programs.provider_process.process import Limits
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.results import ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.values import Dynamic
from mapper.programs.redaction import HIDDEN

from ...crossplane.support import ADDRESS, block, nested, schema, string, typed
from ..provider_process.conftest import Tracks, tracks
from .process import program
from .support import Objects

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
    with pytest.raises(ConfigurationError, match=r"^oven: the key 'credentials' .* is not a JSON object; write one$"):
        configured("oven", CONFIG, "", Secrets(text.encode("latin-1")))


UNFIT: list[tuple[Any, str]] = [
    ([1], "spec is no object; write one"),
    ({"configuration": "x"}, "spec.configuration is no object; write one"),
    ({"credentials": {"source": "Vault"}}, "credentials.source is 'Vault'; write Secret or None"),
    ({"credentials": {"source": "Secret"}}, "credentials.secretRef is missing; name a secret"),
    ({"credentials": {"source": "Secret", "secretRef": {"name": "key"}}}, "secretRef has no namespace; add it"),
    (
        {"credentials": {"source": "Secret", "secretRef": {"namespace": "bakery", "name": "none"}}},
        "there is no key 'credentials' in a secret bakery/none; add it",
    ),
    (
        {"credentials": {"source": "Secret", "secretRef": {"namespace": "bakery"}}},
        "there is no key 'credentials' in a secret bakery/; add it",
    ),
    (
        {"credentials": {"source": "Secret", "secretRef": {"namespace": "bakery", "name": "key", "key": "k"}}},
        "there is no key 'k' in a secret bakery/key; add it",
    ),
]


def test_a_spec_that_says_no_configuration_is_refused_with_what_to_write() -> None:
    for spec, text in UNFIT:
        with pytest.raises(ConfigurationError) as raised:
            configured("oven", {"spec": spec}, "", Secrets(b"{}"))
        assert str(raised.value).startswith("oven: ")
        assert str(raised.value).endswith(text)


@pytest.mark.parametrize(
    ("spec", "settings"),
    [
        (None, {}),
        ({"credentials": {"source": "None"}}, {}),
        ({"credentials": {}}, {}),
        ({"credentials": "x"}, {}),
        ({"configuration": {"region": "south"}, "region": "north", "zone": 1}, {"region": "south", "zone": 1}),
    ],
)
def test_a_configuration_needs_no_credentials(spec: Any, settings: Any) -> None:
    found = configured("oven", {"metadata": {"uid": "1", "generation": "x"}, "spec": spec}, "", Secrets(b""))
    assert (found.settings, found.secrets, found.generation) == (settings, {}, 0)


ARGUMENTS = block(
    {
        "any": typed("dynamic", "optional"),
        "is_on": typed("bool", "optional"),
        "size": typed("number", "optional"),
        "region": string("optional"),
        "tags": typed(["map", "number"], "optional"),
        "zones": typed(["list", "string"], "optional"),
        "end": typed(["object", {"host_name": "string", "port": "number"}], "optional"),
    },
    {"assume": nested("list", block({"role": string("optional")}))},
)
TAKEN: list[tuple[Any, Any]] = [
    ({"region": None}, {}),
    ({"region": "a"}, {"region": "a"}),
    ({"region": True}, {"region": "true"}),
    ({"region": 3}, {"region": "3"}),
    ({"region": 1.5}, {"region": "1.5"}),
    ({"isOn": True}, {"is_on": True}),
    ({"is_on": "true"}, {"is_on": True}),
    ({"is_on": "false"}, {"is_on": False}),
    ({"size": 3}, {"size": 3}),
    ({"size": 1.5}, {"size": Decimal("1.5")}),
    ({"size": "2.5"}, {"size": Decimal("2.5")}),
    ({"any": "x"}, {"any": Dynamic(Primitive.STRING, "x")}),
    ({"tags": {"a": "1", "b": None}}, {"tags": {"a": Decimal(1), "b": None}}),
    ({"zones": ["a", 1]}, {"zones": ["a", "1"]}),
    ({"assume": {"role": "r"}}, {"assume": [{"role": "r"}]}),
    ({"assume": [{"role": "r"}, {}]}, {"assume": [{"role": "r"}, {}]}),
    ({"end": {"hostName": "h", "port": "1"}}, {"end": {"host_name": "h", "port": Decimal(1)}}),
]
NOT_TAKEN: list[tuple[Any, str]] = [
    ({"colour": 1}, "the provider has no argument 'colour'; remove it"),
    ({"end": {"colour": 1}}, "the provider has no argument 'colour'; remove it"),
    ({"size": True}, "size: a value of another type is expected; correct"),
    ({"size": "many"}, "size: a number is expected; correct"),
    ({"is_on": 1}, "is_on: a value of another type is expected; correct"),
    ({"region": []}, "region: a value of another type is expected; correct"),
    ({"zones": "a"}, "zones: a value of another type is expected; correct"),
    ({"zones": ["a", {}]}, "zones[1]: a value of another type"),
    ({"zones": {"a": "b"}}, "zones: a value of another type"),
    ({"tags": {"a": []}}, "tags.a: a value of another type"),
    ({"end": {"port": []}}, "end.port: a value of another type"),
    ({"assume": [{"role": []}]}, "assume[0].role: a value of another type"),
    ({"assume": {"role": []}}, "assume.role: a value of another type"),
]


def test_arguments_of_a_provider_are_converted_as_terraform_does() -> None:
    read = read_document(schema({"oven": ARGUMENTS})).document.providers[ADDRESS].resources["oven"].block
    assert read is not None
    for given_, expected in TAKEN:
        assert [*map(repr, provider_config(read, given_).items())] == [*map(repr, expected.items())]
    for given_, text in NOT_TAKEN:
        with pytest.raises(ConfigurationError) as raised:
            provider_config(read, given_)
        assert str(raised.value).startswith(text)


def test_a_namespace_reads_its_own_secrets_whatever_the_object_says() -> None:
    own = configured("oven", CONFIG, "bakery", Secrets(b"{}"))
    assert own.is_tenant
    for metadata in ({"namespace": "bakery"}, {}):
        with pytest.raises(ConfigurationError, match="no key 'credentials' in a secret mine/key"):
            configured("oven", {**CONFIG, "metadata": metadata}, "mine", Secrets(b"{}"))


def test_a_change_of_the_object_or_of_its_secret_is_another_key() -> None:
    found = [
        configured("oven", {**CONFIG, "metadata": metadata}, "", Secrets(credentials))
        for metadata in ({"uid": "1", "generation": 2}, {"uid": "1", "generation": 3}, {"uid": "2", "generation": 2})
        for credentials in (b"{}", b'{"token": "a"}')
    ]
    assert len({(own.identity, own.generation) for own in found}) == 6


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
    config = {"metadata": {"uid": "1"}, "spec": {"configuration": {"account": "tenant"}}}
    key = configured("x", config, "mine" if is_tenant else "", Secrets(b""))
    init.initialize(key).close()
    assert seen == [not is_tenant, {"account": "tenant"}]


class Told:
    """A provider without a process, which says what it is told to say of its configuration."""

    def __init__(self, *diagnostics: ProviderDiagnostic) -> None:
        self.diagnostics = diagnostics
        self.seen: list[str] = []
        self.hides: list[tuple[str, bool]] = []

    def schema(self) -> ProviderSchema:
        read = read_document(schema({"oven": block({"api_token": string("optional", sensitive=True)})}))
        return ProviderSchema(provider=read.document.providers[ADDRESS].resources["oven"])

    def take_schema(self, other: "Told") -> None:
        self.seen.append(f"schema of {other.diagnostics}")

    def conceal(self, redact: Callable[[str], str], *, with_log: bool) -> None:
        self.hides.append((redact("hush-hush"), with_log))

    def configure(self, _config: object) -> tuple[ProviderDiagnostic, ...]:
        return self.diagnostics

    def close(self) -> None:
        self.seen.append("closed")


def test_a_provider_that_refuses_its_configuration_is_ended_and_its_secrets_are_hidden() -> None:
    refusing = Told(ProviderDiagnostic(ProviderSeverity.ERROR, "No", "hush-hush is\nno token"))
    warning = Told(ProviderDiagnostic(ProviderSeverity.WARNING, "Old", "hush-hush"))
    providers = iter([refusing, warning])
    init = ProviderInit(lambda **_: cast("Provider", next(providers)))
    key = configured("oven", {"spec": {"apiToken": "hush-hush"}}, "", Secrets(b""))
    with pytest.raises(ConfigurationError) as raised:
        init.initialize(key)
    text = f"the provider refuses its configuration: No: {HIDDEN} is no token; correct the arguments of the provider"
    assert str(raised.value) == text
    assert cast("Any", init.initialize(key)) is warning
    assert refusing.seen == ["closed"]
    assert warning.seen == [f"schema of {refusing.diagnostics}"]
    assert warning.hides == [(HIDDEN, True), (HIDDEN, False)]


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
    key = Configured("x", settings=secret, secrets=secret)
    with pytest.raises(Exception, match="ended with exit code 1") as raised:
        init.initialize(key)
    assert "QUJD" not in str(raised.value) + caplog.text


KEY = '-----BEGIN KEY-----\nQUJDREVGR0hJSktM\r\n\ttwo words of <it> & "more"\\\nshort\n-----END KEY-----\n'


def go(text: str) -> str:
    """Go's `%q` for the characters of these tests."""
    table = {"\n": r"\n", "\r": r"\r", "\t": r"\t", '"': r"\"", "\\": r"\\"}
    return "".join(table.get(letter, letter) for letter in text)


WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "one line": one_line,
    "stripped": str.strip,
    "JSON": json.dumps,
    "JSON in JSON": lambda text: json.dumps(json.dumps({"a": text})),
    "JSON of Go": lambda text: json.dumps(text).replace("<", r"\u003c").replace(">", r"\u003e").replace("&", r"\u0026"),
    "%q": go,
    "%q of a line": lambda text: go(text.splitlines()[2]),
    "repr": repr,
    "base64": lambda text: b64encode(text.encode()).decode(),
    "in an address": quote_plus,
    "in HTML": html.escape,
    "in HTML of Go": lambda text: html.escape(text).replace("&quot;", "&#34;").replace("&#x27;", "&#39;"),
    "in HTML by numbers": lambda text: "".join(f"&#X{ord(c):X};" if c in "<>&\"'" else c for c in text),
    "in an address in small letters": lambda text: re.sub("%..", lambda match: match[0].lower(), quote(text, safe="")),
    "base64 behind a name": lambda text: b64encode(b"admin:" + text.encode()).decode(),
    "base64 behind a longer name": lambda text: b64encode(b"admins:" + text.encode() + b"!").decode(),
    "base64 of addresses behind a name": lambda text: urlsafe_b64encode(b"adminis:" + text.encode()).decode(),
    "base64 in lines": lambda text: "\n".join(re.findall(".{1,40}", b64encode(text.encode()).decode())),
    "wrapped at another width": lambda text: "\n".join(re.findall("(?s).{1,11}", " ".join(text.split()))),
    "wrapped within JSON": lambda text: r"\n".join(re.findall("(?s).{1,11}", " ".join(text.split()))),
    "with colors inside": lambda text: re.sub("(?s)(.{5})", "\\1\x1b[31m", text),
    "with a title inside": lambda text: text[:9] + "\x1b]0;title\x07" + text[9:],
    "with characters without width": "\u200b".join,
    "a line": lambda text: text.splitlines()[1],
    "indented": lambda text: "\n".join(f"    | {line.strip()}" for line in text.splitlines() if len(line) >= 8),
    "cut": lambda text: f"{text[:30]}…",
    "cut by dots": lambda text: f"{text[:30]}...",
    "cut at the end": lambda text: text[:30],
}


def test_the_guide_lists_the_forms_that_are_hidden() -> None:
    page = (Path(__file__).parents[3] / "example_site/docs/crossplane-running.md").read_text(encoding="utf-8")
    assert f"\n{textwrap.fill(', '.join(WRITTEN), 110)}\n```\n" in page


@pytest.mark.parametrize("name", WRITTEN)
def test_a_secret_is_hidden_however_it_is_written(name: str) -> None:
    shown = Redactor(KEY).text(f"wrong key: {WRITTEN[name](KEY)}")
    assert HIDDEN in shown
    assert not any(part in shown for part in ("BEGIN", "QUJDREVG", "two words", "END"))
    if name.startswith("base64"):  # the first and the last characters have bits of what is beside the secret
        assert len(shown.replace(HIDDEN, "")) <= len("wrong key: ") + 16


@given(
    st.text(min_size=8, max_size=40), st.sampled_from(sorted(WRITTEN.keys() & {"as it is", "JSON", "repr", "base64"}))
)
def test_any_text_is_hidden(secret: str, name: str) -> None:
    if len(secret.strip()) >= 8 and not set(secret) <= set("(sensitive)<"):
        written = WRITTEN[name](secret)
        assert written.strip("'\"") not in Redactor(secret).text(f"<{written}>")


def test_what_a_secret_contains_is_secret() -> None:
    inner = {"token": "t-1234567", "pin": 123456, "on": True, "list": ["deep-secret"], "no": "abc"}
    redactor = Redactor({"credentials": json.dumps(inner).encode()})
    assert redactor.text("t-1234567 123456 deep-secret abc True") == f"{HIDDEN} {HIDDEN} {HIDDEN} abc True"
    deep = '{"a":' * 800 + '"bottom-of-it"' + "}" * 800
    assert Redactor(deep).text("bottom-of-it") == HIDDEN


def test_a_longer_secret_wins_and_nothing_is_hidden_without_one() -> None:
    assert Redactor("pass", "password").text("the password is") == f"the {HIDDEN} is"
    assert Redactor("a very long secret text").text("it is a very\n long secret text, yes") == f"it is {HIDDEN}, yes"
    assert Redactor("", "abc", None, True).text("abc True None") == "abc True None"


def test_secrets_that_are_read_are_learned_with_their_cluster() -> None:
    cluster = Redacting(Objects({("default", "s"): {"k": b"hush-hush"}}))
    assert cluster.data("default", "none") is None
    assert cluster.redactor.text("hush-hush") == "hush-hush"
    assert cluster.data("default", "s") == {"k": b"hush-hush"}
    assert cluster.redactor.text("hush-hush") == HIDDEN


def test_the_outcome_of_an_overlay_is_redacted() -> None:
    conditions = [{"type": "Synced", "message": "hush-hush"}, {"type": "Ready"}]
    outcome = PassOutcome(
        (Patch(Target.STATUS, {"status": {"conditions": conditions}}), Patch(Target.OBJECT, {"spec": {"a": 1}})),
        (Event("Warning", "Broken", "it is hush-hush"),),
    )
    assert "hush" not in str(Redactor("hush-hush").outcome(outcome))
