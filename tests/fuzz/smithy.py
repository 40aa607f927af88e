"""A grammar of Smithy models: every type of shape, mixins, applied traits, and names that lead nowhere at times.

A case is that of the target `model`: JSON with the `model` and its `config`.
"""

import json
from random import Random
from typing import Any

from .mutate import change_tree
from .splice import HOSTILE

_BUILT_IN = (
    "String Blob BigInteger BigDecimal Timestamp Document Boolean Integer Long Double Unit PrimitiveLong".split()
)
_SIMPLE = "blob boolean string byte short integer long float double bigInteger bigDecimal timestamp document".split()
_NESTED = "structure structure structure union list set map enum intEnum".split()
_NAMES = "Cage Lock Name Size Keeper Aviary Tag lock_of String Set Input Output".split()
_TEXTS = ["<p>A text.</p>", "<code>a</code>", "", "a\nb", *HOSTILE]


def seed(random: Random) -> bytes:
    """A model with a Kind or two, and settings for it."""
    return _encode({"model": _Grammar(random).model(), "config": _config(random)})


def changed(data: bytes, random: Random) -> bytes:
    """The case with a few values changed, or another one."""
    if random.randrange(4) == 0:
        return seed(random)
    case = json.loads(data)
    tree = case[random.choice(["model", "model", "model", "config"])]
    for _ in range(random.randrange(1, 6)):
        change_tree(tree, random)
    try:
        return _encode(case)
    except (ValueError, RecursionError):
        return data


def _encode(case: dict[str, Any]) -> bytes:
    return json.dumps(case).encode("utf-8", "surrogatepass")


