#!/usr/bin/env bash
# One comment, which later runs replace.
set -euo pipefail
gh pr comment "$OASMAP_NUMBER" --edit-last --create-if-none --body-file "$RUNNER_TEMP/oasmap-review.md"
