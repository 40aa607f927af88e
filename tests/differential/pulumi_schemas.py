"""Pulumi's own reader of package schemas, which all of its commands use, for schemas that we read and write."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

from mapper.inputs import Document
from mapper.registry import system_named
from mapper.report.budget import OverBudget
from mapper.report.diagnostic import MappingError
from mapper.request import Request

from ..pulumi.peers import build_binder
from ..pulumi.schema import kiosk
from ..pulumi.schema.test_rules import mutate
from ..pulumi.tools import BINDER
from .peer import MARKS, Case, Finding, Unavailable

SECONDS = 900
"""The most that the program takes to be built."""


class PulumiSchemas:
    """A schema that Pulumi takes is taken, and what is written of it is taken, too; one that it refuses is reported."""

    def fetch(self) -> None:
        """Build the program where it is missing."""
        try:
            problem = build_binder(SECONDS)
        except subprocess.TimeoutExpired:
            problem = f"it is not built after {SECONDS} s"
        if problem:
            raise Unavailable(problem)

    def case(self, random: Random) -> Case:
        root = kiosk.schema()
        for _ in range(random.choice([0, 1, 1, 2, 3])):
            mutate(random, root)
        return {"schema": root, MARKS: []}

    def files(self, case: Case) -> Mapping[str, bytes]:
        return {"schema.json": json.dumps(case["schema"], indent=1, ensure_ascii=False).encode()}

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        data = self.files(case)["schema.json"]
        theirs = self.said(folder, data)
        try:
            mapped = system_named("pulumi").run(Request(Document("schema.json", data), ()))
            written = system_named("pulumi").artifacts(mapped)["schema.json"]
            ours = "".join(written)
        except (MappingError, OverBudget) as error:
            return [] if theirs else [Finding("only Pulumi takes it", "", str(error))]
        except Exception as error:  # the input that leads to it is the finding, whatever it is
            return [Finding("crash", "", f"{type(error).__name__}: {error}")]
        again = self.said(folder, ours.encode())
        reported = any(diagnostic.severity != "info" for diagnostic in mapped.mapping.diagnostics)
        if theirs:
            return [] if reported else [Finding("only we take it, and say nothing", "", theirs)]
        return [Finding("what we write is refused", "", again)] if again else []

    def said(self, folder: Path, data: bytes) -> str:
        """What Pulumi has against a schema, empty if nothing."""
        path = folder / "schema.json"
        path.write_bytes(data)
        environment = {**os.environ, "GOMAXPROCS": "1"}
        done = subprocess.run([BINDER, path], capture_output=True, check=True, env=environment)
        text: str = json.loads(done.stdout)[1]
        return text
