"""A diagnostic says that the output differs from `tfplugingen-openapi` only where it does.

Each snippet was given to version 0.3.0. The peer `tfplugingen-openapi` of `tests.differential` asks the same of random
descriptions.
"""

import pytest

from mapper.systems.terraform import rules

from ..support import data_source, resource

ALIKE = {
    "a parameter that neither can map": """
        create: {properties: {name: {type: string}}}
        parameters: [{name: by, in: query, schema: {}}]
    """,
    "a response of which nothing new can be mapped": """
        create: {properties: {name: {type: string, description: Its name.}}}
        read: {properties: {name: {type: string}, odd: {}}}
    """,
    "a name that meets another one in a response that is skipped": """
        create: {properties: {serial: {type: string}}}
        read: {properties: {Serial: {type: string}, odd: {}}}
    """,
    "a parameter that another body declares, too": """
        create: {properties: {by: {type: string}}}
        parameters: [{name: by, in: query, schema: {enum: [a]}}]
    """,
    "a keyword in another case after the right one": """
        create: {properties: {it: {type: integer, minimum: 1, Minimum: 2}}}
    """,
    "a keyword in another case that has no effect": "create: {properties: {it: {type: string, Minimum: 2}}}",
    "a keyword in another case of a response": """
        create: {properties: {name: {type: string}}}
        read: {properties: {it: {type: integer, Minimum: 2}}}
    """,
    "a map of maps that nobody can map, in an object that is not written": """
        create: {properties: {state: {type: string}}}
        read: {properties: {made: {type: string}, state: {properties: {it: {type: object, additionalProperties:
          {type: object, additionalProperties: {type: odd}}}}}}}
    """,
    "a list of another element, whose members are renamed": """
        create: {properties: {it: {type: array, items: {type: boolean}}}}
        read: {properties: {odd: {}, it: {type: array, items:
          {type: object, additionalProperties: {properties: {createdAt: {type: string}}}}}}}
    """,
    "a map of maps in a response, of another value than the map of the request": """
        create: {properties: {it: {type: object, additionalProperties: {type: boolean}}}}
        read: {properties: {it: {type: object, additionalProperties:
          {type: object, additionalProperties: {type: string}}}}}
    """,
    "a map of maps that nobody can map, beside a parameter of its name": """
        create: {properties: {name: {type: string}}}
        parameters: [{name: name, in: query, schema: {type: number}}]
        read: {properties: {name: {type: object, additionalProperties:
          {type: object, additionalProperties: {type: object, additionalProperties: null}}}}}
    """,
    **{
        f"a map of maps that nobody can map, beside {kind}": f"""
            create: {{properties: {{it: {schema}}}}}
            read: {{properties: {{it: {{description: An it., type: object, additionalProperties:
              {{type: object, additionalProperties: {{type: odd}}}}}}}}}}
        """
        for kind, schema in {
            "a number": "{type: integer}",
            "an object": "{type: object, properties: {a: {type: string}}}",
            "a map of texts": "{type: object, additionalProperties: {type: string}}",
            "a list": "{type: array, items: {type: object, properties: {a: {type: string}}}}",
            "a map of objects": "{type: object, additionalProperties: {type: object, properties: {a: {type: string}}}}",
        }.items()
    },
    "a map of maps that nobody can map, before a map of objects": """
        create: {properties: {a: {type: string}, it: {description: An it., type: object, minProperties: 1,
          additionalProperties: {type: object, additionalProperties: {type: odd}}}, z: {type: string}}}
        read: {properties: {it: {type: object, additionalProperties: {properties: {a: {type: string}}}}}}
    """,
    "limits in a response that is skipped": """
        create: {properties: {name: {type: string}}}
        create_response: {properties: {it: {type: integer, minimum: 2}, odd: {}}}
        read: {properties: {it: {type: integer}}}
    """,
    "a limit in another case of a later source": """
        create: {properties: {it: {type: array, items: {type: string}}}}
        read: {properties: {it: {type: array, items: {type: string}, MinItems: 2, description: All.}}}
    """,
    "limits of one type and in another case, of a member": """
        create: {properties: {it: {type: array, items: {type: array, items: {type: object, properties:
          {a: {type: string, MinLength: 2}, b: {type: [string, integer], maxLength: 2}}}}}}}
    """,
    "a default in another case, of a member": """
        create: {properties: {it: {type: array, items: {type: array, items: {type: object, properties:
          {a: {type: string, Default: x}}}}}}}
    """,
    "required in another case, beside no properties": """
        create: {properties: {a: {type: object, Required: [x]}, b: {type: object, Required: [null], properties: null}}}
    """,
    "a description that is empty": "create: {properties: {it: {type: string, description: ''}}}",
    "a member whose description is null": """
        create: {properties: {it: {type: array, items: {type: array, items: {type: object, properties:
          {a: {type: string, description: null}}}}}}}
    """,
    "a member that only a skipped response describes": """
        create: {properties: {it: {type: array, items: {type: array, items: {properties: {a: {type: string}}}}}}}
        read: {properties: {odd: {}, it: {type: array, items: {type: array, items: {type: object, properties:
          {a: {type: string, description: An a.}}}}}}}
    """,
    "zero with a sign": "create: {properties: {it: {type: string, minLength: -0}}}",
    "a limit with an exponent": "create: {properties: {it: {type: integer, maximum: 1e3}}}",
    "const next to the same enum": "create: {properties: {it: {type: string, enum: [a], const: a}}}",
    "a description in another case of a parameter with a description": """
        create: {properties: {name: {type: string}}}
        parameters: [{name: by, in: query, description: Whose., schema: {type: string, Description: A.}}]
    """,
    "a description that is null or in another case, with one of the config": """
        create: {properties: {it: {type: string, description: null}, that: {type: string, Description: A.}}}
        schema: {attributes: {overrides: {it: {description: B.}, that: {description: C.}}}}
    """,
    "a key context": "create: {properties: {it: {type: string, context: x}}}",
    "a description that is null, with another one": """
        create: {properties: {it: {allOf: [{type: string, description: null}], description: Text.}}}
    """,
}
MAP_OF_MAPS = "{type: object, additionalProperties: {type: object, additionalProperties: V}}"
RESPONSE = "create: {properties: {name: {type: string}}}\nread: {properties: {made: {type: string}, it: S}}"
DIFFERENT = {
    **{
        f"a map of maps of {value}": (RESPONSE.replace("S", MAP_OF_MAPS.replace("V", value)), paths)
        for value, paths in {
            "{type: odd}": {"it"},
            "{oneOf: [{type: string}, {type: array}]}": {"it"},
            "{properties: {a: {type: odd}}}": {"it", "it.a"},
            "{properties: {a: {type: string, if: 5}}}": {"it", "it.a"},
        }.items()
    },
    "a map of maps that nobody can map, beside a map of maps": (
        f"create: {{properties: {{it: {MAP_OF_MAPS.replace('V', '{type: string}')}}}}}\n"
        f"read: {{properties: {{it: {{allOf: [{MAP_OF_MAPS.replace('V', '{type: odd}')}], description: An it.}}}}}}",
        {"it"},
    ),
    "a map of maps that nobody can map, and a keyword that is no schema": (
        RESPONSE.replace("S", MAP_OF_MAPS.replace("V", "{type: odd}, if: 5")),
        {"it", "made"},
    ),
    "a map of maps of what is no schema": (
        RESPONSE.replace("S", MAP_OF_MAPS.replace("V", "5")),
        {"it", "made"},
    ),
    "a response with something new": (
        "create: {properties: {name: {type: string}}}\nread: {properties: {made: {type: string}, odd: {}}}",
        {"made", "odd"},
    ),
    "a description of a response that is skipped": (
        "create: {properties: {name: {type: string}}}\n"
        "read: {properties: {name: {type: string, description: A.}, odd: {}}}",
        {"name", "odd"},
    ),
    "a type of a response that is skipped": (
        "create: {properties: {name: {type: string}}}\n"
        "create_response: {properties: {made: {type: string}, odd: {}}}\n"
        "read: {properties: {made: {type: integer}}}",
        {"made", "odd"},
    ),
    "a description in another case, of a list of another element": (
        "create: {properties: {it: {type: array, items: {type: string}}}}\n"
        "read: {properties: {it: {type: array, items: {type: boolean}, Description: All.}}}",
        {"it"},
    ),
    "a format in another case, of a list with a description": (
        "create: {properties: {it: {type: array, format: set, items: {type: string}}}}\n"
        "read: {properties: {it: {type: array, Format: set, items: {type: string}, description: All.}}}",
        {"it"},
    ),
    "a format in another case, of a list with other members": (
        "create: {properties: {it: {type: array, description: A., items: {properties: {a: {type: string}}}}}}\n"
        "read: {properties: {it: {type: array, Format: set, items: {properties: {b: {type: string}}}}}}",
        {"it"},
    ),
    "another order": (
        "create: {properties: {name: {type: string}}}\n"
        "create_response: {properties: {a: {type: string}, z: {type: string}, odd: {}}}\n"
        "read: {properties: {z: {type: string}}}\n"
        "parameters: [{name: a, in: query, schema: {type: string}}]",
        {"a", "z", "odd"},
    ),
    "a limit without a validator, of a request that is skipped": (
        "create: {properties: {it: {type: number, minimum: 2}, odd: {}}}\n"
        "parameters: [{name: it, in: query, schema: {type: number}}]",
        {"odd", ""},
    ),
    "another order of what only the last response has": (
        "create: {properties: {name: {type: string}}}\n"
        "create_response: {properties: {z: {type: string}, odd: {}}}\n"
        "read: {properties: {y: {type: string}, z: {type: string}}}",
        {"y", "z", "odd"},
    ),
    "a name that meets another one, beside a response that is skipped": (
        "create: {properties: {serial: {type: string}, Serial: {type: string}}}\n"
        "read: {properties: {made: {type: string}, odd: {}}}",
        {"serial", "made", "odd"},
    ),
    "a nested member of a response that is skipped": (
        "create: {properties: {door: {properties: {lock: {type: string}}}}}\n"
        "read: {properties: {door: {properties: {hinge: {type: string}}}, odd: {}}}",
        {"door.hinge", "odd"},
    ),
    "a keyword in another case before the right one": (
        "create: {properties: {it: {type: integer, Minimum: 2, minimum: 1}}}",
        {"it"},
    ),
    "a keyword in another case": ("create: {properties: {it: {type: integer, Minimum: 2}}}", {"it"}),
    "required in another case": (
        "create: {properties: {it: {type: object, properties: {a: {type: string}}, Required: [a]}}}",
        {"it"},
    ),
    "a length with a point": ("create: {properties: {it: {type: string, minLength: 1.0}}}", {"it"}),
    "an octal number": ("create: {properties: {it: {type: integer, minimum: 010}}}", {"it"}),
    "const next to another enum": ("create: {properties: {it: {type: string, enum: [a, b], const: a}}}", {"it"}),
}


