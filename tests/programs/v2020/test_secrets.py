"""`secrets: reference`: sensitive values are in secrets, and in no manifest."""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from mapper.model import nested_body
from mapper.programs.operator.codec import Codec
from mapper.programs.operator.resource_kinds import resource_kinds
from mapper.registry import system_named
from mapper.request import Mapped
from mapper.systems.crossplane.read import Inputs

from ...crossplane.support import made, schema
from ...provider.support import block, nested, string, typed
from .support import CONFIG, definition, structs, texts
from .test_go import fault, go, module, write_module

__all__ = ("go", "module")  # fixtures

SAFE = "generated/resources/safe/v1alpha1"
SECRETS = f"{CONFIG}secrets: reference\n"
DETAILS = "resource_metadata:\n- {terraform_name: zoo_safe, connection_details: [size, owner]}\n"


def document() -> dict[str, Any]:
    """A resource with sensitive values of every type, at every depth."""
    lock = block(
        {
            "pin": string("optional", sensitive=True),
            "seen": string("computed", sensitive=True),
            "id": string("optional"),
        }
    )
    safe = block(
        {
            "id": string("computed"),
            "owner": string("optional"),
            "size": typed("number", "optional"),
            "code": string("required", sensitive=True),
            "codes": typed(["list", "string"], "optional", sensitive=True),
            "env": typed(["map", "string"], "optional", "computed", sensitive=True),
            "level": typed("number", "optional", sensitive=True),
            "token": string("computed", sensitive=True),
            "usage": typed(["map", "string"], "computed", sensitive=True),
        },
        {
            "door": nested("list", lock),
            "back": nested("list", lock, max_items=1),
            "keys": nested("map", block({}, {"lock": nested("set", lock)})),
        },
    )
    plain = block({"size": string("optional")})
    deep = nested("set", block({"pin": string("optional", sensitive=True)}))
    clash = block({"code": string("optional", sensitive=True), "code_secret_ref": string("optional")})
    return schema({"zoo_safe": safe, "zoo_plain": plain, "zoo_clash": clash, "zoo_deep": block({}, {"in": deep})})


def zoo(folder: Path, config: str = SECRETS + DETAILS) -> Mapped:
    return made(folder, {"schema.json": json.dumps(document())}, config)


@pytest.fixture(scope="module")
def safe(tmp_path_factory: pytest.TempPathFactory) -> Mapped:
    return zoo(tmp_path_factory.mktemp("zoo"))


