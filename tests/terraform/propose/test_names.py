"""Names that are proposed: nouns, and what tells two of them apart."""

import pytest

from mapper.inputs import Document, Documents
from mapper.languages.hcl.literals import RESERVED_ROOT_NAMES
from mapper.systems.terraform.identifiers import is_identifier
from mapper.systems.terraform.nouns import plural, singular, snake
from mapper.systems.terraform.openapi.operations import Api
from mapper.systems.terraform.propose import provider_name, server_hosts, write_config

from ..zoos import names, operations, paths, reads


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("pets", "pet"),
        ("pet_types", "pet_type"),
        ("policies", "policy"),
        ("addresses", "address"),
        ("statuses", "status"),
        ("series", "series"),
        ("analyses", "analysis"),
        ("children", "child"),
        ("people", "person"),
        ("indices", "index"),
        ("indexes", "index"),
        ("boxes", "box"),
        ("branches", "branch"),
        ("caches", "cache"),
        ("databases", "database"),
        ("houses", "house"),
        ("aliases", "alias"),
        ("archives", "archive"),
        ("shelves", "shelf"),
        ("gpus", "gpu"),
        ("apis", "api"),
        ("uris", "uri"),
        ("schemas", "schema"),
        ("keys", "key"),
        ("sizes", "size"),
        ("movies", "movie"),
        ("heroes", "hero"),
        ("videos", "video"),
        ("dns", "dns"),
        ("kubernetes", "kubernetes"),
        ("data", "data"),
        ("ids", "id"),
        ("vpcs", "vpc"),
    ],
)
def test_singular_and_plural(many: str, one: str) -> None:
    assert singular(many) == one
    assert singular(one) == one
    assert plural(many) == many
    assert singular(plural(one)) == one


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("alias", "aliases"),
        ("pet_alias", "pet_aliases"),
        ("axis", "axes"),
        ("cache", "caches"),
        ("virus", "viruses"),
        ("pet", "pets"),
        ("gpu", "gpus"),
        ("id", "ids"),
        ("data", "data"),
        ("dns", "dns"),
    ],
)
def test_a_plural_is_that_of_the_last_word(one: str, many: str) -> None:
    assert plural(one) == many


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("petTypes", "pet_types"),
        ("PetTypes", "pet_types"),
        ("pet-types", "pet_types"),
        ("OAuthApps", "o_auth_apps"),
        ("S3Buckets", "s3_buckets"),
        ("VPCs", "vpcs"),
        ("ipv4", "ipv4"),
        ("Größe", "groe"),
        ("café", "cafe"),
        ("猫", ""),
    ],
)
def test_words_in_any_spelling(text: str, expected: str) -> None:
    assert snake(text) == expected


def test_a_name_says_of_what_it_is() -> None:
    zoo = paths("""
        /api/v1/orgs/{org}/zoos/{zoo}/pets/{pet}: {get: {GIVES}}
        /api/v1/orgs/{org}/zoos/{zoo}/pets: {get: {LISTS}}
        /rest/2024-01-31/store/order: {get: {LISTS}}
        /rest/2024-01-31/store/order/{orderId}: {get: {GIVES}}
        /settings: {get: {GIVES}}
    """)
    assert names(zoo) == ["org_zoo_pet", "org_zoo_pets", "store_orders", "store_order", "settings"]


def test_a_scope_with_much_of_an_api_below_it_is_left_out_where_the_rest_says_enough() -> None:
    words = ("cage", "keeper", "visitor", "ticket", "show", "shop", "gate", "map", "bird", "fish", "bear")
    lines = "\n".join(f"/zoos/{{zoo}}/big_{word}s/{{id}}: {{get: {{GIVES}}}}" for word in words)
    more = "\n".join(f"/zoos/{{zoo}}/{word}s/{{id}}: {{get: {{GIVES}}}}" for word in words)
    zoo = paths(f"{lines}\n{more}\n/farms/{{farm}}/gates/{{id}}: {{get: {{GIVES}}}}")
    found = names(zoo)
    assert "big_cage" in found  # and not zoo_big_cage
    assert {"zoo_gate", "farm_gate"} <= set(found)


