"""A provider written in Python, of protocol 5 or 6, that can do everything wrong.

It has one resource, `fake_thing`, which it keeps nowhere. `FAKE_FAULT` says what goes wrong, `FAKE_PROTOCOL` the
version; `FAKE_PIDS` names a file that gets the number of every process that it starts, its own included. With
`FAKE_SOCKET` it listens there without a handshake, as a provider that is being debugged does.
"""

import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOREVER = 3600.0
COMPUTED = {"id": "string", "size": "number"}
GIVEN = {"name": "string", "tags": ["map", "string"]}


def script(path: Path, module: str, **environment: str) -> Path:
    """A program that is a provider. A provider's environment names nothing of ours, so the program knows it all."""
    root = Path(__file__).parents[3]
    path.write_text(
        f"#!{sys.executable}\nimport os, sys\nsys.path.insert(0, {str(root)!r})\nsys.dont_write_bytecode = True\n"
        f"os.environ |= {environment!r}\nfrom {module} import main\nmain()\n"
    )
    path.chmod(0o755)
    return path


def program(folder: Path, name: str = "terraform-provider-fake", fault: str = "") -> Path:
    """A program that is this provider."""
    return script(folder / name, __name__, **({"FAKE_FAULT": fault} if fault else {}))


class Server:
    """Answers calls of a version of the protocol until it is told to stop.

    What it does not know, gRPC calls unimplemented.
    """

    def __init__(self, version: int, answers: dict[str, Callable[[Any, Any], None]]) -> None:
        from mapper.programs.provider_process.rpc import METHODS, method_path

        self.version, self.answers, self.stopped = version, answers, threading.Event()
        self.methods = {method_path(method, version): method for method in METHODS}

    def serve(self, address: str, *then: Callable[[], None]) -> None:
        """Listen at an address, `tcp` or the path of a socket, and say so."""
        from concurrent.futures import ThreadPoolExecutor

        import grpc

        # large messages are what this server is for
        server = grpc.server(ThreadPoolExecutor(4), options=[("grpc.max_send_message_length", -1)])
        server.add_generic_rpc_handlers((self,))
        port = server.add_insecure_port("127.0.0.1:0" if address == "tcp" else f"unix:{address}")
        server.start()
        place = f"tcp|127.0.0.1:{port}" if address == "tcp" else f"unix|{address}"
        print(f"1|{self.version}|{place}|grpc|", flush=True)
        for act in then:
            act()
        self.stopped.wait()
        server.stop(0)

    def service(self, details: Any) -> Any:
        import grpc

        if details.method == "/plugin.GRPCController/Shutdown":
            return grpc.unary_unary_rpc_method_handler(self.shutdown)
        method = self.methods.get(details.method)
        if method not in self.answers:
            return None
        return grpc.unary_unary_rpc_method_handler(lambda request, context: self.answer(str(method), request, context))

    def shutdown(self, _request: bytes, _context: Any) -> bytes:
        self.stopped.set()
        return b""

    def answer(self, method: str, data: bytes, _context: Any) -> bytes:
        from mapper.programs.provider_process.rpc import message_class

        response = message_class(f"{method}.Response", self.version)()
        self.answers[method](message_class(f"{method}.Request", self.version).FromString(data), response)
        return bytes(response.SerializeToString())


def main() -> None:
    fault = os.environ.get("FAKE_FAULT", "")
    _note(os.getpid())
    if fault in BEFORE_START:
        BEFORE_START[fault]()
    folder = Path(os.environ.get("FAKE_ELSEWHERE" if fault == "elsewhere" else "PLUGIN_UNIX_SOCKET_DIR", "."))
    address = "tcp" if fault == "tcp" else os.environ.get("FAKE_SOCKET") or str(folder / "fake")
    _Fake(int(os.environ.get("FAKE_PROTOCOL", "6")), fault).serve(address, lambda: _misbehave(fault))


def _misbehave(fault: str) -> None:
    if fault == "chatty":
        _say_and_await_reader("x" * 1_000_000)
        _say_and_await_reader("x")  # read after all before it is in the log: two threads read the two streams
        sys.stderr.write("noise\n" * 200_000 + "the last words\n")
        sys.stderr.flush()
    if fault == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(FOREVER)


