"""A generator config with the fixes that the diagnostics propose, as somebody pastes them."""

from pathlib import Path
from typing import Any

import yaml

from mapper.model import Mapping
from mapper.report.diagnostic import Diagnostic

from ..support import generate

LINTS = "OAS5"
MAX_ROUNDS = 10
"""A fix may lead to the next problem, but not for ever."""


def fixed(spec: Path, config: Path, written: Path) -> tuple[Mapping, int]:
    """The mapping with all fixes of the lints, whose config is `written`, and how many fixes that took."""
    data = yaml.safe_load(config.read_text(encoding="utf-8"))
    count = 0
    for _ in range(MAX_ROUNDS):
        written.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")
        mapping = generate(spec, written, base=spec.parent)
        pasted = [diagnostic for diagnostic in mapping.diagnostics if _is_lint(diagnostic) and _paste(data, diagnostic)]
        if not pasted:
            break
        count += len(pasted)
    return mapping, count


def _is_lint(diagnostic: Diagnostic) -> bool:
    return diagnostic.code.startswith(LINTS) and diagnostic.proposal is not None


def _paste(config: dict[str, Any], diagnostic: Diagnostic) -> bool:
    """Merge the first of the proposed entries into the config; whether that changed anything."""
    before = yaml.safe_dump(config)
    config.update(_merged(config, diagnostic.proposal.entries[0]) if diagnostic.proposal else {})
    return yaml.safe_dump(config) != before


def _merged(target: Any, added: Any) -> Any:
    if isinstance(target, dict) and isinstance(added, dict):
        return {**target, **{key: _merged(target.get(key), value) for key, value in added.items()}}
    if isinstance(target, list) and isinstance(added, list):
        return [*target, *(value for value in added if value not in target)]
    return target if target is not None and not isinstance(target, dict) else added
