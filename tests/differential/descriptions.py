"""Random small OpenAPI descriptions with a generator config."""

import re
from random import Random
from typing import Any

from .peer import MARKS, Case
from .spellings import Raw
from .vocabulary import (
    CODES,
    COMPONENTS,
    FLOATS,
    FORMATS,
    INTEGERS,
    LARGE,
    MEDIA,
    NOT_FINITE,
    ODD,
    PATTERNS,
    RARE_TEXTS,
    SIMPLE,
    TEXTS,
    TYPES,
    USUAL_FORMATS,
    USUAL_TEXTS,
    YAML_NUMBERS,
    YAML_WORDS,
)

Schema = dict[str, Any]


def description_case(random: Random) -> Case:
    """`api`, `config`, and the `style` in which the description is written."""
    return _Descriptions(random).case()


class _Values:
    """Scalars. How many of them are odd is drawn once for a description: most have few, or none."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.odd = random.choice([0.0, 0.0, 0.01, 0.03, 0.08])
        self.odd_values = random.choice([0.0, 0.1, 0.3])
        self.fatal = random.random() < 0.02  # what stops the reference
        self.style = random.choice(["json", "flow", "block"])
        self.names: list[str] = []

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def strange(self) -> bool:
        """Whether to choose something unusual."""
        return self.chance(self.odd)

    def text(self) -> str:
        if self.chance(self.odd_values):
            return self.random.choice(TEXTS if self.chance(0.97) else RARE_TEXTS)
        return self.random.choice(USUAL_TEXTS)

    def name(self) -> str:
        name = self.random.choice(ODD if self.chance(self.odd_values / 3) else SIMPLE)
        self.names.append(name)
        return name

    def number(self, kind: str = "integer") -> Raw:
        pool = INTEGERS
        if self.chance(self.odd_values):
            pool = self.random.choice([LARGE, FLOATS, INTEGERS, YAML_NUMBERS if self.style != "json" else FLOATS])
        elif kind == "number" and self.chance(0.5):
            pool = FLOATS[:8]
        return Raw(self.random.choice(pool))

    def value(self, kind: str) -> Any:
        """A default or an entry of an enum, mostly of the type."""
        if self.chance(self.odd_values / 2):
            kind = self.random.choice(["string", "integer", "number", "boolean", "null", "list", "map"])
        if kind in ("integer", "number"):
            return self.number(kind)
        if self.style != "json" and self.chance(self.odd_values / 4):
            return Raw(self.random.choice([word for word in YAML_WORDS if self.fatal or word not in NOT_FINITE]))
        values = {
            "string": self.text(),
            "boolean": self.chance(0.5),
            "null": None,
            "list": ["a"],
            "map": {"a": Raw("1")},
        }
        return values.get(kind, "a")

    def limits(self, *names: str) -> Schema:
        drawn = [name for name in names if self.chance(0.3)]
        return {name: self.value("integer") if self.chance(self.odd_values / 8) else self.number() for name in drawn}


class _Schemas(_Values):
    """Schemas, most of them with properties that the reference maps."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.shared = COMPONENTS[: random.randrange(1, 6)]
        self.wrappers = random.random() < 0.05  # texts next to compositions: a known difference that hides others

    def schema(self, depth: int = 0) -> Any:
        share = self.random.random()
        if self.strange():
            return self.random.choice(
                [
                    *({}, True, False, None, "x", {"description": "No type."}, {"enum": ["a"]}, {"type": "object"}),
                    *({"items": {"type": "string"}}, {"const": "a"}),
                ]
            )
        if depth > 3 or share < 0.45:
            return self.scalar()
        if share < 0.58:
            return self.reference()
        if share < 0.72:
            return self.array(depth)
        if share < 0.82:
            return self.object(depth)
        if share < 0.9:
            value = self.schema(depth + 1)
            if self.strange():
                value = self.random.choice([{}, [self.scalar()], None, Raw("1")])
            limits = self.limits("minProperties", "maxProperties")
            return self.with_keywords({"type": "object", "additionalProperties": value} | limits, "map")
        return self.composition(depth)

    def with_keywords(self, schema: Schema, kind: str) -> Schema:
        """A schema with keywords that every type has."""
        more: Schema = {}
        if self.chance(0.4):
            more["description"] = self.random.choice([None, Raw("5"), ["a"], ""]) if self.strange() else self.text()
        if self.chance(0.15):
            more["default"] = self.value(kind)
        if self.chance(0.15):
            more["enum"] = [self.value(kind) for _ in range(self.random.randrange(1, 4))]
        if self.chance(0.03):
            more["const"] = self.value(kind)
        if self.chance(0.08):
            more["deprecated"] = "true" if self.strange() else self.chance(0.8)
        more |= {keyword: True for keyword in ("readOnly", "writeOnly", "nullable") if self.chance(0.06)}
        if self.chance(0.05):
            keyword = self.random.choice(["title", "example", "x-note", "examples", "$comment", "externalDocs", "xml"])
            more[keyword] = self.random.choice(["x", {"a": "b"}])
        if self.strange():
            keywords = ["Minimum", "Description", "context", "maxlength", "Enum", "$id", "$schema", "contentEncoding"]
            more[self.random.choice(keywords)] = self.random.choice([Raw("1"), "x", {"type": "string"}])
        if self.strange():
            keyword = self.random.choice(["not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems"])
            values = [{"type": "string"}, {"$ref": "#/components/schemas/Alpha"}, {}, True, False, None, Raw("1")]
            more[keyword] = self.random.choice(values)
        schema = {**schema, **more}
        if self.strange():
            names = list(schema)
            self.random.shuffle(names)
            schema = {name: schema[name] for name in names}
        return schema

    def scalar(self) -> Schema:
        kind = self.random.choice(TYPES)
        schema: Schema = {"type": kind}
        if self.chance(0.3):
            schema["format"] = self.random.choice(FORMATS if self.chance(0.1) else USUAL_FORMATS[kind])
        if kind == "string":
            schema |= self.limits("minLength", "maxLength")
            if self.chance(0.1):
                schema["pattern"] = self.random.choice([None, "(", Raw("5")] if self.strange() else PATTERNS)
        elif kind != "boolean":
            schema |= self.limits("minimum", "maximum")
            if self.strange() or self.chance(0.03):
                schema |= {"exclusiveMinimum": self.random.choice([True, Raw("3")]), "multipleOf": Raw("2")}
        if self.chance(0.1):
            lists = [[kind, "null"], ["null", kind], [kind], ["string", "integer"], ["boolean", "string"]]
            schema["type"] = self.random.choice(lists)
        if self.strange():
            odd = [["string", "integer", "null"], "null", "String", [], None, Raw("5"), "file", ["object", "array"]]
            schema["type"] = self.random.choice([*odd, ["integer", "number"]])
        return self.with_keywords(schema, kind)

    def reference(self) -> Schema:
        if not self.shared:
            return self.scalar()
        schema: Schema = {"$ref": f"#/components/schemas/{self.random.choice(self.shared)}"}
        if self.fatal and self.chance(0.05):
            schema["$ref"] += "Missing"
        if self.chance(0.05):
            beside = [{"description": self.text()}, {"deprecated": True}, {"default": "a"}]
            schema |= self.random.choice([*beside, {"properties": {self.name(): {"type": "string"}}}])
        return schema

    def array(self, depth: int) -> Schema:
        schema = {"type": "array", "items": self.schema(depth + 1)} | self.limits("minItems", "maxItems")
        if self.chance(0.25):
            schema["format"] = "set"
        if self.chance(0.2):
            schema["uniqueItems"] = self.chance(0.8)
        if self.strange():
            schema["items"] = self.random.choice([{}, True, [self.scalar()], None])
        if self.fatal and self.chance(0.05):
            del schema["items"]
        return self.with_keywords(schema, "list")

    def object(self, depth: int, *, root: bool = False) -> Schema:
        schema: Schema = {"type": "object"} if self.chance(0.85) else {}
        names = [self.name() for _ in range(self.random.randrange(1, 6 if root else 4))]
        schema["properties"] = {name: self.schema(depth + 1) for name in names}
        if self.strange():
            schema |= {"type": "object", "properties": self.random.choice([{}, None, []])}
        if self.chance(0.4):
            schema["required"] = [name for name in dict.fromkeys(names) if self.chance(0.5)]
            schema["required"] += ["absent"] * self.strange()
        if self.chance(0.08):
            values: list[Any] = [True, False]
            if self.strange() or self.chance(0.2):
                values += [{}, {"type": "string"}, None, Raw("1")]
            schema["additionalProperties"] = self.random.choice(values)
        if self.chance(0.04):
            schema |= self.limits("minProperties", "maxProperties")
        if self.strange():
            keyword = self.random.choice(["patternProperties", "dependentSchemas"])
            schema[keyword] = {"^x": {"properties": {self.name(): {"type": "string"}}}}
        return self.with_keywords(schema, "object") if self.chance(0.5) else schema

    def composition(self, depth: int) -> Schema:
        keyword = self.random.choice(["allOf", "anyOf", "oneOf"])
        entries: list[Any]
        if keyword == "allOf":
            entries = [self.schema(depth + 1)]
        elif self.chance(0.6):
            entries = [self.schema(depth + 1), {"type": "null"}]
        else:
            entries = [{"type": "string"}, {"type": self.random.choice(["integer", "number", "boolean"])}]
        if self.chance(0.3):
            entries.reverse()
        if self.strange():
            entries = [self.schema(depth + 1) for _ in range(self.random.randrange(4))]
        schema: Schema = {keyword: entries}
        if self.wrappers and self.chance(0.5):
            schema["description"] = self.text()
        if self.chance(0.1):
            beside = [{"type": "object"}, {"default": "a"}, {"deprecated": True}, {"nullable": True}, {"title": "T"}]
            beside += [
                {"maxLength": Raw("3")},
                {"required": ["name"]},
                {"properties": {self.name(): {"type": "string"}}},
            ]
            schema |= self.random.choice(beside)
        return schema

    def component(self, index: int) -> Any:
        """A shared schema. It refers only to later ones, so that few descriptions are recursive."""
        everything = self.shared
        self.shared = everything if self.fatal else everything[index + 1 :]
        schema = self.object(1) if self.chance(0.7) else self.schema(1)
        self.shared = everything
        return schema


