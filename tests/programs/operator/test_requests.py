"""What is asked of the server of a cluster, and what becomes of each answer."""

import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from lightkube import ApiError

from mapper.programs.operator import kube as kubes
from mapper.programs.operator.kube import Conflict, Gone, Kube, code, words
from mapper.programs.operator.outcome import Event, Patch, SecretKey, SecretWrite, Target
from mapper.programs.operator.resource_kinds import ResourceKind
from mapper.system.runner import OperatorOptions

from .test_kube import OWNER, StandIn, kinds, kube, kubeconfig, one_server, secret, server

__all__ = ["kinds", "kube", "kubeconfig", "one_server", "server"]

LISTED = {"metadata": {"resourceVersion": "9"}, "items": [{"metadata": {"name": "one"}}]}
LEASE = {"metadata": {"name": "l", "namespace": "here"}, "spec": {"holderIdentity": "me"}}
READ = {"metadata": {**LEASE["metadata"], "resourceVersion": "4"}}
LEASES = "/apis/coordination.k8s.io/v1/namespaces/here/leases"

Ask = Callable[[Kube], Any]
ANSWERS: list[tuple[Ask, dict[str, tuple[int, Any]], Any, str]] = [
    (lambda kube: kube.is_served(next(iter(kube._classes))), {"GET": (200, LISTED)}, True, "?limit=1"),
    (lambda kube: kube.is_served(next(iter(kube._classes))), {"GET": (404, None)}, False, "?limit=1"),
    (lambda kube: kube.objects(next(iter(kube._classes))), {"GET": (200, LISTED)}, (LISTED["items"], "9"), "/things"),
    (lambda kube: kube.has_leases("here"), {"GET": (200, LISTED)}, True, f"{LEASES}?limit=1"),
    (lambda kube: kube.has_leases("here"), {"GET": (404, None)}, False, f"{LEASES}?limit=1"),
    (lambda kube: kube.lease("here", "l"), {"GET": (200, READ)}, READ, f"{LEASES}/l"),
    (lambda kube: kube.lease("here", "l"), {"GET": (404, None)}, None, f"{LEASES}/l"),
    (lambda kube: kube.put_lease(LEASE), {"POST": (201, READ)}, True, LEASES),
    (lambda kube: kube.put_lease({**LEASE, **READ}), {"PUT": (200, READ)}, True, f"{LEASES}/l"),
    (lambda kube: kube.put_lease(LEASE), {"POST": (409, None)}, False, LEASES),
    (lambda kube: kube.data("here", "s"), {"GET": (200, secret(None, a="b"))}, {"a": b"b"}, "/here/secrets/s"),
    (lambda kube: kube.data("here", "s"), {"GET": (200, {"metadata": {"name": "s"}})}, {}, "/here/secrets/s"),
    (lambda kube: kube.data("here", "s"), {"GET": (404, None)}, None, "/here/secrets/s"),
]


def test_each_answer_of_a_server_is_taken(server: StandIn, kube: Kube) -> None:
    for ask, answers, expected, path in ANSWERS:
        for method, (status, body) in answers.items():
            server.says(method, status, body)
        assert ask(kube) == expected
        assert path in server.asked[-1]
        for method in answers:
            server.says(method, 500)
        if "secrets" not in path:
            with pytest.raises(ApiError, match="no: 500"):
                ask(kube)


def test_a_path_that_a_server_does_not_know_has_no_status_object(server: StandIn, kube: Kube) -> None:
    server.results["GET"] = 404, "text/plain", "404 page not found"
    assert not kube.has_leases("here")
    assert kube.data("here", "s") is None


def test_objects_of_one_namespace_are_listed_where_one_is_given(
    server: StandIn, kube: Kube, kubeconfig: Path, kinds: tuple[ResourceKind, ...]
) -> None:
    server.says("GET", 200, LISTED)
    one = Kube(OperatorOptions(kubeconfig=kubeconfig, namespace="mine"), kinds)
    for cluster, namespace in ((kube, ""), (one, "/namespaces/mine")):
        scopes = {gvk: cluster._namespaced[gvk] for gvk in cluster._classes}
        for gvk, is_namespaced in scopes.items():
            cluster.objects(gvk)
            inside = namespace * is_namespaced
            assert server.asked[-1] == f"GET /apis/{gvk.api_version}{inside}/{gvk.kind.lower()}s"
    one.close()


def test_a_context_is_one_of_the_kubeconfig(
    server: StandIn, kubeconfig: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kubeconfig"
    config = json.loads(kubeconfig.read_text()) | {"current-context": "other"}
    path.write_text(json.dumps(config))
    monkeypatch.setenv("KUBECONFIG", str(path))
    server.says("GET", 404)
    for given in (path, None):
        other = Kube(OperatorOptions(kubeconfig=given, context="own"), ())
        assert not other.has_leases("here")
        other.close()


THING = {
    "apiVersion": "zoo/v1",
    "kind": "Thing",
    "metadata": {"name": "n" * 50, "namespace": "here", "uid": "u1", "resourceVersion": "7"},
}
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)
LATER = datetime(2030, 1, 1, 13, tzinfo=UTC)


