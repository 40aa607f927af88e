"""How many resources of public APIs live their whole life with what `init` proposes: floors that may only rise."""

from pathlib import Path

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"

FLOORS = {
    "museum": 1,
    "train-travel": 1,
    "coolify": 3,
    "hcloud": 15,
    "prefect": 17,
    "metal": 19,
    "linode": 46,
    "box": 35,
    "forgejo": 44,
    "digitalocean": 63,
    "datadog-v1": 27,
    "okta": 95,
    "kong": 138,
}
"""The least number of whole lives, import included, with minimal examples."""


def corpus_folder(api: str) -> Path:
    """The folder with the description of an API."""
    return next((path for part in ("large", "life") if (path := CORPUS / part / api).exists()), CORPUS / api)
