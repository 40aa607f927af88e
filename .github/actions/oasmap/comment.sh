#!/usr/bin/env bash
# One comment, which later runs replace. The summary of the job has the same text, so that a token without the
# permission (as for pull requests of Dependabot) is no failure.
set -euo pipefail
if ! gh pr comment "$OASMAP_NUMBER" --edit-last --create-if-none --body-file "$RUNNER_TEMP/oasmap-review.md"; then
    echo "::warning title=oasmap::The review could not be posted as a comment; it is in the summary of the job. Does the job have the permission pull-requests: write?"
fi
