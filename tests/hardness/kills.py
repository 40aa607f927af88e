"""Kills runs at the moment of writing, and looks at what they leave.

A child process stops at every step that changes a file (a temporary file is made, written, brought to the disk or
renamed; a folder is brought to the disk) until it is told to go on, and is killed at one of them. Then each file has
to be whole, every reader has to say so where files are not of one run, and the next run has to repair that.
"""

import contextlib
import io
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mapper.sidecar.consistency import mixed_text, strangers_on_disk
from mkdocs_oasmap.cli import main as oasmap
from mkdocs_oasmap.review.states import Files, read_state, read_version

from ..ack.support import model
from .descriptions import CONFIG, STRING, api, obj

HOOK = """\
import os

def _pausing(name, function):
    def paused(*arguments, **options):
        os.write({told}, (name + "\\n").encode())
        os.read({may_go}, 1)
        return function(*arguments, **options)
    return paused

for _name in ("replace", "fsync", "unlink", "fdopen"):
    setattr(os, _name, _pausing(_name, getattr(os, _name)))
"""
KILLED = {signal.SIGKILL: -9, signal.SIGTERM: -15, signal.SIGINT: 130}
AIMED = 0.6
"""The share of kills between two renames; the others come at any step."""
MIXED = "were not written by one run"


@dataclass(frozen=True)
class Case:
    """A command, the files that it writes, and the sidecar among them."""

    name: str
    arguments: tuple[str, ...]
    sidecar: str
    description: str

    @property
    def system(self) -> str:
        return "ack" if "ack" in self.arguments else "terraform"


CASES = (
    Case("generate", ("generate", "--sidecar", "oasmap.json", "api"), "oasmap.json", "api"),
    Case("apart", ("generate", "--output", "a/spec.json", "--sidecar", "b/oasmap.json", "api"), "b/oasmap.json", "api"),
    Case(
        "ack",
        ("generate", "--system", "ack", "--output", "out", "--sidecar", "out/oasmap.json", "service-2.json"),
        "out/oasmap.json",
        "service-2.json",
    ),
    Case("pages", ("pages", "--audience", "authors", "api", "docs"), "docs/oasmap.json", "api"),
)


@dataclass(frozen=True)
class Outcome:
    """What one kill led to."""

    case: str
    signal: str
    step: str
    state: str
    faults: tuple[str, ...]


def write_inputs(folder: Path, *, new: bool) -> None:
    properties = [("a", STRING), ("b", STRING)][: 2 if new else 1]
    (folder / "api").write_text(api([("A", obj(properties))]))
    (folder / "generator_config.yml").write_text(CONFIG)
    members = "{a: string, b: string}" if new else "{a: string}"
    operations = f"{{CreateThing: {{in: {members}}}, DescribeThing: {{out: {{thing: Thing}}}}}}"
    (folder / "service-2.json").write_bytes(model(operations, f"Thing: {members}"))
    (folder / "generator.yaml").write_text("{}")


def artifacts(folder: Path) -> dict[str, bytes]:
    """All files but the inputs and what tells that a run is not over."""
    inputs = {"api", "generator_config.yml", "service-2.json", "generator.yaml"}
    names = (path for path in sorted(folder.rglob("*")) if path.is_file())
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in names}
    return {name: data for name, data in found.items() if name not in inputs and not name.endswith(".tmp")}


