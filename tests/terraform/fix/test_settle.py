"""Settling: what is proposed is merged into one change, after which nothing is lost that a config can keep."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import pytest
import yaml
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Coverage, Mapping
from mapper.registry import system_named
from mapper.report.budget import Cost, OverBudget
from mapper.report.diagnostic import Diagnostic, MappingError, Problem, Rule
from mapper.report.entity_kind import EntityRef
from mapper.report.fix import Fix as Proposed
from mapper.report.fix import Proposal, Setting, Subject, for_all, setting
from mapper.report.rules import TYPE_MISMATCH, UNUSED_IGNORE
from mapper.request import Request, Settled
from mapper.systems.terraform import kinds
from mapper.systems.terraform.fix.fixes import chosen, entries_of, fix_of, fixes_of, policies_of
from mapper.systems.terraform.fix.plan import ITEM, Plan, Way
from mapper.systems.terraform.fix.rounds import Fixed, edited, rounds
from mapper.systems.terraform.rules import GO_COLLISION, GO_NAME, GO_TYPES, UNRESOLVED
from mkdocs_oasmap.cli import main
from mkdocs_oasmap.pages.pages import Pages

from ...support import generate

ACK = Path(__file__).parents[3] / "example_site" / "ack"

SPEC = """\
openapi: 3.0.0
info: {title: Zoo, version: "1"}
paths:
  /pets:
    post:
      requestBody: {content: {application/json: {schema: {type: object, required: [name, count], properties: {
        name: {type: string, pattern: '^(?!x)'}, count: {type: integer}, age: {type: integer, default: old},
        food: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]},
        toy: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]},
        anything: {}, size: {type: string, enum: [s, [1]]}}}}}}
      responses: {"201": {content: {application/json: {schema: {type: object, properties: {age: {type: string}}}}}}}
  /pets/{name}:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: string}}]
      responses: {"200": {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
components:
  schemas:
    A: {type: object, properties: {a: {type: string}}}
    B: {type: object, properties: {b: {type: string}}}
"""
CONFIG = """\
# The zoo's.
provider:
  name: zoo
resources:
  pet: # the only one
    create: {path: /pets, method: POST}
    read: {path: "/pets/{name}", method: GET}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "api.yml").write_text(SPEC, encoding="utf-8")
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    return tmp_path


def request(folder: Path, *configs: str) -> Request:
    return Request(folder / "api.yml", [folder / name for name in configs or ("config.yml",)], base=folder)


def settle(request: Request) -> Settled:
    found = system_named("terraform").config_tools.with_fixes(request)
    assert found is not None
    return found


def test_one_policy_settles_all_that_it_can(folder: Path) -> None:
    settled = settle(request(folder))
    ((_, after),) = settled.files.values()
    data = yaml.safe_load(after)
    assert data["policies"] == {"one_of": "variants", "untyped": "json_string", "nested_names": "path"}
    assert "  one_of: variants # fixes 2 of OAS305: oneOf or anyOf without a common type\n" in after
    assert "ignores" not in str(data["resources"]["pet"]["schema"].get("ignores", ""))


def test_settling_what_is_settled_changes_nothing(folder: Path) -> None:
    ((_, after),) = settle(request(folder)).files.values()
    (folder / "config.yml").write_text(after, encoding="utf-8")
    again = settle(request(folder))
    assert list(again.files.values()) == [(after, after)]


def test_what_a_person_has_decided_stays(folder: Path) -> None:
    (folder / "config.yml").write_text(CONFIG + "policies: {one_of: reject}\n", encoding="utf-8")
    ((_, after),) = settle(request(folder)).files.values()
    assert yaml.safe_load(after)["policies"]["one_of"] == "reject"
    assert yaml.safe_load(after)["resources"]["pet"]["schema"]["ignores"] == ["food", "toy"]


def test_an_entry_goes_into_the_file_that_has_its_entity(folder: Path) -> None:
    (folder / "other.yml").write_text(CONFIG.partition("resources")[0], encoding="utf-8")
    (folder / "config.yml").write_text("resources" + CONFIG.partition("resources")[2], encoding="utf-8")
    settled = settle(request(folder, "other.yml", "config.yml"))
    first, second = (yaml.safe_load(new) for _, new in settled.files.values())
    assert set(first) == {"provider", "policies"}
    assert set(second) == {"resources"}
    assert "schema" in second["resources"]["pet"]


def test_a_config_that_cannot_be_read_is_a_problem(folder: Path) -> None:
    (folder / "config.yml").write_bytes(b"\xff")
    with pytest.raises(MappingError, match="config"):
        settle(request(folder))
    with pytest.raises(MappingError, match="none"):
        settle(request(folder, "none.yml"))


def test_systems_without_proposals_say_so(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settle", "--system", "ack", "--config", str(folder / "config.yml"), str(folder / "api.yml")]) == 1
    assert "the system ack proposes no fixes, so there is nothing to write" in capsys.readouterr().err


def test_strict_names_settle_only_where_it_proposes_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "generator.yaml"
    config.write_text(f"{(ACK / 'generator.yaml').read_text()}\nunknown: true\n")
    model, output = str(ACK / "service-2.json"), str(tmp_path / "made")
    arguments = ["--system", "ack", "--config", str(config), "--output", output]
    for command, strict in (("generate", ["--strict"]), ("generate", []), ("check", ["--strict"])):
        assert main([command, *arguments, *strict, model]) == (3 if strict else 0)
        printed = capsys.readouterr().err
        assert "`oasmap settle`" not in printed
        assert not strict or "do what each warning above says" in printed


PET = EntityRef(kinds.RESOURCE, "pet")


SECTION = ("resources", "pet", "schema")
IGNORE = setting("ignores", value=(Subject.PATH,))


def _found(fix: Proposed | None, path: str = "a") -> Diagnostic:
    proposal = Proposal(fix, path, SECTION) if fix else None
    text = proposal.text if proposal else "upgrade the API"
    return Diagnostic(TYPE_MISMATCH, PET, path, "text", None, text, TYPE_MISMATCH.severity, proposal)


def test_of_the_alternatives_of_a_proposal_a_policy_is_told_from_what_settles_one_attribute() -> None:
    fix = fix_of(_found(for_all("policies", "untyped", value="json_string", instead=IGNORE)))
    assert fix is not None
    assert fix.policies == {"untyped": "json_string"}
    assert fix.values == {("resources", "pet", "schema", "ignores", "a"): ITEM}
    assert fix_of(_found(None)) is None


BODY = Proposed((Setting(("create", "request", "ignore"), True),), levels=1)
OVERRIDE = setting("attributes", "overrides", Subject.PATH, "type", value="string")


@pytest.mark.parametrize(
    ("fix", "rule", "is_needed", "values"),
    [
        (IGNORE, TYPE_MISMATCH, False, [(*SECTION, "ignores", "a")]),
        (IGNORE, TYPE_MISMATCH, True, []),
        (IGNORE, UNRESOLVED, False, []),
        (OVERRIDE, TYPE_MISMATCH, True, [(*SECTION, "attributes", "overrides", "a", "type")]),
        (OVERRIDE, UNRESOLVED, True, [(*SECTION, "attributes", "overrides", "a", "type")]),
        (BODY, TYPE_MISMATCH, False, []),
    ],
)
def test_nothing_is_ignored_that_somebody_needs(fix: Proposed, rule: Rule, is_needed: bool, values: list[Way]) -> None:
    asked: list[tuple[EntityRef, str]] = []

    def needed(entity: EntityRef, path: str) -> bool:
        asked.append((entity, path))
        return is_needed

    found = fix_of(replace(_found(fix), rule=rule), needed)
    assert found is not None
    assert [*found.values] == values
    assert asked == ([(PET, "a")] if fix is IGNORE and rule is TYPE_MISMATCH else [])


def test_fixes_of_one_entity_are_one_change_without_what_another_takes_along() -> None:
    found = [
        _found(IGNORE, "a"),
        _found(setting("attributes", "overrides", Subject.PATH, "type", value="string"), "a.b"),
        _found(IGNORE, "c"),
        _found(setting("attributes", "aliases", Subject.ALIAS, value="e"), "d"),
    ]
    schema = {"ignores": ["a", "c"], "attributes": {"aliases": {".d": "e"}}}
    assert entries_of(chosen(fixes_of(found))).entries == {"resources": {"pet": {"schema": schema}}}


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ([GO_NAME, GO_COLLISION], "a"),
        ([GO_COLLISION, GO_NAME], "b"),
        ([GO_COLLISION, GO_COLLISION], "ab"),
        ([TYPE_MISMATCH, GO_COLLISION], "ab"),
    ],
)
def test_two_names_that_are_one_in_go_wait_for_another_name(rules: list[Rule], kept: str) -> None:
    alias = setting("attributes", "aliases", Subject.ALIAS, value="e")
    found = [replace(_found(alias, path), rule=rule) for path, rule in zip("ab", rules, strict=True)]
    assert "".join(sorted(fix.diagnostic.path for fix in chosen(fixes_of(found)))) == kept


