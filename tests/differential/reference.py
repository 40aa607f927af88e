"""tfplugingen-openapi 0.3.0, for descriptions of APIs."""

import os
import resource
import subprocess
from collections.abc import Mapping
from pathlib import Path
from random import Random

from mapper.inputs import Document, Documents
from mapper.report.budget import Budget, OverBudget
from mapper.report.diagnostic import MappingError, diagnostic_data
from mapper.systems.terraform.config.config import parse_config
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.read import Inputs

from ..counter.count import count
from ..go_code.tools import CACHE, build, download, found_go
from ..go_code.tools import Unavailable as NoTool
from ..support import write_code_spec
from .code_specs import Entry, read_entities, unexplained
from .descriptions import description_case
from .peer import Case, Finding, Unavailable
from .spellings import written

MODULE = "github.com/hashicorp/terraform-plugin-codegen-openapi@v0.3.0"
OPTIMIZED = "-gcflags=all=-dwarf=false"
"""It maps large descriptions for minutes, so it is optimized also where GOFLAGS say that nothing need be."""

CONFIG = "generator_config.yml"
ENTITIES = {"resources": "resource", "data_sources": "data source"}


class Reference:
    """Every entity has the same bytes, or a diagnostic that explains each difference; and what is not in the output
    of either is in a diagnostic."""

    def __init__(self, seconds: int = 4) -> None:
        self.seconds = seconds
        self.program = CACHE / f"tfplugingen-openapi-{MODULE.rpartition('@')[2]}"

    def fetch(self) -> None:
        """Build the program from its module."""
        try:
            go = found_go()
            CACHE.mkdir(parents=True, exist_ok=True)
            if not self.program.exists():
                build(go, self.program, "./cmd/tfplugingen-openapi", download(go, MODULE, CACHE), OPTIMIZED)
        except NoTool as error:
            raise Unavailable(str(error)) from None

    def case(self, random: Random) -> Case:
        return description_case(random)

    def files(self, case: Case) -> Mapping[str, bytes]:
        name = "openapi.json" if case["style"] == "json" else "openapi.yaml"
        return {name: written(case["api"], case["style"]).encode(), CONFIG: written(case["config"], "flow").encode()}

    def findings(self, case: Case, folder: Path) -> list[Finding]:
        files = self.files(case)
        theirs = self.theirs(files, folder)
        try:
            ours, said = mapped(*files.items())
        except (MappingError, OverBudget) as error:
            return [] if theirs is None else [Finding("only the reference maps it", "", str(error))]
        except Exception as error:
            return [Finding("crash", "", f"{type(error).__name__}: {error}")]
        name, text = next(iter(files.items()))
        tally = count(folder / name, files[CONFIG], read_plainly(ours), said, text)
        found = [Finding("silent", place) for place in tally.silent]
        return found if theirs is None else [*found, *compared(case, theirs, ours, said)]

    def theirs(self, files: Mapping[str, bytes], folder: Path) -> str | None:
        """What the reference writes; None where it refuses the input, crashes, or does not end."""
        for name, data in files.items():
            (folder / name).write_bytes(data)
        spec, output = next(iter(files)), folder / "out.json"
        output.unlink(missing_ok=True)

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
            resource.setrlimit(resource.RLIMIT_CPU, (self.seconds, self.seconds))

        try:
            done = subprocess.run(
                [self.program, "generate", "--config", CONFIG, "--output", output.name, spec],
                cwd=folder,
                capture_output=True,
                preexec_fn=limit,
                env={**os.environ, "GOGC": "400", "GOMAXPROCS": "1", "GOTRACEBACK": "none"},  # a third less time
                check=False,
                timeout=10 * self.seconds,
            )
        except subprocess.TimeoutExpired:  # it waits for itself, and takes no CPU time
            return None
        return output.read_text(encoding="utf-8") if done.returncode == 0 and output.exists() else None


def mapped(api: tuple[str, bytes], config: tuple[str, bytes]) -> tuple[str, list[Entry]]:
    """The code spec and the diagnostics. Raises MappingError or OverBudget."""
    documents = Documents(budget=Budget())
    description = Api(documents.add(Document(*api)), documents)
    mapping = Inputs(description, parse_config(Document(*config))).map()
    return write_code_spec(mapping), [diagnostic_data(diagnostic) for diagnostic in mapping.diagnostics]


def compared(case: Case, theirs: str, ours: str, said: list[Entry]) -> list[Finding]:
    """What differs in two code specs without a diagnostic, and diagnostics of a difference where there is none."""
    left, right = read_entities(theirs), read_entities(ours)
    asked = [f"{kind} {name}" for section, kind in ENTITIES.items() for name in case["config"].get(section, {})]
    found = []
    for entity in dict.fromkeys([*asked, *left, *right]):
        about = [entry for entry in said if entry.get("entity") in (entity, None)]
        found += of_entity(entity, left.get(entity), right.get(entity), about)
    if left == right and list(left) == list(right) and not found and theirs != ours:
        found.append(Finding("other bytes"))
    return found


def of_entity(entity: str, theirs: Entry | None, ours: Entry | None, said: list[Entry]) -> list[Finding]:
    kind = entity.partition(" ")[0]
    at_root = [entry for entry in said if not entry.get("path") and entry.get("entity")]
    differing = [entry for entry in said if entry["differs_from_reference"] and entry.get("entity")]
    if theirs is None and ours is None:
        return [] if at_root else [Finding(f"{kind} lost without a diagnostic", entity)]
    if theirs is None or ours is None:
        if ours is not None and any(entry in differing for entry in at_root):
            return []
        return [Finding(f"{kind}: only {'ours' if theirs is None else 'the reference has it'}", entity)]
    if theirs == ours and str(theirs) == str(ours):
        return [
            Finding(f"{kind}: {entry['code']} says that it differs", f"{entity}: {entry.get('path') or '(root)'}")
            for entry in differing
        ]
    return [Finding(f"{kind}: {it.facet}", f"{entity}: {it.path}", it.detail) for it in unexplained(theirs, ours, said)]


def read_plainly(text: str) -> Entry:
    import json

    found: Entry = json.loads(text)
    return found
