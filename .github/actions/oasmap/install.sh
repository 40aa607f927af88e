#!/usr/bin/env bash
# Install mkdocs-oasmap, unless it is there and no version is asked for. No index has it yet: what a workflow names by its
# tag is the whole repository, and other versions come from there.
set -euo pipefail
if [ -z "${OASMAP_VERSION:-}" ] && command -v oasmap >/dev/null; then exit 0; fi
here=$(cd "$GITHUB_ACTION_PATH/../../.." && pwd)
case "${OASMAP_VERSION:-}" in
    "") wanted=$here ;;
    mkdocs-oasmap\[*\]) wanted=$here${OASMAP_VERSION#mkdocs-oasmap} ;;
    [0-9]*) wanted="mkdocs-oasmap @ git+https://github.com/mkdocs-oasmap/mkdocs-oasmap@v$OASMAP_VERSION" ;;
    *) wanted=$OASMAP_VERSION ;;
esac
"$OASMAP_PYTHON" -m venv "$RUNNER_TEMP/oasmap"
"$RUNNER_TEMP/oasmap/bin/pip" install --quiet --disable-pip-version-check "$wanted"
echo "$RUNNER_TEMP/oasmap/bin" >>"$GITHUB_PATH"
