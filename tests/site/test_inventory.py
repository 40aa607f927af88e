"""The inventory that other sites link by."""

import zlib
from pathlib import Path
from urllib.parse import urljoin

import pytest

from .sites import Built, with_property, zoo

INVENTORY = "reference/objects.inv"
HEAD = 4


def names(site: Built) -> dict[str, str]:
    """The addresses by name, relative to the site."""
    data = (site.folder / INVENTORY).read_bytes()
    *head, body = data.split(b"\n", HEAD)
    assert head[0] == b"# Sphinx inventory version 2"
    assert head[1] == b"# Project: zoo"
    entries = [line.split(" ") for line in zlib.decompress(body).decode().splitlines()]
    assert all(entry[1:3] == ["std:label", "1"] and entry[4:] == ["-"] for entry in entries)
    return {entry[0]: urljoin(f"/{INVENTORY}", entry[3]).lstrip("/") for entry in entries}


@pytest.mark.parametrize("directories", [True, False])
def test_every_name_leads_to_a_place_that_exists(tmp_path: Path, directories: bool) -> None:
    site = zoo(tmp_path, use_directory_urls=directories)
    found = names(site)
    for address in found.values():
        path, _, anchor = address.partition("#")
        assert anchor in site.page(f"{path}index.html" if directories else path).ids
    end = "/" if directories else ".html"
    assert found["resource.pet"] == f"reference/resources/pet{end}#schema-attributes"
    assert found["resource.pet.owner.address.street"] == f"reference/resources/pet{end}#owner.address.street"
    assert found["data_source.pet.age"] == f"reference/data-sources/pet{end}#age"
    assert found["provider.token"] == f"reference/provider{end}#token"


def test_names_lead_into_the_parts_of_a_split_entity(tmp_path: Path) -> None:
    many = ", ".join(f"n{number}: {{type: string}}" for number in range(20))
    api = with_property(f"big: {{type: object, properties: {{{many}}}}}")
    site = zoo(tmp_path, options={"spec": "api.yaml", "split": 10}, files={"api.yaml": api})
    assert names(site)["resource.pet.big"] == "reference/resources/pet/#big"
    assert names(site)["resource.pet.big.n3"] == "reference/resources/pet/big/#big.n3"