def test_an_event_is_written_once_and_counted(server: StandIn, kube: Kube, monkeypatch: pytest.MonkeyPatch) -> None:
    event = Event("Normal", "Made", "it is made")
    server.says("POST", 201, {"metadata": {"name": "e-1"}})
    server.says("PATCH", 200, {"metadata": {"name": "e-1"}})
    kube.tell(THING, event, NOON)
    about = {"apiVersion": "zoo/v1", "kind": "Thing", "name": "n" * 50, "namespace": "here", "uid": "u1"}
    first = {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"generateName": f"{'n' * 40}.", "namespace": "here"},
        "involvedObject": about,
        "type": "Normal",
        "reason": "Made",
        "message": "it is made",
        "source": {"component": "oasmap-operator"},
        "count": 1,
        "firstTimestamp": "2030-01-01T12:00:00Z",
        "lastTimestamp": "2030-01-01T12:00:00Z",
    }
    assert server.sent == [first]
    for count in (2, 3):
        kube.tell(THING, event, LATER)
        assert server.sent[-1] == {"count": count, "lastTimestamp": "2030-01-01T13:00:00Z"}
    server.says("PATCH", 500)
    kube.tell(THING, event, LATER)
    server.says("PATCH", 404)
    kube.tell(THING, event, LATER)
    assert [one.split("?")[0].replace("/api/v1/namespaces/here/events", "") for one in server.asked] == [
        "POST ", "PATCH /e-1", "PATCH /e-1", "PATCH /e-1", "PATCH /e-1", "POST "
    ]  # fmt: skip
    assert server.sent[-1]["count"] == 1
    monkeypatch.setattr(kubes, "_MAX_LOGGED", 1)
    for _ in range(2):
        server.asked.clear()
        for own in (event, Event("Warning", "Made", "it is made")):
            kube.tell({**THING, "metadata": {"name": "one"}}, own, NOON)
        assert [one.split("?")[0] for one in server.asked] == ["POST /api/v1/namespaces/default/events"] * 2
        assert server.sent[-1]["metadata"]["namespace"] == "default"


def test_an_event_that_cannot_be_written_is_passed_over(server: StandIn, kube: Kube) -> None:
    server.says("POST", 403)
    for _ in range(2):
        kube.tell(THING, Event("Normal", "Made", "it is not written"), NOON)
    assert len(server.asked) == 2


def test_a_patch_is_for_the_object_that_was_read(server: StandIn, kube: Kube) -> None:
    server.says("PATCH", 200, {"metadata": {"name": "one"}})
    resource = {"metadata": {"name": "one", "namespace": "here", "uid": "u1", "resourceVersion": "7"}}
    rows = [
        (
            Patch(Target.OBJECT, {"metadata": {"labels": {}}}),
            "one",
            {"labels": {}, "uid": "u1", "resourceVersion": "7"},
        ),
        (Patch(Target.OBJECT, {"spec": {}}, is_record=True), "one", {"uid": "u1"}),
        (Patch(Target.STATUS, {"status": {}}), "one/status", {"uid": "u1"}),
        (Patch(Target.STATUS, {"status": {}}, is_record=True), "one/status", {"uid": "u1"}),
    ]
    for gvk in kube._classes:
        inside = "namespaces/here/" if kube._namespaced[gvk] else ""
        for patch, path, metadata in rows:
            assert kube.write(gvk, resource, patch) == {"metadata": {"name": "one"}}
            plural = f"{gvk.kind.lower()}s"
            asked, manager = server.asked[-1].split("?")
            assert asked == f"PATCH /apis/{gvk.api_version}/{inside}{plural}/{path}"
            assert manager == "fieldManager=oasmap-operator"
            assert server.sent[-1] == {**patch.body, "metadata": metadata}
    for status, error in ((409, Conflict), (404, Gone), (500, ApiError)):
        server.says("PATCH", status)
        with pytest.raises(error, match="one" if error is not ApiError else "no: 500"):
            kube.write(gvk, resource, rows[2][0])


def test_a_secret_that_is_made_belongs_to_its_object(server: StandIn, kube: Kube) -> None:
    server.says("GET", 404)
    server.says("POST", 201, secret("u1"))
    kube.write_secret(OWNER, SecretWrite("here", "s", {"k": b"p"}))
    kube.write_password(OWNER, SecretKey("here", "s", "k"), "p")
    owner = {"apiVersion": "zoo/v1", "kind": "Thing", "name": "one", "uid": "u1", "controller": True}
    assert server.sent == [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {"name": "s", "namespace": "here", "ownerReferences": [owner]},
            "data": {"k": b64encode(b"p").decode()},
            "type": type_,
        }
        for type_ in ("connection.crossplane.io/v1alpha1", "Opaque")
    ]
    server.says("GET", 200, {**secret("u1"), "data": None})
    server.says("PATCH", 200, secret("u1"))
    kube.write_secret(OWNER, SecretWrite("here", "s", {"k": b"p"}))
    kube.write_password(OWNER, SecretKey("here", "s", "k"), "p")
    assert server.sent[2:] == [{"metadata": {"resourceVersion": "7"}, "data": {"k": b64encode(b"p").decode()}}] * 2


@pytest.mark.parametrize(
    ("status", "text"),
    [({"message": "no", "reason": "Bad"}, "no"), ({"reason": "Bad"}, "Bad"), ({}, "status 418")],
)
def test_an_error_of_a_server_has_its_words(server: StandIn, kube: Kube, status: dict[str, str], text: str) -> None:
    server.says("GET", 418, {"kind": "Status", "code": 418, **status})
    with pytest.raises(ApiError) as raised:
        kube.has_leases("here")
    assert (words(raised.value), code(raised.value)) == (text, 418)
    assert (words(ValueError("else")), code(ValueError("else"))) == ("else", 0)
