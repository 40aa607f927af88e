"""Every shape of a field: from a manifest to a configuration, from a state to a manifest, and back from a status."""

import json
import math
from collections.abc import Mapping
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from mapper.languages.tfplugin.cty_types import Primitive
from mapper.programs.operator.codec import Codec, ConvertError, dynamic, restored
from mapper.programs.operator.connection import connection_place, missing_passwords
from mapper.programs.operator.external_name import _extract
from mapper.programs.operator.outcome import SecretKey
from mapper.programs.operator.plugin import Encoded, GroupVersionKind, Manifest, PluginIndexError
from mapper.programs.operator.provider_index import make_program
from mapper.programs.operator.references import resolved
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.programs.provider_process.values import UNKNOWN, Dynamic, Unknown
from mapper.registry import PROGRAMS
from mapper.request import Request
from mapper.systems.crossplane.read import read_inputs

from ...crossplane.support import block, nested, schema, string, typed
from .support import Objects

CONFIG = """\
name: zoo
root_group: zoo.example.org
namespaced_root_group: zoo.m.example.org
resource_metadata:
- terraform_name: zoo_forge
  number_int: [size]
  embed_singleton_lists: true
  external_name: {mode: identifier_from_provider}
  generate_password: [pin, door.pin, room.pin]
  references: {gate_id: GATE, door.gate_id: GATE, room.gate_id: GATE}
""".replace("GATE", "{kind: Gate, api_group: g.example.org, version: v1}")


def forge() -> dict[str, Any]:
    """A resource with a field of every shape."""
    pin, gate = string("optional", sensitive=True), string("optional")
    lock = block({"lock": string("optional"), "pin": pin, "gate_id": gate})
    loose = block({"x": typed("dynamic", "optional")})
    attributes = {
        "id": string("computed"),
        "any": typed("dynamic", "optional"),
        "is_on": typed("bool", "optional"),
        "ratio": typed("number", "optional"),
        "size": typed("number", "optional"),
        "pin": pin,
        "keys": typed(["map", "string"], "optional", sensitive=True),
        "codes": typed(["list", "string"], "optional", sensitive=True),
        "gate_id": gate,
        "grid": typed(["list", ["list", "number"]], "optional"),
        "end": typed(["object", {"host": "string"}], "optional"),
    }
    blocks = {
        "door": nested("list", lock, max_items=1),
        "roof": nested("single", lock),
        "room": nested("set", lock),
        "step": nested("list", lock),
        "box": nested("map", lock),
        "loose": nested("list", loose),
        "loose_one": nested("list", loose, max_items=1),
    }
    return block(attributes, blocks)


@pytest.fixture(scope="module")
def kinds(tmp_path_factory: pytest.TempPathFactory) -> tuple[ResourceKind, ...]:
    """The Kind in a namespace, and the one of the cluster."""
    return kinds_of(tmp_path_factory.mktemp("forge"), CONFIG)


def kinds_of(folder: Path, config: str) -> tuple[ResourceKind, ...]:
    (folder / "schema.json").write_text(json.dumps(schema({"zoo_forge": forge()})))
    (folder / "provider.yaml").write_text(config)
    request = Request(folder / "schema.json", [folder / "provider.yaml"], folder)
    return make_program(read_inputs(request, PROGRAMS), folder).kinds


@pytest.fixture
def kind(kinds: tuple[ResourceKind, ...]) -> ResourceKind:
    return kinds[0]


SECRETS = {("mine", "s"): {"k": b"hush", "l": b"still"}, ("mine", "binary"): {"k": b"\xff"}}


def manifest(given: Any, **more: Any) -> Manifest:
    return {"metadata": {"name": "one", "namespace": "mine"}, "spec": {"forProvider": given, **more}}


def encoded(kind: ResourceKind, given: Any, unknown: Unknown | None = None) -> Encoded:
    return Codec(kind).encode_cty(manifest(given), kind.block, Objects(SECRETS, unknown=unknown))


