"""Entities: data sources, the provider, what several of them share, and how each is described."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.model import EntityKind
from mapper.report.diagnostic import MappingError, Rule
from mapper.report.entity_kind import EntityRef
from mapper.report.rules import NAME_COLLISION, TYPE_MISMATCH
from mapper.request import Request
from mapper.systems.terraform import kinds
from mapper.systems.terraform.attributes import collect_notes
from mapper.systems.terraform.attributes.collect_notes import share
from mapper.systems.terraform.rules import (
    ADDED,
    BAD_PATTERN,
    BODY_LOST,
    EMPTY_OBJECT,
    ENTITY_KEPT,
    ENTITY_LOST,
    NO_TYPE,
    NOT_AN_OBJECT,
    ONE_OF,
    OTHER_TYPE,
    OVERRIDDEN,
    POLICY,
    RENAMED,
    UNUSED_ALIAS,
    UNUSED_OVERRIDE,
)
from mapper.systems.terraform.system import TERRAFORM

from ..support import Mapped, data_source, map_texts, provider, resource


@pytest.mark.parametrize("format_", ["", "format: set, ", "format: other, "])
def test_a_list_of_objects_is_one_set_named_after_the_data_source(format_: str) -> None:
    oven = data_source(f"""
        read: {{type: array, {format_}description: All ovens, deprecated: True, minItems: 1,
                items: {{type: object, required: [name], properties: {{name: {{type: string, minLength: 1}}}}}}}}
    """)
    assert oven.attributes == [
        {
            "name": "oven",
            "set_nested": {
                "computed_optional_required": "computed",
                "nested_object": {
                    "attributes": [{"name": "name", "string": {"computed_optional_required": "computed"}}]
                },
                "deprecation_message": "This attribute is deprecated.",
                "description": "All ovens",
            },
        }
    ]


def test_a_parameter_named_like_the_collection_wins() -> None:
    oven = data_source("""
        parameters: [{name: oven, in: query, schema: {type: string}}]
        read: {type: array, items: {type: string}}
    """)
    assert oven.kinds == {"oven": "string"}
    assert oven.status("oven") == "computed_optional"
    assert oven.rules("oven") == {TYPE_MISMATCH}


def test_the_name_of_a_collection_is_converted() -> None:
    def named(name: str) -> Mapped:
        media = "{a/b: {schema: {type: array, items: {type: string}}}}"
        return map_texts(
            f"{{openapi: 3.0.0, paths: {{/o: {{get: {{responses: {{'200': {{content: {media}}}}}}}}}}}}}",
            f"{{provider: {{name: bakery}}, data_sources: {{{name}: {{read: {{path: /o, method: get}}}}}}}}",
            kinds.DATA_SOURCE,
        )

    assert named("allOvens").entity.name == "allOvens"
    assert named("allOvens").names == ["all_ovens"]
    assert not named("'99'").is_mapped
    assert named("'99'").diagnostics(ENTITY_LOST)


def test_a_collection_loses_an_unmappable_part_of_its_items_only() -> None:
    oven = data_source("read: {type: array, items: {properties: {odd: {}, name: {type: string}}}}")
    assert oven.names_in("oven") == ["name"]
    assert oven.differs_at("oven.odd")
    assert ENTITY_KEPT in oven.rules("")


@pytest.mark.parametrize(
    "schema", ["{type: array}", "{type: array, items: {}}", "{oneOf: [{type: string}, {type: object}]}", "null", "{}"]
)
def test_a_response_that_cannot_be_mapped_loses_the_data_source(schema: str) -> None:
    oven = data_source(f"read: {schema}")
    assert not oven.is_mapped
    assert {BODY_LOST, ENTITY_LOST} <= oven.rules("")


API = """
    openapi: 3.1.0
    info: {title: Bakery, version: '1'}
    paths: {}
