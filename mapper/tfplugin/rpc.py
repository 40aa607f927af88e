"""gRPC calls of a provider, each with a deadline and a limit on the response. Needs grpcio and protobuf."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from .errors import CallFailed, one_line
from .messages import message_class, method_path
from .process import ProviderProcess

_SHUTDOWN = "/plugin.GRPCController/Shutdown"
_OUTPUT = "/plugin.GRPCStdio/StreamStdio"
_DEATH_SECONDS = 2.0
"""The time in seconds to wait for the end of the process after its connection breaks."""


class Channel:
    """A connection to the process of a provider."""

    def __init__(self, process: ProviderProcess) -> None:
        self.process = process
        self.version = process.handshake.protocol
        self.is_sound = True
        """Whether every call got a response, "unimplemented" included."""
        options = [
            ("grpc.max_receive_message_length", process.limits.message),
            ("grpc.max_send_message_length", process.limits.message),
            ("grpc.default_authority", "localhost"),
            ("grpc.enable_http_proxy", 0),
            ("grpc.enable_retries", 0),
            ("grpc.use_local_subchannel_pool", 1),
        ]
        self._channel = grpc.insecure_channel(process.handshake.target, options=options)
        threading.Thread(target=self._drain_output, daemon=True).start()

    def message(self, name: str, /, **fields: Any) -> Any:
        """A message of this version of the protocol; None values are left out."""
        return message_class(name, self.version)(**{key: value for key, value in fields.items() if value is not None})

    def call(self, method: str, /, **fields: Any) -> Any:
        """Call a method, by its name in version 6, with the fields of its request. Raises CallFailed."""
        request = self.message(f"{method}.Request", **fields).SerializeToString()
        response = message_class(f"{method}.Response", self.version)()
        seconds = self.process.limits.call
        try:
            answer = self._channel.unary_unary(method_path(method, self.version))(request, timeout=seconds)
            response.ParseFromString(answer)
        except DecodeError:
            raise self._failed(method, "answered with bytes that are no message of the protocol", "INTERNAL") from None
        except grpc.RpcError as error:
            raise self._failed(method, *self._reason(error, seconds)) from None
        except ValueError:  # raised by gRPC for a closed channel
            raise self._failed(method, "the connection is closed", "CANCELLED") from None
        return response

    def close(self) -> None:
        """Ask the process to end, and make sure that it does."""
        self.process.close(self._shutdown)
        self._channel.close()

    def _drain_output(self) -> None:
        """Read the provider's output into the log. A serving provider sends it over gRPC, and blocks until it is
        read.
        """
        output = message_class("StandardOutput", self.version)
        # the stream ends with the provider; old providers do not know the call
        with suppress(grpc.RpcError, DecodeError, ValueError):
            for chunk in self._channel.unary_stream(_OUTPUT)(b""):
                self.process.log.add(output.FromString(chunk).data)

    def _shutdown(self) -> None:
        with suppress(grpc.RpcError):  # it may end before it responds, or not know the call: signals follow
            self._channel.unary_unary(_SHUTDOWN)(b"", timeout=self.process.limits.stop)

    def _reason(self, error: Any, seconds: float) -> tuple[str, str]:
        code = error.code().name
        details = one_line(self.process.log.hide(error.details() or ""))
        if code == "DEADLINE_EXCEEDED":
            return f"did not answer within {seconds:g} seconds", code
        if code == "RESOURCE_EXHAUSTED":
            return f"sent more than {self.process.limits.message} bytes at once, or has no room ({details})", code
        if code == "UNIMPLEMENTED":
            return "does not know this call", code
        if death := self.process.death(_DEATH_SECONDS if code == "UNAVAILABLE" else 0):
            return death, code
        return f"failed: {code} {details}", code

    def _failed(self, method: str, message: str, code: str) -> CallFailed:
        self.is_sound = self.is_sound and code == "UNIMPLEMENTED"
        return CallFailed(str(self.process.error(f"{method}: {message}")), code)