class _Grammar:
    """Makes one model. Names of shapes are given away before their definitions, so that they refer to each other."""

    def __init__(self, random: Random) -> None:
        self.random = random
        space = random.choice(["a", "a", "b.c"])
        names = {f"{space}#{self._name(i)}" for i in range(random.randrange(1, 24))}
        self.types = {name: random.choice(_NESTED if random.randrange(3) else _SIMPLE) for name in sorted(names)}
        self.mixins = [f"a#Mixin{i}" for i in range(random.randrange(4))]

    def _name(self, number: int) -> str:
        return f"{self.random.choice(_NAMES)}{number if self.random.randrange(8) else ''}"

    def _seldom(self) -> bool:
        """Whether something invalid is made: most models are to be taken."""
        return self.random.randrange(200) == 0

    def model(self) -> dict[str, Any]:
        random = self.random
        shapes = {
            name: self._shape("structure", [] if self._seldom() else self.mixins[:number])
            for number, name in enumerate(self.mixins)
        }
        for name in self.mixins:
            details = random.choice([{}, {"localTraits": ["smithy.api#documentation", "smithy.api#length"]}])
            shapes[name]["traits"]["smithy.api#mixin"] = details
        shapes |= {name: self._shape(kind, self.mixins) for name, kind in self.types.items()}
        for name in random.sample(list(shapes), random.randrange(len(shapes) + 1)):
            for member in list(shapes[name].get("members", ()))[:2]:
                shapes[f"{name}${member}"] = {"type": "apply", "traits": self._traits()}
        if self._seldom():
            shapes["a#Nowhere$b"] = {"type": "apply", "traits": {}}
        operations = {}
        for noun in random.sample(_NAMES, random.randrange(1, 4)):
            for verb in random.sample(("Create", "Create", "Describe", "Delete", "Update", "List"), 3):
                operations[f"a#{verb}{noun}"] = self._operation()
        bound = [{"target": name} for name in operations]
        service: dict[str, Any] = {"type": "service", "version": "2026", "operations": bound[1:]}
        service["traits"] = {"aws.api#service": {"sdkId": random.choice(["Zoo", "Neptune", "A B-c"])}}
        if random.randrange(4) == 0:
            service["rename"] = {random.choice(list(self.types)): self._name(99)}
        resource = {"type": "resource", "create": bound[0], "operations": bound[1:2]}
        shapes |= {**operations, "a#Resource": resource, "a#Service": service}
        return {"smithy": random.choice(["1.0", "2.0", "2", "2.1"]), "metadata": {}, "shapes": shapes}

    def _operation(self) -> dict[str, Any]:
        found: dict[str, Any] = {"type": "operation", "traits": self._traits(), "errors": []}
        structures = [name for name, kind in self.types.items() if kind == "structure"]
        payloads = list(self.types) if self._seldom() else [*structures, *structures, "smithy.api#Unit"]
        for part in ("input", "output"):
            if self.random.randrange(6):
                found[part] = {"target": self.random.choice(payloads)}
        return found

    def _member(self) -> dict[str, Any]:
        target = self.random.choice([f"smithy.api#{self.random.choice(_BUILT_IN)}", *self.types])
        target = "a#Nowhere" if self._seldom() else target
        return {"target": target, "traits": self._traits()} if self.random.randrange(3) else {"target": target}

    def _shape(self, kind: str, mixins: list[str]) -> dict[str, Any]:
        random = self.random
        found: dict[str, Any] = {"type": kind, "traits": self._traits()}
        if kind in ("list", "set"):
            found["member"] = self._element()
        elif kind == "map":
            found |= {"key": {"target": "smithy.api#String"}, "value": self._element()}
        elif kind in ("structure", "union"):
            found["members"] = {self._name(i): self._member() for i in range(random.randrange(8))}
        elif kind in ("enum", "intEnum"):
            values: list[Any] = ["a", "b c", "", "é"] if kind == "enum" else [0, -1, 2**70, 1.5]
            found["members"] = {
                f"V{i}": {"target": "smithy.api#Unit", "traits": {"smithy.api#enumValue": random.choice(values)}}
                for i in range(random.randrange(1, 4))
            }
        if mixins and random.randrange(4) == 0 and kind in ("structure", "string"):
            names = random.sample(mixins, random.randrange(1, len(mixins) + 1))
            found["mixins"] = [{"target": name} for name in names]
        return found

    def _element(self) -> dict[str, Any]:
        """What a list or map is of: no list, most of the time, so that lists are not without end."""
        others = [name for name, kind in self.types.items() if kind not in ("list", "set", "map") or self._seldom()]
        return {"target": self.random.choice([*others, "smithy.api#String"])}

    def _traits(self) -> dict[str, Any]:
        random = self.random
        limit = {key: random.choice([0, 1, 9, -1, 2**63, 0.5]) for key in random.sample(("min", "max"), 2)}
        every: dict[str, Any] = {
            "documentation": random.choice(_TEXTS), "required": {}, "sensitive": {}, "idempotencyToken": {},
            "deprecated": random.choice([{}, {"message": "<b>"}]), "length": limit, "range": limit, "error": "client",
            "pattern": random.choice(["^[a-z]+$", "(a+)+$", ".*", "[", "\\p{L}"]), "clientOptional": {},
            "enum": [{"value": random.choice(["a", "b", ""])}, {"name": "x"}, 5],
        }  # fmt: skip
        return {f"smithy.api#{key}": every[key] for key in random.sample(list(every), random.choice([0, 0, 1, 2, 4]))}


def _config(random: Random) -> dict[str, Any]:
    noun = random.choice(_NAMES)
    field = random.choice(_NAMES)
    entry = random.choice([{"is_immutable": True}, {"is_secret": True}, {"is_read_only": True, "type": "string"}, {}])
    config: dict[str, Any] = {"resources": {noun: {"fields": {field: entry}}}} if random.randrange(2) else {}
    if random.randrange(3) == 0:
        config["custom_shapes"] = {"Berth": {"Name": random.choice(["string", "string | required=true", "integer"])}}
    if random.randrange(3) == 0:
        config["ignore"] = {"shape_names": [field], "resource_names": random.sample(_NAMES, 2)}
    return config
