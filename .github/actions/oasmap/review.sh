#!/usr/bin/env bash
# Compare once: annotations of lines, the summary of the job, numbers, and the verdict. This step has no token.
set -euo pipefail
. "$GITHUB_ACTION_PATH/arguments.sh"
if [[ ! $OASMAP_NAME =~ ^[A-Za-z0-9_.-]+$ ]]; then
    echo "::error title=oasmap::The input name has letters, digits, points, hyphens and underscores only." && exit 2
fi
if [ -f "$OASMAP_REVIEW" ]; then arguments+=(--review "$OASMAP_REVIEW"); fi
text=$RUNNER_TEMP/oasmap-review.md counts=$RUNNER_TEMP/oasmap-counts
rm -f "$text" "$counts"
verdict=0
isolated oasmap diff --format github --also "markdown=$text" --also "counts=$counts" --missing-ok --fail-on "$OASMAP_FAIL_ON" \
    "${arguments[@]}" "git:${OASMAP_BASE:-origin/${GITHUB_BASE_REF:-}...}" ${input[@]+"${input[@]}"} || verdict=$?
if [ -f "$counts" ]; then # otherwise the state of the pull request cannot be read
    cat "$text" >>"$GITHUB_STEP_SUMMARY"
    cat "$counts" >>"$GITHUB_OUTPUT"
fi
exit "$verdict"
