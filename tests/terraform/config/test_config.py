"""The generator config: every problem in one go, with its line; what all entities have, and what each says itself."""

import json

import pytest

from mapper.inputs import Document, DocumentError
from mapper.report.diagnostic import MappingError
from mapper.systems.terraform import kinds
from mapper.systems.terraform.config.config import Config, parse_config
from mapper.systems.terraform.config.places import belongs
from mapper.systems.terraform.rules import UNKNOWN_KEY, UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE

from ...support import Mapped, map_texts, read_config, write_code_spec

OVEN = "data_sources: {oven: {read: {path: /oven, method: get}}}"
OPENAPI = "{openapi: 3.0.0, paths: {/oven: {get: {}}}}"


def problems(text: str) -> list[tuple[int | None, str]]:
    """Line and text of every problem of a config."""
    with pytest.raises(MappingError) as error:
        read_config(text)
    assert all(problem.uri == "config.yml" for problem in error.value.problems)
    return [(problem.line, problem.message) for problem in error.value.problems]


def lines(text: str) -> list[int | None]:
    return [line for line, _ in problems(text)]


@pytest.mark.parametrize(
    ("name", "text"), [("5", "5"), ("yes", "yes"), ("1.50", "1.50"), ("True", "True"), ("2024-01-02", "2024-01-02")]
)
def test_a_scalar_of_any_type_is_a_text(name: str, text: str) -> None:
    assert read_config(f"provider: {{name: {name}}}\n{OVEN}").provider.name == text


def test_only_the_first_document_of_a_file_counts() -> None:
    assert read_config(f"provider: {{name: first}}\n{OVEN}\n---\nprovider: {{name: second}}\n").provider.name == "first"


@pytest.mark.parametrize("text", ["{}", "null", "# nothing\n", "---\n"])
def test_an_empty_config_lacks_an_entity_and_the_name_of_the_provider(text: str) -> None:
    texts = [text for _, text in problems(text)]
    assert len(texts) == 2
    assert any("resource or data source" in text for text in texts)
    assert any("provider" in text for text in texts)


def test_a_config_of_no_bytes_says_so() -> None:
    with pytest.raises(DocumentError, match=r"config\.yml.*empty"):
        read_config("")


@pytest.mark.parametrize("text", ["[]", "text", "5"])
def test_a_config_that_is_no_mapping_says_so(text: str) -> None:
    assert lines(text) == [1]


def test_an_unknown_key_is_told_before_what_is_missing_for_it() -> None:
    found = problems("""\
provider: {name: bakery}
resources:
  oven:
    crate: {path: /ovens, method: POST}
    read: {path: '/ovens/{id}', method: get}
""")
    assert [(line, text.partition(";")[0].partition(" (")[0]) for line, text in found] == [
        (4, "unknown key 'crate' in resource 'oven'"),
        (3, "resource 'oven': create is needed"),
    ]


@pytest.mark.parametrize("path", ["a.", ".a", "a..b", "a*b", "'*'", "''", "[a]", "null"])
def test_an_ignore_must_be_a_dotted_path_of_plain_names(path: str) -> None:
    found = problems(f"provider:\n  name: bakery\n  ignores:\n    - ok.path_2\n    - {path}\n{OVEN}")
    assert [line for line, _ in found] == [5]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("provider: text", 1),
        ("provider: {name: [bakery]}", 1),
        ("provider: {name: bakery}\nresources: []", 2),
        ("provider: {name: bakery}\nresources: {oven: text}", 2),
        ("provider: {name: bakery}\nresources:\n  oven: {create: /oven, read: {path: /o, method: get}}", 3),
        ("provider: {name: bakery}\ndata_sources:\n  oven:\n    read: {path: {}, method: get}", 4),
        ("provider: {name: bakery}\ndata_sources:\n  oven:\n    read: {path: /o, method: get}\n    schema: text", 5),
        ("provider: {name: bakery, ignores: text}", 1),
        (f"{OVEN}\nprovider: {{name: bakery}}\ndata_sources: {{}}", 3),
    ],
)
def test_a_value_of_the_wrong_shape_is_reported_at_its_line(text: str, line: int) -> None:
    assert line in lines(f"{text}\n")


@pytest.mark.parametrize("text", ["provider: {}", "provider: {name: ''}", "provider:", "provider: {name: null}"])
def test_a_provider_needs_a_name(text: str) -> None:
    assert len(problems(f"{text}\n{OVEN}")) == 1


