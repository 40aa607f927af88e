"""A real server of the API of Kubernetes, with etcd, on loopback: it takes definitions, and objects of their Kinds.

`python -m tests.crossplane.peers.server` builds what is missing into `.cache/peers/crossplane` (minutes with two
processors). Tests only look there, and are skipped with that command where a program is missing.
"""

import http.client
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...ack.peers.tools import Failed, run

MODULE = "k8s.io/apiextensions-apiserver@v0.32.4"
CACHE = Path(__file__).parents[3] / ".cache" / "peers" / "crossplane"
PROGRAM = CACHE / "apiextensions-apiserver"
DEFINITIONS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
SECONDS = 300
"""How long a server may need for anything on a busy machine."""

MEGABYTE = 1_000_000
Data = dict[str, Any]


class Missing(Exception):
    """Why there is no server here."""


@dataclass
class Answer:
    """What the server says: the status of HTTP, and an object."""

    status: int
    data: Data

    @property
    def message(self) -> str:
        """What is wrong, in words."""
        return str(self.data.get("message", ""))


@dataclass
class Server:
    """A server that runs."""

    port: int
    context: ssl.SSLContext
    _connection: http.client.HTTPSConnection | None = None

    def ask(self, method: str, path: str, body: Data | None = None, kind: str = "application/json") -> Answer:
        """One request."""
        text = json.dumps(body) if body is not None else None
        for is_last in (False, True):
            if self._connection is None:
                self._connection = http.client.HTTPSConnection(
                    "127.0.0.1", self.port, context=self.context, timeout=SECONDS
                )
            try:
                self._connection.request(method, path, text, {"Content-Type": kind})
                response = self._connection.getresponse()
                answer = response.read()
                break
            except (http.client.HTTPException, OSError) as error:
                self._connection.close()  # the server does not read what is too large, and closes idle ones
                self._connection = None
                if len(text or "") > MEGABYTE:
                    message = f"{len(text or '')} bytes: {error}"
                    return Answer(http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE, {"message": message})
                if is_last:
                    raise
        try:
            data = json.loads(answer)
        except ValueError:
            data = {"message": answer.decode(errors="replace")}
        return Answer(response.status, data)

    def define(self, definitions: Iterable[Data]) -> list[str]:
        """Create definitions and wait until they are established; what the server says against them."""
        problems, waiting = [], set()
        for definition in definitions:
            name = definition["metadata"]["name"]
            answer = self.ask("POST", DEFINITIONS, definition)
            if answer.status == http.HTTPStatus.CREATED:
                waiting.add(name)
            else:
                problems.append(f"{name}: {answer.message}")
        deadline = time.monotonic() + SECONDS
        conditions: dict[str, list[Data]] = {}
        while waiting and time.monotonic() < deadline:
            items = self.ask("GET", DEFINITIONS).data["items"]
            conditions = {item["metadata"]["name"]: item["status"].get("conditions") or [] for item in items}
            waiting -= {name for name, own in conditions.items() if _holds(own, "Established")}
            time.sleep(0.5)
        return problems + [f"{name}: not established: {conditions.get(name)}" for name in sorted(waiting)]

    def drop(self, definitions: Iterable[Data]) -> list[str]:
        """Delete definitions, and wait until they are gone; what is left."""
        names = {definition["metadata"]["name"] for definition in definitions}
        for name in names:
            self.ask("DELETE", f"{DEFINITIONS}/{name}")
        deadline = time.monotonic() + SECONDS
        while names and time.monotonic() < deadline:
            names &= {item["metadata"]["name"] for item in self.ask("GET", DEFINITIONS).data["items"]}
            time.sleep(0.5)
        return sorted(names)


def _holds(conditions: list[Data], name: str) -> bool:
    return any(condition["type"] == name and condition["status"] == "True" for condition in conditions)