REFERENCE = {"name": "s", "key": "k"}
GIVEN: list[tuple[Any, Any]] = [
    ({"isOn": False, "ratio": 0.5, "size": 3.0}, {"is_on": False, "ratio": Decimal("0.5"), "size": 3}),
    ({"ratio": 2}, {"ratio": 2}),
    ({"size": 2**63 - 1}, {"size": 2**63 - 1}),
    ({"size": -(2**63)}, {"size": -(2**63)}),
    ({"any": "x"}, {"any": Dynamic(Primitive.STRING, "x")}),
    ({"any": None, "id": "of the status"}, {}),
    ({"pinSecretRef": REFERENCE}, {"pin": "hush"}),
    ({"keysSecretRef": {"name": "s"}}, {"keys": {"k": "hush", "l": "still"}}),
    ({"codesSecretRef": [REFERENCE, {**REFERENCE, "key": "l"}]}, {"codes": ["hush", "still"]}),
    ({"grid": [[1, 2.0], None]}, {"grid": [[1, 2], None]}),
    ({"end": {"host": "h"}, "roof": {"lock": "a"}}, {"end": {"host": "h"}, "roof": {"lock": "a"}}),
    ({"door": {"lock": "a", "pinSecretRef": REFERENCE}}, {"door": [{"lock": "a", "pin": "hush"}]}),
    ({"room": [{"lock": "a"}, None]}, {"room": [{"lock": "a"}, None]}),
    ({"box": {"b": {"lock": "a"}, "c": None}}, {"box": {"b": {"lock": "a"}, "c": None}}),
]


def test_a_configuration_has_what_a_manifest_requests(kind: ResourceKind) -> None:
    for given, expected in GIVEN:
        assert repr(encoded(kind, given).given) == repr(expected)


@pytest.mark.parametrize(("scope", "namespace", "value"), [(0, "other", "hush"), (1, "mine", "hush"), (1, "", None)])
def test_only_an_object_of_the_cluster_names_the_namespace_of_a_secret(
    kinds: tuple[ResourceKind, ...], scope: int, namespace: str, value: str | None
) -> None:
    given = {"pinSecretRef": {"namespace": namespace or None, **REFERENCE}}
    if value is None:
        with pytest.raises(ConvertError, match="there is no secret /s"):
            encoded(kinds[scope], given)
    else:
        assert encoded(kinds[scope], given).given == {"pin": value}


def test_what_has_no_namespace_and_no_metadata_is_in_none(kind: ResourceKind) -> None:
    resource = {"metadata": {"name": "one"}, "spec": {"forProvider": {"pinSecretRef": REFERENCE}}}
    with pytest.raises(ConvertError, match="there is no secret /s"):
        Codec(kind).encode_cty(resource, kind.block, Objects(SECRETS))
    found = Codec(kind).decode_cty({}, {"id": "t-1"}, kind.block)
    assert found["metadata"] == {"annotations": {"crossplane.io/external-name": "t-1"}}
    assert GroupVersionKind.of({"apiVersion": None, "kind": None}) == GroupVersionKind()


AWAITED: list[tuple[Any, Any]] = [
    ({"gateIdRef": {"name": "a"}}, {"gate_id": UNKNOWN}),
    ({"gateIdSelector": {"matchLabels": {}}}, {"gate_id": UNKNOWN}),
    ({"gateIdRef": {}}, {}),
    ({"pinSecretRef": {"name": "t"}, "keysSecretRef": {"name": "t"}}, {"pin": UNKNOWN, "keys": UNKNOWN}),
    ({"codesSecretRef": [{"name": "t"}, REFERENCE]}, {"codes": [UNKNOWN, "hush"]}),
]


def test_what_does_not_exist_yet_is_unknown_only_where_it_may_be(kind: ResourceKind) -> None:
    for given, expected in AWAITED:
        assert encoded(kind, given, UNKNOWN).given == expected
    assert encoded(kind, {"gateIdRef": {"name": "a"}}).given == {}