"""


@pytest.mark.parametrize(("section", "kind"), [("resources", kinds.RESOURCE), ("data_sources", kinds.DATA_SOURCE)])
def test_an_entity_without_operations_has_what_the_config_adds(section: str, kind: EntityKind) -> None:
    oven = map_texts(
        API,
        f"""
        provider: {{name: bakery}}
        {section}:
          oven:
            schema:
              description: An oven
              attributes:
                additional:
                  name: {{string: {{computed_optional_required: required}}}}
                  door: {{single_nested: {{computed_optional_required: optional}}}}
                  door.lock: {{bool: {{computed_optional_required: optional}}}}
        """,
        kind,
    )
    assert oven.names == ["name", "door"]
    assert oven.names_in("door") == ["lock"]
    assert oven.entity.description == "An oven"
    assert oven.entity.operations == ()
    assert ADDED in oven.rules("")


def test_objects_of_two_bodies_have_the_members_of_both_and_do_not_differ() -> None:
    doors = [f"{{properties: {{door: {{properties: {{{name}: {{type: string}}}}}}}}}}" for name in ("lock", "glass")]
    oven = resource(f"create: {doors[0]}\nread: {doors[1]}")
    assert (oven.names_in("door"), oven.rules("door")) == (["lock", "glass"], set())


def test_what_a_later_body_leaves_out_is_told_of_the_attribute_of_both() -> None:
    lost = "{type: string, properties: {lost: {type: string}}}"
    oven = resource(f"create: {{properties: {{it: {{type: string}}}}}}\nread: {{properties: {{it: {lost}}}}}")
    assert oven.rules("it") == {OTHER_TYPE}


SILENT = """
    openapi: 3.1.0
    paths:
      /ovens:
        post: {summary: Light}
        get: {parameters: [{name: size, in: query, required: true, schema: {type: string}}]}