def temporaries(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.tmp")]


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run a command in this process; what it returns, and what it prints."""
    printed = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stderr(printed), contextlib.redirect_stdout(printed):
        return oasmap(list(arguments)), printed.getvalue()


@contextlib.contextmanager
def paused(folder: Path, hooks: Path, case: Case) -> Iterator[tuple[subprocess.Popen[bytes], io.BufferedReader, int]]:
    """A run that stops in front of each step: the process, where it tells the steps, and what lets it go on."""
    (told, tell), (may_go, go) = os.pipe(), os.pipe()
    (hooks / "sitecustomize.py").write_text(HOOK.format(told=tell, may_go=may_go))
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": f"{hooks}{os.pathsep}{root}", "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "mkdocs_oasmap", *case.arguments],
        cwd=folder, env=environment, pass_fds=(tell, may_go), stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(tell)
    os.close(may_go)
    with os.fdopen(told, "rb") as steps:
        try:
            yield process, steps, go
        finally:
            with contextlib.suppress(OSError):
                os.close(go)
            process.kill()
            process.wait()


def count_steps(folder: Path, hooks: Path, case: Case) -> list[str]:
    """The steps of a whole run."""
    found = []
    with paused(folder, hooks, case) as (process, steps, go):
        while step := steps.readline():
            found.append(step.decode().strip())
            os.write(go, b"x")
        assert process.wait() == 0
    return found


def kill_at(folder: Path, hooks: Path, case: Case, step: int, number: signal.Signals) -> int:
    """Kill a run in front of a step; the code that it ends with."""
    with paused(folder, hooks, case) as (process, steps, go):
        for _ in range(step):
            steps.readline()
            os.write(go, b"x")
        steps.readline()
        process.send_signal(number)
        if number is not signal.SIGKILL:  # it is put off: what is under way comes to its end
            with contextlib.suppress(BrokenPipeError):
                os.write(go, b"x")
                while steps.readline():
                    os.write(go, b"x")
        return process.wait()


def look(folder: Path, case: Case, old: dict[str, bytes], new: dict[str, bytes]) -> tuple[str, list[str]]:
    """The state that a kill left (*old*, *new*, *mixed* or *partly*), and what is wrong with it."""
    found, faults = artifacts(folder), []
    for name, data in found.items():
        if data not in (old.get(name), new.get(name)):
            faults.append(f"{name} is neither the old file nor the new one")
    if any(name not in found for name in old if name in new):
        faults.append("a file is gone")
    related = [name for name in found if name == case.sidecar or name in listed(folder / case.sidecar, folder)]
    ages = {"old" if found[name] == old.get(name) else "new" for name in related if old.get(name) != new.get(name)}
    state = "mixed" if len(ages) == 2 else ages.pop() if ages else "old"
    says = dict(readers(folder, case))
    for name, text in says.items():
        if (MIXED in text) != (state == "mixed"):
            faults.append(f"{name} says {text!r} of files that are {state}")
    return state, faults


def listed(sidecar: Path, folder: Path) -> set[str]:
    names = json.loads(sidecar.read_text())["artifacts"]
    return {os.path.relpath((sidecar.parent / name).resolve(), folder.resolve()) for name in names}


def readers(folder: Path, case: Case) -> Iterator[tuple[str, str]]:
    """What each reader of a sidecar says of it."""
    sidecar = folder / case.sidecar
    with contextlib.chdir(folder):
        yield "the function", mixed_text("x", names) if (names := strangers_on_disk(sidecar, folder)) else ""
        yield "baseline", " ".join(read_state(case.sidecar, Files((), folder)).doubts)
        yield "versions", " ".join(read_version(sidecar, folder, case.system).doubts)
    yield "diff", run(folder, "diff", case.sidecar, case.description)[1]
    yield "diff --format github", run(folder, "diff", "--format", "github", case.sidecar, case.description)[1]
    recorded = ("diff", "--recorded", case.sidecar, case.description, case.description)
    yield "--recorded", run(folder, *recorded)[1]
    if case.arguments[0] == "generate":
        yield "check", run(folder, "check", *case.arguments[1:])[1]


def trial(case: Case, number: signal.Signals, choose: random.Random, share: float = AIMED) -> Outcome:
    """Make the old files, kill the run that makes the new ones, look, and run again.

    `share` is how many of the kills come before the last rename.
    """
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as hooks:
        folder = Path(name)
        for inner in ("a", "b", "out"):
            (folder / inner).mkdir()
        write_inputs(folder, new=True)
        run(folder, *case.arguments)
        new = artifacts(folder)
        write_inputs(folder, new=False)
        run(folder, *case.arguments)
        old = artifacts(folder)
        write_inputs(folder, new=True)
        names = count_steps_of(case)
        between = [index for index, step in enumerate(names) if step == "replace"][1:][-2:]
        step = choose.choice(between if choose.random() < share else range(len(names)))
        code = kill_at(folder, Path(hooks), case, step, number)
        state, faults = look(folder, case, old, new)
        if code != KILLED[number]:
            faults.append(f"it ended with {code}")
        if number is not signal.SIGKILL and (left := temporaries(folder)):
            faults.append(f"{left} are left")
        for path in folder.rglob("*.tmp"):
            os.utime(path, (0, 0))  # younger ones may be those of a run that goes on
        again, printed = run(folder, *case.arguments)
        if again or artifacts(folder) != new:
            faults.append(f"the next run does not repair it: {printed}")
        if (MIXED in printed) != (state == "mixed"):
            faults.append(f"the next run says {printed!r} of files that are {state}")
        if left := temporaries(folder):
            faults.append(f"the next run leaves {left}")
        return Outcome(case.name, number.name, names[step], state, tuple(faults))


STEPS: dict[str, list[str]] = {}


def count_steps_of(case: Case) -> list[str]:
    """The steps of a run of this case, counted once."""
    if case.name not in STEPS:
        with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as hooks:
            folder = Path(name)
            for inner in ("a", "b", "out"):
                (folder / inner).mkdir()
            write_inputs(folder, new=False)
            run(folder, *case.arguments)
            write_inputs(folder, new=True)
            STEPS[case.name] = count_steps(folder, Path(hooks), case)
    return STEPS[case.name]


def trials(count: int, seed: int) -> Iterator[Outcome]:
    """So many kills: three of four by SIGKILL, the others by SIGTERM and SIGINT in turn."""
    choose = random.Random(seed)
    for index in range(count):
        number = (signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, (signal.SIGTERM, signal.SIGINT)[index // 4 % 2])[
            index % 4
        ]
        yield trial(CASES[index // 2 % len(CASES)], number, choose)