class _Descriptions(_Schemas):
    """Operations, and the config that names them."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.same_names = random.random() < 0.03  # of parameters in several places: a known difference, too
        self.taken: set[Any] = set()

    def case(self) -> Case:
        components: Schema = {"schemas": {name: self.component(index) for index, name in enumerate(self.shared)}}
        paths: dict[str, Any] = {}
        config: dict[str, Any] = {"provider": {"name": "zoo"}}
        for name in ["thing", "other"][: self.random.randrange(1, 3)]:
            self.add_entities(name, paths, config)
        components |= {
            "responses": {"Answer": {"description": "A", "content": self.content(self.body())}},
            "requestBodies": {"Asked": {"content": self.content(self.body())}},
            "parameters": {"Page": {"name": "page", "in": "query", "schema": self.scalar()}},
        }
        if self.chance(0.2):
            config["provider"]["schema_ref"] = f"#/components/schemas/{self.random.choice(self.shared)}"
        for section in ("resources", "data_sources"):
            for entry in config.get(section, {}).values():
                if self.chance(0.3):
                    entry["schema"] = self.changes()
        version = self.random.choice(["3.0.0", "3.0.3", "3.1.0", "3.1.1"])
        api = {"openapi": version, "info": {"title": "Zoo", "version": "1"}, "paths": paths, "components": components}
        marks = {"texts next to compositions": self.wrappers, "parameters of the same name": self.same_names}
        drawn = [mark for mark, is_drawn in marks.items() if is_drawn]
        return {"api": api, "config": config, "style": self.style, MARKS: drawn}

    def add_entities(self, name: str, paths: dict[str, Any], config: dict[str, Any]) -> None:
        """A resource, perhaps with data sources for one and for all."""
        self.taken = set()
        schema = self.body()
        answer = schema if self.chance(0.4) else self.body()
        read = {"path": f"/{name}s/{{id}}", "method": "GET"}
        paths[f"/{name}s"] = {"post": self.operation(schema, answer)}
        paths[read["path"]] = {"get": self.operation(None, answer if self.chance(0.5) else self.body())}
        if self.chance(0.4):
            paths[read["path"]]["parameters"] = self.parameters()
        resource = {"create": {"path": f"/{name}s", "method": "POST"}, "read": dict(read)}
        config.setdefault("resources", {})[name] = resource
        sources = config.setdefault("data_sources", {})
        if self.chance(0.5):
            sources[name] = {"read": dict(read)}
        if self.chance(0.3):
            paths[f"/{name}s"]["get"] = self.operation(None, {"type": "array", "items": self.body()})
            sources[f"{name}_list"] = {"read": {"path": f"/{name}s", "method": "get"}}

    def body(self) -> Any:
        if self.chance(0.3):
            return self.reference()
        return self.schema() if self.strange() else self.object(0, root=True)

    def content(self, schema: Any) -> dict[str, Any]:
        names = ["application/json"]
        if self.chance(0.2):
            names = self.random.sample(MEDIA, self.random.randrange(1, 4))
        media: dict[str, Any] = {n: {"schema": schema if at == 0 else self.body()} for at, n in enumerate(names)}
        if self.strange():
            odd = [{}, {"example": {"schema": {"type": "object"}}}, {"schema": None}]
            media[self.random.choice(MEDIA)] = self.random.choice(odd)
        return media

    def responses(self, schema: Any) -> dict[str, Any]:
        codes = [self.random.choice(["200", "201"])]
        if self.chance(0.3):
            codes = self.random.sample(CODES, self.random.randrange(1, 5))
        responses: dict[str, Any] = {}
        for index, code in enumerate(codes):
            response: dict[str, Any] = {"description": "Answer."}
            if index == 0 or self.chance(0.6):
                response["content"] = self.content(schema if index == 0 else self.body())
            responses[code] = {"$ref": "#/components/responses/Answer"} if self.chance(0.03) else response
        return responses

    def parameters(self) -> list[Any]:
        parameters = [self.parameter() for _ in range(self.random.randrange(4))]
        distinct = {p.get("name"): p for p in parameters if p.get("name") not in self.taken or self.same_names}
        self.taken |= set(distinct)
        if not self.strange():
            return list(distinct.values())
        self.same_names |= len(distinct) < len(parameters)
        return parameters

    def parameter(self) -> dict[str, Any]:
        if self.chance(0.05):
            return {"$ref": "#/components/parameters/Page"}
        place = self.random.choice(["header", "cookie", "Query"] if self.strange() else ["path", "query", "query"])
        schema = self.schema(2) if self.chance(0.25) else self.scalar()
        parameter = {"name": "id" if place == "path" else self.name(), "in": place, "schema": schema}
        if place == "path" or self.chance(0.3):
            parameter["required"] = True
        if self.chance(0.3):
            parameter["description"] = self.text()
        if self.chance(0.05):
            parameter["deprecated"] = True
        return parameter

    def operation(self, request: Any, answer: Any) -> dict[str, Any]:
        operation: dict[str, Any] = {"responses": self.responses(answer)}
        if request is not None and not self.strange():
            body = {"content": self.content(request)}
            operation["requestBody"] = body if self.chance(0.95) else {"$ref": "#/components/requestBodies/Asked"}
        if self.chance(0.5):
            operation["parameters"] = self.parameters()
        return operation

    def changes(self) -> dict[str, Any]:
        """The part `schema` of an entry of the config."""
        words = [name for name in self.names if re.fullmatch(r"\w+", name, re.ASCII)] or ["id"]

        def path() -> str:
            return ".".join(self.random.choice(words) for _ in range(self.random.choice([1, 1, 2])))

        changes: dict[str, Any] = {}
        if self.chance(0.6):
            changes["ignores"] = [path() for _ in range(self.random.randrange(1, 3))]
        if self.chance(0.4):
            aliases = {self.random.choice(words): self.random.choice([*SIMPLE, "renamed"])}
            changes.setdefault("attributes", {})["aliases"] = aliases
        if self.chance(0.4):
            changes.setdefault("attributes", {})["overrides"] = {path(): {"description": self.text()}}
        return changes
