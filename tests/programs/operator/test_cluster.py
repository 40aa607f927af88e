"""The operator and a whole API server: secrets, events, leases, namespaces, configurations and other providers."""

import base64
import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from ...crossplane.peers.cluster import audited, cluster
from ...crossplane.peers.server import Missing, certificate, kubeconfig
from .cloud import CONFIG
from .loop import ROOT, Loop

pytestmark = pytest.mark.peer

Data = dict[str, Any]
OURS = CONFIG.replace(
    "    number_int: [size]\n",
    "      label: {kind: Network, api_group: net.other.example.org, version: v1}\n"
    "    number_int: [size]\n    generate_password: [password]\n",
)


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Loop]:
    folder = tmp_path_factory.mktemp("cluster")
    try:
        with cluster(folder / "server") as server:
            for name in ("default", "other"):
                body = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
                assert server.ask("POST", "/api/v1/namespaces", body).status in (201, 409)
            found = Loop(server, folder, slow=0.02, config=OURS)
            configs = [(kind, scope, group) for group, kind, scope in CONFIGS]
            assert server.define(any_kind(*own) for own in [*configs, NETWORK]) == []
            certificate(folder / "server", "operator", "/CN=operator")
            found.kubeconfig = kubeconfig(folder / "server", server.port, "operator")
            for path, body in restricted().items():
                assert server.ask("POST", f"/apis/rbac.authorization.k8s.io/v1/{path}", body).status == 201
            found.start()
            try:
                yield found
                assert found.stop() == 0
            finally:
                found.kill()
    except Missing as missing:
        pytest.skip(str(missing))


def rules() -> list[Data]:
    """The rights in the guide, for the groups of these tests; and those for Kinds of other providers."""
    text = (ROOT / "example_site" / "docs" / "crossplane-running.md").read_text()
    role = yaml.safe_load(text.partition('title="rights.yaml"\n')[2].partition("```")[0])
    spelled = json.dumps(role["rules"]).replace("local.local.", "zoo.zoo.").replace('"local.', '"zoo.')
    found: list[Data] = json.loads(spelled.replace("crossplane.io", "example.org"))
    return [*found, {"apiGroups": ["net.other.example.org"], "resources": ["networks"], "verbs": ["get", "list"]}]


def restricted() -> dict[str, Data]:
    """What gives the user `operator` the rights of the guide, and no others."""
    head = {"apiVersion": "rbac.authorization.k8s.io/v1", "metadata": {"name": "oasmap"}}
    group = "rbac.authorization.k8s.io"
    reference = {"apiGroup": group, "kind": "ClusterRole", "name": "oasmap"}
    subjects = [{"apiGroup": group, "kind": "User", "name": "operator"}]
    binding = {**head, "kind": "ClusterRoleBinding", "roleRef": reference, "subjects": subjects}
    return {"clusterroles": {**head, "kind": "ClusterRole", "rules": rules()}, "clusterrolebindings": binding}


CONFIGS = [
    ("zoo.m.example.org", "ProviderConfig", "Namespaced"),
    ("zoo.m.example.org", "ClusterProviderConfig", "Cluster"),
    ("zoo.example.org", "ProviderConfig", "Cluster"),
]
NETWORK = ("Network", "Namespaced", "net.other.example.org", "v1")


def any_kind(kind: str, scope: str, group: str, version: str = "v1beta1") -> Data:
    """A definition of a Kind that may say anything."""
    plural, schema = f"{kind.lower()}s", {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    own = {"name": version, "served": True, "storage": True, "schema": {"openAPIV3Schema": schema}}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group, "scope": scope, "versions": [own],
            "names": {"kind": kind, "plural": plural, "singular": kind.lower(), "listKind": f"{kind}List"},
        },
    }  # fmt: skip


def put(loop: Loop, path: str, body: Data) -> Data:
    """Server-side apply, whatever was there."""
    answer = loop.server.ask("PATCH", f"{path}?fieldManager=user&force=true", body, "application/apply-patch+yaml")
    assert answer.status in (200, 201), answer.message
    return answer.data


def secret(loop: Loop, name: str, namespace: str = "default", **data: str) -> None:
    body = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "stringData": data}
    put(loop, f"/api/v1/namespaces/{namespace}/secrets/{name}", body)


