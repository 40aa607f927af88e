"""Keys with a fragment, which HTTP does not send: one path, described several times."""

import pytest

from mapper.systems.terraform.openapi.routes import shape_of

from ..zoos import aliases, assert_becomes, paths

MADE = {
    "what has one fragment belongs together": """
        /plugins#Ace: {post: {takes[name], gives[id name]}}
        /plugins/{pluginId}#Ace: {get: {gives[id name]}, put: {takes[name]}, delete: {}}
        /plugins#RateLimits: {post: {takes[rate], gives[id rate]}}
        /plugins/{pluginId}#RateLimits: {get: {gives[id rate]}, put: {takes[rate]}, delete: {}}
        -> plugin_ace: POST /plugins#Ace; GET, PUT, DELETE /plugins/{pluginId}#Ace
        -> plugin_rate_limits: POST /plugins#RateLimits; GET, PUT, DELETE /plugins/{pluginId}#RateLimits
    """,
    "a fragment that has the noun is the name": """
        /routes: {post: {TAKES, GIVES}}
        /routes/{id}: {get: {GIVES}, delete: {}}
        /routes#RouteExpression: {post: {TAKES, GIVES}}
        /routes/{id}#RouteExpression: {get: {GIVES}, delete: {}}
        -> route: POST /routes; GET, DELETE /routes/{id}
        -> route_expression: POST /routes#RouteExpression; GET, DELETE /routes/{id}#RouteExpression
    """,
    "two that make what one path reads are two resources, and its put adopts neither": """
        /plugins#Ace: {post: {takes[name], gives[id name]}}
        /plugins#Cors: {post: {takes[name], gives[id name]}}
        /plugins/{name}: {get: {gives[id name]}, put: {takes[name]}, delete: {}}
        -> plugin_ace: POST /plugins#Ace; GET, PUT, DELETE /plugins/{name}
        -> plugin_cors: POST /plugins#Cors; GET, PUT, DELETE /plugins/{name}
        -> plugin is only read: /plugins/{name}
    """,
    "one that makes what several fragments read": """
        /plugins: {post: {takes[name], gives[id name]}, get: {LISTS}}
        /plugins/{id}#Ace: {get: {gives[id name]}, put: {takes[name]}}
        /plugins/{id}: {delete: {}}
        -> plugin_ace: POST /plugins; GET, PUT /plugins/{id}#Ace; DELETE /plugins/{id}
        -> plugins is only read: /plugins
    """,
    "a fragment that has its own update does not borrow another one": """
        /plugins: {post: {takes[name size], gives[id name size]}}
        /plugins/{id}: {get: {gives[id name size]}, patch: {takes[name size]}, delete: {}}
        /plugins#Ace: {post: {takes[name size], gives[id name size]}}
        /plugins/{id}#Ace: {get: {gives[id name size]}, put: {takes[size]}, delete: {}}
        -> plugin: POST /plugins; GET, PATCH, DELETE /plugins/{id}
        -> plugin_ace: POST /plugins#Ace; GET, PUT, DELETE /plugins/{id}#Ace
    """,
    "a fragment that is only read has not what the item has": """
        /files: {post: {takes[link], gives[id link]}}
        /files/{id}#link: {get: {gives[id link]}}
        /files/{id}: {delete: {}}
        -> file_link is only read: /files/{id}#link
        -> not POST /files: no read: there is no GET for one of what it makes
        -> not DELETE /files/{id}: no read: the path has no GET
    """,
    "a fragment that stands for one operation is about no object of its own": """
        /files: {post: {takes[name], gives[id name]}}
        /files/{id}: {get: {gives[id name]}, put: {takes[name]}}
        /files/{id}#get_link: {get: {gives[id link]}}
        /files/{id}#add_link: {put: {takes[link], gives[id link]}}
        /files/{id}#take_link: {put: {takes[link], gives[id link]}}
        /templates/schema: {post: {takes[key], gives[key]}}
        /templates/schema#classes: {post: {takes[key], gives[key]}}
        /templates/{key}/schema: {get: {gives[key]}, delete: {}}
        -> file: POST /files; GET, PUT /files/{id}
        -> template_schema: POST /templates/schema; GET, DELETE /templates/{key}/schema
        -> file_link is only read: /files/{id}#get_link
        -> not PUT /files/{id}#add_link: no read: the path has no GET
        -> not PUT /files/{id}#take_link: no read: the path has no GET
        -> not POST /templates/schema#classes: an action: nothing reads back what it makes
    """,
}
"""Paths, and behind arrows what becomes of them."""


@pytest.mark.parametrize("case", MADE)
def test_keys_with_a_fragment_are_one_path(case: str) -> None:
    assert_becomes(MADE[case])


def test_the_identifier_in_front_of_a_fragment_is_that_of_the_object() -> None:
    zoo = paths("""
        /plugins#Ace: {post: {takes[name], gives[id name]}}
        /plugins/{pluginId}#Ace: {parameters: [{name: pluginId, in: path}], get: {gives[id name]}, delete: {}}
    """)
    assert aliases(zoo, "plugin_ace", "resources") == {"pluginId": "id"}


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/a/{b}#C", ("#C", "a", "{}")),
        ("/a/{b}", ("a", "{}")),
        ("/a#", ("a",)),
        ("/#C", ("#C",)),
        ("/a#b#/c", ("#b#/c", "a")),
    ],
)
def test_a_shape_has_its_fragment_in_front(path: str, shape: tuple[str, ...]) -> None:
    assert shape_of(path) == shape