def test_of_two_values_of_a_policy_the_one_that_settles_more_counts() -> None:
    values = ["union", "variants", "variants"]
    found = [_found(for_all("policies", "one_of", value=value), str(number)) for number, value in enumerate(values)]
    plan = policies_of(fixes_of(found))
    assert plan.entries == {"policies": {"one_of": "variants"}}
    assert plan.comments == {("policies", "one_of"): f"fixes 2 of OAS601: {TYPE_MISMATCH.title}"}


def fixed(
    texts: Sequence[str],
    diagnostics: Callable[[Sequence[str]], list[Diagnostic]],
    trial: Callable[[], AbstractContextManager[None]] = nullcontext,
) -> tuple[tuple[str, ...], Fixed]:
    """What the rounds write, and their result."""
    result = rounds(texts, lambda changed: mapping_of(diagnostics(changed)), lambda *_: False, trial)
    return edited(texts, result.plan), result


def mapping_of(diagnostics: list[Diagnostic]) -> Mapping:
    return Mapping("terraform", "zoo", (), tuple(diagnostics), Coverage({}), ())


def test_a_policy_that_makes_more_than_there_is_room_for_is_taken_back() -> None:
    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        if "one_of" in texts[0]:
            raise OverBudget(Cost.PLACES, 1, Problem("too much", remedy="leave some out"))
        if "ignores" in texts[0]:
            return []
        return [_found(for_all("policies", "one_of", value="variants", instead=IGNORE))]

    texts, result = fixed(["provider: {name: zoo}\n"], diagnostics)
    assert result.left == ()
    assert yaml.safe_load(texts[0])["resources"] == {"pet": {"schema": {"ignores": ["a"]}}}


