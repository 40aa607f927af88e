"""What `init` proposes for the block of the provider, from security schemes and servers."""

import pytest
import yaml

from mapper.systems.terraform.propose.provider_block import provider_settings

from ..zoos import api

HEADER = "{type: apiKey, in: header, name: %s}"
SCHEMES = {
    "{Bearer: {type: http, scheme: bearer}}": "token*",
    "{Basic: {type: http, scheme: basic}}": "username password*",
    "{Login: {type: openIdConnect}}": "token*",
    "{App: {type: oauth2, flows: {clientCredentials: {}}}}": "client_id client_secret*",
    "{App: {type: oauth2, flows: {implicit: {}}}}": "token*",
    f"{{Keeper: {HEADER % 'X-Zoo'}}}": "api_key*",
    f"{{apiKeyAuth: {HEADER % 'DD-API-KEY'}, appKeyAuth: {HEADER % 'DD-APP-KEY'}}}": "api_key_auth* app_key_auth*",
    f"{{x_auth_token: {HEADER % 'X-Auth-Token'}}}": "auth_token*",
    f"{{Whatever: {HEADER % 'Authorization'}}}": "token*",
    f"{{Token: {HEADER % 'X-Token'}, Sudo: {HEADER % 'Sudo'}}}": "token*",
    "{Session: {type: apiKey, in: cookie, name: token}}": "",
    "{A: {$ref: '#/components/securitySchemes/B'}, B: {type: http, scheme: bearer}}": "token*",
    "{Odd: 7, Empty: {}}": "",
    "{Zoo: {type: apiKey, in: header}}": "api_key*",
    "{Web: {type: http}}": "token*",
    "{App: {type: oauth2, flow: application}}": "client_id client_secret*",
    "{App: {type: oauth2, flows: 7}}": "token*",
    "7": "",
    "[{type: http}]": "",
}
SERVERS = {
    "[{url: 'https://zoo.example.com'}]": "endpoint",
    "[{url: 'https://{site}.zoo.example.com', variables: {site: {default: eu, description: Where.}}}]": "endpoint site",
    "[{url: 'https://{host}/v{version}', variables: {version: {default: '1'}, host: {default: a}}}]": "endpoint host",
    "[{url: 'a', variables: {port: {}, basePath: {}, protocol: {}, scheme: {}, server: {}, url: {}, region: 7}}]": (
        "endpoint region"
    ),
    "[{url: 'a', variables: {'-': {}, hostName: {}, host_names: {}}}, {url: b, variables: []}]": "endpoint host_names",
    "[]": "",
    "true": "",
    "{a: b}": "",
}


def proposed(components: str, servers: str = "[]", more: str = "") -> str:
    """The names of the attributes, with a star for secrets."""
    text = f"openapi: 3.1.0\npaths: {{{more}}}\nservers: {servers}\ncomponents: {{securitySchemes: {components}}}"
    plan = provider_settings(api(text)).entries
    found = plan.get("provider", {}).get("schema", {}).get("attributes", {}).get("additional", {})
    assert all(entry["string"]["optional_required"] == "optional" for entry in found.values())
    return " ".join(f"{name}{'*' if entry['string'].get('sensitive') else ''}" for name, entry in found.items())


@pytest.mark.parametrize(("schemes", "names"), SCHEMES.items(), ids=SCHEMES)
def test_a_security_scheme_is_an_attribute(schemes: str, names: str) -> None:
    assert proposed(schemes) == names


@pytest.mark.parametrize(("servers", "names"), SERVERS.items(), ids=SERVERS)
def test_a_server_is_an_address_with_its_variables(servers: str, names: str) -> None:
    assert proposed("{}", servers) == names


def test_a_username_of_the_provider_fills_no_path() -> None:
    basic, path = "{Basic: {type: http, scheme: basic}}", "'/users/{username}': {get: {}}"
    assert proposed(basic, more=path) == "auth_username password*"


def test_swagger_names_its_schemes_elsewhere() -> None:
    definitions = {"Basic": {"type": "basic"}}
    root = {"swagger": "2.0", "host": "zoo.example.com", "paths": {}, "securityDefinitions": definitions}
    text = yaml.safe_dump(root, sort_keys=False)
    found = provider_settings(api(text)).comments
    assert [way[-1] for way in found] == ["username", "password", "endpoint"]


@pytest.mark.parametrize(
    ("scheme", "described"),
    [
        ("type: http, scheme: bearer, description: 'A  token.'", {"token": "A token."}),
        ("type: http, scheme: Basic, description: Yours.", {"username": "Yours.", "password": "Yours."}),
        ("type: oauth2, flow: application, description: Yours.", {"client_id": "Yours.", "client_secret": "Yours."}),
        (f"type: http, scheme: bearer, description: {'x' * 200}", {"token": "x" * 200}),
        (f"type: http, scheme: bearer, description: {'x' * 201}", {"token": ""}),
        ("type: http, scheme: bearer, description: [7]", {"token": ""}),
    ],
)
def test_a_short_description_of_a_scheme_is_that_of_its_attributes(scheme: str, described: dict[str, str]) -> None:
    plan = provider_settings(
        api(f"openapi: 3.1.0\npaths: {{}}\ncomponents: {{securitySchemes: {{Zoo: {{{scheme}}}}}}}")
    )
    found = plan.entries["provider"]["schema"]["attributes"]["additional"]
    assert {name: entry["string"].get("description", "") for name, entry in found.items()} == described
    assert {*plan.comments.values()} == {"the security scheme Zoo"}


def test_of_two_attributes_of_one_name_the_first_is_kept_and_a_reserved_name_none() -> None:
    schemes = "{A: {type: http, scheme: bearer, description: One.}, B: {type: openIdConnect, description: Two.}}"
    servers = "[{url: 'a', variables: {region: {description: Where.}, alias: {}}}, {url: b, variables: {region: {}}}]"
    plan = provider_settings(
        api(f"openapi: 3.1.0\npaths: {{}}\nservers: {servers}\ncomponents: {{securitySchemes: {schemes}}}")
    )
    found = plan.entries["provider"]["schema"]["attributes"]["additional"]
    assert {name: entry["string"].get("description") for name, entry in found.items()} == {
        "token": "One.", "endpoint": "The address of the API.", "region": "Where.",
    }  # fmt: skip
    assert list(plan.comments.values()) == [
        "the security scheme A", "the servers of the API", "a variable of the server region",
    ]  # fmt: skip
