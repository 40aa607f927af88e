#!/usr/bin/env bash
# Write the review: for the comment, for the summary of the job, and as numbers.
set -euo pipefail
. "$GITHUB_ACTION_PATH/arguments.sh"
review_arguments
oasmap diff --format markdown --missing-ok "${arguments[@]}" "$base" "$OASMAP_SPEC" >"$RUNNER_TEMP/oasmap-review.md"
oasmap diff --format json --missing-ok "${arguments[@]}" "$base" "$OASMAP_SPEC" >"$RUNNER_TEMP/oasmap-review.json" 2>/dev/null
if [ ! -s "$RUNNER_TEMP/oasmap-review.md" ]; then
    echo "There is nothing to compare with yet." >"$RUNNER_TEMP/oasmap-review.md"
fi
cat "$RUNNER_TEMP/oasmap-review.md" >>"$GITHUB_STEP_SUMMARY"
python3 - "$RUNNER_TEMP/oasmap-review.json" >>"$GITHUB_OUTPUT" <<'END'
import json, sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
changes = json.loads(text)["changes"] if text else []
breaking = [change for change in changes if change["severity"] == "breaking" and not change.get("approved")]
print(f"breaking={len(breaking)}\nchanges={len(changes)}")
END