@pytest.mark.parametrize("plan", [Plan(), Plan({("policies", "one_of"): "variants"})], ids=["none", "one policy"])
def test_what_is_too_large_without_policies_is_an_error(plan: Plan) -> None:
    asked: list[bool] = []

    def mapper(texts: Sequence[str]) -> Mapping:
        asked.append("one_of" in texts[0])
        raise OverBudget(Cost.PLACES, 1, Problem("too much", remedy="leave some out"))

    with pytest.raises(OverBudget):
        rounds(["provider: {name: zoo}\n"], mapper, lambda *_: False, plan=plan)
    assert asked == ([True, False] if plan.policies else [False])


def test_names_of_types_stay_where_the_policy_for_them_is_too_large() -> None:
    names = ("policies", "nested_names")
    clash = Diagnostic(GO_TYPES, PET, "a", "text", None, None, GO_TYPES.severity, _found(IGNORE).proposal)

    def mapper(texts: Sequence[str]) -> Mapping:
        if "nested_names" in texts[0]:
            raise OverBudget(Cost.PLACES, 1, Problem("too much", remedy="leave some out"))
        return mapping_of([clash])

    found = rounds(["provider: {name: zoo}\n"], mapper, lambda *_: False, plan=Plan({names: "unique"}))
    assert (found.plan, found.left) == (Plan(), (clash,))


def test_what_maps_with_another_policy_is_a_trial() -> None:
    state = {"trial": False}
    mapped: list[tuple[bool, bool]] = []

    @contextmanager
    def trial() -> Iterator[None]:
        state["trial"] = True
        yield
        state["trial"] = False

    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        mapped.append(("one_of" in texts[0], state["trial"]))
        is_settled = "one_of" in texts[0] or "ignores" in texts[0]
        return [] if is_settled else [_found(for_all("policies", "one_of", value="variants", instead=IGNORE))]

    texts = ["provider: {name: zoo}\n"]
    assert "one_of: variants" in fixed(texts, diagnostics, trial)[0][0]
    assert mapped == [(False, False), (True, True)]


