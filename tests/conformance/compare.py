"""Compare a mapping with what the reference tool writes, attribute by attribute."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic, diagnostic_data
from mapper.systems.terraform.rules import ENTITY_LOST

from ..counter import Tally, count
from ..support import generate, write_code_spec

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SECTIONS = {"resources": "resource", "datasources": "data source"}


@dataclass
class Result:
    """What the comparison of one case found; each entry is `entity` or `entity: path`.

    `silent` are properties of the description that are neither mapped nor ignored nor reported, of all `properties`.
    """

    case: str
    identical: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    only_ours: list[str] = field(default_factory=list)
    only_reference: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    properties: int = 0


def cases(folder: str) -> list[Path]:
    """The cases in a folder of the corpus; none where it is absent."""
    return sorted(p for p in (CORPUS / folder).glob("*") if (p / "generator_config.yml").exists())


def spec_of(case: Path) -> Path:
    return next(case.glob("openapi.*"))


def mapped(case: Path) -> Mapping:
    """The mapping of a case with its own config."""
    return generate(spec_of(case), case / "generator_config.yml", base=case)


def compare(case: Path, mapping: Mapping) -> Result:
    """Compare each entity of the mapping of a case with `expected.json`, where there is one."""
    ours = _load(write_code_spec(mapping))
    expected_file = case / "expected.json"
    expected = _load(expected_file.read_text(encoding="utf-8")) if expected_file.exists() else None
    result = compare_specs(case.name, mapping, ours, expected, _configured(case))
    tally = counted(case, mapping, ours)
    result.silent, result.properties = tally.silent, tally.reachable
    return result


def counted(case: Path, mapping: Mapping, spec: Any) -> Tally:
    """What became of the properties of a case, by a count that knows nothing of the mapper."""
    config = (case / "generator_config.yml").read_bytes()
    return count(spec_of(case), config, spec, map(diagnostic_data, mapping.diagnostics))


def compare_specs(name: str, mapping: Mapping, ours: Any, expected: Any, configured: set[str]) -> Result:
    result = Result(name)
    diagnostics: dict[str, list[Diagnostic]] = {}
    for diagnostic in mapping.diagnostics:
        diagnostics.setdefault(str(diagnostic.entity or ""), []).append(diagnostic)
    mine, theirs = _entities(ours), _entities(expected or {})
    for entity in sorted(configured | mine.keys() | theirs.keys()):
        found = diagnostics.get(entity, [])
        if entity not in mine:
            lost = any(d.rule is ENTITY_LOST for d in found)
            target = result.absent if lost and entity not in theirs else result.only_reference
            target.append(entity)
        elif entity not in theirs:
            explained = expected is None or any(d.differs and not d.path for d in found)
            (result.only_ours if explained else result.unexplained).append(entity)
        elif json.dumps(mine[entity]) == json.dumps(theirs[entity]):
            result.identical.append(entity)
        else:
            _explain(result, entity, theirs[entity], mine[entity], found)
    return result


def _explain(result: Result, entity: str, theirs: Any, ours: Any, diagnostics: list[Diagnostic]) -> None:
    paths = {diagnostic.path for diagnostic in diagnostics if diagnostic.differs and diagnostic.path}
    differences = set(_differences(theirs, ours, paths))
    if any(diagnostic.differs and not diagnostic.path for diagnostic in diagnostics):
        differences.discard("")
    open_ = [path for path in differences if not any(path == p or path.startswith(p + ".") for p in paths)]
    result.unexplained += [f"{entity}: {path or '(root)'}" for path in sorted(open_)]
    if not open_:
        result.explained.append(entity)


def _differences(expected: Any, ours: Any, explained: set[str]) -> Iterator[str]:
    """The dotted paths of the attributes that differ; empty for the entity itself.

    What stands elsewhere only because an explained attribute came or went is not a difference.
    """
    schemas = expected.get("schema", {}), ours.get("schema", {})
    yield from _list_differences("", schemas[0].get("attributes", []), schemas[1].get("attributes", []), explained)
    if expected["name"] != ours["name"] or ("schema" in expected) != ("schema" in ours):
        yield ""
    if _shell(schemas[0]) != _shell(schemas[1]):
        yield ""


def _list_differences(prefix: str, expected: list[Any], ours: list[Any], explained: set[str]) -> Iterator[str]:
    theirs: dict[str, Any] = {}
    mine: dict[str, Any] = {}
    for source, target in ((expected, theirs), (ours, mine)):
        for attribute in source:
            if attribute["name"] in target:
                yield prefix + attribute["name"]
            target.setdefault(attribute["name"], attribute)
    for name in theirs.keys() ^ mine.keys():
        yield prefix + name
    for name in theirs.keys() & mine.keys():
        yield from _attribute_differences(prefix + name, theirs[name], mine[name], explained)
    stays = {name for name in theirs.keys() & mine.keys() if prefix + name not in explained}
    common = [n for n in theirs if n in stays], [n for n in mine if n in stays]
    if common[0] != common[1]:
        yield from (prefix + a for a, b in zip(*common, strict=True) if a != b)


def _attribute_differences(path: str, expected: Any, ours: Any, explained: set[str]) -> Iterator[str]:
    inner = [_members(attribute) for attribute in (expected, ours)]
    if json.dumps(_shell(expected)) != json.dumps(_shell(ours)):
        yield path
    yield from _list_differences(path + ".", inner[0], inner[1], explained)


def _members(value: Any) -> list[Any]:
    """The nested attributes or element members inside of an attribute, at any depth of collections."""
    for key in ("attributes", "attribute_types"):
        if key in value:
            return list(value[key])
    for child in value.values():
        if isinstance(child, dict) and (found := _members(child)):
            return found
    return []


def _shell(value: Any) -> Any:
    """An attribute without what is nested in it."""
    if isinstance(value, dict):
        return {k: _shell(v) for k, v in value.items() if k not in ("attributes", "attribute_types")}
    return value


def _entities(spec: Any) -> dict[str, Any]:
    found = {f"{kind} {e['name']}": e for section, kind in SECTIONS.items() for e in spec.get(section, [])}
    if "provider" in spec:
        found[f"provider {spec['provider']['name']}"] = spec["provider"]
    return found


def _configured(case: Path) -> set[str]:
    import yaml

    config = yaml.safe_load((case / "generator_config.yml").read_text(encoding="utf-8"))
    return {
        f"{kind} {name}"
        for section, kind in (("resources", "resource"), ("data_sources", "data source"))
        for name in (config.get(section) or {})
    }


def _load(text: str) -> Any:
    return json.loads(text, parse_float=str)