def data_of(loop: Loop, name: str, namespace: str = "default") -> dict[str, str]:
    answer = loop.server.ask("GET", f"/api/v1/namespaces/{namespace}/secrets/{name}")
    return {key: base64.b64decode(own).decode() for key, own in (answer.data.get("data") or {}).items()}


def outside(loop: Loop, zone: str) -> Data:
    """The one thing of a zone."""
    (own,) = (one for one in loop.cloud().values() if one.get("zone") == zone)
    return own


def gone(loop: Loop, *names: str) -> None:
    for name in names:
        loop.delete("Thing", name)
    loop.until("they are gone", lambda: not any(loop.get("Thing", name) for name in names))


def made_by(loop: Loop, key: str) -> list[str]:
    """The accounts that made and changed something."""
    lines = [line.split() for line in (loop.things / "log").read_text().splitlines()]
    return [account for _, own, account, _ in lines if own == key]


def test_secrets_are_read_and_connection_secrets_written(loop: Loop) -> None:
    secret(loop, "in", k="first")
    spec = {"zone": "secrets", "passwordSecretRef": {"name": "in", "key": "k"}}
    loop.apply("Thing", "one", {"forProvider": spec, "writeConnectionSecretToRef": {"name": "out"}})
    loop.until("it is ready", lambda: loop.ready("Thing", "one"))
    own = outside(loop, "secrets")
    assert own["password"] == "first"
    expected = {"attribute.password": "first", "attribute.token": f"token of {own['id']}", "status": "ACTIVE"}
    assert data_of(loop, "out") == expected
    written = loop.server.ask("GET", "/api/v1/namespaces/default/secrets/out").data
    thing = loop.get("Thing", "one") or {}
    assert written["type"] == "connection.crossplane.io/v1alpha1"
    assert written["metadata"]["ownerReferences"][0]["uid"] == thing["metadata"]["uid"]
    assert "first" not in str(thing)
    secret(loop, "in", k="second")
    loop.until("a rotated secret arrives", lambda: outside(loop, "secrets")["password"] == "second")
    loop.until("it is published", lambda: data_of(loop, "out")["attribute.password"] == "second")
    loop.server.ask("DELETE", "/api/v1/namespaces/default/secrets/out")
    loop.until("it is written again", lambda: data_of(loop, "out"))
    assert not any(word in loop.log.read_text() for word in ("first", "second"))
    gone(loop, "one")


def test_events_tell_what_happened(loop: Loop) -> None:
    loop.apply("Thing", "told", {"forProvider": {"zone": "told"}})
    loop.until("it is ready", lambda: loop.ready("Thing", "told"))
    uid = (loop.get("Thing", "told") or {})["metadata"]["uid"]
    loop.patch("Thing", "told", {"spec": {"forProvider": {"tags": {"a": "b"}}}})
    loop.until("it is changed", lambda: outside(loop, "told").get("tags"))
    gone(loop, "told")

    def reasons() -> list[str]:
        items = loop.server.ask("GET", "/api/v1/namespaces/default/events").data["items"]
        return [own["reason"] for own in items if own["involvedObject"]["uid"] == uid]

    expected = {"CreatedExternalResource", "UpdatedExternalResource", "DeletedExternalResource"}
    loop.until("events are there", lambda: expected <= set(reasons()))


def test_what_goes_wrong_again_and_again_is_one_event_with_a_count(loop: Loop) -> None:
    loop.apply("Thing", "wrong", {"forProvider": {"zone": "wrong", "labelRef": {"name": "none"}}})

    def found() -> list[Data]:
        items = loop.server.ask("GET", "/api/v1/namespaces/default/events").data["items"]
        return [own for own in items if own["involvedObject"]["name"] == "wrong"]

    loop.until("it is told again", lambda: found() and found()[0]["count"] > 1)
    assert [own["reason"] for own in found()] == ["CannotResolveReferences"]
    gone(loop, "wrong")


