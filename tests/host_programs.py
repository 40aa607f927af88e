"""A stand-in for `gh`: comments and labels of one pull request, in a file of the folder that is the first argument.

A comment is a pair of its author and its text; the token is that of `bot`. `refused` are calls that it may not make.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

Comments = list[list[str]]


def as_pull_request(comments: Comments) -> dict[str, Any]:
    """The comments as `gh pr view --json comments` has them."""
    return {
        "comments": [
            {"viewerDidAuthor": author == "bot", "url": f"https://host/pull/7#issuecomment-{101 + place}", "body": text}
            for place, (author, text) in enumerate(comments)
        ]
    }


def listed(comments: Comments) -> list[str]:
    """What the expression of the action makes of them; a test compares with jq."""
    found = as_pull_request(comments)["comments"]
    ours = [one for one in found if one["viewerDidAuthor"] and one["body"].startswith("<!-- oasmap:")]
    lines = []
    for one in ours:
        keys = sorted(set(re.findall(r"`([0-9a-f]{12}(?:[.][0-9]+[.][0-9a-f]{12})?)`", one["body"])))
        lines.append(f"{one['url'].rpartition('-')[2]} {one['body'].partition(chr(10))[0]} {' '.join(keys)}")
    return lines


def main(folder: Path, arguments: list[str]) -> int:
    """Do what is asked for."""
    file = folder / "host.json"
    state = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"comments": [], "labels": []}
    comments: Comments = state["comments"]
    refused = state.get("refused", [])
    match arguments:
        case ["pr", "view", "7", "--json", "comments", "--jq", _] if "view" not in refused:
            print("\n".join(listed(comments)))
        case ["pr", "comment", "7", "--body-file", name] if "comment" not in refused:
            comments.append(["bot", Path(name).read_text(encoding="utf-8")])
        case ["api", "--silent", "--method", "PATCH", address, "-F", body] if "comment" not in refused:
            place = int(address.removeprefix("repos/zoo/pets/issues/comments/")) - 101
            assert comments[place][0] == "bot"
            comments[place][1] = Path(body.removeprefix("body=@")).read_text(encoding="utf-8")
        case ["label", "create", "breaking-change", *_] if "label" not in refused:
            pass
        case ["pr", "edit", "7", "--add-label", name] if "label" not in refused:
            state["labels"] = sorted({*state["labels"], name})
        case ["pr", "edit", "7", "--remove-label", name] if "label" not in refused:
            state["labels"] = [label for label in state["labels"] if label != name]
        case _:
            sys.stderr.write("Resource not accessible by integration\n")
            return 1
    file.write_text(json.dumps(state), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
