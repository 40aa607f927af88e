"""The process of a provider: isolated, watched, and reliably ended. POSIX only.

A provider is foreign code. Its home, its temporary folder and its socket are in a private folder (0700). It gets an
environment that the caller lists, and no input. It runs in a process group led by a small shell, the guard: when this
process ends in any way, the guard's input ends, and the guard removes the folder and the group. A program that leaves
its group on purpose is not followed. The provider's parent is another shell, the starter, because a program can read
the environment of its parent, and ours has what the user's has. On Linux, only the superuser can read the environment
of this process afterwards.
"""

import errno
import json
import os
import re
import selectors
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

from mapper.languages.tfplugin.errors import PluginError, one_line
from mapper.links import real_path

_GUARD = 'trap "" TERM INT HUP; read -r _; rm -rf -- "$1"; kill -KILL 0'
_STARTER = """\
trap : TERM INT HUP
env -u PWD -u OLDPWD -u SHLVL -u _ "$@" & provider=$!
exec >/dev/null 2>&1
while :; do wait $provider; code=$?; kill -0 $provider 2>/dev/null || exit $code; done
"""
"""Starts the program in `$@` and ends as it does. A signal is the program's to answer: the shell goes on waiting.
Variables that shells set themselves are not passed on, and the output is the program's alone.
"""

_BY_SIGNAL = 128
"""What a shell adds to the number of the signal that has ended a program."""

_QUIET = {"TF_LOG_SDK": "WARN", "TF_LOG_PROVIDER": "WARN"}
"""Log levels; without them, providers trace every call."""

_SEARCH_PATH = "/usr/local/bin:/usr/bin:/bin"
_LONGEST_FOLDER = 60
"""The most bytes of the folder's path: a socket's path has at most 108, and the provider appends a name."""


class Limits(Struct, frozen=True):
    """The times that a provider may take, in seconds, and the size of its messages, in bytes.

    `start`: until it listens. `call`: for one response. `stop`: to end by itself, and again after a signal. `message`:
    the same limit as in Terraform.
    """

    start: float = 60.0
    call: float = 120.0
    stop: float = 5.0
    message: int = 256 << 20


