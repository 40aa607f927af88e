"""The API of a cluster: a thin layer over lightkube, with objects as plain data. Needs the extra `operator`."""

import base64
import logging
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from http import HTTPStatus
from typing import Any

import httpx2
from lightkube import ApiError, Client, KubeConfig
from lightkube.core import decoders
from lightkube.generic_resource import create_global_resource, create_namespaced_resource
from lightkube.types import PatchType

from mapper.languages.kubernetes.plurals import kind_plural
from mapper.system.runner import OperatorOptions

from .codec import ConvertError
from .outcome import Conflict, Event, Gone, Patch, SecretKey, SecretWrite, Target, timestamp
from .plugin import GroupVersionKind, Manifest
from .references import Unavailable
from .resource_kinds import ResourceKind, is_name

_log = logging.getLogger("oasmap.operator")
_MANAGER = "oasmap-operator"
_TRIES = 6
"""The number of attempts to write a record that must not be lost, with growing waits between them."""
_WATCHES = 50
"""The most watches of one client: each needs a connection, and a client has at most a hundred."""
_PROBLEMS = (ApiError, httpx2.HTTPError)
_SHOWN = 60
_MAX_LOGGED = 10_000
"""The most events that are remembered, to count repetitions."""
_REFUSALS = frozenset(
    (HTTPStatus.BAD_REQUEST, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
     HTTPStatus.UNPROCESSABLE_ENTITY)
)  # fmt: skip
"""Status codes of permanent errors; requests with other errors are repeated."""
Unreachable = httpx2.HTTPError
"""The error for a server that does not respond."""


def _class(gvk: GroupVersionKind, plural: str, *, is_namespaced: bool) -> Any:
    """The class of a Kind, ready for all threads. Raises ConvertError for parts that would be another path of the API.

    The decoders of lightkube are made when they are first used. Two threads that use one for the first time crash the
    process, because msgspec has not described the type completely.
    """
    if not all(is_name(part) for part in (gvk.group or "core", gvk.version, gvk.kind.lower(), plural)):
        raise ConvertError("spec", f"{gvk} is not a Kind", "CannotRead")
    create = create_namespaced_resource if is_namespaced else create_global_resource
    made: Any = create(gvk.group, gvk.version, gvk.kind, plural)
    decoders.decode_list(b'{"items": [], "metadata": {}}', made)
    made({"metadata": {}}).metadata  # noqa: B018 - it is decoded when it is read
    return made


decoders.decode_status(b"{}")
decoders.decode_watch_event(b'{"type": "", "object": {}}')
_SECRET = _class(GroupVersionKind("", "v1", "Secret"), "secrets", is_namespaced=True)
_EVENT = _class(GroupVersionKind("", "v1", "Event"), "events", is_namespaced=True)
_LEASE = _class(GroupVersionKind("coordination.k8s.io", "v1", "Lease"), "leases", is_namespaced=True)


class SecretRefused(Exception):
    """A secret that is not written: it has another owner, or the server rejects it."""