def _say_and_await_reader(text: str) -> None:
    print(text, end="", flush=True)
    while any(fcntl.ioctl(1, termios.FIONREAD, bytes(4))):  # the bytes in the pipe
        time.sleep(0.01)


def _note(pid: int) -> None:
    if name := os.environ.get("FAKE_PIDS"):
        with Path(name).open("a") as file:
            file.write(f"{pid}\n")


def _say(line: str) -> Callable[[], None]:
    def say() -> None:
        print(line.format(folder=os.environ["PLUGIN_UNIX_SOCKET_DIR"]), flush=True)
        time.sleep(FOREVER)

    return say


def _leave() -> None:
    print("no \x1b[31mlicence\x1b[0m\x07 found", file=sys.stderr, flush=True)
    sys.exit(3)


def _hush() -> None:
    os.close(1)
    time.sleep(FOREVER)


def _breed() -> None:
    """Start a process that outlives its parent and holds its streams."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({FOREVER})"])
    _note(child.pid)


BEFORE_START: dict[str, Callable[[], None]] = {
    "silent": lambda: time.sleep(FOREVER),
    "exit": _leave,
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "hush": _hush,
    "garbage": _say("Hello, world!"),
    "binary": lambda: (os.write(1, b"\xff\x00|\xfe|\n"), time.sleep(FOREVER))[1],
    "flood": lambda: (os.write(1, b"y" * 1_000_000), time.sleep(FOREVER))[1],
    "core": _say("2|6|unix|{folder}/fake|grpc|"),
    "old": _say("1|4|unix|{folder}/fake|grpc|"),
    "netrpc": _say("1|5|unix|{folder}/fake|netrpc|"),
    "certificate": _say("1|5|unix|{folder}/fake|grpc|MIIB"),
    "no socket": _say("1|5|unix|{folder}/fake|grpc|"),
    "folder": _say("1|5|unix|{folder}|grpc|"),
    "remote": _say("1|5|tcp|192.0.2.1:1234|grpc|"),
    "grandchild": _breed,
}


class _Fake(Server):
    def __init__(self, version: int, fault: str) -> None:
        self.fault = fault
        super().__init__(
            version,
            {
                "GetProviderSchema": self.schema,
                "ValidateProviderConfig": self.prepare,
                "ConfigureProvider": self.configure,
                "ValidateResourceConfig": self.validate,
                "ReadResource": self.read,
                "PlanResourceChange": self.plan,
                "ApplyResourceChange": self.apply,
                "ImportResourceState": self.import_state,
                "StopProvider": self.stop,
            },
        )

    def service(self, details: Any) -> Any:
        import grpc

        if details.method.endswith("/UpgradeResourceState"):
            return grpc.unary_unary_rpc_method_handler(self.upgrade)
        return super().service(details)

    def shutdown(self, request: bytes, context: Any) -> bytes:
        return b"" if self.fault == "stubborn" else super().shutdown(request, context)

    def upgrade(self, data: bytes, _context: Any) -> bytes:
        """Return a state in JSON as it is. Terraform calls this, and the product does not: the fields of its messages
        that count here have the numbers of two others.
        """
        from mapper.programs.provider_process.rpc import message_class

        request = message_class("PlanResourceChange.Request", self.version).FromString(data)
        response = message_class("ReadResource.Response", self.version)()
        response.new_state.json = request.proposed_new_state.msgpack
        return bytes(response.SerializeToString())

    def answer(self, method: str, data: bytes, context: Any) -> bytes:
        import grpc

        if method == "PlanResourceChange":
            match self.fault:
                case "slow":
                    time.sleep(FOREVER)
                case "die":
                    print("panic: nil map", file=sys.stderr, flush=True)
                    os._exit(7)
                case "huge":
                    return b"\x1a" + b"\xff\xff\xff\x07" + b"z" * 16_777_215
                case "nonsense":
                    return b"\xff" * 40
                case "abort":
                    context.abort(grpc.StatusCode.INTERNAL, "first line\nsecond \x1b[1mline")
                case "unimplemented":
                    context.abort(grpc.StatusCode.UNIMPLEMENTED, "no such thing")
        unknown = b"\xa2\x06\x03new" if self.fault == "unknown field" else b""  # field 100, of a later version
        return super().answer(method, data, context) + unknown

    def schema(self, _request: Any, response: Any) -> None:
        if self.fault == "schema error":
            response.diagnostics.add(severity=1, summary="Invalid Schema", detail="two\nlines")
            return
        response.provider.block.SetInParent()
        response.server_capabilities.plan_destroy = self.fault != "cannot plan deletions"
        response.resource_schemas["fake_thing"].version = 1
        block = response.resource_schemas["fake_thing"].block
        for name, spelling in COMPUTED.items():
            block.attributes.add(name=name, type=json.dumps(spelling).encode(), computed=True)
        for name, spelling in GIVEN.items():
            block.attributes.add(name=name, type=json.dumps(spelling).encode(), optional=True)
        if self.fault == "wrong type":
            block.attributes.add(name="odd", type=b'["sequence","string"]', optional=True)
        if self.fault == "wrong nesting":
            block.block_types.add(type_name="odd", nesting=9)
        if self.fault == "a function":
            function = response.functions["join"]
            getattr(function, "return").type = b'"string"'
            for name, spelling in (("separator", b'"string"'), ("texts", b'["list","string"]')):
                function.parameters.add(name=name, type=spelling)
        if self.fault == "deep":
            for _ in range(40):
                block = block.block_types.add(type_name="deeper", nesting=2).block
        if self.fault == "too deep":
            for _ in range(80):
                block = block.block_types.add(type_name="deeper", nesting=2).block

    def prepare(self, request: Any, response: Any) -> None:
        if self.fault == "prepares":
            response.prepared_config.json = b"{}"
        elif self.version == 5:
            response.prepared_config.CopyFrom(request.config)

    def configure(self, request: Any, response: Any) -> None:
        if request.terraform_version == "0.0.0":
            response.diagnostics.add(severity=1, summary="Terraform is too old")
        if self.fault == "prepares" and not request.config.json:
            response.diagnostics.add(severity=1, summary="This is not what I prepared")
        if self.fault == "not configured":
            response.diagnostics.add(severity=2, summary="The token is old")
            response.diagnostics.add(severity=1, summary="There is no token")

    def validate(self, _request: Any, response: Any) -> None:
        if self.fault == "diagnostics":
            found = response.diagnostics.add(severity=2, summary="Careful", detail="It may break.")
            found.attribute.steps.add(attribute_name="tags")
            found.attribute.steps.add(element_key_string="a b")
            found.attribute.steps.add(element_key_int=0)
            response.diagnostics.add(severity=1, summary="Wrong").attribute.steps.add()
            response.diagnostics.add(summary="No severity")

    def read(self, request: Any, response: Any) -> None:
        if self.fault == "json state":
            response.new_state.json = b'{"id":"j","size":0.10,"name":null,"tags":{}}'
            return
        response.new_state.CopyFrom(request.current_state)
        response.private = request.private

    def plan(self, request: Any, response: Any) -> None:
        import msgpack

        if self.fault == "cannot plan deletions" and request.proposed_new_state.msgpack == b"\xc0":
            os._exit(8)
        response.planned_state.CopyFrom(request.proposed_new_state)
        state = msgpack.unpackb(request.proposed_new_state.msgpack)
        if state is not None:
            unknown = msgpack.ExtType(0, b"\0")
            state = {key: unknown if key in COMPUTED and value is None else value for key, value in state.items()}
            response.planned_state.msgpack = msgpack.packb(state)
        response.requires_replace.add().steps.add(attribute_name="name")
        response.planned_private = b"planned"
        match self.fault:
            case "bad value":
                response.planned_state.msgpack = b"\x84\xa2id\x01\xa4name\xc0\xa4size\xc0\xa4tags\xc0"
            case "unknown state":
                response.planned_state.msgpack = b"\xd4\x00\x00"
            case "no value":
                response.ClearField("planned_state")

    def apply(self, request: Any, response: Any) -> None:
        import msgpack

        state = msgpack.unpackb(request.planned_state.msgpack)
        if state is not None:
            state |= {"id": f"id of {state['name']}", "size": 1.5}
        response.new_state.msgpack = msgpack.packb(state)
        response.private = b"kept"

    def import_state(self, request: Any, response: Any) -> None:
        import msgpack

        found = response.imported_resources.add(type_name=request.type_name, private=b"found")
        found.state.msgpack = msgpack.packb({"id": request.id, "name": None, "size": None, "tags": None})

    def stop(self, _request: Any, response: Any) -> None:
        response.Error = ""


if __name__ == "__main__":
    main()
