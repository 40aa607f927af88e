"""What each system calls its files, types and attributes, and its texts without what only its tools read."""

from typing import Any

import pytest

from mapper.languages.kubernetes.skeleton import CRD_WORDS, GO_WORDS
from mapper.model import (
    About,
    Attribute,
    Body,
    Collection,
    CollectionKind,
    Coverage,
    Default,
    Mapping,
    Nested,
    NestingMode,
    Object,
    Reason,
    Scalar,
    ScalarKind,
    Status,
    Type,
    Union,
)
from mapper.registry import system_named
from mapper.systems.provider import kinds as of_provider
from mapper.systems.pulumi import kinds as of_pulumi

TEXT, NUMBER = Scalar(ScalarKind.STRING), Scalar(ScalarKind.INT64)
NAMED = Body((), name="Loaf")


@pytest.mark.parametrize(
    ("system", "file", "words"),
    [
        ("provider", "provider_schema.json", "the schema of the provider in a form to commit and compare"),
        ("provider", "other.json", ""),
        ("ack", "config/crd/bases/a.yaml", CRD_WORDS),
        ("ack", "apis/v1/a.go", GO_WORDS),
        ("crossplane", "package/crds/a.yaml", CRD_WORDS),
        ("crossplane", "apis/a.go", GO_WORDS),
        ("crossplane", "cmd/main.go", "the program of the provider, in Go"),
        ("pulumi", "pack/a.ts", "the package for TypeScript and JavaScript"),
        ("pulumi", "provider/a.go", "the Go code that a provider implements"),
        ("pulumi", "schema.json", "the package schema, which other tools of Pulumi read"),
        ("pulumi", "other.json", ""),
    ],
)
def test_a_file_has_a_purpose(system: str, file: str, words: str) -> None:
    assert system_named(system).writing.words(file) == words


@pytest.mark.parametrize(
    ("system", "type_", "words"),
    [
        ("pulumi", TEXT, "string"),
        ("pulumi", Scalar(ScalarKind.STRING, "Colour"), "Colour"),
        ("pulumi", Collection(CollectionKind.LIST, NUMBER), "list of integer"),
        ("pulumi", Nested(NestingMode.SINGLE, NAMED), "Loaf"),
        ("pulumi", Nested(NestingMode.SINGLE, Body()), "object"),
        ("pulumi", Nested(NestingMode.MAP, NAMED), "map of Loaf"),
        ("pulumi", Nested(NestingMode.LIST, Body()), "list of object"),
        ("pulumi", Object(NAMED), "object"),
        ("pulumi", Union((TEXT, Nested(NestingMode.SINGLE, NAMED))), "string or Loaf"),
        ("ack", NUMBER, "integer"),
        ("crossplane", Collection(CollectionKind.MAP, Scalar(ScalarKind.BYTES)), "map of string (base64)"),
    ],
)
def test_a_type_has_the_words_of_its_system(system: str, type_: Type, words: str) -> None:
    assert system_named(system).showing.type_words(type_) == words


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        (Nested(NestingMode.SINGLE, Body(), block=True), "block"),
        (Nested(NestingMode.LIST, Body(), block=True), "list of blocks"),
        (Nested(NestingMode.SET, Body(), block=True), "set of blocks"),
        (Nested(NestingMode.LIST, Body()), "list of object"),
        (NUMBER, "int64"),
    ],
)
def test_a_type_has_the_notation_of_a_schema(type_: Type, words: str) -> None:
    assert system_named("provider").showing.code_type(type_) == words


def attribute(code: str = "", source: str = "it", name: str = "it", default: Any = None) -> Attribute:
    value = None if default is None else Default(default)
    return Attribute(name, source, TEXT, Status.OPTIONAL, Reason(code, ""), (), default=value)


@pytest.mark.parametrize(
    ("system", "made", "remarks"),
    [
        ("provider", attribute(), []),
        ("provider", attribute(default=False), ["default learnt from a plan"]),
        ("ack", attribute(), []),
        ("ack", attribute("api_required"), ["AWS requires it"]),
        ("crossplane", attribute(), []),
        ("crossplane", attribute(source="a.it", name="b.it"), []),
        ("crossplane", attribute(source="a.its", name="b.it"), ["in Terraform"]),
        ("crossplane", attribute("reference", "other"), ["reference"]),
        ("crossplane", attribute("secret-reference", "other"), []),
        ("crossplane", attribute("identifier", "other"), ["in Terraform", "identifier"]),
        ("crossplane", attribute("required"), ["not needed with managementPolicies: [Observe]"]),
        ("crossplane", attribute("or-reference"), ["or by reference"]),
    ],
)
def test_an_attribute_has_the_remarks_of_its_system(system: str, made: Attribute, remarks: list[str]) -> None:
    found = system_named(system).showing.remarks(made)
    assert [getattr(remark, "text", remark) for remark in found] == remarks


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("One.", "One."),
        ("One.\nTwo.\none.", "One.\nTwo."),
        ("One\nOne two", "One two"),
        ("One.\nOne. Two.", "One. Two."),
        ("One\nOneness", "One\nOneness"),
        ("- a\n- a", "- a\n- a"),
        ("```\na\na\n```", "```\na\na\n```"),
        ("\n".join(["a"] * 20), "a"),
        ("\n".join(["a"] * 21), "\n".join(["a"] * 21)),
    ],
)
def test_a_text_of_two_sources_says_each_line_once(text: str, shown: str) -> None:
    assert system_named("crossplane").showing.prose(text) == shown


def test_each_system_says_which_changes_replace_and_which_defaults_are_shown() -> None:
    provider, pulumi = system_named("provider").showing, system_named("pulumi").showing
    assert [kind.name for kind in of_provider.KINDS if not provider.says_replacement(kind)] == ["resource"]
    assert [kind.name for kind in of_provider.KINDS if provider.shows_default_of_computed(kind)] == ["resource"]
    without = {kind for kind in of_pulumi.KINDS if not pulumi.shows_default_of_computed(kind)}
    assert without == set(of_pulumi.CONSTANTS)
    for kind in of_pulumi.KINDS:
        labels = pulumi.labels(kind)
        assert labels["status.computed"] == "constant" if kind in without else labels["group.read_only"] == "Outputs"
    assert not system_named("crossplane").showing.says_replacement(of_provider.RESOURCE)


@pytest.mark.parametrize(
    ("title", "name"), [("Amazon S3", "ACK controller for Amazon S3"), ("", "ACK controller for s3")]
)
def test_a_site_is_called_after_the_service(title: str, name: str) -> None:
    mapping = Mapping("ack", "s3", (), (), Coverage(), (), about=About(title))
    assert system_named("ack").showing.site_name(mapping) == name


@pytest.mark.parametrize("name", ["a", "abc1", "A", "1a", "a_b", "a-b", ""])
def test_the_name_of_a_package_is_one_word_of_small_letters(name: str) -> None:
    assert system_named("pulumi").proposals.is_provider_name(name) is (name in ("a", "abc1"))
