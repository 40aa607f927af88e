"""Compare a mapping with what the reference tool writes, attribute by attribute."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic, diagnostic_data
from mapper.systems.terraform.rules import BODY_KEPT, ENTITY_LOST, LATER_RESPONSE

from ..counter import Tally, count
from ..differential.code_specs import unexplained
from ..support import generate, write_code_spec

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
SECTIONS = {"resources": "resource", "datasources": "data source"}


@dataclass
class Result:
    """What the comparison of one case found; each entry is `entity` or `entity: path`.

    `silent` are properties of the description that are neither mapped nor ignored nor reported, of all `properties`;
    `untrue` are diagnostics of a difference where the bytes are the same.
    """

    case: str
    identical: list[str] = field(default_factory=list)
    explained: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    only_ours: list[str] = field(default_factory=list)
    only_reference: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    untrue: list[str] = field(default_factory=list)
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
            result.untrue += [f"{entity}: {d.code} at {d.path or '(root)'}" for d in _untrue(found)]
        else:
            _explain(result, entity, theirs[entity], mine[entity], found)
    return result


def _explain(result: Result, entity: str, theirs: Any, ours: Any, diagnostics: list[Diagnostic]) -> None:
    """Add the paths whose difference no diagnostic explains: one at the attribute or above, about that facet."""
    open_ = {found.path for found in unexplained(theirs, ours, list(map(diagnostic_data, diagnostics)))}
    at_root = any(diagnostic.differs and not diagnostic.path for diagnostic in diagnostics)
    if not at_root and _around(theirs) != _around(ours):
        open_.add("")
    result.unexplained += [f"{entity}: {path or '(root)'}" for path in sorted(open_)]
    if not open_:
        result.explained.append(entity)


def _untrue(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics of a difference, without those on a later response: expected files have it, and 0.3.0 has not."""
    is_later = any(diagnostic.rule is LATER_RESPONSE for diagnostic in diagnostics)
    return [d for d in diagnostics if d.differs and not (is_later and d.rule is BODY_KEPT)]


def _around(entity: Any) -> Any:
    """An entity without its attributes."""
    schema = entity.get("schema")
    members = {key: value for key, value in entity.items() if key != "schema"}
    return members, schema is None, {key: value for key, value in (schema or {}).items() if key != "attributes"}


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
