"""Secrets in what the operator says: however a program writes them, they are not there."""

import html
import json
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.crossplane.operator.outcome import Event, PassOutcome, Patch, Target
from mapper.crossplane.operator.redaction import HIDDEN, Redacting, Redactor
from mapper.tfplugin.errors import one_line

from .support import Objects

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
    "a line": lambda text: text.splitlines()[1],
    "indented": lambda text: "\n".join(f"    | {line.strip()}" for line in text.splitlines() if len(line) >= 8),
    "cut": lambda text: f"{text[:30]}…",
    "cut by dots": lambda text: f"{text[:30]}...",
    "cut at the end": lambda text: text[:30],
}


@pytest.mark.parametrize("name", WRITTEN)
def test_a_secret_is_hidden_however_it_is_written(name: str) -> None:
    shown = Redactor(KEY).text(f"wrong key: {WRITTEN[name](KEY)}")
    assert HIDDEN in shown
    assert not any(part in shown for part in ("BEGIN", "QUJDREVG", "two words", "END"))


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