def test_a_key_given_twice_is_a_problem_in_json_too() -> None:
    found = problems(
        f'{{"provider": {{"name": "bakery", "name": "cafe"}},\n{OVEN}}}'.replace("data_sources", '"data_sources"')
    )
    assert "'name'" in found[0][1]


def test_a_duplicate_key_does_not_hide_other_problems() -> None:
    texts = [text for _, text in problems("x: 1\nx: 2\nprovider: {name: bakery}\n")]
    assert len(texts) == 3
    assert texts[0].startswith("unknown key 'x'")


def test_problems_of_all_blocks_are_collected_in_the_order_of_their_lines() -> None:
    assert lines("""\
        provider: {ignores: ['.']}
        resources:
          oven: {create: {path: /o}}
          tray: {create: {method: get, path: /t}, read: [x]}
        data_sources:
          oven: {}
    """) == [1, 1, 3, 3, 4, 6]


@pytest.mark.parametrize(
    ("key", "top", "provider", "entity", "operation", "schema", "attributes", "meant"),
    [
        ("datasources", "datasources: {}", "", "", "", "", "", "data_sources"),
        ("ignore", "", "ignore: [a]", "", "", "", "", "ignores"),
        ("Name", "", "Name: x", "", "", "", "", "name"),
        ("raed", "", "", "raed: {}", "", "", "", "read"),
        ("verb", "", "", "", "verb: get", "", "", None),
        ("alias", "", "", "", "", "alias: {}", "", None),
        ("override", "", "", "", "", "", "override: {}", "overrides"),
        ("descripton", "", "", "", "", "", "overrides: {a: {descripton: x}}", "description"),
    ],
)
def test_an_unknown_key_is_a_warning_that_names_the_nearest_known_one(
    key: str, top: str, provider: str, entity: str, operation: str, schema: str, attributes: str, meant: str | None
) -> None:
    mapped = map_texts(
        OPENAPI,
        f"""
        provider: {{name: bakery, {provider}}}
        data_sources:
          oven:
            read: {{path: /oven, method: get, {operation}}}
            schema: {{attributes: {{{attributes}}}, {schema}}}
            {entity}
        {top}
        """,
    )
    warning = mapped.diagnostic(UNKNOWN_KEY)
    assert repr(key) in warning.text
    assert warning.location is not None
    assert warning.location.document.uri == "config.yml"
    assert warning.location.pointer.endswith(f"/{key}")
    if meant is None:
        assert "did you mean" not in warning.text
    else:
        assert f"did you mean {meant!r}?" in warning.text


HEAD = """\
provider: {name: bakery}
resources:
  oven:
    create: {path: /o, method: post}
    read: {path: /o, method: get}
"""


@pytest.mark.parametrize(
    ("policy", "text"),
    [
        ("one_of: variant", "policies: one_of must be one of reject, variants, union, json_string, not 'variant'"),
        ("one_of: [union]", "not a list or mapping"),
        ("replace: true", "replace must be one of none, infer, not 'true'"),
        ("names: null", "names must be one of reference, words, not null"),
        ("recursion_depth: -1", "recursion_depth must be a whole number from 0 to 10, not '-1'"),
        ("recursion_depth: 1.5", "recursion_depth must be a whole number"),
        ("recursion_depth: two", "recursion_depth must be a whole number"),
        ("recursion_depth: true", "recursion_depth must be a whole number"),
        ("pagination: page", "pagination must be a list of names"),
        ("pagination: [[page]]", "pagination must be a list of names"),
        ("sensitive: {token: true}", "sensitive must be a list of names"),
        ("sensitive: ['']", "sensitive must be a list of names"),
    ],
)
@pytest.mark.parametrize("place", ["top", "entity"])
def test_a_wrong_policy_is_one_problem_at_its_line(policy: str, text: str, place: str) -> None:
    indent = "" if place == "top" else "    "
    ((line, found),) = problems(f"{HEAD}{indent}policies:\n{indent}  {policy}\n")
    assert line == 7
    assert text in found
    assert found.startswith("the top level" if place == "top" else "resource 'oven'")