"""


def test_an_alias_in_an_entity_without_operations_is_reported() -> None:
    oven = map_texts(
        API,
        """
        provider: {name: bakery}
        resources:
          oven:
            schema:
              attributes:
                aliases: {id: number, .door: hatch}
                additional: {id: {string: {computed_optional_required: computed}}}
        """,
    )
    assert [d.text for d in oven.diagnostics(UNUSED_ALIAS)] == [
        "the resource has no path or query parameter 'id'",
        "no property has the path '.door'",
    ]


def test_operations_without_schemas_leave_what_the_config_adds() -> None:
    config = """
        provider: {name: bakery}
        resources:
          oven: {create: {path: /ovens, method: POST}, read: {path: /ovens, method: GET}, schema: SCHEMA}
        data_sources:
          oven: {read: {path: /ovens, method: GET}, schema: SCHEMA}
    """.replace("SCHEMA", "{attributes: {additional: {fuel: {string: {computed_optional_required: computed}}}}}")
    for kind, size in ((kinds.RESOURCE, "computed_optional"), (kinds.DATA_SOURCE, "required")):
        oven = map_texts(SILENT, config, kind)
        assert oven.statuses == {"size": size, "fuel": "computed"}
        assert oven.differs_at("")


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ("{type: string}", {NOT_AN_OBJECT}),
        ("{type: array, items: {properties: {a: {type: string}}}}", {NOT_AN_OBJECT}),
        ("{type: object, additionalProperties: {type: string}}", {NOT_AN_OBJECT}),
        ("{oneOf: [{type: string}, {type: object}]}", {BODY_LOST, ENTITY_KEPT}),
    ],
)
def test_a_provider_schema_of_which_no_attributes_are_made_is_written_empty(schema: str, told: set[Rule]) -> None:
    bakery = provider(f"""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {schema}
    """)
    assert bakery.spec["provider"] == {"name": "bakery", "schema": {}}
    assert told <= bakery.rules("")


def test_properties_of_the_provider_have_aliases() -> None:
    bakery = provider("""
        provider:
          schema_ref: "#/components/schemas/Settings"
          schema:
            attributes: {aliases: {.apiUrl: endpoint, retry.max: tries, retry.mac: it, token: secret, .nothing: it}}
        components:
          Settings:
            properties: {apiUrl: {type: string}, token: {type: string}, retry: {$ref: "#/components/schemas/Retry"}}
          Retry: {properties: {max: {type: integer}}}
    """)
    assert bakery.names == ["endpoint", "retry", "token"]
    assert bakery.names_in("retry") == ["tries"]
    assert {d.path for d in bakery.diagnostics(RENAMED)} >= {"endpoint", "retry.tries"}
    assert [d.text for d in bakery.diagnostics(UNUSED_ALIAS)] == [
        "no property has the path 'retry.mac'; did you mean 'retry.max'?",
        "the provider has no path or query parameter 'token'; did you mean '.token'?",
        "no property has the path '.nothing'",
    ]


def test_an_override_of_the_provider_that_changes_nothing_is_told() -> None:
    bakery = provider("""
        provider:
          schema_ref: "#/components/schemas/Settings"
          schema: {attributes: {overrides: {tokn: {sensitive: true}}}}
        components:
          Settings: {properties: {token: {type: string}}}
    """)
    assert "did you mean 'token'?" in bakery.diagnostic(UNUSED_OVERRIDE).text


@pytest.mark.parametrize("reference", ["", "schema_ref: '#/components/schemas/Bakery'"])
def test_a_description_of_the_provider_is_a_difference_where_it_is_written(reference: str) -> None:
    bakery = provider(f"""
        provider:
          {reference}
          schema: {{description: A bakery.}}
        components:
          Bakery: {{properties: {{town: {{type: string}}}}}}
    """)
    is_written = bool(reference)
    assert (bakery.diagnostic(OVERRIDDEN).differs, "schema" in bakery.spec["provider"]) == (is_written, is_written)


def test_what_is_proposed_for_the_provider_stands_where_the_provider_has_it() -> None:
    bakery = provider("""
        provider:
          schema_ref: "#/components/schemas/Settings"
        components:
          Settings: {properties: {aB: {type: string}, a_b: {type: string}, more: {}, free: {type: object}}}
    """)
    found = [bakery.diagnostic(rule).fix or "" for rule in (NAME_COLLISION, NO_TYPE, EMPTY_OBJECT)]
    assert [fix.split("; or ")[-1] for fix in found] == [
        "attributes: {aliases: {.a_b: another_a_b}}  # in provider.schema",
        "ignores: [more]  # in provider",
        "attributes: {overrides: {free: {type: map of string}}}  # in provider.schema",
    ]


def test_an_unmappable_property_of_the_provider_costs_that_property_only() -> None:
    bakery = provider("""
        provider:
          schema_ref: '#/components/schemas/Bakery'
        components:
          Bakery: {properties: {town: {type: string}, odd: {}}}
    """)
    assert bakery.names == ["town"]
    assert bakery.rules("odd") == {NO_TYPE}
    assert str(bakery.diagnostic(ENTITY_KEPT).entity) == "provider bakery"
    assert bakery.differs_at("odd")


@pytest.mark.parametrize(
    ("responses", "why"),
    [
        ("'200': {}, '201': BODY", "does not read the read response 201"),
        ("'200': BODY", "cannot map all of the read response 200"),
        ("'404': BODY", "cannot map all of the read response"),
    ],
)
def test_a_data_source_that_the_reference_tool_skips_says_why(responses: str, why: str) -> None:
    body = "{content: {application/json: {schema: {properties: {town: {type: string}, odd: {}}}}}}"
    added = "{attributes: {additional: {a: {string: {computed_optional_required: computed}}}}}"
    bakery = map_texts(
        f"{{openapi: 3.0.0, paths: {{/oven: {{get: {{responses: {{{responses.replace('BODY', body)}}}}}}}}}}}",
        f"{{provider: {{name: x}}, data_sources: {{oven: {{read: {{path: /oven, method: get}}, schema: {added}}}}}}}",
        kinds.DATA_SOURCE,
    )
    assert bakery.diagnostic(ENTITY_KEPT).text == f"tfplugingen-openapi skips this data source: it {why}"


@pytest.mark.parametrize("reference", ["'#/components/schemas/Nobody'", "Bakery", "'https://example.com/a.yaml'"])
def test_a_provider_schema_that_does_not_exist_ends_the_run(reference: str) -> None:
    with pytest.raises(MappingError) as error:
        map_texts(
            "{openapi: 3.0.0, paths: {/oven: {get: {}}}}",
            f"""
            data_sources: {{oven: {{read: {{path: /oven, method: get}}}}}}
            provider:
              name: bakery
              schema_ref: {reference}
            """,
        )
    (problem,) = error.value.problems
    assert (problem.uri, problem.line) == ("config.yml", 5)
    assert "schema_ref" in problem.text


COUNTS = st.lists(st.integers(0, 50), max_size=8)
CHOICE = "{oneOf: [{type: array, items: {type: string}}, {type: object, properties: {a: {type: string}}}]}"
PATTERN = "{type: string, pattern: '(?=a)b'}"


@given(COUNTS, st.integers(0, 300))
def test_a_share_is_the_largest_one_that_fits(counts: list[int], total: int) -> None:
    def cut(most: int) -> int:
        return sum(min(most, count) for count in counts)

    most = share(counts, total)
    assert most == 1 or cut(most) <= total
    assert cut(most + 1) > total or most >= max(counts, default=1)


def nested(schema: str, size: int) -> Mapped:
    """A resource with twice that many attributes of the schema, half of them nested."""
    inner = ", ".join(f"p{n}: {schema}" for n in range(size))
    return resource(
        f"create: {{type: object, properties: {{{inner}, nested: {{type: object, properties: {{{inner}}}}}}}}}"
    )


def reported(mapped: Mapped, *rules: Rule) -> list[tuple[str, str, str | None]]:
    return [(found.path, found.text, found.fix) for found in mapped.mapping.diagnostics if found.rule in rules]


def codes(mapped: Mapped) -> Counter[str]:
    return Counter(found.code for found in mapped.mapping.diagnostics)


def test_the_first_findings_of_a_rule_are_reported_and_the_last_of_them_says_how_many_more_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    complete = nested(CHOICE, 10)
    monkeypatch.setattr(collect_notes, "MAX_FINDINGS", 12)
    bounded = nested(CHOICE, 10)
    everything, (*first, last) = reported(complete, ONE_OF), reported(bounded, ONE_OF)
    assert len(everything) == 20
    assert len(first) == 11
    assert first == everything[:11]
    path, text, fix = everything[11]
    assert last == (path, f"{text}; and 8 more of this kind", fix)
    assert codes(complete) - codes(bounded) == Counter({ONE_OF.code: 8})
    assert bounded.text == complete.text


def test_every_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = nested(PATTERN, 10)
    monkeypatch.setattr(collect_notes, "MAX_FINDINGS", 1)
    assert len(reported(complete, BAD_PATTERN)) == 20
    assert reported(nested(PATTERN, 10), BAD_PATTERN) == reported(complete, BAD_PATTERN)


DESCRIPTION_API = """
    openapi: 3.1.0
    info: {title: Bakery, version: '1'}
    tags: [{name: Ovens, description: All that *bakes*.}, {name: Empty}]
    paths:
      /ovens:
        post:
          tags: [Ovens, Empty]
          summary: Make an oven
          requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Oven'}}}}
      /ovens/{id}:
        get: {tags: [Empty], summary: Look at an oven, description: Look into it.}
    components:
      schemas: {Oven: {type: object, description: An oven., properties: {fuel: {type: string}}}}
