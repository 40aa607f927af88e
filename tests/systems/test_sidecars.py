"""For every system: its sidecar is as the schema says, read back the same mapping, and changed anywhere refused."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from msgspec.structs import replace

from mapper.inputs import Document
from mapper.model import Attribute, Body, Entity, EntityRef, Fragment, Mapping, Nested, NestingMode, Omission
from mapper.registry import all_systems, system_named, vocabulary_of
from mapper.report.diagnostic import MappingError
from mapper.review.changes import Review, ReviewSide
from mapper.review.entity_changes import Options, compare
from mapper.sidecar.reader import read_sidecar
from mapper.sidecar.shape import sidecar_schema
from mapper.sidecar.writer import write_sidecar
from mkdocs_oasmap.pages.changes import History
from mkdocs_oasmap.pages.pages import Pages
from mkdocs_oasmap.render.html import Renderer
from mkdocs_oasmap.render.markdown_pages import plain_files
from mkdocs_oasmap.review_formats import FORMATS, Style, written

from .samples import sample

NAMES = [*(system.name for system in all_systems()), "toy"]
NOT_RECORDED = {"notes", "proposal", "sources", "unreadable", "budget", "find_candidates", "sample"}
"""Members of the model that a sidecar does not have: what they say is in the diagnostics and the coverage. What is a
sample is written for all attributes, and read for them; the attributes of a mapping have none.
"""

_RECORDED_AS = {"advice": "fix"}
"""A diagnostic's proposal is recorded as the text to paste, which is advice where it is read back."""


@pytest.fixture(scope="module", params=NAMES)
def mapping(request: pytest.FixtureRequest) -> Mapping:
    return sample(request.param)


def again(mapping: Mapping) -> Mapping:
    return read_sidecar(Document("oasmap.json", write_sidecar(mapping).encode()), vocabulary_of)


