#!/usr/bin/env bash
# The label breaking-change, where something breaks that nobody has approved. What cannot be labelled is no failure.
set -euo pipefail
if [ "${OASMAP_BREAKING:-0}" -gt 0 ]; then
    if ! { gh label create breaking-change --color D93F0B --description "Changes something that users rely on" --force &&
        gh pr edit "$OASMAP_NUMBER" --add-label breaking-change; }; then
        echo "::warning title=oasmap::The label breaking-change could not be set. Does the job have the permission pull-requests: write?"
    fi
else
    gh pr edit "$OASMAP_NUMBER" --remove-label breaking-change || true # it need not be there
fi
