"""What is sent to a provider for each request, and what becomes of its answer: without a process."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from mapper.languages.tfplugin.cty_types import ObjectType, Primitive, object_type
from mapper.languages.tfplugin.errors import AttributeStep, CallFailed, CtyError, PluginError
from mapper.languages.tfplugin.schema import (
    Attribute,
    Block,
    IdentityAttribute,
    IdentitySchema,
    ProviderSchema,
    Schema,
)
from mapper.programs.provider_process.results import Plan, ProviderDiagnostic, ProviderSeverity

pytest.importorskip("grpc")

from mapper.programs.provider_process import provider as providers
from mapper.programs.provider_process.provider import Provider
from mapper.programs.provider_process.rpc import message_class
from mapper.programs.provider_process.value_codec import decode, encode

from .test_exchange import write

THING = Block({name: Attribute(Primitive.STRING, optional=True) for name in ("label", "zone")})
OTHER = Block({"count": Attribute(Primitive.NUMBER, optional=True)})
IDENTITY = IdentitySchema(0, {name: IdentityAttribute(Primitive.STRING) for name in ("arn", "region")})
SCHEMA = ProviderSchema(
    Schema(0, OTHER),
    {"a_thing": Schema(0, THING), "an_other": Schema(0, OTHER)},
    {"a_source": Schema(0, THING)},
    {"a_secret": Schema(0, OTHER)},
)
THING_TYPE, OTHER_TYPE = (
    object_type(dict.fromkeys(("label", "zone"), Primitive.STRING)),
    object_type({"count": Primitive.NUMBER}),
)
ARN_TYPE = object_type(dict.fromkeys(("arn", "region"), Primitive.STRING))
WRONG = {"severity": 1, "summary": "Wrong"}
ERROR = ProviderDiagnostic(ProviderSeverity.ERROR, "Wrong")
OLD = {"severity": 2, "summary": "Old"}
WARNING = ProviderDiagnostic(ProviderSeverity.WARNING, "Old")
NO_IDENTITY = CallFailed("unknown", "UNIMPLEMENTED")


class Line:
    """A channel without a process. `answers` are the fields of responses by methods, or errors; `sent` are requests."""

    def __init__(self, process: Any) -> None:
        self.process, self.version = process, process.version
        self.answers: dict[str, Any] = {}
        self.sent: list[tuple[str, Any]] = []

    def message(self, name: str, /, **fields: Any) -> Any:
        return message_class(name, self.version)(**{key: own for key, own in fields.items() if own is not None})

    def call(self, method: str, /, **fields: Any) -> Any:
        self.sent.append((method, self.message(f"{method}.Request", **fields)))
        answer = self.answers.get(method, {})
        if isinstance(answer, Exception):
            raise answer
        response = self.message(f"{method}.Response", **{key: own for key, own in answer.items() if key != "schema"})
        if method == "GetProviderSchema":
            write(answer.get("schema", SCHEMA), response)
        if method == "GetResourceIdentitySchemas" and not answer:
            message = response.identity_schemas["a_thing"]
            write(IDENTITY, message)
        return response


@pytest.fixture(params=[5, 6])
def provider(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Provider:
    monkeypatch.setattr(providers, "Channel", Line)
    process: Any = SimpleNamespace(
        version=request.param, path=SimpleNamespace(name="zoo"), error=lambda text: PluginError(f"zoo: {text}")
    )
    return Provider(process)


def line(provider: Provider) -> Line:
    found: Any = provider.channel
    return found


def thing(label: str | None, zone: str | None = None) -> dict[str, bytes]:
    return {"msgpack": encode({"label": label, "zone": zone}, THING_TYPE)}


def arn(text: str) -> dict[str, Any]:
    return {"identity_data": {"msgpack": encode({"arn": text, "region": None}, ARN_TYPE)}}


def read(message: Any, type_: ObjectType) -> Any:
    return decode(message.msgpack, type_)


A = {"label": "a", "zone": None}
Ask = Callable[[Provider], Any]
REQUESTS: list[tuple[str, Ask, dict[str, Any], dict[str, Any], Any]] = [
    (
        "ValidateDataResourceConfig",
        lambda own: own.validate_data_source("a_source", {"label": "a"}),
        {"type_name": "a_source", "config": thing("a")},
        {"diagnostics": [WRONG, OLD]},
        (ERROR, WARNING),
    ),
    (
        "ValidateEphemeralResourceConfig",
        lambda own: own.validate_ephemeral("a_secret", {}),
        {"type_name": "a_secret", "config": {"msgpack": encode({"count": None}, OTHER_TYPE)}},
        {"diagnostics": [OLD]},
        (WARNING,),
    ),
    (
        "ValidateResourceConfig",
        lambda own: own.validate_resource("a_thing", {"label": "a"}),
        {"type_name": "a_thing", "config": thing("a")},
        {"diagnostics": [WRONG]},
        (ERROR,),
    ),
    (
        "ValidateProviderConfig",
        lambda own: own.validate_provider({"count": 1}),
        {"config": {"msgpack": encode({"count": 1}, OTHER_TYPE)}},
        {"diagnostics": [OLD]},
        (WARNING,),
    ),
    ("StopProvider", lambda own: (own.stop(), own.is_stopped), {}, {"Error": "too late"}, ("too late", True)),
    (
        "ReadResource",
        lambda own: own.read("a_thing", {"label": "a"}, b"p", {"arn": "x"}),
        {"type_name": "a_thing", "current_state": thing("a"), "private": b"p", "current_identity": arn("x")},
        {"new_state": thing("b"), "private": b"q", "deferred": {"reason": 1}, "new_identity": arn("y"),
         "diagnostics": [OLD]},
        providers.State({"label": "b", "zone": None}, b"q", {"arn": "y", "region": None}, False, True, (WARNING,)),
    ),
    ("ReadResource", lambda own: own.read("an_other", {}).value, {"type_name": "an_other"}, {}, None),
    (
        "PlanResourceChange",
        lambda own: own.plan("a_thing", A, {"label": "b"}, b"p", {"arn": "x"}),
        {"type_name": "a_thing", "prior_state": thing("a"), "proposed_new_state": thing("b"), "config": thing("b"),
         "prior_private": b"p", "prior_identity": arn("x")},
        {"planned_state": thing("b"), "requires_replace": [{"steps": [{"attribute_name": name}]} for name in A],
         "planned_private": b"q", "legacy_type_system": True, "deferred": {}, "planned_identity": arn("y"),
         "diagnostics": [OLD]},
        Plan({"label": "b", "zone": None}, ((AttributeStep("label"),), (AttributeStep("zone"),)),
             ((AttributeStep("label"),),), b"q", {"arn": "y", "region": None}, True, True, (WARNING,)),
    ),
    (
        "PlanResourceChange",
        lambda own: own.plan("a_thing", None, {"label": "b"}).replaced_because,
        {"prior_state": {"msgpack": encode(None, THING_TYPE)}, "proposed_new_state": thing("b")},
        {"planned_state": thing("b"), "requires_replace": [{"steps": [{"attribute_name": "label"}]}]},
        (),
    ),
    (
        "ApplyResourceChange",
        lambda own: own.apply("a_thing", A, Plan({"label": "b"}, private=b"p", identity={"arn": "x"}), {"label": "b"}),
        {"type_name": "a_thing", "prior_state": thing("a"), "planned_state": thing("b"), "config": thing("b"),
         "planned_private": b"p", "planned_identity": arn("x")},
        {"new_state": thing("c"), "private": b"q", "legacy_type_system": True, "new_identity": arn("y"),
         "diagnostics": [WRONG]},
        providers.State({"label": "c", "zone": None}, b"q", {"arn": "y", "region": None}, True, False, (ERROR,)),
    ),
    (
        "ImportResourceState",
        lambda own: own.import_resource("a_thing", "i"),
        {"type_name": "a_thing", "id": "i"},
        {"imported_resources": [{"type_name": "an_other", "state": {"msgpack": encode({"count": 2}, OTHER_TYPE)},
                                 "private": b"q"}],
         "diagnostics": [OLD]},
        ((providers.Imported("an_other", providers.State({"count": 2}, b"q")),), (WARNING,)),
    ),
    (
        "ImportResourceState",
        lambda own: own.import_resource("a_thing", identity={"arn": "x"}),
        {"identity": arn("x"), "id": ""},
        {},
        ((), ()),
    ),
]  # fmt: skip


MAY_WRITE = {"ValidateResourceConfig", "ReadResource", "PlanResourceChange", "ImportResourceState"}


def test_each_request_has_its_fields_and_each_answer_is_taken(provider: Provider) -> None:
    for method, ask, fields, answer, expected in REQUESTS:
        line(provider).answers[method] = answer
        assert ask(provider) == expected
        sent, request = line(provider).sent[-1]
        assert sent == method
        assert (method in MAY_WRITE) == ("write_only_attributes_allowed: true" in str(request)), method
        for name, value in fields.items():
            own = line(provider).message(f"{method}.Request", **{name: value})
            assert getattr(request, name) == getattr(own, name), (method, name)


def test_a_deletion_is_planned_where_the_provider_expects_it(provider: Provider) -> None:
    assert provider.plan("a_thing", A, None, b"p") == Plan(None, private=b"p")
    assert "PlanResourceChange" not in [method for method, _ in line(provider).sent]
    provider._schema = None
    line(provider).answers |= {
        "GetProviderSchema": {"server_capabilities": {"plan_destroy": True}},
        "PlanResourceChange": {"planned_private": b"q"},
    }
    assert provider.plan("a_thing", A, None, b"p") == Plan(None, private=b"q")
    request = line(provider).sent[-1][1]
    assert read(request.config, THING_TYPE) is read(request.proposed_new_state, THING_TYPE) is None


def test_a_schema_is_asked_for_once_and_may_be_taken_over(provider: Provider) -> None:
    for _ in range(2):
        assert provider.schema().identities == {"a_thing": IDENTITY}
    assert [method for method, _ in line(provider).sent] == ["GetProviderSchema", "GetResourceIdentitySchemas"]
    other = Provider(provider.process)
    other.take_schema(provider)
    assert other.schema() is provider.schema()
    assert line(other).sent == []


FAILS: list[tuple[str, Any, str]] = [
    ("GetProviderSchema", {"diagnostics": [WRONG, OLD]}, "^zoo: GetProviderSchema: Wrong; Old$"),
    ("GetResourceIdentitySchemas", {"diagnostics": [WRONG]}, "^zoo: GetResourceIdentitySchemas: Wrong$"),
    ("GetResourceIdentitySchemas", CallFailed("it ended", "UNAVAILABLE"), "^it ended$"),
]


@pytest.mark.parametrize(("method", "answer", "said"), FAILS)
def test_a_schema_that_cannot_be_had_is_an_error(provider: Provider, method: str, answer: Any, said: str) -> None:
    line(provider).answers[method] = answer
    with pytest.raises(PluginError, match=said):
        provider.schema()


def test_an_old_provider_has_no_identities(provider: Provider) -> None:
    line(provider).answers["GetResourceIdentitySchemas"] = NO_IDENTITY
    assert provider.schema().identities == {}
    line(provider).answers["ReadResource"] = {"new_state": thing("b"), "new_identity": arn("y")}
    assert provider.read("a_thing", {}).identity is None
    with pytest.raises(CtyError, match="the provider has no identity of 'a_thing'"):
        provider.read("a_thing", {}, identity={"arn": "x"})


ABSENT: list[tuple[Ask, str]] = [
    (lambda own: own.validate_resource("x", {}), "resource"),
    (lambda own: own.import_resource("x"), "resource"),
    (lambda own: own.validate_data_source("x", {}), "data source"),
    (lambda own: own.validate_ephemeral("x", {}), "ephemeral resource"),
]


def test_what_a_provider_does_not_have_is_not_asked_about(provider: Provider) -> None:
    for ask, kind in ABSENT:
        with pytest.raises(PluginError, match=f"^zoo: the provider has no {kind} 'x'$"):
            ask(provider)


def test_a_provider_is_configured_with_what_it_prepares(provider: Provider) -> None:
    prepared = {"msgpack": encode({"count": 2}, OTHER_TYPE)}
    answers = line(provider).answers
    for answer, version, count in (
        ({}, "1.11.4", 1), ({"prepared_config": prepared}, "1.9.0", 2 if provider.protocol == 5 else 1)
    ):  # fmt: skip
        answers["ValidateProviderConfig"] = {"diagnostics": [OLD], **answer}
        answers["ConfigureProvider"] = {"diagnostics": [WRONG]}
        assert provider.configure({"count": 1}, version) == (WARNING, ERROR)
        method, request = line(provider).sent[-1]
        assert (method, request.terraform_version, read(request.config, OTHER_TYPE)) == (
            "ConfigureProvider", version, {"count": count}
        )  # fmt: skip
        assert request.client_capabilities.write_only_attributes_allowed
    answers["ValidateProviderConfig"] = {"diagnostics": [WRONG]}
    assert provider.configure({"count": 1}) == (ERROR,)
    assert line(provider).sent[-1][0] == "ValidateProviderConfig"