@pytest.mark.parametrize(
    ("policies", "given"),
    [("text", "'text'"), ("[one_of]", "a list: write `name:`, not `- name`"), ("5", "'5'")],
)
def test_policies_are_a_mapping(policies: str, given: str) -> None:
    ((line, found),) = problems(f"{HEAD}policies: {policies}\n")
    assert (line, found) == (6, f"the top level: policies must be a mapping of keys and values, not {given}")


def test_an_unknown_policy_is_a_warning_with_the_nearest_one() -> None:
    config = read_config(f"{HEAD}policies: {{oneof: union}}\n")
    assert [note.text for note in config.notes] == [
        "unknown key 'oneof' in the top level: policies; did you mean 'one_of'?"
    ]


@pytest.mark.parametrize(
    ("override", "text"),
    [
        ("computed_optional_required: maybe", "must be one of required, optional, computed, computed_optional"),
        ("computed_optional_required: null", "not null"),
        ("type: strng", "is not a type; write one such as string, set, list of string"),
        ("type: list of dynamic", "is not a type; write one such as string, set, list of string"),
        ("type: list of set", "is not a type"),
        ("type: object of string", "is not a type"),
        ("type: null", "is not a type"),
        ("type: [string]", "is not a type"),
        ("name: aB", "'aB' is not an identifier"),
        ("name: null", "is not an identifier"),
        ("sensitive: 'yes'", "sensitive must be true or false, not 'yes'"),
        ("sensitive: null", "sensitive must be true or false, not null"),
        ("description: {a: b}", "description must be a text"),
        ("deprecation_message: [a]", "deprecation_message must be a text"),
        ("default: [a]", "default must be a plain value"),
        ("default: -.inf", "default must be a plain value"),
        (f"default: {'9' * 400}", "default must be a plain value"),
        ("default: {static: .nan}", "default must be {static: …}"),
        ("default: {statc: a}", "default must be {static: …}"),
        ("default: {static: [a]}", "default must be {static: …}"),
        ("default: {custom: {}}", "schema_definition is needed"),
        ("validators: {custom: x}", "validators must be a list"),
        ("validators: [infered]", "did you mean 'inferred'?"),
        ("validators: [{custom: {schema_definition: [a]}}]", "schema_definition must be a text"),
        ("validators: [{custom: {schema_definition: a, imports: {}}}]", "imports must be a list"),
        ("validators: [{custom: {schema_definition: a, imports: [{pth: x}]}}]", "did you mean 'path'?"),
        ("pattern: '(?!a)'", "pattern: Go cannot compile '(?!a)'"),
        ("pattern: '('", "pattern: Go cannot compile '('"),
        ("pattern: ''", "pattern must be a regular expression"),
        ("pattern: [a]", "pattern must be a regular expression"),
        ("plan_modifiers: requires_replace", "plan_modifiers must be a list"),
        ("plan_modifiers: [require_replace]", "did you mean 'requires_replace'?"),
        ("plan_modifiers: [5]", "must be a mapping with custom"),
        ("plan_modifiers: [{custom: {}}]", "schema_definition is needed"),
        ("plan_modifiers: [{custom: {schema_definition: x, import: []}}]", "did you mean 'imports'?"),
        ("plan_modifiers: [replace]", "is not a word for one"),
        (
            "plan_modifiers: [inferred]",
            "give requires_replace, requires_replace_if_configured, use_state_for_unknown or {custom: …}",
        ),
        ("custom_type: 5", "custom_type"),
        ("custom_type: Normalised", "'Normalised' is not the name of a Go type"),
        ("custom_type: {type: T}", "value_type is needed"),
        ("associated_external_type: {}", "type is needed"),
        ("associated_external_type: {type: T, value_type: V}", "unknown key 'value_type'"),
        ("nested_object: []", "nested_object must be a mapping"),
        ("nested_object: {custom_type: 5}", "must be a mapping with"),
    ],
)
def test_a_wrong_value_in_an_override_is_a_problem_at_its_line(override: str, text: str) -> None:
    found = problems(
        f"{HEAD}    schema:\n      attributes:\n        overrides:\n          a.b:\n            {override}\n"
    )
    count = 2 if "pth: x" in override else 1  # the key that is meant is missing, too
    assert [line for line, _ in found] == [10] * count
    assert all("resource 'oven': the override of 'a.b'" in message for _, message in found)
    assert any(text in message for _, message in found)


