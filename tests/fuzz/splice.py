"""Cases for whole runs: a real description or model, what is asked of it, and changes of all of that.

A case is JSON, so that it can be kept and run again: `api` (the text of a description, JSON or YAML), `asked`
(policies, and entries of a config that are laid over what is proposed), `overlay` (actions) and `old` (how the sidecar
is changed that it is compared with); or `model` and `config`, for AWS. Real ones are those of the corpus, where it is
there, and our own.
"""

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import yaml

from mapper.inputs import Document
from mapper.inputs.store import unpacked
from mapper.report.budget import Budget
from mapper.systems.terraform.config.policies import CHOICES
from tests.test_properties import NAMES, TEXTS, entity_schema

from .. import zoo
from .mutate import Place, change_tree, places

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
PET = "Pet: {type: object, properties: {id: {type: integer}, tags: {type: array, items: {type: string}}}}\n"
LARGEST = 120_000
"""Bytes of a description that is taken."""

Model = tuple[dict[str, Any], dict[str, Any]]
"""An AWS API model and a generator.yaml, as plain data."""


@cache
def descriptions() -> tuple[str, ...]:
    """Descriptions as JSON, the smallest first."""
    return tuple(sorted(dict.fromkeys(_descriptions()), key=len))


def _descriptions() -> Iterator[str]:
    own = ("example_site/api/openapi.yaml", "tests/go_code/providers/workshop.yaml", "tests/fuzz/openapi_3_2.yaml")
    paths = [ROOT / path for path in own]
    for folder in ("realworld", "reference"):
        paths += sorted((CORPUS / folder).glob("*/openapi.*"))
    for path in paths:
        if path.stat().st_size <= LARGEST:
            yield json.dumps(Document(path.name, path.read_bytes()).root)
    yield json.dumps(Document("zoo.yaml", zoo.api(PET).encode()).root)


@cache
def models() -> tuple[str, ...]:
    """AWS API models and their configs, each pair as JSON."""
    return tuple(sorted(map(json.dumps, _models()), key=len))


def _models() -> Iterator[Model]:
    for folder in [ROOT / "example_site" / "ack", *sorted((CORPUS / "ack").glob("*"))]:
        config = folder / "generator.yaml"
        for path in sorted(folder.glob("service-2.json*")):
            if config.is_file() and path.stat().st_size <= LARGEST // 4:
                data = unpacked(path.read_bytes(), path.name, Budget())
                yield Document(path.name, data).root, Document(config.name, config.read_bytes()).root


LONGEST = 400_000
"""Bytes of a description at most."""

HOSTILE = [
    *TEXTS, "{{ 7919*104729 }}", "Use `{{ x }}` here.", "a\n\n```\n{{ x }}\n--8<-- \".env\"\n```\n", "    {% raw %}\n",
    "{{< x >}}", "::: x", "<script>x</script>", "[a](javascript:x)", "\x1b[2J", "\u202e", "**a " * 400, "[" * 40 + "](",
    "<!--" * 400, "a#" + "\n" * 2000 + "b", "_a " * 400, "x" * 20_000, "https://a" + ")" * 400, "a\n===\n",
    "| a |\n|---|\n", "\\", "&amp;",
]  # fmt: skip
_TARGETS = [
    "$", "$.info", "$.paths", "$.paths.*", "$.paths[*][*]", "$.components.schemas.*", "$..properties.*", "$..required",
    "$..[?@.type == 'string']", "$..[?search(@.description, 'a')]", "$..[?match(@.type, @.format)]", "$..*..*",
    "$..enum", "$..[?@.properties]", "$..[?count(@.*) > 3]", "$..parameters[0]", "$..['$ref']", "$..oneOf[1:]",
    "$..[?@.a[?@.b]]",
]  # fmt: skip


def seed(target: str, random: Random) -> bytes:
    """A case of which nothing is changed yet. The small ones come more often than the large."""
    if target == "model":
        model, config = json.loads(_small(models(), random))
        return _encode({"model": model, "config": config})
    case: dict[str, Any] = {"api": _small(descriptions(), random), "asked": _asked(random)}
    return _encode(case)


def _small(texts: tuple[str, ...], random: Random) -> str:
    return texts[min(random.randrange(len(texts)), random.randrange(len(texts)))]


def change(data: bytes, random: Random) -> bytes:
    """The case with a few changes to one part of it, or to several."""
    case = json.loads(data)
    if "model" in case:
        tree = case[random.choice(["model", "model", "config"])]
        for _ in range(random.randrange(1, 6)):
            _change(tree, random)
        return _kept(case, data)
    kind = random.randrange(10)
    if kind == 0:
        case["asked"] = _asked(random)
    elif kind == 1:
        case["overlay"] = [_action(random) for _ in range(random.randrange(1, 5))]
    elif kind == 2:
        case["old"] = random.randrange(2**32)  # the sidecar of this description, changed with this seed
    else:
        case["api"] = _changed_text(case["api"], random)
    return _kept(case, data)


