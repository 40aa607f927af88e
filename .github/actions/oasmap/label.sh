#!/usr/bin/env bash
# The label breaking-change, where something breaks that nobody has approved.
set -euo pipefail
if [ "${OASMAP_BREAKING:-0}" -gt 0 ]; then
    gh label create breaking-change --color D93F0B --description "Changes something that users rely on" --force
    gh pr edit "$OASMAP_NUMBER" --add-label breaking-change
else
    gh pr edit "$OASMAP_NUMBER" --remove-label breaking-change || true # it need not be there
fi