@pytest.mark.parametrize(
    "schema",
    [
        "ignores: a",
        "attributes: text",
        "attributes: {aliases: [a]}",
        "attributes: {aliases: {a: {b: c}}}",
        "attributes: {overrides: [a]}",
        "attributes: {overrides: {a: text}}",
        "attributes: {overrides: {a: {description: [b]}}}",
        "description: [a]",
        "markdown_description: {a: b}",
        "deprecation_message: [a]",
        "attributes: {additional: text}",
        "attributes: {additional: [a]}",
        "attributes: {additional: {a: text}}",
    ],
)
def test_a_value_of_the_wrong_shape_in_a_schema_is_a_problem_at_its_line(schema: str) -> None:
    assert lines(f"{HEAD}    schema:\n      {schema}\n") == [7]


def test_the_key_for_the_status_is_another_for_the_provider() -> None:
    config = read_config("""
        provider:
          name: bakery
          schema: {attributes: {overrides: {a: {computed_optional_required: required}}}}
        data_sources:
          oven: {read: {path: /o, method: get}, schema: {attributes: {overrides: {a: {optional_required: required}}}}}
    """)
    keys = {note.text.split("'")[1] for note in config.notes}
    assert keys == {"computed_optional_required", "optional_required"}


READ = "read: {path: /x, method: get}"
BAKERY = f"provider: {{name: bakery, ignores: [a]}}\ndata_sources:\n  oven: {{{READ}}}\n"


def read(*texts: str) -> Config:
    return parse_config(*(Document(f"{name}.yml", text.encode()) for name, text in zip("abc", texts, strict=False)))


def messages(*texts: str) -> list[str]:
    with pytest.raises(MappingError) as error:
        read(*texts)
    return [str(problem) for problem in error.value.problems]


def test_the_provider_may_stand_in_several_files_that_agree() -> None:
    config = read(BAKERY, "provider: {name: bakery, schema_ref: '#/x', ignores: [b]}", "provider: {ignores: [c]}")
    assert (config.provider.name, config.provider.schema_ref) == ("bakery", "#/x")
    assert [ignore.path for ignore in config.provider.schema.ignores] == ["a", "b", "c"]


def test_two_schemas_of_the_provider_are_an_error() -> None:
    (message,) = messages(
        f"{BAKERY}".replace("ignores: [a]", "schema_ref: '#/a'"), "provider: {name: bakery, schema_ref: '#/b'}"
    )
    assert "schema_ref is '#/b' here, but '#/a' in a.yml:1" in message


def test_each_conflict_about_the_schema_of_the_provider_names_both_lines() -> None:
    schema = """
        provider:
          name: bakery
          schema:
            description: One
            ignores: [a]
            attributes:
              aliases: {.b: c}
              overrides: {d: {sensitive: true}}
              additional: {e: {bool: {optional_required: optional}}}
    """
    other = schema.replace("One", "Two")
    assert messages(BAKERY, schema, other) == [
        "c.yml:5: provider: description is 'Two' here, but 'One' in b.yml:5; set it in one place",
        "c.yml:8: provider: the alias of '.b' is in b.yml:8 already; remove one",
        "c.yml:9: provider: the override of 'd' is in b.yml:9 already; remove one",
        "c.yml:10: provider: the addition 'e' is in b.yml:10 already; remove one",
    ]


def test_what_another_file_says_is_named_by_its_own_line() -> None:
    (message,) = messages(BAKERY, "provider: {schema_ref: '#/x'}", "provider: {name: shop}")
    assert message == "c.yml:1: provider: name is 'shop' here, but 'bakery' in a.yml:1; set it in one place"


def test_an_entity_in_two_files_is_an_error_that_names_both_lines() -> None:
    assert messages(BAKERY, f"# more\ndata_sources:\n  oven: {{{READ}}}\n") == [
        "b.yml:3: the data source 'oven' is in a.yml:3 already; define it in one file only"
    ]


def test_problems_of_all_files_are_told_in_one_go() -> None:
    found = messages(BAKERY, "data_sources: {tray: {}}", "data_sources: []")
    assert [message[:8] for message in found] == ["b.yml:1:", "c.yml:1:"]


def test_notes_of_all_files_are_kept() -> None:
    assert len(read(f"{BAKERY}x: 1", "y: 1").notes) == 2