def changed_sidecar(text: str, number: int) -> bytes:
    """A sidecar, broken as somebody else's may be."""
    random = Random(number)
    tree = json.loads(text)
    for _ in range(random.randrange(1, 6)):
        _change(tree, random)
    return _encode(tree)


def _encode(case: Any) -> bytes:
    return json.dumps(case).encode()


def _kept(case: Any, before: bytes) -> bytes:
    try:
        data = _encode(case)
    except (ValueError, RecursionError):  # a cycle, or deeper than the encoder goes
        return before
    return data if len(data) <= 2 * LONGEST else before


def _asked(random: Random) -> dict[str, Any]:
    """Policies and entries for what `oasmap init` proposes."""
    chosen = random.sample(list(CHOICES), random.randrange(len(CHOICES)))
    policies: dict[str, Any] = {policy: random.choice(CHOICES[policy]) for policy in chosen}
    policies |= {"recursion_depth": random.randrange(3)} if random.randrange(2) else {}
    schemas = [entity_schema(random, part) if random.randrange(3) == 0 else {} for part in ("create", "read")]
    return {"policies": policies, "schemas": schemas}


def _action(random: Random) -> dict[str, Any]:
    action: dict[str, Any] = {"target": random.choice(_TARGETS)}
    if random.randrange(3) == 0:
        return {**action, "remove": True}
    updates: list[Any] = [
        {"description": random.choice(HOSTILE)}, {random.choice(NAMES): {"type": "string"}}, ["a"],
        {"required": ["id"]}, {"properties": {random.choice(NAMES): {"$ref": "#/components/schemas/none"}}},
        {"l": {}, "r": {}}, {"enum": [1, "a"]},
    ]  # fmt: skip
    return {**action, "update": random.choice(updates)}


def _changed_text(text: str, random: Random) -> str:
    """A description with changes. What is YAML already (it has aliases then) is changed as a text."""
    try:
        tree = json.loads(text)
    except ValueError:
        at = random.randrange(len(text))
        return (
            text[:at]
            + random.choice(["", " ", "a", "\n", "*id001", "- ", "{{ x }}"])
            + text[at + random.randrange(20) :]
        )
    for _ in range(random.randrange(1, 6)):
        _change(tree, random)
    if random.randrange(8) == 0:
        return _aliased(tree, random)
    try:
        changed = json.dumps(tree)
    except (ValueError, RecursionError):
        return text
    return changed if len(changed) <= LONGEST else text


def _change(tree: Any, random: Random) -> None:
    found = [*places(tree)]
    if not found:
        return
    changes: list[Callable[[], object]] = [
        lambda: change_tree(tree, random),
        lambda: change_tree(tree, random),
        lambda: _graft(found, random),
        lambda: _rename(found, random),
        lambda: _say(found, random),
        lambda: _amplify(tree, found, random),
    ]
    random.choice(changes)()


def _graft(found: list[Place], random: Random) -> None:
    """A part of another description in the place of one of this."""
    other = [*places(json.loads(random.choice(descriptions()[:20])))]
    holder, key = random.choice(found)
    donor, donor_key = random.choice(other)
    holder[key] = donor[donor_key]


def _rename(found: list[Place], random: Random) -> None:
    """A member with another name of the same description, or an odd one."""
    holder, key = random.choice(found)
    other, other_key = random.choice(found)
    if isinstance(holder, dict) and isinstance(other, dict):
        holder[random.choice([other_key, *NAMES, "x" * 300, "../x", "__proto__"])] = holder.pop(key)


def _say(found: list[Place], random: Random) -> None:
    """An odd text where there is one."""
    texts = [(holder, key) for holder, key in found if isinstance(holder[key], str)]
    if texts:
        holder, key = random.choice(texts)
        holder[key] = random.choice(HOSTILE)


def _amplify(tree: Any, found: list[Place], random: Random) -> None:
    """Something large behind a reference that stands in many places."""
    if not isinstance(tree, dict) or not isinstance(tree.get("components"), dict):
        return
    schemas = tree["components"].setdefault("schemas", {})
    large = [{"type": "string", "enum": [*range(3_000)]}, {"type": "string", "description": "x" * 30_000}]
    large += [{"type": "string", "pattern": "a" * 10_000}, {"type": "string", "default": "y" * 10_000}]
    if isinstance(schemas, dict):
        schemas["Large"] = random.choice(large)
        for holder, key in random.sample(found, min(len(found), 200)):
            if isinstance(holder[key], dict) and "type" in holder[key]:
                holder[key] = {"$ref": "#/components/schemas/Large"}


def _aliased(tree: Any, random: Random) -> str:
    """YAML in which parts stand in several places, also in themselves."""
    found = [(holder, key) for holder, key in places(tree) if isinstance(holder[key], dict | list)]
    for _ in range(random.randrange(1, 5)):
        if len(found) > 1:
            holder, key = random.choice(found)
            other, other_key = random.choice(found)
            holder[key] = other[other_key]
    return str(yaml.dump(tree, Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper), sort_keys=False))
