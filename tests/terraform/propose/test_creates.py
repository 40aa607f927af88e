"""Which operation makes, updates and deletes what a path reads, where several may."""

import pytest

from tests.support import first_config

from ..zoos import api, assert_becomes

STEPS = """requestBody: {content: {application/json: {schema: {type: array,
          items: {properties: {op: {type: string}, path: {type: string}}}}}}}""".replace("\n", " ")
"""The body of a JSON Patch."""

MADE = {
    "what is made elsewhere need not be answered if it is read back": """
        /orgs/{org}/repos: {post: {takes[name home]}}
        /repos/{repo}: {get: {gives[id name home]}, delete: {}}
        /farms/{farm}/dogs: {post: {}}
        /dogs/{dog}: {get: {gives[id name]}, delete: {}}
        -> repo: POST /orgs/{org}/repos; GET, DELETE /repos/{repo}
        -> dog is only read: /dogs/{dog}
        -> not POST /farms/{farm}/dogs: no read: nothing reads back what it makes
        -> not DELETE /dogs/{dog}: no create: neither POST nor PUT makes one
    """,
    "what a put makes is updated by the put, unless more of a patch is read back": """
        /pets/{name}: {get: {gives[name size]}, put: {takes[size]}, patch: {takes[size]}, delete: {}}
        /owls/{name}: {get: {gives[name size]}, put: {takes[size secret]}, patch: {takes[size]}, delete: {}}
        -> pet: PUT, GET, PUT, DELETE /pets/{name}
        -> owl: PUT, GET, PATCH, DELETE /owls/{name}
        -> not PATCH /pets/{name}: PUT updates it
    """,
    "a path with more than GET has no other path that changes the same": """
        /git/refs: {post: {takes[ref sha], gives[ref url]}}
        /git/ref/{ref}: {get: {gives[ref url]}, head: {}}
        /git/refs/{ref}: {patch: {takes[sha]}, delete: {}}
        -> git_ref is only read: /git/ref/{ref}
        -> not POST /git/refs: no create of its own: GET /git/ref/{ref} reads what it makes, as what others make
        -> not HEAD /git/ref/{ref}: plays no part in a mapping
        -> not PATCH /git/refs/{ref}: no read: the path has no GET
        -> not DELETE /git/refs/{ref}: no read: the path has no GET
    """,
    "of two paths that may change the same, none does": """
        /users/{name}: {get: {gives[id name email]}}
        /admin/users: {post: {takes[name email], gives[id name email]}}
        /admin/users/{username}: {patch: {takes[email]}, delete: {}}
        /root/users/{username}: {patch: {takes[email]}, delete: {}}
        -> user is only read: /users/{name}
        -> not POST /admin/users: no create of its own: GET /users/{name} reads what it makes, as what others make
        -> not PATCH /admin/users/{username}: no read: the path has no GET
        -> not DELETE /admin/users/{username}: no read: the path has no GET
        -> not PATCH /root/users/{username}: no read: the path has no GET
        -> not DELETE /root/users/{username}: no read: the path has no GET
    """,
    "a post on an item makes nothing below it": """
        /houses/{house}: {get: {gives[id a]}, post: {takes[a]}, put: {takes[a]}, delete: {}}
        /houses/{house}/{door}: {get: {gives[id b]}, delete: {}}
        -> house: POST, GET, PUT, DELETE /houses/{house}
        -> house_by_door is only read: /houses/{house}/{door}
        -> not DELETE /houses/{house}/{door}: no create: neither POST nor PUT makes one
    """,
    "what is below items that are only read is made before them": """
        /stamps: {post: {takes[label], gives[id label]}}
        /stamps/{id}: {get: {gives[id label]}}
        /stamps/{id}/{image_type}: {get: {gives[label]}, delete: {}}
        -> stamp: POST /stamps; GET, DELETE /stamps/{id}/{image_type}
        -> stamps_by_id is only read: /stamps/{id}
    """,
    "what is below an item that changes is not made before it": """
        /stamps: {post: {takes[label], gives[id label]}}
        /stamps/{id}: {get: {gives[id label]}, patch: {takes[label]}}
        /stamps/{id}/{image_type}: {get: {gives[label]}, delete: {}}
        -> stamp: POST /stamps; GET, PATCH /stamps/{id}
        -> stamp_by_image_type is only read: /stamps/{id}/{image_type}
        -> not DELETE /stamps/{id}/{image_type}: no create: neither POST nor PUT makes one
    """,
    "a post on a collection whose items are read makes no others": """
        /zoos/{zoo}/pets: {post: {takes[name], gives[id name]}}
        /zoos/{zoo}/pets/{id}: {get: {gives[id name]}, delete: {}}
        /pets/{id}: {get: {gives[id name]}, delete: {}}
        -> zoo_pet: POST /zoos/{zoo}/pets; GET, DELETE /zoos/{zoo}/pets/{id}
        -> pet is only read: /pets/{id}
        -> not DELETE /pets/{id}: no create: neither POST nor PUT makes one
    """,
    "what is made among others is no single thing without a parameter": """
        /zoos/{zoo}/pets: {post: {takes[name], gives[id name]}}
        /my/pets: {get: {gives[id name]}, delete: {}}
        -> my_pets is only read: /my/pets
        -> not POST /zoos/{zoo}/pets: no read: nothing reads back what it makes
        -> not DELETE /my/pets: no create that is sure: POST /zoos/{zoo}/pets may make one
    """,
    "a single thing of a parent may be made elsewhere": """
        /zoos/pets: {post: {takes[name], gives[id name]}}
        /{zoo}/pets: {get: {gives[id name]}, delete: {}}
        -> pets: POST /zoos/pets; GET, DELETE /{zoo}/pets
    """,
    "a few verbs make an item, and others do not": """
        /packs/new: {post: {takes[hosts], gives[id hosts]}}
        /packs/register: {get: {gives[id]}}
        /packs/{id}: {get: {gives[id hosts]}, delete: {}}
        /boxes/make: {post: {takes[hosts], gives[id hosts]}}
        /boxes/{id}: {get: {gives[id hosts]}, delete: {}}
        -> pack: POST /packs/new; GET, DELETE /packs/{id}
        -> pack_register is only read: /packs/register
        -> box is only read: /boxes/{id}
        -> not POST /boxes/make: an action: nothing reads back what it makes
        -> not DELETE /boxes/{id}: no create: neither POST nor PUT makes one
    """,
    "a put updates before a post on the item does": """
        /pets: {post: {takes[name], gives[id name]}}
        /pets/{id}: {get: {gives[id name]}, post: {takes[name]}, put: {takes[name]}}
        -> pet: POST /pets; GET, PUT /pets/{id}
        -> not POST /pets/{id}: no read: GET does not read one of what it makes
    """,
    "a post on the item makes it only if it takes something": """
        /policy/{name}: {post: {}, get: {gives[name]}, delete: {}}
        /rule/{name}: {post: {takes[name]}, put: {takes[name]}, get: {gives[name]}, delete: {}}
        -> rule: POST, GET, PUT, DELETE /rule/{name}
        -> policy is only read: /policy/{name}
        -> not POST /policy/{name}: no read: GET does not read one of what it makes
        -> not DELETE /policy/{name}: no create: POST changes what is there
    """,
    "an action makes nothing, and a put without a body makes what can be deleted": """
        /pets/{id}/start: {get: {gives[a b]}, post: {takes[a b], gives[a b]}, delete: {}}
        /cage: {get: {gives[a b]}, put: {}, delete: {}}
        -> cage: PUT, GET, PUT, DELETE /cage
        -> pet_start is only read: /pets/{id}/start
        -> not POST /pets/{id}/start: no read: GET does not read one of what it makes
        -> not DELETE /pets/{id}/start: no create: GET does not read what POST makes
    """,
    "a put that takes of a page what it answers with makes it": """
        /owls: {get: {responses: {'200': {content: {application/json: {schema: {properties: {owls: {type: array},
          total: {type: integer}}}}}}}}, put: {takes[total]}}
        -> owls: PUT, GET, PUT /owls
    """,
    "a single thing may be made elsewhere below the same nouns": """
        /zoos/{zoo}/settings: {get: {gives[mode size]}, patch: {takes[mode]}}
        /settings: {post: {takes[mode size], gives[mode size]}}
        /zoos/settings: {post: {takes[mode size], gives[mode size]}}
        -> zoo_settings: POST /zoos/settings; GET, PATCH /zoos/{zoo}/settings
        -> not POST /settings: no read: nothing reads back what it makes
    """,
    "what is deprecated gives way to what is read alike under the same noun": """
        /v1/pets: {post: {deprecated: true, takes[name], gives[id name]}}
        /v1/pets/{id}: {get: {deprecated: true, gives[id name]}, delete: {deprecated: true}}
        /new/pets: {post: {takes[name], gives[id name]}}
        /new/pets/{id}: {get: {gives[id name]}, delete: {}}
        /new/dogs: {post: {takes[name], gives[id name]}}
        /new/dogs/{id}: {get: {gives[id name]}, delete: {}}
        -> new_pet: POST /new/pets; GET, DELETE /new/pets/{id}
        -> new_dog: POST /new/dogs; GET, DELETE /new/dogs/{id}
        -> pet is only read: /v1/pets/{id}
        -> not POST /v1/pets: deprecated: /new/pets/{id} is the one to use
        -> not DELETE /v1/pets/{id}: deprecated: /new/pets/{id} is the one to use
    """,
    "the steps of a patch are an update if no other takes the object": """
        /pets: {post: {takes[name], gives[id name]}}
        /pets/{id}: {get: {gives[id name]}, patch: {STEPS}}
        /owls: {post: {takes[name], gives[id name]}}
        /owls/{id}: {get: {gives[id name]}, patch: {STEPS}, put: {takes[other]}}
        /cows: {post: {STEPS, gives[id name]}}
        /cows/{id}: {get: {gives[id name]}, patch: {STEPS}, put: {takes[op]}}
        -> pet: POST /pets; GET, PATCH /pets/{id}
        -> owl: POST /owls; GET, PUT /owls/{id}
        -> cow: POST /cows; GET, PATCH /cows/{id}
        -> not PATCH /owls/{id}: PUT updates it
        -> not PUT /cows/{id}: PATCH updates it
    """,
    "what is deprecated stays where what has its noun answers something else": """
        /v1/cats: {post: {deprecated: true, takes[name], gives[id name]}}
        /v1/cats/{id}: {get: {gives[id name]}, delete: {}}
        /new/cats: {post: {takes[fur], gives[key fur]}}
        /new/cats/{key}: {get: {gives[key fur]}, delete: {}}
        /old/cats: {post: {deprecated: true, takes[name], gives[id name]}}
        /old/cats/{id}: {get: {gives[id name]}, delete: {}}
        /new/dogs: {post: {takes[name], gives[id name]}}
        /new/dogs/{id}: {get: {gives[id name]}, delete: {}}
        -> cat: POST /v1/cats; GET, DELETE /v1/cats/{id}
        -> new_cat: POST /new/cats; GET, DELETE /new/cats/{key}
        -> old_cat: POST /old/cats; GET, DELETE /old/cats/{id}
        -> new_dog: POST /new/dogs; GET, DELETE /new/dogs/{id}
    """,
    "a put assigns nothing where nothing makes what it assigns": """
        /groups/{id}: {get: {gives[id name]}, delete: {}}
        /apps/{a}/groups/{id}: {get: {gives[id priority]}, put: {takes[priority]}, delete: {}}
        -> group is only read: /groups/{id}
        -> app_group is only read: /apps/{a}/groups/{id}
        -> not DELETE /groups/{id}: no create: neither POST nor PUT makes one
        -> not PUT /apps/{a}/groups/{id}: no create: no POST makes one, and only the API identifies it
        -> not DELETE /apps/{a}/groups/{id}: no create: no POST makes one, and only the API identifies it
    """,
}
"""As in `test_discover.py`: paths, and behind arrows what becomes of them."""


@pytest.mark.parametrize("case", MADE)
def test_what_makes_updates_and_deletes_is_found_by_paths_and_bodies(case: str) -> None:
    assert_becomes(MADE[case].replace("STEPS", STEPS))


@pytest.mark.parametrize(("create", "is_asked"), [("takes[name]", True), (STEPS, False)])
def test_an_update_by_steps_is_asked_unless_create_takes_a_list_too(create: str, *, is_asked: bool) -> None:
    zoo = f"""
        /pets: {{post: {{{create}, gives[id name]}}}}
        /pets/{{id}}: {{get: {{gives[id name]}}, patch: {{{STEPS}}}}}
    """
    text = first_config(api(zoo)).text
    doubt = "it takes a list, such as the steps of a JSON Patch, which the provider has to make"
    assert (f"    update: # {doubt}\n" in text) is is_asked
    assert (f"# ? pet: does PATCH /pets/{{id}} fit as its update? Note that {doubt}.\n" in text) is is_asked