"""


def oven(policies: str, schema: str = "{}") -> Mapped:
    return map_texts(
        DESCRIPTION_API,
        f"""
        provider: {{name: bakery}}
        policies: {{{policies}}}
        resources:
          oven:
            create: {{path: /ovens, method: POST}}
            read: {{path: '/ovens/{{id}}', method: GET}}
            schema: {schema}
        """,
        kinds.RESOURCE,
    )


def texts(mapped: Mapped) -> dict[str, str]:
    (entity,) = mapped.spec["resources"]
    return {key: value for key, value in entity["schema"].items() if key != "attributes"}


@pytest.mark.parametrize(
    ("policy", "text"), [("tag", "All that *bakes*."), ("operation", "An oven"), ("schema", "An oven.")]
)
def test_a_policy_takes_both_descriptions_from_the_api(policy: str, text: str) -> None:
    mapped = oven(f"entity_description: {policy}")
    assert texts(mapped) == {"description": text, "markdown_description": text}
    assert mapped.entity.description == text
    assert POLICY in mapped.rules("")


@pytest.mark.parametrize(
    ("policy", "schema"),
    [
        ("operation", "{}"),
        ("schema", "{}"),
        ("tag", "{}"),
        ("omit", "{description: Make an oven}"),
        ("operation", "{markdown_description: Make an oven}"),
    ],
)
def test_a_page_says_of_an_entity_what_the_specification_says(policy: str, schema: str) -> None:
    """*Make an oven* became *An oven* on the page alone."""
    mapped = oven(f"entity_description: {policy}", schema)
    assert TERRAFORM.showing.summary(mapped.entity) in texts(mapped).values()


def test_by_default_the_specification_has_none() -> None:
    assert texts(oven("")) == {}


@pytest.mark.parametrize("tags", ["", "tags: [Empty]", "tags: [Unknown]", "tags: []", "tags: {}"])
def test_a_tag_that_says_nothing_gives_nothing(tags: str) -> None:
    text = DESCRIPTION_API.replace("tags: [Ovens, Empty]", tags or "deprecated: false")
    config = """
        provider: {name: bakery}
        policies: {entity_description: tag}
        resources: {oven: {create: {path: /ovens, method: POST}, read: {path: '/ovens/{id}', method: GET}}}
    """
    assert texts(map_texts(text, config)) == {}


@pytest.mark.parametrize("part", ["requestBody", "responses"])
def test_a_body_that_cannot_be_followed_is_told(part: str) -> None:
    given = {"requestBody": "{content: {application/json: {schema: {properties: {a: {type: string}}}}}}"}
    given["responses"] = f"{{'201': {given['requestBody']}}}"
    given[part] = "{$ref: '#/no'}" if part == "requestBody" else "{'201': {$ref: '#/no'}}"
    oven = resource(f"""
        paths:
          /ovens: {{post: {{requestBody: {given["requestBody"]}, responses: {given["responses"]}}}}}
          /ovens/{{id}}: {{get: {{responses: {{}}}}}}
    """)
    what = "request body" if part == "requestBody" else "response"
    assert f"the create {what} cannot be followed" in oven.diagnostic(BODY_LOST).text


def test_what_the_description_lacks_is_lost_alone_where_a_part_is_enough(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text("""
openapi: 3.1.0
info: {title: Bakery, version: '1'}
paths:
  /ovens: {post: {requestBody: {content: {application/json: {schema: {properties: {a: {type: string}}}}}}}}
  /ovens/{id}: {get: {responses: {}}}