def test_a_secret_of_somebody_else_is_left_alone_and_what_was_made_is_known(loop: Loop) -> None:
    secret(loop, "foreign", mine="yes")
    loop.apply(
        "Thing", "blocked", {"forProvider": {"zone": "foreign"}, "writeConnectionSecretToRef": {"name": "foreign"}}
    )
    refused = ("False", "CannotWriteSecret")
    loop.until("it says so", lambda: loop.condition("Thing", "blocked", "Synced") == refused)
    assert data_of(loop, "foreign") == {"mine": "yes"}
    annotations = (loop.get("Thing", "blocked") or {})["metadata"]["annotations"]
    assert annotations["crossplane.io/external-name"] == outside(loop, "foreign")["id"]
    loop.server.ask("DELETE", "/api/v1/namespaces/default/secrets/foreign")
    loop.annotate("Thing", "blocked", reconcile_requested_at="now")
    loop.until("it is ready", lambda: loop.ready("Thing", "blocked"))  # perhaps by itself, before it is asked
    loop.until(
        "it is done", lambda: (loop.get("Thing", "blocked") or {})["status"].get("lastHandledReconcileAt") == "now"
    )
    gone(loop, "blocked")


def test_a_password_is_made_up_once(loop: Loop) -> None:
    spec = {"zone": "made up", "passwordSecretRef": {"name": "made-up", "key": "k"}}
    loop.apply("Thing", "secretive", {"forProvider": spec})
    loop.until("it is ready", lambda: loop.ready("Thing", "secretive"))
    first = data_of(loop, "made-up")["k"]
    assert (len(first), outside(loop, "made up")["password"]) == (27, first)
    loop.annotate("Thing", "secretive", reconcile_requested_at="again")
    loop.until("another pass", lambda: (loop.get("Thing", "secretive") or {})["status"].get("lastHandledReconcileAt"))
    assert data_of(loop, "made-up")["k"] == first
    gone(loop, "secretive")


def config(loop: Loop, kind: str, name: str, namespace: str, reference: Data) -> None:
    """A configuration with credentials of a secret."""
    where = f"namespaces/{namespace}/" if namespace else ""
    body = {
        "apiVersion": "zoo.m.example.org/v1beta1",
        "kind": kind,
        "metadata": {"name": name},
        "spec": {"credentials": {"source": "Secret", "secretRef": reference}},
    }
    put(loop, f"/apis/zoo.m.example.org/v1beta1/{where}{kind.lower()}s/{name}", body)


def test_a_configuration_has_its_credentials_in_a_secret_and_a_change_gets_another_process(loop: Loop) -> None:
    secret(loop, "account", credentials='{"account": "blue"}')
    config(loop, "ProviderConfig", "own", "default", {"name": "account"})
    reference = {"kind": "ProviderConfig", "name": "own"}
    loop.apply("Thing", "blue", {"forProvider": {"zone": "blue"}, "providerConfigRef": reference})
    loop.until("it is ready", lambda: loop.ready("Thing", "blue"))
    key = outside(loop, "blue")["id"]
    assert set(made_by(loop, key)) == {"blue"}
    secret(loop, "account", credentials='{"account": "green"}')
    loop.patch("Thing", "blue", {"spec": {"forProvider": {"tags": {"a": "b"}}}})
    loop.until("it is changed by the other account", lambda: made_by(loop, key)[-1] == "green")
    secret(loop, "account", credentials="no JSON")
    loop.patch("Thing", "blue", {"spec": {"forProvider": {"tags": {"a": "c"}}}})
    loop.until("a wrong one is told", lambda: loop.condition("Thing", "blue", "Synced") == ("False", "ProviderConfig"))
    secret(loop, "account", credentials='{"account": "red"}')
    loop.annotate("Thing", "blue", reconcile_requested_at="now")
    loop.until("it is changed by the third", lambda: made_by(loop, key)[-1] == "red")
    gone(loop, "blue")


def test_a_configuration_of_a_namespace_reads_no_secrets_of_others(loop: Loop) -> None:
    secret(loop, "treasure", "other", credentials='{"account": "stolen"}')
    reference = {"name": "treasure", "namespace": "other"}
    config(loop, "ProviderConfig", "greedy", "default", reference)
    spec = {"zone": "greedy"}
    loop.apply(
        "Thing", "greedy", {"forProvider": spec, "providerConfigRef": {"kind": "ProviderConfig", "name": "greedy"}}
    )
    refused = ("False", "ProviderConfig")
    loop.until("it is refused", lambda: loop.condition("Thing", "greedy", "Synced") == refused)
    config(loop, "ClusterProviderConfig", "shared", "", reference)
    loop.apply(
        "Thing",
        "greedy",
        {"forProvider": spec, "providerConfigRef": {"kind": "ClusterProviderConfig", "name": "shared"}},
    )
    loop.until("one of the cluster may", lambda: loop.ready("Thing", "greedy"))
    assert set(made_by(loop, outside(loop, "greedy")["id"])) == {"stolen"}
    gone(loop, "greedy")