REFUSED: list[tuple[Any, str]] = [
    ({"size": 2**63}, "spec.forProvider.size: a whole number is expected"),
    ({"size": -(2**63) - 1}, "spec.forProvider.size: a whole number is expected"),
    ({"ratio": True}, "spec.forProvider.ratio: a number is expected, not True"),
    ({"size": True}, "spec.forProvider.size: a whole number is expected, not True"),
    ({"size": 1.5}, "spec.forProvider.size: a whole number is expected, not 1.5"),
    ({"ratio": math.inf}, "spec.forProvider.ratio: a number is expected, not inf"),
    ({"isOn": 1}, "spec.forProvider.isOn: a boolean is expected, not 1"),
    ({"gateId": 1}, "spec.forProvider.gateId: a text is expected, not 1"),
    ({"roof": "x"}, "spec.forProvider.roof: an object is expected"),
    ({"box": []}, "spec.forProvider.box: an object is expected, not []"),
    ({"box": {"b": 1}}, "spec.forProvider.box[b]: an object is expected"),
    ({"grid": {}}, "spec.forProvider.grid: a list is expected, not {}"),
    ({"grid": [[], 1]}, "spec.forProvider.grid[1]: a list is expected, not 1"),
    ({"pinSecretRef": {"name": 3}}, "spec.forProvider.pinSecretRef: the name of a secret is expected, not {'name': 3}"),
    ({"pinSecretRef": {"name": "s", "key": ["k"]}}, "pinSecretRef: the secret mine/s has no key ['k']"),
    ({"pinSecretRef": {"name": "binary", "key": "k"}}, "pinSecretRef: the value of the secret is not a text"),
    ({"keysSecretRef": {"name": "binary"}}, "(secret mine/binary, key k): the value of the secret is not a text"),
    ({"codesSecretRef": {}}, "spec.forProvider.codesSecretRef: a list is expected, not {}"),
    ({"codesSecretRef": [{}]}, "spec.forProvider.codesSecretRef[0]: the name of a secret is expected, not {}"),
    ({"keysSecretRef": {"name": "t"}}, "spec.forProvider.keysSecretRef: there is no secret mine/t"),
    ({"loose": [{"x": 1}]}, "spec.forProvider.loose: blocks with attributes of any type cannot be given"),
    ({"looseOne": {"x": 1}}, "spec.forProvider.looseOne: blocks with attributes of any type cannot be given"),
    ({"any": object()}, "is not a JSON value"),
    ({"ratio": "x" * 61}, f"a number is expected, not {repr('x' * 61)[:60]}…"),
]


def test_what_fits_no_shape_is_refused_with_its_place(kind: ResourceKind) -> None:
    for given, text in REFUSED:
        with pytest.raises(ConvertError) as raised:
            encoded(kind, given)
        assert text in str(raised.value)


def deep(levels: int) -> Any:
    return [deep(levels - 1)] if levels else None


def test_a_dynamic_value_has_a_most_of_levels() -> None:
    from mapper.languages.tfplugin.cty_types import MAX_DEPTH

    assert dynamic(deep(MAX_DEPTH), "spec") is not None
    with pytest.raises(ConvertError, match=rf"^spec: nested more than {MAX_DEPTH} levels deep$"):
        dynamic(deep(MAX_DEPTH + 1), "spec")


STATES: list[tuple[Any, Any]] = [
    ({"is_on": True, "ratio": 0.5, "size": 3.0}, {"isOn": True, "ratio": 0.5, "size": 3}),
    ({"ratio": Decimal("0.25"), "size": Decimal(7)}, {"ratio": 0.25, "size": 7}),
    ({"any": Dynamic(Primitive.STRING, "x")}, {"any": "x"}),
    ({"any": Dynamic(Primitive.STRING, UNKNOWN), "ratio": UNKNOWN}, {}),
    ({"any": Dynamic(Primitive.STRING, [Dynamic(Primitive.STRING, None), {"b": 1, "a": 2.0}])},
     {"any": [None, {"a": 2, "b": 1}]}),
    ({"is_on": Dynamic(Primitive.BOOL, True)}, {"isOn": True}),
    ({"pin": "hush", "keys": {"k": "hush"}, "codes": ["hush"]}, {}),
    ({"door": [{"lock": "a", "pin": "hush"}], "roof": {"lock": "b"}}, {"door": {"lock": "a"}, "roof": {"lock": "b"}}),
    ({"door": [], "end": None}, {}),
    ({"room": [{"lock": "b"}, {"lock": "a"}]}, {"room": [{"lock": "a"}, {"lock": "b"}]}),
    ({"step": [{"lock": "b"}, {"lock": "a"}]}, {"step": [{"lock": "b"}, {"lock": "a"}]}),
    ({"box": {"d": {"lock": "b"}, "c": None}}, {"box": {"d": {"lock": "b"}}}),
    ({"grid": [[1.0, Decimal("1.5")]]}, {"grid": [[1, 1.5]]}),
]  # fmt: skip