""")
    (tmp_path / "config.yml").write_text("""
provider: {name: bakery, schema_ref: '#/components/schemas/None'}
resources:
  oven: {create: {path: /ovens, method: POST}, read: {path: '/ovens/{id}', method: GET}}
  pan: {create: {path: /pans, method: POST}, read: {path: '/pans/{id}', method: GET}}
""")
    found = TERRAFORM.run_in_part(Request(tmp_path / "api.yaml", (tmp_path / "config.yml",), tmp_path))
    assert [entity.name for entity in found.mapping.of_kind(kinds.RESOURCE)] == ["oven"]
    assert [str(ref) for ref in found.lost] == ["resource pan", "provider bakery"]
    assert "/pans" in found.lost[EntityRef(kinds.RESOURCE, "pan")].text


def test_a_list_that_a_data_source_without_letters_reads_has_no_attribute() -> None:
    found = map_texts(
        """
        openapi: 3.1.0
        info: {title: Bakery, version: '1'}
        paths:
          /ovens:
            get: {responses: {'200': {content: {a/json: {schema: {type: array, items: {type: string}}}}}}}
        """,
        "provider: {name: bakery}\ndata_sources: {'--': {read: {path: /ovens, method: GET}}}",
        kinds.DATA_SOURCE,
    )
    assert "the name '--' leaves nothing for an identifier" in [d.text for d in found.diagnostics(BODY_LOST)]


def test_a_property_that_its_own_body_leaves_out_still_adds_to_that_of_an_earlier_body() -> None:
    """In the response alone, both names become one. The request has only the second, which the response describes."""
    found = resource("""
        create: {properties: {fooBar: {type: string}}}
        read: {properties: {Foo_Bar: {type: integer}, fooBar: {type: string, description: A bar.}}}
    """)
    assert found.body("foo_bar")["description"] == "A bar."
    assert "'Foo_Bar'" in found.diagnostic(NAME_COLLISION).text