OUTSIDE = ["x/../namespaces/other/ProviderConfig", "namespaces/other/ProviderConfig", "Secret#", "../../../../api/v1?"]


def test_an_object_gets_no_configuration_of_another_namespace(loop: Loop) -> None:
    secret(loop, "jewels", "other", credentials='{"account": "robbed"}')
    where = "/apis/zoo.m.example.org/v1beta1/namespaces/other/providerconfigs/default"
    body = {"credentials": {"source": "Secret", "secretRef": {"name": "jewels"}}}
    put(loop, where, {"apiVersion": "zoo.m.example.org/v1beta1", "kind": "ProviderConfig", "spec": body,
                      "metadata": {"name": "default"}})  # fmt: skip
    spec = {"forProvider": {"label": "a"}, "providerConfigRef": {"kind": OUTSIDE[0], "name": "default"}}
    for number, kind in enumerate([*OUTSIDE, "ProviderConfig"]):
        name = f"greedy-{number}"

        loop.apply("Gate", name, {**spec, "providerConfigRef": {"kind": kind, "name": "default"}})

        def refused(name: str = name) -> bool:
            return loop.condition("Gate", name, "Synced") == ("False", "ProviderConfig")

        loop.until("it is refused", refused)
        loop.delete("Gate", name)
        loop.until("it is gone", lambda name=name: loop.get("Gate", name) is None)  # type: ignore[misc]
    paths = [own["requestURI"] for own in audited(loop.folder / "server")]
    assert not any("/namespaces/other/providerconfigs" in path or "jewels" in path for path in paths)
    assert "robbed" not in (loop.things / "log").read_text()


def test_references_lead_to_objects_of_other_providers(loop: Loop) -> None:
    path = "/apis/net.other.example.org/v1/namespaces/default/networks"
    for name, side in (("lan", "a"), ("wan", "b")):
        metadata = {
            "name": name,
            "labels": {"side": side},
            "annotations": {"crossplane.io/external-name": f"net-{name}"},
        }
        put(loop, f"{path}/{name}", {"apiVersion": "net.other.example.org/v1", "kind": "Network", "metadata": metadata})
    loop.apply("Thing", "by-name", {"forProvider": {"zone": "by name", "labelRef": {"name": "lan"}}})
    chosen = {"zone": "by labels", "labelSelector": {"matchLabels": {"side": "b"}}}
    loop.apply("Thing", "by-labels", {"forProvider": chosen})
    loop.apply("Thing", "lost", {"forProvider": {"zone": "lost", "labelRef": {"name": "none"}}})
    loop.until("both are ready", lambda: loop.ready("Thing", "by-name") and loop.ready("Thing", "by-labels"))
    assert (outside(loop, "by name")["label"], outside(loop, "by labels")["label"]) == ("net-lan", "net-wan")
    unresolved = ("False", "CannotResolveReferences")
    loop.until("the third says so", lambda: loop.condition("Thing", "lost", "Synced") == unresolved)
    gone(loop, "by-name", "by-labels", "lost")