@pytest.mark.parametrize(
    ("below", "others", "name"),
    [(19, 0, "zoo_big_aa"), (20, 0, "big_aa"), (20, 113, "big_aa"), (20, 114, "zoo_big_aa")],
)
def test_much_is_twenty_paths_and_three_of_twenty(below: int, others: int, name: str) -> None:
    words = [f"{first}{second}" for first in "abcdefghijkl" for second in "abcdefghijkl"]
    lines = [f"/zoos/{{zoo}}/big_{word}s/{{id}}: {{get: {{GIVES}}}}" for word in words[:below]]
    lines += [f"/other_{word}s/{{id}}: {{get: {{GIVES}}}}" for word in words[:others]]
    assert name in names(paths("\n".join(lines)))


@pytest.mark.parametrize(
    ("envelope", "name"), [("ssh_key", "ssh_key"), ("3d_key", "account_key"), ("sshkey", "account_key")]
)
def test_an_envelope_that_says_more_than_the_path_names_the_thing(envelope: str, name: str) -> None:
    key = "{type: object, properties: {id: {type: string}, bits: {type: string}}}"
    body = f"{{type: object, properties: {{{envelope}: {key}}}}}"
    zoo = paths(f"""
        /account/keys/{{id}}: {{get: {{responses: {{'200': {{content: {{application/json: {{schema: {body}}}}}}}}}}}}}
    """)
    assert names(zoo) == [name]


def test_the_noun_before_comes_in_front_where_two_have_the_same_name() -> None:
    zoo = paths("""
        /teams/{team}: {get: {GIVES}}
        /orgs/{org}/teams/{team}: {get: {GIVES}}
        /projects/{project}/teams/{team}: {get: {GIVES}}
    """)
    assert reads(zoo) == {
        "team": "/teams/{team}",
        "org_team": "/orgs/{org}/teams/{team}",
        "project_team": "/projects/{project}/teams/{team}",
    }


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/owls/{owl}/owl-toys/{id}", "owl_toy"),
        ("/owls/owls/{id}", "owl"),
        ("/owls/{owl}/owlets/{id}", "owl_owlet"),
        ("/houses/{house}/owls/{owl}/house-toys/{id}", "house_owl_house_toy"),
        ("/aa-bb/cc-dd/ee-ff/pools/{id}", "aa_bb_cc_dd_ee_ff_pool"),
        ("/aa-bb/cc-dd/ee-ff/old-pools/{id}", "cc_dd_ee_ff_old_pool"),
    ],
)
def test_a_noun_that_a_name_begins_with_is_not_said_again(path: str, name: str) -> None:
    assert names(paths(f"{path}: {{get: {{GIVES}}}}")) == [name]


def test_of_two_names_that_lack_a_noun_for_their_length_none_is_preferred() -> None:
    zoo = paths("""
        /aa-bb/cc-dd/ee-ff/old-pools/{id}: {get: {GIVES}}
        /gg-hh/cc-dd/ee-ff/old-pools/{id}: {get: {GIVES}}
    """)
    assert names(zoo) == ["aa_bb_cc_dd_ee_ff_old_pool", "gg_hh_cc_dd_ee_ff_old_pool"]


def test_nouns_stand_in_the_singular_where_they_have_items() -> None:
    zoo = paths("""
        /watch/pets/{id}: {get: {GIVES}}
        /zoos/{zoo}/pets: {post: {TAKES}, get: {LISTS}}
        /zoos/{zoo}/pets/{id}: {get: {GIVES}}
        /pets/rules/{id}: {get: {GIVES}}
        /stats/pets: {get: {LISTS}}
    """)
    assert list(operations(zoo)) == ["zoo_pet"]
    assert reads(zoo) == {
        "watch_pet": "/watch/pets/{id}",
        "zoo_pets": "/zoos/{zoo}/pets",
        "zoo_pet": "/zoos/{zoo}/pets/{id}",
        "pet_rule": "/pets/rules/{id}",
        "stats_pets": "/stats/pets",
    }


