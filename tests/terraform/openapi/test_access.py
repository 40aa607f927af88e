"""What a page says of how requests to an API say who makes them."""

import pytest

from mapper.inputs import Document
from mapper.terraform.openapi.access import access


@pytest.mark.parametrize(
    ("schemes", "words"),
    [
        ("a: {type: http, scheme: Bearer}", "a bearer token"),
        ("a: {type: http, scheme: basic}", "a user name and a password"),
        ("a: {type: apiKey, in: header, name: X-Owl-Key}", "an API key, as `X-Owl-Key`"),
        ("a: {type: apiKey, in: header, name: 'x` [y](https://owl.example)'}", "an API key"),
        ("a: {type: oauth2}, b: {type: oauth2}, c: {type: mutualTLS}", "an OAuth 2.0 token, or a client certificate"),
        ("a: {type: openIdConnect}, b: [], c: {type: 3}, d: {type: http}", "an OpenID Connect token"),
        ("a: {type: http, scheme: digest}", ""),
    ],
)
def test_the_security_schemes_of_an_api_are_a_sentence(schemes: str, words: str) -> None:
    for text in (f"components: {{securitySchemes: {{{schemes}}}}}", f"securityDefinitions: {{{schemes}}}"):
        assert access(Document("api.yaml", text.encode())) == (f"Requests to the API carry {words}." if words else "")


@pytest.mark.parametrize(
    "text", ["[]", "components: []", "components: {securitySchemes: {}}", "securityDefinitions: 3"]
)
def test_without_security_schemes_nothing_is_said(text: str) -> None:
    assert access(Document("api.yaml", text.encode())) == ""
