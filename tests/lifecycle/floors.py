"""How many resources of public APIs live their whole life with what `init` proposes: floors that may only rise."""

from pathlib import Path

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

FLOORS = {
    "museum": 0,
    "train-travel": 1,
    "coolify": 2,
    "hcloud": 5,
    "prefect": 8,
    "metal": 4,
    "linode": 25,
    "box": 14,
    "forgejo": 21,
    "digitalocean": 39,
    "datadog-v1": 22,
    "okta": 66,
    "kong": 135,
}
"""The least number of whole lives, import included, with minimal examples."""


def corpus_folder(api: str) -> Path:
    """The folder with the description of an API."""
    return next((path for part in ("large", "life") if (path := CORPUS / part / api).exists()), CORPUS / api)