def test_a_manifest_has_references_to_secrets_and_no_sensitive_result(safe: Mapped) -> None:
    found = definition(safe, "safe.terraform-provider-zoo.crossplane.io_saves")
    root = found["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]
    given = root["spec"]["properties"]["forProvider"]["properties"]
    assert sorted(given) == [
        "back",
        "code_secret_ref",
        "codes_secret_ref",
        "door",
        "env_secret_ref",
        "keys",
        "owner",
        "size",
    ]
    assert given["code_secret_ref"]["required"] == ["key", "name", "namespace"]
    assert given["codes_secret_ref"]["items"]["required"] == ["key", "name", "namespace"]
    assert sorted(given["env_secret_ref"]["properties"]) == ["name", "namespace"]
    assert sorted(given["door"]["items"]["properties"]) == ["id", "pin_secret_ref"]
    assert "properties" not in root["status"]["properties"]["atProvider"]


def test_the_type_in_go_has_the_value_with_the_reference(safe: Mapped) -> None:
    found = structs(texts(safe, SAFE)[f"{SAFE}/types.go"])
    assert {
        ("CodeSecretRef", "*runtimev1alpha1.SecretKeySelector", "code_secret_ref,omitempty"),
        ("Code", "string", "-"),
        ("CodesSecretRef", "[]runtimev1alpha1.SecretKeySelector", "codes_secret_ref,omitempty"),
        ("EnvSecretRef", "*runtimev1alpha1.SecretReference", "env_secret_ref,omitempty"),
    } <= found["SafeParameters"]
    assert found["SafeObservation"] == {("Token", "string", "-"), ("Usage", "map[string]string", "-")}


def test_only_resources_with_sensitive_values_read_secrets(safe: Mapped, tmp_path: Path) -> None:
    files = texts(safe, "generated/resources")
    assert {path.split("/")[2] for path in files if path.endswith("/secrets.go")} == {"safe", "clash", "deep"}
    assert "secretConnecter" in files[f"{SAFE}/configure.go"]
    assert "secretConnecter" not in files["generated/resources/plain/v1alpha1/configure.go"]
    assert not [path for path in texts(zoo(tmp_path, CONFIG)) if path.endswith("/secrets.go")]


def test_a_text_a_list_and_a_map_are_each_read_by_a_function_of_their_own(safe: Mapped) -> None:
    code = texts(safe, SAFE)[f"{SAFE}/secrets.go"]
    read, functions = (set(re.findall(form, code)) for form in (_CALL, r"(?m)^func (\w+)\("))
    assert read == {
        ("readSecret", "in.CodeSecretRef", "in.Code"),
        ("readSecret", "in.PinSecretRef", "in.Pin"),
        ("readSecrets", "in.CodesSecretRef", "in.Codes"),
        ("readWholeSecret", "in.EnvSecretRef", "in.Env"),
    }
    assert {name for name, _, _ in read} <= functions


_CALL = r"if err := (\w+)\(ctx, kube, (in\.\S+), &(\S+)\); err != nil \{"


def test_what_no_secret_can_hold_is_told_and_what_is_in_one_is_not_called_plain(safe: Mapped) -> None:
    told = [(one.code, one.path) for one in safe.mapping.diagnostics if one.code != "OAS853"]
    assert told == [
        ("OAS805", "level"),
        ("OAS807", "token"),
        ("OAS807", "usage"),
        ("OAS807", "door.seen"),
        ("OAS807", "back.seen"),
        ("OAS807", "keys.lock.seen"),
        ("OAS805", "code_secret_ref"),
    ]


def test_a_page_shows_the_reference(safe: Mapped) -> None:
    entity = next(entity for entity in safe.mapping.entities if entity.name == "zoo_safe")
    code = next(one for one in entity.body.attributes if one.source_name == "code")
    body = nested_body(code.type)
    assert body is not None
    assert (code.name, code.sensitive, [one.name for one in body.attributes]) == (
        "code_secret_ref",
        True,
        ["name", "namespace", "key"],
    )
    minimal, *_ = system_named("crossplane").showing.examples(entity, safe.mapping)
    assert sorted(yaml.safe_load(minimal.text)["spec"]["forProvider"]["code_secret_ref"]) == [
        "key",
        "name",
        "namespace",
    ]


class Vault:
    """One secret."""

    unknown = None

    def data(self, namespace: str, name: str) -> dict[str, bytes] | None:
        return {"a": b"one"} if (namespace, name) == ("vault", "safe") else None


def test_the_reconciler_reads_them_too(safe: Mapped) -> None:
    kind = next(kind for kind in resource_kinds(cast("Inputs", safe.inputs)) if kind.terraform_name == "zoo_safe")
    reference = {"namespace": "vault", "name": "safe", "key": "a"}
    given = {"code_secret_ref": reference, "door": [{"pin_secret_ref": reference}], "env_secret_ref": reference}
    encoded = Codec(kind).encode_cty({"spec": {"forProvider": given}}, kind.block, Vault())
    assert encoded.given == {"code": "one", "door": [{"pin": "one"}], "env": {"a": "one"}}


@pytest.mark.peer
@pytest.mark.timeout(1800)
def test_values_are_read_for_each_call_and_published(go: str, safe: Mapped, module: Path) -> None:
    assert write_module(module, texts(safe)) == []
    (module / SAFE / "safe_test.go").write_text(_TEST)
    assert fault(go, module, "vet", ".", "./generated/...") == ""
    assert fault(go, module, "test", f"./{SAFE}/...") == ""


_TEST = """\
package v1alpha1

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	runtimev1alpha1 "github.com/crossplane/crossplane-runtime/apis/core/v1alpha1"
	"github.com/crossplane/crossplane-runtime/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/pkg/resource"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kubeclient "sigs.k8s.io/controller-runtime/pkg/client"
)

type cluster struct{ kubeclient.Client }

func (cluster) Get(ctx context.Context, key kubeclient.ObjectKey, obj runtime.Object) error {
	if key.String() != "vault/safe" {
		return errors.New("there is no such secret")
	}
	obj.(*corev1.Secret).Data = map[string][]byte{"a": []byte("one"), "b": []byte("two")}
	return nil
}

type cloud struct {
	managed.ExternalClient
	value *Safe
}

func (c *cloud) Observe(ctx context.Context, mg resource.Managed) (managed.ExternalObservation, error) {
	value, err := (&ctyEncoder{}).EncodeCty(mg, nil)
	if err != nil {
		return managed.ExternalObservation{}, err
	}
	decoded, err := (&ctyDecoder{}).DecodeCty(&Safe{}, value, nil)
	if err != nil {
		return managed.ExternalObservation{}, err
	}
	prov := decoded.(*Safe)
	prov.Status.AtProvider.Token = "made"
	prov.Spec.ForProvider.Door[0].Seen = "yesterday"
	if c.value != nil {
		prov.Spec.ForProvider.Code = c.value.Spec.ForProvider.Code
	}
	md := (&resourceMerger{}).MergeResources(mg, prov)
	return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: !md.NeedsProviderUpdate}, nil
}

func (c *cloud) Delete(ctx context.Context, mg resource.Managed) error { return nil }

func key(name string) runtimev1alpha1.SecretKeySelector {
	return runtimev1alpha1.SecretKeySelector{
		SecretReference: runtimev1alpha1.SecretReference{Namespace: "vault", Name: "safe"}, Key: name,
	}
}

func safe() *Safe {
	a, b := key("a"), key("b")
	s := &Safe{}
	p := &s.Spec.ForProvider
	p.Owner, p.Size, p.CodeSecretRef = "ann", 3, &a
	p.CodesSecretRef = []runtimev1alpha1.SecretKeySelector{a, b}
	p.EnvSecretRef = &a.SecretReference
	p.Door = []Door{{Id: "x", PinSecretRef: &b}}
	p.Back = Back{Id: "y", PinSecretRef: &a}
	p.Keys = map[string]Keys{"k": {Lock: []Lock{{Id: "z", PinSecretRef: &b}}}}
	return s
}

func observed(t *testing.T, s *Safe, c *cloud) (managed.ExternalObservation, error) {
	t.Helper()
	connect := func(context.Context, resource.Managed) (managed.ExternalClient, error) { return c, nil }
	connecter := &secretConnecter{kube: cluster{}, inner: managed.ExternalConnectorFn(connect)}
	client, err := connecter.Connect(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return client.Observe(context.Background(), s)
}

func TestSecretsAreReadAndPublished(t *testing.T) {
	s := safe()
	found, err := observed(t, s, &cloud{})
	if err != nil || !found.ResourceUpToDate {
		t.Fatalf("%v, %#v", err, found)
	}
	p := s.Spec.ForProvider
	if p.Code != "one" || p.Codes[1] != "two" || p.Env["b"] != "two" || p.Door[0].Pin != "two" || p.Back.Pin != "one" || p.Keys["k"].Lock[0].Pin != "two" {
		t.Errorf("%#v", p)
	}
	want := map[string]string{
		"attribute.code": "one", "attribute.codes.1": "two", "attribute.env.a": "one", "attribute.token": "made",
		"size": "3", "owner": "ann",
	}
	for name, value := range want {
		if string(found.ConnectionDetails[name]) != value {
			t.Errorf("%s: %q", name, found.ConnectionDetails[name])
		}
	}
	text, err := json.Marshal(s)
	if err != nil || strings.Contains(string(text), "two") || strings.Contains(string(text), "made") {
		t.Errorf("%v: %s", err, text)
	}
	if other := s.DeepCopy(); other.Spec.ForProvider.CodeSecretRef == s.Spec.ForProvider.CodeSecretRef {
		t.Error("a copy shares a reference")
	}
}

func TestARotatedSecretGoesToTheProvider(t *testing.T) {
	before := safe()
	before.Spec.ForProvider.Code = "old"
	found, err := observed(t, safe(), &cloud{value: before})
	if err != nil || found.ResourceUpToDate {
		t.Errorf("%v, %#v", err, found)
	}
}

func TestAMissingSecretIsAnErrorUnlessTheResourceIsDeleted(t *testing.T) {
	s := safe()
	s.Spec.ForProvider.CodeSecretRef.Name = "gone"
	if _, err := observed(t, s, &cloud{}); err == nil || !strings.Contains(err.Error(), "vault/gone") {
		t.Error(err)
	}
	now := metav1.Now()
	s.DeletionTimestamp = &now
	if _, err := observed(t, s, &cloud{}); err != nil {
		t.Error(err)
	}
}
"""  # noqa: E501 - Go has no limit
