"""One description of a survey: proposed for, mapped and written in a process of its own, within limits."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import select
import signal
import time
import traceback
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import yaml

from mapper.inputs import Document, Documents
from mapper.model import Mapping
from mapper.report.diagnostic import MappingError, diagnostic_data
from mapper.sidecar.writer import write_sidecar
from mapper.terraform import kinds, write_code_spec
from mapper.terraform.config.config import Config, parse_config
from mapper.terraform.map import map_api
from mapper.terraform.openapi.operations import Api
from mapper.terraform.propose import first_config, write_config

from ..counter import Tally, Unsupported, count, without_choices

KINDS = (kinds.RESOURCE, kinds.DATA_SOURCE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one description. `outcome` is *mapped*, *nothing*, *refused*, *failed*, *hung* or *killed*.

    `asked`, `mapped` and `explained` count entries of the config by kind: those it has, those in the output, and
    those that are not, but have a diagnostic. `properties` are those that the API has for them, and `silent`
    those that are neither mapped nor ignored nor reported, by a count that shares nothing with the mapper.
    """

    name: str
    outcome: str
    seconds: float = 0.0
    cpu: float = 0.0
    peak: int = 0
    written: int = 0
    message: str = ""
    asked: dict[str, int] = field(default_factory=dict)
    mapped: dict[str, int] = field(default_factory=dict)
    explained: dict[str, int] = field(default_factory=dict)
    properties: int = 0
    silent: list[str] = field(default_factory=list)


def survey_one(path: Path, name: str, seconds: float, memory: int) -> Outcome:
    """Run the whole line for one description; nothing that goes wrong with it touches the caller."""
    reading, writing = os.pipe()
    start = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        _child(path, memory, writing)
    os.close(writing)
    text, hung = _read_all(reading, start + seconds)
    os.close(reading)
    if hung:
        os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    measured: dict[str, Any] = {
        "seconds": time.perf_counter() - start,
        "cpu": usage.ru_utime + usage.ru_stime,
        "peak": usage.ru_maxrss * 1024,
    }
    if hung:
        return Outcome(name, "hung", **measured)
    if os.waitstatus_to_exitcode(status) != 0 or not text:
        return Outcome(name, "killed", message=f"exit {os.waitstatus_to_exitcode(status)}", **measured)
    return Outcome(name, **json.loads(text), **measured)


def _read_all(pipe: int, deadline: float) -> tuple[bytes, bool]:
    """What the other side writes until it closes the pipe, and whether it had to be given up."""
    parts = []
    while True:
        ready, _, _ = select.select([pipe], [], [], max(0, deadline - time.perf_counter()))
        if not ready:
            return b"", True
        part = os.read(pipe, 1 << 16)
        if not part:
            return b"".join(parts), False
        parts.append(part)


def _child(path: Path, memory: int, pipe: int) -> None:
    """Never returns: what the process inherited is not its own to clean up."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    gc.disable()  # as the command line does
    try:
        facts = _facts(path)
    except MappingError as error:
        facts = {"outcome": "refused", "message": str(error).splitlines()[0]}
    except BaseException:
        facts = {"outcome": "failed", "message": traceback.format_exc(limit=-3)}
    with contextlib.suppress(OSError), os.fdopen(pipe, "wb") as stream:
        stream.write(json.dumps(facts).encode())
    os._exit(0)


def _facts(path: Path) -> dict[str, Any]:
    from mapper.inputs import DocumentError

    documents = Documents(path.parent)
    try:
        document = documents.load(path)
    except DocumentError as error:
        raise MappingError(error.problem) from None
    proposal = first_config(Api(document, documents)).proposal
    if not proposal.entities:
        return {"outcome": "nothing"}
    proposed = write_config(proposal).encode("utf-8", "replace")
    config, mapping, text = _mapped(document, documents, proposed)
    try:
        tally = _counted(path, proposed, mapping, text)
    except Unsupported:  # what is proposed beside the policies and choices that the count does not know
        plain = yaml.safe_dump(without_choices(yaml.safe_load(proposed)), sort_keys=False).encode()
        _, plainly, plain_text = _mapped(document, documents, plain)
        tally = _counted(path, plain, plainly, plain_text)
    write_sidecar(mapping)
    counted = {"properties": tally.reachable, "silent": tally.silent}
    return {"outcome": "mapped", "written": len(text), **counted, **_entries(config, mapping)}


def _mapped(document: Document, documents: Documents, text: bytes) -> tuple[Config, Mapping, str]:
    config = parse_config(Document("generator_config.yml", text))
    mapping = map_api(Api(document, documents), config)
    return config, mapping, write_code_spec(mapping)


def _counted(path: Path, config: bytes, mapping: Mapping, text: str) -> Tally:
    return count(path, config, json.loads(text), map(diagnostic_data, mapping.diagnostics))


def _entries(config: Config, mapping: Mapping) -> dict[str, dict[str, int]]:
    named = {str(diagnostic.entity) for diagnostic in mapping.diagnostics}
    asked, mapped, explained = {}, {}, {}
    for kind in KINDS:
        wanted = {entity.name for entity in config.of_kind(kind)}
        found = {entity.name for entity in mapping.of_kind(kind)}
        asked[str(kind)] = len(wanted)
        mapped[str(kind)] = len(wanted & found)
        explained[str(kind)] = sum(f"{kind} {name}" in named for name in wanted - found)
    return {"asked": asked, "mapped": mapped, "explained": explained}


def as_dict(outcome: Outcome) -> dict[str, Any]:
    """For a file."""
    return asdict(outcome)
