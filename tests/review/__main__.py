"""How much there is to read of a change: lines of a plain diff of the specification, and changes in the review.

    python -m tests.review OLD NEW [OLD NEW]...

Each is a folder with an `openapi.*` and a `generator_config.yml`.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from mapper.review.changes import Review
from mapper.review.entries import grouped
from mapper.review.rules import ChangeSeverity
from mapper.review.settings import Settings
from mkdocs_oasmap.review.comparison import review
from mkdocs_oasmap.review.states import Files, State, read_state
from mkdocs_oasmap.review.text import as_text

from ..needed import folder_with_description
from ..support import write_code_spec


def state(folder: Path) -> State:
    """The API description in a folder, mapped with the config beside it."""
    spec = folder_with_description(folder)
    return read_state(spec.name, Files((folder / "generator_config.yml",), folder))


def plain_lines(old: str, new: str) -> int:
    """The lines that `diff` prints with a `<` or a `>`."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("old", "new")]
        for path, text in zip(paths, (old, new), strict=True):
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(["diff", *map(str, paths)], capture_output=True, text=True, check=False)
    return sum(line.startswith(("<", ">")) for line in done.stdout.splitlines())


def figures(old: State, new: State, found: Review) -> dict[str, int]:
    """What there is to read."""
    texts = [write_code_spec(side.mapping) for side in (old, new)]
    return {
        "lines of a plain diff": plain_lines(*texts),
        "lines of the review": len(as_text(found).splitlines()),
        "changes": len(found.changes),
        "edits": len(grouped(found.changes)),
        "breaking": len(found.of(ChangeSeverity.BREAKING)),
        "of documentation only": len(found.of(ChangeSeverity.DOCS)),
    }


def main(names: list[str]) -> int:
    """Print the figures of each pair."""
    if not names or len(names) % 2:
        print(__doc__, file=sys.stderr)
        return 2
    for before, after in zip(names[::2], names[1::2], strict=True):
        old, new = state(Path(before)), state(Path(after))
        print(f"{Path(before).name} -> {Path(after).name}")
        for name, count in figures(old, new, review(old, new, Settings())).items():
            print(f"{count:10,} {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