def test_versions_parameters_tags_and_operation_ids_break_ties() -> None:
    zoo = paths("""
        /v1/pets/{id}: {get: {GIVES}}
        /v2/pets/{id}: {get: {GIVES}}
        /owls/{name}: {get: {GIVES}, delete: {}}
        /owls/{name}/{year}: {get: {GIVES}}
        /api/cats: {get: {tags: [house], GIVES}}
        /rest/cats: {get: {tags: [wild], GIVES}}
        /api/cows: {get: {tags: [], GIVES}}
        /rest/cows: {get: {tags: 5, GIVES}}
        /api/rest/cows: {get: {tags: [5], GIVES}}
        /dogs: {get: {GIVES}}
        /api/dogs: {get: {operationId: findOtherDogs, GIVES}}
        /rest/dogs: {get: {GIVES}}
    """)
    assert names(zoo) == [
        "pet", "pet_v2", "owl", "owl_by_year", "cats", "wild_cats", "cows", "cows_2", "cows_3", "dogs", "other_dogs",
        "dogs_2",
    ]  # fmt: skip


def test_verbs_are_no_names() -> None:
    zoo = paths("""
        /pet/findByStatus: {get: {LISTS}}
        /pet/search: {get: {GIVES}}
        /getWeather: {get: {GIVES}}
    """)
    assert names(zoo) == ["pets_by_status", "pet_search", "weather"]


def test_a_list_is_never_called_like_its_items() -> None:
    zoo = paths("""
        /series: {get: {LISTS}}
        /series/{id}: {get: {GIVES}}
        /lifecycle: {get: {LISTS}}
        /weather: {get: {GIVES}}
        /weather/{id}: {delete: {}}
        /news: {get: {GIVES}}
        /news/{id}: {get: {GIVES}}
    """)
    assert names(zoo) == ["series_list", "series", "lifecycles", "weather", "news_list", "news"]


def test_a_list_has_no_name_that_terraform_reserves_for_the_attribute_in_it() -> None:
    zoo = paths("\n".join(f"/{name}: {{get: {{LISTS}}}}" for name in sorted(RESERVED_ROOT_NAMES)))
    assert len(names(zoo)) == len(RESERVED_ROOT_NAMES)
    assert RESERVED_ROOT_NAMES.isdisjoint(names(zoo))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/2fa", "two_fa"),
        ("/1-clicks", "one_clicks"),
        ("/404s/{id}", "item_404"),
        ("/{bucketId}", "bucket"),
        ("/", "root"),
        ("/猫", "root"),
        ("/on/{id}", "on"),
        ("/null/{id}", "null"),
        ("/v1/{x}", "x"),
        ("/v1/{xId}", "x_id"),
        ("/v1/{xyId}", "xy"),
        ("/pets/{id}:archive", "pet_archive"),
        ("/a..b", "a_b"),
        ("/2/{id}", "id"),
        ("/one-two-three-four/five-six-seven-eights/{id}", "one_two_three_four_five_six_seven_eight"),
        ("/getWeather/{id}", "get_weather"),
        ("/getWeather", "weather"),
        ("/api", "api"),
        ("/api/v1", "api"),
        ("/api/{id}", "api"),
        ("/search", "search"),
        ("/zoo.example.com/{id}", "zoo_example_com"),
        ("/猫/pets", "pets"),
    ],
)
def test_a_name_is_always_an_identifier(path: str, name: str) -> None:
    zoo = paths(f'"{path}": {{get: {{GIVES}}}}')
    assert names(zoo) in ([name], [name.removeprefix("pet_")])
    assert is_identifier(name)


@pytest.mark.parametrize(
    ("listed", "expected"),
    [
        ("/Zoo/a/pets /Zoo/a/owls/{id} /Zoo/a/owls/{id}/toys /Zoo/a/v2/rooms", "pets owl owl_toys rooms"),
        ("/zoo/pets/{id} /zoo/pets/{id}/toys /zoo/pets/{id}/feet", "zoo_pet zoo_pet_toys zoo_pet_feet"),
        ("/pets/old /pets/new /pets/all /pets/{id}", "pet_old pet_new pet_all pet"),
        ("/pets /pets/old /pets/new /pets/all", "pets pets_old pets_new pets_all"),
    ],
)
def test_what_all_paths_begin_with_is_no_noun(listed: str, expected: str) -> None:
    zoo = paths("\n".join(f"{path}: {{get: {{GIVES}}}}" for path in listed.split()))
    assert names(zoo) == expected.split()


