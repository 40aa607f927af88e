"""The provider of the cloud as a process, of protocol 6: `CLOUD_FOLDER` is where its things are.

With `CLOUD_SLOW`, it takes up to so many seconds before and after it makes something.
"""

import json
import os
import random
import time
from pathlib import Path
from typing import Any

from mapper.languages.tfplugin.cty_types import Primitive, object_type
from mapper.languages.tfplugin.errors import AttributeStep
from mapper.programs.provider_process.implied_type import block_type
from mapper.programs.provider_process.results import ProviderDiagnostic, ProviderSeverity
from mapper.programs.provider_process.value_codec import decode, encode

from ..provider_process.fake import Server, script
from .cloud import GATE, THING, Cloud, CloudProvider, blocks, gate, thing

_NESTINGS = {"single": 1, "list": 2, "set": 3, "map": 4}


def program(folder: Path, things: Path, slow: float = 0.0) -> Path:
    """A program that is this provider, with its things in a folder."""
    return script(folder / "terraform-provider-zoo", __name__, CLOUD_FOLDER=str(things), CLOUD_SLOW=str(slow))


def main() -> None:
    """Serve until asked to end."""
    _Zoo().serve(str(Path(os.environ["PLUGIN_UNIX_SOCKET_DIR"]) / "zoo"))


class _Zoo(Server):
    def __init__(self) -> None:
        self.blocks = blocks()
        self.provider = CloudProvider(self.blocks, Cloud(Path(os.environ["CLOUD_FOLDER"])))
        self.slow = float(os.environ["CLOUD_SLOW"])
        super().__init__(
            6,
            {
                "GetProviderSchema": self.schema,
                "ValidateProviderConfig": lambda *_: None,
                "ConfigureProvider": self.configure,
                "ValidateResourceConfig": self.validate,
                "PlanResourceChange": self.plan,
                "ApplyResourceChange": self.apply,
                "ReadResource": self.read,
                "ImportResourceState": self.import_state,
                "StopProvider": lambda *_: None,
            },
        )

    def schema(self, _request: Any, response: Any) -> None:
        response.provider.block.attributes.add(name="account", type=b'"string"', optional=True)
        response.server_capabilities.plan_destroy = True
        for name, spelled in ((THING, thing()), (GATE, gate())):
            _block(response.resource_schemas[name].block, spelled)

    def configure(self, request: Any, _response: Any) -> None:
        config: Any = decode(request.config.msgpack, object_type({"account": Primitive.STRING}))
        self.provider.cloud.account = config["account"] or ""

    def value(self, name: str, message: Any) -> Any:
        return decode(message.msgpack, block_type(self.blocks[name]))

    def put(self, name: str, message: Any, value: Any) -> None:
        message.msgpack = encode(value, block_type(self.blocks[name]))

    def validate(self, request: Any, response: Any) -> None:
        name = request.type_name
        _tell(response, self.provider.validate_resource(name, self.value(name, request.config)))

    def plan(self, request: Any, response: Any) -> None:
        name = request.type_name
        prior, config = self.value(name, request.prior_state), self.value(name, request.config)
        plan = self.provider.plan(name, prior, config, request.prior_private)
        self.put(name, response.planned_state, plan.value)
        for path in plan.requires_replace:
            steps = response.requires_replace.add().steps
            for step in path:
                assert isinstance(step, AttributeStep)
                steps.add(attribute_name=step.name)

    def apply(self, request: Any, response: Any) -> None:
        name = request.type_name
        prior, config = self.value(name, request.prior_state), self.value(name, request.config)
        plan = self.provider.plan(name, prior, config)
        self.wait()
        state = self.provider.apply(name, prior, plan, config)
        self.wait()
        self.put(name, response.new_state, state.value)
        response.private = state.private

    def wait(self) -> None:
        time.sleep(random.uniform(0, self.slow))

    def read(self, request: Any, response: Any) -> None:
        name = request.type_name
        state = self.provider.read(name, self.value(name, request.current_state), request.private)
        self.put(name, response.new_state, state.value)
        response.private = state.private

    def import_state(self, request: Any, response: Any) -> None:
        (found,), _ = self.provider.import_resource(request.type_name, request.id)
        message = response.imported_resources.add(type_name=request.type_name)
        self.put(request.type_name, message.state, found.state.value)


def _tell(response: Any, told: tuple[ProviderDiagnostic, ...]) -> None:
    for one in told:
        severity = 1 if one.severity is ProviderSeverity.ERROR else 2
        found = response.diagnostics.add(severity=severity, summary=one.summary, detail=one.detail)
        for step in one.path:
            assert isinstance(step, AttributeStep)
            found.attribute.steps.add(attribute_name=step.name)


def _block(message: Any, spelled: dict[str, Any]) -> None:
    for name, own in sorted(spelled.get("attributes", {}).items()):
        flags = {key: own[key] for key in ("required", "optional", "computed", "sensitive") if own.get(key)}
        message.attributes.add(name=name, type=json.dumps(own["type"]).encode(), **flags)
    for name, own in sorted(spelled.get("block_types", {}).items()):
        inner = message.block_types.add(type_name=name, nesting=_NESTINGS[own["nesting_mode"]])
        _block(inner.block, own["block"])