class ProviderProcess:
    """A running provider. Use it as a context manager, or call `close`."""

    def __init__(self, path: Path, environment: Mapping[str, str], folder: Path | None, limits: Limits) -> None:
        """Start `path` in `folder` (by default its private one) and wait until it listens. Raises PluginError."""
        self.path = path
        self.limits = limits
        self.log = Log()
        try:
            self._private = _private_folder()
        except OSError as error:
            raise self.error(f"cannot be started: no folder can be made for it: {error.strerror}") from None
        self._threads: list[threading.Thread] = []
        self._guard: subprocess.Popen[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._guard = subprocess.Popen(  # noqa: S603 - its arguments are ours
                ["/bin/sh", "-c", _GUARD, "sh", str(self._private)],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, process_group=0, cwd="/",
                env={"PATH": _SEARCH_PATH},
            )  # fmt: skip
            _check_program(path)
            _hide_environment()
            self._process = subprocess.Popen(  # noqa: S603 - the program that the caller chose
                ["/bin/sh", "-c", _STARTER, "sh", str(path.absolute())],
                env=_environment(environment, self._private), cwd=folder or self._private,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                process_group=self._guard.pid,
            )  # fmt: skip
            self.handshake = self._await_handshake(self._process)
        except (OSError, subprocess.SubprocessError) as error:
            self.close()
            raise self.error(f"cannot be started: {getattr(error, 'strerror', None) or error}") from None
        except BaseException:
            self.close()
            raise

    def error(self, message: str) -> PluginError:
        """An error of this provider, with the end of its log."""
        return PluginError(f"{self.path.name}: {message}{self.log.end()}")

    def death(self, seconds: float) -> str:
        """How the process ended, if it ends within `seconds`; else an empty text."""
        if self._process is None:
            return "was stopped"
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(seconds)
            self._await_log()
            number = -code if code < 0 else code - _BY_SIGNAL
            return f"was ended by {_signal_name(number)}" if number > 0 else f"ended with exit code {code}"
        return ""

    def close(self, shutdown: Callable[[], None] | None = None) -> None:
        """End the process: `shutdown` asks it, then a signal, then SIGKILL; removes its files. May be called twice."""
        process, self._process = self._process, None
        guard, self._guard = self._guard, None
        if process is not None and shutdown is not None and process.poll() is None:
            shutdown()
            with suppress(subprocess.TimeoutExpired):
                process.wait(self.limits.stop)
        if process is not None and guard is not None and process.poll() is None:
            _signal_group(guard, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(self.limits.stop)
        if guard is not None:
            _signal_group(guard, signal.SIGKILL)  # remaining processes of the group, and the guard itself
            guard.wait()
            if guard.stdin is not None:
                guard.stdin.close()
        if process is not None:
            process.wait()
            self._await_log()
        shutil.rmtree(self._private, ignore_errors=True)

    def _await_log(self) -> None:
        for thread in self._threads:
            thread.join(self.limits.stop)

    def _await_handshake(self, process: subprocess.Popen[bytes]) -> "Handshake":
        assert process.stdout is not None  # noqa: S101 - both are pipes
        assert process.stderr is not None  # noqa: S101
        self._drain(process.stderr)
        try:
            line = self._first_line(process.stdout)
        except BaseException:
            process.stdout.close()
            raise
        self._drain(process.stdout)
        try:
            return read_handshake(line.decode(errors="replace"), self._private)
        except ValueError as error:
            raise self.error(str(error)) from None

    def _first_line(self, output: IO[bytes]) -> bytes:
        line = _read_line(output, self.limits.start)
        if line is None:
            raise self.error(f"was not ready after {self.limits.start:g} seconds")
        if not line.endswith(b"\n") and len(line) <= MAX_LINE:
            death = self.death(self.limits.stop) or "closed its output"
            raise self.error(f"{death} before it was ready")
        return line

    def _drain(self, stream: IO[bytes]) -> None:
        thread = threading.Thread(target=self.log.drain, args=(stream,), daemon=True)
        thread.start()
        self._threads.append(thread)


def _check_program(path: Path) -> None:
    """Raise OSError, as the system would, for what is no program: a shell would run any text as a script."""
    if not os.access(path, os.X_OK) or path.is_dir():
        code = errno.EACCES if path.exists() else errno.ENOENT
        raise OSError(code, os.strerror(code))
    with path.open("rb") as stream:
        if not stream.read(len(_MAGIC[0])).startswith(_MAGIC):
            raise OSError(errno.ENOEXEC, os.strerror(errno.ENOEXEC))


_MAGIC = (b"\x7fELF", b"#!", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
"""How programs begin: of Linux, scripts, and of macOS."""


def _hide_environment() -> None:
    """Let no other program of this user read the memory and the environment of this process, where Linux can."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


_PR_SET_DUMPABLE = 4
"""From `linux/prctl.h`."""


def _environment(listed: Mapping[str, str], private: Path) -> dict[str, str]:
    """The environment of the process: a search path, the caller's variables, and the variables of a plugin."""
    variables = {
        **COOKIE,
        "PLUGIN_PROTOCOL_VERSIONS": ",".join(map(str, PROTOCOLS)),
        "PLUGIN_UNIX_SOCKET_DIR": str(private),
        "TMPDIR": str(private),  # go-plugin before 1.5 puts its socket there
    }
    return {"PATH": _SEARCH_PATH, "HOME": str(private), **_QUIET, **listed, **variables}


def _private_folder() -> Path:
    """A new folder that only this user can enter, with a path short enough for a socket in it."""
    base = tempfile.gettempdir()
    return Path(tempfile.mkdtemp(prefix="oasmap-", dir=base if len(base) <= _LONGEST_FOLDER else "/tmp"))  # noqa: S108


def _read_line(stream: IO[bytes], seconds: float) -> bytes | None:
    """The first line, or its beginning if the stream ends or it is too long; None after a timeout."""
    deadline = time.monotonic() + seconds
    line = b""
    with selectors.DefaultSelector() as selector:
        selector.register(stream, selectors.EVENT_READ)
        while b"\n" not in line and len(line) <= MAX_LINE:
            if not selector.select(max(0.0, deadline - time.monotonic())):
                return None
            chunk = os.read(stream.fileno(), MAX_LINE)
            if not chunk:
                return line
            line += chunk
    return line.split(b"\n", 1)[0] + b"\n" if b"\n" in line else line


def _signal_group(leader: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):  # no processes are left, except zombies
        os.killpg(leader.pid, number)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


COOKIE = {"TF_PLUGIN_MAGIC_COOKIE": "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2"}
"""The environment variable by which a provider knows that Terraform, and not a person, started it."""

PROTOCOLS = (5, 6)
MAX_LINE = 16_384
"""The most characters of the line; a certificate takes about 1,000 of them."""

_FIELDS = 5
_LOOPBACK = re.compile(r"(127\.0\.0\.1|localhost|\[::1\]):([0-9]{1,5})")
_MAX_PORT = 65_535


class Handshake(Struct, frozen=True):
    """A plugin's protocol version, 5 or 6, and its address, in gRPC's notation."""

    protocol: int
    target: str


def read_handshake(line: str, folder: Path) -> Handshake:
    """Parse the line. Sockets are accepted only inside of the private folder, ports only on this machine.

    Raises ValueError, with a text that follows the name of the provider.
    """
    fields = line.strip().split("|")
    if len(fields) < _FIELDS:
        raise ValueError(f"said {one_line(line)!r}, which is not the handshake of a plugin")
    core, protocol, network, address, kind, *rest = fields
    if core != "1" or kind != "grpc":
        raise ValueError(f"is a plugin of another kind (it said {one_line(line)!r})")
    if protocol not in map(str, PROTOCOLS):
        raise ValueError(f"speaks version {one_line(protocol)} of Terraform's plugin protocol; 5 and 6 are understood")
    if rest and rest[0]:
        raise ValueError("wants an encrypted connection, although none was offered")
    if network == "unix":
        return Handshake(int(protocol), f"unix:{_socket(address, folder)}")
    if network == "tcp" and (host_and_port := _LOOPBACK.fullmatch(address)) and 0 < int(host_and_port[2]) <= _MAX_PORT:
        return Handshake(int(protocol), f"{host_and_port[1]}:{host_and_port[2]}")
    raise ValueError(f"listens at {one_line(f'{network} {address}')!r}, which is not on this machine")


def _socket(address: str, folder: Path) -> Path:
    shown = one_line(address)
    try:
        path = Path(address).resolve(strict=True)
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise ValueError(f"listens at {shown!r}, which is not a socket")
    except OSError as error:
        raise ValueError(f"listens at {shown!r}, which cannot be reached: {error.strerror}") from None
    if real_path(folder) not in path.parents:
        raise ValueError(f"listens at {shown!r}, outside of the folder that it was given")
    return path


_BYTES = 65_536
_SHOWN_LINES = 3
_CRASHES = ("panic: ", "fatal error: ")


class Log:
    """The last 64 KiB of a process's output."""

    def __init__(self) -> None:
        self._chunks: deque[bytes] = deque()
        self._size = 0
        self.hide: Callable[[str], str] = str
        """Removes secrets from texts of the provider that become part of a message."""
        self.is_shown = True
        """Whether messages may end with the log."""
        self._lock = threading.Lock()  # stdout and stderr are read in separate threads

    def add(self, chunk: bytes) -> None:
        """Append bytes, and drop the oldest."""
        with self._lock:
            self._chunks.append(chunk[-_BYTES:])
            self._size += len(self._chunks[-1])
            while self._size - len(self._chunks[0]) >= _BYTES:
                self._size -= len(self._chunks.popleft())

    def drain(self, stream: IO[bytes]) -> None:
        """Read a stream to its end into the log."""
        with stream:
            while chunk := os.read(stream.fileno(), _BYTES):
                self.add(chunk)

    def text(self) -> str:
        """The log as text."""
        with self._lock:
            return b"".join(self._chunks)[-_BYTES:].decode(errors="replace")

    def end(self) -> str:
        """The explanation of an error, to append to its message: the panic, or the last lines; empty without a log."""
        text = self.hide(self.text()) if self.is_shown else ""
        lines = [shown for line in text.splitlines() if (shown := one_line(_message(line)))]
        crashes = [line for line in lines if line.startswith(_CRASHES)]
        explaining = crashes[:1] or lines[-_SHOWN_LINES:]
        return f" (its log ends: {' / '.join(explaining)})" if explaining else ""


def _message(line: str) -> str:
    """The message of a line; providers log JSON objects."""
    if not line.startswith("{"):
        return line
    try:
        message = json.loads(line).get("@message")
    except (ValueError, RecursionError):
        return line
    return message if isinstance(message, str) else line
