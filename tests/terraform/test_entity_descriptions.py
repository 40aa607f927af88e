"""What describes an entity as a whole."""

import pytest

from mapper.terraform import kinds
from mapper.terraform.rules import POLICY

from ..support import Mapped, map_texts

API = """
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
        API,
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
    ("policy", "text"), [("tag", "All that *bakes*."), ("operation", "Make an oven"), ("schema", "An oven.")]
)
def test_a_policy_takes_both_descriptions_from_the_api(policy: str, text: str) -> None:
    mapped = oven(f"entity_description: {policy}")
    assert texts(mapped) == {"description": text, "markdown_description": text}
    assert mapped.entity.description == text
    assert POLICY in mapped.rules("")


def test_by_default_the_specification_has_none() -> None:
    assert texts(oven("")) == {}


@pytest.mark.parametrize("tags", ["", "tags: [Empty]", "tags: [Unknown]", "tags: []", "tags: {}"])
def test_a_tag_that_says_nothing_gives_nothing(tags: str) -> None:
    text = API.replace("tags: [Ovens, Empty]", tags or "deprecated: false")
    config = """
        provider: {name: bakery}
        policies: {entity_description: tag}
        resources: {oven: {create: {path: /ovens, method: POST}, read: {path: '/ovens/{id}', method: GET}}}
    """
    assert texts(map_texts(text, config)) == {}