SHARED_OPENAPI = """
    openapi: 3.0.0
    paths:
      /ovens: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Oven'}}}}, responses: {}}}
      /ovens/{ovenId}:
        get:
          parameters: [{name: ovenId, in: path, required: true, schema: {type: string}}]
          responses: {'200': {content: {a/b: {schema: {$ref: '#/components/schemas/Oven'}}}}}
      /trays: {post: {requestBody: {content: {a/b: {schema: {$ref: '#/components/schemas/Tray'}}}}, responses: {}}}
      /trays/{id}: {get: {responses: {'200': {content: {a/b: {schema: {$ref: '#/components/schemas/Tray'}}}}}}}
    components:
      schemas:
        Oven: {properties: {id: {type: string}, heat: {type: integer}, secret: {type: string}, meta: {type: object}}}
        Tray: {properties: {id: {type: string}, size: {type: integer}, secret: {type: string}, meta: {type: object}}}
"""
ENTITIES = """
    resources:
      oven: {create: {path: /ovens, method: POST}, read: {path: '/ovens/{ovenId}', method: GET}%s}
      tray: {create: {path: /trays, method: POST}, read: {path: '/trays/{id}', method: GET}}
    data_sources:
      tray: {read: {path: '/trays/{id}', method: GET}}
"""


def mapped(schema: str, own: str = "") -> Mapped:
    own = f", schema: {own}" if own else ""
    return map_texts(
        SHARED_OPENAPI,
        f"provider: {{name: bakery}}\nschema: {schema}{ENTITIES.replace(chr(10) + '    ', chr(10)) % own}",
    )


def written(found: Mapped, section: str, name: str) -> dict[str, dict[str, object]]:
    (entity,) = [one for one in json.loads(write_code_spec(found.mapping))[section] if one["name"] == name]
    attributes = entity["schema"]["attributes"]
    return {one["name"]: next(value for key, value in one.items() if key != "name") for one in attributes}


ALL = """{
  ignores: [meta],
  attributes: {
    aliases: {ovenId: id},
    overrides: {secret: {sensitive: true, plan_modifiers: [requires_replace]}},
    additional: {wait: {after: id, bool: {computed_optional_required: optional}}},
  },
}"""


def test_all_entities_have_it_as_far_as_they_can() -> None:
    found = mapped(ALL)
    for section, name in (("resources", "oven"), ("resources", "tray"), ("datasources", "tray")):
        attributes = written(found, section, name)
        assert "meta" not in attributes
        assert attributes["secret"]["sensitive"] is True
        assert ("plan_modifiers" in attributes["secret"]) is (section == "resources")
        names = list(attributes)
        assert names[names.index("id") + 1] == "wait"
    assert "oven_id" not in written(found, "resources", "oven")
    unused = (UNUSED_ADDITION, UNUSED_ALIAS, UNUSED_OVERRIDE)
    assert not [d for d in found.mapping.diagnostics if d.rule in unused or d.code == "OAS102"]


def test_what_an_entity_says_goes_before_it() -> None:
    overrides = "{secret: {sensitive: false, description: Mine}}"
    added = "{wait: {string: {computed_optional_required: required}}}"
    own = f"{{attributes: {{overrides: {overrides}, additional: {added}}}}}"
    attributes = written(mapped(ALL, own), "resources", "oven")
    assert "sensitive" not in attributes["secret"]
    assert attributes["secret"]["description"] == "Mine"
    assert "plan_modifiers" in attributes["secret"]
    assert attributes["wait"]["computed_optional_required"] == "required"
    assert "sensitive" in written(mapped(ALL, own), "resources", "tray")["secret"]


@pytest.mark.parametrize(
    ("schema", "code"),
    [
        ("{ignores: [nobody]}", "OAS102"),
        ("{attributes: {aliases: {.nobody: x}}}", "OAS103"),
        ("{attributes: {overrides: {nobody: {sensitive: true}}}}", "OAS104"),
        ("{attributes: {overrides: {'**.nobody': {sensitive: true}}}}", "OAS104"),
        ("{attributes: {additional: {nobody.x: {bool: {computed_optional_required: optional}}}}}", "OAS106"),
        ("{attributes: {additional: {x: {before: nobody, bool: {computed_optional_required: optional}}}}}", "OAS106"),
    ],
)
def test_an_entry_that_no_entity_has_is_told_once(schema: str, code: str) -> None:
    (found,) = [d for d in mapped(schema).mapping.diagnostics if d.code == code]
    assert found.entity is None
    one = mapped(schema.replace("nobody", "heat" if "x:" not in schema or "before" in schema else "meta"))
    assert not [d for d in one.mapping.diagnostics if d.code == code]


