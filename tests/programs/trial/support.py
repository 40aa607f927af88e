"""A small API with a parent, its config, and a client of the provider that is served for it."""

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import grpc

from mapper.languages.tfplugin.schema import Block
from mapper.programs.provider_process.implied_type import block_type, complete
from mapper.programs.provider_process.proposed_state import proposed_state
from mapper.programs.provider_process.rpc import message_class, method_path
from mapper.programs.provider_process.value_codec import decode, encode
from mapper.programs.trial.provider.attributes import block
from mapper.programs.trial.provider.resources import Resource
from mapper.registry import system_named
from mapper.request import Proposing

_BAKERY = """\
openapi: 3.0.3
info: {title: Bakery, version: '1'}
paths:
  /shops:
    post:
      requestBody: {required: true, content: <Shop>}
      responses: {'201': {description: x, content: <Shop>}}
  /shops/{shop_id}:
    parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}]
    get: {responses: {'200': {description: x, content: <Shop>}}}
    put:
      requestBody: {content: <Shop>}
      responses: {'200': {description: x, content: <Shop>}}
    delete: {responses: {'204': {description: x}}}
  /shops/{shop_id}/ovens:
    parameters: [{name: shop_id, in: path, required: true, schema: {type: string}}]
    post:
      requestBody: {required: true, content: <Oven>}
      responses: {'201': {description: x, content: <Oven>}}
  /shops/{shop_id}/ovens/{oven_id}:
    parameters:
      - {name: shop_id, in: path, required: true, schema: {type: string}}
      - {name: oven_id, in: path, required: true, schema: {type: string}}
    get: {responses: {'200': {description: x, content: <Oven>}}}
    delete: {responses: {'204': {description: x}}}
components:
  schemas:
    Shop:
      type: object
      required: [name]
      properties:
        id: {type: string, readOnly: true}
        name: {type: string}
        motto: {type: string}
    Oven:
      type: object
      required: [kind]
      properties:
        id: {type: string, readOnly: true}
        kind: {type: string, enum: [stone, gas]}
"""
BAKERY = re.sub("<(.*?)>", r"{application/json: {schema: {$ref: '#/components/schemas/\1'}}}", _BAKERY)
HCL = """\
resource "bakery_shop" "main" {
  name = "Crumb"
}

resource "bakery_shop_oven" "main" {
  shop_id = bakery_shop.main.id
  kind    = "stone"
}
"""


def write(folder: Path, config: str = "", description: str = BAKERY) -> None:
    """Write the description and a config, the proposed one by default."""
    (folder / "openapi.yaml").write_text(description)
    (folder / "generator_config.yml").write_text(config or _proposed(description))


@cache
def _proposed(description: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "openapi.yaml")
        path.write_text(description)
        return system_named("terraform").proposals.propose(Proposing(path, provider="bakery")).text


def edit(path: Path, old: str, new: str) -> None:
    """Replace a text that a file has."""
    text = path.read_text()
    assert old in text, old
    path.write_text(text.replace(old, new))


class Client:
    """What Terraform asks a provider, with the least that it needs."""

    def __init__(self, place: dict[str, Any]) -> None:
        where = place["Addr"]
        prefix = "unix:" if where["Network"] == "unix" else ""
        self._channel = grpc.insecure_channel(prefix + where["String"])

    def call(self, method: str, **fields: Any) -> Any:
        request = message_class(f"{method}.Request", 6)(**fields)
        response = message_class(f"{method}.Response", 6)()
        answer = self._channel.unary_unary(method_path(method, 6))(request.SerializeToString(), timeout=30)
        response.ParseFromString(answer)
        return response

    def types(self) -> dict[str, list[str]]:
        """The attributes of each resource type, of a schema that is asked for now."""
        schemas = self.call("GetProviderSchema").resource_schemas
        return {name: [a.name for a in schema.block.attributes] for name, schema in schemas.items()}

    def apply(
        self, resource: Resource, config: dict[str, Any] | None, prior: dict[str, Any] | None = None
    ) -> tuple[Any, list[str]]:
        """The new state after a plan is applied, and the errors. None destroys."""
        schema: Block = block(resource.attributes)
        type_ = block_type(schema)

        def message(value: Any) -> dict[str, Any]:
            return {"msgpack": encode(value, type_)}

        planned = message(None)
        if config is not None:
            whole = complete(schema, config)
            proposed = proposed_state(schema, prior, whole)
            values = {"config": message(whole), "prior_state": message(prior), "proposed_new_state": message(proposed)}
            plan = self.call("PlanResourceChange", type_name=resource.type, **values)
            planned = {"msgpack": plan.planned_state.msgpack}
        asked = {"prior_state": message(prior), "planned_state": planned, "config": planned}
        done = self.call("ApplyResourceChange", type_name=resource.type, **asked)
        return decode(done.new_state.msgpack, type_), [f"{d.summary}: {d.detail}" for d in done.diagnostics]


@contextmanager
def connected(settings: str) -> Iterator[Client]:
    """A client of the only provider in the value of `TF_REATTACH_PROVIDERS`."""
    (place,) = {json.dumps(place): place for place in json.loads(settings).values()}.values()
    client = Client(place)
    try:
        yield client
    finally:
        client._channel.close()