def test_the_group_of_an_api_is_no_noun() -> None:
    zoo = paths("""
        /apis/zoo.example.com/v1/pets/{name}: {get: {GIVES}}
        /sites/www.example.com/pages/{name}: {get: {GIVES}}
    """)
    assert names(zoo) == ["pet", "sites_www_example_com_page"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Swagger Petstore - OpenAPI 3.0", "petstore"),
        ("GitHub v3 REST API", "github"),
        ("DigitalOcean API", "digitalocean"),
        ("Public Zoo Service", "zoo"),
        ("Zoo API References", "zoo"),
        ("Moon Zoo DRAFT. Copyright (c) Moon Animals", "moonzoo"),
        ("Zoo. All rights reserved", "zoo"),
        ("Zoo: the service of all animals", "zoo"),
        ("(Zoo)", "zoo"),
        ("2Captcha", "captcha"),
        ("API v2", "example"),
        ("", "example"),
        ("猫", "example"),
    ],
)
def test_the_provider_is_called_like_the_api(title: str, name: str) -> None:
    assert provider_name(title) == name


@pytest.mark.parametrize(
    ("title", "host", "name"),
    [
        ("GitHub's official OpenAPI spec + Octokit extension", "api.github.com", "github"),
        ("Box Platform API", "api.box.com", "box"),
        ("Widgets", "widgets.acme-hosting.com", "widgets"),
        ("Server Management", "api.hostworks.co.uk", "hostworks"),
        ("Jira Cloud platform REST API", "your-domain.atlassian.net", "jira"),
        ("Zoo", "localhost", "zoo"),
        ("Print.moon", "api.print.moon", "print"),
        ("Widgets and more", "api.ox.io", "ox"),
        ("Zoo", "10.0.0.1", "zoo"),
        ("Zoo", "{tenant}.example.com", "zoo"),
        ("Management API", "management-test.zoohaus.com", "zoohaus"),
        ("Aviary API Collection", "api.aviaryhq.com", "aviary"),
        ("Aviary API Collection", "api.aviaryfriends.com", "aviaryfriends"),
        ("Server Management", "hostworks.com", "hostworks"),
        ("Server Management", "hostworks.co.uk", "hostworks"),
        ("Server Management", "api.hostworks.com hostworks.co.uk", "hostworks"),
        ("Server Management", "api.hostworks.com api.otherworks.com", "servermanagement"),
        ("Otherworks Servers", "api.hostworks.com api.otherworks.com", "otherworks"),
        ("Server Management", "hostworks", "servermanagement"),
        ("Server Management", "hostworks.1", "servermanagement"),
        ("Server Management", "api.9lives.com", "lives"),
        ("Server Management", "api.example.com", "servermanagement"),
        ("Server Management", "api.documentation.com", "servermanagement"),
    ],
)
def test_the_provider_is_called_like_who_owns_the_server(title: str, host: str, name: str) -> None:
    assert provider_name(title, host.split()) == name


@pytest.mark.parametrize(
    ("server", "hosts"),
    [
        (
            "{url: 'https://{where}.{site}/v1', variables: {where: {default: api}, site: {default: zoo.com}}}",
            ["api.zoo.com"],
        ),
        ("{url: 'https://{where}.zoo.com', variables: {where: {enum: [a]}}}", ["{where}.zoo.com"]),
        ("{url: 'https://{where}.zoo.com', variables: [where]}", ["{where}.zoo.com"]),
        ("{url: 'https://{where}.zoo.com'}", ["{where}.zoo.com"]),
    ],
)
def test_variables_of_servers_have_their_defaults(server: str, hosts: list[str]) -> None:
    document = Document("openapi.yaml", f"{{openapi: 3.0.0, servers: [{server}], paths: {{}}}}".encode())
    assert server_hosts(Api(document, Documents())) == hosts


@pytest.mark.parametrize("host", ["api.zoo.com", "'api.zoo.com:80'"])
def test_swagger_2_has_one_host_without_its_port(host: str) -> None:
    document = Document("openapi.yaml", f"{{swagger: '2.0', host: {host}, paths: {{}}}}".encode())
    assert server_hosts(Api(document, Documents())) == ["api.zoo.com"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/p2p/preheat/instances/{id}", "p2p_preheat_instance"),
        ("/k8s/clusters/{id}", "k8s_cluster"),
        ("/acme/apis/{id}", "acme_api"),
        ("/acme/apis/oas/{id}", "acme_oas"),
        ("/apis/{id}", "api"),
        ("/oauth2/clients/{id}", "oauth2_client"),
        ("/ipv4Pools/{id}", "ipv4_pool"),
    ],
)
def test_words_in_lower_case_are_one_word_whatever_digits_they_have(path: str, name: str) -> None:
    assert names(paths(f"{path}: {{get: {{GIVES}}}}")) == [name]


