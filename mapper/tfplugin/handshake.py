"""The first line of a plugin's output, with its address: `1|PROTOCOL|NETWORK|ADDRESS|grpc|CERTIFICATE[|…]`."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from msgspec import Struct

from .message_line import one_line

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
    if network == "tcp" and (found := _LOOPBACK.fullmatch(address)) and 0 < int(found[2]) <= _MAX_PORT:
        return Handshake(int(protocol), f"{found[1]}:{found[2]}")
    raise ValueError(f"listens at {one_line(f'{network} {address}')!r}, which is not on this machine")


def _socket(address: str, folder: Path) -> Path:
    shown = one_line(address)
    try:
        path = Path(address).resolve(strict=True)
        if not stat.S_ISSOCK(path.stat().st_mode):
            raise ValueError(f"listens at {shown!r}, which is not a socket")
    except OSError as error:
        raise ValueError(f"listens at {shown!r}, which cannot be reached: {error.strerror}") from None
    if folder.resolve() not in path.parents:
        raise ValueError(f"listens at {shown!r}, outside of the folder that it was given")
    return path
