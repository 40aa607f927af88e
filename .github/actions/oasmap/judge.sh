#!/usr/bin/env bash
# Annotate the lines that changes come from, and fail where something is as bad as is asked for.
set -euo pipefail
. "$GITHUB_ACTION_PATH/arguments.sh"
review_arguments
oasmap diff --format github --missing-ok --fail-on "$OASMAP_FAIL_ON" "${arguments[@]}" "$base" "$OASMAP_SPEC"
