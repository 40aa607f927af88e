#!/usr/bin/env bash
# Fail where a committed file is not what would be written now; problems become annotations of their lines.
set -euo pipefail
. "$GITHUB_ACTION_PATH/arguments.sh"
if [ -z "$OASMAP_MKDOCS" ]; then
    if [ -n "$OASMAP_OUTPUT" ]; then arguments+=(--output "$OASMAP_OUTPUT"); fi
    if [ -n "$OASMAP_REGISTRY_DOCS" ]; then arguments+=(--registry-docs "$OASMAP_REGISTRY_DOCS"); fi
fi
if [ "$OASMAP_STRICT" = true ]; then arguments+=(--strict); fi
isolated oasmap check --format github "${arguments[@]}" ${input[@]+"${input[@]}"}
