"""A provider with the schema of the file that SERVED names, as `terraform providers schema -json` spells schemas."""

import json
import os
from pathlib import Path
from typing import Any

from ..programs.provider_process.fake import Server

NESTINGS = {"single": 1, "list": 2, "set": 3, "map": 4, "group": 5}
FLAGS = ("required", "optional", "computed", "sensitive", "write_only", "deprecated")
SECTIONS = ("resource_schemas", "data_source_schemas", "ephemeral_resource_schemas")


def fill_attribute(message: Any, attribute: dict[str, Any]) -> None:
    message.description = attribute.get("description", "")
    message.description_kind = int(attribute.get("description_kind") == "markdown")
    for flag in FLAGS:
        setattr(message, flag, attribute.get(flag, False))
    if "type" in attribute:
        message.type = json.dumps(attribute["type"]).encode()
    else:
        nested = attribute["nested_type"]
        message.nested_type.nesting = NESTINGS[nested["nesting_mode"]]
        for name, inner in nested.get("attributes", {}).items():
            fill_attribute(message.nested_type.attributes.add(name=name), inner)


def fill_block(message: Any, block: dict[str, Any]) -> None:
    message.description = block.get("description", "")
    message.description_kind = int(block.get("description_kind") == "markdown")
    message.deprecated = block.get("deprecated", False)
    for name, attribute in block.get("attributes", {}).items():
        fill_attribute(message.attributes.add(name=name), attribute)
    for name, nested in block.get("block_types", {}).items():
        counts = {key: nested.get(key, 0) for key in ("min_items", "max_items")}
        added = message.block_types.add(type_name=name, nesting=NESTINGS[nested["nesting_mode"]], **counts)
        fill_block(added.block, nested["block"])


def fill_schema(_request: Any, response: Any) -> None:
    """The whole schema."""
    schema = json.loads(Path(os.environ["SERVED"]).read_text(encoding="utf-8"))
    response.provider.version = schema["provider"].get("version", 0)
    fill_block(response.provider.block, schema["provider"].get("block", {}))
    for section in SECTIONS:
        for name, own in schema.get(section, {}).items():
            message = getattr(response, section)[name]
            message.version = own.get("version", 0)
            fill_block(message.block, own["block"])


def main() -> None:
    """Serve it: in the folder of who starts it, or beside the file, as a provider that is being debugged does."""
    folder = os.environ.get("PLUGIN_UNIX_SOCKET_DIR") or str(Path(os.environ["SERVED"]).parent)
    Server(6, {"GetProviderSchema": fill_schema}).serve(f"{folder}/s")
