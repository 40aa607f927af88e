"""What the author of a provider wants of well-known APIs, and how much of that `oasmap init` proposes.

A file of this folder is named after a folder of `corpus/large`. It has

- `provider`: the name of the provider;
- `scope`: patterns for paths; what is proposed elsewhere is not looked at (everything, where there is none);
- `resources`: what is wanted, one line each, `NAMES: CREATE | OPERATIONS | ENVELOPE | ID | REASON`;
- `either`: paths of what is neither wanted nor unwanted, with the reason.

NAMES are those that say what the resource is, with a slash between them. CREATE is `POST ..` for the collection, a
method alone for the path of the resource itself, else a method and a path. OPERATIONS are methods and the path that
they are of, several paths with `;` between them, alternatives of one part with a slash (`PUT/PATCH`). ENVELOPE is the
pointer to the object in the response of read, `+request` where the request body of create has it too. ID is the path
parameter that is a property of the body, `=` that property (`id` where it is left out). `-` stands for none, and for
an ID that is not looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import yaml

from mapper.systems.terraform.openapi.routes import Shape, shape_of

FOLDER = Path(__file__).parent
CORPUS = Path(__file__).parents[5] / "shared" / "corpus" / "large"
KEPT_BACK = ("adyen-management-yaml", "datadog-v1", "docusign", "gcp-compute")
"""Never looked at while `init` is worked on."""


@dataclass(frozen=True)
class Wanted:
    """One resource that an author wants: operations as pairs of a method and the shape of a path."""

    names: tuple[str, ...]
    create: tuple[str, Shape]
    read: Shape
    updates: frozenset[tuple[str, Shape]]
    delete: Shape | None
    envelope: str
    request: bool
    alias: tuple[str, str] | None


@dataclass(frozen=True)
class Expected:
    """What is wanted of one API."""

    api: str
    provider: str
    scope: tuple[str, ...]
    wanted: tuple[Wanted, ...]
    either: frozenset[Shape]

    def covers(self, path: str) -> bool:
        """Whether what reads this path is looked at."""
        return not self.scope or any(fnmatchcase(path, pattern) for pattern in self.scope)


@dataclass
class Judgement:
    """What was found: names of proposals, with what is wrong of them; `missing` are names of what is wanted."""

    wanted: int
    found: list[str] = field(default_factory=list)
    either: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    envelopes: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    asked_ids: int = 0

    @property
    def precision(self) -> float:
        """The part of what is proposed that is wanted."""
        judged = len(self.found) + len(self.wrong)
        return len(self.found) / judged if judged else 0

    @property
    def recall(self) -> float:
        """The part of what is wanted that is proposed."""
        return len(self.found) / self.wanted if self.wanted else 0


def files() -> list[Path]:
    """The files of this folder, those of APIs that are kept back last."""
    return sorted(FOLDER.glob("*.yml"), key=lambda path: (path.stem in KEPT_BACK, path.stem))


def read_expected(path: Path) -> Expected:
    """One file. Raises ValueError for a line that cannot be read."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    return Expected(
        path.stem,
        data["provider"],
        tuple(data.get("scope", ())),
        tuple(_wanted(names, line) for names, line in data["resources"].items()),
        frozenset(shape_of(entry) for entry in data.get("either") or {}),
    )


def _wanted(names: str, line: str) -> Wanted:
    create, operations, envelope, identifier, why = line.split(" | ")
    if not why:
        raise ValueError(f"{names}: there is no reason")
    found = [(method, path) for methods, path in _parts(operations) for method in methods]
    read = next(shape_of(path) for method, path in found if method == "GET")
    made = _create(create, read)
    changes = {(method, shape_of(path)) for method, path in found if method in ("PUT", "PATCH", "POST")}
    updates = changes - {made} or changes
    parameter, _, target = identifier.partition("=")
    return Wanted(
        tuple(names.split("/")),
        made,
        read,
        frozenset(updates),
        next((shape_of(path) for method, path in found if method == "DELETE"), None),
        "" if envelope == "-" else envelope.removesuffix("+request"),
        envelope.endswith("+request"),
        None if identifier == "-" else (parameter, target or "id"),
    )


def _parts(operations: str) -> Iterator[tuple[list[str], str]]:
    for part in operations.split("; "):
        *methods, path = part.split()
        yield [method for entry in methods for method in entry.split("/")], path


def _create(create: str, read: Shape) -> tuple[str, Shape]:
    method, _, path = create.partition(" ")
    return method, shape_of(path) if path.startswith("/") else read[:-1] if path else read


def judge(expected: Expected, resources: dict[str, Any], marked: frozenset[str] = frozenset()) -> Judgement:
    """Compare the `resources` of a generator config; those that are `marked` as deprecated count neither way."""
    result = Judgement(len(expected.wanted))
    wanted = {entry.read: entry for entry in expected.wanted}
    for name, entity in resources.items():
        read = shape_of(entity["read"]["path"])
        if not expected.covers(entity["read"]["path"]):
            continue
        entry = wanted.get(read)
        if entry is None:
            (result.either if name in marked or read in expected.either else result.wrong).append(name)
        elif differs := _difference(entry, entity):
            result.wrong.append(f"{name} ({differs})")
        else:
            del wanted[read]
            result.found.append(name)
            _judge_details(result, entry, name, entity)
    result.missing = [entry.names[0] for entry in wanted.values()]
    return result


def _judge_details(result: Judgement, entry: Wanted, name: str, entity: dict[str, Any]) -> None:
    if name not in entry.names:
        result.names.append(f"{name} (for {entry.names[0]})")
    pointer = entity["read"].get("response", {}).get("pointer") or ""
    request = entity["create"].get("request", {}).get("pointer") or ""
    if (pointer, bool(request)) != (entry.envelope, entry.request):
        result.envelopes.append(f"{name} ({pointer or 'none'} for {entry.envelope or 'none'})")
    if entry.alias:
        result.asked_ids += 1
        aliases = entity.get("schema", {}).get("attributes", {}).get("aliases", {})
        parameter, target = entry.alias
        if parameter != target and aliases.get(parameter) != target:
            result.ids.append(f"{name} ({parameter} is {aliases.get(parameter, 'itself')}, not {target})")


def _difference(entry: Wanted, entity: dict[str, Any]) -> str:
    create = (entity["create"]["method"], shape_of(entity["create"]["path"]))
    if create != entry.create:
        return f"create is {create[0]} /{'/'.join(create[1])}"
    update = entity.get("update")
    if update is None:
        # PUT and POST of the path itself may be left to create
        if entry.updates and entry.updates != {entry.create}:
            return "no update"
    elif (update["method"], shape_of(update["path"])) not in entry.updates:
        return f"update is {update['method']} {update['path']}"
    delete = shape_of(entity["delete"]["path"]) if "delete" in entity else None
    return "" if delete == entry.delete else "delete is " + (entity["delete"]["path"] if delete else "missing")