def test_objects_of_the_same_name_in_two_namespaces_and_in_the_cluster_are_three(loop: Loop) -> None:
    kinds = loop.kinds["Gate"], loop.kinds["Thing"]
    other = f"/apis/{kinds[1].gvk.group}/v1alpha1/namespaces/other/things/same"
    body = {"apiVersion": kinds[1].gvk.api_version, "kind": "Thing", "metadata": {"name": "same"}}
    put(
        loop,
        other,
        {**body, "spec": {"forProvider": {"zone": "there"}, "writeConnectionSecretToRef": {"name": "same"}}},
    )
    loop.apply("Thing", "same", {"forProvider": {"zone": "here"}})
    whole = "/apis/zoo.zoo.example.org/v1alpha1/things/same"
    place = {"name": "whole", "namespace": "other"}
    spec = {"forProvider": {"zone": "everywhere"}, "writeConnectionSecretToRef": place}
    put(loop, whole, {**body, "apiVersion": "zoo.zoo.example.org/v1alpha1", "spec": spec})
    zones = {"here", "there", "everywhere"}
    loop.until("all are there", lambda: {one.get("zone") for one in loop.cloud().values()} >= zones)
    loop.until("secrets are there", lambda: data_of(loop, "same", "other") and data_of(loop, "whole", "other"))
    for path in (other, whole):
        loop.server.ask("DELETE", path)
    gone(loop, "same")
    loop.until("nothing is left", lambda: not loop.cloud())


def test_a_kind_that_vanishes_and_comes_back_is_watched_again(loop: Loop) -> None:
    definition = loop.definitions["Gate"]
    loop.apply("Gate", "first", {"forProvider": {"label": "a"}})
    loop.until("it is ready", lambda: loop.ready("Gate", "first"))
    loop.delete("Gate", "first")
    loop.until("it is gone", lambda: loop.get("Gate", "first") is None)
    assert loop.server.drop([definition]) == []
    loop.until("it is noticed", lambda: "is not defined any more" in loop.log.read_text())
    assert loop.server.define([definition]) == []
    loop.apply("Gate", "second", {"forProvider": {"label": "a"}})
    loop.until("the new one is ready", lambda: loop.ready("Gate", "second"))
    loop.delete("Gate", "second")
    loop.until("it is gone", lambda: loop.get("Gate", "second") is None)


def test_of_two_operators_one_works_and_the_other_takes_over_when_it_is_killed(loop: Loop) -> None:
    loop.stop()
    first = loop.candidate("--lease", "default/oasmap")
    lease = "/apis/coordination.k8s.io/v1/namespaces/default/leases/oasmap"

    def holder() -> str:
        return str(loop.server.ask("GET", lease).data.get("spec", {}).get("holderIdentity") or "")

    def is_held_by(process: Any) -> bool:
        return f"_{process.pid}_" in holder()

    def make(name: str, process: Any) -> None:
        """It is made by an operator while the other waits."""
        loop.apply("Thing", name, {"forProvider": {"zone": name}})
        loop.until("it is ready", lambda: loop.ready("Thing", name))
        lines = [line.split() for line in (loop.things / "log").read_text().splitlines()]
        assert [int(pid) for what, _, _, pid in lines if what == "create"][-1] == process.pid
        assert is_held_by(process)

    second = None
    try:
        loop.until("the first has the lease", lambda: is_held_by(first))
        second = loop.candidate("--lease", "default/oasmap")
        make("early", first)
        first.kill()
        loop.until("the second has the lease", lambda: is_held_by(second))
        make("late", second)
        third = loop.candidate("--lease", "default/oasmap")
        try:
            second.terminate()
            assert second.wait(60) == 0
            loop.until("the third has it", lambda: is_held_by(third))
            make("last", third)
            body = {"spec": {"holderIdentity": "somebody else"}}
            loop.server.ask("PATCH", lease, body, "application/merge-patch+json")
            assert third.wait(60) == 1
            assert "the lease is lost: another holder has it" in loop.log.read_text()
        finally:
            third.kill()
            third.wait()
    finally:
        for process in (first, second):
            if process is not None:
                process.kill()
                process.wait()
        loop.server.ask("DELETE", lease)
        loop.start()
    gone(loop, "early", "late", "last")
    assert loop.cloud() == {}


def test_the_rights_of_the_guide_are_all_needed_by_the_tests_above_and_no_other_is(loop: Loop) -> None:
    asked = [own for own in audited(loop.folder / "server") if "objectRef" in own]
    refused = [own["requestURI"] for own in asked if own["responseStatus"]["code"] == 403]
    assert refused == []
    used = {(own["objectRef"].get("apiGroup", ""), own["verb"]) for own in asked}
    needed = {verb for rule in rules() for verb in rule["verbs"]}
    assert {verb for _, verb in used} == needed
    for rule in rules():
        own = {verb for group, verb in used if group in rule["apiGroups"]}
        assert set(rule["verbs"]) <= own, rule
