"""The version of aws-sdk-go-v2 that a controller was generated from, and the one that a model belongs to.

`ack-generate` records the version in `ack-generate-metadata.yaml`, in each folder of `apis`, next to a copy of the
config. It is the tag of the whole SDK, or of the service's module. It reads the model from a clone of the SDK, whose
modules state their versions in `go_module_metadata.go`.
"""

import re
from pathlib import Path

from msgspec import Struct

from mapper.files import is_file, read_regular
from mapper.inputs import Document, DocumentError, Documents, Node, text_of
from mapper.report.diagnostic import Note

from .rules import OTHER_VERSION

METADATA = "ack-generate-metadata.yaml"
MODELS = Path("codegen", "sdk-codegen", "aws-models")
"""The folder of Smithy models in aws-sdk-go-v2."""

_KEYS = {"aws_service_sdk_version": True, "aws_sdk_go_version": False}
_API_VERSIONS = ("v1alpha1", "v1alpha2", "v1beta1", "v1beta2", "v1", "v2")
_MODULE = re.compile(r"(?:aws-)?sdk-go-v2@(?P<version>v[0-9]+\.[0-9]+\.[0-9]+)\Z")
_CONSTANT = re.compile(rb'\bgoModuleVersion\s*=\s*"(?P<version>[^"\s]{1,64})"')


MOST_BYTES = 10_000
"""Of a file with the version of a module, which has a few lines."""


class Pinned(Struct, frozen=True):
    """A version with its place. `of_service`: it is the version of the service's module, not of the SDK."""

    version: str
    of_service: bool
    node: Node
    path: Path

    @property
    def words(self) -> str:
        """What the version is of, and where it is written."""
        module = "the service's module of aws-sdk-go-v2" if self.of_service else "aws-sdk-go-v2"
        return f"{self.node.document.uri} names {self.version} of {module}"

    @property
    def request(self) -> str:
        """A sentence that asks for the model of the version."""
        return f"{self.words}: give {MODELS.as_posix()}/SERVICE.json of that version"


def pinned_in(folder: Path, documents: Documents) -> Pinned | None:
    """The version that a controller's repository records, in the folder of its config or below `apis`."""
    versions: tuple[str, ...] = _API_VERSIONS
    if documents.on_disk:
        versions = tuple(sorted(path.parent.name for path in (folder / "apis").glob(f"*/{METADATA}")))
    for path in (folder / METADATA, *(folder / "apis" / version / METADATA for version in versions)):
        if documents.on_disk and not is_file(path):
            continue
        try:
            document = Document(documents.display(path), documents.bytes_of(path))
        except DocumentError:  # an earlier state may not have the file, and the file is no input of ours
            continue
        for key, of_service in _KEYS.items():
            node = document.node.get(key)
            version = text_of(node.value) if node is not None else None
            if node is not None and version:
                return Pinned(_tag(version), of_service, node, path)
    return None


def note_on_version(pinned: Pinned | None, model: Path | None) -> list[Note]:
    """A note on a model that comes from another version than the recorded one, as far as its place tells."""
    if pinned is None or model is None:
        return []
    version = _version_of(model, of_service=pinned.of_service)
    if version is None or version == pinned.version:
        return []
    return [Note(OTHER_VERSION, f"the model is of {version}, and {pinned.words}", pinned.node)]


def _version_of(model: Path, *, of_service: bool) -> str | None:
    """The version that a model belongs to: the clone's, or the version of the module in Go's cache."""
    folder = model.absolute().parent
    if folder.parts[-len(MODELS.parts) :] != MODELS.parts:
        return None
    root = folder.parents[len(MODELS.parts) - 1]
    module = root / "service" / model.name.partition(".")[0].replace("-", "") if of_service else root / "aws"
    constant = _CONSTANT.search(read_regular(module / "go_module_metadata.go", MOST_BYTES) or b"")
    if constant is not None:
        return _tag(constant["version"].decode("ascii", "replace"))
    in_cache = _MODULE.search(root.name)
    return in_cache["version"] if in_cache is not None and not of_service else None


def _tag(version: str) -> str:
    return version if version.startswith("v") else f"v{version}"
