"""Handwritten documentation of a provider: templates and examples, in the folders of tfplugindocs.

`examples/provider/provider.tf`, `examples/resources/NAME/*.tf`, `templates/resources/NAME.md.tmpl`, `templates/guides`.
Files are only read, and only inside the repository.
"""

import os
from pathlib import Path

from msgspec import Struct

from mapper.files import is_name, read_regular
from mapper.links import real_path
from mapper.report.diagnostic import MappingError, Problem
from mapper.text.plural import capital, plural

MAX_SIZE = 1_000_000
"""The size limit of one file, in bytes; the registry shows pages of up to half of that."""

MAX_FILES = 10_000

EXAMPLES, TEMPLATES = "examples", "templates"
_FIRST = {
    "": "provider.tf",
    "resources": "resource.tf",
    "data-sources": "data-source.tf",
    "ephemeral-resources": "ephemeral-resource.tf",
    "functions": "function.tf",
    "list-resources": "list-resource.tf",
    "actions": "action.tf",
}
"""Folder of a kind -> the file name of its main example. The provider has the folder `provider`."""

LANGUAGE = "terraform"
"""The language of examples other than commands, as in a code fence."""

_IMPORTS = ("import.sh", "import.tf", "import-by-string-id.tf", "import-by-identity.tf")


class Handwritten(Struct, frozen=True):
    """A handwritten file: its path in the repository and its text, stripped."""

    path: str
    text: str

    @property
    def language(self) -> str:
        """The language of the text, as in a code fence."""
        return "shell" if self.path.endswith(".sh") else LANGUAGE

    @property
    def title(self) -> str:
        """The title from the file name: `two-mounts.tf` is *Two mounts*, the main one *Example*."""
        if Path(self.path).name in _FIRST.values():
            return "Example"
        words = " ".join(Path(self.path).stem.replace("_", " ").replace("-", " ").split())
        return capital(words)


class Repository(Struct, frozen=True):
    """The folder of a provider, with `examples` and `templates`."""

    root: Path

    def __post_init__(self) -> None:
        """Raise MappingError if there is no such folder: its examples and templates would be missed silently."""
        if not self.root.is_dir():
            remedy = "correct the folder of the provider (--provider-dir, or provider_dir in mkdocs.yml)"
            raise MappingError(Problem("no such folder", str(self.root), remedy=remedy))

    def files(self) -> list[Path]:
        """All files of examples and templates."""
        folders = (self.root / name for name in (EXAMPLES, TEMPLATES))
        return [path for folder in folders if folder.is_dir() for path in folder.rglob("*") if path.is_file()]

    def read(self, name: str) -> str:
        """The text of a file. Raises MappingError if it cannot be read or is outside the repository."""
        path = self._inside(name)
        data = read_regular(path, MAX_SIZE)
        if data is None:
            exists = path.exists()
            text = f"it has more than {MAX_SIZE:,} bytes" if exists else "there is no such file"
            raise MappingError(Problem(text, str(path), remedy="shorten it" if exists else "correct the path"))
        try:
            return data.decode("utf-8-sig").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            raise MappingError(
                Problem(
                    f"is not UTF-8: {error.reason} at byte {error.start}", str(path), remedy="save it in this encoding"
                )
            ) from None

    def below(self, folder: str) -> list[str]:
        """The files in a folder, recursively and sorted, as paths from the root. Links to folders are not followed."""
        paths: list[str] = []
        for where, folders, names in os.walk(self.root / folder):
            folders.sort()
            paths += [Path(where, name).relative_to(self.root).as_posix() for name in names if is_name(name)]
            if len(paths) > MAX_FILES:
                raise MappingError(
                    Problem(
                        f"has more than {MAX_FILES:,} files", str(self.root / folder), remedy="name a smaller folder"
                    )
                )
        return sorted(paths)

    def examples(self, folder: str, name: str) -> tuple[Handwritten, ...]:
        """The examples of an entity, the main one first. Raises MappingError."""
        first = _FIRST.get(folder)
        if first is None:
            return ()
        names = [file for file in self._of(folder, name) if file.endswith(".tf")]
        files = [file for file in names if file not in _IMPORTS]
        return self._texts(folder, name, sorted(files, key=lambda file: (file != first, file)))

    def imports(self, folder: str, name: str) -> tuple[Handwritten, ...]:
        """The examples of imports: commands in *.sh, blocks in *.tf. Raises MappingError."""
        there = self._of(folder, name)
        return self._texts(folder, name, [file for file in _IMPORTS if file in there])

    def _of(self, folder: str, name: str) -> list[str]:
        """The file names in the folder of an entity; empty if the name is no valid folder name."""
        if not is_name(name) or {"/", "\\"} & set(name) or name in ("", ".", ".."):
            return []
        try:
            return sorted(path.name for path in (self.root / _place(folder, name)).iterdir() if path.is_file())
        except OSError:
            return []

    def _texts(self, folder: str, name: str, files: list[str]) -> tuple[Handwritten, ...]:
        paths = [f"{_place(folder, name)}/{file}" for file in files]
        texts = ((path, self.read(path).strip()) for path in paths)
        return tuple(Handwritten(path, text) for path, text in texts if text)

    def _inside(self, name: str) -> Path:
        """The path of a file. Raises MappingError if it is outside the repository, also through a link."""
        if not is_name(name):
            raise MappingError(Problem("no file can have this name", name, remedy="correct it"))
        path = self.root / name
        if not real_path(path).is_relative_to(real_path(self.root)):
            raise MappingError(
                Problem(
                    "is outside of the repository, and is not read",
                    str(path),
                    remedy="copy the file into the repository",
                )
            )
        return path


def _place(folder: str, name: str) -> str:
    return f"{EXAMPLES}/provider" if not folder else f"{EXAMPLES}/{folder}/{name}"


def many(files: list[str]) -> str:
    """The first three files in words, and how many more there are."""
    more = len(files) - 3
    return ", ".join(files[:3]) + (f" and {plural(more, 'other')}" if more > 0 else "")