def test_a_manifest_has_what_a_state_has_but_secrets(kind: ResourceKind) -> None:
    for state, expected in STATES:
        found = Codec(kind).decode_cty({}, state, kind.block)
        assert repr(found["spec"]["forProvider"]) == repr(expected)
        assert repr(found["status"]["atProvider"]) == repr(expected)


PIN = {"lock": "a", "pin": "hush"}
RESTORED: list[tuple[Any, Any, Any]] = [
    ({"isOn": True}, {"is_on": False, "pin": "hush"}, {"is_on": True, "pin": "hush"}),
    ({}, {"ratio": 1, "keys": {"k": "l"}}, {"keys": {"k": "l"}}),
    ({"roof": {"lock": "a"}}, {"roof": PIN}, {"roof": PIN}),
    ({"roof": {"lock": "a"}}, {"roof": None}, {"roof": {"lock": "a"}}),
    ({"door": {"lock": "a"}}, {"door": [PIN]}, {"door": [PIN]}),
    ({"step": [{"lock": "b"}, {"lock": "a"}]}, {"step": [{"pin": "still"}, PIN]},
     {"step": [{"lock": "b", "pin": "still"}, PIN]}),
    ({"step": [{"lock": "b"}]}, {"step": [PIN, PIN]}, {"step": [{"lock": "b"}]}),
    ({"box": {"c": {"lock": "a"}, "d": {"lock": "a"}}}, {"box": {"c": PIN}}, {"box": {"c": PIN, "d": {"lock": "a"}}}),
    ({"room": [{"lock": "b"}, {"lock": "a"}, {"lock": "c"}]}, {"room": [PIN, {"lock": "b", "pin": "still"}, None]},
     {"room": [{"lock": "b", "pin": "still"}, PIN, {"lock": "c"}]}),
]  # fmt: skip


def test_a_status_is_a_state_again_with_the_secrets_of_the_spec(kind: ResourceKind) -> None:
    for observed, given, expected in RESTORED:
        resource = {"metadata": {"name": "one"}, "status": {"atProvider": {"id": "t-1", **observed}}}
        assert restored(kind, resource, Encoded(given, given)) == {"id": "t-1", **expected}
        assert "hush" not in str(restored(kind, resource, None))


class Gates(Objects):
    """A cluster in which each gate has the name that is asked for; `asked` are their places."""

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        self.asked = f"{gvk.kind} {namespace}/{name}"
        annotations = {"crossplane.io/external-name": f"g-{name}"}
        return {"kind": gvk.kind, "metadata": {"name": name, "annotations": annotations}}


LINK, VALUE = {"gateIdRef": {"name": "a"}}, {"gateIdRef": {"name": "a"}, "gateId": "g-a"}
RESOLVED: list[tuple[Any, Any]] = [
    ({"gateIdRef": {"name": "a"}}, {"gateId": "g-a"}),
    ({"gateIdRef": {"name": "a"}, "gateId": "own"}, None),
    ({"door": {"lock": "b", **LINK}}, {"door": {"lock": "b", **VALUE}}),
    ({"room": [LINK, {}, 3]}, {"room": [VALUE, {}, 3]}),
    ({"roof": LINK}, None),
]


def test_references_are_resolved_at_any_depth(kinds: tuple[ResourceKind, ...]) -> None:
    for kind, place in zip(kinds, ("mine/a", "/a"), strict=True):
        cluster = Gates()
        for given, expected in RESOLVED:
            patch = {} if expected is None else {"forProvider": expected}
            assert resolved(manifest(given), kind, cluster) == patch
        assert cluster.asked == f"Gate {place}"
        assert resolved(manifest({}, initProvider=LINK), kind, cluster) == {"initProvider": {"gateId": "g-a"}}