def test_the_first_mapping_is_no_trial_whatever_policies_a_plan_has() -> None:
    tried: list[int] = []

    @contextmanager
    def trial() -> Iterator[None]:
        tried.append(1)
        yield

    plan = Plan({("policies", "one_of"): "variants"})
    result = rounds(["provider: {name: zoo}\n"], lambda _: mapping_of([]), lambda *_: False, trial, plan)
    assert (result.plan, tried) == (plan, [])


@pytest.mark.parametrize(
    ("first", "second", "home"),
    [
        ("data_sources: {}\n", "resources:\n", 1),
        ("resources: {owl: {}}\n", "resources: {pet: {}}\n", 1),
        ("resources: {owl: {}}\n", "resources:\n", 0),
        ("- resources\n", "resources: {}\n", 1),
        ("# nothing\n", "provider: {}\n", 0),
    ],
)
def test_an_entry_goes_into_the_file_with_its_entity_or_its_section(first: str, second: str, home: int) -> None:
    texts = [first, second]
    changed = edited(texts, Plan({("resources", "pet", "schema", "ignores", "a"): ITEM}))
    assert [new != old for new, old in zip(changed, texts, strict=True)] == [home == 0, home == 1]


def test_an_entry_without_effect_is_taken_back() -> None:
    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        node = Document("config.yml", texts[0].encode()).node
        found = [_found(IGNORE)]
        ignores = yaml.safe_load(texts[0]).get("resources", {}).get("pet", {}).get("schema", {}).get("ignores", [])
        for index, _ in enumerate(ignores):
            place = node.child("resources").child("pet").child("schema").child("ignores").child(index)
            found.append(Diagnostic(UNUSED_IGNORE, PET, "", "text", place, None, UNUSED_IGNORE.severity))
        return found

    text = "provider: {name: zoo}\n"
    texts, result = fixed([text], diagnostics)
    assert texts == (text,)
    assert [diagnostic.rule for diagnostic in result.left] == [TYPE_MISMATCH]


def test_an_entry_without_effect_is_taken_back_from_the_file_that_has_it() -> None:
    first, second = "resources: {pet: {schema: {}}}\n", "resources: {pet: {schema: {ignores: [a, b]}}}\n"

    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        node = Document("config.yml", second.encode()).node
        place = node.child("resources").child("pet").child("schema").child("ignores").child(1)
        return [Diagnostic(UNUSED_IGNORE, PET, "", "text", place, None, UNUSED_IGNORE.severity)]

    ours = Plan({(*SECTION, "ignores", "b"): ITEM})
    found = rounds([first, second], lambda texts: mapping_of(diagnostics(texts)), lambda *_: False, plan=ours)
    assert (found.plan, found.left) == (Plan(), ())


def test_all_proposals_are_one_block_with_the_policies_first(folder: Path) -> None:
    mapping = generate(folder / "api.yml", folder / "config.yml", folder)
    text = system_named("terraform").config_tools.fixes_as_text(mapping.diagnostics)
    data = yaml.safe_load(text)
    assert list(data) == ["policies", "resources"]
    assert data["policies"] == {"one_of": "variants", "untyped": "json_string"}
    assert "ignores" not in data["resources"]["pet"]["schema"]  # what a policy keeps is not left out as well
    assert system_named("terraform").config_tools.fixes_as_text([]) == ""
    assert Pages(mapping).report.settlement == text


def test_names_without_letters_get_aliases_that_differ(folder: Path) -> None:
    numbers = ", ".join(f'"{name}": {{type: integer}}' for name in ("total", "+1", "-1", "1", "(1)"))
    reactions = f"reactions: {{type: object, properties: {{{numbers}}}}}"
    (folder / "api.yml").write_text(SPEC.replace("anything: {}", reactions), encoding="utf-8")
    ((_, after),) = settle(request(folder)).files.values()
    aliases = yaml.safe_load(after)["resources"]["pet"]["schema"]["attributes"]["aliases"]
    names = sorted(name for key, name in aliases.items() if key.startswith(".reactions."))
    assert names == ["minus_1", "plus_1", "value_1", "value_1_2"]


@pytest.mark.parametrize(
    "schema", ["{}", "{type: string}", "{type: object, additionalProperties: {}, properties: {age: {type: string}}}"]
)
def test_what_is_said_of_a_whole_body_proposes_no_ignore_without_a_name(folder: Path, schema: str) -> None:
    spec = SPEC.replace("schema: {type: object, properties: {age: {type: string}}}", f"schema: {schema}")
    (folder / "api.yml").write_text(spec, encoding="utf-8")
    found = [d for d in generate(folder / "api.yml", folder / "config.yml", folder).diagnostics if not d.path]
    assert found
    assert [d.code for d in found if d.proposal and Subject.PATH in d.proposal.fix.keys] == []