@pytest.mark.parametrize("snippet", ALIKE.values(), ids=ALIKE)
def test_nothing_is_said_to_differ_where_both_write_the_same(snippet: str) -> None:
    assert [d.message for d in resource(snippet).mapping.diagnostics if d.differs] == []


@pytest.mark.parametrize(("text", "differs"), [("''", False), ("All.", True)])
def test_a_list_that_is_described_in_another_case_differs_if_it_says_something(text: str, *, differs: bool) -> None:
    listed = f"{{type: array, Description: {text}, items: {{properties: {{a: {{type: string}}}}}}}}"
    assert bool(data_source(f"read: {listed}").diagnostics(rules.KEYWORD_CASE)) is differs


@pytest.mark.parametrize(("snippet", "paths"), DIFFERENT.values(), ids=DIFFERENT)
def test_what_differs_is_said_where_it_is(snippet: str, paths: set[str]) -> None:
    assert {d.path for d in resource(snippet).mapping.diagnostics if d.differs} == paths


KEYWORDS = {
    "maxlength: 1": False,
    "MaxItems: 1": False,
    "Default: [a]": False,
    "Description: A.": True,
    "Deprecated: true": True,
}


@pytest.mark.parametrize(("keyword", "is_read"), KEYWORDS.items())
def test_a_keyword_in_another_case_of_a_list_that_is_a_body_differs_where_it_is_read(
    keyword: str, is_read: bool
) -> None:
    found = data_source(f"read: {{type: array, items: {{type: string}}, {keyword}}}")
    (name,) = found.names
    assert (rules.KEYWORD_CASE in found.rules(name)) is is_read
