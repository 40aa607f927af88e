"""Figures of the guide: `python -m tests.guide words` counts its words, `sentences` lists the long sentences."""

import sys
from collections.abc import Sequence

from .prose import GUIDE, LONGEST, page_words, sentences


def main(arguments: Sequence[str]) -> int:
    """Print the words of each page and of all, or the sentences of the guide that are too long."""
    match list(arguments):
        case ["words"]:
            counts = {path.stem: page_words(path) for path in GUIDE}
            for name, count in sorted(counts.items(), key=lambda entry: -entry[1]):
                print(f"{count:7,} {name}")
            print(f"{sum(counts.values()):7,} in all")
        case ["sentences"]:
            for path in GUIDE:
                for text in sentences(path):
                    if len(text.split()) > LONGEST:
                        print(f"{path.name}: {len(text.split())} words: {text}")
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