def test_fixes_that_cause_each_other_end_with_the_twelfth_mapping() -> None:
    asked: list[int] = []

    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        ignores = yaml.safe_load(texts[0]).get("resources", {}).get("pet", {}).get("schema", {}).get("ignores", [])
        asked.append(len(ignores))
        return [_found(IGNORE, f"a{len(ignores)}")]

    texts, result = fixed(["provider: {name: zoo}\n"], diagnostics)
    assert asked == list(range(12))
    assert len(result.left) == 1
    assert "a10" in texts[0]
    assert "a11" not in texts[0]  # nobody has seen what comes of it


def test_a_later_entry_of_ours_replaces_an_earlier_one_but_none_of_a_person() -> None:
    def proposal(word: str) -> Diagnostic:
        return _found(setting("attributes", "overrides", Subject.PATH, "type", value=word))

    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        schema = yaml.safe_load(texts[0]).get("resources", {}).get("pet", {}).get("schema", {})
        given = schema.get("attributes", {}).get("overrides", {}).get("a", {}).get("type")
        return {None: [proposal("map of object")], "map of object": [proposal("map of string")]}.get(given, [])

    texts, result = fixed(["provider: {name: zoo}\n"], diagnostics)
    assert result.left == ()
    assert "map of string" in texts[0]
    written = "resources: {pet: {schema: {attributes: {overrides: {a: {type: map of object}}}}}}\n"
    assert fixed([written], diagnostics)[0] == (written,)


def test_an_entry_that_a_later_one_leaves_without_effect_is_taken_back() -> None:
    def diagnostics(texts: Sequence[str]) -> list[Diagnostic]:
        node = Document("config.yml", texts[0].encode()).node
        ignores = yaml.safe_load(texts[0]).get("resources", {}).get("pet", {}).get("schema", {}).get("ignores", [])
        if "a" not in ignores:
            return [_found(IGNORE, "a" if "a.b" in ignores else "a.b")]
        if "a.b" not in ignores:
            return []
        place = node.child("resources").child("pet").child("schema").child("ignores").child(ignores.index("a.b"))
        return [Diagnostic(UNUSED_IGNORE, PET, "", "text", place, None, UNUSED_IGNORE.severity)]

    texts, result = fixed(["provider: {name: zoo}\n"], diagnostics)
    assert yaml.safe_load(texts[0])["resources"] == {"pet": {"schema": {"ignores": ["a"]}}}
    assert result.left == ()


@pytest.mark.parametrize("anchor", ["", "# & written as text\n"])
def test_what_is_written_does_not_depend_on_how_it_is_mapped_meanwhile(folder: Path, anchor: str) -> None:
    (folder / "config.yml").write_text(anchor + CONFIG, encoding="utf-8")
    ((_, after),) = settle(request(folder)).files.values()
    (folder / "config.yml").write_text(CONFIG, encoding="utf-8")
    ((_, plain),) = settle(request(folder)).files.values()
    assert after == anchor + plain


MIXED = "{type: object, properties: {a: {type: string}}, additionalProperties: {type: string}}"


@pytest.mark.parametrize(
    "schema",
    [
        "{type: object, properties: {age: " + MIXED + "}}",
        "{type: object, properties: {age: {type: object, additionalProperties: " + MIXED + "}}}",
        "{type: object, properties: {age: {type: string}}, additionalProperties: {type: string}}",
        "{type: object, properties: {age: {type: string}, at: {}}, oneOf: [{required: [age]}, {required: [at]}]}",
    ],
)
def test_other_keys_and_limits_are_settled(folder: Path, schema: str) -> None:
    spec = SPEC.replace("schema: {type: object, properties: {age: {type: string}}}", f"schema: {schema}")
    (folder / "api.yml").write_text(spec, encoding="utf-8")
    settled = settle(request(folder))
    assert [diagnostic for diagnostic in settled.left if diagnostic.fix] == []
    assert {diagnostic.code for diagnostic in settled.left}.isdisjoint({"OAS402", "OAS403", "OAS420"})
