"""What the summary of an operation calls its object."""

import pytest

from mapper.text.operation_text import object_name, without_new


@pytest.mark.parametrize(
    ("summary", "name"),
    [
        ("Create a repository webhook", "repository webhook"),
        ("Get a pull request", "pull request"),
        ("Create or update a repository secret", "repository secret"),
        ("Create/Provision a New Cluster", "Cluster"),
        ("Retrieve an Existing Load Balancer", "Load Balancer"),
        ("Add a New Connection Pool (PostgreSQL)", "Connection Pool"),
        ("Create a self-hosted runner group for an organization", "self-hosted runner group"),
        ("Retrieve an IdP.", "IdP"),
        ("Get the level of access", ""),  # the name goes on
        ("Retrieve an OAuth 2.0 client secret", ""),
        ("Create a New Add-on Resource", "Add-on Resource"),
        ("Get a very long name that nobody types", ""),
        ("List repositories", ""),
        ("Delete a gist", ""),
        ("", ""),
    ],
)
def test_an_operation_names_its_object(summary: str, name: str) -> None:
    assert object_name(summary) == name


@pytest.mark.parametrize(
    ("summary", "text"),
    [
        ("Create a New Droplet", "Create a Droplet"),
        ("Create a New App", "Create an App"),
        ("Retrieve an Existing Volume", "Retrieve a Volume"),
        ("Create a new user", "Create a user"),
        ("Create a new uptime check", "Create an uptime check"),
        ("Add a newsletter", "Add a newsletter"),
    ],
)
def test_a_reader_about_an_object_does_not_read_that_it_is_new(summary: str, text: str) -> None:
    assert without_new(summary) == text