class Kube:
    """A cluster. All methods may be called from any thread; they raise lightkube's ApiError, and Unreachable."""

    def __init__(self, options: OperatorOptions, kinds: Sequence[ResourceKind]) -> None:
        config: Any = None
        if options.kubeconfig is not None:
            config = KubeConfig.from_file(options.kubeconfig).get(options.context)
        elif options.context is not None:
            config = KubeConfig.from_env().get(options.context)
        self._config = config
        self._client: Any = self._connect()
        self._watching: list[Any] = []
        self._lock = threading.Lock()
        self._others: dict[GroupVersionKind, Any] = {}
        self._logged: dict[tuple[str, ...], tuple[str, int]] = {}
        self._namespace = options.namespace
        self._classes: dict[GroupVersionKind, Any] = {
            kind.gvk: _class(kind.gvk, kind.plural, is_namespaced=kind.is_namespaced) for kind in kinds
        }
        self._namespaced = {kind.gvk: kind.is_namespaced for kind in kinds}
        self._secret, self._event, self._lease = _SECRET, _EVENT, _LEASE

    @property
    def unknown(self) -> None:
        """None: in a cluster, all secrets have to exist."""
        return None

    def close(self) -> None:
        """Close all connections."""
        for client in (self._client, *self._watching):
            client.close()

    def find(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        """The current object; None if it does not exist."""
        return self._get(self._classes[gvk], namespace, name)

    def get(self, gvk: GroupVersionKind, namespace: str, name: str) -> Manifest | None:
        """As `Cluster.get`."""
        with _lookup(f"{gvk.kind} {name}"):
            return self._get(self._class(gvk, is_namespaced=bool(namespace)), namespace, name)

    def select(self, gvk: GroupVersionKind, namespace: str, labels: Mapping[str, str]) -> Sequence[Manifest]:
        """As `Cluster.select`."""
        try:
            given = _place(namespace)
        except ConvertError:
            return []  # no namespace has such a name
        class_ = self._class(gvk, is_namespaced=bool(namespace))
        with _lookup(f"objects of the Kind {gvk.kind}"):
            return [dict(resource) for resource in self._client.list(class_, labels=dict(labels), **given)]

    def data(self, namespace: str, name: str) -> Mapping[str, bytes] | None:
        """As `Secrets.data`."""
        with _lookup(f"the secret {namespace}/{name}"):
            secret = self._get(self._secret, namespace, name)
        if secret is None:
            return None
        return {key: base64.b64decode(value) for key, value in (secret.get("data") or {}).items()}

    def configuration(self, gvk: GroupVersionKind, plural: str, namespace: str, name: str) -> Manifest | None:
        """A ProviderConfig; None if it, or its Kind, does not exist."""
        with _lookup(f"{gvk.kind} {name}"):
            return self._get(self._class(gvk, plural, is_namespaced=bool(namespace)), namespace, name)

    def is_served(self, gvk: GroupVersionKind) -> bool:
        """Whether the server serves a Kind."""
        return self._is_there(self._classes[gvk], **self._scope(gvk))

    def _is_there(self, class_: Any, **scope: str) -> bool:
        try:
            next(iter(self._client.list(class_, chunk_size=1, **scope)), None)
        except _PROBLEMS as error:
            if code(error) == HTTPStatus.NOT_FOUND:
                return False
            raise
        return True

    def objects(self, gvk: GroupVersionKind) -> tuple[list[Manifest], str]:
        """All objects of a Kind, and the resource version of the list."""
        listed = self._client.list(self._classes[gvk], **self._scope(gvk))
        return [dict(resource) for resource in listed], listed.resourceVersion

    def watch(self, gvk: GroupVersionKind, version: str) -> Iterator[tuple[str, Manifest]]:
        """The watch events (type, object) after a resource version, until the server ends the watch."""
        scope = self._scope(gvk)
        number = list(self._classes).index(gvk) // _WATCHES
        with self._lock:
            while len(self._watching) <= number:
                self._watching.append(self._connect())
        for what, resource in self._watching[number].watch(
            self._classes[gvk], resource_version=version, server_timeout=300, **scope
        ):
            yield what, dict(resource)

    def write(self, gvk: GroupVersionKind, resource: Manifest, patch: Patch) -> Manifest:
        """Apply a patch; returns the object afterwards. Raises Conflict, Gone."""
        class_ = self._classes[gvk].Status if patch.target is Target.STATUS else self._classes[gvk]
        metadata = {**patch.body.get("metadata", {}), "uid": resource["metadata"]["uid"]}  # not another of this name
        if patch.is_record:
            return self._record(gvk, class_, resource, {**patch.body, "metadata": metadata})
        if patch.target is Target.OBJECT:
            metadata["resourceVersion"] = resource["metadata"]["resourceVersion"]
        return self._patch(gvk, class_, resource, {**patch.body, "metadata": metadata})

    def write_secret(self, owner: Manifest, secret: SecretWrite) -> None:
        """Write a connection secret, if it differs. Raises SecretRefused."""
        data = {key: base64.b64encode(value).decode() for key, value in secret.data.items()}
        with _secret_errors(secret.namespace, secret.name):
            existing = self._get(self._secret, secret.namespace, secret.name)
            if existing is None:
                self._make_secret(owner, secret.namespace, secret.name, data, "connection.crossplane.io/v1alpha1")
            elif not _is_of(owner, existing):
                raise SecretRefused(f"the secret {secret.namespace}/{secret.name} belongs to another owner")
            elif not data.items() <= (existing.get("data") or {}).items():
                self._patch_secret(existing, data)

    def write_password(self, owner: Manifest, place: SecretKey, password: str) -> None:
        """Write a password under a key of a secret, unless the key exists. Raises SecretRefused."""
        data = {place.key: base64.b64encode(password.encode()).decode()}
        with _secret_errors(place.namespace, place.name):
            existing = self._get(self._secret, place.namespace, place.name)
            if existing is None:
                self._make_secret(owner, place.namespace, place.name, data, "Opaque")
            elif place.key not in (existing.get("data") or {}):
                if not _is_of(owner, existing) and any(other.get("controller") for other in _owners(existing)):
                    raise SecretRefused(f"the secret {place.namespace}/{place.name} belongs to another owner")
                self._patch_secret(existing, data)

    def _make_secret(self, owner: Manifest, namespace: str, name: str, data: Mapping[str, str], type_: str) -> None:
        secret_metadata = {
            "apiVersion": owner["apiVersion"],
            "kind": owner["kind"],
            "name": owner["metadata"]["name"],
            "uid": owner["metadata"]["uid"],
            "controller": True,
        }
        metadata = {"name": name, "namespace": namespace, "ownerReferences": [secret_metadata]}
        body = {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "data": dict(data), "type": type_}
        self._client.create(self._secret(body))

    def _patch_secret(self, existing: Manifest, data: Mapping[str, str]) -> None:
        """Write keys of a secret, if no one has written it since it was read."""
        metadata = existing["metadata"]
        given = {"metadata": {"resourceVersion": metadata["resourceVersion"]}, "data": dict(data)}
        self._merge(self._secret, metadata["namespace"], metadata["name"], given)

    def has_leases(self, namespace: str) -> bool:
        """Whether the server has the API of leases."""
        return self._is_there(self._lease, namespace=namespace)

    def lease(self, namespace: str, name: str) -> Manifest | None:
        """The current lease; None if it does not exist."""
        return self._get(self._lease, namespace, name)

    def put_lease(self, lease: Manifest) -> bool:
        """Write a lease that was read, or a new one; False if someone else has written it since."""
        body = self._lease({"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", **lease})
        try:
            if "resourceVersion" in lease["metadata"]:
                self._client.replace(body)
            else:
                self._client.create(body)
        except ApiError as error:
            if code(error) == HTTPStatus.CONFLICT:
                return False
            raise
        return True

    def tell(self, resource: Manifest, event: Event, now: datetime) -> None:
        """Write an event. Errors are only logged, because events are not essential."""
        metadata = resource["metadata"]
        namespace = metadata.get("namespace") or "default"
        body = {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": {"generateName": f"{metadata['name'][:40]}.", "namespace": namespace},
            "involvedObject": {
                "apiVersion": resource["apiVersion"],
                "kind": resource["kind"],
                "name": metadata["name"],
                "namespace": metadata.get("namespace", ""),
                "uid": metadata.get("uid", ""),
            },
            "type": event.type,
            "reason": event.reason,
            "message": event.message,
            "source": {"component": _MANAGER},
            "count": 1,
            "firstTimestamp": timestamp(now),
            "lastTimestamp": timestamp(now),
        }
        try:
            self._write_event(body, (metadata.get("uid"), event.type, event.reason, event.message))
        except _PROBLEMS as error:
            _log.debug("an event cannot be written: %s", error)

    def _write_event(self, body: Manifest, what: tuple[str, ...]) -> None:
        """Write an event, or increase the count of an event that was written before."""
        name, count = self._logged.get(what, ("", 0))
        namespace = body["metadata"]["namespace"]
        if name:
            again = {"count": count + 1, "lastTimestamp": body["lastTimestamp"]}
            try:
                self._merge(self._event, namespace, name, again)
            except ApiError as error:
                if code(error) != HTTPStatus.NOT_FOUND:  # the event has expired on the server
                    raise
                name, count = "", 0
        if not name:
            name = dict(self._client.create(self._event(body)))["metadata"]["name"]
        if len(self._logged) >= _MAX_LOGGED:
            self._logged.clear()
        self._logged[what] = name, count + 1

    def _record(self, gvk: GroupVersionKind, class_: Any, resource: Manifest, body: Manifest) -> Manifest:
        metadata = resource["metadata"]
        for count in range(_TRIES):
            try:
                return self._patch(gvk, class_, resource, body)
            except (*_PROBLEMS, Conflict) as error:
                if count + 1 == _TRIES:
                    raise
                _log.warning("%s: a record is written again: %s", metadata["name"], words(error))
                time.sleep(0.2 * 2**count)
                if isinstance(error, Conflict):
                    now = self.find(gvk, metadata.get("namespace") or "", metadata["name"])
                    if now is None or now["metadata"]["uid"] != metadata["uid"]:
                        raise Gone(metadata["name"]) from None
        raise AssertionError

    def _patch(self, gvk: GroupVersionKind, class_: Any, resource: Manifest, body: Manifest) -> Manifest:
        metadata = resource["metadata"]
        try:
            namespace = metadata["namespace"] if self._namespaced[gvk] else ""
            return self._merge(class_, namespace, metadata["name"], body)
        except ApiError as error:
            if code(error) == HTTPStatus.CONFLICT:
                raise Conflict(metadata["name"]) from None
            if code(error) == HTTPStatus.NOT_FOUND:
                raise Gone(metadata["name"]) from None
            raise

    def _merge(self, class_: Any, namespace: str, name: str, body: Manifest) -> Manifest:
        """Write a merge patch; returns the object afterwards."""
        return dict(self._client.patch(class_, name, body, patch_type=PatchType.MERGE, **_place(namespace, name)))

    def _connect(self) -> Any:
        return Client(config=self._config, field_manager=_MANAGER, timeout=httpx2.Timeout(30))

    def _class(self, gvk: GroupVersionKind, plural: str = "", *, is_namespaced: bool) -> Any:
        """The lightkube class of a Kind, with the regular plural unless one is given."""
        with self._lock:  # lightkube accepts one class per Kind
            resource_class = self._classes.get(gvk) or self._others.get(gvk)
            if resource_class is None:
                resource_class = _class(gvk, plural or kind_plural(gvk.kind), is_namespaced=is_namespaced)
                self._others[gvk] = resource_class
        return resource_class

    def _get(self, class_: Any, namespace: str, name: str) -> Manifest | None:
        try:
            place = _place(namespace, name)
        except ConvertError:
            return None  # no object has such a name
        try:
            return dict(self._client.get(class_, name, **place))
        except _PROBLEMS as error:
            if code(error) == HTTPStatus.NOT_FOUND:
                return None
            raise
        except (KeyError, ValueError):  # a proxy may respond with anything
            raise Unavailable(f"{name}: the response of the server cannot be read") from None

    def _scope(self, gvk: GroupVersionKind) -> dict[str, str]:
        return {"namespace": self._namespace or "*"} if self._namespaced[gvk] else {}


def _place(namespace: str, name: str = "any") -> dict[str, str]:
    """The namespace as an argument of a request. Raises ConvertError for what would be another path of the API."""
    if not is_name(name) or (namespace and not is_name(namespace)):
        raise ConvertError("spec", f"{str(namespace)[:_SHOWN]!r} {str(name)[:_SHOWN]!r} is not an object name")
    return {"namespace": namespace} if namespace else {}


@contextmanager
def _secret_errors(namespace: str, name: str) -> Iterator[None]:
    """A context for writing a secret: a rejection becomes SecretRefused, other errors are passed on."""
    try:
        yield
    except SecretRefused:
        raise
    except Exception as error:
        text = f"the secret {namespace}/{name} cannot be written: {words(error)}"
        if code(error) == HTTPStatus.CONFLICT:
            raise Conflict(f"{namespace}/{name}") from None
        raise (SecretRefused if code(error) in _REFUSALS else Unavailable)(text) from None


def _owners(secret: Manifest) -> list[Manifest]:
    return secret["metadata"].get("ownerReferences") or []


def _is_of(owner: Manifest, secret: Manifest) -> bool:
    return any(reference.get("uid") == owner["metadata"]["uid"] for reference in _owners(secret))


@contextmanager
def _lookup(what: str) -> Iterator[None]:
    """A context for looking up an object: a rejection becomes a condition of the object that refers to it."""
    try:
        yield
    except ConvertError:
        raise
    except Exception as error:  # no response, or an invalid one
        text = f"{what} cannot be read: {words(error)}"
        if code(error) in _REFUSALS:
            raise ConvertError("spec", text, "CannotRead") from None
        raise Unavailable(text) from None


def words(error: Exception) -> str:
    """The server's reason for refusing a request."""
    if not isinstance(error, ApiError):
        return str(error)
    return str(error.status.message or error.status.reason or f"status {error.status.code}")


def code(error: Exception) -> int:
    """The HTTP status; 0 without a response. For an unknown path, the server responds without a Status object."""
    if isinstance(error, ApiError) and error.status.code:
        return int(error.status.code)
    response = error.response if isinstance(error, httpx2.HTTPStatusError) else None
    return int(response.status_code) if response is not None else 0