def told(value: Any) -> Any:
    """All of a value of the model that a sidecar records, as plain data; places as file, pointer and position."""
    if isinstance(value, Omission):
        return value.source_name, value.note.rule.code
    if hasattr(value, "sha256"):
        return value.uri, value.sha256
    if hasattr(value, "document") and hasattr(value, "pointer"):
        return value.document.uri, value.pointer, value.document.position(value.pointer)
    if isinstance(value, dict):
        return {key: told(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [told(item) for item in value]
    if hasattr(value, "__struct_fields__"):
        names = [_RECORDED_AS.get(name, name) for name in value.__struct_fields__ if name not in NOT_RECORDED]
        return {"": type(value).__name__, **{name: told(getattr(value, name)) for name in names}}
    return value


def test_what_has_no_text_has_no_description(mapping: Mapping) -> None:
    texts: list[str] = []

    def collect(data: dict[str, Any]) -> None:
        if "access" not in data:  # the texts about all, which are always there
            texts.extend(data[key] for key in ("description", "deprecation") if key in data)

    json.loads(write_sidecar(mapping), object_hook=collect)
    assert texts
    assert "" not in texts


def test_a_sidecar_is_as_the_schema_describes_it(mapping: Mapping) -> None:
    Draft202012Validator(json.loads(sidecar_schema())).validate(json.loads(write_sidecar(mapping)))


def test_what_is_read_is_what_was_written(mapping: Mapping) -> None:
    assert told(again(mapping)) == told(mapping)


def test_the_examples_of_what_was_read_are_the_same(mapping: Mapping) -> None:
    system, read = system_named(mapping.system), again(mapping)
    pairs = list(zip(mapping.entities, read.entities, strict=True))
    assert any(system.showing.examples(entity, mapping) for entity, _ in pairs)
    for one, other in pairs:
        assert system.showing.examples(other, read) == system.showing.examples(one, mapping)
        assert system.showing.import_example(other, read) == system.showing.import_example(one, mapping)
        assert system.showing.summary(other) == system.showing.summary(one)


def test_a_sidecar_of_what_was_read_has_the_same_bodies(mapping: Mapping) -> None:
    first, second = (json.loads(write_sidecar(one)) for one in (mapping, again(mapping)))
    assert second["bodies"] == first["bodies"]


def test_nothing_changes_for_a_review(mapping: Mapping) -> None:
    options = Options(policy=system_named(mapping.system).review_policy)
    assert compare(again(mapping), mapping, options) == ()
    assert compare(mapping, again(mapping), options) == ()


def test_members_that_few_entities_and_attributes_have_are_kept(mapping: Mapping) -> None:
    entity = mapping.entities[-1]
    first = entity.body.attributes[0]
    place = first.origins[0].location
    part = Fragment("keyword", {"a": [1, None]}, place)
    attributes = (
        *entity.body.attributes,
        replace(first, name="block", type=Nested(NestingMode.SET, Body((first,), name="Named"), block=True)),
        replace(first, name="all", always=True, write_only=True, replaces=True, sensitive=True, fragments=(part,)),
        replace(first, name="nowhere", origins=()),
    )
    changed = replace(
        entity,
        body=Body(attributes, description="=text"),
        has_schema=False,
        deprecation="It is old.",
        fragments=(part,),
    )
    whole = replace(mapping, entities=(*mapping.entities[:-1], changed), target="v9")
    assert told(again(whole)) == told(whole)


def test_every_member_of_the_model_is_recorded_or_listed_as_not(mapping: Mapping) -> None:
    found = told(mapping)
    assert found.keys() >= set(Mapping.__struct_fields__) - NOT_RECORDED
    assert found["entities"][0].keys() >= set(Entity.__struct_fields__) - NOT_RECORDED
    assert NOT_RECORDED & set(Attribute.__struct_fields__) == {"notes", "sample"}


def test_a_changed_api_group_is_seen_in_a_sidecar() -> None:
    mapping = sample("ack")
    cage, *others = mapping.entities
    (address,) = cage.addresses
    moved = replace(cage, addresses=(replace(address, group="farm.services.k8s.aws"),))
    new = replace(mapping, entities=(moved, *others))
    changes = compare(again(mapping), new, Options(policy=system_named("ack").review_policy))
    assert [change.rule.id for change in changes] == ["api-group-changed"]


FOREIGN_NAMES = [system.name for system in all_systems()]
DEEP: Any = []
for _ in range(160):
    DEEP = [DEEP]
VALUES: list[Any] = [
    None, True, -1, 1.5, 10**400, "", "x", "=x", "a.b", "<script>", "../x", "\ud800\x1b\n", "a" * 5000,
    "list of " * 500 + "string", "." * 3000, [], ["x"], {}, {"x": "<script>"}, DEEP,
]  # fmt: skip
FORMS = tuple(FORMATS)
MOST_OF_A_KIND = 2
"""How many members of the same name and in the same list are changed; the others of them are like these."""


def sidecar(system: str) -> Any:
    return json.loads(write_sidecar(sample(system)))


def read(data: Any) -> Mapping:
    return read_sidecar(Document("oasmap.json", json.dumps(data).encode()), vocabulary_of)


def ways(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The way to each member of a sidecar, at all depths."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*way, key)
        yield from ways(value[key], (*way, key))


def changed(data: Any, *, by_every_value: bool) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """The sidecar with one member replaced by two of the values or all, or taken away, and the way to the member."""
    seen: dict[tuple[str, ...], int] = {}
    text = json.dumps(data)
    for number, way in enumerate(ways(data)):
        kind = tuple("" if isinstance(key, int) else key for key in way)
        seen[kind] = seen.get(kind, 0) + 1
        # all facts of a system have one name in the sidecar, but each has values of its own
        if seen[kind] > MOST_OF_A_KIND and "fragments" not in kind:
            continue
        some = (VALUES[number % len(VALUES)], VALUES[number // 2 % len(VALUES)])
        for value in (*(VALUES if by_every_value else some), ...):
            inside = other = json.loads(text)  # a copy
            for key in way[:-1]:
                inside = inside[key]
            if value is ...:
                del inside[way[-1]]
            else:
                inside[way[-1]] = value
            yield way, other


def use(mapping: Mapping, real: Mapping, form: str) -> str:
    """All that is made from a mapping that was read: pages, Markdown, a history, reviews, and the provider's schema."""
    pages = Pages(mapping)
    texts = [Renderer().entity(pages.entity(key), str) for key in pages.entities]
    texts += [text.decode() for text in plain_files(pages, {}).values()]
    if mapping.system == real.system:
        for old, new in ((real, mapping), (mapping, real)):
            changes = compare(old, new, Options(policy=system_named(real.system).review_policy))
            review = Review(ReviewSide("old"), ReviewSide("new"), changes, system=real.system)
            "".join(written([review], form, Style())).encode("utf-8", "backslashreplace")
        for entity in real.entities:
            History([("1", mapping)], real).of(str(EntityRef(entity.kind, entity.name)), "name")
    system_named(mapping.system).comparison.provider_schema(mapping)
    return "\n".join(texts)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("system", "by_every_value"),
    [*((name, False) for name in FOREIGN_NAMES), pytest.param("terraform", True, marks=pytest.mark.large)],
)
def test_each_change_of_a_member_is_pages_or_one_message(system: str, by_every_value: bool) -> None:
    data = sidecar(system)
    real, outcomes = read(data), set()
    for number, (way, other) in enumerate(changed(data, by_every_value=by_every_value)):
        try:
            text = use(read(other), real, FORMS[number % len(FORMS)])
        except MappingError as error:
            outcomes.add("refused")
            (problem,) = error.problems
            assert str(problem).isprintable(), way
            assert "sidecar" in str(problem), way
        else:
            outcomes.add("used")
            assert "<script>" not in text, way
    assert outcomes == {"used", "refused"}


def test_pages_need_no_fact_of_the_schema_that_a_provider_was_read_from() -> None:
    data = sidecar("provider")
    for entity in data["entities"]:
        entity.pop("fragments", None)
    mapping = read(data)
    assert "garden_bed" in use_of_pages(mapping)
    with pytest.raises(MappingError, match="write it again with `oasmap generate --sidecar`"):
        system_named("provider").comparison.provider_schema(mapping)


def use_of_pages(mapping: Mapping) -> str:
    return "\n".join(text.decode() for text in plain_files(Pages(mapping), {}).values())
