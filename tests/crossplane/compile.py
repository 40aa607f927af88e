"""What the schemas of providers in the corpus come to, and a sample of it for those who compile it."""

import random
import re
from pathlib import Path

from mapper.registry import system_named
from mapper.request import Mapped, Request

from ..tfplugin.peers import CORPUS
from .support import written

VERSIONS = Path(__file__).parent / "peers" / "provider.yaml"
_GROUP = re.compile(r'CRDGroup = "(.+)"')


def provider(name: str) -> Mapped:
    """A provider of the corpus with its config, or with the versions of the others where it has none."""
    folder = CORPUS / name
    config = folder / "provider.yaml"
    request = Request(folder / "schema.json.gz", [config if config.exists() else VERSIONS], folder)
    return system_named("crossplane").run(request)


def sampled(mapped: Mapped, count: int) -> tuple[dict[str, str], dict[str, str]]:
    """The Go files of some packages, the same ones each time, and the definitions of their types."""
    files = written(mapped, "apis")
    folders = sorted({path.rpartition("/")[0] for path in files if path.count("/") > 1})
    kept = set(random.Random(0).sample(folders, min(count, len(folders))))
    found = {path: text for path, text in files.items() if path.rpartition("/")[0] in kept}
    groups = {match[1] for text in found.values() if (match := _GROUP.search(text))}
    return found, {path: text for path, text in written(mapped).items() if path.partition("_")[0] in groups}
