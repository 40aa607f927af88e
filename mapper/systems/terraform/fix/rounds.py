"""Repeats mapping and adding fixes until no more diagnostics can be fixed: policies first, then attributes."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import reduce
from pathlib import Path
from typing import Any

from msgspec import Struct

from mapper.inputs import Document, Documents, split_pointer
from mapper.model import Mapping
from mapper.report.budget import OverBudget
from mapper.report.diagnostic import Diagnostic, MappingError, Problem, losses
from mapper.report.rules import UNUSED_IGNORE
from mapper.request import Settled

from ..attributes.mappers import Mappers
from ..config.config import Config, parse_config
from ..map import map_api
from ..openapi.operations import Api
from ..rules import GO_COLLISION, GO_NAME, GO_TYPES, UNUSED_ALIAS, UNUSED_OVERRIDE
from .bare_ignores import explained
from .dead_entries import commented, dead_entries
from .edit import add_entries
from .fixes import Fix, Needed, chosen, entries_of, fixes_of, policies_of
from .kept_output import AnyEntry
from .plan import POLICIES, Plan, Way
from .required_properties import Required

MOST_MAPPINGS = 12
"""How often a config is mapped at most; a fix may cause the next diagnostic."""

_UNUSED = (UNUSED_ALIAS, UNUSED_IGNORE, UNUSED_OVERRIDE)
_NAMES = (POLICIES, "nested_names")
_OF_NAMES = (GO_COLLISION, GO_NAME, GO_TYPES)

Mapper = Callable[[Sequence[str]], Mapping]
"""The texts of the configs -> what they map to. Raises MappingError."""

Trial = Callable[[], AbstractContextManager[None]]
"""Bounds a mapping that may become too large."""


Last = Callable[[Mapping, Plan], tuple[Sequence[str], Plan]]
"""The mapping with all policies but that for nested names, and its plan -> the texts and the plan to go on with."""


class Fixed(Struct, frozen=True):
    """What was added to the configs, their mapping with all of it, and the warnings and errors before and after."""

    plan: Plan
    mapping: Mapping
    before: int
    left: tuple[Diagnostic, ...]


def fix_files(api: Api, paths: Sequence[Path], allowed: AnyEntry) -> Settled:
    """The contents of configs with the `allowed` fixes that their diagnostics propose; writes nothing. Raises
    MappingError.
    """
    names = list(map(api.documents.display, paths))
    read = [_text_of_file(api.documents, path) for path in paths]
    dead = dead_entries(api, _config(names, read))
    alive = [
        commented(text, (entry for entry in dead if entry.uri == name)) for text, name in zip(read, names, strict=True)
    ]
    config = _config(names, alive)
    texts = [
        explained(text, name, config, lambda changed: map_api(api, changed))
        for text, name in zip(alive, names, strict=True)
    ]
    fixed = fix(api, texts, names, allowed=allowed)
    written = edited(texts, fixed.plan)
    files = {path: (old, new) for path, old, new in zip(paths, read, written, strict=True)}
    return Settled(files, fixed.before + len(dead), fixed.left)


def fix(
    api: Api,
    texts: Sequence[str],
    names: Sequence[str] = (),
    plan: Plan = Plan(),  # noqa: B008
    last: Last | None = None,
    *,
    allowed: AnyEntry = AnyEntry(),  # noqa: B008
) -> Fixed:
    """The `allowed` fixes that the diagnostics of configs propose, and a `plan` that is there from the start. Raises
    MappingError. `names` are the names of the files. `last` may change texts and plan before nested names are changed.
    """
    names = names or ["generator config"] * len(texts)
    config = _config(names, edited(texts, plan))
    budget = api.documents.budget
    budget.measure()
    needed, mappers = Required(api, config), Mappers(api.documents)

    def mapped(changed: Sequence[str]) -> Mapping:
        return map_api(api, _config(names, changed), mappers=mappers)

    return rounds(texts, mapped, needed, budget.trial, plan, last, allowed=allowed)


def rounds(
    texts: Sequence[str],
    mapper: Mapper,
    needed: Needed,
    trial: Trial = nullcontext,
    plan: Plan = Plan(),  # noqa: B008
    last: Last | None = None,
    *,
    allowed: AnyEntry = AnyEntry(),  # noqa: B008
) -> Fixed:
    """Map, and add what the diagnostics propose, until nothing is new. Raises MappingError as the mapper does.

    What maps with more policies is in a `trial`. An entry of ours without effect is taken back; so is, of policies
    with which the mapping is too large, the one with most effect. A policy of the plan for nested names comes last: it
    makes bodies that differ of shared ones, and settles nothing but names. Where it is too large, types keep their
    names: an entry for one of them makes the next one necessary.
    """
    fixed: Fixed | None = None
    refused: set[Way] = set()
    names = Plan({_NAMES: plan.values[_NAMES]}) if _NAMES in plan.values else Plan()
    plan = plan.without([_NAMES])
    tried = sorted(plan.policies)  # too large with them, the mapping may be possible with fewer
    before = 0
    written = edited(texts, plan)
    for _ in range(MOST_MAPPINGS):
        try:
            with trial() if tried and fixed else nullcontext():
                mapping = mapper(written)
        except OverBudget:
            if not tried:
                raise
            refused.add(tried.pop(0))
            plan = plan.without(refused)
            written = edited(texts, plan)
            continue
        left = losses(mapping.diagnostics)
        before = before if fixed else len(left)
        ways = plan.ways
        useless = {way: entry for way, entry in _without_effect(written, left) if way in ways}
        back = {*useless, *allowed.harmful(mapping, plan)}
        refused |= back
        plan = plan.without(back)
        left = [diagnostic for diagnostic in left if not any(diagnostic is entry for entry in useless.values())]
        fixed = Fixed(plan, mapping, before, tuple(left))
        later = _OF_NAMES if names.values else (GO_TYPES,) if _NAMES in refused else ()
        to_fix = [diagnostic for diagnostic in left if diagnostic.rule not in later]
        more = _more(plan, allowed.fixes(mapping, fixes_of(to_fix, needed)), refused)
        if more.policies == plan.policies:
            if names.values and last:
                texts, more = last(mapping, more)
            more, names = more.adding(names), Plan()
        kept = edited(texts, plan) if back else written
        written = edited(texts, more)
        if written == kept:
            break
        tried = [way for way in more.policies if way not in plan.policies]
        plan = more
    assert fixed is not None  # noqa: S101 - the first mapping is no trial
    return fixed


def _more(plan: Plan, fixes: Sequence[Fix], refused: set[Way]) -> Plan:
    """The plan with the policies that fix something, and with entries for entities that no new policy concerns."""
    policies = policies_of(fixes, refused | plan.policies)
    names = {name for _, name in policies.values}
    concerned = {fix.diagnostic.entity for fix in fixes if not names.isdisjoint(fix.policies)}
    entries = entries_of(chosen(fix for fix in fixes if fix.diagnostic.entity not in concerned), plan)
    return plan.adding(policies).adding(entries).without(refused)


def edited(texts: Sequence[str], plan: Plan) -> tuple[str, ...]:
    """The texts with the entries, each in the first config that has its section or entity, else in the first."""
    changed = list(texts)
    for index, part in _parts(texts, plan.entries).items():
        changed[index], _ = add_entries(texts[index], part, plan.comments)
    return tuple(changed)


def _config(names: Sequence[str], texts: Sequence[str]) -> Config:
    return parse_config(*[Document(name, text.encode()) for name, text in zip(names, texts, strict=True)])


def _root(text: str) -> Any:
    """The data of a config; None where the text has none."""
    return Document("generator config", text.encode()).root if text.strip() else None


def _without_effect(texts: Sequence[str], diagnostics: list[Diagnostic]) -> Iterator[tuple[Way, Diagnostic]]:
    """The keys of entries without effect, each with its diagnostic."""
    roots: list[Any] = []
    for diagnostic in diagnostics:
        if diagnostic.rule not in _UNUSED or diagnostic.location is None:
            continue
        way = split_pointer(diagnostic.location.pointer)
        if way and way[-1].isdigit():  # an item of a list is identified by its text
            roots = roots or [_root(text) for text in texts]
            items = (reduce(_step, way, root) for root in roots)
            way = next(([*way[:-1], item] for item in items if isinstance(item, str)), way)
        yield tuple(way), diagnostic


def _step(value: Any, token: str) -> Any:
    if isinstance(value, list):
        return value[int(token)] if token.isdigit() and int(token) < len(value) else None
    return value.get(token) if isinstance(value, dict) else None


def _parts(texts: Sequence[str], entries: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """The entries by the index of the config that they go into."""
    if len(texts) == 1 or not entries:
        return {0: entries} if entries else {}
    data = [_root(text) for text in texts]
    parts: dict[int, dict[str, Any]] = {}
    for section, content in entries.items():
        for key, value in content.items():
            homes = [index for index, root in enumerate(data) if isinstance(root, dict) and section in root]
            mine = [index for index in homes if key in (data[index][section] or ())]
            home = next(iter((*mine, *homes)), 0)
            parts.setdefault(home, {}).setdefault(section, {})[key] = value
    return parts


def _text_of_file(documents: Documents, path: Path) -> str:
    try:
        return documents.bytes_of(path).decode()  # keeps line endings
    except UnicodeDecodeError:
        raise MappingError(
            Problem("it is not UTF-8", documents.display(path), remedy="save it in this encoding")
        ) from None
