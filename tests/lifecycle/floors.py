"""How many resources of public APIs live their whole life with what `init` proposes: floors that may only rise."""

from pathlib import Path

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

FLOORS = {
    "museum": 1,
    "train-travel": 1,
    "coolify": 2,
    "hcloud": 9,
    "prefect": 13,
    "metal": 5,
    "linode": 37,
    "box": 23,
    "forgejo": 29,
    "digitalocean": 47,
    "datadog-v1": 23,
    "okta": 75,
    "kong": 135,
}
"""The least number of whole lives, import included, with minimal examples."""


def corpus_folder(api: str) -> Path:
    """The folder with the description of an API."""
    return next((path for part in ("large", "life") if (path := CORPUS / part / api).exists()), CORPUS / api)