def path_of(definition: Data, name: str = "") -> str:
    """Where objects of a definition are; those of namespaces are in one."""
    spec = definition["spec"]
    version = next(own["name"] for own in spec["versions"] if own["storage"])
    namespace = "/namespaces/default" if spec["scope"] == "Namespaced" else ""
    tail = f"/{name}" if name else ""
    return f"/apis/{spec['group']}/{version}{namespace}/{spec['names']['plural']}{tail}"


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server with its files in a folder. Raises Missing."""
    if not PROGRAM.exists():
        raise Missing(f"{PROGRAM.name} is not built: python -m tests.crossplane.peers.server")
    with serving(folder, PROGRAM, _flags) as server:
        yield server


@contextmanager
def serving(folder: Path, program: Path, flags: Callable[[Path], list[str]]) -> Iterator[Server]:
    """A program of a server with etcd, on loopback. `flags` are those that it has besides. Raises Missing."""
    etcd = shutil.which("etcd")
    if etcd is None:
        raise Missing("etcd is not on the path: apt-get install etcd-server")
    folder.mkdir(parents=True, exist_ok=True)
    _certificates(folder)
    client, peer, own = (f"http://127.0.0.1:{_free()}" for _ in range(3))
    port = int(own.rpartition(":")[2])
    with ExitStack() as stack:
        names = "--data-dir", "--listen-client-urls", "--advertise-client-urls", "--listen-peer-urls"
        urls = str(folder / "etcd"), client, client, peer
        more = "--initial-advertise-peer-urls", peer, "--initial-cluster", f"default={peer}", "--log-level", "error"
        pairs = [word for pair in zip(names, urls, strict=True) for word in pair]
        stack.enter_context(_process([etcd, *pairs, *more], folder / "etcd.log"))
        kubeconfig(folder, port)
        common = [
            f"--etcd-servers={client}",
            "--bind-address=127.0.0.1",
            f"--secure-port={port}",
            f"--cert-dir={folder}",
            f"--client-ca-file={folder / 'ca.crt'}",
            "--enable-priority-and-fairness=false",
        ]
        process = stack.enter_context(_process([str(program), *common, *flags(folder)], folder / "server.log"))
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.load_cert_chain(folder / "admin.crt", folder / "admin.key")
        server = Server(port, context)
        _wait(server, process, folder)
        yield server


def kubeconfig(folder: Path, port: int, name: str = "admin") -> Path:
    """A file in which clients find the server, and who they are."""
    user = {"client-certificate": str(folder / f"{name}.crt"), "client-key": str(folder / f"{name}.key")}
    config = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": "own", "cluster": {"server": f"https://127.0.0.1:{port}", "insecure-skip-tls-verify": True}}
        ],
        "users": [{"name": name, "user": user}],
        "contexts": [{"name": "own", "context": {"cluster": "own", "user": name}}],
        "current-context": "own",
    }
    path = folder / ("kubeconfig" if name == "admin" else f"kubeconfig-{name}")
    path.write_text(json.dumps(config))
    return path


def _flags(folder: Path) -> list[str]:
    kubeconfig = folder / "kubeconfig"
    plugins = "NamespaceLifecycle,MutatingAdmissionPolicy,MutatingAdmissionWebhook"
    plugins += ",ValidatingAdmissionPolicy,ValidatingAdmissionWebhook"
    return [
        "--authentication-skip-lookup",
        f"--authentication-kubeconfig={kubeconfig}",
        f"--authorization-kubeconfig={kubeconfig}",
        f"--kubeconfig={kubeconfig}",
        f"--disable-admission-plugins={plugins}",
    ]


_KEY = "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"


def _certificates(folder: Path) -> None:
    """An authority, and the certificate of an administrator that it signs."""
    authority = ["-keyout", "ca.key", "-out", "ca.crt", "-days", "2", "-subj", "/CN=tests"]
    run(["openssl", "req", "-x509", *_KEY, *authority], folder)
    certificate(folder, "admin", "/O=system:masters/CN=admin")


def certificate(folder: Path, name: str, subject: str) -> None:
    """The certificate of a user, signed by the authority."""
    run(["openssl", "req", *_KEY, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", subject], folder)
    signed = ["-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"]
    run(["openssl", "x509", "-req", *signed, "-out", f"{name}.crt"], folder)


def _free() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def _process(command: list[str], log: Path) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output, subprocess.Popen(command, stdout=output, stderr=output, cwd=log.parent) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait(server: Server, process: subprocess.Popen[bytes], folder: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        try:
            if server.ask("GET", DEFINITIONS).status == http.HTTPStatus.OK:
                return
        except OSError:
            pass
        time.sleep(0.5)
    raise Missing(f"the server does not answer: {(folder / 'server.log').read_text(errors='replace')[-600:]}")


def build() -> str:
    """Build the server where it is missing; what is wrong."""
    go = shutil.which("go")
    if go is None:
        return "go is not on the path"
    CACHE.mkdir(parents=True, exist_ok=True)
    if not PROGRAM.exists():
        staged = CACHE / f".{os.getpid()}"  # two runs may build it at once
        try:
            run([go, "install", MODULE], CACHE, GOBIN=str(staged))
            (staged / PROGRAM.name).rename(PROGRAM)
        except (Failed, subprocess.TimeoutExpired) as error:
            return str(error)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
    return ""


if __name__ == "__main__":
    problem = build()
    print(problem or f"the server is {PROGRAM}")
    sys.exit(bool(problem))