@pytest.mark.parametrize(
    ("path", "read", "create", "name"),
    [
        ("/zoo/houses/{house}/pools", "zoo_get_pool", "zoo_create_pool", "zoo_pool"),
        ("/zoo/config/pools", "GetZooPool", "CreateZooPool", "zoo_pool"),
        ("/zoo/pools", "zoo_get_swimmingPool", "zoo_create_swimmingPool", "zoo_swimming_pool"),
        ("/zoo/pools", "zoo_get_swimmingPool", "zoo_create_pool", "zoo_pool"),
        ("/zoo/pools", "pool", "pool", "zoo_pool"),
        ("/zoo/pools", "get_a_zoo_pool", "create_a_zoo_pool", "zoo_pool"),
        ("/zoo/pools", "get_garden_pool", "create_garden_pool", "zoo_pool"),
        ("/zoo/houses/{house}/wings/{wing}/pools", "getZooPool", "createZooPool", "zoo_house_wing_pool"),
        ("/zoo/houses/{house}/wings/{wing}/pools", "getZooOldPool", "createZooOldPool", "zoo_house_wing_pool"),
        ("/zoo/pools", "get_zoo_2_pool", "create_zoo_2_pool", "zoo_pool"),
        (
            "/aa-bb/cc-dd/ee-ff/old-pools",
            "get_cc_dd_bb_ee_ff_old_pool",
            "create_cc_dd_bb_ee_ff_old_pool",
            "cc_dd_ee_ff_old_pool",
        ),
        (
            "/aa-bb/cc-dd/ee-ff/old-pools",
            "get_cc_dd_new_ee_ff_old_pool",
            "create_cc_dd_new_ee_ff_old_pool",
            "cc_dd_new_ee_ff_old_pool",
        ),
    ],
)
def test_operation_ids_leave_out_a_word_of_the_path_or_add_some(path: str, read: str, create: str, name: str) -> None:
    zoo = paths(f"""
        {path}: {{post: {{operationId: {create}, TAKES}}, get: {{LISTS}}}}
        {path}/{{pool}}: {{get: {{operationId: {read}, GIVES}}, delete: {{}}}}
    """)
    assert list(operations(zoo)) == [name]
    assert reads(zoo) == {plural(name): path, name: f"{path}/{{pool}}"}


def test_an_operation_id_gives_no_name_that_another_path_has() -> None:
    zoo = paths("""
        /zoo/pools: {post: {TAKES}, get: {LISTS}}
        /zoo/pools/{pool}: {get: {GIVES}, delete: {}}
        /zoo/houses/pools: {post: {operationId: createZooPool, TAKES}}
        /zoo/houses/pools/{pool}: {get: {operationId: getZooPool, GIVES}, delete: {}}
    """)
    assert list(operations(zoo)) == ["zoo_pool", "zoo_houses_pool"]


@pytest.mark.parametrize(
    ("summaries", "comment"),
    [
        (("Create", "Get"), "  pet:"),
        (("Create a pet", "Get"), "  # Create a pet; Get"),
        (("Create a pet.", "Create a pet"), "  # Create a pet"),
        (("Get a", "Get " + "x" * 56), f"  # Get a; Get {'x' * 56}"),
        (("Get a", "Get " + "x" * 57), "  # Get a"),
        (("Get " + "x" * 54, "Get " + "y" * 54), f"  # Get {'x' * 54}; Get {'y' * 54}"),
        (("Get " + "x" * 55, "Get " + "y" * 54), f"  # Get {'x' * 55}"),
        (("Get " + "x" * 57, "Get " + "y" * 57), "  pet:"),
        (("", ""), "  pet:"),
    ],
)
def test_an_entry_is_introduced_by_summaries_that_say_more_than_a_verb(
    summaries: tuple[str, str], comment: str
) -> None:
    create, read = (f"summary: {summary!r}, " for summary in summaries)
    zoo = paths(f"""
        /pets: {{post: {{{create}TAKES, GIVES}}}}
        /pets/{{id}}: {{get: {{{read}GIVES}}}}
    """)
    assert write_config(zoo).partition("resources:\n")[2].splitlines()[0] == comment