@pytest.mark.parametrize(
    "schema", ["{ignores: it}", "{attributes: [x]}", "[x]", "{attributes: {overrides: {a: {type: what}}}}"]
)
def test_what_is_wrong_in_it_is_one_error(schema: str) -> None:
    with pytest.raises(MappingError) as raised:
        mapped(schema)
    assert len(raised.value.problems) == 1


def test_texts_of_an_entity_are_no_part_of_it() -> None:
    found = mapped("{description: All of them.}")
    assert [d.rule for d in found.mapping.diagnostics if d.rule is UNKNOWN_KEY] == [UNKNOWN_KEY]
    assert found.mapping.of_kind(kinds.RESOURCE)[0].description is None


# --- keys in the wrong place ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "key", "place"),
    [
        ("", "name", "provider"),
        ("", "one_of", "policies"),
        ("", "create", "resources.NAME"),
        ("", "overrides", "schema.attributes"),
        ("/resources/oven", "overrides", "schema.attributes"),
        ("/resources/oven", "default", "schema.attributes.overrides.PATH"),
        ("/resources/oven/schema", "overrides", "attributes"),
        ("/resources/oven/schema", "one_of", "policies"),
        ("/resources/oven/schema/attributes", "ignores", "schema"),
        ("/resources/oven/read", "pointer", "response"),
        ("/resources/oven/create", "pointer", "request or response"),
        ("/data_sources/oven", "aliases", "schema.attributes"),
        ("/provider", "aliases", "schema.attributes"),
    ],
)
def test_a_key_in_the_wrong_place_is_told_its_own(where: str, key: str, place: str) -> None:
    assert belongs(where, key) == f"; it belongs below {place}"


@pytest.mark.parametrize(
    ("where", "key", "said"),
    [
        ("/resources/oven", "overrides", "; it belongs below schema.attributes"),
        ("/resources/oven/create", "pointer", "; did you mean it?"),  # of several places
        ("/provider", "data_sources", "; it belongs at the top level"),
        ("/provider", "nonsense", "; did you mean it?"),
    ],
)
def test_a_key_that_resembles_another_is_told_its_place_if_there_is_only_one(where: str, key: str, said: str) -> None:
    assert belongs(where, key, "; did you mean it?") == said


def test_an_entity_that_the_api_does_not_have_has_no_operation_at_all() -> None:
    added = "schema: {attributes: {additional: {wait: {string: {computed_optional_required: optional}}}}}"
    made = "create: {path: /oven, method: post}"
    assert read_config(f"provider: {{name: zoo}}\nresources: {{oven: {{{added}}}}}").entities[0].operations == {}
    told = [(2, "resource 'oven': read is needed (read: {path: …, method: …})")]
    assert problems(f"provider: {{name: zoo}}\nresources: {{oven: {{{made}, {added}}}}}") == told


@pytest.mark.parametrize("value", ["5", "text", "[plan_modifiers]"])
@pytest.mark.parametrize("section", ["resources", "data_sources"])
def test_what_is_said_of_nested_objects_is_a_mapping(section: str, value: str) -> None:
    override = f"schema: {{attributes: {{overrides: {{a: {{nested_object: {value}}}}}}}}}"
    calls = ", ".join(f"{part}: {{path: /oven, method: get}}" for part in ("create", "read")[section != "resources" :])
    ((line, text),) = problems(f"provider: {{name: zoo}}\n{section}: {{oven: {{{calls}, {override}}}}}")
    assert line == 2
    assert "nested_object must be a mapping of keys and values" in text


@pytest.mark.parametrize("where", ["/provider", "/resources/oven", "/resources/oven/schema/attributes"])
def test_a_section_in_the_wrong_place_belongs_at_the_top_level(where: str) -> None:
    assert belongs(where, "data_sources") == "; it belongs at the top level"


def test_a_message_about_a_key_has_its_place_or_the_key_that_was_meant() -> None:
    text = f"provider: {{name: zoo, one_of: variants, nmae: x, anything: x}}\n{OVEN}"
    assert [note.text.partition(" in provider")[2] for note in read_config(text).notes] == [
        "; it belongs below policies", "; did you mean 'name'?", ""
    ]  # fmt: skip