MINE = partial(SecretKey, "mine", "t")
ABSENT: list[tuple[Any, list[SecretKey]]] = [
    ({"pinSecretRef": {"name": "t", "key": "a"}}, [MINE("a")]),
    ({"pinSecretRef": REFERENCE}, []),
    ({"door": {"pinSecretRef": {"name": "t", "key": "b"}}}, [MINE("b")]),
    ({"room": [{"pinSecretRef": {"name": "t", "key": key}} for key in "cdc"]}, [MINE("c"), MINE("d")]),
    ({"roof": {"pinSecretRef": {"name": "t", "key": "e"}}, "room": 3}, []),
]


def test_passwords_are_made_where_no_secret_has_one(kinds: tuple[ResourceKind, ...]) -> None:
    there = Objects(SECRETS)
    for given, expected in ABSENT:
        assert list(missing_passwords(manifest(given), kinds[0], there)) == expected
    everywhere = {"name": "t", "namespace": "other", "key": "a"}
    found = missing_passwords(manifest({}, initProvider={"pinSecretRef": everywhere}), kinds[1], there)
    assert found == (SecretKey("other", "t", "a"),)
    for kind in kinds:
        without = replace(kind, settings=replace(kind.settings, passwords=frozenset()))
        assert missing_passwords(manifest({"pinSecretRef": everywhere}), without, there) == ()


NO_PLACE: list[Mapping[str, Any] | str] = [
    "t", {"key": "k"}, {"name": "t"}, {"name": "t", "key": ""}, {"name": "t", "key": 3}, {"name": "A/B", "key": "k"}
]  # fmt: skip


def test_a_password_needs_a_namespace_a_name_and_a_key(kinds: tuple[ResourceKind, ...]) -> None:
    for place in NO_PLACE:
        with pytest.raises(ConvertError, match=r"^spec\.forProvider\.door\.pinSecretRef: .* expected$"):
            missing_passwords(manifest({"door": {"pinSecretRef": place}}), kinds[0], Objects())
    for place in ({"name": "t", "key": "k"}, {"name": "t", "namespace": "A", "key": "k"}):
        with pytest.raises(ConvertError, match=r"^spec\.forProvider\.pinSecretRef: a namespace, a name and a key"):
            missing_passwords(manifest({"pinSecretRef": place}), kinds[1], Objects())


def test_a_connection_secret_of_a_cluster_names_its_namespace(kinds: tuple[ResourceKind, ...]) -> None:
    reference = {"name": "out", "namespace": "other"}
    resource = manifest({}, writeConnectionSecretToRef=reference)
    assert [connection_place(kind, resource) for kind in kinds] == [("mine", "out"), ("other", "out")]
    del reference["namespace"]
    with pytest.raises(ConvertError, match=r"^spec\.writeConnectionSecretToRef: a namespace is expected$"):
        connection_place(kinds[1], resource)


@pytest.mark.parametrize("path", ["keys", "codes"])
def test_a_password_is_made_for_one_value_only(path: str, tmp_path: Path) -> None:
    config = CONFIG.replace("[pin, door.pin, room.pin]", f"[{path}]")
    with pytest.raises(PluginIndexError, match=f"generate_password: {path} is not given in a secret"):
        kinds_of(tmp_path, config)


TEMPLATES = [
    ("{{ .external_name }}", "a", "a"),
    ("zoo/{{ .external_name }}", "zoo/a", "a"),
    ("{{ .parameters.zone }}/{{ .external_name }}.x", "z/a.x", "a"),
    ("{{ .external_name }}-{{ .external_name }}", "a-b", "a"),
    ("zoo/{{ .external_name }}", "bar/a", "bar/a"),
    ("zoo/{{ .parameters.zone }}", "zoo/z", "zoo/z"),
]


@pytest.mark.parametrize(("template", "identifier", "name"), TEMPLATES)
def test_a_name_is_read_from_an_identifier_that_was_made_of_it(template: str, identifier: str, name: str) -> None:
    assert _extract(template, identifier) == name
